package plan

import (
	"fmt"
	"math"
)

// interval bounds the integers that stand for bits in gf2: a slot holds an
// integer x mod t with Lo <= x <= Hi whose parity is the bit. Sums stay
// unreduced; the client takes the parity after decryption, which is right as
// long as Hi-Lo < t at the output (what happens in between does not matter:
// everything is exact mod t).
type interval struct{ lo, hi float64 }

// bounded keeps a bound finite, so that 0 times it stays 0.
const bounded = 1e150

var bit = interval{0, 1}

func (x interval) isBit() bool        { return x.lo >= 0 && x.hi <= 1 }
func (x interval) isSignedBit() bool  { return x.lo >= -1 && x.hi <= 1 }
func (x interval) magnitude() float64 { return math.Max(-x.lo, x.hi) }

func (x interval) add(y interval) interval { return clamp(x.lo+y.lo, x.hi+y.hi) }
func (x interval) sub(y interval) interval { return clamp(x.lo-y.hi, x.hi-y.lo) }

func (x interval) mul(y interval) interval {
	a, b, c, d := x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi
	return clamp(min(a, b, c, d), max(a, b, c, d))
}

// masked is the interval after some slots became zero.
func (x interval) masked() interval { return interval{min(x.lo, 0), max(x.hi, 0)} }

// union is the interval when each slot comes from either.
func (x interval) union(y interval) interval {
	return interval{min(x.lo, y.lo), max(x.hi, y.hi)}
}

func clamp(lo, hi float64) interval {
	return interval{max(lo, -bounded), min(hi, bounded)}
}

// Kind says how gf2 is mapped to integers mod t.
type Kind int

const (
	// Integers is no mapping: the circuit is over Z_t.
	Integers Kind = iota
	// Lazy leaves every XOR an unreduced sum or difference.
	Lazy
	// Mixed makes bits of the operands of XORs that a later multiplication uses,
	// down to a depth: the integers are multiplied later, so making them small
	// early counts most. Everything else stays unreduced.
	Mixed
	// Exact makes a bit of every operand of an XOR: a XOR b = (a-b)^2.
	Exact
)

// String names the kind in reports.
func (k Kind) String() string {
	return [...]string{"integers", "lazy", "mixed", "exact"}[k]
}

// Mode is a Kind with, for Mixed, the multiplicative depth down to which bits
// are made.
type Mode struct {
	Kind  Kind
	Depth float64
}

// String names the mode in reports.
func (m Mode) String() string {
	if m.Kind == Mixed {
		return fmt.Sprintf("%s to depth %g", m.Kind, m.Depth)
	}
	return m.Kind.String()
}
