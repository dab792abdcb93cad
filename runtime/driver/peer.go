package driver

// DeviceCanAccessPeer reports whether contexts on a device can be given access to memory of another one: on
// all but itself.
func DeviceCanAccessPeer(d, peer Device) (bool, error) {
	const call = "cuDeviceCanAccessPeer"
	if err := d.check(call); err != nil {
		return false, err
	}
	return d != peer, peer.check(call)
}

// peers returns the current context and another one.
func peers(call string, h Context) (c, peer *ctx, err error) {
	if c, err = begin(call); err != nil {
		return nil, nil, err
	}
	if peer = contexts.get(h); peer == nil {
		return nil, nil, refuse(call, ErrInvalidContext, "there is no context %#x", uintptr(h))
	}
	return c, peer, nil
}

// CtxEnablePeerAccess lets the current context reach memory of another one. flags must be 0. The error is
// ErrPeerAccessUnsupported if it is one on the same device, and ErrPeerAccessAlreadyEnabled if it can.
func CtxEnablePeerAccess(h Context, flags uint32) error {
	const call = "cuCtxEnablePeerAccess"
	c, peer, err := peers(call, h)
	switch {
	case err != nil:
		return err
	case flags != 0:
		return refuse(call, ErrInvalidValue, "flags %#x", flags)
	case c.device == peer.device:
		return refuse(call, ErrPeerAccessUnsupported, "both contexts are on device %d", int32(c.device))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.peers[peer] {
		return refuse(call, ErrPeerAccessAlreadyEnabled, "access to context %#x is enabled", uintptr(h))
	}
	c.peers[peer] = true
	return nil
}

// CtxDisablePeerAccess undoes CtxEnablePeerAccess. The error is ErrPeerAccessNotEnabled if there is nothing to
// undo.
func CtxDisablePeerAccess(h Context) error {
	const call = "cuCtxDisablePeerAccess"
	c, peer, err := peers(call, h)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.peers[peer] {
		return refuse(call, ErrPeerAccessNotEnabled, "access to context %#x is not enabled", uintptr(h))
	}
	delete(c.peers, peer)
	return nil
}

// PointerGetDevice returns the device of memory that was allocated or registered.
func PointerGetDevice(p DevicePtr) (Device, error) {
	const call = "cuPointerGetAttribute"
	if _, err := begin(call); err != nil {
		return 0, err
	}
	base, _, ok := buffer(p)
	if !ok {
		return 0, refuse(call, ErrInvalidValue, "there is no memory at %#x", uintptr(p))
	}
	if c := owner(base); c != nil {
		return c.device, nil
	}
	c, err := begin(call)
	return c.device, err // a variable of a module
}

// owner is the context that has allocated memory, nil for none.
func owner(p DevicePtr) *ctx {
	contexts.mu.RLock()
	defer contexts.mu.RUnlock()
	for _, c := range contexts.of {
		c.mu.Lock()
		_, is := c.memory[p]
		c.mu.Unlock()
		if is {
			return c
		}
	}
	return nil
}
