package slots

import (
	"strings"
	"testing"
)

const reals = "reals 1 batch=2 row=4 levels=3 wires=1 registers=3\nplain 2 0.5,-1e-3\n" +
	"input 0 0 2\nmulplain 1 0 0\nlower 2 0 1 1\nadd 0 1 2\noutput 0 1\n"

// TestRealPrograms: products lie a level lower, inputs enter at one level.
func TestRealPrograms(t *testing.T) {
	if p, err := Parse([]byte(reals)); err == nil {
		t.Errorf("a register that is filled twice: %+v", p)
	}
	p, err := Parse([]byte(swap(t, reals, "add 0 1 2\noutput 0 1", "add 3 1 2\noutput 3 1", "registers=3", "registers=4")))
	if err != nil {
		t.Fatal(err)
	}
	if row := Values[float64](p, &p.Plains[0]); p.Modulus != 0 || row[0] != 0.5 || row[1] != -0.001 || row[2] != 0.5 || row[3] != -0.001 {
		t.Errorf("%+v, %v", p, row)
	}
	good := swap(t, reals, "add 0 1 2\noutput 0 1", "add 3 1 2\noutput 3 1", "registers=3", "registers=4")
	for name, text := range map[string]string{
		"two levels of inputs":         swap(t, good, "input 0 0 2\n", "input 0 0 2\ninput 1 0 1\n"),
		"a product at level 0":         swap(t, good, "output 3", "lower 4 3 0 1\nsquare 5 4\noutput 5"),
		"two divisions":                swap(t, good, "lower 2 0 1 1", "lower 2 0 1 0"),
		"operands of different levels": swap(t, good, "add 3 1 2", "add 3 0 2"),
		"a parity":                     swap(t, good, "output 3 1", "output 3 1 0"),
		"not a number":                 swap(t, good, "0.5,", "nan,"),
		"a modulus":                    swap(t, good, "levels=3", "modulus=17 levels=3"),
		"too few entries":              swap(t, good, "0.5,-1e-3", "0.5"),
	} {
		if p, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

const complexes = "complex 1 batch=2 row=4 levels=3 wires=1 registers=3\nplain 2 0.5-1i,-1e-3i\n" +
	"input 0 0 2\nmulplain 1 0 0\nconjugate 2 1\noutput 2 1\n"

// TestComplexPrograms: rows of complex numbers, and conjugates, which others do not have.
func TestComplexPrograms(t *testing.T) {
	p, err := Parse([]byte(complexes))
	if err != nil {
		t.Fatal(err)
	}
	if row := Values[complex128](p, &p.Plains[0]); !p.Complex || row[0] != 0.5-1i || row[1] != -1e-3i || row[2] != 0.5-1i {
		t.Errorf("%+v, %v", p, row)
	}
	target := Target{Batch: 2, Row: 4, Levels: 3, Complex: true}
	if err := target.check(p); err != nil {
		t.Error(err)
	}
	if target.Complex = false; target.check(p) == nil {
		t.Error("a complex program under a key for reals")
	}
	for name, text := range map[string]string{
		"reals":            swap(t, complexes, "complex 1", "reals 1", "0.5-1i,-1e-3i", "0.5,1"),
		"no register":      swap(t, complexes, "conjugate 2 1", "conjugate 2 5"),
		"one number more":  swap(t, complexes, "conjugate 2 1", "conjugate 2 1 0"),
		"not a number":     swap(t, complexes, "0.5-1i,", "0.5-1j,"),
		"parts in between": swap(t, complexes, "0.5-1i,", "-1i+0.5,"),
		"a parity":         swap(t, complexes, "output 2 1", "output 2 1 0"),
	} {
		if p, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func swap(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		changed := strings.Replace(text, pairs[i], pairs[i+1], 1)
		if changed == text {
			t.Fatalf("%q does not occur", pairs[i])
		}
		text = changed
	}
	return text
}
