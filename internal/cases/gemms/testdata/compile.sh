#!/usr/bin/env bash
# Makes the PTX of gemms.cu, with clang 19 and nothing else. Only needed after gemms.cu has changed.
set -eu
cd "$(dirname "$0")"
for level in 0 3; do
  clang++-19 -x cuda --cuda-device-only -nocudainc -nocudalib -std=c++17 --cuda-gpu-arch=sm_80 \
    -Xclang -target-feature -Xclang +ptx72 -ffp-contract=off -O$level -S -o "gemms.O$level.ptx" gemms.cu
done
