#!/bin/sh
# Lays out the C code as .clang-format says (make format), or names the lines that are laid out otherwise
# (format.sh --check; make check-format): src, runtime, libraries, devicelib, include/softwarp, toolkit, tests/unit, tests/explore and bench.
# CUDA's own headers and programs keep the layout that their tables and documents have.
set -e
cd "$(dirname "$0")/.."
format=${CLANG_FORMAT:-clang-format-19}
command -v "$format" >/dev/null || { echo "format.sh: there is no $format: make deps" >&2; exit 1; }
mode=-i
[ "$1" = --check ] && mode="--dry-run -Werror"
find src runtime libraries devicelib include/softwarp toolkit tests/unit tests/explore bench -name '*.[ch]' -print0 | xargs -0 "$format" $mode
