#!/usr/bin/env bash
# Compiles the CUDA C++ of every example to PTX. Only needed after a .cu file
# changed: the PTX is committed. Needs clang 19 (Debian: clang-19); neither the
# CUDA SDK nor a GPU.
set -eu
cd "$(dirname "$0")"
for src in */*.cu; do
  clang++-19 -x cuda --cuda-device-only -nocudainc -nocudalib -std=c++17 --cuda-gpu-arch=sm_70 \
    -Xclang -target-feature -Xclang +ptx63 -ffp-contract=off -O2 -I. -S -o "${src%.cu}.ptx" "$src"
done
