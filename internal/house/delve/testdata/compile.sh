#!/usr/bin/env bash
# Compiles kernels.cu to PTX with the lines of its source. Needs clang 19. As clang does not say
# where it has inlined a function, the .loc of scaled gets that here, as nvcc -lineinfo writes it.
set -eu
cd "$(dirname "$0")"
clang++-19 -x cuda --cuda-device-only -nocudainc -nocudalib -std=c++17 --cuda-gpu-arch=sm_70 \
  -Xclang -target-feature -Xclang +ptx72 -ffp-contract=off -O2 -gline-tables-only -fdebug-prefix-map="$PWD=/src" -fdebug-prefix-map=/usr/lib/llvm-19/lib/clang/19/include=/clang \
  -I../../../../examples -S -o - kernels.cu | sed -E \
  -e 's|^(\s*\.loc\s+1 5 [0-9]+) .*|\1, function_name $L__info_string0, inlined_at 1 19 17|' \
  -e 's|^(\s*\.section\s+\.debug_loc.*)|\1\n\t.section .debug_str\n\t{\n$L__info_string0:\n\t.b8 115,99,97,108,101,100,0 // scaled\n\t}|' \
  >kernels.ptx
