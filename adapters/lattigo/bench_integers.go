package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	lattigo "github.com/tuneinsight/lattigo/v6/schemes/bgv"
)

// integers is BGV or BFV, which Lattigo has as BGV with products that keep the
// scale, with keys and operands.
type integers struct {
	*keyed
	p           lattigo.Parameters
	isBFV       bool
	encoder     *lattigo.Encoder
	evaluator   *lattigo.Evaluator
	x, y        []uint64
	plain, last *rlwe.Plaintext
	a, b        *rlwe.Ciphertext
	product     *rlwe.Ciphertext
	total       *rlwe.Ciphertext
	values      []uint64
	measuredOps map[string]func() error
}

func prepareIntegers(asked *shape) (*integers, error) {
	p, err := lattigo.NewParametersFromLiteral(lattigo.ParametersLiteral{
		LogN: int(math.Log2(float64(asked.N))), LogQ: asked.QBits, LogP: asked.PBits, PlaintextModulus: asked.T,
		Xs: ring.Ternary{P: 2.0 / 3},
		Xe: ring.DiscreteGaussian{Sigma: library.Sigma, Bound: 6 * library.Sigma},
	})
	if err != nil {
		return nil, fmt.Errorf("Lattigo does not take the parameters: %w", err)
	}
	slots := p.MaxSlots()
	n := &integers{
		p: p, isBFV: asked.Scheme == "BFV", encoder: lattigo.NewEncoder(p),
		x: make([]uint64, slots), y: make([]uint64, slots), values: make([]uint64, slots),
	}
	for i := range n.x {
		u := uint64(i)
		n.x[i], n.y[i] = (u*u*31+7*u+3)%asked.T, (u*12345+678)%asked.T
	}
	n.keyed = newKeyed(p.Parameters, p.GaloisElements(stepsOf(asked.Operations, slots/4)))
	n.evaluator = lattigo.NewEvaluator(p, n.set, n.isBFV)
	if n.plain, err = n.encode(n.x); err != nil {
		return nil, err
	}
	if n.last, err = n.encode(n.y); err != nil {
		return nil, err
	}
	if n.a, err = n.encryptor.EncryptNew(n.plain); err != nil {
		return nil, err
	}
	if n.b, err = n.encryptor.EncryptNew(n.last); err != nil {
		return nil, err
	}
	n.total = n.a.CopyNew()
	if n.product, err = n.evaluator.MulNew(n.a, n.b); err != nil {
		return nil, err
	}
	return n, n.measure(asked.Operations)
}

func (n *integers) encode(values []uint64) (*rlwe.Plaintext, error) {
	plain := lattigo.NewPlaintext(n.p, n.p.MaxLevel())
	return plain, n.encoder.Encode(values, plain)
}

func (n *integers) open(a *rlwe.Ciphertext) ([]uint64, error) {
	return n.values, n.encoder.Decode(n.decryptor.DecryptNew(a), n.values)
}

// measure compares the results of the operations that are asked for, and keeps
// these operations.
func (n *integers) measure(asked []string) error {
	found, err := n.keyOperations(n.plain, n.a)
	if err != nil {
		return err
	}
	message := n.decryptor.DecryptNew(n.a)
	found["encode"] = func() error { _, err := n.encode(n.x); return err }
	found["prepare"] = func() error { _, err := n.encode(n.y); return err }
	found["decode"] = func() error { return n.encoder.Decode(message, n.values) }
	found["decrypt_decode"] = func() error { _, err := n.open(n.a); return err }
	if last, err := n.atLastLevel(); err == nil {
		lastMessage := n.decryptor.DecryptNew(last)
		found["decode_low"] = func() error { return n.encoder.Decode(lastMessage, n.values) }
		found["decrypt_decode_low"] = func() error { _, err := n.open(last); return err }
	} else if slices.Contains(asked, "decode_low") {
		return err
	}
	found["add_in_place"] = func() error { return n.evaluator.Add(n.total, n.b, n.total) }
	for name, one := range n.results() {
		if !slices.Contains(asked, name) {
			continue
		}
		made, err := one.run()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		values, err := n.open(made)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for i, value := range values {
			if value != one.want(i) {
				return fmt.Errorf("%s is wrong: entry %d is %d instead of %d", name, i, value, one.want(i))
			}
		}
		found[name] = func() error { _, err := one.run(); return err }
	}
	n.measuredOps = found
	return nil
}

// atLastLevel is the first ciphertext rescaled as often as it can be.
func (n *integers) atLastLevel() (*rlwe.Ciphertext, error) {
	// The evaluator of BFV keeps the scale, and has no levels.
	last, evaluator := n.a, lattigo.NewEvaluator(n.p, n.set)
	for last.Level() > 0 {
		out := lattigo.NewCiphertext(n.p, 1, last.Level()-1)
		if err := evaluator.Rescale(last, out); err != nil {
			return nil, err
		}
		last = out
	}
	values, err := n.open(last)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(values, n.x) {
		return nil, errors.New("a ciphertext of the last level is wrong")
	}
	return last, nil
}

// integerResult is an operation that has a ciphertext as its result, and what it holds.
type integerResult struct {
	run  func() (*rlwe.Ciphertext, error)
	want func(i int) uint64
}

func (n *integers) results() map[string]integerResult {
	t, row, e := n.p.PlaintextModulus(), len(n.x)/2, n.evaluator
	product := func(i int) uint64 { return n.x[i] * n.y[i] % t }
	rotated := func(steps int) func(int) uint64 {
		return func(i int) uint64 { return n.x[i/row*row+(i%row+steps)%row] }
	}
	found := map[string]integerResult{
		"encode_encrypt": {func() (*rlwe.Ciphertext, error) {
			plain, err := n.encode(n.x)
			if err != nil {
				return nil, err
			}
			return n.encryptor.EncryptNew(plain)
		}, rotated(0)},
		"add": {func() (*rlwe.Ciphertext, error) { return e.AddNew(n.a, n.b) },
			func(i int) uint64 { return (n.x[i] + n.y[i]) % t }},
		"multiply_plain": {func() (*rlwe.Ciphertext, error) { return e.MulNew(n.a, n.last) }, product},
		"multiply_only":  {func() (*rlwe.Ciphertext, error) { return e.MulNew(n.a, n.b) }, product},
		"relinearise":    {func() (*rlwe.Ciphertext, error) { return e.RelinearizeNew(n.product) }, product},
		"multiply":       {func() (*rlwe.Ciphertext, error) { return e.MulRelinNew(n.a, n.b) }, product},
		"rotate":         {func() (*rlwe.Ciphertext, error) { return e.RotateColumnsNew(n.a, 1) }, rotated(1)},
		"rotate_half": {func() (*rlwe.Ciphertext, error) { return e.RotateColumnsNew(n.a, row/2) },
			rotated(row / 2)},
		"rotate_8": {func() (last *rlwe.Ciphertext, err error) {
			for _, steps := range rotations {
				if last, err = e.RotateColumnsNew(n.a, steps); err != nil {
					return nil, err
				}
			}
			return last, nil
		}, rotated(8)},
	}
	if !n.isBFV && n.p.MaxLevel() > 0 {
		found["rescale"] = integerResult{func() (*rlwe.Ciphertext, error) { return n.rescaled(n.a, nil) }, rotated(0)}
		found["multiply_rescale"] = integerResult{
			func() (*rlwe.Ciphertext, error) { return n.rescaled(e.MulRelinNew(n.a, n.b)) }, product,
		}
	}
	return found
}

func (n *integers) rescaled(a *rlwe.Ciphertext, err error) (*rlwe.Ciphertext, error) {
	if err != nil {
		return nil, err
	}
	out := lattigo.NewCiphertext(n.p, a.Degree(), a.Level()-1)
	return out, n.evaluator.Rescale(a, out)
}

// levels is how many products in a row are right: in BGV rescaled after each or
// after every second, whichever carries more.
func (n *integers) levels() (int, error) {
	if n.isBFV {
		return n.levelsWith(0)
	}
	each, err := n.levelsWith(1)
	if err != nil {
		return 0, err
	}
	second, err := n.levelsWith(2)
	return max(each, second), err
}

// levelsWith rescales after every so many products; never with 0.
func (n *integers) levelsWith(products int) (int, error) {
	x, expected, t := n.a, slices.Clone(n.x), n.p.PlaintextModulus()
	for done := 0; done < 64; done++ {
		var err error
		if products > 0 && done > 0 && done%products == 0 {
			if x.Level() == 0 {
				return done, nil
			}
			if x, err = n.rescaled(x, nil); err != nil {
				return 0, err
			}
		}
		if x, err = n.evaluator.MulRelinNew(x, n.b); err != nil {
			return 0, err
		}
		result := x
		if products > 0 && x.Level() > 0 {
			// A level less is a smaller noise, and what is decrypted.
			if result, err = n.rescaled(x, nil); err != nil {
				return 0, err
			}
		}
		found, err := n.open(result)
		if err != nil {
			return 0, err
		}
		for i, value := range n.y {
			expected[i] = expected[i] * value % t
		}
		if !slices.Equal(found, expected) {
			return done, nil
		}
	}
	return 64, nil
}

func (n *integers) operations() map[string]func() error { return n.measuredOps }

func (n *integers) facts(asked *shape, levels int) (map[string]any, error) {
	return n.keyFacts(asked, levels, n.a)
}
