#!/bin/bash
# Installed in a folder with a space and an umlaut in its name, and projects in such folders: CMake with nvcc on the path,
# and with swcc named; make's kind of line.
. "$(dirname "$0")/common.sh"

prefix="$work/prä fix"
mkdir "$prefix"
cp -a "$tree"/{bin,include,lib,libexec} "$prefix"
cp -r "$projects/toolkit" "$work/so urcé"
cat >"$work/so urcé/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(named LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
set_source_files_properties(copy.cpp PROPERTIES LANGUAGE CUDA)
add_executable(plain copy.cpp)
add_executable(separable copy.cpp)
set_target_properties(separable PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_executable(linked copy.cpp)
target_link_libraries(linked CUDA::cudart)
END
build() { # folder command...
    "${@:2}" -S "so urcé" -B "$1"
    cmake --build "$1"
    for program in plain separable linked; do "$1/$program"; done
}
PATH="$prefix/libexec/softwarp:$PATH" build "by path" cmake
build "by name" cmake -G Ninja -DCMAKE_CUDA_COMPILER="$prefix/bin/swcc"
"$prefix/bin/swcc" -x cu "so urcé/copy.cpp" -o "ä program"
"./ä program"
