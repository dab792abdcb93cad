// Package cu has the calls of a thin binding of the CUDA driver API, as programs have one
// that hand PTX to a driver: C's functions in Go, and a panic where one fails. Such a
// binding calls C; this one calls package driver, or a GPU's driver where the program is
// built with the tag cuda, and a program that uses it does not see the difference.
package cu

// must panics where a call failed.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func value[T any](v T, err error) T {
	must(err)
	return v
}
