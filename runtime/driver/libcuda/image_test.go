package libcuda_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/fatbin/pack"
)

// which is a text whose kernel writes its target.
func which(arch uint32) string {
	return fmt.Sprintf(".version 8.7\n.target sm_%d\n.address_size 64\n.visible .entry which(.param .u64 out)\n{\n"+
		"\t.reg .b64 %%rd1;\n\t.reg .b32 %%r1;\n\tld.param.u64 %%rd1, [out];\n\tmov.u32 %%r1, %d;\n\tst.global.u32 [%%rd1], %%r1;\n\tret;\n}\n", arch, arch) +
		strings.Repeat("// the same again\n", 20)
}

// TestFatBinaries loads PTX as nvcc packs it, with each compression, from memory and from files, under the
// sanitizers.
func TestFatBinaries(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "fat.c", lib, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	dir := t.TempDir()
	file := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cubin := pack.Image{Kind: 2, Arch: 90, Data: "\x7fELF"}
	none := file("none", pack.Container(cubin, pack.Image{Kind: 1, Arch: 120, Data: which(120)}))
	for _, compression := range []string{"", "lz4", "zstd"} {
		image := func(arch uint32) pack.Image {
			return pack.Image{Kind: 1, Arch: arch, Data: which(arch), Compression: compression}
		}
		fat := file("fat"+compression, pack.Container(image(70), cubin, image(120), image(80)))
		// As nvcc has it in a program, in a section.
		asm := file("fat.s", fmt.Appendf(nil, ".section .nv_fatbin,\"a\"\n.incbin %q\n.section .note.GNU-stack,\"\",@progbits\n", fat))
		elf := filepath.Join(dir, "fat.o")
		run(t, compiler(t), "-c", "-o", elf, asm)
		if out := with(t, lib, bin, fat, elf, none, "80"); out != "all checks passed\n" {
			t.Errorf("%s: %s", compression, out)
		}
	}
}
