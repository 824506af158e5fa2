package scheme

import (
	"fmt"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/plan"
)

// Sigma is the standard deviation of the error distribution.
const Sigma = 3.2

// Choice is a parameter set in plain numbers.
type Choice struct {
	LogN      int
	T         uint64
	Q, P      []uint64
	Batch     int
	Zt        bool // the circuit's own modulus is T; otherwise bits are carried mod T
	Security  int  // bits attained, by SecurityMethod; at least those asked for
	Refreshes bool // there are keys to rebuild the copies of a vector
}

// What Choose can serve at best; other arguments may make it less.
const (
	MinModulus = 17      // the least prime with slots in Lattigo: 1 mod 16
	MaxModulus = 1 << 37 // 2*N*T must leave room for primes of 60 bits
	MaxBatch   = 1 << 15 // half the slots of the largest ring
	MaxDepth   = 48      // reached only with the smallest moduli
)

const (
	maxLevels = 48      // beyond any ring degree considered
	maxKeys   = 1 << 30 // bytes of the public key message
)

// Choose returns the parameters for any circuit of the declared depth, with
// the smallest ring degree that has room for them at the security asked for.
func Choose(kp *circuit.KeyParams) (*Choice, error) {
	column, err := securityColumn(kp.Security)
	if err != nil {
		return nil, err
	}
	if kp.Depth > MaxDepth {
		return nil, fmt.Errorf("D=%g: no parameters carry more than %d", kp.Depth, MaxDepth)
	}
	t, err := plaintextModulus(kp)
	if err != nil {
		return nil, err
	}
	reason := error(nil)
	for logN := minLogN; logN <= maxLogN; logN++ {
		choice, err := chooseAt(kp, t, logN, maxLogQP[logN][column])
		if err == nil {
			choice.Security = attained(logN, choice.LogQP())
			return choice, nil
		}
		reason = err
	}
	return nil, fmt.Errorf("no parameters for L=%d, D=%g, K=%d, t=%d up to N=%d: %w",
		kp.Batch, kp.Depth, kp.Security, t, 1<<maxLogN, reason)
}

// plaintextModulus returns t: the circuit's own, or one that carries bits.
func plaintextModulus(kp *circuit.KeyParams) (uint64, error) {
	if kp.Modulus == 0 {
		return parityModulus(parityBits(kp.Depth), maxLogN)
	}
	t := kp.Modulus
	if t < MinModulus || t > MaxModulus || !isPrime(t) || t%16 != 1 {
		return 0, fmt.Errorf("T=%d has no slots: BGV here needs a prime T that is 1 mod 2n with n/2 >= L, "+
			"for example 65537 (n up to 32768) or 786433 (n up to 131072)", t)
	}
	return t, nil
}

// parityBits is the size of t that lets almost all random circuits of a depth
// leave their sums unreduced without making every level dearer than it need
// be; docs/adapters-lattigo.md has the measurements behind it.
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

// chooseAt looks for parameters at one ring degree.
func chooseAt(kp *circuit.KeyParams, t uint64, logN int, maxLogQP float64) (*Choice, error) {
	n := 1 << logN
	slots := slotsOf(t, logN)
	packing := plan.Packing{Row: slots / 2, Batch: kp.Batch}
	if packing.Row == 0 || !packing.Fits() {
		return nil, fmt.Errorf("at N=%d a row has %d slots, and L=%d must divide it or be at most a third", n, slots/2, kp.Batch)
	}
	c := &Choice{LogN: logN, T: t, Batch: kp.Batch, Zt: kp.Modulus != 0}
	c.Refreshes = !packing.Cyclic() && plan.MaxRotations(kp.Depth, kp.Batch) > packing.Rotations()

	for levels := 0; levels <= maxLevels; levels++ {
		if err := c.setModuli(levels, packing); err != nil {
			return nil, err
		}
		if logQ := c.LogQ(); logQ > maxLogQP {
			return nil, fmt.Errorf("at N=%d depth %g needs at least %d levels, whose log2 Q = %.0f exceeds %.0f for this security",
				n, kp.Depth, levels, logQ, maxLogQP)
		}
		if err := c.setSpecials(maxLogQP, packing); err != nil {
			if plan.Carries(kp.Depth, packing, c.noise(slots)) {
				return nil, err
			}
			continue
		}
		if plan.Carries(kp.Depth, packing, c.noise(slots)) {
			return c, nil
		}
	}
	return nil, fmt.Errorf("at N=%d depth %g needs more than %d levels", n, kp.Depth, maxLevels)
}

// noise returns the noise model; without special primes yet, as if key
// switching added what rescaling does.
func (c *Choice) noise(slots int) *plan.Noise {
	specials, logP := len(c.P), plan.LogProduct(logs(c.P))
	if specials == 0 {
		specials, logP = len(c.Q), plan.LogProduct(logs(c.Q))
	}
	return plan.NewNoise(1<<c.LogN, slots, c.T, logs(c.Q), specials, logP, Sigma)
}

// Noise returns the noise model of the parameters.
func (c *Choice) Noise() *plan.Noise { return c.noise(slotsOf(c.T, c.LogN)) }

// Packing returns how vectors lie in a row.
func (c *Choice) Packing() plan.Packing {
	return plan.Packing{Row: slotsOf(c.T, c.LogN) / 2, Batch: c.Batch}
}

// CircuitModulus is the modulus of the circuits: T of Z_t, 0 for gf2.
func (c *Choice) CircuitModulus() uint64 {
	if c.Zt {
		return c.T
	}
	return 0
}

// LogQ is the size of Q in bits.
func (c *Choice) LogQ() float64 { return plan.LogProduct(logs(c.Q)) }

// LogQP is the size of the whole modulus in bits, special primes included.
func (c *Choice) LogQP() float64 { return c.LogQ() + plan.LogProduct(logs(c.P)) }

// digits is the number of digits of a key switch.
func (c *Choice) digits() int { return (len(c.Q) + len(c.P) - 1) / len(c.P) }

// KeyBytes estimates the public key message from above.
func (c *Choice) KeyBytes() int { return c.keyBytes(c.Packing()) }

// keyBytes estimates the public key message from above.
func (c *Choice) keyBytes(packing plan.Packing) int {
	polynomial := 8 * (len(c.Q) + len(c.P)) << c.LogN
	galois := 2 * (packing.MaxShiftPower(c.Refreshes) + 1)
	return 2*polynomial + (1+galois)*(seedBytes+c.digits()*polynomial)
}
