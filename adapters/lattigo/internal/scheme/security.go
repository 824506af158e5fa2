// Package scheme chooses BGV parameters, makes and serialises keys and
// ciphertexts, and encodes vectors.
package scheme

import "fmt"

// SecurityMethod names where the bound on the modulus comes from.
const SecurityMethod = "log2 QP at most the bound of the Security Guidelines for Implementing " +
	"Homomorphic Encryption (ePrint 2024/463), uniform ternary secret, classical attacks"

// maxLogQP is the largest log2 of the whole modulus (special primes included)
// by log2 of the ring degree, for 128, 192 and 256 bits.
var maxLogQP = map[int][3]float64{
	10: {26, 0, 0},
	11: {53, 36, 27},
	12: {106, 73, 56},
	13: {214, 147, 114},
	14: {430, 297, 230},
	15: {868, 597, 462},
	16: {1747, 1199, 929},
}

// The ring degrees considered, as base-2 logarithms.
const (
	minLogN = 10
	maxLogN = 16
)

var securityLevels = [3]int{128, 192, 256}

// MaxSecurity is the highest security level there is a bound for.
const MaxSecurity = 256

// securityColumn returns the column of the table for a requested level: the
// lowest that is not below it. Requests under 128 bits get 128.
func securityColumn(bits int) (int, error) {
	for column, level := range securityLevels {
		if bits <= level {
			return column, nil
		}
	}
	return 0, fmt.Errorf("K=%d: at most %d bits of security are supported", bits, MaxSecurity)
}

// attained returns the highest level whose bound at this ring degree the
// modulus keeps; 0 if it keeps none.
func attained(logN int, logQP float64) int {
	level := 0
	for column, bound := range maxLogQP[logN] {
		if logQP <= bound {
			level = securityLevels[column]
		}
	}
	return level
}
