//go:build !(linux && (amd64 || arm64))

package vmem

// Supported says whether there are objects.
const Supported = false

// Reserve fails, as the functions after it do.
func Reserve(n, align, wanted uint64) (uint64, error) { return 0, ErrUnsupported }
func Release(at, n uint64) error                      { return ErrUnsupported }
func Create(n uint64) (int, error)                    { return 0, ErrUnsupported }
func Share(fd int) (int, error)                       { return 0, ErrUnsupported }
func Open(fd int) (int, uint64, error)                { return 0, 0, ErrUnsupported }
func Close(fd int)                                    {}
func Map(at, n uint64, fd int) error                  { return ErrUnsupported }
func Place(at, n uint64, fd int, offset uint64) error { return ErrUnsupported }
func OpenOf(process, fd int) (int, uint64, error)     { return 0, 0, ErrUnsupported }
func Identity(fd int) uint64                          { return 0 }
func Runs(process int) bool                           { return false }
func Commit(at, n uint64) error                       { return ErrUnsupported }
func Unmap(at, n uint64) error                        { return ErrUnsupported }
func Protect(at, n uint64, a Access) error            { return ErrUnsupported }

// Bytes has none.
func Bytes(at, n uint64) []byte { return nil }
