#!/bin/bash
# run.sh OUTDIR: records everything (at most about 75 s) and packs it. PAR processes (8), SECONDS_MAX (66).
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?outdir}; mkdir -p "$out"; out=$(cd "$out" && pwd)
cd "$here"
py=${PYTHON:-python3}
timeout -k 2 72 $py rec.py all "$out" >"$out/run.out" 2>&1
rc=$?
(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader; date -u; $py -V) >"$out/machine.txt" 2>&1
rm -f "$out"/*.at
cat "$out"/*.log >"$out/failures.txt" 2>/dev/null
gzip -9 -n -f "$out"/*.rec
tar czf "$out/logs.tgz" -C "$out" --remove-files $(cd "$out" && ls *.log 2>/dev/null) 2>/dev/null
echo "rc $rc, $(ls "$out"/*.rec.gz | wc -l) groups, $(du -cb "$out"/*.rec.gz | tail -1 | cut -f1) bytes; failures: $(grep -c '"error"' "$out/failures.txt")"
cat "$out/run.out" | tail -5
