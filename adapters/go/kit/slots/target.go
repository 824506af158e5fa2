package slots

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Noise is how noise grows, in bits (log2). It guides planning only: a result
// is right or wrong by comparison with the plaintext evaluation.
type Noise struct {
	Capacity      []float64          `json:"capacity"` // the largest noise that decrypts, by level, the lowest first
	Floor         float64            `json:"floor"`    // what switching to a lower level leaves at least
	Fresh         float64            `json:"fresh"`
	KeySwitch     float64            `json:"key_switch"`     // added by a relinearisation or one rotation step
	Multiply      map[string]float64 `json:"multiply"`       // {"sum": c} as in BFV, {"product": c} as in BGV
	MultiplyPlain float64            `json:"multiply_plain"` // of a row of any entries
	PeriodicPlain bool               `json:"periodic_plain,omitempty"`
	AddPlain      *float64           `json:"add_plain,omitempty"`
}

// Target is what programs are planned for: the first chunk of the public key.
type Target struct {
	Batch   int    `json:"batch"`
	Row     int    `json:"row"`
	Modulus uint64 `json:"modulus,omitempty"` // of integers, whose noise grows so:
	Noise   *Noise `json:"noise,omitempty"`
	Levels  int    `json:"levels,omitempty"` // of real and complex numbers
	Complex bool   `json:"complex,omitempty"`
	Steps   []int  `json:"steps"`
}

func (t *Target) levels() int {
	if t.Noise != nil {
		return len(t.Noise.Capacity)
	}
	return t.Levels
}

// Chunk returns the target as it stands in the key.
func (t *Target) Chunk() ([]byte, error) { return json.Marshal(t) }

// check says why a program cannot run under the key that declared the target.
func (t *Target) check(p *Program) error {
	if p.Batch != t.Batch || p.Row != t.Row || p.Modulus != t.Modulus || p.Levels != t.levels() || p.Complex != t.Complex {
		return errors.New("the program is for another key: its batch, row, modulus, levels or kind of numbers differ")
	}
	for i := range p.Ops {
		if op := &p.Ops[i]; op.Code == Rotate && !slices.Contains(t.Steps, int(op.Step)) {
			return fmt.Errorf("the program rotates by %d, for which there is no key", op.Step)
		}
	}
	return nil
}

// mayRebuild says whether a circuit of this depth can use up the copies of a
// vector in a row: each rotation on a path costs at most half a vector at one
// end of the window, and paths that lost slots at different ends may meet.
func mayRebuild(batch int, depth float64, row int) bool {
	const rotation, longBatch = 0.5, 600 // depth of a rotation, half as much for long vectors
	cost := rotation
	if batch > longBatch {
		cost /= 2
	}
	return float64(row) < float64(batch)*(1+math.Ceil(depth/cost))
}

// KeySteps returns the rotations to make keys for: powers of two below the
// batch, in both directions; where copies of a vector may have to be rebuilt,
// the long upward steps that replicate one over the row as well.
func KeySteps(batch int, depth float64, row int) []int {
	steps := []int{}
	for step := 1; step < batch; step *= 2 {
		steps = append(steps, step)
		if 2*step != batch { // half of such a batch up is half of it down
			steps = append(steps, -step)
		}
	}
	if row%batch != 0 && mayRebuild(batch, depth, row) {
		for step := 1; step < row; step *= 2 {
			if !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
		}
	}
	slices.Sort(steps)
	return steps
}
