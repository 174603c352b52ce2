#!/bin/bash
# Includes point one way only. Each row: a folder of src/, and the folders (x/*: those in x) whose headers its files may
# include.
# And the files of transform/ are the passes.
set -euo pipefail
cd "$(dirname "$0")/.."

rules='base:
ir: base
analysis: base ir
lockstep/flow: base ir analysis
lockstep/machine: base ir
lockstep/lanes: base ir analysis lockstep/flow
lockstep/emit: base ir analysis lockstep/flow lockstep/machine lockstep/lanes
lockstep/atomic: base ir analysis lockstep/machine lockstep/lanes lockstep/emit
lockstep: base ir analysis lockstep/*
ptx: base ir analysis
transform/instrument: base ir analysis
transform/symbols: base ir analysis
transform/variants: base ir analysis
transform/lower: base ir analysis lockstep/machine lockstep/atomic
transform: base ir analysis lockstep lockstep/* ptx transform/*
codegen: base ir analysis transform
pipeline: base ir analysis transform codegen transform/symbols
frontend: base
driver: base frontend'

folder_of() { # file, included name: the folder that the name lies in, or nothing for a system header or include/
    if [ -e "$(dirname "$1")/$2" ]; then realpath --relative-to=src "$(dirname "$(dirname "$1")/$2")"
    elif [ -e "src/$2" ]; then dirname "$2"; fi
}

may_include() { # folder, the folders that it may include from, the one that it does or nothing
    case "$3" in '' | "$1" | ..*) return ;; esac
    local row
    for row in $2; do
        case "$row" in "$3" | "${3%/*}/*") return ;; esac
    done
    return 1
}

bad=0
set -f # x/* is no file name
while IFS=: read -r folder allowed; do
    [ -d "src/$folder" ] || { echo "src/$folder has a row in $0 and is not there"; bad=1; }
    for file in $(find "src/$folder" -maxdepth 1 -name '*.[ch]'); do
        for name in $(sed -n 's/^#[ ]*include "\(.*\)"/\1/p' "$file"); do
            target=$(folder_of "$file" "$name")
            may_include "$folder" "$allowed" "$target" ||
                { echo "$file includes $name: $folder may include only: ${allowed:- nothing of src/}"; bad=1; }
        done
    done
done <<<"$rules"

for folder in $(find src -name '*.[ch]' -printf '%P\n' | xargs -n1 dirname | sort -u); do
    grep -q "^$folder:" <<<"$rules" || { echo "src/$folder has no row in $0"; bad=1; }
done

passes=$(sed -n 's/^SW_PASS(\([a-z]*\),.*/\1/p' src/transform/passes.def)
files=$(find src/transform -maxdepth 1 -name '*.c' -printf '%f\n' | sed 's/\.c$//')
for name in $(comm -3 <(sort <<<"$passes") <(sort <<<"$files")); do
    echo "src/transform holds a file for each pass of passes.def and no other: $name"; bad=1
done

for name in $(grep -rhoE '^#[ ]*include "[^"]*"' runtime devicelib --include='*.[ch]' | cut -d'"' -f2 | sort -u); do
    case "$name" in
    *src/*) of_src=1 ;;
    *) of_src=$([ -e "src/$name" ] && [ ! -e "runtime/$name" ] && echo 1 || echo 0) ;;
    esac
    [ "$of_src" = 0 ] || { echo "runtime and devicelib may include nothing of src/, as $name is"; bad=1; }
done
exit $bad
