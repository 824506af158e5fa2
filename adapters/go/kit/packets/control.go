package packets

// Hello is the first packet of a program that speaks protocol 2.
type Hello struct {
	Protocol       int              `json:"protocol"`
	Role           string           `json:"role"`
	Name           string           `json:"name"`
	Version        string           `json:"version"`
	Library        string           `json:"library"`
	LibraryVersion string           `json:"library_version"`
	Scheme         string           `json:"scheme"`
	Spaces         []string         `json:"spaces"`
	Gates          []string         `json:"gates"`
	Limits         map[string]int64 `json:"limits"`
	Commit         string           `json:"commit,omitempty"`
	Profile        string           `json:"profile,omitempty"`
	Simd           string           `json:"simd,omitempty"`
	Threads        int              `json:"threads,omitempty"`
	LibraryBuild   string           `json:"library_build,omitempty"`
	Planner        string           `json:"planner,omitempty"`
}

// Report stands before an answer and says what the step cost.
type Report struct {
	ComputeNs  int64          `json:"compute_ns"`
	CPUNs      int64          `json:"cpu_ns"`
	PeakBytes  int64          `json:"peak_bytes"`
	KeyLoadNs  int64          `json:"key_load_ns,omitempty"`
	ChooseNs   int64          `json:"choose_ns,omitempty"` // of a key: choosing parameters
	LoadNs     int64          `json:"load_ns,omitempty"`   // of an evaluation: reading ciphertexts
	SaveNs     int64          `json:"save_ns,omitempty"`   // of an evaluation: writing the result
	Parameters map[string]any `json:"parameters,omitempty"`
	Notes      []string       `json:"notes,omitempty"`
}

// The two kinds of ErrorReply.
const (
	Refused = "refused" // this cannot be done
	Failed  = "failed"  // something went wrong inside
)

// ErrorReply stands in place of an answer.
type ErrorReply struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}
