package k

// Lanes are how many threads a gang has: those of a vector of NEON.
const Lanes = 4
