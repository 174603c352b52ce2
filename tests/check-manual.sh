#!/bin/bash
# The manual pages, and softwarp --help, know every variable that programs and tools read: check-manual.sh FOLDER_OF_THE_PAGES
set -eu
export LC_ALL=C # ranges of letters, and the order of names
source=$(cd "$(dirname "$0")/.." && pwd)
pages=$(cat "$1"/swcc.1 "$1"/softwarp*.1)
missing=0
for name in $(grep -rhoE '"(SOFTWARP|NVCC)_[A-Z_]+"' "$source/runtime" "$source/src" --include='*.c' | tr -d '"' | sort -u); do
    case $name in SOFTWARP_*__ | SOFTWARP_VERSION) continue ;; esac
    if ! grep -q "\b$name\b" <<<"$pages"; then
        echo "no manual page names $name"
        missing=1
    fi
done
# --help lists what a user sets; what softwarp check, verify and explore set for the program is theirs.
for name in $(grep -rhoE '"SOFTWARP_[A-Z_]+"' "$source/runtime" --include='*.c' | tr -d '"' | sort -u); do
    case $name in SOFTWARP_*__ | SOFTWARP_VERSION | SOFTWARP_CHECK_* | SOFTWARP_VERIFY_* | SOFTWARP_EXPLORE_*) continue ;; esac
    if ! grep -q "\b$name=" "$source/runtime/tool/main.c"; then
        echo "softwarp --help does not name $name"
        missing=1
    fi
done
for said in 'SOFTWARP_CHECK' 'racecheck' '\\-\\-leak\\-check' '\\-\\-device\\-link'; do
    grep -q -e "$said" <<<"$pages" || { echo "no manual page says $said"; missing=1; }
done
exit $missing
