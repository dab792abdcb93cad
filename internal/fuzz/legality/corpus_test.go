package legality

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/driver"
)

// sample is a file of testdata/corpus: a form that public PTX has.
type sample struct {
	notes       []string // what each note begins with
	unsupported string   // the instruction that is not supported yet, "" where all are
	args        string   // of a launch of one thread, "" where it would say nothing
	want        string   // the buffer out afterwards
}

const (
	sum    = "a sum as an operand"
	tensor = "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes"
	one    = "out=buf:u32:1"
)

var corpus = map[string]sample{
	"01_mma_newline_brace":      {},
	"01b_ld_newline_brace":      {args: "out=buf:u32:2:iota", want: "0 1"},
	"01c_mov_newline_brace":     {},
	"02_ld_v8_u8":               {args: "out=buf:u8:8:iota", want: "0 1 2 3 4 5 6 7"},
	"02b_ld_v8_b32":             {args: "out=buf:u32:8:iota", want: "0 1 2 3 4 5 6 7"},
	"02c_ld_v4_b64":             {args: "out=buf:u64:4:iota", want: "0 1 2 3"},
	"03_func_two_results":       {notes: []string{"several results of a function"}, args: one, want: "1"},
	"04_st_reg_plus_imm":        {notes: []string{sum}},
	"04b_add_reg_plus_imm":      {notes: []string{sum}, args: one, want: "1"},
	"05_video_imm":              {notes: []string{"a constant for a source with a selector"}, args: one, want: "5"},
	"15b_cr_only":               {notes: []string{"a carriage return without a line feed"}, args: one, want: "1"},
	"15c_bom":                   {notes: []string{"a byte-order mark"}, args: one, want: "1"},
	"15d_trailing_nul":          {notes: []string{"NUL at the end"}, args: one, want: "1"},
	"15e_ctrl_z":                {notes: []string{"^Z at the end"}, args: one, want: "1"},
	"17_hidden_param":           {notes: []string{".hidden"}},
	"18_setmaxnreg_100a":        {notes: []string{"setmaxnreg has no effect"}, args: one, want: "1"},
	"18b_setmaxnreg_120a":       {notes: []string{"setmaxnreg has no effect"}, args: one, want: "1"},
	"19_tensormap_120a":         {unsupported: "tensormap.replace.tile.rank.shared::cta.b1024.b32"},
	"20_tcgen05_110a":           {unsupported: "tcgen05.fence::before_thread_sync"},
	"20b_tcgen05_101a":          {unsupported: "tcgen05.fence::before_thread_sync"},
	"20c_tcgen05_103a":          {unsupported: "tcgen05.fence::before_thread_sync"},
	"20d_gather4_110a":          {unsupported: tensor},
	"21_mapa":                   {unsupported: "mapa.shared::cluster.u64"},
	"21b_mapa_u32":              {unsupported: "mapa.shared::cluster.u32"},
	"21c_mapa_generic":          {unsupported: "mapa.u64"},
	"22_tex_v4_2d":              {},
	"22b_tex_v4_1d":             {},
	"23_mapf64":                 {args: one, want: "1"},
	"24_decl_without_semicolon": {args: one, want: "1"},
	"25_fma_rz_bf16":            {args: "out=buf:u32:1:iota", want: "0"},
	"26_ld_cg_b128":             {notes: []string{".cg has no effect"}, args: "out=buf:u32:4:iota", want: "0 1 2 3"},
	"28_noreturn_entry":         {notes: []string{".noreturn on a kernel"}, args: one, want: "1"},
	"29_static_shared_over":     {notes: []string{"static shared memory above 48 KiB"}},
	"54_isspacep_cluster":       {},
	"61_slct_sm10":              {args: "out=buf:f32:1", want: "1"},
	"62_generic_by_name": {notes: []string{"a generic access by the name of a variable in .shared", "a generic access by the name of a variable in .local"},
		args: one, want: "14"},
	"63_kernel_address": {args: "-kernel k " + one, want: "1"},
}

var said = regexp.MustCompile(`(?m)^.*\.ptx:\d+:\d+: (error|warning|note): (.*)$`)

// command runs ptx2go and returns its status, its output and what it says.
func command(args ...string) (status int, out, errors string) {
	var stdout, stderr bytes.Buffer
	status = driver.Main(context.Background(), args, driver.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// messages returns what a command says, and reports what is not as the sample says.
func (s *sample) messages(t *testing.T, command, text string) {
	t.Helper()
	var notes []string
	refused := false
	for _, m := range said.FindAllStringSubmatch(text, -1) {
		switch {
		case m[1] == "note":
			notes = append(notes, m[2])
		case m[1] == "error" && s.unsupported != "" && strings.HasPrefix(m[2], "not supported yet: "+s.unsupported):
			refused = true
		default:
			t.Errorf("%s: %s: %s", command, m[1], m[2])
		}
	}
	if refused != (s.unsupported != "") {
		t.Errorf("%s: not supported: %v, want %v", command, refused, !refused)
	}
	if !slices.EqualFunc(notes, s.notes, strings.HasPrefix) {
		t.Errorf("%s: notes %q, want %q", command, notes, s.notes)
	}
}

// TestCorpus checks, generates and runs the forms of public PTX. Each is clean, or needs
// an instruction of tensors or clusters and nothing else. What only assemblers or other
// translators speak for is noted. The conformance cases accepted, map_f64, mem_wide and
// slct_sm10 run the same forms as generated code.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.ptx")
	if err != nil || len(files) != len(corpus) {
		t.Fatalf("%d files in testdata/corpus, %d samples", len(files), len(corpus))
	}
	types := checker(t)
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".ptx")
		t.Run(name, func(t *testing.T) {
			s, ok := corpus[name]
			if !ok {
				t.Fatal("no sample")
			}
			want := 0
			if s.unsupported != "" {
				want = 1
			}
			status, _, text := command("check", path)
			if status != want {
				t.Errorf("check: status %d", status)
			}
			s.messages(t, "check", text)
			status, code, text := command("-o", "-", "-pkg", "k", path)
			if status != want || (status == 0) != (code != "") {
				t.Errorf("generate: status %d, %d bytes", status, len(code))
			}
			s.messages(t, "generate", text)
			if status == 0 {
				if err := types.Check([]byte(code)); err != nil {
					t.Error(err)
				}
			}
			if s.args == "" {
				return
			}
			status, printed, text := command(append([]string{"run", path}, strings.Fields(s.args)...)...)
			if _, values, _ := strings.Cut(printed, "0: "); status != 0 || strings.TrimSpace(values) != s.want {
				t.Errorf("run: status %d, %q, want %s\n%s", status, printed, s.want, text)
			}
		})
	}
}

// TestCorpusLinked is TestCorpus for the modules that are linked, in either order.
func TestCorpusLinked(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/link/*.ptx")
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if status, _, _ := command("check", f); f == files[0] && status != 1 {
			t.Errorf("%s alone: status %d", f, status)
		}
	}
	types := checker(t)
	for range files {
		if status, _, text := command(append([]string{"check", "-link"}, files...)...); status != 0 || text != "" {
			t.Errorf("check: status %d\n%s", status, text)
		}
		status, code, text := command(append([]string{"-link", "-o", "-", "-pkg", "k"}, files...)...)
		if status != 0 || text != "" {
			t.Errorf("generate: status %d\n%s", status, text)
		} else if err := types.Check([]byte(code)); err != nil {
			t.Error(err)
		}
		status, printed, text := command(append(append([]string{"run", "-link", "-block", "4"}, files...), "out=buf:u32:4")...)
		if status != 0 || !strings.Contains(printed, "0: 2 4 6 8\n") {
			t.Errorf("run: status %d, %q\n%s", status, printed, text)
		}
		slices.Reverse(files)
	}
}

// TestCorpusIsCurrent compares the files with those that they are copies of.
func TestCorpusIsCurrent(t *testing.T) {
	shared, _ := filepath.Glob("../../../../shared/corpus/*.ptx")
	if len(shared) == 0 {
		t.Skip("SKIPPED: no ../../shared/corpus")
	}
	for _, path := range shared {
		name := filepath.Base(path)
		copied := filepath.Join("testdata/corpus", name)
		if strings.HasPrefix(name, "60_link") {
			copied = filepath.Join("testdata/corpus/link", name)
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(copied); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from that of ../../shared/corpus: %v", name, err)
		}
	}
}
