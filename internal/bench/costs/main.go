//go:build costs

// Command costs runs the kernels of internal/bench/cmd/costs as threads one by one and with gangs of
// eight and of sixteen lanes in turn, and writes ns a launch, of the fastest rounds.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"time"

	"github.com/ptx2go/ptx2go/internal/bench/build/costs"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

const threads = 4096

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "costs:", err)
		os.Exit(1)
	}
}

func run() error {
	rounds, err := strconv.Atoi(os.Args[1])
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewSource(1))
	a, index := make([]float32, threads), make([]uint32, threads)
	b, o := make([]float64, 1<<18), make([]float64, 1<<16)
	for i := range a {
		a[i], index[i] = 1+rng.Float32(), uint32(rng.Intn(threads))
	}
	for i := range b {
		b[i] = rng.Float64()
	}
	best := map[string]map[int]float64{}
	list, err := kernels()
	if err != nil {
		return err
	}
	for range rounds {
		for _, k := range list {
			for _, lanes := range [...]int{1, 8, 16} {
				costs.Lanes(lanes)
				l := ptx.Launch{Grid: ptx.D1(threads / 256), Block: k.ReqNTID}
				start := time.Now()
				const reps = 4
				for range reps {
					if err := k.LaunchArgs(context.Background(), l, a, b, index, o); err != nil {
						return err
					}
				}
				took := float64(time.Since(start)) / reps
				if best[k.Name] == nil {
					best[k.Name] = map[int]float64{}
				}
				if old, ok := best[k.Name][lanes]; !ok || took < old {
					best[k.Name][lanes] = took
				}
			}
		}
	}
	return json.NewEncoder(os.Stdout).Encode(best)
}

// kernels are those of the package that have gangs.
func kernels() (list []*ptx.Kernel, err error) {
	text, err := os.ReadFile("build/costs/costs.ptx")
	if err != nil {
		return nil, err
	}
	m, ok := ptx.LookupText(string(text))
	if !ok {
		return nil, errors.New("the kernels of build/costs/costs.ptx are not in this program")
	}
	for _, k := range m.Kernels() {
		if k.Gangs {
			list = append(list, k)
		}
	}
	return list, nil
}
