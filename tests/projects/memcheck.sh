#!/bin/bash
# ctest -T memcheck: CTest calls compute-sanitizer with options of its own and reads what it wrote.
. "$(dirname "$0")/common.sh"

cmake -S "$projects/memcheck" -B build -G Ninja -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc" \
    -DMEMORYCHECK_COMMAND="$toolkit/bin/compute-sanitizer" -DMEMORYCHECK_TYPE=CudaSanitizer
ninja -C build
cd build
expect 'Invalid __global__ write - 1$' ctest -T memcheck
found=$(cat Testing/*/DynamicAnalysis.xml)
grep -q 'DynamicAnalysis Checker="CudaSanitizer"' <<<"$found"
[ "$(grep -c '<Defect type="Invalid __global__ write">1</Defect>' <<<"$found")" = 1 ] || fail "one defect: $found"
[ "$(grep -c '<Defect type=' <<<"$found")" = 1 ] || fail "nothing else is one: $found"
grep -q 'Invalid __global__ write of size 4 bytes' Testing/Temporary/MemoryChecker.2.log
! grep -q Invalid Testing/Temporary/MemoryChecker.1.log
