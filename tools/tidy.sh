#!/bin/sh
# Asks clang-tidy for what .clang-tidy lists, in compiler and runtime (make tidy). BUILD: the build folder, build.
set -e
cd "$(dirname "$0")/.."
tidy=${CLANG_TIDY:-clang-tidy-19} build=${BUILD:-build}
command -v "$tidy" >/dev/null || { echo "tidy.sh: there is no $tidy: apt-get install clang-tidy-19" >&2; exit 1; }
[ -e "$build/compile_commands.json" ] || { echo "tidy.sh: there is no build in $build: make" >&2; exit 1; }
find src runtime -name '*.c' -print0 |
    xargs -0 -P "$(nproc)" -n 20 "$tidy" -p "$build" --quiet --extra-arg="-I$PWD/include" 2>/dev/null
