// Package run executes schedules on ciphertexts.
package run

import (
	"fmt"
	"math/big"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/adapters/lattigo/internal/plan"
	"ringassay/adapters/lattigo/internal/scheme"
)

// Evaluator executes schedules under one key, one operation after another.
type Evaluator struct {
	params  *scheme.Params
	bgv     *bgv.Evaluator
	encoder *scheme.Encoder
	free    [][]*rlwe.Ciphertext // per level, to be used again
}

// NewEvaluator returns an Evaluator.
func NewEvaluator(p *scheme.Params, keys *scheme.KeySet) *Evaluator {
	return &Evaluator{
		params: p, bgv: bgv.NewEvaluator(p.BGV, keys.EvaluationKeys()),
		encoder: scheme.NewEncoder(p), free: make([][]*rlwe.Ciphertext, len(p.Q)),
	}
}

// Evaluate runs the schedule. load returns the ciphertext of a wire, at any
// level not below the schedule's start; it is asked only for wires that are
// read, one at a time. A ciphertext is let go after its last reader.
func (e *Evaluator) Evaluate(s *plan.Schedule, load func(wire int) (*rlwe.Ciphertext, error)) (*scheme.Result, error) {
	registers := make([]*rlwe.Ciphertext, s.Registers)
	for wire, used := range s.Program.Used {
		if !used {
			continue
		}
		ct, err := load(wire)
		if err != nil {
			return nil, err
		}
		if ct.Level() < s.Start {
			return nil, fmt.Errorf("input %d is at level %d; the circuit needs %d", wire, ct.Level(), s.Start)
		}
		e.bgv.DropLevel(ct, ct.Level()-s.Start)
		registers[wire] = ct
	}
	for i := range s.Actions {
		action := &s.Actions[i]
		if err := e.act(action, registers); err != nil {
			return nil, fmt.Errorf("operation %d of %d: %w", i+1, len(s.Actions), err)
		}
		for _, register := range action.Free {
			if register >= 0 {
				e.release(registers[register])
				registers[register] = nil
			}
		}
	}
	out := registers[s.Output]
	clear(e.free) // between evaluations only keys stay in memory
	return scheme.NewResult(out, s.Program), nil
}

// act executes one action.
func (e *Evaluator) act(action *plan.Action, registers []*rlwe.Ciphertext) error {
	a := registers[action.A]
	if action.Lower {
		lowered, err := e.lower(a, action.Level, action.Divide)
		registers[action.Dst] = lowered
		return err
	}
	out := e.take(action.Level)
	registers[action.Dst] = out
	switch action.Op {
	case plan.StepAdd:
		return e.bgv.Add(a, registers[action.B], out)
	case plan.StepSub:
		return e.bgv.Sub(a, registers[action.B], out)
	case plan.StepMul:
		return e.bgv.MulRelin(a, registers[action.B], out)
	case plan.StepNeg:
		return e.bgv.Mul(a, big.NewInt(-1), out)
	case plan.StepRotate:
		return e.rotate(a, action.Shift, out)
	}
	constant, err := e.constant(action)
	if err != nil {
		return err
	}
	switch action.Op {
	case plan.StepAddConst:
		return e.bgv.Add(a, constant, out)
	case plan.StepSubConst:
		return e.bgv.Sub(a, constant, out)
	default: // StepMulConst
		return e.bgv.Mul(a, constant, out)
	}
}

// constant encodes the plaintext operand of an action.
func (e *Evaluator) constant(action *plan.Action) (*rlwe.Plaintext, error) {
	vector, mask := action.Const.Vector, action.Const.Mask
	batch := vector.Len()
	return e.encoder.Encode(action.Level, func(slot int) uint64 {
		switch {
		case batch > 0:
			return vector.At(slot % batch)
		case mask.Lo <= slot && slot < mask.Hi:
			return 1
		}
		return 0
	})
}

// rotate moves slots right, one key switch for each digit of the shift.
func (e *Evaluator) rotate(a *rlwe.Ciphertext, shift int, out *rlwe.Ciphertext) error {
	for _, digit := range plan.Digits(shift) {
		if err := e.bgv.RotateColumns(a, -digit, out); err != nil { // Lattigo counts left
			return err
		}
		a = out
	}
	return nil
}

// lower brings a copy to a level: primes are left out first, and the last
// divide primes above the level are divided by.
func (e *Evaluator) lower(a *rlwe.Ciphertext, level, divide int) (*rlwe.Ciphertext, error) {
	start := level + divide
	out := e.take(start)
	for i := range a.Value {
		for limb := range start + 1 {
			copy(out.Value[i].Coeffs[limb], a.Value[i].Coeffs[limb])
		}
	}
	*out.MetaData = *a.MetaData
	for range divide {
		if err := e.bgv.Rescale(out, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// take returns a ciphertext of degree 1 at a level, with any content.
func (e *Evaluator) take(level int) *rlwe.Ciphertext {
	if n := len(e.free[level]); n > 0 {
		ct := e.free[level][n-1]
		e.free[level] = e.free[level][:n-1]
		return ct
	}
	return bgv.NewCiphertext(e.params.BGV, 1, level)
}

// release keeps a ciphertext's memory for the next one at its level.
func (e *Evaluator) release(ct *rlwe.Ciphertext) {
	if ct != nil {
		e.free[ct.Level()] = append(e.free[ct.Level()], ct)
	}
}
