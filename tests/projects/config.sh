#!/bin/bash
# find_package(Softwarp), as it is installed.
. "$(dirname "$0")/common.sh"

expect "CUDA compiler identification is NVIDIA" cmake -S "$projects/config" -B build -G Ninja -DCMAKE_PREFIX_PATH="$tree"
expect "CMAKE_CUDA_COMPILER:[A-Z]+=$swcc" grep CMAKE_CUDA_COMPILER: build/CMakeCache.txt
ninja -C build
ctest --test-dir build --output-on-failure
sed 's/Softwarp 0.2/Softwarp 99/' "$projects/config/CMakeLists.txt" >CMakeLists.txt
refuse 'compatible with requested version "99"' cmake -S . -B too_new -G Ninja -DCMAKE_PREFIX_PATH="$tree"
