package circuit

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

const original = "W=4,D=4.2,L=5\nG7:LROTATE(W0,1)\nG6:LSELECT(W0,W2,[00000])\nG5:LADDconst(W3,[10010])\n" +
	"G4:LMULconst(W2,[10001])\nG8:LMUL(G4,G7)\nG24:LADD(G8,W1)"

func entries(v Vector) []uint64 {
	out := make([]uint64, v.Len())
	for i := range out {
		out[i] = v.At(i)
	}
	return out
}

func TestOriginalsForm(t *testing.T) {
	c, err := Parse([]byte(original))
	if err != nil {
		t.Fatal(err)
	}
	if c.Wires != 4 || c.Depth != 4.2 || c.Batch != 5 || c.Modulus != 0 || len(c.Gates) != 6 {
		t.Fatalf("%+v", c)
	}
	want := []Gate{
		{Op: Rotate, A: 0, Amount: 1}, {Op: Select, A: 0, B: 2}, {Op: AddConst, A: 3},
		{Op: MulConst, A: 2}, {Op: Mul, A: 7, B: 4}, {Op: Add, A: 8, B: 1},
	}
	for i, g := range c.Gates {
		if g.Op != want[i].Op || g.A != want[i].A || g.B != want[i].B || g.Amount != want[i].Amount {
			t.Errorf("gate %d is %+v, want %+v", i, g, want[i])
		}
	}
	if got := entries(c.Gates[2].Const); !slices.Equal(got, []uint64{1, 0, 0, 1, 0}) {
		t.Errorf("the constant is %v", got)
	}
}

func TestOtherSpellings(t *testing.T) {
	for _, text := range []string{
		"L=5, W=1, D=4\nG1:LADDconst(W0, 10010)",
		"D=4.0,L=5,W=1\r\nG1 : LADDconst ( W0 , [10010] )\r\n\r\n",
		"W=1,D=4,L=5\nG1:\tLADDconst(W0,[1,0, 0,1,0])\n\n",
	} {
		c, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := entries(c.Gates[0].Const); !slices.Equal(got, []uint64{1, 0, 0, 1, 0}) {
			t.Errorf("%q: the constant is %v", text, got)
		}
	}
	c, err := Parse([]byte("W=2,T=257,D=1.6,L=2\nG2:LSUB(W0,W1)\nG3:LSELECT(G2,W0,[1,0])\nG4:LNEG(G3)\nG5:LMULconst(G4,[256,0])"))
	if err != nil {
		t.Fatal(err)
	}
	if got := entries(c.Gates[3].Const); c.Modulus != 257 || !slices.Equal(got, []uint64{256, 0}) {
		t.Errorf("modulus %d, constant %v", c.Modulus, got)
	}
}

func TestMalformedCircuitsNameThePlace(t *testing.T) {
	header := "W=2,D=1.0,L=3\n"
	for text, place := range map[string][2]int{
		"":                                         {1, 1},
		"W=2,D=1.0,L=3":                            {2, 1},
		"W=2,D=1.0\nG2:LADD(W0,W1)":                {1, 10},
		"W=2,W=2,D=1,L=3\nG2:LADD(W0,W1)":          {1, 5},
		"W=0,D=1,L=3\nG2:LADD(W0,W1)":              {1, 12},
		"W=1000001,D=1,L=3\nG2:LADD(W0,W1)":        {1, 3},
		"W=2,D=1,L=99999999999\nG2:LADD":           {1, 11},
		"W=2,D=1,L=3,T=1\nG2:LADD(W0,W1)":          {1, 16},
		"W=2,D=1.,L=3\nG2:LADD(W0,W1)":             {1, 9},
		"W=02,D=1,L=3\nG2:LADD(W0,W1)":             {1, 3},
		header + "G2:LADD(W0,W2)":                  {2, 13},
		header + "G2:LADD(W0,G2)":                  {2, 13},
		header + "G2:LADD(W0,G3)\nG3:LADD":         {2, 13},
		header + "G2:LADD(W0,W1)\nG2:LNOP":         {3, 2},
		header + "G2:LADD(W0,W1)\n\nG3:LADD":       {3, 1},
		header + "G2:LADD(W0)":                     {2, 11},
		header + "G2:LADD(W0,W1,W1)":               {2, 14},
		header + "G2:LADD(W0,W1)x":                 {2, 15},
		header + "G2:LSUB(W0,W1)":                  {2, 4},
		header + "G2:LROTATE(W0,3)":                {2, 15},
		header + "G2:LROTATE(W0,-1)":               {2, 15},
		header + "G2:LADDconst(W0,[10])":           {2, 20},
		header + "G2:LADDconst(W0,[1011])":         {2, 21},
		header + "G2:LADDconst(W0,[102])":          {2, 20},
		header + "G2:LADDconst(W0,[1,0,2])":        {2, 22},
		header + "G99999999999999999999:LADD":      {2, 2},
		"W=2,D=1,L=2,T=5\nG2:LADDconst(W0,[1,5])":  {2, 20},
		"W=2,D=1,L=2,T=5\nG2:LSELECT(W0,W1,[1,2])": {2, 21},
		"\xef\xbb\xbf" + header + "G2:LADD(W0,W1)": {1, 1},
		header + "G2:LADD(W0,W\x001)":              {2, 13},
	} {
		c, err := Parse([]byte(text))
		syntax := new(SyntaxError)
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %+v, %v", text, c, err)
			continue
		}
		if got := [2]int{syntax.Line, syntax.Column}; got != place {
			t.Errorf("%q: the error is at %v, want %v: %v", text, got, place, err)
		}
	}
}

// TestMutatedCircuitsNeverPanic changes, drops and doubles bytes.
func TestMutatedCircuitsNeverPanic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	accepted := 0
	for range 20000 {
		text := []byte(original)
		for range 1 + r.IntN(3) {
			i := r.IntN(len(text))
			switch r.IntN(3) {
			case 0:
				text[i] = "0123456789WGL,:()[]=.\n\r \x00\xff"[r.IntN(26)]
			case 1:
				text = slices.Delete(text, i, i+1)
			case 2:
				text = slices.Insert(text, i, text[i])
			}
		}
		if c, err := Parse(text); err == nil {
			accepted++
			for i, g := range c.Gates {
				if g.A >= c.Wires+i || g.B >= c.Wires+i || g.Amount >= c.Batch || g.A < 0 || g.B < 0 {
					t.Fatalf("%q was read as %+v", text, c)
				}
			}
		}
	}
	if accepted < 100 {
		t.Fatalf("only %d mutants were valid circuits: the test sees errors only", accepted)
	}
}

func TestInputs(t *testing.T) {
	bits, err := ParseInput([]byte("[11010, 01011]\n"), 5, 0)
	if err != nil || len(bits) != 2 || !slices.Equal(entries(bits[1]), []uint64{0, 1, 0, 1, 1}) {
		t.Fatalf("%v, %v", bits, err)
	}
	lists, err := ParseInput([]byte("[[1,2,3],[4,5,6]]"), 3, 7)
	if err != nil || len(lists) != 2 || !slices.Equal(entries(lists[1]), []uint64{4, 5, 6}) {
		t.Fatalf("%v, %v", lists, err)
	}
	for _, text := range []string{"", "[", "[]", "[1101]", "[110101]", "[11010,]", "[11010", "[11012]", "11010", "[11010]x", "[[1,1,0,1,0]]"} {
		if v, err := ParseInput([]byte(text), 5, 0); err == nil {
			t.Errorf("%q was read as %v", text, v)
		}
	}
	for _, text := range []string{"[[1,2]]", "[[1,2,7]]", "[[1,2,3,4]]", "[123]", "[[1,2,03]]", "[[1,2,-3]]", "[[1,2,3]"} {
		if v, err := ParseInput([]byte(text), 3, 7); err == nil {
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
