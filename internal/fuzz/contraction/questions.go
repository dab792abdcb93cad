package contraction

import (
	"fmt"
	"slices"
	"strings"
)

// questions are bodies by name that each tell guesses apart.
var questions = [][2]string{
	// One product.
	{"one", "mul.T r0, a, b; add.T r1, r0, c; OUT(r1)"},
	{"one_second", "mul.T r0, a, b; add.T r1, c, r0; OUT(r1)"},
	{"one_sub", "mul.T r0, a, b; sub.T r1, r0, c; OUT(r1)"},
	{"one_sub_second", "mul.T r0, a, b; sub.T r1, c, r0; OUT(r1)"},
	{"rn_mul", "mul.rn.T r0, a, b; add.T r1, r0, c; OUT(r1)"},
	{"rn_add", "mul.T r0, a, b; add.rn.T r1, r0, c; OUT(r1)"},
	{"double", "mul.T r0, a, b; add.T r1, r0, r0; OUT(r1)"},
	{"difference", "mul.T r0, a, b; sub.T r1, r0, r0; OUT(r1)"},
	{"square", "mul.T r0, a, a; add.T r1, r0, a; OUT(r1)"},
	{"factor_is_addend", "mul.T r0, a, b; add.T r1, r0, b; OUT(r1)"},
	{"chain", "mul.T r0, a, b; add.T r1, r0, c; mul.T r2, r1, d; add.T r3, r2, e; OUT(r3)"},
	{"horner_square", "mul.T r0, a, b; add.T r1, r0, c; mul.T r2, r1, r1; add.T r3, r2, r1; OUT(r3)"},
	{"dead_use", "mul.T r0, a, b; mul.T r5, r0, c; add.T r1, r0, d; OUT(r1)"},
	{"dead_store", "mul.T r0, a, b; st.local.B LOCAL, r0; add.T r1, r0, d; OUT(r1)"},
	{"redefined", "mul.T r0, a, b; add.T r0, r0, c; OUT(r0)"},
	{"same_register", "mul.T r0, a, b; add.T r1, r0, c; mul.T r0, d, e; OUT(r0); OUT(r1)"},

	// Several uses.
	{"two_sums", "mul.T r0, a, b; add.T r1, r0, c; add.T r2, r0, d; OUT(r1); OUT(r2)"},
	{"two_sums_sub", "mul.T r0, a, b; sub.T r1, c, r0; sub.T r2, r0, d; OUT(r1); OUT(r2)"},
	{"three_sums", "mul.T r0, a, b; sub.T r1, c, r0; sub.T r2, r0, d; add.T r3, r0, e; OUT(r1); OUT(r2); OUT(r3)"},
	{"six_sums", "mul.T r0, a, b; sub.T r1, c, r0; sub.T r2, r0, d; add.T r3, r0, e; add.T r4, r0, f; sub.T r5, f, r0; sub.T r6, e, r0; OUT(r1); OUT(r2); OUT(r3); OUT(r4); OUT(r5); OUT(r6)"},
	{"sum_and_double", "mul.T r0, a, b; add.T r1, r0, c; add.T r2, r0, r0; OUT(r1); OUT(r2)"},
	{"two_equal_sums", "mul.T r0, a, b; add.T r1, r0, c; add.T r2, r0, c; OUT(r1); OUT(r2)"},
	{"kept", "mul.T r0, a, b; OUT(r0); add.T r1, r0, c; OUT(r1)"},
	{"kept_late", "mul.T r0, a, b; add.T r1, r0, c; OUT(r1); OUT(r0)"},
	{"kept_shared", "mul.T r0, a, b; st.shared.B SHARED, r0; add.T r1, r0, c; OUT(r1); ld.shared.B r2, SHARED; OUT(r2)"},
	{"factor", "mul.T r0, a, b; add.T r1, r0, c; mul.T r2, r0, d; OUT(r1); OUT(r2)"},
	{"factor_before", "mul.T r0, a, b; mul.T r2, r0, d; add.T r1, r0, c; OUT(r1); OUT(r2)"},
	{"factor_fused", "mul.T r0, a, b; add.T r1, r0, c; mul.T r2, r0, d; add.T r3, r2, e; OUT(r1); OUT(r3)"},
	{"fma_addend", "mul.T r0, a, b; add.T r1, r0, c; fma.rn.T r2, d, e, r0; OUT(r1); OUT(r2)"},
	{"fma_factor", "mul.T r0, a, b; add.T r1, r0, c; fma.rn.T r2, d, r0, e; OUT(r1); OUT(r2)"},
	{"only_fma_addend", "mul.T r0, a, b; fma.rn.T r2, d, e, r0; OUT(r2)"},
	{"rn_sum_too", "mul.T r0, a, b; add.T r1, r0, c; add.rn.T r2, r0, d; OUT(r1); OUT(r2)"},
	{"compared", "mul.T r0, a, b; setp.lt.T P0, r0, c; add.T r1, r0, d; selp.B r2, r1, e, P0; OUT(r2)"},
	{"chosen", "mul.T r0, a, b; selp.B r1, r0, c, p; add.T r2, r1, d; OUT(r2)"},
	{"chosen_too", "mul.T r0, a, b; selp.B r1, r0, c, p; add.T r2, r0, d; OUT(r2); OUT(r1)"},
	{"chosen_sums", "mul.T r0, a, b; add.T r1, r0, c; sub.T r2, r0, d; selp.B r3, r1, r2, p; OUT(r3)"},
	{"min", "mul.T r0, a, b; min.T r1, r0, c; add.T r2, r0, d; OUT(r1); OUT(r2)"},
	{"bits", "mul.T r0, a, b; xor.B r1, r0, c; add.T r3, r0, c; OUT(r3); OUT(r1)"},
	{"shuffled", "mul.T r0, a, b; mov.B r7, r0; bar.warp.sync 0xffff; add.T r1, r7, c; OUT(r1)"},

	// Negation and copies.
	{"neg", "mul.T r0, a, b; neg.T r1, r0; add.T r2, c, r1; OUT(r2)"},
	{"neg_first", "mul.T r0, a, b; neg.T r1, r0; add.T r2, r1, c; OUT(r2)"},
	{"neg_sub", "mul.T r0, a, b; neg.T r1, r0; sub.T r2, r1, c; OUT(r2)"},
	{"neg_sub_second", "mul.T r0, a, b; neg.T r1, r0; sub.T r2, c, r1; OUT(r2)"},
	{"neg_neg", "mul.T r0, a, b; neg.T r1, r0; neg.T r3, r1; sub.T r2, r3, c; OUT(r2)"},
	{"neg_and_plain", "mul.T r0, a, b; neg.T r1, r0; add.T r2, r1, c; add.T r3, r0, d; OUT(r2); OUT(r3)"},
	{"neg_and_plain_late", "mul.T r0, a, b; add.T r3, r0, d; neg.T r1, r0; add.T r2, r1, c; OUT(r2); OUT(r3)"},
	{"neg_two_sums", "mul.T r0, a, b; neg.T r1, r0; add.T r2, r1, c; add.T r3, r1, d; OUT(r2); OUT(r3)"},
	{"neg_kept", "mul.T r0, a, b; neg.T r1, r0; add.T r2, r1, c; OUT(r2); OUT(r1)"},
	{"neg_kept_plain", "mul.T r0, a, b; neg.T r1, r0; add.T r2, r0, c; OUT(r2); OUT(r1)"},
	{"neg_factor", "neg.T r3, a; mul.T r0, r3, b; add.T r2, r0, c; OUT(r2)"},
	{"neg_both_factors", "neg.T r3, a; neg.T r4, b; mul.T r0, r3, r4; add.T r2, r0, c; OUT(r2)"},
	{"neg_addend", "neg.T r3, c; mul.T r0, a, b; add.T r2, r0, r3; OUT(r2)"},
	{"neg_sum", "mul.T r0, a, b; add.T r2, r0, c; neg.T r3, r2; OUT(r3)"},
	{"abs", "mul.T r0, a, b; abs.T r1, r0; sub.T r2, r1, c; OUT(r2)"},
	{"abs_factors", "abs.T r3, a; abs.T r4, b; mul.T r0, r3, r4; sub.T r2, r0, c; OUT(r2)"},
	{"abs_one_factor", "abs.T r3, a; mul.T r0, r3, b; sub.T r2, r0, c; OUT(r2)"},
	{"abs_addend", "abs.T r3, c; mul.T r0, a, b; sub.T r2, r0, r3; OUT(r2)"},
	{"sub_from_zero", "mov.B r9, 0; mul.T r0, a, b; sub.T r1, r9, r0; add.T r2, r1, c; OUT(r2)"},
	{"neg_by_xor", "mov.B r9, K(80000000); mul.T r0, a, b; xor.B r1, r0, r9; add.T r2, r1, c; OUT(r2)"},
	{"neg_by_mul", "mov.B r9, K(bf800000); mul.T r0, a, b; mul.T r1, r0, r9; add.T r2, r1, c; OUT(r2)"},
	{"mov", "mul.T r0, a, b; mov.B r1, r0; add.T r2, r1, c; OUT(r2)"},
	{"mov_typed", ".reg .T x; mul.T x, a, b; mov.B r1, x; add.T r2, r1, c; OUT(r2)"},
	{"mov_kept", "mul.T r0, a, b; mov.B r1, r0; add.T r2, r0, c; OUT(r2); OUT(r1)"},
	{"mov_two", "mul.T r0, a, b; mov.B r1, r0; add.T r2, r1, c; sub.T r3, r0, d; OUT(r2); OUT(r3)"},
	{"select_same", "mul.T r0, a, b; selp.B r1, r0, r0, p; add.T r2, r1, c; OUT(r2)"},

	// Constants.
	{"by_two", "mov.B r9, K(40000000); mul.T r0, a, r9; add.T r1, r0, c; OUT(r1)"},
	{"by_one", "mov.B r9, K(3f800000); mul.T r0, a, r9; mul.T r2, r0, b; add.T r1, r2, c; OUT(r1)"},
	{"by_minus_one", "mov.B r9, K(bf800000); mul.T r0, a, b; mul.T r2, r0, r9; add.T r1, r2, c; OUT(r1)"},
	{"by_third", "mov.B r9, K(3eaaaaab); mul.T r0, a, r9; add.T r1, r0, c; OUT(r1)"},
	{"by_third_twice", "mov.B r9, K(3eaaaaab); mul.T r0, a, r9; add.T r1, r0, c; sub.T r2, d, r0; OUT(r1); OUT(r2)"},
	{"add_third", "mov.B r9, K(3eaaaaab); mul.T r0, a, b; add.T r1, r0, r9; OUT(r1)"},
	{"two_constants", "mov.B r9, K(3eaaaaab); mov.B r8, K(3f99999a); mul.T r0, a, r9; add.T r1, r0, r8; OUT(r1)"},
	{"add_zero", "mov.B r9, 0; mul.T r0, a, b; add.T r1, r0, r9; add.T r2, r1, c; OUT(r2)"},
	{"add_minus_zero", "mov.B r9, K(80000000); mul.T r0, a, b; add.T r1, r0, r9; add.T r2, r1, c; OUT(r2)"},
	{"sub_zero", "mov.B r9, 0; mul.T r0, a, b; sub.T r1, r0, r9; add.T r2, r1, c; OUT(r2)"},
	{"constant_product", "mov.B r9, K(3eaaaaab); mov.B r8, K(3f99999a); mul.T r0, r8, r9; add.T r1, r0, c; OUT(r1)"},
	{"fma_by_one", "mov.B r9, K(3f800000); mul.T r0, a, b; fma.rn.T r1, c, r9, r0; OUT(r1)"},
	{"fma_add_zero", "mov.B r9, K(80000000); fma.rn.T r0, a, b, r9; add.T r1, r0, c; OUT(r1)"},

	// Equal ones.
	{"equal", "mul.T r0, a, b; mul.T r1, a, b; OUT(r1); add.T r2, r0, c; OUT(r2)"},
	{"equal_late", "mul.T r0, a, b; add.T r2, r0, c; OUT(r2); mul.T r1, a, b; OUT(r1)"},
	{"equal_swapped", "mul.T r1, a, b; mul.T r0, a, b; add.T r2, r0, c; OUT(r2); OUT(r1)"},
	{"commuted", "mul.T r0, a, b; mul.T r1, b, a; OUT(r1); add.T r2, r0, c; OUT(r2)"},
	{"equal_rn", "mul.T r0, a, b; mul.rn.T r1, a, b; OUT(r1); add.T r2, r0, c; OUT(r2)"},
	{"equal_sums", "mul.T r0, a, b; mul.T r1, a, b; add.T r2, r0, c; add.T r3, r1, c; OUT(r2); OUT(r3)"},
	{"equal_double", "mul.T r0, a, b; mul.T r1, a, b; add.T r2, r0, r1; OUT(r2)"},
	{"equal_difference", "mul.T r0, a, b; mul.T r1, a, b; sub.T r2, r0, r1; OUT(r2)"},
	{"commuted_difference", "mul.T r0, a, b; mul.T r1, b, a; sub.T r2, r0, r1; OUT(r2)"},
	{"equal_factor", "add.T r8, a, d; add.T r9, a, d; mul.T r0, r8, b; mul.T r1, r9, b; OUT(r1); add.T r2, r0, c; OUT(r2)"},
	{"equal_load", "ld.global.B r8, [%in]; mul.T r0, a, b; mul.T r1, r8, b; OUT(r1); add.T r2, r0, c; OUT(r2)"},
	{"equal_other_block", "mul.T r0, a, b; OUT(r0); @p bra L; OUT(a); L: mul.T r1, a, b; add.T r2, r1, c; OUT(r2)"},
	{"equal_fma", "fma.rn.T r1, a, b, c; mul.T r0, a, b; add.T r2, r0, c; sub.T r3, r1, r2; OUT(r3)"},
	{"equal_sum_then", "mul.T r0, a, b; mul.T r1, a, b; sub.T r2, r0, c; sub.T r3, r1, c; sub.T r4, r2, r3; OUT(r4)"},

	// Clamped.
	{"sat_mul", "mul.sat.T r0, a, b; sub.T r1, r0, c; OUT(r1)"},
	{"sat_add", "mul.T r0, a, b; add.sat.T r1, r0, c; OUT(r1)"},
	{"sat_sub", "mul.T r0, a, b; sub.sat.T r1, c, r0; OUT(r1)"},
	{"sat_one_of_two", "mul.T r0, a, b; add.sat.T r1, r0, c; add.T r2, r0, d; OUT(r1); OUT(r2)"},
	{"sat_tie", "mul.T r0, a, b; mul.T r1, c, d; sub.sat.T r2, r0, r1; OUT(r2)"},
	{"sat_mul_tie", "mul.sat.T r0, a, b; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"sat_rn", "mul.T r0, a, b; add.rn.sat.T r1, r0, c; OUT(r1)"},

	// Other blocks.
	{"later_block", "mul.T r0, a, b; @q bra L; OUT(a); L: add.T r1, r0, c; OUT(r1)"},
	{"join_uses_two", "mul.T r0, a, b; @q bra L; add.T r2, r0, d; OUT(r2); L: add.T r1, r0, c; OUT(r1)"},
	{"inner_block", "mul.T r0, a, b; mov.B r1, d; @q bra L; OUT(a); add.T r1, r0, c; L: OUT(r1)"},
	{"inner_block_only", "mul.T r0, a, b; @q bra L; add.T r1, r0, c; OUT(r1); L: OUT(a)"},
	{"small_branch", "mul.T r0, a, b; mov.B r1, d; @q bra L; add.T r1, r0, c; L: OUT(r1)"},
	{"both_sides", "mul.T r0, a, b; @q bra L; add.T r1, r0, c; bra M; L: sub.T r1, r0, d; M: OUT(r1)"},
	{"label", "mul.T r0, a, b; L: add.T r1, r0, c; OUT(r1)"},
	{"label_jumped_to", "mul.T r0, a, b; bra.uni L; L: add.T r1, r0, c; OUT(r1)"},
	{"label_behind", "bra.uni L; M: add.T r1, r0, c; OUT(r1); bra.uni E; L: mul.T r0, a, b; bra.uni M; E:"},
	{"label_taken_never", "mov.u32 i5, 1; setp.eq.u32 P0, i5, 0; mul.T r0, a, b; @P0 bra L; OUT(a); L: add.T r1, r0, c; OUT(r1)"},
	{"empty_branch", "mul.T r0, a, b; @q bra L; L: add.T r1, r0, c; OUT(r1)"},
	{"mul_in_branch", "mov.B r0, d; @q bra L; mul.T r0, a, b; L: add.T r1, r0, c; OUT(r1)"},
	{"mul_in_both", "@q bra L; mul.T r0, a, b; bra M; L: mul.T r0, a, d; M: add.T r1, r0, c; OUT(r1)"},
	{"loop", "mov.B r1, c; mov.u32 i5, 0; L: mul.T r0, r1, a; add.T r1, r0, b; add.u32 i5, i5, 1; setp.le.u32 P0, i5, i1; @P0 bra L; OUT(r1)"},
	{"loop_counted", "mov.B r1, c; mov.u32 i5, 0; L: mul.T r0, r1, a; add.T r1, r0, b; add.u32 i5, i5, 1; setp.lt.u32 P0, i5, 3; @P0 bra L; OUT(r1)"},
	{"loop_sum", "mov.B r1, c; mov.u32 i5, 0; L: mul.T r0, a, b; add.T r1, r1, r0; add.u32 i5, i5, 1; setp.le.u32 P0, i5, i1; @P0 bra L; OUT(r1)"},
	{"loop_carried", "mul.T r0, a, b; mov.B r1, c; mov.u32 i5, 0; L: add.T r1, r1, r0; mul.T r0, r1, a; add.u32 i5, i5, 1; setp.le.u32 P0, i5, i1; @P0 bra L; OUT(r1)"},
	{"loop_carried_counted", "mul.T r0, a, b; mov.B r1, c; mov.u32 i5, 0; L: add.T r1, r1, r0; mul.T r0, r1, a; add.u32 i5, i5, 1; setp.lt.u32 P0, i5, 3; @P0 bra L; OUT(r1)"},
	{"loop_before", "mul.T r0, a, b; mov.B r1, c; mov.u32 i5, 0; L: add.T r1, r1, r0; add.u32 i5, i5, 1; setp.le.u32 P0, i5, i1; @P0 bra L; OUT(r1)"},
	{"loop_before_counted", "mul.T r0, a, b; mov.B r1, c; mov.u32 i5, 0; L: add.T r1, r1, r0; add.u32 i5, i5, 1; setp.lt.u32 P0, i5, 3; @P0 bra L; OUT(r1)"},
	{"loop_behind", "mov.B r1, c; mov.u32 i5, 0; L: mul.T r0, r1, b; mov.B r1, r0; add.u32 i5, i5, 1; setp.le.u32 P0, i5, i1; @P0 bra L; add.T r2, r0, d; OUT(r2)"},
	{"loop_once", "mov.u32 i5, 0; L: mul.T r0, a, b; add.u32 i5, i5, 1; setp.lt.u32 P0, i5, 1; @P0 bra L; add.T r2, r0, d; OUT(r2)"},
	{"barrier", "mul.T r0, a, b; bar.sync 0; add.T r1, r0, c; OUT(r1)"},
	{"barrier_tie", "mul.T r0, a, b; bar.sync 0; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"fence", "mul.T r0, a, b; membar.gl; add.T r1, r0, c; OUT(r1)"},
	{"warp_sync", "mul.T r0, a, b; bar.warp.sync 0xffff; add.T r1, r0, c; OUT(r1)"},
	{"ret_between", "mul.T r0, a, b; @p ret; add.T r1, r0, c; OUT(r1)"},
	{"exit_between", "mul.T r0, a, b; @p exit; add.T r1, r0, c; OUT(r1)"},
	{"braces", "{; mul.T r0, a, b; }; {; add.T r1, r0, c; }; OUT(r1)"},
	{"store_between", "mul.T r0, a, b; OUT(a); add.T r1, r0, c; OUT(r1)"},
	{"volatile_between", "mul.T r0, a, b; st.volatile.global.B LAST, a; add.T r1, r0, c; OUT(r1)"},
	{"atomic_between", "mul.T r0, a, b; atom.shared.add.u32 i5, SHARED, 1; add.T r1, r0, c; OUT(r1)"},
	{"load_between", "mul.T r0, a, b; ld.global.B r9, [%in+8]; add.T r1, r0, r9; OUT(r1)"},
	{"clock_between", "mul.T r0, a, b; mov.u32 i5, %clock; add.T r1, r0, c; OUT(r1)"},
	{"vote_between", "mul.T r0, a, b; activemask.b32 i5; add.T r1, r0, c; OUT(r1)"},

	// Guards.
	{"guarded_add", "mul.T r0, a, b; mov.B r1, d; @p add.T r1, r0, c; OUT(r1)"},
	{"guarded_add_not", "mul.T r0, a, b; mov.B r1, d; @!p add.T r1, r0, c; OUT(r1)"},
	{"guarded_adds", "mul.T r0, a, b; @p add.T r1, r0, c; @!p sub.T r1, r0, d; OUT(r1)"},
	{"guarded_add_one", "mul.T r0, a, b; mov.B r1, d; @p add.T r1, r0, c; OUT(r1); add.T r2, r0, e; OUT(r2)"},
	{"guarded_add_stored", "mul.T r0, a, b; @p add.T r1, r0, c; @p st.global.B LAST, r1"},
	{"guarded_tie", "mul.T r0, a, b; mul.T r1, c, d; mov.B r2, e; @p add.T r2, r0, r1; OUT(r2)"},
	{"guarded_mul", "mov.B r0, d; @p mul.T r0, a, b; add.T r1, r0, c; OUT(r1)"},
	{"guarded_mul_bare", "@p mul.T r0, a, b; add.T r1, r0, c; @p st.global.B LAST, r1"},
	{"guarded_both", "mov.B r0, d; mov.B r1, e; @p mul.T r0, a, b; @p add.T r1, r0, c; OUT(r1)"},
	{"guarded_both_bare", "@p mul.T r0, a, b; @p add.T r1, r0, c; @p st.global.B LAST, r1"},
	{"guarded_both_no_mov", "mov.B r1, e; @p mul.T r0, a, b; @p add.T r1, r0, c; OUT(r1)"},
	{"guarded_mul_tie", "mov.B r0, d; @p mul.T r0, a, b; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"guarded_store_between", "mul.T r0, a, b; @q st.global.B LAST, a; add.T r1, r0, c; OUT(r1)"},
	{"guarded_store_p", "mul.T r0, a, b; @p st.global.B LAST, a; add.T r1, r0, c; OUT(r1)"},
	{"guarded_store_shared", "mul.T r0, a, b; @q st.shared.B SHARED, a; add.T r1, r0, c; OUT(r1)"},
	{"guarded_store_volatile", "mul.T r0, a, b; @q st.volatile.shared.B SHARED, a; add.T r1, r0, c; OUT(r1)"},
	{"guarded_store_volatile_global", "mul.T r0, a, b; @q st.volatile.global.B LAST, a; add.T r1, r0, c; OUT(r1)"},
	{"guarded_store_behind", "mul.T r0, a, b; add.T r1, r0, c; @q st.global.B LAST, a; OUT(r1)"},
	{"guarded_store_before", "@q st.global.B LAST, a; mul.T r0, a, b; add.T r1, r0, c; OUT(r1)"},
	{"guarded_store_tie", "mul.T r0, a, b; @q st.global.B LAST, a; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"guarded_store_tie_second", "mul.T r1, c, d; @q st.global.B LAST, a; mul.T r0, a, b; add.T r2, r0, r1; OUT(r2)"},
	{"guarded_load_between", "mov.B r9, d; mul.T r0, a, b; @q ld.global.B r9, [%in+8]; add.T r1, r0, r9; OUT(r1)"},
	{"guarded_load_shared", "mov.B r9, d; st.shared.B SHARED, a; mul.T r0, a, b; @q ld.shared.B r9, SHARED; add.T r1, r0, r9; OUT(r1)"},
	{"guarded_mov_between", "mov.B r9, d; mul.T r0, a, b; @q mov.B r9, c; add.T r1, r0, r9; OUT(r1)"},
	{"guarded_int_between", "mul.T r0, a, b; @q add.u32 i1, i1, 7; add.T r1, r0, c; OUT(r1); st.global.u32 NEXT, i1"},
	{"guarded_float_between", "mov.B r9, d; mul.T r0, a, b; @q add.T r9, e, f; add.T r1, r0, r9; OUT(r1)"},
	{"guarded_mul_between", "mov.B r9, d; mul.T r0, a, b; @q mul.T r9, e, f; add.T r1, r0, r9; OUT(r1)"},
	{"guarded_setp_between", "setp.eq.u32 P0, i0, i1; mul.T r0, a, b; @q setp.ne.u32 P0, i0, i1; add.T r1, r0, c; OUT(r1); @P0 st.global.B LAST, a"},
	{"guarded_atomic_between", "mul.T r0, a, b; @q atom.shared.add.u32 i1, SHARED, 1; add.T r1, r0, c; OUT(r1)"},
	{"guarded_red_between", "mul.T r0, a, b; @q red.shared.add.u32 SHARED, 1; add.T r1, r0, c; OUT(r1)"},
	{"guarded_fence_between", "mul.T r0, a, b; @q membar.gl; add.T r1, r0, c; OUT(r1)"},
	{"guarded_local_store", "mul.T r0, a, b; st.local.B LOCAL, d; @q st.local.B LOCAL, a; ld.local.B r5, LOCAL; add.T r1, r0, r5; OUT(r1)"},
	{"guarded_store_same", "mul.T r0, a, b; @q st.global.B LAST, a; mov.B r1, d; @q add.T r1, r0, c; OUT(r1)"},
	{"guarded_selp_between", "mov.B r9, d; mul.T r0, a, b; @q selp.B r9, c, e, p; add.T r1, r0, r9; OUT(r1)"},

	// Memory and calls.
	{"local", "mul.T r0, a, b; st.local.B LOCAL, r0; ld.local.B r1, LOCAL; add.T r2, r1, c; OUT(r2)"},
	{"local_between", "mul.T r0, a, b; st.local.B LOCAL, r0; OUT(a); ld.local.B r1, LOCAL; add.T r2, r1, c; OUT(r2)"},
	{"local_two_loads", "mul.T r0, a, b; st.local.B LOCAL, r0; ld.local.B r1, LOCAL; ld.local.B r3, LOCAL; add.T r2, r1, c; sub.T r4, d, r3; OUT(r2); OUT(r4)"},
	{"local_kept", "mul.T r0, a, b; st.local.B LOCAL, r0; ld.local.B r1, LOCAL; add.T r2, r0, c; OUT(r2); OUT(r1)"},
	{"local_array", "mul.T r0, a, b; st.local.B [local+16], r0; st.local.B [local+24], d; ld.local.B r1, [local+16]; ld.local.B r3, [local+24]; add.T r2, r1, r3; OUT(r2)"},
	{"local_address", "mov.u64 l5, local; mul.T r0, a, b; st.local.B [l5+8], r0; ld.local.B r1, [l5+8]; add.T r2, r1, c; OUT(r2); st.local.B LOCAL, c"},
	{"local_generic", "mov.u64 l5, local; cvta.local.u64 l6, l5; mul.T r0, a, b; st.B [l6+8], r0; ld.B r1, [l6+8]; add.T r2, r1, c; OUT(r2); st.local.B LOCAL, c"},
	{"local_dynamic", "mov.u64 l5, local; mul.wide.u32 l6, i0, 8; add.s64 l5, l5, l6; mul.T r0, a, b; st.local.B [l5], r0; ld.local.B r1, [l5]; add.T r2, r1, c; OUT(r2); st.local.B LOCAL, c"},
	{"local_other_block", "mul.T r0, a, b; st.local.B LOCAL, r0; @q bra L; OUT(a); L: ld.local.B r1, LOCAL; add.T r2, r1, c; OUT(r2)"},
	{"local_guarded", "mul.T r0, a, b; st.local.B LOCAL, d; @p st.local.B LOCAL, r0; ld.local.B r1, LOCAL; add.T r2, r1, c; OUT(r2)"},
	{"local_tie", "mul.T r0, a, b; mul.T r1, c, d; st.local.B LOCAL, r0; ld.local.B r2, LOCAL; add.T r3, r2, r1; OUT(r3)"},
	{"local_factors", "st.local.B LOCAL, a; ld.local.B r9, LOCAL; mul.T r0, r9, b; add.T r2, r0, c; OUT(r2)"},
	{"shared", "mul.T r0, a, b; st.shared.B SHARED, r0; ld.shared.B r1, SHARED; add.T r2, r1, c; OUT(r2)"},
	{"global", "mul.T r0, a, b; OUT(r0); ld.global.B r1, [%out]; add.T r2, r1, c; OUT(r2)"},
	{"passed", "mul.T r0, a, b; CALL(add, r1, r0, c); OUT(r1)"},
	{"returned", "CALL(mul, r0, a, b); add.T r1, r0, c; OUT(r1)"},
	{"called_both", "CALL(mul, r0, a, b); CALL(add, r1, r0, c); OUT(r1)"},
	{"call_between", "mul.T r0, a, b; CALL(add, r2, a, d); add.T r1, r0, c; OUT(r1); OUT(r2)"},

	// Lists and trees.
	{"list", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; mul.T r3, a, c; add.T r4, r0, r1; add.T r5, r4, r2; add.T r6, r5, r3; OUT(r6)"},
	{"list_sub", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; mul.T r3, a, c; add.T r4, r0, r1; sub.T r5, r4, r2; sub.T r6, r5, r3; OUT(r6)"},
	{"list_right", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; mul.T r3, a, c; add.T r4, r0, r1; add.T r5, r2, r4; add.T r6, r3, r5; OUT(r6)"},
	{"tree", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; mul.T r3, a, c; add.T r4, r0, r1; add.T r5, r2, r3; add.T r6, r4, r5; OUT(r6)"},
	{"tree_sub", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; mul.T r3, a, c; sub.T r4, r0, r1; sub.T r5, r2, r3; sub.T r6, r4, r5; OUT(r6)"},
	{"complex", "mul.T r0, a, c; mul.T r1, b, d; sub.T r2, r0, r1; mul.T r3, a, d; mul.T r4, b, c; add.T r5, r3, r4; OUT(r2); OUT(r5)"},
	{"cross", "mul.T r0, a, d; mul.T r1, b, c; sub.T r2, r0, r1; mul.T r3, b, e; mul.T r4, a, f; sub.T r5, r3, r4; mul.T r6, c, f; mul.T r7, d, e; sub.T r8, r6, r7; OUT(r2); OUT(r5); OUT(r8)"},
	{"norm", "mul.T r0, a, a; mul.T r1, b, b; add.T r2, r0, r1; mul.T r3, c, c; add.T r4, r2, r3; OUT(r4)"},
	{"butterfly", "mul.T r0, a, b; mul.T r1, c, d; add.T r2, r0, r1; sub.T r3, r0, r1; OUT(r2); OUT(r3)"},
	{"butterfly_swapped", "mul.T r0, a, b; mul.T r1, c, d; add.T r2, r1, r0; sub.T r3, r0, r1; OUT(r2); OUT(r3)"},
	{"butterfly_late", "mul.T r0, a, b; mul.T r1, c, d; sub.T r3, r0, r1; add.T r2, r1, r0; OUT(r2); OUT(r3)"},
	{"triangle", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; add.T r3, r0, r1; add.T r4, r1, r2; add.T r5, r2, r0; OUT(r3); OUT(r4); OUT(r5)"},
	{"path", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; add.T r3, r0, r1; add.T r4, r1, r2; OUT(r3); OUT(r4)"},
	{"path_late", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; add.T r4, r1, r2; add.T r3, r0, r1; OUT(r3); OUT(r4)"},
	{"path_in", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; add.T r3, r1, r0; add.T r4, r1, r2; OUT(r3); OUT(r4)"},
	{"path_out", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; add.T r3, r0, r1; add.T r4, r2, r1; OUT(r3); OUT(r4)"},
	{"star", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; mul.T r3, a, d; add.T r4, r0, r1; add.T r5, r0, r2; add.T r6, r0, r3; OUT(r4); OUT(r5); OUT(r6)"},
	{"star_second", "mul.T r0, a, b; mul.T r1, c, d; mul.T r2, e, f; mul.T r3, a, d; add.T r4, r1, r0; add.T r5, r2, r0; add.T r6, r3, r0; OUT(r4); OUT(r5); OUT(r6)"},
	{"tie_beside_first", "mul.T r0, a, b; mul.T r1, c, d; sub.T r2, r0, r1; add.T r3, r0, e; OUT(r2); OUT(r3)"},
	{"tie_beside", "mul.T r0, a, b; mul.T r1, c, d; sub.T r2, r0, r1; add.T r3, r1, e; OUT(r2); OUT(r3)"},
	{"tie_beside_both", "mul.T r0, a, b; mul.T r1, c, d; sub.T r2, r0, r1; add.T r3, r1, e; add.T r4, r0, f; OUT(r2); OUT(r3); OUT(r4)"},
	{"beside_first_tie", "mul.T r0, a, b; mul.T r1, c, d; add.T r3, r0, e; sub.T r2, r0, r1; OUT(r2); OUT(r3)"},
	{"beside_tie", "mul.T r0, a, b; mul.T r1, c, d; add.T r3, r1, e; sub.T r2, r0, r1; OUT(r2); OUT(r3)"},
	{"beside_both_tie", "mul.T r0, a, b; mul.T r1, c, d; add.T r3, r1, e; add.T r4, r0, f; sub.T r2, r0, r1; OUT(r2); OUT(r3); OUT(r4)"},
	{"tie_first_kept", "mul.T r0, a, b; mul.T r1, c, d; OUT(r0); add.T r2, r0, r1; OUT(r2)"},
	{"tie_second_kept", "mul.T r0, a, b; mul.T r1, c, d; OUT(r1); add.T r2, r0, r1; OUT(r2)"},
	{"tie_first_rn", "mul.rn.T r0, a, b; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"tie_second_rn", "mul.T r0, a, b; mul.rn.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"tie_nested", "mul.T r0, a, b; mul.T r1, r0, d; add.T r2, r0, r1; OUT(r2)"},
	{"tie_nested_swapped", "mul.T r0, a, b; mul.T r1, r0, d; add.T r2, r1, r0; OUT(r2)"},
	{"tie_with_sum", "mul.T r0, a, b; add.T r1, r0, c; mul.T r2, d, e; add.T r3, r2, r1; OUT(r3)"},
	{"tie_constant_first", "mov.B r9, K(3eaaaaab); mul.T r0, a, r9; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"tie_constant_second", "mov.B r9, K(3eaaaaab); mul.T r0, a, b; mul.T r1, c, r9; add.T r2, r0, r1; OUT(r2)"},
	{"tie_by_two_first", "mov.B r9, K(40000000); mul.T r0, a, r9; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"tie_loop", "mov.B r2, e; mov.u32 i5, 0; L: mul.T r0, r2, b; mul.T r1, c, d; sub.T r2, r0, r1; add.u32 i5, i5, 1; setp.le.u32 P0, i5, i1; @P0 bra L; OUT(r2)"},
	{"tie_loop_late", "mov.B r2, e; mov.u32 i5, 0; L: mul.T r0, c, d; mul.T r1, r2, b; sub.T r2, r0, r1; add.u32 i5, i5, 1; setp.le.u32 P0, i5, i1; @P0 bra L; OUT(r2)"},
	{"tie_loop_counted", "mov.B r2, e; mov.u32 i5, 0; L: mul.T r0, r2, b; mul.T r1, c, d; sub.T r2, r0, r1; add.u32 i5, i5, 1; setp.lt.u32 P0, i5, 3; @P0 bra L; OUT(r2)"},
	{"tie_block_first", "mul.T r0, a, b; @q bra L; OUT(a); L: mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"tie_block_second", "mul.T r1, c, d; @q bra L; OUT(a); L: mul.T r0, a, b; add.T r2, r0, r1; OUT(r2)"},
	{"tie_far", "mul.T r0, a, b; add.T r3, a, c; add.T r4, r3, d; add.T r5, r4, e; add.T r6, r5, f; mul.T r1, c, d; add.T r2, r1, r0; OUT(r2); OUT(r6)"},
	{"far", "mul.T r0, a, b; add.T r3, a, c; add.T r4, r3, d; add.T r5, r4, e; add.T r6, r5, f; sub.T r7, r6, a; sub.T r8, r7, c; add.T r2, r8, r0; OUT(r2); OUT(r6)"},

	// Instructions of which the assembler makes products and sums.
	{"div_approx", "div.approx.T r0, a, b; add.T r1, r0, c; OUT(r1)"},
	{"div_approx_two", "div.approx.T r0, a, b; add.T r1, r0, c; sub.T r2, d, r0; OUT(r1); OUT(r2)"},
	{"div_approx_kept", "div.approx.T r0, a, b; add.T r1, r0, c; OUT(r1); OUT(r0)"},
	{"div_approx_tie", "div.approx.T r0, a, b; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"div_approx_by", "div.approx.T r0, a, b; add.rn.T r1, r0, c; OUT(r1)"},
	{"div_full", "div.full.T r0, a, b; add.T r1, r0, c; OUT(r1)"},
	{"div_rn", "div.rn.T r0, a, b; add.T r1, r0, c; OUT(r1)"},
	{"div_of_product", "mul.T r2, a, d; div.rn.T r0, r2, b; OUT(r0)"},
	{"div_approx_third", "mov.B r9, K(40400000); div.approx.T r0, a, r9; add.T r1, r0, c; OUT(r1)"},
	{"rcp_approx", "rcp.approx.T r2, b; mul.T r0, a, r2; add.T r1, r0, c; OUT(r1)"},
	{"sqrt_approx", "abs.T r3, a; sqrt.approx.T r0, r3; add.T r1, r0, c; OUT(r1)"},
	{"sqrt_rn", "abs.T r3, a; sqrt.rn.T r0, r3; add.T r1, r0, c; OUT(r1)"},
	{"rsqrt_approx", "abs.T r3, a; rsqrt.approx.T r0, r3; add.T r1, r0, c; OUT(r1)"},
	{"ex2_approx", "ex2.approx.T r0, a; add.T r1, r0, c; OUT(r1)"},
	{"lg2_approx", "abs.T r3, a; lg2.approx.T r0, r3; add.T r1, r0, c; OUT(r1)"},
	{"lg2_product", "abs.T r3, a; lg2.approx.T r0, r3; mul.T r4, r0, b; add.T r1, r4, c; OUT(r1)"},
	{"ex2_of_product", "mul.T r2, a, b; ex2.approx.T r0, r2; OUT(r0)"},
	{"ex2_of_sum", "mul.T r2, a, b; add.T r3, r2, c; ex2.approx.T r0, r3; OUT(r0)"},
	{"sin_of_sum", "mul.T r2, a, b; add.T r3, r2, c; sin.approx.T r0, r3; OUT(r0)"},

	// Other types and flushing.
	{"ftz_mul", "mul.ftz.T r0, a, b; add.T r1, r0, c; OUT(r1)"},
	{"ftz_add", "mul.T r0, a, b; add.ftz.T r1, r0, c; OUT(r1)"},
	{"ftz_one_of_two", "mul.T r0, a, b; add.ftz.T r1, r0, c; add.T r2, r0, d; OUT(r1); OUT(r2)"},
	{"ftz_tie", "mul.ftz.T r0, a, b; mul.T r1, c, d; add.T r2, r0, r1; OUT(r2)"},
	{"ftz_tie_second", "mul.ftz.T r0, a, b; mul.T r1, c, d; add.ftz.T r2, r1, r0; OUT(r2)"},
	{"halves", "mul.T r0, a, b; mov.b32 {s0, s1}, r0; mov.b32 r1, {s1, s0}; add.T r2, r1, c; OUT(r2)"},
	{"halves_same", "mul.T r0, a, b; mov.b32 {s0, s1}, r0; mov.b32 r1, {s0, s1}; add.T r2, r1, c; OUT(r2)"},
	{"words", "mul.T r0, a, b; mov.b64 {i5, i6}, r0; mov.b64 r1, {i5, i6}; add.T r2, r1, c; OUT(r2)"},
}

// ties are the eight ways to write a sum of two products, with what is defined first and
// what is added first, for sums and differences.
func ties() [][2]string {
	var out [][2]string
	for _, op := range []string{"add", "sub"} {
		for _, late := range []bool{false, true} {
			for _, swap := range []bool{false, true} {
				for _, neg := range []string{"", "0", "1", "01"} {
					name := "tie_" + op
					def := []string{"mul.T r0, a, b", "mul.T r1, c, d"}
					use := []string{"r0", "r1"}
					if late {
						name += "_late"
						slices.Reverse(def)
					}
					for _, n := range neg {
						def = append(def, fmt.Sprintf("neg.T r1%c, r%c", n, n))
						use[n-'0'] = fmt.Sprintf("r1%c", n)
						name += fmt.Sprintf("_neg%c", n)
					}
					if swap {
						name += "_swap"
						slices.Reverse(use)
					}
					out = append(out, [2]string{name, strings.Join(def, "; ") + fmt.Sprintf("; %s.T r5, %s; OUT(r5)", op, strings.Join(use, ", "))})
				}
			}
		}
	}
	return out
}

// between are instructions that may end a block for an assembler.
var between = [][2]string{
	{"membar_cta", "membar.cta"},
	{"membar_sys", "membar.sys"},
	{"fence_acq_rel_cta", "fence.acq_rel.cta"},
	{"fence_sc_gpu", "fence.sc.gpu"},
	{"fence_proxy", "fence.proxy.alias"},
	{"load_acquire", "ld.acquire.gpu.global.u32 i5, [%in]; st.global.u32 NEXT, i5"},
	{"load_volatile", "ld.volatile.global.u32 i5, [%in]; st.global.u32 NEXT, i5"},
	{"load_relaxed", "ld.relaxed.gpu.global.u32 i5, [%in]; st.global.u32 NEXT, i5"},
	{"store_release", "st.release.gpu.global.u32 NEXT, i0"},
	{"store_relaxed", "st.relaxed.gpu.global.u32 NEXT, i0"},
	{"store_volatile", "st.volatile.global.u32 NEXT, i0"},
	{"store_volatile_shared", "st.volatile.shared.u32 SHARED, i0"},
	{"atomic_global", "atom.global.add.u32 i5, NEXT, 1"},
	{"atomic_acq_rel", "atom.acq_rel.gpu.global.add.u32 i5, NEXT, 1; st.global.u32 NEXT, i5"},
	{"red_global", "red.global.add.u32 NEXT, 1"},
	{"red_release", "red.release.gpu.global.add.u32 NEXT, 1"},
	{"barrier_red", "bar.red.popc.u32 i5, 0, p; st.global.u32 NEXT, i5"},
	{"shuffle", "shfl.sync.idx.b32 i5, i0, 0, 31, 0xffff; st.global.u32 NEXT, i5"},
	{"vote", "vote.sync.ballot.b32 i5, p, 0xffff; st.global.u32 NEXT, i5"},
	{"nanosleep", "nanosleep.u32 1"},
	{"clock", "mov.u32 i5, %clock; and.b32 i5, i5, 0; st.global.u32 NEXT, i5"},
	{"prefetch", "prefetch.global.L2 [%in]"},
	{"guarded_trap", "setp.gt.u32 P0, i0, 1; @P0 trap"},
	{"guarded_barrier", "setp.lt.u32 P0, i0, 2; @P0 bar.sync 0"},
	{"guarded_load_used", "mov.u32 i5, 0; @p ld.global.u32 i5, [%in]; st.global.u32 NEXT, i5"},
	{"guarded_load_shared_used", "mov.u32 i5, 0; st.shared.u32 SHARED, i0; @p ld.shared.u32 i5, SHARED; st.global.u32 NEXT, i5"},
	{"guarded_load_dead", "mov.u32 i5, 0; @p ld.global.u32 i5, [%in]"},
	{"guarded_cvt", "mov.u32 i5, 0; @p cvt.u32.u16 i5, s0; and.b32 i5, i5, 0; st.global.u32 NEXT, i5"},
	{"guarded_shuffle", "mov.u32 i5, 0; setp.lt.u32 P0, i0, 2; @P0 shfl.sync.idx.b32 i5, i0, 0, 31, 0xffff; st.global.u32 NEXT, i5"},
	{"dead_loop", "mov.u32 i5, 0; L: add.T r9, c, d; add.u32 i5, i5, 1; setp.le.u32 P0, i5, i1; @P0 bra L"},
	{"dead_branch", "@p bra L; add.T r9, c, d; L:"},
	{"dead_branches", "@p bra L; @q bra M; add.T r9, c, d; M: mul.T r8, c, d; L:"},
	{"dead_if_else", "@p bra L; add.T r9, c, d; bra M; L: mul.T r8, c, d; M:"},
	{"move_branch", "mov.u32 i5, 0; @p bra L; mov.u32 i5, 1; L: st.global.u32 NEXT, i5"},
	{"counted_loop", "mov.u32 i5, 0; mov.u32 i6, i0; L: add.u32 i6, i6, i1; xor.b32 i6, i6, i5; add.u32 i5, i5, 1; setp.lt.u32 P0, i5, 3; @P0 bra L; st.global.u32 NEXT, i6"},
	{"predicate", "setp.ne.u32 P0, i0, i1; @P0 st.global.u32 NEXT, i0"},
	{"double_behind_guard", "add.T r5, r0, d; OUT(r5); @q st.global.u32 NEXT, i0; add.T r6, r0, r0; OUT(r6)"},
	{"sum_behind_guard", "add.T r5, r0, d; OUT(r5); @q st.global.u32 NEXT, i0"},
}

// long are bodies with many instructions between a product and its sum.
func long() [][2]string {
	var far, many strings.Builder
	far.WriteString("mul.T r0, a, b; add.T r1, a, c; ")
	for i := range 300 {
		fmt.Fprintf(&far, "%s.T r1, r1, %c; ", []string{"add", "sub"}[i/6%2], 'a'+i%6)
	}
	far.WriteString("add.T r2, r0, d; OUT(r2); OUT(r1)")
	for i := range 80 {
		fmt.Fprintf(&many, "add.T r%d, %c, %c; mul.T r%[1]d, r%[1]d, %c; ", i, 'a'+i%6, 'a'+i/6%6, 'a'+i/36)
	}
	many.WriteString("mov.B r90, a; ")
	for i := range 80 {
		fmt.Fprintf(&many, "sub.T r90, r%d, r90; ", 79-i)
	}
	many.WriteString("OUT(r90)")
	return [][2]string{{"very_far", far.String()}, {"many", many.String()}}
}

// Questions are the kernels for a type.
func Questions(t *Type) []*Kernel {
	var out []*Kernel
	all := slices.Concat(questions, ties(), long())
	for _, q := range between {
		if t.old() {
			break // they are newer, most of them
		}
		all = append(all, [2]string{"between_" + q[0], "mul.T r0, a, b; " + q[1] + "; add.T r1, r0, c; OUT(r1)"})
	}
	for _, q := range all {
		if t.has(q[1]) {
			out = append(out, &Kernel{q[0], q[1]})
		}
	}
	return out
}

// has reports whether the type has all instructions of a body.
func (t *Type) has(body string) bool {
	packed := t.Bits != t.lane
	for s, ok := range map[string]bool{
		".sat.T":     t.sat,
		".ftz.T":     (t.Name == "f32" || t.Name == "f16" || t.Name == "f16x2") && !t.old(),
		"setp.lt.T":  !packed,
		"neg.T":      t.Name != "f32x2",
		"abs.T":      t.Name != "f32x2",
		"min.T":      t.Name != "f32x2" && t.man != 10,
		".reg .T":    t.Name == "f32" || t.Name == "f64",
		"mov.b32 {s": t.Bits == 32,
		"mov.b64 {i": t.Bits == 64,
		"approx.T":   t.lane == 32 && t.Bits == 32 && !t.old(),
		"div.full.T": t.lane == 32 && t.Bits == 32 && !t.old(),
		"div.rn.T":   (t.lane == 32 && t.Bits == 32 || t.lane == 64) && !t.old(),
		"sqrt.rn.T":  (t.lane == 32 && t.Bits == 32 || t.lane == 64) && !t.old(),
		"CALL(":      t.Bits > 16 && !t.old(),
		".sync 0x":   !t.old(),
		"activemask": !t.old(),
		"fma":        !t.old(),
		"cvta":       !t.old(),
		"red.":       !t.old(),
	} {
		if strings.Contains(body, s) && !ok {
			return false
		}
	}
	return true
}
