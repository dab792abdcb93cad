package libcuda

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// environment reads what the environment says of the devices. docs/PROGRAMS.md has a table of all variables.
func environment() error {
	read := func(name string, parse func(value string) (want string, err error)) error {
		value := os.Getenv(name)
		if value == "" {
			return nil
		}
		if want, err := parse(value); err != nil {
			return fmt.Errorf("%w: %s is %q: %s", driver.ErrInvalidValue, name, value, want)
		}
		return nil
	}
	if err := read("PTX2GO_COMPUTE_CAPABILITY", func(value string) (string, error) {
		return "a version such as 8.9", setCapability(value, driver.SetComputeCapability)
	}); err != nil {
		return err
	}
	if err := read("PTX2GO_GPU", func(value string) (string, error) {
		n, err := strconv.Atoi(strings.TrimPrefix(value, "sm_"))
		if err == nil {
			err = driver.SetGPU(n/10, n%10)
		}
		return "a target such as sm_89", err
	}); err != nil {
		return err
	}
	if err := read("PTX2GO_DEVICES", func(value string) (string, error) {
		n, err := strconv.Atoi(value)
		if err == nil {
			err = driver.SetDevices(n)
		}
		return fmt.Sprintf("a number from 1 to %d", driver.MaxDevices), err
	}); err != nil {
		return err
	}
	granule := true
	if err := read("PTX2GO_MEMORY", func(value string) (want string, err error) {
		if granule = value == "granule"; !granule && value != "exact" {
			err = strconv.ErrSyntax
		}
		return "exact or granule", err
	}); err != nil {
		return err
	}
	driver.SetGranule(1)
	if granule {
		driver.SetGranule(512)
	}
	return nil
}

func setCapability(value string, set func(major, minor int) error) error {
	a, b, ok := strings.Cut(value, ".")
	major, err := strconv.Atoi(a)
	minor, err2 := strconv.Atoi(b)
	if !ok || err != nil || err2 != nil {
		return strconv.ErrSyntax
	}
	return set(major, minor)
}
