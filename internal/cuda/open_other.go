//go:build !cuda || !linux || (!amd64 && !arm64)

package cuda

// Built says whether this program can use a GPU.
const Built = false

func load(string) (*api, error) { return nil, ErrNotBuilt }
