//go:build linux

// Command init is the first process of the machine of package bochs: it runs the programs that
// the memory disk names, and turns the machine off.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// program is a Program of package bochs.
type program struct{ Args, Env []string }

func main() {
	for _, m := range [][2]string{{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/tmp"}} {
		if err := syscall.Mount(m[0], m[1], m[0], 0, ""); err != nil {
			fmt.Println(m[1], err)
		}
	}
	say("begin")
	if err := runAll(); err != nil {
		fmt.Println(err)
	}
	say("end")
	drain()
	syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF)
}

// say writes a line for the other side. What was written before it need not end with one.
func say(line string) { fmt.Printf("\x01%s\n", line) }

// drain waits until what was written has gone over the line, which is slow.
func drain() {
	const tcsbrk = 0x5409
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, os.Stdout.Fd(), tcsbrk, 1); errno != 0 {
		fmt.Println("tcdrain:", errno)
		time.Sleep(5 * time.Second)
	}
}

func runAll() error {
	text, err := os.ReadFile("/programs.json")
	if err != nil {
		return err
	}
	var all []program
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for i, p := range all {
		cmd := exec.Command("/bin/"+strconv.Itoa(i), p.Args...)
		cmd.Env = append([]string{"PATH=/bin", "HOME=/tmp", "TMPDIR=/tmp"}, p.Env...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stdout
		if in, err := os.Open("/input/" + strconv.Itoa(i)); err == nil {
			cmd.Stdin = in
		}
		say("exit " + strconv.Itoa(status(cmd.Run())))
	}
	return nil
}

// status is the exit status of a command that returned err, as shells have it.
func status(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		fmt.Println(err)
		return 127
	}
	if w, ok := exit.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return exit.ExitCode()
}
