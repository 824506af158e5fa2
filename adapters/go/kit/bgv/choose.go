package bgv

import (
	"fmt"

	"ringassay/kit"
	"ringassay/kit/security"
	"ringassay/kit/slots"
	"ringassay/kit/texts"
)

// MaxDepth is the largest depth Choose serves, with the smallest moduli only.
const MaxDepth = 48

const maxLevels = 48 // beyond any ring degree

// Choose returns the parameters for any circuit of the depth asked for: the
// smallest ring degree at which vectors fit a row and the modulus with enough
// levels for the costliest chains of gates (carries) is secure, and at that
// degree the fewest levels. It refuses what the library has no parameters for.
func (l *Library) Choose(asked *texts.KeyParams) (*Parameters, error) {
	return kit.Refusing(l.choose(asked))
}

func (l *Library) choose(asked *texts.KeyParams) (*Parameters, error) {
	level, err := security.LevelFor(asked.Security)
	if err != nil {
		return nil, err
	}
	if asked.Depth > MaxDepth {
		return nil, fmt.Errorf("D=%g: no parameters carry more than %d", asked.Depth, MaxDepth)
	}
	t, err := l.plaintextModulus(asked)
	if err != nil {
		return nil, err
	}
	reason := error(nil)
	for logN := l.MinLogN; logN <= l.MaxLogN; logN++ {
		p := &Parameters{LogN: logN, T: t, Batch: asked.Batch, Bits: asked.Modulus == 0}
		if reason = l.chooseAt(p, asked.Depth, security.MaxLog2QP(1<<logN, level)); reason == nil {
			p.Security = security.LevelOf(1<<logN, p.LogQP())
			return p, nil
		}
	}
	return nil, fmt.Errorf("no parameters for L=%d, D=%g, K=%d, t=%d up to N=%d: %w",
		asked.Batch, asked.Depth, asked.Security, t, 1<<l.MaxLogN, reason)
}

// plaintextModulus returns t: the circuit's own, or one that carries bits.
func (l *Library) plaintextModulus(asked *texts.KeyParams) (uint64, error) {
	if t := asked.Modulus; t != 0 {
		if !l.hasSlots(t) {
			return 0, fmt.Errorf("T=%d has no slots: BGV here needs a prime T from %d to %d that is 1 mod 2n with n/2 >= L, "+
				"for example 65537 (n up to 32768) or 786433 (n up to 131072)", t, l.MinModulus, l.MaxModulus)
		}
		return t, nil
	}
	const fermat = 65537 // 2^16 + 1 has 2^15 slots, enough for every batch
	size := parityBits(asked.Depth)
	if size <= 16 {
		return fermat, nil
	}
	return l.newPrimes(nil).above(2<<l.MaxLogN, float64(size))
}

// parityBits is the size of t that lets almost all random circuits of a depth
// leave their sums unreduced without making every level dearer than it need
// be; docs/libraries.md has the measurements behind it.
func parityBits(depth float64) int {
	switch {
	case depth <= 6:
		return 16
	case depth <= 8:
		return 18
	default:
		return 24
	}
}

// chooseAt completes parameters at one ring degree.
func (l *Library) chooseAt(p *Parameters, depth, maxLogQP float64) error {
	n, row := 1<<p.LogN, p.Row()
	if !fits(p.Batch, row) {
		return fmt.Errorf("at N=%d a row has %d slots, and L=%d must divide it or be at most a third", n, row, p.Batch)
	}
	p.Steps = slots.KeySteps(p.Batch, depth, row)
	primes := l.newPrimes(map[uint64]bool{p.T: true})
	if err := l.firstPrime(p, primes); err != nil {
		return err
	}
	reason := error(nil)
	for levels := 0; levels <= maxLevels; levels++ {
		if levels > 0 {
			if err := l.addLevel(p, primes); err != nil {
				return err
			}
		}
		if logQ := p.LogQ(); logQ > maxLogQP {
			if reason == nil {
				reason = fmt.Errorf("at N=%d depth %g needs at least %d levels, whose log2 Q = %.0f exceeds %.0f for this security",
					n, depth, levels, logQ, maxLogQP)
			}
			return reason
		}
		if reason = l.setSpecials(p, maxLogQP); reason == nil && carries(l.noise(p, p.P), depth, p.Batch, row) {
			return nil
		}
	}
	return fmt.Errorf("at N=%d depth %g needs more than %d levels", n, depth, maxLevels)
}
