package texts

import (
	"math"
	"testing"
)

func TestComplexNumbers(t *testing.T) {
	asked, err := ParseKeyParams([]byte("L=3,D=2.5,K=128,C=2,P=20,M=3.5,G=2.25"))
	if err != nil || asked.Reals == nil || !asked.Reals.Complex || asked.Reals.Bound != 2 {
		t.Fatalf("%+v, %v", asked, err)
	}
	vectors, err := ParseInput([]byte("[[0.5-1i,-1i,2], [1e-3+1e-3i,0,1.2+-1.6i]]\n"), asked)
	if err != nil || len(vectors) != 2 || vectors[0].Len() != 3 || vectors[0].Complex(0) != 0.5-1i ||
		vectors[1].Complex(0) != 0.001+0.001i || vectors[1].Complex(2) != 1.2-1.6i {
		t.Errorf("%v, %v", vectors, err)
	}
	for _, text := range []string{
		"[[1,2]]", "[[1,2,1.5+1.5i]]", "[[1,2,i]]", "[[1,2,1j]]", "[[1,2,1i+1]]", "[[1,2,1+1e999i]]", "[[1,2,+1i]]",
		"[[1,2,1++1i]]", "[[1,2,1--1i]]", "[[1,2,0+0.1+0.1i]]", "[[1,2,1ii]]",
	} {
		if v, err := ParseInput([]byte(text), asked); err == nil {
			t.Errorf("%s is read as %v", text, v)
		}
	}
	for _, text := range []string{"L=3,D=2,K=128,C=2", "L=3,D=2,K=128,C=2,R=1,P=20,M=3,G=2", "L=3,D=2,K=128,C=0,P=20,M=3,G=2"} {
		if asked, err := ParseKeyParams([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, asked)
		}
	}
	written := []complex128{1, -2i, 0.5 + 1i, 0.5 - 1e-9i, 0, complex(math.NaN(), math.Inf(1))}
	if got := string(FormatComplexes(written)); got != "[1,-2i,0.5+1i,0.5-1e-09i,0,NaN+infi]" {
		t.Error(got)
	}
	for _, value := range written[:5] {
		text := FormatComplexes([]complex128{value})
		if back, ok := ParseComplex(text[1 : len(text)-1]); !ok || back != value {
			t.Errorf("%v is %s, read as %v", value, text, back)
		}
	}
}
