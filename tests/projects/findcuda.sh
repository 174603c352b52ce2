#!/bin/bash
# find_package(CUDA), cuda_add_executable and its kin; from newer CMake the module is gone.
. "$(dirname "$0")/common.sh"

if ! cmake --help-module FindCUDA >/dev/null 2>&1; then
    echo "this CMake has no FindCUDA"
    exit 0
fi
expect "Found CUDA: $toolkit" as_nvcc cmake -Wno-dev -S "$projects/findcuda" -B build -G Ninja
ninja -C build -j2
ctest --test-dir build --output-on-failure
