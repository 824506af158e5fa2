// Package security is the table of the largest moduli for a security level,
// as ringassay's estimator has it (docs/security.md). The file is written by
//
//	python -m ringassay.sut.security > moduli.json
package security

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed moduli.json
var file []byte

// bounds is the file.
type bounds struct {
	Method string        `json:"method"`
	Levels []int         `json:"levels"`
	Rows   map[int][]int `json:"max_log2_qp"`
}

var table = read()

func read() (t bounds) {
	if err := json.Unmarshal(file, &t); err != nil {
		panic(err) // the file is part of the program
	}
	return t
}

// Method says where the bounds come from.
func Method() string { return table.Method }

// MaxLevel is the highest level there is a bound for.
func MaxLevel() int { return table.Levels[len(table.Levels)-1] }

// LevelFor returns the smallest level of the table that gives bits of security.
func LevelFor(bits int) (int, error) {
	for _, level := range table.Levels {
		if bits <= level {
			return level, nil
		}
	}
	return 0, fmt.Errorf("K=%d: at most %d bits of security are supported", bits, MaxLevel())
}

// MaxLog2QP returns the largest log2 of the whole modulus, special primes
// included, for ring dimension n at a level; 0 where the table has none.
func MaxLog2QP(n, level int) float64 {
	for column, known := range table.Levels {
		if row := table.Rows[n]; known == level && row != nil {
			return float64(row[column])
		}
	}
	return 0
}

// CheckModulus says whether the whole modulus is larger than the table allows.
func CheckModulus(n, level int, log2QP float64) error {
	if bound := MaxLog2QP(n, level); log2QP > bound {
		return fmt.Errorf("log2 QP = %.1f is more than %.0f for %d bits at N=%d", log2QP, bound, level, n)
	}
	return nil
}

// LevelOf returns the highest level that these parameters reach; 0 if none.
func LevelOf(n int, log2QP float64) int {
	best := 0
	for _, level := range table.Levels {
		if log2QP <= MaxLog2QP(n, level) {
			best = level
		}
	}
	return best
}
