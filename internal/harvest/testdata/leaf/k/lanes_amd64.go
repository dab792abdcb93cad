package k

// Lanes are how many threads a gang has: those of a vector of AVX2.
const Lanes = 8
