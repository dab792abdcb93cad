// Package frontend reads PTX text: it makes a Module of a file and checks it
// against the ISA table.
//
// Parse splits the text into declarations, hands each declaration's head to
// participle (grammar.go) and each function body, in parallel, to a
// hand-written parser (body.go). A mistake in one declaration or statement
// does not hide mistakes in the others. Check resolves every name and every
// instruction and reports everything that the manual or ptxas refuses.
//
// A PTX file is a few declarations around large bodies, so only heads are worth a
// grammar that reads as documentation. The lexer makes no copies: tokens are parts
// of the text. After a mistake the parser continues after the next semicolon, and
// Check runs even after syntax errors. Every finding has file, line and column, the
// source line with a caret, and where possible a hint from the table.
//
// # Versions
//
// What PTX means depends on .version and .target. Where an old version means something
// else (the mad.f32 of sm_1x, divisions without a modifier), the form is looked up under
// that version, or refused; it is not guessed. Modifiers are matched in any order, as
// ptxas does; types keep theirs.
//
// # Lenience
//
// What the manual does not have, or has elsewhere, is accepted if an assembler of NVIDIA's
// accepts it. It is accepted with a note, one for each kind and module (lenient.go), if
//
//   - only programs for another translator use a form (a sum as an operand, several
//     results of a function from sm_20 on, constants in video instructions);
//   - a text of NVIDIA's has it and ptxas refuses it (bfe.b32, formatted surface loads;
//     unassembled in the table);
//   - programs have a special register in other instructions than mov and cvt;
//   - a file is odd (a byte-order mark, a NUL or ^Z at the end, carriage returns alone as
//     line ends).
//
// Everything else of the kind is an error. internal/fuzz/legality/testdata/corpus has a small
// file for each form.
//
// # Linking
//
// Several modules may be one program (ptx2go generate -link a.ptx b.ptx), as nvlink makes one of
// what ptxas -c makes of each. Every module is parsed, checked and built under its own .version
// and .target; in between, Link finds out what the names mean that modules leave to each other:
//
//   - An .extern name means the definition of another module that is .visible, .weak or .common,
//     kernels and aliases too. A name without a linking directive is the module's own: two equal
//     ones stay apart, and the host knows the second as name$2.
//   - Of several definitions the .visible one counts, of .weak ones the first in the order of
//     the files. Two .visible ones are an error, and so are two kernels of one name, since a
//     launch finds them by it. .common variables become the largest with the strictest
//     alignment; only that one may have an initial value.
//   - Signatures, state spaces, sizes and alignments must fit; a difference is an error at the
//     declaration, with the place of the definition as its hint. Elements of another width are a
//     warning: the linker of a GPU does not know them.
//   - A name that no module defines is one function for all, CUDA's or the program's; arrays of
//     .extern .shared without a size are the dynamic shared memory.
//   - Address sizes and texturing modes must be equal, and some GPU must run all targets: sm_30
//     with sm_70 is fine, sm_90a with sm_100 is not. Linking begins with PTX 2.0 and sm_20. The
//     program is for the latest target of its modules.
//   - Limits (.const, static shared memory) are those of the program.
//
// The texts are joined into one diag.File, so that a position and a line number say which file
// they are of; everything between the parser and the printer handles them as one text. Where
// people are told of a place, File.Position gives the file and its own line. The generated file
// has one line table, in lines of the joined text, and Module.Link tells the runtime where each
// file begins: a fault names b.ptx:24. Each text's hash finds the module; if two modules hold the
// same text, the first that was registered.
//
// The package knows the text, its types and its names. It does not know what
// instructions do (package lower does), and it accepts forms that cannot be
// lowered yet.
package frontend
