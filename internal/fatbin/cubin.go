package fatbin

import (
	"bytes"
	"debug/elf"
	"slices"
)

// entry is the bit of a symbol's other flags that says that a function is a kernel.
const entry = 0x10

// CubinKernels lists the kernels of a cubin, by name.
func CubinKernels(data []byte) (names []string, err error) {
	err = guard(func() error {
		f, err := elf.NewFile(bytes.NewReader(data))
		if err != nil {
			return err
		}
		symbols, err := f.Symbols()
		if err != nil {
			return err
		}
		for _, s := range symbols {
			if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Other&entry != 0 {
				names = append(names, s.Name)
			}
		}
		return nil
	})
	slices.Sort(names)
	return slices.Compact(names), err
}
