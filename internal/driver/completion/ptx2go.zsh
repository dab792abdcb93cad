#compdef ptx2go
# Completion of ptx2go for zsh.
_ptx2go() {
	local line
	local -a values
	for line in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
		[[ -n $line ]] && values+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
	done
	if (( $#values )); then
		_describe ptx2go values
	else
		_files
	fi
}
if [[ $funcstack[1] == _ptx2go ]]; then
	_ptx2go "$@"
else
	compdef _ptx2go ptx2go
fi
