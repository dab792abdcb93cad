package ir

import (
	"fmt"
	"slices"
)

// attrField is one field of Attr as the text form spells it: a word after the
// Op, before which stands a dot.
type attrField struct {
	word  func(a *Attr) string         // "" where the field has its default
	take  func(a *Attr, w string) bool // sets the field if the word is one of its own
	clear func(a *Attr)
	many  bool // several words in a row belong to it
}

// enum is a field whose words are a list of names. The word of the zero value is
// left out where hidden says so; an empty name always is.
func enum[T ~uint8](names []string, hidden bool, at func(a *Attr) *T) attrField {
	return attrField{
		word: func(a *Attr) string {
			n := *at(a)
			if hidden && n == 0 {
				return ""
			}
			if int(n) >= len(names) {
				return fmt.Sprintf("bad%d", n)
			}
			return names[n]
		},
		take: func(a *Attr, w string) bool {
			i := slices.Index(names, w)
			if i < 0 || w == "" {
				return false
			}
			*at(a) = T(i)
			return true
		},
		clear: func(a *Attr) { *at(a) = 0 },
	}
}

// flag is a field that is true where its word is there.
func flag(name string, at func(a *Attr) *bool) attrField {
	return attrField{
		word: func(a *Attr) string {
			if *at(a) {
				return name
			}
			return ""
		},
		take: func(a *Attr, w string) bool {
			if w == name {
				*at(a) = true
			}
			return w == name
		},
		clear: func(a *Attr) { *at(a) = false },
	}
}

// The fields that are words. Index, Off, Bits, Sym, Func and Sig are operands.
var (
	attrCmp      = enum(cmpNames[:], false, func(a *Attr) *Cmp { return &a.Cmp })
	attrSpace    = enum(spaceNames[:], false, func(a *Attr) *Space { return &a.Space })
	attrMem      = enum(typeNames[:], true, func(a *Attr) *Type { return &a.Mem })
	attrOrder    = enum(orderNames[:], true, func(a *Attr) *Order { return &a.Order })
	attrScope    = enum(scopeNames[:], true, func(a *Attr) *Scope { return &a.Scope })
	attrAtom     = enum(atomNames[:], true, func(a *Attr) *Atom { return &a.Atom })
	attrNote     = enum(noteNames[:], false, func(a *Attr) *Note { return &a.Note })
	attrPoint    = enum(pointNames[:], false, func(a *Attr) *Point { return &a.Point })
	attrBar      = enum(barNames[:], false, func(a *Attr) *Bar { return &a.Bar })
	attrNoteBar  = enum(barNames[:], true, func(a *Attr) *Bar { return &a.Bar })
	attrSigned   = flag("signed", func(a *Attr) *bool { return &a.Signed })
	attrVolatile = flag("volatile", func(a *Attr) *bool { return &a.Volatile })
	attrAligned  = flag("aligned", func(a *Attr) *bool { return &a.Aligned })
	attrSync     = flag("sync", func(a *Attr) *bool { return &a.Sync })
	attrAsync    = flag("async", func(a *Attr) *bool { return &a.Async })
	attrUndef    = flag("undefined", func(a *Attr) *bool { return &a.Undefined })
	attrContract = flag("contract", func(a *Attr) *bool { return &a.Contract })

	attrGeom    = enum(geomNames[:], false, func(a *Attr) *Geom { return &a.Geom })
	attrTex     = enum(texModeNames[:], true, func(a *Attr) *TexMode { return &a.Tex })
	attrQuery   = enum(queryNames[:], false, func(a *Attr) *Query { return &a.Query })
	attrOutside = enum(outsideNames[:], false, func(a *Attr) *Outside { return &a.Outside })
	attrTexel   = enum(texelNames[:], true, func(a *Attr) *Texel { return &a.Texel })
	attrRefKind = enum(refKindNames[:], false, func(a *Attr) *RefKind { return &a.RefKind })
	attrOffset  = flag("offset", func(a *Attr) *bool { return &a.Offset })
	attrDepth   = flag("depth", func(a *Attr) *bool { return &a.Depth })

	attrMasked = flag("masked", func(a *Attr) *bool { return &a.Masked })
	attrWrite  = flag("write", func(a *Attr) *bool { return &a.Write })
	attrAgain  = flag("again", func(a *Attr) *bool { return &a.Again })

	attrVec = attrField{
		word: func(a *Attr) string {
			if a.Vec == 0 {
				return ""
			}
			return fmt.Sprintf("v%d", a.Vec)
		},
		take: func(a *Attr, w string) bool {
			var n int
			if _, err := fmt.Sscanf(w, "v%d", &n); err != nil || n < 1 || n > maxVec || w != fmt.Sprintf("v%d", n) {
				return false
			}
			a.Vec = n
			return true
		},
		clear: func(a *Attr) { a.Vec = 0 },
	}

	// Names take every word that is left: special registers have several.
	attrName = name(func(a *Attr) *string { return &a.Name })
	attrSReg = name(func(a *Attr) *string { return &a.SReg })
)

// maxVec is the largest number of elements of a vector access.
const maxVec = 16

func name(at func(a *Attr) *string) attrField {
	return attrField{
		word: func(a *Attr) string { return *at(a) },
		take: func(a *Attr, w string) bool {
			if s := at(a); *s == "" {
				*s = w
			} else {
				*s += "." + w
			}
			return true
		},
		clear: func(a *Attr) { *at(a) = "" },
		many:  true,
	}
}

// attrFields says which words each Op has, in the order of the text form.
var attrFields = [numOps][]attrField{
	OpConst:       {attrUndef},
	OpSReg:        {attrSReg},
	OpFAdd:        {attrContract},
	OpFSub:        {attrContract},
	OpFMul:        {attrContract},
	OpICmp:        {attrCmp},
	OpFCmp:        {attrCmp},
	OpIntrin:      {attrContract, attrName},
	OpLoad:        {attrSpace, attrVolatile, attrOrder, attrScope, attrVec, attrMem, attrSigned, attrMasked},
	OpStore:       {attrSpace, attrVolatile, attrOrder, attrScope, attrVec, attrMem, attrMasked, attrAgain, attrAsync},
	OpAtomic:      {attrSpace, attrVolatile, attrOrder, attrScope, attrAtom, attrVec, attrMem, attrMasked},
	OpFence:       {attrOrder, attrScope},
	OpTex:         {attrGeom, attrTex, attrOffset, attrDepth},
	OpTexQuery:    {attrQuery},
	OpIsRef:       {attrRefKind},
	OpSurfLoad:    {attrGeom, attrOutside, attrTexel, attrVec, attrMem},
	OpSurfStore:   {attrGeom, attrOutside, attrTexel, attrVec, attrMem},
	OpSurfRed:     {attrGeom, attrOutside, attrTexel, attrAtom, attrMem},
	OpToGeneric:   {attrSpace},
	OpFromGeneric: {attrSpace},
	OpIsSpace:     {attrSpace},
	OpNote:        {attrNote, attrSpace, attrVolatile, attrOrder, attrScope, attrAtom, attrNoteBar, attrAligned, attrVec, attrMem, attrSigned, attrName},
	OpPoint:       {attrPoint},
	OpBarrier:     {attrBar, attrAligned},
	OpWarp:        {attrSync, attrName},
	OpInside:      {attrSpace, attrVec, attrMem, attrWrite, attrMasked},
	OpSlotPut:     {attrMasked, attrAgain},
}

// clearOperands clears the fields of Attr that the text form has as operands.
func clearOperands(op Op, a *Attr) {
	switch op {
	case OpConst:
		a.Bits, a.Hi = 0, 0
	case OpArg, OpExtract, OpPoint:
		a.Index = 0
	case OpParam:
		a.Index, a.Off = 0, 0
	case OpNote:
		a.Sym = nil
	case OpSymAddr:
		a.Sym, a.Off = nil, 0
	case OpFuncAddr, OpCall, OpRun:
		a.Func = nil
	case OpSlotLoad, OpSlotStore, OpSlotAll, OpSlotSet, OpSlotFill, OpSlotAny,
		OpBarrier, OpWarp, OpSlotGet, OpSlotPut:
		a.Slot = nil
	case OpRefAddr:
		a.Ref = nil
	case OpCallIndirect:
		a.Sig = nil
	}
	if strided(op) {
		a.Stride, a.Cross = 0, 0
	}
}

// strided reports whether an operation may say how what lanes have follows each other.
func strided(op Op) bool {
	return op == OpRamp || op == OpInside || op == OpLoad || op == OpStore
}
