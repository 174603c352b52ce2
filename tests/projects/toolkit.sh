#!/bin/bash
# Who looks for the toolkit and not for the compiler: find_package(CUDAToolkit) of a project in C and C++ alone, with
# nvcc on the path or the toolkit's folder given; pkg-config; version files; a compiler line by hand.
. "$(dirname "$0")/common.sh"

mkdir -p another/lib
touch another/lib/libcublas.so another/lib/libcufft_static.a
expect "toolkit 12 in $toolkit/include, $toolkit/bin/nvcc" cmake -S "$projects/toolkit" -B build -G Ninja \
    -DCUDAToolkit_ROOT="$toolkit" -DANOTHER_TOOLKIT="$work/another"
ninja -C build
ctest --test-dir build --output-on-failure
expect "Found CUDAToolkit: $toolkit/include" as_nvcc cmake -S "$projects/toolkit" -B build2 -G Ninja

expect '^CUDA Version 12\.' cat "$toolkit/version.txt"
expect '12\.[0-9]+' python3 -c "import json; print(json.load(open('$toolkit/version.json'))['cuda']['version'])"
for tool in nvcc bin/nvcc; do
    expect 'release 12\.[0-9]+, V12\.' "$toolkit/$tool" --version
done
ln -s "$toolkit/bin/nvcc" linked
expect 'release 12' ./linked --version
./linked -c -x cu "$projects/toolkit/copy.cpp" -o copy.o

if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$toolkit/pkgconfig:$tree/lib/pkgconfig
    expect '^12\.' pkg-config --modversion cudart-12.3
    for package in cudart-12.3 softwarp; do
        g++ "$projects/toolkit/copy.cpp" $(pkg-config --cflags --libs $package) -o by_hand
        LD_LIBRARY_PATH=$tree/lib ./by_hand
    done
fi
g++ -I"$toolkit/include" "$projects/toolkit/copy.cpp" -L"$toolkit/lib64" -lcudart_static -lpthread -ldl -o by_hand
./by_hand
