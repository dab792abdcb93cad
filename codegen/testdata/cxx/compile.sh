#!/usr/bin/env bash
# Makes ../cxx.txtar of kernels.cu, and of structs.cu, with debug information, ../structs.txtar. Only needed
# after one of them changed; then go test ./codegen -run Golden -update. Needs clang 19 (Debian: clang-19).
set -eu
cd "$(dirname "$0")"
make() { # txtar, heading, source, flags
  { printf '%s\n-- in.ptx --\n' "$2"
    clang++-19 -x cuda --cuda-device-only -nocudainc -nocudalib -std=c++17 --cuda-gpu-arch=sm_80 -fno-verbose-asm \
      -Xclang -target-feature -Xclang +ptx70 -ffp-contract=off -O2 -I../../../examples -S "${@:4}" -o - "$3"
  } >"../$1"
}
make cxx.txtar 'Names and types of C++: cxx/kernels.cu, compiled by cxx/compile.sh.' kernels.cu
make structs.txtar 'Structures of C++ by debug information: cxx/structs.cu, compiled by cxx/compile.sh.' structs.cu \
  -g -Xclang -debug-info-kind=limited -fdebug-compilation-dir=. -fdebug-prefix-map=/usr/lib/llvm-19/lib/=
