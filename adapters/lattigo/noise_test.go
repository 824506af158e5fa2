package main

import (
	"math"
	"math/big"
	"math/bits"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"ringassay/kit/slots"
	"ringassay/kit/texts"
)

// measured is log2 of max |v(zeta)| over the complex roots zeta of X^N + 1,
// where v = m + t*e is what stands behind a ciphertext: the quantity that the
// declared figures bound.
func (c *client) measured(a cipher) float64 {
	ring := c.params.RingQ().AtLevel(a.Level())
	poly := c.decryptor.DecryptNew(a).Value
	ring.INTT(poly, poly)
	ring.MulScalar(poly, c.params.PlaintextModulus(), poly) // Lattigo keeps v/t
	whole := make([]*big.Int, ring.N())
	for i := range whole {
		whole[i] = new(big.Int)
	}
	ring.PolyToBigintCentered(poly, 1, whole)
	values := make([]complex128, ring.N())
	for i, coefficient := range whole {
		real, _ := new(big.Float).SetInt(coefficient).Float64()
		values[i] = complex(real, 0) * cmplx.Rect(1, math.Pi*float64(i)/float64(len(values)))
	}
	fourier(values)
	largest := 0.0
	for _, value := range values {
		largest = max(largest, cmplx.Abs(value))
	}
	return math.Log2(largest)
}

// fourier transforms in place, by the definition's halves; the order of the
// results does not matter here.
func fourier(x []complex128) {
	for half := len(x) / 2; half > 0; half /= 2 {
		for start := 0; start < len(x); start += 2 * half {
			for j := range half {
				a, b := x[start+j], x[start+j+half]
				x[start+j] = a + b
				x[start+j+half] = (a - b) * cmplx.Rect(1, -math.Pi*float64(j)/float64(half))
			}
		}
	}
}

func TestFourierIsEvaluation(t *testing.T) {
	x := []complex128{1, 2i, -3, 0.5, 4, 0, -1, 2}
	want := make([]complex128, len(x))
	for k := range want {
		for j, value := range x {
			want[k] += value * cmplx.Rect(1, -2*math.Pi*float64(j*k)/float64(len(x)))
		}
	}
	fourier(x)
	for k := range x {
		at := bits.Reverse8(uint8(k)) >> 5
		if cmplx.Abs(x[k]-want[at]) > 1e-12 {
			t.Errorf("value %d is %v, want %v", at, x[k], want[at])
		}
	}
}

func sumLog(a, b float64) float64 { return math.Log2(math.Exp2(a) + math.Exp2(b)) }

// TestNoiseStaysBelowTheDeclaredBound: after each operation, under several keys,
// and after random operations on dependent operands as deep as the key serves.
func TestNoiseStaysBelowTheDeclaredBound(t *testing.T) {
	for _, asked := range []texts.KeyParams{
		{Batch: 6, Depth: 4, Security: 128, Modulus: 65537},
		{Batch: 64, Depth: 3, Security: 80},
		{Batch: 5, Depth: 7, Security: 128},
	} {
		c := new(client)
		keys, err := c.MakeKeys(&asked)
		if err != nil {
			t.Fatal(err)
		}
		on, err := loadKeys(keys.Public)
		if err != nil {
			t.Fatal(err)
		}
		walk := &walk{T: t, c: c, on: on, target: &keys.Target, random: rand.New(rand.NewPCG(1, uint64(asked.Batch)))}
		walk.single()
		for range 3 {
			walk.chain()
		}
	}
}

// walk does operations and keeps the bound that the planner would have.
type walk struct {
	*testing.T
	c      *client
	on     slots.Backend[cipher, plain, uint64]
	target *slots.Target
	random *rand.Rand
}

// value is a ciphertext and the bound of its noise.
type value struct {
	cipher
	bound float64
}

func (w *walk) made(name string, bound float64, a cipher, err error) value {
	w.Helper()
	if err != nil {
		w.Fatal(name, err)
	}
	if got := w.c.measured(a); got > bound {
		w.Errorf("%s: the noise is %.2f bits, declared are at most %.2f", name, got, bound)
	} else if got < 10 {
		w.Errorf("%s: a noise of %.2f bits was not measured", name, got)
	}
	return value{a, bound}
}

func (w *walk) row() []uint64 {
	row := make([]uint64, w.target.Row)
	for i := range row {
		row[i] = w.random.Uint64N(w.target.Modulus)
	}
	return row
}

func (w *walk) fresh() value {
	w.Helper()
	data, err := w.c.EncryptRow(w.row())
	if err != nil {
		w.Fatal(err)
	}
	a, err := w.on.Load(data, w.c.params.MaxLevel())
	return w.made("fresh", w.target.Noise.Fresh, a, err)
}

func (w *walk) add(a, b value) value {
	sum, err := w.on.Add(a.cipher, b.cipher)
	return w.made("add", sumLog(a.bound, b.bound), sum, err)
}

func (w *walk) multiply(a, b value) value {
	product, err := w.on.Multiply(a.cipher, b.cipher)
	return w.made("mul", sumLog(a.bound+b.bound, w.target.Noise.KeySwitch), product, err)
}

func (w *walk) rotate(a value) value {
	step := w.target.Steps[w.random.IntN(len(w.target.Steps))]
	rotated, err := w.on.Rotate(a.cipher, step)
	return w.made("rotate", sumLog(a.bound, w.target.Noise.KeySwitch), rotated, err)
}

func (w *walk) plain(a value) value {
	encoded, err := w.on.Encode(w.row(), a.Level())
	if err != nil {
		w.Fatal(err)
	}
	product, err := w.on.MultiplyPlain(a.cipher, encoded)
	return w.made("mulplain", a.bound+w.target.Noise.MultiplyPlain, product, err)
}

func (w *walk) plainSum(a value) value {
	encoded, err := w.on.Encode(w.row(), a.Level())
	if err != nil {
		w.Fatal(err)
	}
	sum, err := w.on.AddPlain(a.cipher, encoded)
	return w.made("addplain", sumLog(a.bound, *w.target.Noise.AddPlain), sum, err)
}

// lower divides by the last prime.
func (w *walk) lower(a value) value {
	level, capacity := a.Level(), w.target.Noise.Capacity
	lowered, err := w.on.Lower(a.cipher, level-1, 1)
	size := capacity[level] - capacity[level-1]
	return w.made("lower", sumLog(a.bound-size, w.target.Noise.Floor), lowered, err)
}

func (w *walk) single() {
	a, b := w.fresh(), w.fresh()
	for _, result := range []value{w.add(a, b), w.multiply(a, b), w.multiply(a, a), w.rotate(a), w.plain(a), w.plainSum(a)} {
		// A bound that is far away would make keys larger than they need be.
		if slack := result.bound - w.c.measured(result.cipher); slack > 8 {
			w.Errorf("the declared bound lies %.1f bits above the noise", slack)
		}
		if result.Level() > 0 {
			w.lower(result)
		}
	}
}

// chain does random operations, whose operands are of one origin, until no
// level has room.
func (w *walk) chain() {
	a := w.fresh()
	capacity := w.target.Noise.Capacity
	for range 60 {
		before := a
		switch w.random.IntN(6) {
		case 0:
			a = w.add(a, a)
		case 1:
			a = w.add(w.rotate(a), a)
		case 2:
			if 2*a.bound+1 < capacity[a.Level()] {
				a = w.multiply(a, a)
			}
		case 3:
			if a.bound+w.target.Noise.MultiplyPlain < capacity[a.Level()] {
				a = w.plain(a)
			}
		case 4:
			a = w.plainSum(a)
		}
		for a.Level() > 0 && a.bound > w.target.Noise.Floor+8 {
			a = w.lower(a)
		}
		if a.bound > capacity[a.Level()] {
			a = before
		}
	}
	if data, err := w.on.Save(a.cipher); err != nil {
		w.Error(err)
	} else if _, err := w.c.DecryptRow(data); err != nil {
		w.Error(err)
	}
}
