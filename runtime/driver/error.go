package driver

import (
	"errors"
	"fmt"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Error is the error of a call.
type Error struct {
	Call   string // in C: "cuLaunchKernel"
	Result Result
	Err    error // what is wrong: a *ptx.Fault, with thread and line, if a kernel failed
}

// Error returns call, result and cause in one line.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Call + ": " + e.Result.Error()
	}
	return e.Call + ": " + e.Result.Error() + ": " + e.Err.Error()
}

// Is reports whether target is the result.
func (e *Error) Is(target error) bool { return target == e.Result }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// ResultOf returns what C would have returned for the error of a call: Success for nil. For errors of
// the runtime it is what [ptx.Code] returns.
func ResultOf(err error) Result {
	var e *Error
	var r Result
	switch {
	case errors.As(err, &e):
		return e.Result
	case errors.As(err, &r):
		return r
	}
	return Result(ptx.Code(err))
}

// refuse is the error of a call that was not right.
func refuse(call string, r Result, format string, args ...any) error {
	return &Error{call, r, fmt.Errorf(format, args...)}
}

// failed is the error of a call with a cause that has a result.
func failed(call string, err error) error { return &Error{call, ResultOf(err), err} }
