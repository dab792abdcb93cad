package conform

// integerFolders are the instructions on integers and bits.
func integerFolders() []*folder {
	return []*folder{
		{name: "int_add", module: module("2.3", "sm_20"),
			rows:  rows("add-0000 add-0001 sub-0000 sub-0001 abs-0000 neg-0000 min-0000 max-0000"),
			notes: "add, sub, abs, neg, min and max."},
		{name: "int_mul", module: module("2.3", "sm_20"),
			rows:  rows("mul-0000 mul-0001 mul24-0000 mad24-0000 mad24-0001 sad-0000"),
			notes: "mul, mul24, mad24 and sad; what is above 24 bits does not count."},
		{name: "int_mad", module: module("2.3", "sm_20"), rows: rows("mad-0000 mad-0001 mad-0002"), notes: "mad."},
		{name: "int_div", module: module("2.3", "sm_20"), rows: rows("div-0000 rem-0000"),
			notes: "div and rem, where the quotient is defined."},
		{name: "int_carry32", module: module("3.0", "sm_20"),
			rows:  rows("add-0005 addc-0000 sub-0003 subc-0000 mad-0003 madc-0000"),
			notes: "Extended precision on 32 bits: each result, and the carry or borrow that it leaves, with and without one that comes in."},
		{name: "int_carry64", module: module("4.3", "sm_20"),
			rows:  rows("add-0006 addc-0001 sub-0004 subc-0001 mad-0004 madc-0001"),
			notes: "Extended precision on 64 bits."},
		{name: "int_logic", module: module("2.3", "sm_20"),
			rows:  rows("and-0000 or-0000 xor-0000 not-0000 cnot-0000"),
			notes: "Logic."},
		{name: "int_shift", module: module("2.3", "sm_20"), rows: rows("shl-0000 shr-0000 mov-0000 mov-0001 prmt-0000 prmt-0001"),
			notes: "Shifts by any amount, mov and prmt."},
		{name: "int_bits", module: module("2.3", "sm_20"),
			rows:  rows("popc-0000 clz-0000 bfind-0000 brev-0000 bfe-0000 bfi-0000"),
			notes: "popc, clz, bfind, brev, bfe and bfi."},
		{name: "int_untyped", module: module("2.3", "sm_20"), rows: rows("bfe-0001 add-0017 addc-0002"),
			notes: "bfe and addition with carry of untyped bits, as examples of the manual have them and ptxas refuses them."},
		{name: "int_sm70", module: module("8.2", "sm_70"),
			rows:  rows("shf-0000 fns-0000 szext-0000 bmsk-0000 dp4a-0000 dp2a-0000"),
			notes: "shf, fns, szext, bmsk, dp4a and dp2a."},
		{name: "int_lop3", module: module("8.2", "sm_70"), rows: rows("lop3-0000 lop3-0001"), notes: "lop3, with 64 tables and with a predicate."},
		{name: "int_sm90", module: module("9.3", "sm_90"),
			rows:  rows("add-0002 min-0001 min-0002 min-0003 max-0001 max-0002 max-0003 clmad-0000"),
			notes: "Pairs of 16 bits, .relu, and carry-less multiplication."},
		{name: "int_sm120", module: module("9.2", "sm_120f"),
			rows:  rows("add-0003 add-0004 sub-0002 neg-0001 min-0004 min-0005 max-0004 max-0005"),
			notes: "Four bytes, and saturation of pairs of 16 bits."},
	}
}

// emulated is where GPUs have no video instructions. An H100 was asked: what its assembler
// makes of them takes .h1 of a destination from bits 16 to 31 of the result, saturates to a
// part as if nothing was negative, chooses min and max by other signs, and loses bits of
// vmad. Those of two and four elements are as the manual says.
const emulated = "the manual's text; GPUs since sm_80 have no such instructions, and what ptxas makes of them computes something else"

// videoFolders are the video instructions.
func videoFolders() []*folder {
	scalar, lanes := module("2.3", "sm_20"), module("3.0", "sm_30")
	return []*folder{
		{name: "video_add", module: scalar, open: emulated, rows: rows("vadd-0000 vadd-0001 vsub-0000 vsub-0001"),
			notes: "vadd and vsub: selectors, saturation, merging and second operations."},
		{name: "video_minmax", module: scalar, open: emulated, rows: rows("vabsdiff-0000 vabsdiff-0001 vmin-0000 vmin-0001 vmax-0000 vmax-0001"),
			notes: "vabsdiff, vmin and vmax."},
		{name: "video_shift", module: scalar, open: emulated, rows: rows("vshl-0000 vshl-0001 vshr-0000 vshr-0001"),
			notes: "vshl and vshr."},
		{name: "video_mad", module: scalar, open: emulated, rows: rows("vmad-0000 vmad-0001"),
			notes: "vmad: signs, .po, scaling, saturation."},
		{name: "video_set", module: scalar, open: emulated, rows: rows("vset-0000 vset-0001"),
			notes: "vset."},
		{name: "video_halves", module: lanes,
			rows:  rows("vadd2-0000 vadd2-0001 vsub2-0000 vsub2-0001 vavrg2-0000 vavrg2-0001"),
			notes: "vadd2, vsub2 and vavrg2: selectors, masks, saturation, sums."},
		{name: "video_halves_minmax", module: lanes, rows: rows("vabsdiff2-0000 vabsdiff2-0001 vmin2-0000 vmin2-0001 vmax2-0000 vmax2-0001"),
			notes: "vabsdiff2, vmin2 and vmax2."},
		{name: "video_halves_set", module: lanes, rows: rows("vset2-0000 vset2-0001"), notes: "vset2."},
		{name: "video_bytes", module: lanes,
			rows:  rows("vadd4-0000 vadd4-0001 vsub4-0000 vsub4-0001 vavrg4-0000 vavrg4-0001"),
			notes: "vadd4, vsub4 and vavrg4: selectors, masks, saturation, sums."},
		{name: "video_bytes_minmax", module: lanes, rows: rows("vabsdiff4-0000 vabsdiff4-0001 vmin4-0000 vmin4-0001 vmax4-0000 vmax4-0001"),
			notes: "vabsdiff4, vmin4 and vmax4."},
		{name: "video_bytes_set", module: lanes, rows: rows("vset4-0000 vset4-0001"), notes: "vset4."},
	}
}
