// Package plan turns a circuit into a schedule of homomorphic operations: how
// vectors lie in slots, how bits are carried by integers, at which level each
// operation runs, and whether the noise allows all of it. It computes with
// shapes and bounds only and never touches a ciphertext.
package plan

import "ringassay/adapters/lattigo/internal/circuit"

// StepOp is a homomorphic operation.
type StepOp uint8

// The operations. Constants are vectors over the slots of a row.
const (
	StepAdd      StepOp = iota // A + B
	StepSub                    // A - B
	StepNeg                    // -A
	StepAddConst               // A + Const
	StepSubConst               // A - Const
	StepMul                    // A * B, relinearised
	StepMulConst               // A * Const
	StepRotate                 // slots of A moved right by Shift
)

// Const is a plaintext operand: Vector repeated along the row or, when Vector
// is empty, the mask that is 1 in the window and 0 elsewhere.
type Const struct {
	Vector circuit.Vector
	Mask   Window
}

// Step is one operation. Values are numbered: the circuit's wires first, then
// the result of each step in order.
type Step struct {
	Op    StepOp
	A, B  int // B equals A if the operation has one operand
	Shift int
	Const Const
}

func (s *Step) binary() bool { return s.Op == StepAdd || s.Op == StepSub || s.Op == StepMul }

// Program is a circuit in homomorphic operations, before levels are assigned.
type Program struct {
	Packing   Packing
	Wires     int
	Used      []bool // per wire: whether any step reads it
	Steps     []Step
	Output    int     // value
	Window    Window  // of the output
	Low       int64   // gf2: lower end of the output's interval
	Width     float64 // gf2: upper end minus lower end; the parity is right if it is below t
	Mode      Mode
	Refreshes int // number of times a value was masked and its copies rebuilt
}

// prune drops the steps that the output does not need, such as those behind
// the side of a selection that is never chosen, and notes
// which wires are read and how often copies are rebuilt.
func (p *Program) prune() {
	needed := make([]bool, p.Wires+len(p.Steps))
	needed[p.Output] = true
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if needed[p.Wires+i] {
			needed[p.Steps[i].A], needed[p.Steps[i].B] = true, true
		}
	}
	p.Used = needed[:p.Wires:p.Wires]
	renamed := make([]int, len(needed))
	for wire := range p.Wires {
		renamed[wire] = wire
	}
	kept := p.Steps[:0]
	for i, step := range p.Steps {
		if needed[p.Wires+i] {
			renamed[p.Wires+i] = p.Wires + len(kept)
			step.A, step.B = renamed[step.A], renamed[step.B]
			kept = append(kept, step)
			if step.Op == StepMulConst && step.Const.Vector.Len() == 0 {
				p.Refreshes++
			}
		}
	}
	p.Steps, p.Output = kept, renamed[p.Output]
}
