package builder

// builder lowers the instructions that the ISA table gives to it by name.
type builder struct {
	build func(*fn)
	// effect says whether the instruction at hand must be branched around when it
	// is guarded: it may fault, writes memory or synchronises. nil means that no
	// instruction of the builder does.
	effect func(*fn) bool
	// guards is set where the builder looks at the guard itself.
	guards bool
}

func always(*fn) bool { return true }

// builders are the custom builders by their names in the ISA table.
var builders map[string]builder

func init() {
	builders = map[string]builder{
		// arith.go
		"mul":        {build: (*fn).mul},
		"mad":        {build: (*fn).mad},
		"lop3":       {build: (*fn).lop3},
		"reciprocal": {build: (*fn).reciprocal},
		// carry.go
		"carry": {build: (*fn).carryChain},
		// legacy.go
		"frc": {build: (*fn).frc},
		// cmp.go
		"setp": {build: (*fn).setp},
		"set":  {build: (*fn).set1},
		"selp": {build: (*fn).selp},
		"slct": {build: (*fn).slct},
		// cvt.go
		"cvt": {build: (*fn).cvt},
		// mov.go
		"mov":          {build: (*fn).mov},
		"cvta":         {build: (*fn).cvta},
		"isspacep":     {build: (*fn).isspacep},
		"createpolicy": {build: (*fn).createpolicy},
		// cpasync.go
		"cpasync":    {build: (*fn).cpasync, effect: always},
		"copyArrive": {build: copyArrive, effect: withNotes},
		"copyCommit": {build: copyCommit, effect: withNotes},
		"copyWait":   {build: copyWait, effect: withNotes},
		// mbarrier.go
		"mbarrierInit":    {build: (*fn).mbarrierInit, effect: always},
		"mbarrierInval":   {build: (*fn).mbarrierInval, effect: always},
		"mbarrierWait":    {build: (*fn).mbarrierWait, effect: always},
		"mbarrierPending": {build: (*fn).mbarrierPending},
		// tex.go, surf.go
		"tex":      {build: (*fn).tex, effect: always},
		"tld4":     {build: (*fn).tld4, effect: always},
		"texquery": {build: (*fn).texQuery, effect: always},
		"istypep":  {build: (*fn).istypep},
		"suld":     {build: (*fn).suld, effect: always},
		"sust":     {build: (*fn).sust, effect: always},
		"sured":    {build: (*fn).sured, effect: always},
		// stack.go
		"alloca":       {build: (*fn).alloca, effect: always},
		"stacksave":    {build: (*fn).stacksave, effect: always},
		"stackrestore": {build: (*fn).stackrestore, effect: always},
		// video.go, videolanes.go
		"video":  {build: (*fn).video},
		"vmad":   {build: (*fn).vmad},
		"video2": {build: (*fn).video2},
		"video4": {build: (*fn).video4},
		// call.go
		"call": {build: (*fn).call, effect: always},
		// flow.go
		"bra":  {build: (*fn).bra, guards: true},
		"brx":  {build: (*fn).brx, effect: always},
		"ret":  {build: (*fn).ret, effect: always},
		"exit": {build: (*fn).exit, effect: always},
		"trap": {build: (*fn).trap, effect: always},
		"nop":  {build: func(*fn) {}},
		// warp.go
		"bar": {build: (*fn).bar, effect: always},
		// matrix.go, elements.go
		"matrixRows":     {build: (*fn).matrixRows, effect: always},
		"matrixElements": {build: matrixElements, effect: always},
	}
}
