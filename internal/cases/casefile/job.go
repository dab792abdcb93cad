package casefile

import "encoding/json"

// Job asks the program that verify and run build to run one variant of one case.
type Job struct {
	Key      string          `json:"key"`                // names the generated module
	Dir      Path            `json:"dir"`                // case folder
	Dump     Path            `json:"dump,omitempty"`     // folder for the buffers' final bytes: 0.bin, 1.bin, ...; no comparison then
	Rounded  bool            `json:"rounded,omitempty"`  // the module contracts nothing, see Case.Rounded
	Sanitize json.RawMessage `json:"sanitize,omitempty"` // what the module, which passes notes to a sanitizer, is watched for
	Count    bool            `json:"count,omitempty"`    // the module is counted
	Seed     uint64          `json:"seed,omitempty"`     // of the order of threads
	Steps    int64           `json:"steps,omitempty"`    // the budget of each launch, 0 for any number
	Limit    int64           `json:"limit,omitempty"`    // nanoseconds, 0 for no limit
}

// DumpStdout is the file in Job.Dump that gets what the kernels print.
const DumpStdout = "printed.txt"

// Result is what became of a Job; Error is empty where it passed.
type Result struct {
	Key   string          `json:"key"`
	Error string          `json:"error,omitempty"`
	Nanos int64           `json:"nanos"`
	Found json.RawMessage `json:"found,omitempty"` // findings of a sanitizer

	Counts json.RawMessage `json:"counts,omitempty"` // what was counted
	Launched
}

// Launched counts launches, and of these the ones of kernels that run as gangs.
type Launched struct {
	Launches int `json:"launches,omitempty"`
	Vectors  int `json:"vector_launches,omitempty"`
	Lanes    int `json:"lanes,omitempty"` // the most threads that one of these gangs may have on this processor
}

// Add adds what others have counted.
func (l *Launched) Add(o Launched) {
	l.Launches += o.Launches
	l.Vectors += o.Vectors
	l.Lanes = max(l.Lanes, o.Lanes)
}
