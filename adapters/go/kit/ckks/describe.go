package ckks

import (
	"fmt"
	"math"
	"math/big"

	"ringassay/kit/security"
)

// Describe returns the parameters as the protocol's REPORT names them.
func (l *Library) Describe(p *Parameters, precision float64) map[string]any {
	return map[string]any{
		"scheme": "CKKS", "n": 1 << p.LogN, "m": 2 << p.LogN,
		"log2_q": size(p.Q), "log2_qp": p.LogQP(), "q_bits": sizes(p.Q), "p_bits": sizes(p.P),
		"log2_scale": p.LogScale, "precision_bits": precision,
		"secret": "ternary, uniform", "error": fmt.Sprintf("discrete Gaussian, sigma %g", l.Sigma),
		"security_bits": p.Security, "security_method": security.Method(),
		"levels": len(p.Q) - 1, "row_slots": p.Row(), "copies": p.Row() / p.Batch, "rotation_keys": len(p.Steps),
	}
}

// isPrime decides primality for every 64-bit number.
func isPrime(q uint64) bool {
	return new(big.Int).SetUint64(q).ProbablyPrime(0) // Baillie-PSW: exact below 2^64
}

func sizes(primes []uint64) []float64 {
	out := make([]float64, len(primes))
	for i, q := range primes {
		out[i] = math.Round(100*math.Log2(float64(q))) / 100
	}
	return out
}

// size is the size of a product in bits.
func size(primes []uint64) float64 {
	total := 0.0
	for _, q := range primes {
		total += math.Log2(float64(q))
	}
	return total
}
