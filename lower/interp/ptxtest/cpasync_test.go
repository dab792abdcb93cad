package ptxtest

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// TestCopyAsync copies every number of bytes, said in every way, and fills up with
// zeros. The source ends with what is copied: nothing after it may be read.
func TestCopyAsync(t *testing.T) {
	for _, size := range []int{4, 8, 16} {
		for n := 0; n <= size; n++ {
			ways := map[string]string{
				"constant": fmt.Sprintf("cp.async.ca.shared.global [sh], [%%rd1], %d, %d;", size, n),
				"register": fmt.Sprintf("ld.global.u32 %%r1, [%%out]; cp.async.ca.shared.global [sh], [%%rd1], %d, %%r1;", size),
				"32 bits":  fmt.Sprintf("mov.u32 %%r2, sh; ld.global.u32 %%r1, [%%out]; cp.async.ca.shared.global [%%r2], [%%rd1], %d, %%r1;", size),
			}
			if n%4 == 0 {
				ways["multiple"] = fmt.Sprintf("ld.global.u32 %%r1, [%%out]; and.b32 %%r1, %%r1, 28; cp.async.ca.shared.global [sh], [%%rd1], %d, %%r1;", size)
				ways["either"] = fmt.Sprintf("ld.global.u32 %%r1, [%%out]; setp.eq.u32 %%p1, %%r1, %d; selp.b32 %%r1, %d, 4, %%p1; cp.async.ca.shared.global [sh], [%%rd1], %d, %%r1;", n, n, size)
			}
			if n == 0 || n == size {
				ways["ignored"] = fmt.Sprintf("ld.global.u32 %%r1, [%%out]; setp.eq.u32 %%p1, %%r1, 0; cp.async.ca.shared.global [sh], [%%rd1], %d, %%p1;", size)
				ways["not ignored"] = fmt.Sprintf("ld.global.u32 %%r1, [%%out]; setp.ne.u32 %%p1, %%r1, 0; cp.async.ca.shared.global [sh], [%%rd1], %d, !%%p1;", size)
			}
			if n == size {
				ways["all"] = fmt.Sprintf("cp.async.ca.shared.global [sh], [%%rd1], %d;", size)
				ways["more"] = fmt.Sprintf("cp.async.ca.shared.global [sh], [%%rd1], %d, %d;", size, size+1)
			}
			if size == 16 {
				ways["cg"] = fmt.Sprintf("cp.async.cg.shared.global.L2::cache_hint.L2::64B [sh], [%%rd1], 16, %d, %%rd2;", n)
			}
			for name, text := range ways {
				t.Run(fmt.Sprintf("%d of %d %s", n, size, name), func(t *testing.T) {
					k := body(t, `
	.shared .align 16 .b8 sh[32];
	st.shared.v2.u64 [sh], {-1, -1};
	st.shared.v2.u64 [sh+16], {-1, -1};
	add.u64 %rd1, %out, 32;
	`+text+`
	cp.async.commit_group;
	cp.async.wait_group 0;
	ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [sh];
	st.global.v4.u32 [%out], {%r3, %r4, %r5, %r6};
	ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [sh+16];
	st.global.v4.u32 [%out+16], {%r3, %r4, %r5, %r6};`).block(1)
					// The buffer ends with the source, at an aligned place.
					mem := bytesOf(make([]uint32, 64))
					mem = mem[:32+n]
					binary.LittleEndian.PutUint32(mem, uint32(n))
					for i := range n {
						mem[32+i] = byte(0xa0 + i)
					}
					params := binary.LittleEndian.AppendUint64(nil, k.at(mem))
					if err := k.x.Launch(t.Context(), "k", k.cfg, params, [][]byte{mem}); err != nil {
						t.Fatal(err)
					}
					for i, got := range mem[:32] {
						want := byte(0xff)
						switch {
						case i < n:
							want = byte(0xa0 + i)
						case i < size:
							want = 0
						}
						if got != want {
							t.Fatalf("byte %d is %#x, want %#x: % x", i, got, want, mem[:32])
						}
					}
				})
			}
		}
	}
}

// TestCopyAsyncFaults copies from and to places that are not aligned or not there.
func TestCopyAsyncFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"cp.async.cg.shared.global [sh+8], [%out], 16;", "is not a multiple of 16, the size of the access"},
		{"cp.async.cg.shared.global [sh], [%out+8], 16;", "is not a multiple of 16, the size of the access"},
		{"ld.global.u32 %r1, [%out]; cp.async.cg.shared.global [sh+8], [%out], 16, %r1;", "is not a multiple of 16, the size of the access"},
		{"cp.async.ca.shared.global [sh+32], [%out], 4;", "is outside of the 32 bytes of shared memory"},
		{"cp.async.ca.shared.global [sh], [4096], 4;", "is in no buffer known to the launch"},
	} {
		k := body(t, ".shared .align 16 .b8 sh[32];\n"+c.text).block(1)
		k.fails(t, 64, c.want)
	}
	// Nothing is read where nothing is copied.
	text := strings.Repeat("cp.async.ca.shared.global [sh], [4096], 4, 0;\n", 2)
	body(t, ".shared .align 16 .b8 sh[32];\n"+text).block(1).run(t, 1)
}
