#!/bin/sh
# Every __nv_* function that clang's CUDA headers declare is defined in the bitcode file.
# usage: check-complete.sh CLANG LLVM-NM DEVICELIB.bc
set -eu
export LC_ALL=C # ranges of letters, and the order of names
clang=$1 nm=$2 bitcode=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo '#include <__clang_cuda_libdevice_declares.h>' |
    "$clang" -x c -E -P -D__DEVICE__= -DCUDA_VERSION=9000 - | grep -o '__nv_[A-Za-z0-9_]*' | sort -u >"$work/declared"
"$nm" --defined-only --extern-only "$bitcode" | awk '{ print $NF }' | sort -u >"$work/defined"

count=$(wc -l <"$work/declared")
if [ "$count" -lt 400 ]; then
    echo "only $count declarations found in clang's header: has it moved?"
    exit 1
fi
missing=$(comm -23 "$work/declared" "$work/defined")
if [ -n "$missing" ]; then
    echo "declared by clang, missing in $bitcode:"
    echo "$missing"
    exit 1
fi
echo "ok: $count functions"
