// Package scheme chooses BGV parameters, makes and serialises keys and
// ciphertexts, and encodes vectors.
package scheme

import "fmt"

// SecurityMethod names where the bound on the modulus comes from.
const SecurityMethod = "log2 QP at most the bound of ringassay's estimator (docs/security.md), " +
	"uniform ternary secret, MATZOV's cost of lattice reduction"

// maxLogQP is the largest log2 of the whole modulus (special primes included)
// by log2 of the ring degree, a column for each of securityLevels.
// tests/sut/test_security_table.py computes it anew.
var maxLogQP = map[int][len(securityLevels)]float64{
	10: {42, 35, 30, 26, 21, 17, 12},
	11: {84, 70, 60, 53, 42, 35, 27},
	12: {169, 140, 121, 106, 86, 73, 56},
	13: {343, 283, 243, 214, 173, 147, 113},
	14: {693, 572, 490, 430, 349, 296, 229},
	15: {1406, 1156, 989, 868, 704, 596, 462},
	16: {2843, 2333, 1992, 1747, 1415, 1198, 928},
}

// The ring degrees considered, as base-2 logarithms.
const (
	minLogN = 10
	maxLogN = 16
)

var securityLevels = [7]int{80, 96, 112, 128, 160, 192, 256}

// MaxSecurity is the highest security level there is a bound for.
const MaxSecurity = 256

// securityColumn returns the column of the table for a requested level: the
// lowest that is not below it. Requests under 80 bits get 80.
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
