package libcuda

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/libcuda/switches"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// environment does what the environment says of the devices. Package switches has the table of all variables,
// and has checked their values.
func environment() error {
	if err := switches.Check(os.Getenv); err != nil {
		return fmt.Errorf("%w: %w", driver.ErrInvalidValue, err)
	}
	if v := os.Getenv(switches.Capability); v != "" {
		major, minor, _ := switches.Version(v)
		if err := driver.SetComputeCapability(major, minor); err != nil {
			return err
		}
	}
	if v := os.Getenv(switches.GPU); v != "" {
		n, _ := strconv.Atoi(strings.TrimPrefix(v, "sm_"))
		if err := driver.SetGPU(n/10, n%10); err != nil {
			return err
		}
	}
	if v := os.Getenv(switches.Devices); v != "" {
		n, _ := strconv.Atoi(v)
		if err := driver.SetDevices(n); err != nil {
			return err
		}
	}
	ptx.SetMemoryLimit(0)
	if v := os.Getenv(switches.Size); v != "" {
		n, _ := switches.Bytes(v)
		ptx.SetMemoryLimit(n)
	} else { // A program that fills half of the memory of a GPU, and has as much of its own, does not fill the machine.
		_, all := ptx.MemoryInfo()
		ptx.SetMemoryLimit(all / 2)
	}
	interpreted := false
	switch os.Getenv(switches.Memory) {
	case switches.Exact:
		driver.SetGranule(1)
	case switches.Warn:
		interpreted = true
		fallthrough
	default:
		driver.SetGranule(granule)
	}
	switch os.Getenv(switches.Approx) {
	case switches.Bits:
		driver.SetApprox(driver.ApproxGPU)
	case switches.Accurate:
		driver.SetApprox(driver.ApproxAccurate)
	}
	if v := os.Getenv(switches.Sanitize); v != "" {
		watch(strings.Split(v, ","))
		interpreted = true
	}
	if interpreted { // only the interpreter does what was asked for
		driver.SetLinked(func(*ptx.Module) bool { return false })
	}
	return nil
}

// granule is that of GPUs.
const granule = 512
