#!/bin/bash
# Installs the Debian packages that are missing, and only those.
#
#   install-deps.sh [--check] group...      groups: build, libraries, test, asan, bench
#
# What is needed is recognised by what it brings (a program, a header), not by the package database, so a machine that
# has LLVM 19 from elsewhere is left alone. --check installs nothing: it fails with the command to type.
set -euo pipefail

llvm=$(llvm-config-19 --prefix 2>/dev/null || echo /usr/lib/llvm-19)

has_program() { command -v "$1" >/dev/null 2>&1; }
has_header() { [ -e "/usr/include/$1" ] || [ -e "/usr/local/include/$1" ]; }
has_file() { compgen -G "$1" >/dev/null; }
has_library() { gcc -shared -x c /dev/null -l"$1" -o /dev/null 2>/dev/null; }

# package | test that it is there
build_table() {
    cat <<-END
	gcc           | has_program gcc
	g++           | has_program g++
	make          | has_program make
	cmake         | has_program cmake
	ninja-build   | has_program ninja
	binutils      | has_program ld
	clang-19      | has_program clang-19
	llvm-19       | has_program llvm-config-19
	llvm-19-dev   | has_file $llvm/include/llvm-c/Core.h
	llvm-19-tools | has_file $llvm/bin/FileCheck
	libcmocka-dev | has_header cmocka.h
	libdw-dev     | has_header elfutils/libdwfl.h
	libelf-dev    | has_header libelf.h
	python3       | has_program python3
	END
}

# What programs include. Nothing of the build or of swcc wants it.
libraries_table() {
    cat <<-END
	libthrust-dev | has_header thrust/version.h
	libcub-dev    | has_header cub/version.cuh
	libcu++-dev   | has_header cuda/std/version
	END
}

test_table() {
    cat <<-END
	gdb           | has_program gdb
	clang-format-19 | has_program clang-format-19
	valgrind      | has_program valgrind
	ccache        | has_program ccache
	libomp-19-dev | has_file $llvm/lib/libomp.so
	lld-19        | has_file $llvm/bin/ld.lld
	meson         | has_program meson
	pkg-config    | has_program pkg-config
	openmpi-bin   | has_program mpirun
	libopenmpi-dev | has_program mpicc
	dpkg-dev      | has_program dpkg-shlibdeps
	libclang-rt-19-dev | has_file $llvm/lib/clang/19/lib/*/libclang_rt.ubsan_standalone*
	END
}

asan_table() {
    cat <<-END
	libclang-rt-19-dev | has_file $llvm/lib/clang/19/lib/*/libclang_rt.asan*.so
	END
}

# The benchmark's opponents; it runs without them too.
bench_table() {
    cat <<-END
	pocl-opencl-icd         | has_file /etc/OpenCL/vendors/pocl*.icd
	ocl-icd-opencl-dev      | has_header CL/cl.h && has_library OpenCL
	libopenblas-pthread-dev | has_library openblas
	END
}

missing_of() { # group
    local package check
    "$1_table" | while IFS='|' read -r package check; do
        eval "$check" || echo "${package// /}"
    done
}

apt() { DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 "$@"; }

only_check=no
if [ "${1:-}" = --check ]; then
    only_check=yes
    shift
fi

missing=()
for group in "$@"; do
    mapfile -t -O "${#missing[@]}" missing < <(missing_of "$group")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ "$only_check" = yes ]; then
    echo "Softwarp needs packages that are not installed: ${missing[*]}" >&2
    echo "Install them with:  make deps" >&2
    exit 1
fi
if ! has_program apt-get; then
    echo "Softwarp needs: ${missing[*]}" >&2
    echo "There is no apt-get here to install them with; on other systems install LLVM and clang 19 (with the C API," >&2
    echo "FileCheck and lit), CMake, Ninja, cmocka, and elfutils' libdw and libelf by hand." >&2
    exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! has_program sudo; then
        echo "Softwarp needs: ${missing[*]}" >&2
        echo "Neither root nor sudo: ask an administrator for  apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo --preserve-env=DEBIAN_FRONTEND)
fi

echo "Installing: ${missing[*]}"
apt update -qq || echo "apt-get update failed; trying with the package lists that are here" >&2
if ! apt install -qq -y --no-install-recommends "${missing[@]}"; then
    echo "apt-get could not install: ${missing[*]}" >&2
    echo "LLVM 19 is in Debian 12's own archive (since 12.8); on older lists add apt.llvm.org." >&2
    exit 1
fi
