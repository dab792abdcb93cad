package gen

import (
	"context"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

func BenchmarkLaunchOneCTA(b *testing.B) {
	x, y := make([]float32, 32), make([]float32, 32)
	k := axpy()
	l := Launch{Grid: ptx.D1(1), Block: ptx.D1(32)}
	b.Run("typed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			body := func(c *CTA) { axpyBody(c, 32, 2, x, y) }
			if err := k.Run(context.Background(), l, body, BytesOf(x), BytesOf(y)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("raw", func(b *testing.B) {
		b.ReportAllocs()
		n, a, px, py := int32(32), float32(2), AddrOf(x), AddrOf(y)
		l.Buffers = []Buffer{BytesOf(x), BytesOf(y)}
		for b.Loop() {
			if err := k.LaunchRaw(context.Background(), l, unsafe.Pointer(&n), unsafe.Pointer(&a), unsafe.Pointer(&px), unsafe.Pointer(&py)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("args", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := k.LaunchArgs(context.Background(), l, int32(32), float32(2), x, y); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkMillionEmptyCTAs reports the time of a grid of 2^20 CTAs.
func BenchmarkMillionEmptyCTAs(b *testing.B) {
	for name, workers := range map[string]int{"workers=1": 1, "workers=P": 0} {
		b.Run(name, func(b *testing.B) {
			k := rows("k")
			for b.Loop() {
				_ = k.Run(context.Background(), Launch{Grid: ptx.D1(1 << 20), Block: ptx.D1(32), Workers: workers}, func(c *CTA) {
					for c.X = range c.Dim.X {
					}
				})
			}
		})
	}
}

func BenchmarkSmallGrids(b *testing.B) {
	for name, l := range map[string]Launch{"ctas=2": {Grid: ptx.D1(2)}, "ctas=16": {Grid: ptx.D1(16)}, "ctas=256": {Grid: ptx.D1(256)}} {
		b.Run(name, func(b *testing.B) {
			k := rows("k")
			l.Block = ptx.D1(32)
			for b.Loop() {
				_ = k.Run(context.Background(), l, func(c *CTA) {})
			}
		})
	}
}

// BenchmarkCoroutines reports nanoseconds per thread and operation.
func BenchmarkCoroutines(b *testing.B) {
	const threads = 256
	for name, body := range map[string]func(t *Thread, n int){
		"barrier": func(t *Thread, n int) {
			for range n {
				t.BarSync(1, 0, 0)
			}
		},
		"shfl": func(t *Thread, n int) {
			for range n {
				t.ShflBflyB32(1, 0xffffffff, t.X, 1, 31)
			}
		},
		"lockstep": func(t *Thread, n int) {
			for range n {
				t.Lockstep(1)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			n := b.N
			_ = ctas("k").Run(context.Background(), Launch{Block: ptx.D1(threads)}, func(c *CTA) {
				c.Coroutines(func(t *Thread) { body(t, n) })
			})
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/threads, "ns/thread")
			b.ReportMetric(0, "ns/op")
		})
	}
	b.Run("create", func(b *testing.B) {
		for b.Loop() {
			_ = ctas("k").Run(context.Background(), Launch{Block: ptx.D1(threads)}, func(c *CTA) { c.Coroutines(func(t *Thread) {}) })
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/threads, "ns/thread")
		b.ReportMetric(0, "ns/op")
	})
	b.Run("reuse", func(b *testing.B) {
		n := b.N
		_ = ctas("k").Run(context.Background(), Launch{Grid: ptx.D1(n), Block: ptx.D1(threads), Workers: 1}, func(c *CTA) { c.Coroutines(func(t *Thread) {}) })
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/threads, "ns/thread")
		b.ReportMetric(0, "ns/op")
	})
}

// BenchmarkMemory reports nanoseconds per access.
func BenchmarkMemory(b *testing.B) {
	const n = 1024
	x := ptx.Alloc[uint32](n)
	defer ptx.Free(x)
	y := make([]uint32, n)
	p, q := AddrOf(x), AddrOf(y)
	buf := BytesOf(x)
	k := ctas("k")
	k.Shared = 4 * n
	var base uint64
	for name, f := range map[string]func(t *Thread, i uint64){
		"generic":         func(t *Thread, i uint64) { t.StoreU32(p+4*i, t.LoadU32(p+4*i)+1) },
		"generic, two":    func(t *Thread, i uint64) { t.StoreU32(p+4*i, t.LoadU32(q+4*i)+1) },
		"shared":          func(t *Thread, i uint64) { t.SharedStoreU32(4*i, t.SharedLoadU32(4*i)+1) },
		"generic, shared": func(t *Thread, i uint64) { a := t.SharedToGeneric(4 * i); t.StoreU32(a, t.LoadU32(a)+1) },
		"generic, local":  func(t *Thread, i uint64) { a := t.LocalToGeneric(base + 4*i); t.StoreU32(a, t.LoadU32(a)+1) },
		"local":           func(t *Thread, i uint64) { a := base + 4*i; t.LocalStoreU32(a, t.LocalLoadU32(a)+1) },
		"buffer":          func(t *Thread, i uint64) { StoreU32(buf, int64(4*i), LoadU32(buf, int64(4*i))+1) },
		"atomic":          func(t *Thread, i uint64) { AtomAddU32(&x[i], 1) },
		"atomic f32":      func(t *Thread, i uint64) { AtomAddFtzF32(AsF32(&x[i]), 1) },
		"plain atomic":    func(t *Thread, i uint64) { PlainAddU32(&x[i], 1) },
		"slice":           func(t *Thread, i uint64) { x[i] = y[i] + 1 },
	} {
		b.Run(name, func(b *testing.B) {
			err := inThread(Launch{}, k, func(t *Thread) {
				Frame[[n]uint32](t)
				base = t.FrameBase()
				for b.Loop() {
					for i := range uint64(n) {
						f(t, i)
					}
				}
			}, BytesOf(y))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/access")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func BenchmarkAlloc(b *testing.B) {
	for b.Loop() {
		ptx.Free(ptx.Alloc[uint32](64))
	}
}
