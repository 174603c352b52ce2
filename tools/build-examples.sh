#!/bin/bash
# Compiles every example: examples/NAME.cu is a program, examples/NAME/ a program of several files.
#
#   build-examples.sh SWCC DIR [flag...]
#
# SWCC may be nvcc as well: the examples are plain CUDA.
set -euo pipefail

swcc=${1:?usage: build-examples.sh SWCC DIR [flag...]}
out=${2:?usage: build-examples.sh SWCC DIR [flag...]}
shift 2
cd "$(dirname "$0")/.."
mkdir -p "$out"
for path in examples/*; do
    name=$(basename "$path" .cu)
    if [ -d "$path" ]; then
        sources=("$path"/*.c*)
    elif [ "${path%.cu}" != "$path" ]; then
        sources=("$path")
    else
        continue
    fi
    # Thrust and CUB are not part of Softwarp, and may not be there.
    if grep -Eq '^#include <(thrust|cub)/' "${sources[@]}" && ! "$swcc" -E "${sources[0]}" >/dev/null 2>&1; then
        echo "$name needs Thrust and CUB: tools/install-deps.sh libraries"
        continue
    fi
    echo "$swcc" "$@" "${sources[@]}" -o "$out/$name"
    "$swcc" "$@" "${sources[@]}" -o "$out/$name"
done
