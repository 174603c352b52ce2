#!/bin/bash
# The suite runs where the paths of source and build have spaces and umlauts: golden tests and a program, by such names.
#
#   check-paths.sh PYTHON LIT SOURCE BUILD DIR
set -euo pipefail

python=$1 lit=$2 source=$(realpath "$3") build=$(realpath "$4") dir="$5/zwei für alle"
rm -rf "$5"
mkdir -p "$dir/build/tests"
ln -s "$source" "$dir/source"
for part in bin lib libexec include; do ln -s "$build/$part" "$dir/build/$part"; done
site=$dir/build/tests/lit.site.cfg.py
sed -e "s,\"$build\",\"$dir/build\"," -e "s,\"$source\",\"$dir/source\"," \
    -e "s,\"$build/tests\",\"$dir/build/tests\"," -e "s,\"$source/tests/lit,\"$dir/source/tests/lit," \
    "$build/tests/lit.site.cfg.py" >"$site"
grep -q 'für alle/build"' "$site"
exec "$python" "$lit" -sv -j1 -Dtier=quick "$dir/build/tests/ir/yields" "$dir/build/tests/conformance/complex"
