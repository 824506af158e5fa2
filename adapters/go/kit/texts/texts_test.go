package texts

import (
	"slices"
	"strings"
	"testing"
)

func entries(v Vector) []uint64 {
	out := make([]uint64, v.Len())
	for i := range out {
		out[i] = v.At(i)
	}
	return out
}

func TestInputs(t *testing.T) {
	bits, err := ParseInput([]byte("[11010, 01011]\n"), &KeyParams{Batch: 5})
	if err != nil || len(bits) != 2 || !slices.Equal(entries(bits[1]), []uint64{0, 1, 0, 1, 1}) {
		t.Fatalf("%v, %v", bits, err)
	}
	lists, err := ParseInput([]byte("[[1,2,3],[4,5,6]]"), &KeyParams{Batch: 3, Modulus: 7})
	if err != nil || len(lists) != 2 || !slices.Equal(entries(lists[1]), []uint64{4, 5, 6}) {
		t.Fatalf("%v, %v", lists, err)
	}
	for _, text := range []string{"", "[", "[]", "[1101]", "[110101]", "[11010,]", "[11010", "[11012]", "11010", "[11010]x", "[[1,1,0,1,0]]"} {
		if v, err := ParseInput([]byte(text), &KeyParams{Batch: 5}); err == nil {
			t.Errorf("%q was read as %v", text, v)
		}
	}
	for _, text := range []string{"[[1,2]]", "[[1,2,7]]", "[[1,2,3,4]]", "[123]", "[[1,2,03]]", "[[1,2,-3]]", "[[1,2,3]"} {
		if v, err := ParseInput([]byte(text), &KeyParams{Batch: 3, Modulus: 7}); err == nil {
			t.Errorf("%q was read as %v", text, v)
		}
	}
	if got := string(FormatOutput([]uint64{0, 0, 1}, 0)) + string(FormatOutput([]uint64{10, 2}, 257)); got != "001[10,2]" {
		t.Errorf("outputs are written %q", got)
	}
}

func TestKeyParams(t *testing.T) {
	kp, err := ParseKeyParams([]byte("L=5,D=4.0,K=128,T=65537\n"))
	if err != nil || *kp != (KeyParams{Batch: 5, Depth: 4, Security: 128, Modulus: 65537}) {
		t.Fatalf("%+v, %v", kp, err)
	}
	for _, text := range []string{"", "80", "L=5,D=4", "L=0,D=4,K=80", "L=5,D=-4,K=80", "L=5,D=4,K=80,T=1", "L=5,D=4,K=80,X=1",
		"L=5,L=5,D=4,K=80", "L=5,D=4,K=80,", "L=5;D=4;K=80", "L=200000,D=4,K=80", "L=5,D=" + strings.Repeat("9", 400) + ",K=80"} {
		if kp, err := ParseKeyParams([]byte(text)); err == nil {
			t.Errorf("%q was read as %+v", text, kp)
		}
	}
}
