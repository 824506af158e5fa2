package main

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"ringassay/kit/slots"
	"ringassay/kit/texts"
)

var askedReals = &texts.KeyParams{
	Batch: 6, Depth: 3, Security: 128,
	Reals: &texts.RealParams{Bound: 2, Precision: 20, Magnitude: 8, Gain: 2},
}

// TestOperationsOnNumbersAreThoseOfSlots runs each operation under keys for real
// and for complex numbers, which came back from their message, and compares with
// doubles.
func TestOperationsOnNumbersAreThoseOfSlots(t *testing.T) {
	for _, name := range []string{"reals", "complex"} {
		t.Run(name, func(t *testing.T) { testOperations(t, name == "complex") })
	}
}

func testOperations(t *testing.T, isComplex bool) {
	c := new(clientCKKS)
	asked, reals := *askedReals, *askedReals.Reals
	asked.Reals, reals.Complex = &reals, isComplex
	keys := must(c.MakeKeys(&asked))(t)
	size, top := keys.Target.Row, keys.Target.Levels-1
	x, y := make([]complex128, size), make([]complex128, size)
	for j := range x {
		x[j], y[j] = complex(math.Sin(float64(j)), 0), complex(2*math.Cos(float64(3*j)), 0)
		if isComplex {
			x[j], y[j] = cmplx.Exp(x[j]*1i)*complex(0.9, 0), complex(1, math.Sin(float64(5*j)))
		}
	}
	first := must(c.EncryptRow(x))(t)
	if _, err := loadKeysCKKS(tooLarge(keys.Public)); err == nil {
		t.Error("parameters beyond the security table were loaded")
	}
	on := must(loadKeysCKKS(keys.Public))(t)
	kind := map[bool]string{false: "reals", true: "complex"}[isComplex]
	program := must(slots.Parse(fmt.Appendf(nil, kind+" 1 batch=6 row=%d levels=%d wires=1 registers=1\ninput 0 0 %d\noutput 0 0", size, top+1, top)))(t)
	on.Begin(program)
	if _, err := on.Load(first[:7], top); err == nil {
		t.Error("a ciphertext that ends within its scale was loaded")
	}
	if _, err := on.Load(append(make([]byte, 8), first[8:]...), top); err == nil {
		t.Error("a ciphertext of scale 0 was loaded")
	}
	a := must(on.Load(first, top))(t)
	plain := must(on.Encode(y, top))(t)
	b := must(on.Encrypt(plain))(t)
	step := keys.Target.Steps[0]
	shifted := func(j int) complex128 { return x[((j-step)%size+size)%size] }
	type operation struct {
		run  func() (cipher, error)
		want func(j int) complex128
	}
	operations := map[string]operation{
		"add":      {func() (cipher, error) { return on.Add(a, b) }, func(j int) complex128 { return x[j] + y[j] }},
		"sub":      {func() (cipher, error) { return on.Sub(a, b) }, func(j int) complex128 { return x[j] - y[j] }},
		"neg":      {func() (cipher, error) { return on.Negate(a) }, func(j int) complex128 { return -x[j] }},
		"mul":      {func() (cipher, error) { return on.Multiply(a, b) }, func(j int) complex128 { return x[j] * y[j] }},
		"square":   {func() (cipher, error) { return on.Square(a) }, func(j int) complex128 { return x[j] * x[j] }},
		"rotate":   {func() (cipher, error) { return on.Rotate(a, step) }, shifted},
		"addplain": {func() (cipher, error) { return on.AddPlain(a, plain) }, func(j int) complex128 { return x[j] + y[j] }},
		"mulplain": {func() (cipher, error) { return on.MultiplyPlain(a, plain) }, func(j int) complex128 { return x[j] * y[j] }},
		"lower":    {func() (cipher, error) { return on.Lower(a, 0, 1) }, func(j int) complex128 { return x[j] }},
		// A square, twice, minus what came down from the highest level: all at level top - 2.
		"levels": {func() (cipher, error) {
			fourth := must(on.Square(must(on.Square(a))(t)))(t)
			return on.Sub(fourth, must(on.Lower(a, top-2, 1))(t))
		}, func(j int) complex128 { return x[j]*x[j]*x[j]*x[j] - x[j] }},
	}
	conjugating, can := on.(slots.Conjugating[cipher])
	if !can || keys.Target.Complex != isComplex {
		t.Fatal("a target of the wrong kind, or no conjugation")
	}
	if isComplex {
		operations["conjugate"] = operation{
			func() (cipher, error) { return conjugating.Conjugate(a) }, func(j int) complex128 { return cmplx.Conj(x[j]) },
		}
	} else if _, err := conjugating.Conjugate(a); err == nil {
		t.Error("conjugated without a key")
	}
	for name, op := range operations {
		data, err := on.Save(must(op.run())(t))
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := c.DecryptRow(data)
		if err != nil {
			t.Fatal(name, err)
		}
		for j := range size {
			// A fourth power has four times the relative error of what it is made of.
			if cmplx.Abs(got[j]-op.want(j)) > math.Exp2(-18) {
				t.Fatalf("%s: slot %d is %g, want %g", name, j, got[j], op.want(j))
			}
		}
	}
}

// TestParametersForReals: what is chosen is secure and accepted; what does not fit is refused.
func TestParametersForReals(t *testing.T) {
	for _, depth := range []float64{0, 1, 3, 7} {
		asked := *askedReals
		asked.Depth = depth
		p, err := libraryCKKS.Choose(&asked)
		if err != nil {
			t.Fatal(err)
		}
		if err := libraryCKKS.Check(p); err != nil || p.Security < 128 || len(p.Q) != int(depth)+1 {
			t.Errorf("depth %g: %+v, %v", depth, p, err)
		}
	}
	for name, change := range map[string]func(*texts.KeyParams){
		"integers":  func(a *texts.KeyParams) { a.Reals = nil },
		"depth":     func(a *texts.KeyParams) { a.Depth = 60 },
		"batch":     func(a *texts.KeyParams) { a.Batch = 1 << 16 },
		"precision": func(a *texts.KeyParams) { a.Reals = &texts.RealParams{Bound: 1, Precision: 50, Magnitude: 1} },
		"magnitude": func(a *texts.KeyParams) { a.Reals = &texts.RealParams{Bound: 1, Precision: 20, Magnitude: 1e12} },
		"security":  func(a *texts.KeyParams) { a.Security = 300 },
	} {
		asked := *askedReals
		change(&asked)
		if p, err := libraryCKKS.Choose(&asked); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
