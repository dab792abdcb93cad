package gen

// SetConditional is the device function cudaGraphSetConditional: it sets the number of a conditional node of a graph, of
// which the handle is the address.
func (t *Thread) SetConditional(handle uint64, value uint32) { t.StoreU32Volatile(handle, value) }
