package devmem

import (
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// machineMemory is how much memory the machine has, or the control group that the process
// is in, in bytes.
var machineMemory = sync.OnceValue(func() uint64 {
	total := uint64(math.MaxInt / 2)
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) == nil {
		total = min(total, uint64(info.Totalram)*uint64(info.Unit))
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
			total = min(total, n)
		}
	}
	return total
})
