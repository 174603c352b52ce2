#!/bin/bash
# swcc never picks up a CUDA toolkit, neither an installed one nor one that the environment points at.
#
#   check-no-toolkit.sh SWCC
#
# A decoy toolkit, in which every file is an error, stands first on PATH and in the variables that other tools follow.
# A program must compile, link and run as if it were not there, and no step and no dependency may name a toolkit.
set -euo pipefail
swcc=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

mkdir -p decoy/bin decoy/include decoy/lib64 decoy/nvvm/libdevice
echo 'CUDA Version 12.3.0' >decoy/version.txt
for header in cuda.h cuda_runtime.h cuda_runtime_api.h cuda_fp16.h curand_mtgp32_kernel.h vector_types.h; do
    echo '#error "a toolkit was picked up"' >decoy/include/$header
done
for tool in nvcc ptxas fatbinary nvlink cudafe++ cicc; do
    printf '#!/bin/sh\necho "a toolkit was picked up: %s" >&2\nexit 1\n' $tool >decoy/bin/$tool
done
echo 'not bitcode' >decoy/nvvm/libdevice/libdevice.10.bc
echo 'not a library' >decoy/lib64/libcudart.so
chmod +x decoy/bin/*
export PATH=$dir/decoy/bin:$PATH CUDA_PATH=$dir/decoy CUDA_HOME=$dir/decoy CUDA_ROOT=$dir/decoy CUDACXX=$dir/decoy/bin/nvcc

cat >probe.cu <<'END'
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math.h>
__global__ void probe(float *out) { *out = sinf(0.0f) + 42.0f; }
int main() {
    float *device, host = 0;
    cudaMalloc(&device, sizeof host);
    probe<<<1, 1>>>(device);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    return host == 42.0f ? 0 : 1;
}
END

"$swcc" probe.cu -o probe
./probe
"$swcc" --dryrun probe.cu -o probe 2>&1 | grep -v '^swcc: note: .* is ignored: ' >steps
"$swcc" -M probe.cu >dependencies
"$swcc" -v -c probe.cu -o probe.o >verbose 2>&1
# clang may look for a toolkit; what counts is that none of its files is used.
if grep -nE "$dir/decoy|/cuda(-[0-9.]+)?/(bin|include|lib(64)?|nvvm)(/|$)|libcudart|libdevice\.10" steps dependencies ||
    grep -nE "^#include.*$dir/decoy|-I *$dir/decoy|isystem *$dir/decoy|mlink-builtin-bitcode[^ ]* [^ ]*libdevice\.10" verbose; then
    echo "a toolkit is named"
    exit 1
fi
# The same with the machine's own toolkit hidden, where the kernel lets us.
"$here/../tools/hide-toolkit.sh" "$swcc" probe.cu -o probe
./probe
echo ok
