package run

import (
	"math"
	"math/big"
	"math/cmplx"
	"testing"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/scheme"
	"ringassay/adapters/lattigo/internal/testkit"
)

// noiseOf returns log2 of max |v(zeta)| over the roots of X^N+1, where
// v = t*(c0 + c1*s) modulo Q, centred.
func noiseOf(p *scheme.Params, secret *rlwe.SecretKey, ct *rlwe.Ciphertext) float64 {
	plaintext := bgv.NewPlaintext(p.BGV, ct.Level())
	bgv.NewDecryptor(p.BGV, secret).Decrypt(ct, plaintext)
	ring := p.BGV.RingQ().AtLevel(ct.Level())
	ring.INTT(plaintext.Value, plaintext.Value)
	ring.MulScalar(plaintext.Value, p.T, plaintext.Value)
	coefficients := make([]*big.Int, ring.N())
	for i := range coefficients {
		coefficients[i] = new(big.Int)
	}
	ring.PolyToBigintCentered(plaintext.Value, 1, coefficients)
	twisted := make([]complex128, len(coefficients))
	for i, c := range coefficients {
		x, _ := new(big.Float).SetInt(c).Float64()
		twisted[i] = complex(x, 0) * cmplx.Rect(1, math.Pi*float64(i)/float64(len(coefficients)))
	}
	norm := 0.0
	for _, value := range fourier(twisted) {
		norm = max(norm, cmplx.Abs(value))
	}
	return math.Log2(norm)
}

// fourier is the textbook radix-2 transform.
func fourier(x []complex128) []complex128 {
	n := len(x)
	if n == 1 {
		return x
	}
	even, odd := make([]complex128, n/2), make([]complex128, n/2)
	for i := range even {
		even[i], odd[i] = x[2*i], x[2*i+1]
	}
	even, odd = fourier(even), fourier(odd)
	out := make([]complex128, n)
	for i := range even {
		turned := cmplx.Rect(1, 2*math.Pi*float64(i)/float64(n)) * odd[i]
		out[i], out[i+n/2] = even[i]+turned, even[i]-turned
	}
	return out
}

// TestNoiseStaysBelowItsBound measures the noise that is really there, fresh
// and after circuits of each gate, and compares it with the model's bound.
func TestNoiseStaysBelowItsBound(t *testing.T) {
	r := newRig(t, circuit.KeyParams{Batch: 42, Depth: 3, Security: 128, Modulus: 65537})
	noise := r.params.Noise()
	config := testkit.Config{Wires: 4, Batch: 42, Modulus: 65537, Gates: testkit.ZtGates, Depth: 2}
	const loosest = 12 // bits: a bound that is much looser wastes levels

	chunks := r.encrypt(config, config.RandomInput(r.random))
	fresh, err := r.params.UnmarshalCiphertext(chunks[0])
	if err != nil {
		t.Fatal(err)
	}
	compare := func(name string, ct *rlwe.Ciphertext, bound float64) {
		t.Helper()
		measured := noiseOf(r.params, r.secret, ct)
		t.Logf("%-22s measured 2^%.1f, bound 2^%.1f", name, measured, bound)
		if measured > bound || measured < bound-loosest {
			t.Errorf("%s: noise 2^%.1f, bound 2^%.1f", name, measured, bound)
		}
	}
	compare("fresh", fresh, noise.Fresh)
	run := func(name string, g *testkit.Circuit, loose bool) {
		t.Helper()
		c, err := circuit.Parse(g.Text())
		if err != nil {
			t.Fatal(err)
		}
		schedule, err := Prepare(c, r.params)
		if err != nil {
			t.Fatal(err)
		}
		chunks := r.encrypt(config, g.RandomInput(r.random))
		result, err := r.eval.Evaluate(schedule, func(wire int) (*rlwe.Ciphertext, error) {
			return r.params.UnmarshalCiphertext(chunks[wire])
		})
		if err != nil {
			t.Fatal(err)
		}
		bound := noise.LogModulus(schedule.Level) - schedule.Margin
		if measured := noiseOf(r.params, r.secret, result.Ciphertext); loose && measured <= bound {
			t.Logf("%-22s measured 2^%.1f, bound 2^%.1f", name, measured, bound)
			return
		}
		compare(name, result.Ciphertext, bound)
	}
	for _, gate := range testkit.ZtGates {
		run(gate, testkit.Chain(r.random, config, gate), false)
		run(gate+" twice", testkit.Chain(r.random, config, gate, gate), false)
	}
	// Worst-case growth adds up over a circuit: here only the bound is checked.
	for range 4 {
		run("mixed", testkit.Mixed(r.random, config), true)
	}
}
