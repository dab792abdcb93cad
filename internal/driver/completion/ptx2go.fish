# Completion of ptx2go for fish. Names of files are completed too.
function __ptx2go_complete
	set -l tokens (commandline -opc)
	set -l program $tokens[1]
	set -e tokens[1]
	$program __complete $tokens (commandline -ct) 2>/dev/null
end
complete -c ptx2go -a '(__ptx2go_complete)'
