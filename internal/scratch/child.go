package scratch

import (
	"os"
	"os/exec"
	"time"
)

// childTime is how long a program may take to remove what it has made.
const childTime = 5 * time.Second

// Ask makes the end of the command's context an interrupt, not a kill, so that a program
// that has temporary files of its own, as the go command, removes them. One that does not
// end is killed all the same. It returns the command, which must have a context.
func Ask(cmd *exec.Cmd) *exec.Cmd {
	cmd.Cancel = func() error {
		if cmd.Process.Signal(os.Interrupt) != nil {
			return cmd.Process.Kill() // where there is no such signal
		}
		return nil
	}
	cmd.WaitDelay = childTime
	return cmd
}
