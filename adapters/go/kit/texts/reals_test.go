package texts

import (
	"math"
	"testing"
)

func TestReals(t *testing.T) {
	asked, err := ParseKeyParams([]byte("L=3,D=2.5,K=128,R=2,P=20,M=3.5,G=2.25"))
	if err != nil || asked.Reals == nil || *asked.Reals != (RealParams{Bound: 2, Precision: 20, Magnitude: 3.5, Gain: 2.25}) {
		t.Fatalf("%+v, %v", asked, err)
	}
	vectors, err := ParseInput([]byte("[[0.5,-1,2], [1e-3,0,-2]]\n"), asked)
	if err != nil || len(vectors) != 2 || vectors[0].Len() != 3 || vectors[0].Real(1) != -1 || vectors[1].Real(0) != 0.001 {
		t.Errorf("%v, %v", vectors, err)
	}
	for _, text := range []string{"[[1,2]]", "[[1,2,3,4]]", "[[1,2,2.5]]", "[[1,2,nan]]", "[[1,2,1e999]]", "[[1,2,.5]]", "[[1,2,05]]", "[101]"} {
		if v, err := ParseInput([]byte(text), asked); err == nil {
			t.Errorf("%s is read as %v", text, v)
		}
	}
	for _, text := range []string{
		"L=3,D=2,K=128,R=2", "L=3,D=2,K=128,R=2,P=20,M=3,G=2,T=17", "L=3,D=2,K=128,R=0,P=20,M=3,G=2",
		"L=3,D=2,K=128,R=1,P=20,M=3,G=2,G=3", "L=3,D=2,K=128,R=1,P=-1,M=3,G=2",
	} {
		if asked, err := ParseKeyParams([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, asked)
		}
	}
	if got := string(FormatReals([]float64{0.1, -2, 1e-9, math.Pi})); got != "[0.1,-2,1e-09,3.141592653589793]" {
		t.Error(got)
	}
}
