#!/bin/bash
# The Debian package: made by cpack, looked at, installed, used, removed. Installing wants root, and a machine that may
# be changed (CI=true); elsewhere the package is unpacked into a folder and used from there.
. "$(dirname "$0")/common.sh"

[ -e "$tree/CPackConfig.cmake" ] && command -v dpkg-deb >/dev/null ||
    skip "no build folder, or no dpkg here"
cpack -G DEB --config "$tree/CPackConfig.cmake" -B "$work/made"
package=$(echo made/*.deb)
dpkg-deb --info "$package"
for field in Package Version Architecture Maintainer Description Depends; do
    [ -n "$(dpkg-deb --field "$package" $field)" ] || fail "no $field"
done
expect '^clang-19,.*binutils.*libllvm19' dpkg-deb --field "$package" Depends
expect 'libsoftwarp 0 softwarp' dpkg-deb --info "$package" shlibs
expect 'ldconfig' dpkg-deb --info "$package" triggers
# What conflicts with other versions of itself would take these away.
if dpkg-deb --field "$package" Depends Recommends | grep libomp; then fail "libomp is asked for"; fi
dpkg-deb --contents "$package" >contents
for path in bin/swcc bin/softwarp libexec/softwarp/nvcc libexec/softwarp/include lib/libsoftwarp.so.0 \
    libexec/softwarp/lib64/libcudart.so lib/cmake/Softwarp/SoftwarpConfig.cmake share/doc/softwarp/copyright \
    share/doc/softwarp/README.md share/doc/softwarp/CHANGELOG.md share/doc/softwarp/docs/checkers.md share/doc/softwarp/examples/custom_atomics.cu \
    share/man/man1/swcc.1.gz share/man/man1/softwarp-check.1.gz share/man/man1/softwarp-verify.1.gz; do
    grep -q " \./usr/$path\( \|\$\)" contents || fail "no /usr/$path in the package"
done
if grep -vE ' (root/root|0/0) ' contents; then fail "not root's"; fi
if grep -E '^.....w|^........w' contents | grep -v '^l'; then fail "others may write"; fi

use() { # prefix
    local root=$1
    "$root/bin/softwarp" info
    "$root/bin/swcc" -DKIND=\"package\" "$projects/cmake/main.cu" "$projects/cmake/scale.cu" -o static
    PATH=$root/libexec/softwarp:$PATH nvcc -cudart shared -DKIND=\"package\" "$projects/cmake/main.cu" \
        "$projects/cmake/scale.cu" -o shared
    ./static
    ./shared
    "$projects/config.sh" "$root" "$work/by_name"
}

if [ "$(id -u)" -ne 0 ] || [ "${CI:-}" != true ] || dpkg-query -W softwarp >/dev/null 2>&1; then
    dpkg-deb --extract "$package" unpacked
    use "$work/unpacked/usr"
    exit 0
fi
dpkg --install "$package"
trap 'dpkg --purge softwarp' EXIT
dpkg --verify softwarp
use /usr
expect '/usr/lib/libsoftwarp.so.0' ldd ./shared
trap - EXIT
dpkg --purge softwarp
while read -r _ _ _ _ _ path _; do
    case $path in
    */) ;; # folders may be others' too
    *) [ ! -e "/${path#./}" ] || fail "$path is left" ;;
    esac
done <contents
[ ! -e /usr/libexec/softwarp ] && [ ! -e /usr/lib/softwarp ] || fail "folders are left"
