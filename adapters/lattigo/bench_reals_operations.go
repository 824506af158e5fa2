package main

import (
	"fmt"
	"math"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
)

// tolerance is how far from the right number a slot may be.
const tolerance = 1.0 / 64

// off is the largest error of a slot; infinite where there is no number.
func off(found, expected []float64) float64 {
	worst := 0.0
	for i, value := range found {
		distance := math.Abs(value - expected[i])
		if math.IsNaN(distance) {
			return math.Inf(1)
		}
		worst = max(worst, distance)
	}
	return worst
}

// result is an operation that has a ciphertext as its result, and what it holds.
type result struct {
	run  func() (*rlwe.Ciphertext, error)
	want func(i int) float64
}

// measure compares the results of the operations that are asked for, and keeps
// these operations.
func (r *reals) measure(asked []string) error {
	found, err := r.keyOperations(r.plain, r.a)
	if err != nil {
		return err
	}
	all, scale := r.p.LogMaxSlots(), r.p.DefaultScale()
	message := r.decryptor.DecryptNew(r.a)
	found["encode"] = func() error { _, err := r.encode(r.x, scale, all); return err }
	found["prepare"] = func() error { _, err := r.encode(r.y, r.factor.Scale, all); return err }
	found["decode"] = func() error { return r.encoder.Decode(message, r.values) }
	found["decrypt_decode"] = func() error { _, err := r.open(r.a); return err }
	last := r.evaluator.DropLevelNew(r.a, r.a.Level())
	opened, err := r.open(last)
	if err != nil {
		return fmt.Errorf("a ciphertext of the last level: %w", err)
	}
	if worst := off(opened, r.x); worst > tolerance {
		return fmt.Errorf("a ciphertext of the last level is wrong: an error of %g", worst)
	}
	lastMessage := r.decryptor.DecryptNew(last)
	found["decode_low"] = func() error { return r.encoder.Decode(lastMessage, r.values) }
	found["decrypt_decode_low"] = func() error { _, err := r.open(last); return err }
	found["add_in_place"] = func() error { return r.evaluator.Add(r.total, r.b, r.total) }
	results := r.results()
	for _, name := range asked {
		one, ok := results[name]
		if !ok {
			continue
		}
		made, err := one.run()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		values, err := r.open(made)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		expected := make([]float64, len(values))
		for i := range expected {
			expected[i] = one.want(i)
		}
		if worst := off(values, expected); worst > tolerance {
			return fmt.Errorf("%s is wrong: an error of %g", name, worst)
		} else if name == "multiply_rescale" {
			r.precision = -math.Log2(worst)
		}
		found[name] = func() error { _, err := one.run(); return err }
	}
	r.measuredOps = found
	return nil
}

func (r *reals) results() map[string]result {
	product := func(i int) float64 { return r.x[i] * r.y[i] }
	slots := len(r.x)
	rotated := func(steps int) func(int) float64 {
		return func(i int) float64 { return r.x[(i+steps)%slots] }
	}
	e := r.evaluator
	found := map[string]result{
		"encode_encrypt": {func() (*rlwe.Ciphertext, error) {
			plain, err := r.encode(r.x, r.p.DefaultScale(), r.p.LogMaxSlots())
			if err != nil {
				return nil, err
			}
			return r.encryptor.EncryptNew(plain)
		}, rotated(0)},
		"add": {func() (*rlwe.Ciphertext, error) { return e.AddNew(r.a, r.b) },
			func(i int) float64 { return r.x[i] + r.y[i] }},
		"multiply_plain": {func() (*rlwe.Ciphertext, error) { return e.MulNew(r.a, r.factor) }, product},
		"multiply_only":  {func() (*rlwe.Ciphertext, error) { return e.MulNew(r.a, r.b) }, product},
		"relinearise":    {func() (*rlwe.Ciphertext, error) { return e.RelinearizeNew(r.product) }, product},
		"multiply":       {func() (*rlwe.Ciphertext, error) { return e.MulRelinNew(r.a, r.b) }, product},
		"rotate":         {func() (*rlwe.Ciphertext, error) { return e.RotateNew(r.a, 1) }, rotated(1)},
		"rotate_half": {func() (*rlwe.Ciphertext, error) { return e.RotateNew(r.a, slots/2) },
			rotated(slots / 2)},
		"conjugate": {func() (*rlwe.Ciphertext, error) { return e.ConjugateNew(r.a) }, rotated(0)},
		"rotate_8": {func() (last *rlwe.Ciphertext, err error) {
			for _, steps := range rotations {
				if last, err = e.RotateNew(r.a, steps); err != nil {
					return nil, err
				}
			}
			return last, nil
		}, rotated(8)},
		"rotate_8_hoisted": {func() (*rlwe.Ciphertext, error) {
			made, err := e.RotateHoistedNew(r.a, rotations)
			return made[8], err
		}, rotated(8)},
	}
	if r.p.MaxLevel() > 0 {
		found["rescale"] = result{func() (*rlwe.Ciphertext, error) {
			return r.rescaled(r.relinearised, nil)
		}, product}
		found["multiply_rescale"] = result{func() (*rlwe.Ciphertext, error) {
			return r.rescaled(e.MulRelinNew(r.a, r.b))
		}, product}
	}
	for name, degree := range degrees {
		if made, ok := r.polynomialOf(degree); ok {
			found[name] = result{
				func() (*rlwe.Ciphertext, error) { return r.evaluate(made) },
				func(i int) float64 { return horner(degree, r.x[i]) },
			}
		}
	}
	transformer := lintrans.NewEvaluator(e)
	for name, one := range r.transforms {
		found[name] = result{func() (*rlwe.Ciphertext, error) {
			operand := r.a
			if one.slots != slots {
				operand = r.short
			}
			return r.rescaled(transformer.EvaluateNew(operand, one.matrix))
		}, func(i int) float64 {
			sum := 0.0
			for _, d := range one.diagonals {
				sum += diagonal(d, i) * r.x[(i+d)%one.slots]
			}
			return sum
		}}
	}
	return found
}

// horner is the value of the polynomial of a degree.
func horner(degree int, x float64) float64 {
	sum := 0.0
	for i := degree; i >= 0; i-- {
		sum = sum*x + coefficient(i)
	}
	return sum
}
