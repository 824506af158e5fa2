package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
)

// TestWhatIsMeasuredIsRight: every operation is checked before it is measured,
// and as many products in a row are right as there are primes to drop.
func TestWhatIsMeasuredIsRight(t *testing.T) {
	asked := &shape{Scheme: "BGV", N: 1 << 12, T: 65537, QBits: []int{45, 40, 40}, PBits: []int{45}}
	m, err := prepare(asked)
	if err != nil {
		t.Fatal(err)
	}
	for name, work := range m.operations() {
		ns, err := timed(work, 1)
		if err != nil || !(ns >= 0) {
			t.Errorf("%s: %v ns, %v", name, ns, err)
		}
	}
	levels, err := m.levels()
	if err != nil || levels != 2 {
		t.Errorf("%d products in a row are right, %v; three primes carry 2", levels, err)
	}
	facts, err := m.facts(asked, levels)
	if err != nil || facts["digits"] != 3 || facts["version"] == "" {
		t.Errorf("facts %v, %v", facts, err)
	}
	m.last[0]++
	if m.check() == nil {
		t.Error("a wrong product passes")
	}
}

func TestShapesThatCannotBeMeasuredAreRefused(t *testing.T) {
	for _, text := range []string{"", "{", `{"scheme":"BFV"}`, `{"scheme":"BGV","n":4096,"t":65537,"q_bits":[],"p_bits":[]}`} {
		if bench(text) == nil {
			t.Errorf("%q was measured", text)
		}
	}
}

var everyOperation = []string{
	"secret_key", "public_key", "relinearisation_key", "rotation_key", "encode", "prepare", "decode", "encrypt",
	"encrypt_secret", "decrypt", "encode_encrypt", "decrypt_decode", "decode_low", "decrypt_decode_low", "add", "add_in_place", "multiply_plain",
	"multiply_only", "relinearise", "multiply", "rescale", "multiply_rescale", "rotate", "rotate_half", "conjugate",
	"rotate_8", "rotate_8_hoisted", "polynomial_3", "polynomial_7", "polynomial_15", "diagonals_1", "diagonals_16",
	"diagonals_64", "diagonals_dense", "save", "load",
}

// TestSingleOperationsAreRight: what bench lattice measures is compared first.
func TestSingleOperationsAreRight(t *testing.T) {
	for scheme, levels := range map[string]int{"CKKS": 3, "BGV": 3, "BFV": 2} {
		asked := &shape{
			Scheme: scheme, N: 1 << 11, T: 65537, QBits: []int{50, 40, 40, 40}, PBits: []int{50},
			Log2Scale: 40, Operations: everyOperation,
		}
		made, err := prepared(asked)
		if err != nil {
			t.Fatalf("%s: %v", scheme, err)
		}
		operations := made.operations()
		for _, name := range []string{"relinearise", "rotate_8", "encode_encrypt", "decrypt_decode", "load", "decode_low", "decrypt_decode_low"} {
			if work, ok := operations[name]; !ok || work() != nil {
				t.Errorf("%s: no %s", scheme, name)
			}
		}
		if _, ok := operations["polynomial_7"]; ok != (scheme == "CKKS") {
			t.Errorf("%s: polynomials, %v", scheme, ok)
		}
		if _, ok := operations["polynomial_15"]; ok {
			t.Errorf("%s: a polynomial of depth 4 with 3 levels", scheme)
		}
		found, err := made.levels()
		if err != nil || found < levels {
			t.Errorf("%s: %d products in a row are right, %v", scheme, found, err)
		}
		facts, err := made.facts(asked, found)
		if err != nil || facts["digits"] != 4 || facts["special_limbs"] != 1 {
			t.Errorf("%s: facts %v, %v", scheme, facts, err)
		}
	}
}

func TestWrongResultsAreNotMeasured(t *testing.T) {
	asked := &shape{
		Scheme: "CKKS", N: 1 << 11, QBits: []int{50, 40}, PBits: []int{50}, Log2Scale: 40,
		Operations: []string{"multiply"},
	}
	r, err := prepareReals(asked)
	if err != nil {
		t.Fatal(err)
	}
	r.x[5] += 0.1
	if r.measure(asked.Operations) == nil {
		t.Error("a wrong product of reals passes")
	}
	asked = &shape{Scheme: "BFV", N: 1 << 11, T: 65537, QBits: []int{50, 40}, PBits: []int{50}, Operations: []string{"rotate"}}
	n, err := prepareIntegers(asked)
	if err != nil {
		t.Fatal(err)
	}
	n.x[5]++
	if n.measure(asked.Operations) == nil {
		t.Error("a wrong rotation of integers passes")
	}
}

// TestProductsWithoutASwitchCount: of two large primes the product of three factors
// is right where a modulus is dropped after the second product, not after each.
func TestProductsWithoutASwitchCount(t *testing.T) {
	asked := &shape{
		Scheme: "BGV", N: 1 << 12, T: 65537, QBits: []int{60, 60}, PBits: []int{60}, Operations: []string{"rotate"},
	}
	n, err := prepareIntegers(asked)
	if err != nil {
		t.Fatal(err)
	}
	each, err := n.levelsWith(1)
	if err != nil {
		t.Fatal(err)
	}
	second, err := n.levelsWith(2)
	if err != nil || second <= each {
		t.Errorf("%d products with a modulus dropped after every second, %d after each, %v", second, each, err)
	}
	if levels, err := n.levels(); err != nil || levels != second {
		t.Errorf("%d levels, %v; %d are right", levels, err, second)
	}
}

// TestTheFastestStepsAreTaken: every ratio of baby steps over giant steps is right,
// and the one that is kept is one that was tried.
func TestTheFastestStepsAreTaken(t *testing.T) {
	asked := &shape{
		Scheme: "CKKS", N: 1 << 11, QBits: []int{50, 40}, PBits: []int{50}, Log2Scale: 40,
		Operations: []string{"diagonals_16"},
	}
	r, err := prepareReals(asked)
	if err != nil {
		t.Fatal(err)
	}
	chosen := r.transforms["diagonals_16"]
	if !slices.Contains(append([]int{oneByOne}, ratios...), chosen.ratio) || !strings.Contains(r.steps(), "16 ") {
		t.Errorf("a ratio of %d: %q", chosen.ratio, r.steps())
	}
	for _, ratio := range append([]int{oneByOne}, ratios...) {
		made, err := r.matrix("diagonals_16", ratio)
		if err != nil {
			t.Fatal(err)
		}
		r.keyed = newKeyed(r.p.Parameters, append(made.matrix.GaloisElements(r.p), r.p.GaloisElement(1)))
		r.evaluator = ckks.NewEvaluator(r.p, r.set)
		if err := r.operands(); err != nil {
			t.Fatal(err)
		}
		r.transforms["diagonals_16"] = made
		if err := r.measure(asked.Operations); err != nil {
			t.Errorf("ratio 2^%d: %v", ratio, err)
		}
	}
}
