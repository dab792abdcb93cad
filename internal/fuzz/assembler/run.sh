#!/bin/bash
# run.sh OUTDIR: asks ptxas about every file in in/, 16 at a time, and writes OUTDIR/answers.gz:
# of each file its exit status and the lines that ptxas refuses, with its messages. A line that
# ptxas cannot parse ends its work, so it is taken out of the file and the file asked again.
# PTXAS names the assembler; after LIMIT seconds no file is asked again.
cd "$(dirname "$0")" || exit 1
out=$(mkdir -p "$1" && cd "$1" && pwd) || exit 1
export PTXAS=${PTXAS:-ptxas} TMP_ASK=$(mktemp -d)
printf -v start '%(%s)T' -1
export END=$((start + ${LIMIT:-50}))
trap 'rm -rf "$TMP_ASK"' EXIT
ask() {
	local name t log now rc line arch
	name=$(basename "$1")
	t=$TMP_ASK/$name log=$TMP_ASK/$name.log
	cp "$1" "$t"
	arch=$(sed -n 's/^[[:space:]]*\.target[[:space:]]*\([a-z0-9_]*\).*/\1/p' "$t" | head -n 1 | tr -d '\r')
	case $arch in sm_1?|sm_2?|sm_3?|sm_5?|sm_6?|sm_70|sm_72|compute_*|'') arch=sm_75 ;; esac
	while :; do
		timeout 10 "$PTXAS" -arch="$arch" -o /dev/null "$t" >"$log" 2>&1
		rc=$?
		line=$(sed -n 's/^ptxas .*, line \([0-9]*\); fatal *: .*/\1/p' "$log" | head -n 1)
		[ -n "$line" ] || break
		echo "$name:$line: $(sed -n 's/^ptxas .*, line [0-9]*; \(fatal *: .*\)/\1/p' "$log" | head -n 1)"
		case $name in whole*) break ;; esac
		printf -v now '%(%s)T' -1
		[ "$now" -lt "$END" ] || { echo "$name: gave up"; break; }
		sed -i "${line}s|^|//|" "$t"
	done
	echo "$name: status $rc"
	sed -n -e "s/^ptxas .*, line \([0-9]*\); \(error .*\)/$name:\1: \2/p" -e "s/^ptxas .*, line \([0-9]*\); \(warning .*\)/$name:\1: \2/p" \
		-e '/aborted due to errors/d' -e "/, line [0-9]*; /d" -e "s/^ptxas \(fatal\|error\) /$name: \1 /p" "$log" | awk '!seen[$0]++' | head -n 2000
	rm -f "$t" "$log"
}
export -f ask
find in -name '*.ptx' -print0 | sort -z | xargs -0 -P 16 -n 1 bash -c 'ask "$0" >"$TMP_ASK/$(basename "$0").answer"'
{ "$PTXAS" --version | tail -n 2 | sed 's/^/# /'; find "$TMP_ASK" -name '*.answer' -print0 | sort -z | xargs -0 cat; } | gzip -9 >"$out/answers.gz"
