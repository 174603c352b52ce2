#!/bin/bash
# Plain Make, with the compiler named on the command line and with nvcc on the path; and configure scripts' questions.
. "$(dirname "$0")/common.sh"

cp -r "$projects/make" "$projects/cmake" .
cd make
make -j2 check NVCC="$swcc" TOOLKIT="$toolkit"
expect 'main\.cu' make -n whole NVCC="$swcc" -W ../cmake/main.cu
touch ../cmake/scale.h # the rules that -MMD wrote
expect 'scale\.cu' make -n scale.o NVCC="$swcc"
make clean
as_nvcc make -j2 whole
./whole

# AC_PATH_PROG, AC_COMPILE_IFELSE, a version out of --version, the root out of the compiler's place.
nvcc=$(as_nvcc command -v nvcc)
version=$($nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
[ "$version" = 12.3 ] || fail "version $version"
root=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
[ -e "$root/include/cuda_runtime.h" ] && [ -e "$root/lib64/libcudart.so" ] || fail "no toolkit in $root"
echo 'int main() { return 0; }' >conftest.cu
"$nvcc" -o conftest conftest.cu
./conftest
echo 'not CUDA' >conftest.cu
refuse 'error: ' "$nvcc" -c conftest.cu
refuse 'unsupported architecture .sm_12345' "$nvcc" -arch=sm_12345 -c conftest.cu
