package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringassay/kit/texts"
)

type (
	cipher = *rlwe.Ciphertext
	plain  = *rlwe.Plaintext
)

// must returns a value, or ends the test with the error that came instead.
func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// tooLarge returns keys that claim a level of security beyond what the table knows.
func tooLarge(public [][]byte) [][]byte {
	damaged := slices.Clone(public)
	damaged[0] = []byte(strings.Replace(string(damaged[0]), `"Security":`, `"Security":1`, 1))
	return damaged
}

// TestOperationsAreThoseOfSlots runs each operation under real keys, which came
// back from their message, and compares with integers mod t.
func TestOperationsAreThoseOfSlots(t *testing.T) {
	const modulus = 65537
	c := new(client)
	keys := must(c.MakeKeys(&texts.KeyParams{Batch: 6, Depth: 2, Security: 128, Modulus: modulus}))(t)
	size, top := keys.Target.Row, len(keys.Target.Noise.Capacity)-1
	x, y := make([]uint64, size), make([]uint64, size)
	for j := range x {
		x[j], y[j] = uint64(j*j+1)%modulus, uint64(modulus-1-3*j%97)
	}
	first := must(c.EncryptRow(x))(t)
	damaged := slices.Clone(keys.Public)
	damaged[1] = damaged[1][:len(damaged[1])-1]
	if _, err := loadKeys(damaged); err == nil {
		t.Error("a public key that ends early was loaded")
	}
	if _, err := loadKeys(tooLarge(keys.Public)); err == nil {
		t.Error("parameters beyond the security table were loaded")
	}
	on := must(loadKeys(keys.Public))(t)
	a := must(on.Load(first, top))(t)
	plain := must(on.Encode(y, top))(t)
	b := must(on.Encrypt(plain))(t)
	step := keys.Target.Steps[0]
	for name, run := range map[string]func() (any, error){
		"add": func() (any, error) { return on.Add(a, b) }, "sub": func() (any, error) { return on.Sub(a, b) },
		"neg": func() (any, error) { return on.Negate(a) }, "mul": func() (any, error) { return on.Multiply(a, b) },
		"square": func() (any, error) { return on.Square(a) }, "rotate": func() (any, error) { return on.Rotate(a, step) },
		"addplain": func() (any, error) { return on.AddPlain(a, plain) }, "mulplain": func() (any, error) { return on.MultiplyPlain(a, plain) },
		"lower": func() (any, error) { return on.Lower(a, top-1, 1) },
	} {
		made, err := run()
		if err != nil {
			t.Fatal(name, err)
		}
		data, err := on.Save(made.(cipher))
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := c.DecryptRow(data)
		if err != nil {
			t.Fatal(name, err)
		}
		for j := range size {
			want := map[string]uint64{
				"add": x[j] + y[j], "sub": x[j] + modulus - y[j], "neg": modulus - x[j], "mul": x[j] * y[j],
				"square": x[j] * x[j], "rotate": x[((j-step)%size+size)%size], "addplain": x[j] + y[j],
				"mulplain": x[j] * y[j], "lower": x[j],
			}[name] % modulus
			if got[j] != want {
				t.Fatalf("%s: slot %d is %d, want %d", name, j, got[j], want)
			}
		}
	}
}
