#!/bin/bash
# Configures a build of compiler and runtime under AddressSanitizer and UBSan.
#
#   configure-asan.sh DIR
#
# clang's sanitizer runtime is normally linked into the executable. Here the instrumented part is a shared library
# (libsoftwarp) inside programs that swcc makes without sanitizers, so the runtime has to be a shared library too; the
# tests preload it (tests/run-matrix.py).
set -euo pipefail

dir=${1:?usage: configure-asan.sh DIR}
runtime=$(dirname "$(clang-19 -print-file-name=libclang_rt.asan-x86_64.so)")
if [ "$runtime" = . ]; then # newer layouts name the file without the architecture
    runtime=$(dirname "$(clang-19 -print-file-name=libclang_rt.asan.so)")
fi
flags="-shared-libasan -Wl,-rpath,$runtime"
cmake -S "$(dirname "$0")/.." -B "$dir" -G Ninja -DCMAKE_C_COMPILER=clang-19 -DSOFTWARP_SANITIZE=ON \
    -DCMAKE_EXE_LINKER_FLAGS="$flags" -DCMAKE_SHARED_LINKER_FLAGS="$flags"
