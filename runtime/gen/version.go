package gen

// RunPtx2goAgain5 is the version of this package, as its name: every generated file mentions
// the one that it was made for. Who changes the package so that files of before would not
// build, or would compute something else, counts the name up, here and in codegen; such
// files then fail to build with a name that says what to do.
const RunPtx2goAgain5 = 5

// RunPtx2goAgainForAssembly2 is the version of what assembly has copies of: the layout of CTA, and functions
// of gang8, gang16 and what these call. The Go file beside assembly mentions it. Who mends such a function
// counts it up, with go test ./internal/harvest -run TestCopied -update -raise: else assembly that was made
// before goes on with the mistake. A test knows what there are copies of.
const RunPtx2goAgainForAssembly2 = 2
