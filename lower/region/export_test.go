package region

// Check compares the tree of a function with its graph.
var Check = check
