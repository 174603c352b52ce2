#!/bin/bash
# find_package(Thrust) of Debian's packages (or any that CMake finds), and where CCCL names a clone find_package(CCCL).
. "$(dirname "$0")/common.sh"

[ -e /usr/include/thrust/version.h ] || skip "needs libthrust-dev"
# (A toolkit on the machine may have them as well.)
debian=/usr/share/cmake
cmake -S "$projects/libraries" -B build -G Ninja -DCMAKE_CUDA_COMPILER="$swcc" -DThrust_DIR=$debian/thrust -DCUB_DIR=$debian/cub
ninja -C build
expect 'Thrust .*: 8128' build/sum
if [ -n "${CCCL:-}" ]; then
    cmake -S "$projects/libraries" -B cccl -G Ninja -DCMAKE_CUDA_COMPILER="$swcc" -DWANT_CCCL=ON -DCCCL_DIR="$CCCL/lib/cmake/cccl"
    ninja -C cccl
    expect 'Thrust .*: 8128' cccl/sum
fi
