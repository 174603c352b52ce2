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

# A project in CUDA for which CMake finds another toolkit's libraries is told so, with what helps.
mkdir -p another/lib64 mixed
touch another/lib64/libcudart.so another/lib64/libcudart_static.a
cp "$projects/toolkit/copy.cpp" mixed
cat >mixed/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(mixed LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
file(WRITE ${CMAKE_BINARY_DIR}/empty.cu "int main() {}")
add_executable(empty ${CMAKE_BINARY_DIR}/empty.cu)
add_executable(copy copy.cpp)
target_link_libraries(copy CUDA::cudart)
END
for option in CMAKE_PREFIX_PATH CUDAToolkit_ROOT; do
    cmake -S mixed -B "mixed-$option" -G Ninja -DCMAKE_CUDA_COMPILER="$swcc" "-D$option=$work/another"
    refuse "CMake has found the libraries of another CUDA toolkit.*$work/another" ninja -C "mixed-$option"
done
cmake -S mixed -B mixed-ours -DCMAKE_CUDA_COMPILER="$swcc" -DCMAKE_PREFIX_PATH="$work/another" -DCUDAToolkit_ROOT="$toolkit"
make -C mixed-ours
mixed-ours/copy

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
