#!/bin/bash
# A Meson project: its sanity check of nvcc, its compiler questions, programs and libraries, dependency('cuda').
. "$(dirname "$0")/common.sh"

command -v meson >/dev/null || skip "no Meson here"
export CUDA_PATH=$toolkit
cp -r "$projects" source
as_nvcc meson setup build source/meson
as_nvcc ninja -C build -j2
as_nvcc meson test -C build --print-errorlogs
