package gen

// RunPtx2goAgain4 is the version of this package, as its name: every generated file mentions
// the one that it was made for. Who changes the package so that files of before would not
// build, or would compute something else, counts the name up, here and in codegen; such
// files then fail to build with a name that says what to do.
const RunPtx2goAgain4 = 4
