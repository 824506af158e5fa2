package run

import (
	"errors"
	"fmt"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/plan"
	"ringassay/adapters/lattigo/internal/scheme"
)

// Refusal is an error that says: this cannot be done with these keys.
type Refusal struct{ Reason error }

// Error implements error.
func (r *Refusal) Error() string { return r.Reason.Error() }

// Unwrap implements errors.Is and errors.As.
func (r *Refusal) Unwrap() error { return r.Reason }

// Prepare plans a circuit under the keys' parameters. In gf2 it takes the
// cheapest way of carrying bits by integers that is exact and not too deep.
func Prepare(c *circuit.Circuit, p *scheme.Params) (*plan.Schedule, error) {
	switch {
	case c.Batch != p.Batch:
		return nil, &Refusal{fmt.Errorf("the circuit has L=%d, the keys were made for L=%d", c.Batch, p.Batch)}
	case p.Zt && c.Modulus != p.T:
		return nil, &Refusal{fmt.Errorf("the circuit has T=%d, the keys were made for T=%d", c.Modulus, p.T)}
	case !p.Zt && c.Modulus != 0:
		return nil, &Refusal{fmt.Errorf("the circuit has T=%d, the keys were made for gf2", c.Modulus)}
	}
	var first, last error
	for _, mode := range modes(p) {
		schedule, err := PrepareIn(c, p, mode)
		if err == nil {
			return schedule, nil
		}
		if last = fmt.Errorf("%s: %w", mode, err); first == nil {
			first = last
		}
	}
	if p.Zt {
		return nil, &Refusal{first}
	}
	return nil, &Refusal{errors.Join(first, last)}
}

// modes lists the ways to carry the circuit's values, cheapest first.
func modes(p *scheme.Params) []plan.Mode {
	if p.Zt {
		return []plan.Mode{{Kind: plan.Integers}}
	}
	list := []plan.Mode{{Kind: plan.Lazy}}
	for depth := 1; depth < len(p.Q); depth++ {
		list = append(list, plan.Mode{Kind: plan.Mixed, Depth: float64(depth)})
	}
	return append(list, plan.Mode{Kind: plan.Exact})
}

// PrepareIn plans a circuit in one mode.
func PrepareIn(c *circuit.Circuit, p *scheme.Params, mode plan.Mode) (*plan.Schedule, error) {
	program, err := plan.Lower(c, p.Packing(), mode)
	if err != nil {
		return nil, err
	}
	if program.Refreshes > 0 && !p.Refreshes {
		return nil, fmt.Errorf("the circuit rotates more often than D promised when the keys were made; generate keys for a larger D")
	}
	if mode.Kind != plan.Integers && program.Width >= float64(p.T) {
		return nil, fmt.Errorf("sums of bits reach %.3g, which t=%d does not carry", program.Width, p.T)
	}
	return plan.Assign(program, p.Noise())
}

// Notes says how a schedule computes, for the report.
func Notes(s *plan.Schedule, p *scheme.Params) []string {
	program := s.Program
	notes := []string{fmt.Sprintf("%d homomorphic operations from level %d of %d; noise margin %.0f bits",
		len(s.Actions), s.Start, len(p.Q)-1, s.Margin)}
	switch program.Mode.Kind {
	case plan.Lazy:
		notes = append(notes, fmt.Sprintf("gf2 on integers mod t=%d: XOR is an unreduced sum or difference, "+
			"the output spans %.0f integers, and the parity is taken after decryption", p.T, program.Width+1))
	case plan.Mixed, plan.Exact:
		notes = append(notes, fmt.Sprintf("gf2 on integers mod t=%d: operands of XOR are made bits by squaring (%s), "+
			"the output spans %.0f integers, and the parity is taken after decryption", p.T, program.Mode, program.Width+1))
	}
	packing := program.Packing
	if packing.Cyclic() {
		notes = append(notes, fmt.Sprintf("a vector fills a row of %d slots exactly, %d times", packing.Row, packing.Row/packing.Batch))
	} else {
		notes = append(notes, fmt.Sprintf("a vector is repeated %.1f times in a row of %d slots; its copies were rebuilt %d times",
			float64(packing.Row)/float64(packing.Batch), packing.Row, program.Refreshes))
	}
	return notes
}
