#!/bin/bash
# A CMake project with every kind of target, unchanged, with nvcc on the path: configured, built, tested, installed, and
# used by another one. A header that changes is found to change what includes it.
. "$(dirname "$0")/common.sh"

cp -r "$projects/cmake" source
expect "CUDA compiler identification is NVIDIA 12" as_nvcc cmake -S source -B build -G Ninja \
    -DCMAKE_INSTALL_PREFIX="$work/installed"
ninja -C build -j2
# As on any machine, programs that use the shared runtime by name want it on the loader's path.
LD_LIBRARY_PATH=$toolkit/lib64 ctest --test-dir build --output-on-failure
expect 'no work to do' ninja -C build
cmake --install build
echo '/* changed */' >>source/check.h
expect 'main\.cu\.o' ninja -C build -n
rm -rf build
installed/bin/use_static
LD_LIBRARY_PATH=installed/lib installed/bin/use_shared
as_nvcc cmake -S "$projects/consumer" -B consumer -G "Unix Makefiles" -DCMAKE_PREFIX_PATH="$work/installed" \
    -DCMAKE_CUDA_HOST_COMPILER=g++ -DCMAKE_CUDA_ARCHITECTURES=all-major -DCMAKE_BUILD_TYPE=Debug
make -C consumer
ctest --test-dir consumer --output-on-failure
