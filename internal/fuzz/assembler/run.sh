#!/bin/bash
# run.sh OUTDIR: asks ptxas about every file in in/, 16 at a time, and writes OUTDIR/answers.gz:
# of each file its exit status and the lines that ptxas refuses, with its messages. Where ptxas
# does not come to the last instruction of a file, which it certainly refuses, it has met text
# that it cannot parse: the lines that it named are taken out, and the file is asked again.
# PTXAS names the assembler; after LIMIT seconds no file is asked again.
cd "$(dirname "$0")" || exit 1
out=$(mkdir -p "$1" && cd "$1" && pwd) || exit 1
export PTXAS=${PTXAS:-ptxas} TMP_ASK=$(mktemp -d)
printf -v start '%(%s)T' -1
export END=$((start + ${LIMIT:-50}))
trap 'rm -rf "$TMP_ASK"' EXIT
ask() {
	local name t now rc last lines arch relocatable
	name=$(basename "$1")
	t=$TMP_ASK/$name
	cp "$1" "$t"
	: >"$t.all"
	arch=$(sed -n 's/^[[:space:]]*\.target[[:space:]]*\([a-z0-9_]*\).*/\1/p' "$t" | head -n 1 | tr -d '\r')
	case $arch in sm_1?|sm_2?|sm_3?|sm_5?|sm_6?|sm_70|sm_72|compute_*|'') arch=sm_75 ;; esac
	relocatable=
	! grep -q '\.extern' "$t" || relocatable=-c # what it declares only may be in another module
	last=$(grep -n 'add\.ftz\.u32 %last' "$t" | cut -d: -f1)
	while :; do
		timeout 10 "$PTXAS" $relocatable -arch="$arch" -o /dev/null "$t" >"$t.log" 2>&1
		rc=$?
		sed -n 's/^ptxas .*, line \([0-9]*\); \(\(error\|fatal\|warning\) .*\)/\1: \2/p' "$t.log" >"$t.new"
		cat "$t.new" >>"$t.all"
		[ -n "$last" ] && ! grep -q "^$last: " "$t.new" || break
		lines=$(sed '/: warning/d' "$t.new" | cut -d: -f1 | sort -nu)
		[ -n "$lines" ] || break
		cp "$t" "$t.old"
		sed -i "$(for l in $lines; do printf '%ss|^\\t\\([^.]\\)|//\\1|\n' "$l"; done)" "$t"
		! cmp -s "$t" "$t.old" || break
		printf -v now '%(%s)T' -1
		[ "$now" -lt "$END" ] || { echo "$name: gave up"; break; }
	done
	echo "$name: status $rc"
	sed -n -e '/aborted due to errors/d' -e '/, line [0-9]*; /d' -e "s/^ptxas \(fatal\|error\) /$name: \1 /p" "$t.log"
	sort -t: -k1,1n -u "$t.all" | sed "s/^/$name:/"
	rm -f "$t" "$t".{all,log,new,old}
}
export -f ask
find in -name '*.ptx' -print0 | sort -z | xargs -0 -P 16 -n 1 bash -c 'ask "$0" >"$TMP_ASK/$(basename "$0").answer"'
{ "$PTXAS" --version | tail -n 2 | sed 's/^/# /'; find "$TMP_ASK" -name '*.answer' -print0 | sort -z | xargs -0 cat; } | gzip -9 >"$out/answers.gz"
