package driver

import (
	"sync"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// library is a PTX text whose module each context loads when it needs it.
type library struct {
	handle Library
	image  string

	mu      sync.Mutex
	first   Program // what the text was loaded as to find its errors, until a context takes it
	modules map[*ctx]Module
	names   []string
	kernels map[string]Kernel
}

// kern is a kernel of a library.
type kern struct {
	of   *library
	name string
}

// LibraryLoadData loads a PTX text for all contexts: each gets a module of its own, with its
// own variables, when a function or a variable is asked for in it. The errors are those of
// ModuleLoadData.
func LibraryLoadData(image string) (Library, error) {
	const call = "cuLibraryLoadData"
	if err := ready(call); err != nil {
		return 0, err
	}
	return loadLibrary(call, image)
}

// LibraryLoadFromFile is LibraryLoadData of the text in a file. The errors are also those of
// ReadImage.
func LibraryLoadFromFile(file string) (Library, error) {
	const call = "cuLibraryLoadFromFile"
	if err := ready(call); err != nil {
		return 0, err
	}
	text, err := readImage(call, file, MaxImage)
	if err != nil {
		return 0, err
	}
	return loadLibrary(call, text)
}

func loadLibrary(call, image string) (Library, error) {
	p, err := load(call, image)
	if err != nil {
		return 0, err
	}
	l := &library{image: image, first: p, modules: map[*ctx]Module{}, kernels: map[string]Kernel{}}
	for _, k := range p.Kernels() {
		l.names = append(l.names, k.Name)
		l.kernels[k.Name] = libraryKernels.add(&kern{l, k.Name})
	}
	l.handle = libraries.add(l)
	return l.handle, nil
}

func onLibrary(call string, h Library) (*library, error) {
	return libraries.find(call, h, "library", ErrInvalidHandle)
}

// module returns the library's module in a context.
func (l *library) module(call string, c *ctx) (Module, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h, ok := l.modules[c]; ok && modules.get(h) != nil {
		return h, nil
	}
	p := l.first
	l.first = nil
	if p == nil {
		var err error
		if p, err = load(call, l.image); err != nil {
			return 0, err
		}
	}
	for c, h := range l.modules {
		if modules.get(h) == nil {
			delete(l.modules, c) // it has ended with its context
		}
	}
	h := c.addModule(p)
	l.modules[c] = h
	return h, nil
}

// LibraryUnload frees a library with its modules, after everything that was put into streams of
// their contexts is done.
func LibraryUnload(h Library) error {
	const call = "cuLibraryUnload"
	l, err := onLibrary(call, h)
	if err != nil {
		return err
	}
	if libraries.drop(h) == nil {
		return refuse(call, ErrInvalidHandle, "there is no library %#x", uintptr(h))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.kernels {
		libraryKernels.drop(k)
	}
	for _, h := range l.modules {
		if m := modules.get(h); m != nil {
			m.unload(h)
		}
	}
	if l.first != nil {
		l.first.Unload()
	}
	return nil
}

// LibraryGetKernel returns the kernel of that name. The error is ErrNotFound if there is none.
func LibraryGetKernel(h Library, name string) (Kernel, error) {
	const call = "cuLibraryGetKernel"
	l, err := onLibrary(call, h)
	if err != nil {
		return 0, err
	}
	k, ok := l.kernels[name]
	if !ok {
		return 0, refuse(call, ErrNotFound, "the library has no kernel %s", name)
	}
	return k, nil
}

// LibraryKernels returns the kernels of a library, as cuLibraryEnumerateKernels does.
func LibraryKernels(h Library) ([]Kernel, error) {
	l, err := onLibrary("cuLibraryEnumerateKernels", h)
	if err != nil {
		return nil, err
	}
	var all []Kernel
	for _, name := range l.names {
		all = append(all, l.kernels[name])
	}
	return all, nil
}

// LibraryGetModule returns the module of a library in the current context.
func LibraryGetModule(h Library) (Module, error) {
	const call = "cuLibraryGetModule"
	l, err := onLibrary(call, h)
	if err != nil {
		return 0, err
	}
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	return l.module(call, c)
}

// LibraryGetGlobal returns the address and the size in bytes of a variable in the current context.
// The error is ErrNotFound if there is none.
func LibraryGetGlobal(h Library, name string) (DevicePtr, int64, error) {
	const call = "cuLibraryGetGlobal"
	m, err := LibraryGetModule(h)
	if err != nil {
		return 0, 0, err
	}
	return moduleGlobal(call, m, name)
}

// KernelGetFunction returns the function of a kernel in the current context.
func KernelGetFunction(h Kernel) (Function, error) {
	const call = "cuKernelGetFunction"
	k, err := onKernel(call, h)
	if err != nil {
		return 0, err
	}
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	m, err := k.of.module(call, c)
	if err != nil {
		return 0, err
	}
	return ModuleGetFunction(m, k.name)
}

// KernelGetName returns the name of a kernel.
func KernelGetName(h Kernel) (string, error) {
	k, err := onKernel("cuKernelGetName", h)
	if err != nil {
		return "", err
	}
	return k.name, nil
}

func onKernel(call string, h Kernel) (*kern, error) {
	return libraryKernels.find(call, h, "kernel", ErrInvalidHandle)
}

// function is the function of the kernel in a context.
func (k *kern) function(call string, c *ctx) (*fn, error) {
	h, err := k.of.module(call, c)
	if err != nil {
		return nil, err
	}
	m := modules.get(h)
	if m == nil {
		return nil, refuse(call, ErrInvalidHandle, "the library of kernel %s was unloaded", k.name)
	}
	var of *ptx.Kernel
	for _, x := range m.program.Kernels() {
		if x.Name == k.name {
			of = x
		}
	}
	return functions.get(m.function(h, of)), nil
}
