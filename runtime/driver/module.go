package driver

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/texthash"
)

// Program is a module that a loader has made of a PTX text, with variables of its own. Several
// goroutines may call its methods at a time.
type Program interface {
	// Kernels returns the kernels, with parameters and limits.
	Kernels() []*ptx.Kernel
	// Global returns the memory of a .global or .const variable. Launches know it.
	Global(name string) (ptx.Buffer, bool)
	// Reference says what a reference of the module is: "texture" or "surface", "" for none of that name.
	// Launches have what it stands for in Launch.Textures and Launch.Surfaces.
	Reference(name string) string
	// Check returns the error of a launch that is not possible, as [ptx.Kernel.Check] does.
	Check(k *ptx.Kernel, l ptx.Launch) error
	// Launch runs one of the kernels to its end. Each of params points to the value of a
	// parameter. Errors are those of the runtime, or have a Result.
	Launch(ctx context.Context, k *ptx.Kernel, l ptx.Launch, params ...unsafe.Pointer) error
	// Unload frees the variables.
	Unload()
}

var loader atomic.Pointer[func(...string) (Program, error)]

// SetLoader sets what loads texts that were not translated, several if they are linked: nothing by
// default. Package github.com/ptx2go/ptx2go/interpret calls it when it is imported. If the error
// has no Result, that of the call is ErrInvalidPTX.
func SetLoader(load func(texts ...string) (Program, error)) { loader.Store(&load) }

// between is what stands between the texts of an image: no PTX has it.
const between = "\n\x1c\n"

// Link returns the image of PTX texts that are linked, as cuLinkComplete does, for
// ModuleLoadData: functions and variables that one text declares .extern are those that another one
// defines. ModuleLoadData finds out whether they fit.
func Link(texts ...string) string { return strings.Join(texts, between) }

// translated is a module of generated code.
type translated struct {
	module   *ptx.Module
	instance *ptx.Instance
}

func (t translated) Kernels() []*ptx.Kernel                { return t.module.Kernels() }
func (t translated) Global(name string) (ptx.Buffer, bool) { return t.instance.Get(name) }
func (t translated) Unload()                               { t.instance.Unload() }

// Reference asks by taking away a binding, which no instance of the driver has.
func (t translated) Reference(name string) string {
	switch {
	case t.instance.BindTexture(name, nil) == nil:
		return "texture"
	case t.instance.BindSurface(name, nil) == nil:
		return "surface"
	}
	return ""
}

func (t translated) Check(k *ptx.Kernel, l ptx.Launch) error {
	l.Instance = t.instance
	return k.Check(l)
}

func (t translated) Launch(ctx context.Context, k *ptx.Kernel, l ptx.Launch, params ...unsafe.Pointer) error {
	l.Instance = t.instance
	return k.LaunchRaw(ctx, l, params...)
}

// newTranslated makes an instance of a module, or says that there is no memory for it.
func newTranslated(m *ptx.Module) (p Program, err error) {
	defer func() {
		if v := recover(); v != nil {
			var is bool
			if err, is = v.(error); !is || !errors.Is(err, ptx.ErrOutOfMemory) {
				panic(v)
			}
		}
	}()
	return translated{m, m.Load()}, nil
}

// mod is a module of a context.
type mod struct {
	c         *ctx
	program   Program
	functions map[string]Function // which have been asked for
	refs      references
}

// drop forgets the module and its functions.
func (m *mod) drop(h Module) {
	modules.drop(h)
	for _, f := range m.functions {
		functions.drop(f)
	}
	m.refs.drop()
	m.program.Unload()
}

// ModuleLoadData loads the module of a PTX text, with variables of its own. Generated code is found
// by the text; one that differs only in the architecture of its .target is the same. If the program
// has no such code, and no loader, the error is ErrNoBinaryForGPU. An image that is no text is taken where
// SetImages has been called: of the PTX in it that for the newest target that the device runs.
func ModuleLoadData(image string) (Module, error) {
	const call = "cuModuleLoadData"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	p, err := load(call, image)
	if err != nil {
		return 0, err
	}
	return c.addModule(p), nil
}

func (c *ctx) addModule(p Program) Module {
	m := &mod{c: c, program: p, functions: map[string]Function{}}
	h := modules.add(m)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.modules[h] = m
	return h
}

// ModuleLoad is ModuleLoadData of the text in a file. The errors are also those of ReadImage.
func ModuleLoad(file string) (Module, error) {
	const call = "cuModuleLoad"
	if _, err := begin(call); err != nil {
		return 0, err
	}
	text, err := readImage(call, file, MaxImage)
	if err != nil {
		return 0, err
	}
	return ModuleLoadData(text)
}

func load(call, image string) (Program, error) {
	if strings.Trim(image, "\x00") == "" {
		return nil, refuse(call, ErrInvalidImage, "there is no text")
	}
	image, err := imagePTX(call, image)
	if err != nil {
		return nil, err
	}
	texts := strings.Split(image, between)
	if strict.Load() {
		for _, text := range texts {
			if t := texthash.Target(text); !runs(t) {
				return nil, refuse(call, ErrInvalidPTX, "a text for %s, the device is sm_%d", t, capability.Load())
			}
		}
	}
	m, ok := lookup(texts)
	if !ok {
		if by := loader.Load(); by != nil {
			p, err := (*by)(texts...)
			var r Result
			switch {
			case err == nil:
				return p, nil
			case !errors.As(err, &r):
				r = ErrInvalidPTX
			}
			if r == ErrInvalidPTX && !directive(texts[0]) {
				r = ErrInvalidImage
			}
			return nil, &Error{call, r, err}
		}
		return nil, refuse(call, ErrNoBinaryForGPU, "this program has no Go code of that PTX text (hash %.12s…): "+
			"translate it with `ptx2go generate FILE.ptx` and import the package, "+
			"or import github.com/ptx2go/ptx2go/interpret, which interprets such texts", ptx.TextHash(texts[0]))
	}
	for _, k := range m.Kernels() {
		if k.Addr32 {
			return nil, refuse(call, ErrInvalidPTX, "%s has addresses of 32 bits", m.File)
		}
	}
	p, err := newTranslated(m)
	if err != nil {
		return nil, failed(call, err)
	}
	return p, nil
}

// directive reports whether a text begins with a directive, after comments: GPUs do not take
// anything else for PTX, however wrong.
func directive(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		end := ""
		switch {
		case strings.HasPrefix(text, "//"):
			end = "\n"
		case strings.HasPrefix(text, "/*"):
			end = "*/"
		default:
			return strings.HasPrefix(text, ".")
		}
		_, text, _ = strings.Cut(text, end)
	}
}

func onModule(call string, h Module) (*mod, error) {
	if _, err := begin(call); err != nil {
		return nil, err
	}
	m := modules.get(h)
	if m == nil {
		return nil, refuse(call, ErrInvalidHandle, "there is no module %#x", uintptr(h))
	}
	return m, nil
}

// ModuleUnload frees a module with its variables and functions, after everything that was put into
// streams is done.
func ModuleUnload(h Module) error {
	m, err := onModule("cuModuleUnload", h)
	if err != nil {
		return err
	}
	m.unload(h)
	return nil
}

func (m *mod) unload(h Module) {
	m.c.waitAll()
	m.c.mu.Lock()
	defer m.c.mu.Unlock()
	if _, ok := m.c.modules[h]; ok {
		delete(m.c.modules, h)
		m.drop(h)
	}
}

// ModuleGetFunction returns the kernel of that name. The error is ErrNotFound if there is none, and
// ErrInvalidValue for the empty name.
func ModuleGetFunction(h Module, name string) (Function, error) {
	const call = "cuModuleGetFunction"
	m, err := onModule(call, h)
	if err != nil {
		return 0, err
	}
	if name == "" {
		return 0, refuse(call, ErrInvalidValue, "an empty name")
	}
	for _, k := range m.program.Kernels() {
		if k.Name == name {
			return m.function(h, k), nil
		}
	}
	return 0, refuse(call, ErrNotFound, "the module has no kernel %s", name)
}

// function returns the function of a kernel, the same one each time.
func (m *mod) function(h Module, k *ptx.Kernel) Function {
	m.c.mu.Lock()
	defer m.c.mu.Unlock()
	f, ok := m.functions[k.Name]
	if !ok {
		x := &fn{c: m.c, module: h, program: m.program, kernel: k}
		f = functions.add(x)
		x.handle = f
		m.functions[k.Name] = f
	}
	return f
}

// ModuleFunctions returns the kernels of a module, as cuModuleEnumerateFunctions does.
func ModuleFunctions(h Module) ([]Function, error) {
	m, err := onModule("cuModuleEnumerateFunctions", h)
	if err != nil {
		return nil, err
	}
	var all []Function
	for _, k := range m.program.Kernels() {
		all = append(all, m.function(h, k))
	}
	return all, nil
}

// ModuleGetGlobal returns the address and the size in bytes of a .global or .const variable. The
// error is ErrNotFound if there is none, and ErrInvalidValue for the name of a kernel.
func ModuleGetGlobal(h Module, name string) (DevicePtr, int64, error) {
	return moduleGlobal("cuModuleGetGlobal", h, name)
}

func moduleGlobal(call string, h Module, name string) (DevicePtr, int64, error) {
	m, err := onModule(call, h)
	if err != nil {
		return 0, 0, err
	}
	b, ok := m.program.Global(name)
	if !ok {
		if slices.ContainsFunc(m.program.Kernels(), func(k *ptx.Kernel) bool { return k.Name == name }) {
			return 0, 0, refuse(call, ErrInvalidValue, "%s is a kernel", name)
		}
		return 0, 0, refuse(call, ErrNotFound, "the module has no variable %s", name)
	}
	return DevicePtr(ptx.AddrOf(b)), int64(len(b)), nil
}
