#!/usr/bin/env bash
# Compiles the CUDA C++ of every example to PTX. Only needed after a .cu file
# changed: the PTX is committed. Needs clang 19 (Debian: clang-19); neither the
# CUDA SDK nor a GPU.
set -eu
cd "$(dirname "$0")"
for src in */*.cu; do
  debug=()
  arch=sm_70 ptx=ptx63
  if [ "$src" = tensor/kernel.cu ]; then # mma of k16 and cp.async
    arch=sm_80 ptx=ptx70
  fi
  if [ "$src" = particles/kernel.cu ]; then # its structures are those of debug information
    debug=(-g -Xclang -debug-info-kind=limited -fno-verbose-asm -fdebug-compilation-dir=. -fdebug-prefix-map=/usr/lib/llvm-19/lib/=)
  fi
  clang++-19 -x cuda --cuda-device-only -nocudainc -nocudalib -std=c++17 --cuda-gpu-arch="$arch" \
    -Xclang -target-feature -Xclang "+$ptx" -ffp-contract=off -O2 -I. "${debug[@]}" -S -o "${src%.cu}.ptx" "$src"
done
