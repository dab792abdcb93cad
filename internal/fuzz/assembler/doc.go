// Package assembler asks NVIDIA's assembler, ptxas, what is legal PTX, and compares its
// answers with the front end's.
//
// The questions come from the ISA table: heads of every form, in every way to write their
// operands, for several targets; what is nearly right, with a modifier, a type or an operand
// changed; and forms in the version and for the target before their own. Many stand in one
// file, an instruction a line, since ptxas reports each line that it refuses, with its
// number. A line at the end that is certainly refused keeps it from generating code.
//
// Write makes a folder of such files with a script that needs ptxas and nothing else of this
// program; Compare reads what the script has written.
package assembler
