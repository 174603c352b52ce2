#!/bin/bash
# CUDA and MPI: device pointers go to MPI, under mpirun, one device and several workers for each rank.
. "$(dirname "$0")/common.sh"

command -v mpirun >/dev/null || skip "no mpirun here"
as_nvcc cmake -S "$projects/mpi" -B build -G Ninja -DCMAKE_BUILD_TYPE=Release
ninja -C build
run_ranks() { # options of mpirun...
    timeout 100 mpirun --allow-run-as-root --oversubscribe "$@" build/ranks
}
export SOFTWARP_DEVICES=4
SOFTWARP_THREADS=2 expect '^4 ranks, 4 devices, 2 to 2 workers: right' run_ranks --bind-to none -n 4
expect '^3 ranks, 4 devices, 1 to 1 workers: right' run_ranks --bind-to core:overload-allowed -n 3
