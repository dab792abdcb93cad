package harvest

import (
	"fmt"
	"strings"
)

// Refusal says why a function was not harvested.
type Refusal struct {
	Func string // without its package
	Pos  Pos    // of the first instruction that is in the way
	Why  string
	Long bool // it has no poll in a loop that may go on for long: with one it may be harvested
}

func (r Refusal) String() string { return fmt.Sprintf("%s: %s: %s", r.Pos, r.Func, r.Why) }

// refused is a Refusal on its way up.
type refused struct {
	pos Pos
	why string
}

func (r *refused) Error() string { return r.why }

func refuse(pos Pos, format string, args ...any) error {
	return &refused{pos, fmt.Sprintf(format, args...)}
}

// endings are the functions of the runtime that do not return. A call of one becomes a bail.
var endings = map[string]bool{
	"panicBounds": true, "panicExtend": true, "panicdivide": true, "panicshift": true, "panicoverflow": true,
	"panicunsafeslicelen": true, "panicunsafeslicenilptr": true, "panicunsafestringlen": true,
	"panicunsafestringnilptr": true, "panicmakeslicelen": true, "panicmakeslicecap": true,
	"panicSliceConvert": true, "panicdottypeE": true, "panicdottypeI": true, "panicnildottype": true,
	"panicwrap": true, "panicmem": true, "panicnil": true, "panicrangestate": true, "gopanic": true,
}

// runtimeCall returns the function of the runtime that is called, "" for another one.
func runtimeCall(callee string) string {
	name, ok := strings.CutPrefix(callee, "runtime.")
	if !ok {
		return ""
	}
	return name
}

// why says what a call of the runtime that returns is for.
func why(name string) string {
	switch {
	case strings.Contains(strings.ToLower(name), "writebarrier") || name == "wbZero" || name == "wbMove":
		return "it writes pointers"
	case strings.HasPrefix(name, "new") || strings.HasPrefix(name, "malloc") || strings.HasPrefix(name, "make") || strings.HasPrefix(name, "grow"):
		return "it allocates memory"
	case strings.HasPrefix(name, "morestack"):
		return "it asks for more stack in its middle"
	}
	return "it needs the runtime"
}
