#!/bin/sh
# Nothing of ours calls a function of libm by its plain name, which would be the program's own if it has one.
#  - the runtime has them all by other names
#  - what the device library and vector code call has a row in math_library.def, so that the compiler renames it
# usage: check-own-names.sh NM LLVM-NM LIBSOFTWARP.a DEVICELIB.bc SOURCE
set -eu
export LC_ALL=C # ranges of letters, and the order of names
nm=$1 llvm_nm=$2 library=$3 devicelib=$4 source=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

table=$source/include/softwarp/math_library.def
grep '^SW_LIBM' "$table" | grep -oE 'SW_LIBM(_R)?\([a-z0-9]+\)' |
    sed -E 's/SW_LIBM_R\((.*)\)/\1_r \1f_r/; s/SW_LIBM\((.*)\)/\1 \1f/' | tr ' ' '\n' | sort -u >"$work/known"
[ "$(wc -l <"$work/known")" -gt 100 ] || { echo "the table has moved?"; exit 1; }

"$nm" -u "$library" | awk '$1 == "U" { print $2 }' | sort -u | comm -12 - "$work/known" >"$work/plain"
[ ! -s "$work/plain" ] || { echo "libsoftwarp calls by their plain names:"; cat "$work/plain"; exit 1; }

"$llvm_nm" -u "$devicelib" | awk '{ print $NF }' | grep -v '^__\|^swrt_\|^mem' | sort -u | comm -23 - "$work/known" >"$work/unknown"
[ ! -s "$work/unknown" ] || { echo "the device library calls, without a row:"; cat "$work/unknown"; exit 1; }

for name in $(sed -n 's/^SW_VECTOR_MVEC(\([a-z0-9]*\), \([a-z]*\),.*/\1 \2/p' "$source/src/lockstep/machine/vector_math.def" |
              awk '{ if ($2 == "float") sub(/f$/, "", $1); print $1 }' | sort -u); do
    grep -q "SW_LIBMVEC2*($name)" "$table" || { echo "the vector function $name has no row"; exit 1; }
done
echo "ok: $(wc -l <"$work/known") names"
