#!/bin/bash
# Includes point one way only. Each row: a folder, and the folders of src/ whose headers it may include.
set -euo pipefail
cd "$(dirname "$0")/.."

rules='base:
ir: base
analysis: base ir
lockstep: base ir analysis
ptx: base ir analysis
transform: base ir analysis lockstep ptx
codegen: base ir analysis transform
pipeline: base ir analysis transform codegen
frontend: base
driver: base frontend'

layer_of() { # file, included name: the layer that the name lies in, or nothing for a system header or include/
    if [ -e "$(dirname "$1")/$2" ]; then realpath --relative-to=src "$(dirname "$1")/$2" | cut -d/ -f1
    elif [ -e "src/$2" ]; then echo "${2%%/*}"; fi
}

bad=0
while IFS=: read -r layer allowed; do
    for file in src/"$layer"/*.[ch]; do
        [ -e "$file" ] || continue
        for name in $(sed -n 's/^#[ ]*include "\(.*\)"/\1/p' "$file"); do
            target=$(layer_of "$file" "$name")
            case " $layer $allowed .. " in
            *" ${target:-$layer} "*) ;;
            *) echo "$file includes $name: $layer may include only: ${allowed:- nothing of src/}"; bad=1 ;;
            esac
        done
    done
done <<<"$rules"

for name in $(grep -rhoE '^#[ ]*include "[^"]*"' runtime devicelib --include='*.[ch]' | cut -d'"' -f2 | sort -u); do
    case "$name" in
    *src/*) of_src=1 ;;
    *) of_src=$([ -e "src/$name" ] && [ ! -e "runtime/$name" ] && echo 1 || echo 0) ;;
    esac
    [ "$of_src" = 0 ] || { echo "runtime and devicelib may include nothing of src/, as $name is"; bad=1; }
done
exit $bad
