// Package bgv chooses parameters for libraries with BGV in RNS form, whose
// ciphertexts go down a chain of moduli: one rule (docs/programs.md), with the
// library's bounds as data. What is chosen is turned into the target that
// programs are planned for.
package bgv

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"ringassay/kit/security"
	"ringassay/kit/slots"
)

// Library is what a library takes.
type Library struct {
	MinLogN, MaxLogN int     // ring degrees, powers of two
	MaxPrimeBits     int     // every modulus is below 2^MaxPrimeBits
	MinModulus       uint64  // the least plaintext modulus with slots, 1 mod MinModulus - 1
	MaxModulus       uint64  // the largest plaintext modulus
	Sigma            float64 // standard deviation of errors; secrets are uniform ternary
	MaxKeyBytes      int     // of all public keys, their uniform halves as seeds
}

// Parameters are a parameter set in plain numbers, as the key carries it.
type Parameters struct {
	LogN  int
	T     uint64
	Q, P  []uint64 // q_0 and the primes of the levels; special primes
	Batch int
	Bits  bool // gf2: bits are carried by integers mod T
	// Invariant: products are scale-invariant (BFV), on one level.
	Invariant bool  `json:",omitempty"`
	Security  int   // bits attained, by the table; at least those asked for
	Steps     []int // rotations there are keys for
}

const maxSteps = 256 // as docs/programs.md bounds them

// Row is the number of slots that rotate together: half of all slots.
func (p *Parameters) Row() int { return slotsOf(p.T, p.LogN) / 2 }

// LogQ is the size of Q in bits.
func (p *Parameters) LogQ() float64 { return sum(logs(p.Q)) }

// LogQP is the size of the whole modulus in bits, special primes included.
func (p *Parameters) LogQP() float64 { return p.LogQ() + sum(logs(p.P)) }

// Digits is the number of digits of a key switch.
func (p *Parameters) Digits() int { return (len(p.Q) + len(p.P) - 1) / len(p.P) }

// KeyBytes is the size of all public keys: a key for encryption, and for each
// evaluation key a seed and the half that is not uniform.
func (p *Parameters) KeyBytes() int {
	const seed = 32
	polynomial := 8 * (len(p.Q) + len(p.P)) << p.LogN
	return 2*polynomial + (1+len(p.Steps))*(seed+p.Digits()*polynomial)
}

// Target is what programs are planned for.
func (l *Library) Target(p *Parameters) slots.Target {
	noise := l.noise(p, p.P)
	if p.Invariant {
		noise = l.invariantNoise(p)
	}
	return slots.Target{Batch: p.Batch, Row: p.Row(), Modulus: p.T, Steps: p.Steps, Noise: &noise}
}

// Check refuses parameters that Choose would not have made: sizes first, so
// that nothing large is computed with them.
func (l *Library) Check(p *Parameters) error {
	switch {
	case p.LogN < l.MinLogN || p.LogN > l.MaxLogN:
		return fmt.Errorf("log2 N = %d is not in %d..%d", p.LogN, l.MinLogN, l.MaxLogN)
	case len(p.Q) < 1 || len(p.Q) > maxLevels+1 || len(p.P) < 1 || len(p.P) > len(p.Q):
		return fmt.Errorf("%d primes and %d special primes", len(p.Q), len(p.P))
	case !l.hasSlots(p.T):
		return fmt.Errorf("t = %d has no slots", p.T)
	case len(p.Steps) > maxSteps:
		return fmt.Errorf("%d rotation keys", len(p.Steps))
	case p.Batch < 1 || !fits(p.Batch, p.Row()):
		return fmt.Errorf("L = %d does not fit a row of %d slots", p.Batch, p.Row())
	}
	seen := map[uint64]bool{p.T: true}
	for i, q := range slices.Concat(p.Q, p.P) {
		level := i < len(p.Q) && (i > 0 || p.Invariant) // these keep the plaintext's scale (addLevel)
		if seen[q] || bits.Len64(q) > l.MaxPrimeBits || q%(2<<p.LogN) != 1 || !isPrime(q) || (level && q%p.T != 1) {
			return fmt.Errorf("modulus %d is repeated, too large, or not a prime of the right form", q)
		}
		seen[q] = true
	}
	if err := security.CheckModulus(1<<p.LogN, p.Security, p.LogQP()); err != nil {
		return err
	}
	if err := slots.CheckSteps(p.Steps, p.Row()); err != nil {
		return err
	}
	if bytes := p.KeyBytes(); bytes > l.MaxKeyBytes {
		return fmt.Errorf("keys of %d bytes", bytes)
	}
	return nil
}

// Describe returns the parameters as the protocol's REPORT names them.
func (l *Library) Describe(p *Parameters) map[string]any {
	mapping := "integers mod t, one per slot"
	if p.Bits {
		mapping = "gf2: a bit is the parity of a small integer mod t, one per slot"
	}
	if p.Invariant {
		return l.describeInvariant(p, mapping)
	}
	noise := l.noise(p, p.P)
	return map[string]any{
		"scheme": "BGV", "n": 1 << p.LogN, "m": 2 << p.LogN, "t": p.T,
		"log2_q": p.LogQ(), "log2_qp": p.LogQP(), "q_bits": sizes(p.Q), "p_bits": sizes(p.P),
		"secret": "ternary, uniform", "error": fmt.Sprintf("discrete Gaussian, sigma %g", l.Sigma),
		"security_bits": p.Security, "security_method": security.Method(),
		"levels": len(p.Q) - 1, "row_slots": p.Row(), "copies": p.Row() / p.Batch,
		"key_switch_digits": p.Digits(), "rotation_keys": len(p.Steps), "noise_floor_log2": noise.Floor,
		"failure_probability": "each noise bound fails with probability below 2^-36 (heuristic, " +
			"average-case sources); 2 bits of room beyond it",
		"plaintext_space_mapping": mapping,
	}
}

func (l *Library) describeInvariant(p *Parameters, mapping string) map[string]any {
	return map[string]any{
		"scheme": "BFV", "n": 1 << p.LogN, "m": 2 << p.LogN, "t": p.T,
		"log2_q": p.LogQ(), "log2_qp": p.LogQP(), "q_bits": sizes(p.Q), "p_bits": sizes(p.P),
		"secret": "ternary, uniform", "error": fmt.Sprintf("discrete Gaussian, sigma %g", l.Sigma),
		"security_bits": p.Security, "security_method": security.Method(),
		"row_slots": p.Row(), "key_switch_digits": p.Digits(), "rotation_keys": len(p.Steps),
		"noise_model": "average case", "plaintext_space_mapping": mapping,
	}
}

// hasSlots says whether the library has slots modulo t.
func (l *Library) hasSlots(t uint64) bool {
	return t >= l.MinModulus && t <= l.MaxModulus && t%(l.MinModulus-1) == 1 && isPrime(t)
}

// slotsOf returns the number of slots modulo t at ring degree 2^logN: the
// largest power of two n, at most the degree, with t = 1 mod 2n.
func slotsOf(t uint64, logN int) int {
	slots := 1 << logN
	for slots > 0 && (t-1)%(2*uint64(slots)) != 0 {
		slots /= 2
	}
	return slots
}

// fits says whether vectors fit a row: cyclically, or with room for three
// copies, so that a rotation is possible whenever copies were rebuilt.
func fits(batch, row int) bool { return row > 0 && (row%batch == 0 || 3*batch <= row) }

// isPrime decides primality for every 64-bit number.
func isPrime(t uint64) bool {
	return new(big.Int).SetUint64(t).ProbablyPrime(0) // Baillie-PSW: exact below 2^64
}

func logs(primes []uint64) []float64 {
	out := make([]float64, len(primes))
	for i, q := range primes {
		out[i] = math.Log2(float64(q))
	}
	return out
}

func sizes(primes []uint64) []int {
	out := make([]int, len(primes))
	for i, q := range primes {
		out[i] = bits.Len64(q)
	}
	return out
}

func sum(logs []float64) float64 {
	total := 0.0
	for _, log := range logs {
		total += log
	}
	return total
}
