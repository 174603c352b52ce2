#!/bin/bash
# cuRAND as build systems find it: CUDA::curand and CUDA::curand_static, linked by swcc and by the host's linker; pkg-config.
. "$(dirname "$0")/common.sh"

cmake -S "$projects/curand" -B build -G Ninja -DCMAKE_CUDA_COMPILER="$swcc"
ninja -C build
for program in device shared static; do
    expect '6627e8d5 e169c58d' build/$program
done
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH="$toolkit/pkgconfig"
    g++ -x c++ "$projects/curand/numbers.cu" $(pkg-config --cflags --libs curand-12.3) -Wl,-rpath,"$toolkit/lib64" -o packaged
    expect '6627e8d5 e169c58d' ./packaged
fi
