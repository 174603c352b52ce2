#!/bin/bash
# Every example runs under valgrind without an error and without a leak.
#
#   check-valgrind.sh SWCC
#
# valgrind does not know AVX-512, so the device code is compiled for a plainer CPU; and for few lanes, which takes less:
# it is the runtime that is looked at.
set -euo pipefail
swcc=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$(dirname "$0")/../tools/build-examples.sh" "$swcc" "$dir" -march=x86-64-v2 --lanes=8 >/dev/null
failed=0
for program in "$dir"/*; do
    if ! SOFTWARP_THREADS=2 valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
        "$program" >"$program.log" 2>&1; then
        echo "$(basename "$program"):"
        cat "$program.log"
        failed=1
    fi
done
exit $failed
