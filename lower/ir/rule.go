package ir

import (
	"fmt"
	"slices"
	"strings"
)

// typeSet is a set of types, or a relation to the type of the result.
type typeSet uint32

const (
	isVoid   typeSet = 1 << Void
	isTuple  typeSet = 1 << Tuple
	isI1     typeSet = 1 << I1
	isI32    typeSet = 1 << I32
	isI64    typeSet = 1 << I64
	isF32    typeSet = 1 << F32
	isFloat  typeSet = 1<<F32 | 1<<F64
	isInt    typeSet = 1<<I8 | 1<<I16 | 1<<I32 | 1<<I64 | 1<<I128
	isBits   typeSet = isInt | isI1
	isScalar typeSet = 1<<numTypes - 1 - isVoid - isTuple
	isAny    typeSet = 1<<numTypes - 1

	same  typeSet = 1 << 30 // the type of the result
	first typeSet = 1 << 31 // the type of the first argument
)

func (s typeSet) String() string {
	var names []string
	for t := Void; t < numTypes; t++ {
		if s&(1<<t) != 0 {
			names = append(names, t.String())
		}
	}
	return strings.Join(names, " or ")
}

// rule gives the types of an Op: those of its result and of its arguments.
type rule struct {
	result typeSet
	args   []typeSet // those of a variable number are checked by check

	// check finds what the sets cannot say; it returns "" where all is well.
	check func(v *Value) string
}

var (
	args1 = []typeSet{same}
	args2 = []typeSet{same, same}
	shift = []typeSet{same, isI32}
)

// rules is the table of types, beside the op table.
var rules = [numOps]rule{
	OpConst:        {isScalar, nil, checkConst},
	OpArg:          {isScalar, nil, checkArg},
	OpParam:        {isScalar, nil, checkParam},
	OpSReg:         {isInt, nil, checkSReg},
	OpSymAddr:      {isI64, nil, checkSymAddr},
	OpFuncAddr:     {isI64, nil, checkFuncAddr},
	OpPhi:          {isScalar, nil, checkPhi},
	OpExtract:      {isScalar, []typeSet{isTuple}, checkExtract},
	OpAdd:          {isInt, args2, nil},
	OpSub:          {isInt, args2, nil},
	OpMul:          {isInt, args2, nil},
	OpMulHiS:       {isInt, args2, nil},
	OpMulHiU:       {isInt, args2, nil},
	OpDivS:         {isInt, args2, nil},
	OpDivU:         {isInt, args2, nil},
	OpRemS:         {isInt, args2, nil},
	OpRemU:         {isInt, args2, nil},
	OpMinS:         {isInt, args2, nil},
	OpMinU:         {isInt, args2, nil},
	OpMaxS:         {isInt, args2, nil},
	OpMaxU:         {isInt, args2, nil},
	OpNeg:          {isInt, args1, nil},
	OpAbs:          {isInt, args1, nil},
	OpAnd:          {isBits, args2, nil},
	OpOr:           {isBits, args2, nil},
	OpXor:          {isBits, args2, nil},
	OpNot:          {isBits, args1, nil},
	OpShl:          {isInt, shift, nil},
	OpShrS:         {isInt, shift, nil},
	OpShrU:         {isInt, shift, nil},
	OpFAdd:         {isFloat, args2, nil},
	OpFSub:         {isFloat, args2, nil},
	OpFMul:         {isFloat, args2, nil},
	OpFDiv:         {isFloat, args2, nil},
	OpFSqrt:        {isFloat, args1, nil},
	OpFNeg:         {isFloat, args1, nil},
	OpFAbs:         {isFloat, args1, nil},
	OpCanon:        {isF32, args1, nil},
	OpICmp:         {isI1, []typeSet{isBits &^ (1 << I128), first}, checkICmp},
	OpFCmp:         {isI1, []typeSet{isFloat, first}, checkFCmp},
	OpSelect:       {isScalar, []typeSet{isI1, same, same}, nil},
	OpZext:         {isInt, []typeSet{isBits}, checkWider},
	OpSext:         {isInt, []typeSet{isBits}, checkWider},
	OpTrunc:        {isBits, []typeSet{isInt}, checkNarrower},
	OpBitcast:      {isScalar, []typeSet{isScalar}, checkBitcast},
	OpIntrin:       {isScalar | isTuple, nil, checkIntrin},
	OpLoad:         {isScalar | isTuple, []typeSet{isI64}, checkLoad},
	OpStore:        {isVoid, nil, checkStore},
	OpAtomic:       {isScalar | isVoid | isTuple, nil, checkAtomic},
	OpFence:        {isVoid, nil, nil},
	OpAlloca:       {isI64, args2, nil},
	OpStackSave:    {isI64, nil, nil},
	OpStackRestore: {isVoid, []typeSet{isI64}, nil},
	OpRefAddr:      {isI64, nil, checkRefAddr},
	OpTex:          {isTuple, nil, checkTex},
	OpTexQuery:     {isI32, nil, checkTexQuery},
	OpIsRef:        {isI1, []typeSet{isI64}, nil},
	OpSurfLoad:     {isScalar | isTuple, nil, checkSurfLoad},
	OpSurfStore:    {isVoid, nil, checkSurfStore},
	OpSurfRed:      {isVoid, nil, checkSurfRed},
	OpToGeneric:    {isI64, args1, nil},
	OpFromGeneric:  {isI64, args1, nil},
	OpIsSpace:      {isI1, []typeSet{isI64}, nil},
	OpBarrier:      {isVoid | isI32 | isI1, nil, checkBarrier},
	OpWarp:         {isAny, nil, checkWarp},
	OpLockstep:     {isVoid, nil, nil},
	OpCall:         {isAny, nil, checkCall},
	OpCallIndirect: {isAny, nil, checkCallIndirect},
	OpTrap:         {isVoid, nil, nil},
	OpPoint:        {isVoid, nil, nil},
	OpNote:         {isVoid | isI32, nil, checkNote},
	OpSlotLoad:     {isScalar, nil, checkSlot},
	OpSlotStore:    {isVoid, []typeSet{isScalar}, checkSlot},
	OpSlotAll:      {isScalar, nil, checkSlot},
	OpSlotSet:      {isVoid, []typeSet{isScalar}, checkSlot},
	OpSlotFill:     {isVoid, []typeSet{isScalar}, checkSlot},
	OpSlotAny:      {isI1, nil, checkSlot},
	OpRun:          {isVoid, nil, checkRun},
	OpUndef:        {isScalar | isTuple, nil, nil},
	OpSplat:        {isScalar, args1, nil},
	OpRamp:         {isInt, args1, nil},
	OpAny:          {isI1, []typeSet{isI1}, nil},
	OpAll:          {isI1, []typeSet{isI1}, nil},
	OpInside:       {isI1, []typeSet{isI64}, checkInside},
	OpApart:        {isI1, []typeSet{isI64, isI64}, nil},
	OpBail:         {isVoid, []typeSet{isI1, isI32}, nil},
	OpPoll:         {isVoid, []typeSet{isI32}, nil},
	OpSlotGet:      {isScalar, []typeSet{isI32}, checkGangSlot},
	OpSlotPut:      {isVoid, []typeSet{isI32, isScalar}, checkGangSlot},
}

// checkTypes applies the op's row of both tables. Args are not nil.
func checkTypes(v *Value) string {
	if v.Op == OpInvalid || v.Op >= numOps {
		return "no operation"
	}
	r := &rules[v.Op]
	if v.Type >= numTypes || r.result&(1<<v.Type) == 0 {
		return fmt.Sprintf("result is %s, want %s", v.Type, r.result)
	}
	if (v.Type == Tuple) != (v.Results != nil) {
		return "a Tuple has a list of results, and nothing else has"
	}
	if n := Ops[v.Op].Args; n >= 0 && len(v.Unmasked()) != n {
		return fmt.Sprintf("%d arguments, want %d", len(v.Unmasked()), n)
	}
	for i, want := range r.args {
		switch want {
		case same:
			want = 1 << v.Type
		case first:
			want = 1 << v.Args[0].Type
		}
		if t := v.Args[i].Type; want&(1<<t) == 0 {
			return fmt.Sprintf("argument %d is %s, want %s", i, t, want)
		}
	}
	a := v.Attr
	for _, f := range attrFields[v.Op] {
		f.clear(&a)
	}
	clearOperands(v.Op, &a)
	if a != (Attr{}) {
		return "a field of Attr is set that the operation does not have"
	}
	if r.check != nil {
		return r.check(v)
	}
	return ""
}

// wantArgs checks arguments of a variable number.
func wantArgs(v *Value, from int, want []Type) string {
	if len(v.Args)-from != len(want) {
		return fmt.Sprintf("%d arguments, want %d", len(v.Args), from+len(want))
	}
	for i, t := range want {
		if got := v.Args[from+i].Type; got != t {
			return fmt.Sprintf("argument %d is %s, want %s", from+i, got, t)
		}
	}
	return ""
}

// wantAccess checks the arguments of an access, which may have a mask.
func wantAccess(v *Value, want []Type) string {
	if v.Attr.Masked {
		want = append(want, I1)
	}
	return wantArgs(v, 0, want)
}

// wantResults checks the results of a call or of an operation with several.
func wantResults(v *Value, want ...Type) string {
	if !slices.Equal(v.ResultTypes(), want) {
		return fmt.Sprintf("results are %v, want %v", v.ResultTypes(), want)
	}
	return ""
}

func checkConst(v *Value) string {
	n := v.Type.Bits()
	if v.Attr.Bits != v.Attr.Bits&Ones(n) || n <= 64 && v.Attr.Hi != 0 {
		return "the constant is wider than its type"
	}
	return ""
}

func checkArg(v *Value) string {
	f := v.Block.Func
	if f.Entry && f.Part != RegionPart && f.Part != GangPart || v.Attr.Index < 0 || v.Attr.Index >= len(f.Args) {
		return "there is no such argument"
	}
	if t := f.Args[v.Attr.Index]; t != v.Type {
		return "the argument is " + t.String()
	}
	return ""
}

func checkParam(v *Value) string {
	f := v.Block.Func
	if !f.Entry || v.Attr.Index < 0 || v.Attr.Index >= len(f.Params) {
		return "there is no such parameter"
	}
	p := f.Params[v.Attr.Index]
	if off := v.Attr.Off; off < 0 || off > p.Size-int64(v.Type.Bytes()) {
		return "outside the parameter"
	}
	return ""
}

func checkSReg(v *Value) string {
	if v.Attr.SReg == "" {
		return "no register"
	}
	return ""
}

func checkSymAddr(v *Value) string {
	s := v.Attr.Sym
	if s == nil {
		return "no variable"
	}
	f := v.Block.Func
	in := slices.Contains(f.Shared, s) || slices.Contains(f.Locals, s)
	if !in && f.Module != nil {
		in = slices.Contains(f.Module.Symbols, s)
	}
	if !in {
		return "the variable is not in scope"
	}
	return ""
}

// checkSlot checks that an operation on a slot stands in the part that has it, and the
// types. Bits may change their type on the way through a slot.
func checkSlot(v *Value) string {
	s := v.Attr.Slot
	if s == nil {
		return "no slot"
	}
	want := CTAPart
	if v.Op == OpSlotLoad || v.Op == OpSlotStore {
		want = RegionPart
	}
	if v.Block.Func.Part != want {
		return "not in this part of a kernel"
	}
	t := v.Type
	if len(v.Args) > 0 {
		t = v.Args[0].Type
	}
	bits := (v.Op == OpSlotAll || v.Op == OpSlotSet) && t.Bits() == s.Type.Bits()
	if t != s.Type && !bits {
		return fmt.Sprintf("the slot %s is %s", s.Name, s.Type)
	}
	return ""
}

func checkRun(v *Value) string {
	f := v.Attr.Func
	if f == nil || f.Part != RegionPart || v.Block.Func.Part != CTAPart || f.Kernel != v.Block.Func.Kernel {
		return "no region of the kernel"
	}
	return wantArgs(v, 0, f.Args)
}

func checkFuncAddr(v *Value) string {
	if v.Attr.Func == nil {
		return "no function"
	}
	return ""
}

func checkPhi(v *Value) string {
	if len(v.Args) != len(v.Block.Preds) {
		return fmt.Sprintf("%d arguments for %d predecessors", len(v.Args), len(v.Block.Preds))
	}
	for i, a := range v.Args {
		if a.Type != v.Type {
			return fmt.Sprintf("argument %d is %s, want %s", i, a.Type, v.Type)
		}
	}
	return ""
}

func checkExtract(v *Value) string {
	list := v.Args[0].Results
	if v.Attr.Index < 0 || v.Attr.Index >= len(list) {
		return "there is no such result"
	}
	if t := list[v.Attr.Index]; t != v.Type {
		return "the result is " + t.String()
	}
	return ""
}

func checkICmp(v *Value) string {
	if !v.Attr.Cmp.OfInts() {
		return "not a comparison of integers"
	}
	return ""
}

func checkFCmp(v *Value) string {
	if !v.Attr.Cmp.OfFloats() {
		return "not a comparison of floats"
	}
	return ""
}

func checkWider(v *Value) string {
	if v.Type.Bits() <= v.Args[0].Type.Bits() {
		return "the result is not wider than the argument"
	}
	return ""
}

func checkNarrower(v *Value) string {
	if v.Type.Bits() >= v.Args[0].Type.Bits() {
		return "the result is not narrower than the argument"
	}
	return ""
}

func checkBitcast(v *Value) string {
	if v.Type.Bits() != v.Args[0].Type.Bits() {
		return "the widths differ"
	}
	return ""
}

func checkIntrin(v *Value) string {
	if v.Attr.Name == "" {
		return "no name"
	}
	for i, a := range v.Args {
		if isScalar&(1<<a.Type) == 0 {
			return fmt.Sprintf("argument %d is %s", i, a.Type)
		}
	}
	return ""
}

// checkMem checks the type in memory and the space of an access.
func checkMem(v *Value, writes bool) string {
	switch m := v.Attr.Mem; {
	case m == I1 || m == Void || m == Tuple || m >= numTypes:
		return "no type in memory"
	case writes && (v.Attr.Space == Const || v.Attr.Space == ParamSpace):
		return "a write to " + v.Attr.Space.String() + " memory"
	case v.Attr.Vec < 0 || v.Attr.Vec > maxVec:
		return "bad number of elements"
	}
	return ""
}

func checkLoad(v *Value) string {
	if s := checkMem(v, false); s != "" {
		return s
	}
	list := v.ResultTypes()
	if len(list) != v.Vec() || (v.Type == Tuple) != (v.Vec() > 1) {
		return fmt.Sprintf("%d results for %d elements", len(list), v.Vec())
	}
	m := v.Attr.Mem
	for _, t := range list {
		if t != m && !(t.IsInt() && m.IsInt() && t.Bits() > m.Bits()) {
			return fmt.Sprintf("a %s cannot hold a %s", t, m)
		}
	}
	return ""
}

func checkStore(v *Value) string {
	if s := checkMem(v, true); s != "" {
		return s
	}
	return wantAccess(v, append([]Type{I64}, slices.Repeat([]Type{v.Attr.Mem}, v.Vec())...))
}

func checkAtomic(v *Value) string {
	if s := checkMem(v, true); s != "" {
		return s
	}
	if v.Attr.Atom == AtomNone || v.Attr.Atom >= numAtoms {
		return "no operation on memory"
	}
	if v.Attr.Order == Weak {
		return "an atomic operation without an order"
	}
	m := v.Attr.Mem
	if v.Attr.Atom.OnBarrier() && m != I64 {
		return "an mbarrier is an i64"
	}
	cell := slices.Repeat([]Type{m}, v.Vec())
	if len(cell) > 1 && (len(cell) != 2 || m != I64 || atoms[v.Attr.Atom].flags&pairs == 0) {
		return "an operation on several elements"
	}
	if v.Type != Void && !slices.Equal(v.ResultTypes(), cell) {
		return "the result is not of the type in memory"
	}
	want := append([]Type{I64}, cell...)
	if v.Attr.Atom.Compares() {
		want = append(want, cell...)
	}
	return wantAccess(v, want)
}

func checkBarrier(v *Value) string {
	want, result := []Type{I32, I32}, Void
	switch v.Attr.Bar {
	case BarRedPopc:
		result = I32
	case BarRedAnd, BarRedOr:
		result = I1
	}
	if result != Void {
		want = append(want, I1)
	}
	if v.Type != result {
		return fmt.Sprintf("result is %s, want %s", v.Type, result)
	}
	return wantArgs(v, 0, want)
}

func checkWarp(v *Value) string {
	if v.Attr.Name == "" {
		return "no name"
	}
	for i, a := range v.Args {
		if isScalar&(1<<a.Type) == 0 {
			return fmt.Sprintf("argument %d is %s", i, a.Type)
		}
	}
	if v.Attr.Sync && (len(v.Args) == 0 || v.Members().Type != I32) {
		return "no mask of the lanes that it waits for"
	}
	return ""
}

func checkCall(v *Value) string {
	f := v.Attr.Func
	if f == nil || f.Entry {
		return "no function"
	}
	if s := wantArgs(v, 0, f.Args); s != "" {
		return s
	}
	return wantResults(v, f.Results...)
}

func checkCallIndirect(v *Value) string {
	if v.Attr.Sig == nil {
		return "no signature"
	}
	if s := wantArgs(v, 0, append([]Type{I64}, v.Attr.Sig.Params...)); s != "" {
		return s
	}
	return wantResults(v, v.Attr.Sig.Results...)
}
