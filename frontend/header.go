package frontend

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/nearest"
)

func (b *builder) setVersion(n *versionNode) {
	t := tokenOf(n.Number)
	v, ok := isa.ParseVersion(n.Number.Value)
	if !ok || v.Major < 1 {
		b.hintf(t, "version", "a version is written as 8.0", "%s is not a PTX version", n.Number.Value)
		if b.version.end == 0 {
			b.m.Version, b.version = isa.NewestVersion(), t
		}
		return
	}
	if b.version.end > 0 && v != b.m.Version {
		b.errorf(t, "version", "a second .version that differs from the first, %s", b.m.Version)
		return
	}
	if latest := isa.NewestVersion(); latest.Less(v) {
		b.l.Add(diag.Diagnostic{Pos: t.at(), Len: t.width(), Severity: diag.Warning, Code: "version",
			Msg: fmt.Sprintf("PTX %s is newer than %s, the newest version this program knows", v, latest)})
	}
	b.m.Version, b.version = v, t
}

func (b *builder) setTarget(n *targetNode) {
	key := tokenOf(n.Key)
	target, ok := b.targetOf(n)
	switch {
	case !ok:
		if b.target.end == 0 {
			b.m.noTarget, b.target = true, key // and one that follows changes nothing
		}
		return
	case b.target.end > 0:
		if old := b.m.Target; !b.m.noTarget && (target.Arch != old.Arch || target.Suffix != old.Suffix || !slices.Equal(target.Options, old.Options)) {
			b.errorf(key, "target", "a second .target that differs from the first, %s", old)
		}
		return
	}
	since := target.Since()
	if b.version.end > 0 && b.m.Version.Less(since) {
		b.l.Add(diag.Diagnostic{Pos: key.at(), Len: key.width(), Severity: diag.Warning, Code: "target",
			Msg: fmt.Sprintf("%s is a target since PTX %s; this module says .version %s", target, since, b.m.Version)})
	}
	b.targetOptions(key, target)
	b.m.Target, b.target = target, key
}

// targetOptions checks the options against the architecture, the version and
// each other (section 11.1.2).
func (b *builder) targetOptions(key token, t isa.Target) {
	texmode := isa.Version{Major: 1, Minor: 5}
	switch unified, independent := t.Has("texmode_unified"), t.Has("texmode_independent"); {
	case unified && independent:
		b.errorf(key, "target", "texmode_unified and texmode_independent exclude each other")
	case (unified || independent) && b.version.end > 0 && b.m.Version.Less(texmode):
		b.errorf(key, "version", "a texturing mode needs PTX %s or later; this module says .version %s", texmode, b.m.Version)
	}
}

// targetHint names the target that an unknown one was meant to be: the latest
// before it, where it is only a number that no GPU has.
func targetHint(name string, t isa.Target, parsed bool) string {
	if !parsed {
		return nearest.Hint(name, append(isa.TargetNames(), isa.TargetOptions...))
	}
	best := isa.Target{}
	for _, n := range isa.TargetNames() {
		if k, _ := isa.ParseTarget(n); k.Suffix == 0 && k.Arch <= t.Arch && k.Arch > best.Arch {
			best = k
		}
	}
	if best.Arch == 0 {
		return ""
	}
	return "did you mean " + best.String() + "?"
}

// targetOf reads the names after .target. It reports what is wrong and returns
// false then.
func (b *builder) targetOf(n *targetNode) (target isa.Target, ok bool) {
	var options []string
	arch := false
	for _, t := range listOf(n.Names) {
		name := b.text(t)
		if slices.Contains(isa.TargetOptions, name) {
			options = append(options, name)
			continue
		}
		a, ok := isa.ParseTarget(name)
		switch {
		case !ok, !a.Known() && !a.Newer():
			b.hintf(t, "target", targetHint(name, a, ok), "unknown target %s", name)
			return target, false
		case arch:
			b.errorf(t, "target", "a second architecture %s", name)
			return target, false
		case a.Newer():
			b.l.Add(diag.Diagnostic{Pos: t.at(), Len: t.width(), Severity: diag.Warning, Code: "target",
				Msg: name + " is newer than all targets that this program knows"})
		}
		arch, target = true, a
	}
	if !arch {
		b.errorf(tokenOf(n.Key), "target", ".target names no architecture")
		return target, false
	}
	target.Options = options
	return target, true
}

func (b *builder) setAddressSize(n *addrSizeNode) {
	t := tokenOf(n.Bits)
	c, ok := b.literal(t)
	if !ok {
		return
	}
	switch {
	case c.Bits != 32 && c.Bits != 64:
		b.errorf(t, "syntax", ".address_size must be 32 or 64")
	case b.size.end > 0 && int(c.Bits) != b.m.AddressSize:
		b.errorf(t, "syntax", "a second .address_size that differs from the first, %d", b.m.AddressSize)
	case len(b.m.Decls) > 0 && b.size.end == 0:
		b.errorf(t, "syntax", ".address_size must come before all declarations")
	default:
		b.m.AddressSize, b.m.sized, b.size = int(c.Bits), true, t
	}
}

// header reports what must stand at the beginning of a module and does not.
func (b *builder) header() {
	switch {
	case b.version.end == 0:
		b.l.Add(diag.Diagnostic{Pos: diag.At(b.m.text.Start), Len: 1, Code: "version", Msg: "the module has no .version",
			Hint: "a PTX file begins with .version and .target"})
		b.m.Version = isa.NewestVersion()
	case b.m.noVersion > 0:
		b.l.Errorf(b.m.noVersion, "version", ".version must come first")
	}
	if b.target.end == 0 {
		at := diag.At(b.m.text.Start)
		if b.version.end > 0 {
			at = b.version.at()
		}
		b.l.Add(diag.Diagnostic{Pos: at, Len: 1, Code: "target", Msg: "the module has no .target",
			Hint: "write .target sm_70 after .version"})
		b.m.noTarget = true
	}
	if b.size.end > 0 && b.m.Version.Less(isa.Version{Major: 2, Minor: 3}) && b.version.end > 0 {
		b.errorf(b.size, "version", ".address_size needs PTX 2.3 or later; this module says .version %s", b.m.Version)
	}
}
