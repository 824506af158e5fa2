package bgv

import (
	"fmt"
	"math"

	"ringassay/kit"
	"ringassay/kit/security"
	"ringassay/kit/slots"
	"ringassay/kit/texts"
)

// Scale-invariant multiplication (BFV) on ciphertexts as of BGV: one level, on which
// a product multiplies noise by about t*n, whatever it was. The rule for parameters
// is that of libraries with BFV (docs/programs.md; the Python kit has it in
// ringassay.sut.slots.bfv): the noise of 1 + 1.15 D products, a fresh encryption, a
// margin, and log2 t; as few equal primes as hold that, and a special prime of their
// size. All primes are 1 mod t, so that Q is, and a product's scale is -1.
const (
	invariantFresh, invariantMargin = 9.5, 2.0
	invariantBase, invariantSlope   = 1.0, 1.15
	leastPrimeBits                  = 30
	mostPrimes                      = 64
	invariantBitsModulus            = 65537
)

// ChooseInvariant returns the parameters for any circuit of the depth asked for,
// multiplied scale-invariantly; it refuses what the library has no parameters for.
func (l *Library) ChooseInvariant(asked *texts.KeyParams) (*Parameters, error) {
	return kit.Refusing(l.chooseInvariant(asked))
}

func (l *Library) chooseInvariant(asked *texts.KeyParams) (*Parameters, error) {
	level, err := security.LevelFor(asked.Security)
	if err != nil {
		return nil, err
	}
	t := asked.Modulus
	if t == 0 {
		t = invariantBitsModulus
	}
	if !l.hasSlots(t) {
		return nil, fmt.Errorf("T=%d has no slots: a prime from %d to %d that is 1 mod 2n with n/2 >= L, for example 65537",
			t, l.MinModulus, l.MaxModulus)
	}
	largest := Parameters{LogN: l.MaxLogN, T: t}
	if !fits(asked.Batch, largest.Row()) {
		return nil, fmt.Errorf("T=%d has rows of %d slots, and L=%d must divide it or be at most a third",
			t, largest.Row(), asked.Batch)
	}
	for logN := l.MinLogN; logN <= l.MaxLogN; logN++ {
		p := &Parameters{LogN: logN, T: t, Batch: asked.Batch, Bits: asked.Modulus == 0, Invariant: true}
		if !fits(p.Batch, p.Row()) || !l.invariantAt(p, asked.Depth, security.MaxLog2QP(1<<logN, level)) {
			continue
		}
		p.Steps = slots.KeySteps(p.Batch, asked.Depth, p.Row())
		p.Security = security.LevelOf(1<<logN, p.LogQP())
		return p, nil
	}
	return nil, fmt.Errorf("no parameters for L=%d, D=%g, K=%d, t=%d up to N=%d: ask for a smaller depth",
		asked.Batch, asked.Depth, asked.Security, t, 1<<l.MaxLogN)
}

// invariantAt completes parameters at one ring degree, if they are secure.
func (l *Library) invariantAt(p *Parameters, depth, maxLogQP float64) bool {
	logT := math.Log2(float64(p.T))
	need := (invariantBase+invariantSlope*depth)*(logT+float64(p.LogN)) + invariantFresh + invariantMargin + logT
	most := float64(l.MaxPrimeBits) - 1
	for count := int(math.Ceil(need / most)); count < mostPrimes; count++ {
		size := math.Ceil(need / float64(count))
		if size < leastPrimeBits {
			return false
		}
		if float64(count+1)*size > maxLogQP {
			continue
		}
		primes := l.newPrimes(map[uint64]bool{p.T: true})
		p.Q, p.P = nil, nil
		for range count {
			prime, err := primes.above(2*p.T<<p.LogN, size)
			if err != nil {
				return false
			}
			p.Q = append(p.Q, prime)
		}
		// Digits of a key switch are single primes; it is as large as the largest.
		special, err := primes.above(2<<p.LogN, math.Log2(float64(p.Q[count-1])))
		if err != nil {
			return false
		}
		p.P = []uint64{special}
		if p.LogQP() <= maxLogQP {
			return true
		}
	}
	return false
}

// invariantNoise is the model as programs are planned by it, in bits relative to
// Q/t: the average case, as for other libraries with BFV.
func (l *Library) invariantNoise(p *Parameters) slots.Noise {
	logN, logT := float64(p.LogN), math.Log2(float64(p.T))
	return slots.Noise{
		Capacity:      []float64{p.LogQ() - logT - invariantMargin},
		Fresh:         invariantFresh,
		KeySwitch:     logN - 2,
		Multiply:      map[string]float64{"sum": logT + logN - 1.5},
		MultiplyPlain: logT - 1 + math.Log2(float64(2*p.Row()))/2,
		PeriodicPlain: true,
	}
}
