package frontend

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

func (b *builder) setVersion(n *versionNode) {
	t := tokenOf(n.Number)
	v, ok := isa.ParseVersion(n.Number.Value)
	if !ok || v.Major < 1 {
		b.errorf(t, "version", "%s is not a PTX version", n.Number.Value)
		return
	}
	if b.version.end > 0 && v != b.m.Version {
		b.errorf(t, "version", "a second .version that differs from the first, %s", b.m.Version)
		return
	}
	if latest := isa.NewestVersion(); latest.Less(v) {
		b.l.Warnf(t.at(), "version", "PTX %s is newer than %s, the newest version this program knows", v, latest)
	}
	b.m.Version, b.version = v, t
}

func (b *builder) setTarget(n *targetNode) {
	var target isa.Target
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
		case !ok:
			b.hintf(t, "target", nearestHint(name, isa.TargetOptions), "unknown target %s", name)
			return
		case arch:
			b.errorf(t, "target", "a second architecture %s", name)
			return
		}
		arch, target = true, a
	}
	key := tokenOf(n.Key)
	if !arch {
		b.errorf(key, "target", ".target names no architecture")
		return
	}
	target.Options = options
	if b.target.end > 0 {
		if target.Arch != b.m.Target.Arch || target.Suffix != b.m.Target.Suffix || !slices.Equal(options, b.m.Target.Options) {
			b.errorf(key, "target", "a second .target that differs from the first, %s", b.m.Target)
		}
		return
	}
	since := target.Since()
	if b.version.end > 0 && b.m.Version.Less(since) {
		b.l.Warnf(key.at(), "target", "%s is a target since PTX %s; this module says .version %s", target, since, b.m.Version)
	}
	if slices.Contains(options, "texmode_unified") && slices.Contains(options, "texmode_independent") {
		b.errorf(key, "target", "texmode_unified and texmode_independent exclude each other")
	}
	b.m.Target, b.target = target, key
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
	default:
		b.m.AddressSize, b.m.sized, b.size = int(c.Bits), true, t
	}
}

// header reports what must stand at the beginning of a module and does not.
func (b *builder) header() {
	switch {
	case b.version.end == 0:
		b.l.Add(diag.Diagnostic{Pos: diag.At(0), Len: 1, Code: "version", Msg: "the module has no .version",
			Hint: "a PTX file begins with .version and .target"})
		b.m.Version = isa.NewestVersion()
	case b.m.noVersion > 0:
		b.l.Errorf(b.m.noVersion, "version", ".version must come first")
	}
	if b.target.end == 0 {
		at := diag.At(0)
		if b.version.end > 0 {
			at = b.version.at()
		}
		b.l.Add(diag.Diagnostic{Pos: at, Len: 1, Code: "target", Msg: "the module has no .target",
			Hint: "write .target sm_70 after .version"})
		b.m.noTarget = true
	}
	if b.size.end > 0 && b.m.Version.Less(isa.Version{Major: 2, Minor: 3}) && b.version.end > 0 {
		b.l.Errorf(b.size.at(), "version", ".address_size needs PTX 2.3 or later; this module says .version %s", b.m.Version)
	}
}
