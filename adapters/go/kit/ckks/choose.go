// Package ckks chooses parameters for libraries with CKKS: the rule of
// docs/programs.md, with the library's bounds as data.
package ckks

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"ringassay/kit"
	"ringassay/kit/security"
	"ringassay/kit/slots"
	"ringassay/kit/texts"
)

// Library is what a library takes.
type Library struct {
	MinLogN, MaxLogN int // ring degrees, powers of two
	MaxPrimeBits     int
	Sigma            float64 // standard deviation of errors; secrets are uniform ternary
	// Primes makes a chain from the sizes of its primes: those of Q, the lowest first, and the special ones.
	Primes func(logN int, q, p []int) (primesQ, primesP []uint64, err error)
}

// Parameters are a parameter set in plain numbers, as the key carries it.
type Parameters struct {
	LogN     int
	Q, P     []uint64 // the lowest prime and those of the levels; special primes
	LogScale int
	Batch    int
	Security int   // bits attained, by the table; at least those asked for
	Steps    []int // rotations there are keys for
	Complex  bool  // whether slots hold complex numbers, with a key for conjugation
}

const (
	minScaleBits = 30 // below, rings of these degrees have too few primes near a power of two
	maxLevels    = 64
	maxSteps     = 256 // as docs/programs.md bounds them
)

// Row is the number of slots, all of which rotate together.
func (p *Parameters) Row() int { return 1 << (p.LogN - 1) }

// LogQP is the size of the whole modulus in bits, special primes included.
func (p *Parameters) LogQP() float64 { return size(p.Q) + size(p.P) }

// Target is what programs are planned for.
func (p *Parameters) Target() slots.Target {
	return slots.Target{Batch: p.Batch, Row: p.Row(), Levels: len(p.Q), Steps: p.Steps, Complex: p.Complex}
}

// Choose returns the smallest parameters that serve what is asked for:
//
//   - the scale has P + G + log2 n + 1 bits: the error of a fresh encryption or
//     of a rescaling is about n/6 in each slot, four standard deviations of it
//     stay below n;
//   - the lowest prime holds the largest value at that scale, with its sign and
//     a bit to spare;
//   - a prime of the scale's size above it for each of D products;
//   - a special prime ½·log2 n + ½·log2(D + 1) + 3 bits above the largest, as
//     far as the library's primes go, next to which key switching adds little;
//   - the smallest ring degree with slots for the batch whose whole modulus has
//     the security asked for.
func (l *Library) Choose(asked *texts.KeyParams) (*Parameters, error) {
	return kit.Refusing(l.choose(asked))
}

func (l *Library) choose(asked *texts.KeyParams) (*Parameters, error) {
	reals := asked.Reals
	if reals == nil {
		return nil, fmt.Errorf("the scheme computes with real and complex numbers: the key parameters have no R or C, P, M and G")
	}
	level, err := security.LevelFor(asked.Security)
	if err != nil {
		return nil, err
	}
	if most := 1 << (l.MaxLogN - 1); asked.Batch > most {
		return nil, fmt.Errorf("L=%d: at most %d slots", asked.Batch, most)
	}
	depth := math.Ceil(asked.Depth)
	if depth > maxLevels {
		return nil, fmt.Errorf("D=%g: at most %d levels", asked.Depth, maxLevels)
	}
	rangeBits := max(0, int(math.Ceil(math.Log2(reals.Magnitude)))) + 2
	reason := error(nil)
	for logN := l.MinLogN; logN <= l.MaxLogN; logN++ {
		if asked.Batch > 1<<(logN-1) {
			continue
		}
		scale := max(minScaleBits, int(math.Ceil(min(reals.Precision+reals.Gain, 1000)))+logN+1)
		first := scale + rangeBits
		if first > l.MaxPrimeBits {
			return nil, fmt.Errorf("%g bits of precision take a scale of %d bits here, and values up to %g a lowest prime of %d: "+
				"the library's have at most %d", reals.Precision, scale, reals.Magnitude, first, l.MaxPrimeBits)
		}
		sizes := append([]int{first}, slices.Repeat([]int{scale}, int(depth))...)
		above := int(math.Ceil(0.5*float64(logN) + 0.5*math.Log2(depth+1) + 3))
		special := min(first+above, l.MaxPrimeBits)
		total, bound := float64(first+special+scale*int(depth)), security.MaxLog2QP(1<<logN, level)
		if total > bound {
			reason = fmt.Errorf("depth %g takes a modulus of %g bits, and N = %d has %g in all at %d-bit security",
				depth, total, 1<<logN, bound, level)
			continue
		}
		p := &Parameters{LogN: logN, LogScale: scale, Batch: asked.Batch, Complex: reals.Complex}
		if p.Q, p.P, err = l.Primes(logN, sizes, []int{special}); err != nil {
			return nil, err
		}
		if p.LogQP() > bound { // the sizes of primes are rounded
			continue
		}
		p.Security = security.LevelOf(1<<logN, p.LogQP())
		p.Steps = slots.KeySteps(p.Batch, asked.Depth, p.Row())
		return p, nil
	}
	return nil, reason
}

// Check refuses parameters that Choose would not have made: sizes first, so
// that nothing large is computed with them.
func (l *Library) Check(p *Parameters) error {
	switch {
	case p.LogN < l.MinLogN || p.LogN > l.MaxLogN:
		return fmt.Errorf("log2 N = %d is not in %d..%d", p.LogN, l.MinLogN, l.MaxLogN)
	case len(p.Q) < 1 || len(p.Q) > maxLevels+1 || len(p.P) != 1:
		return fmt.Errorf("%d primes and %d special primes", len(p.Q), len(p.P))
	case p.LogScale < minScaleBits || p.LogScale > l.MaxPrimeBits:
		return fmt.Errorf("a scale of %d bits", p.LogScale)
	case len(p.Steps) > maxSteps:
		return fmt.Errorf("%d rotation keys", len(p.Steps))
	case p.Batch < 1 || p.Batch > p.Row():
		return fmt.Errorf("L = %d does not fit a row of %d slots", p.Batch, p.Row())
	}
	seen := map[uint64]bool{}
	for _, q := range slices.Concat(p.Q, p.P) {
		if seen[q] || bits.Len64(q) > l.MaxPrimeBits+1 || q%(2<<p.LogN) != 1 || !isPrime(q) {
			return fmt.Errorf("modulus %d is repeated, too large, or not a prime of the right form", q)
		}
		seen[q] = true
	}
	if err := security.CheckModulus(1<<p.LogN, p.Security, p.LogQP()); err != nil {
		return err
	}
	return slots.CheckSteps(p.Steps, p.Row())
}
