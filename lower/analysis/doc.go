// Package analysis finds facts about SSA functions that passes and code
// generation rely on. An analysis changes nothing; it is valid until the
// function changes.
package analysis
