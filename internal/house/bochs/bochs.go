// Package bochs runs programs for linux/amd64 in Bochs, an emulator of a PC with a processor
// that has AVX-512: whether code for it computes the right bits can be seen where no machine
// has it. Times mean nothing there: it executes some ten million instructions a second, and
// starting Linux takes a minute.
//
// It is no sandbox, and knows nothing of what it runs: programs need no shared libraries, and
// see the files of the memory disk only, which are themselves and those that were added.
//
// It needs bochs, grub-mkrescue and xorriso (Debian's bochs, grub-pc-bin, grub-common and
// xorriso), a kernel that needs no modules to start, as that of Debian's
// linux-image-cloud-amd64, and go.
package bochs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Program is what one process runs: /bin/0, /bin/1 and so on of the memory disk.
type Program struct {
	Path  string `json:"-"` // outside
	Input string `json:"-"` // the file outside that it reads as standard input, "" for none
	Args  []string
	Env   []string // as in package os; besides these there is only PATH, HOME and TMPDIR
}

// Machine is a PC that has not been started.
type Machine struct {
	Kernel string            // path of a Linux kernel; Kernels says where they are
	Memory int               // in MiB, the memory disk included; 0 is 1024
	Files  map[string]string // path in the memory disk: path outside, of a file or a folder with all in it
	Log    io.Writer         // what Bochs says of itself; nil is nowhere
}

// Kernels are the kernels on this machine that need no modules.
func Kernels() []string {
	paths, _ := filepath.Glob("/boot/vmlinuz-*-cloud-amd64")
	return paths
}

// Missing reports what a machine needs and is not here; nil if it can run.
func (m *Machine) Missing() error {
	var all []error
	for _, name := range []string{"bochs", "grub-mkrescue", "xorriso", "go"} {
		_, err := exec.LookPath(name)
		all = append(all, err)
	}
	if m.Kernel == "" {
		all = append(all, errors.New("no kernel of linux-image-cloud-amd64"))
	} else if _, err := os.Stat(m.Kernel); err != nil {
		all = append(all, err)
	}
	return errors.Join(all...)
}

// Run starts the machine and runs programs one after another. What they write, to either
// stream, comes to out at once. It returns their exit statuses; 128 and the number of a signal
// that ended one.
func (m *Machine) Run(ctx context.Context, out io.Writer, programs ...Program) ([]int, error) {
	if err := m.Missing(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bochs")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := m.disc(ctx, dir, programs); err != nil {
		return nil, err
	}
	memory := m.Memory
	if memory == 0 {
		memory = 1024
	}
	config := fmt.Sprintf(configuration, memory)
	if err := os.WriteFile(filepath.Join(dir, "bochsrc"), []byte(config), 0o666); err != nil {
		return nil, err
	}
	return m.start(ctx, dir, out, len(programs))
}

// configuration is Bochs's: no window is shown, and nobody asks for one.
const configuration = `config_interface: textconfig
display_library: rfb, options="timeout=0"
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
megs: %d
cpu: model=corei7_skylake_x, count=1, ips=100000000, reset_on_triple_fault=0
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=disc.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=serial
log: log
panic: action=fatal
error: action=report
info: action=ignore
debug: action=ignore
clock: sync=none
`

// grub is what starts the kernel. Without xsaves and xsavec it takes the size of the vector
// registers from where Bochs has it right.
const grub = `set timeout=0
menuentry linux {
linux /boot/vmlinuz console=ttyS0,115200n8 quiet loglevel=1 tsc=unstable nokaslr mitigations=off nopku clearcpuid=xsaves,xsavec panic=-1
initrd /boot/initrd
}
`

// disc writes the disc that is started from.
func (m *Machine) disc(ctx context.Context, dir string, programs []Program) error {
	boot := filepath.Join(dir, "iso", "boot")
	if err := os.MkdirAll(filepath.Join(boot, "grub"), 0o777); err != nil {
		return err
	}
	first := filepath.Join(dir, "init")
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", first, "github.com/ptx2go/ptx2go/internal/house/bochs/init")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	if err := combined(build); err != nil {
		return err
	}
	list, err := json.Marshal(programs)
	if err != nil {
		return err
	}
	var a archive
	a.folder("bin", "dev", "proc", "sys", "tmp")
	a.device("dev/console", 5, 1)
	a.file("init", first)
	a.bytes("programs.json", list)
	for i, p := range programs {
		a.file(fmt.Sprint("bin/", i), p.Path)
		if p.Input != "" {
			a.file(fmt.Sprint("input/", i), p.Input)
		}
	}
	for name, path := range m.Files {
		if err := a.tree(name, path); err != nil {
			return err
		}
	}
	if err := a.write(filepath.Join(boot, "initrd")); err != nil {
		return err
	}
	kernel, err := os.ReadFile(m.Kernel)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(boot, "vmlinuz"), kernel, 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(boot, "grub", "grub.cfg"), []byte(grub), 0o666); err != nil {
		return err
	}
	return combined(exec.CommandContext(ctx, "grub-mkrescue", "-o", filepath.Join(dir, "disc.iso"), filepath.Join(dir, "iso")))
}

// combined runs a command whose output is of interest only if it fails.
func combined(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd.Path, err, out)
	}
	return nil
}

// start runs Bochs until the first process says that all programs have run.
func (m *Machine) start(ctx context.Context, dir string, out io.Writer, programs int) ([]int, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	serial, err := os.Create(filepath.Join(dir, "serial"))
	if err != nil {
		return nil, err
	}
	defer serial.Close()
	cmd := exec.CommandContext(ctx, "bochs", "-q", "-f", "bochsrc")
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = m.Log, m.Log
	// Bochs with a debugger waits to be told to begin, others read nothing.
	cmd.Stdin = io.MultiReader(bytes.NewBufferString("c\n"), silence{ctx})
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	lines := &console{out: out}
	for {
		select {
		case err := <-ended:
			if _, err := io.Copy(lines, serial); err != nil {
				return lines.codes, err
			}
			if !lines.done {
				return lines.codes, fmt.Errorf("the machine stopped in the middle: %v", err)
			}
			return lines.codes, lines.check(programs)
		case <-time.After(200 * time.Millisecond):
			if _, err := io.Copy(lines, serial); err != nil {
				return lines.codes, err
			}
			if lines.done { // it would go on for a while
				stop()
				<-ended
				return lines.codes, lines.check(programs)
			}
		}
	}
}

// silence is an input on which nothing comes.
type silence struct{ context.Context }

func (s silence) Read([]byte) (int, error) {
	<-s.Done()
	return 0, io.EOF
}
