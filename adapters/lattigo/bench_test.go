package main

import "testing"

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
