package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/polynomial"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
	"github.com/tuneinsight/lattigo/v6/utils/bignum"
)

// degrees are those of polynomials.
var degrees = map[string]int{"polynomial_3": 3, "polynomial_7": 7, "polynomial_15": 15, "polynomial_31": 31}

// reals is CKKS with keys and operands.
type reals struct {
	*keyed
	p                     ckks.Parameters
	encoder               *ckks.Encoder
	evaluator             *ckks.Evaluator
	x, y                  []float64
	plain, factor         *rlwe.Plaintext
	a, b, short           *rlwe.Ciphertext
	product, relinearised *rlwe.Ciphertext
	total                 *rlwe.Ciphertext
	transforms            map[string]*transform
	values                []float64
	precision             float64
	measuredOps           map[string]func() error
}

func prepareReals(asked *shape) (*reals, error) {
	p, err := ckks.NewParametersFromLiteral(ckks.ParametersLiteral{
		LogN: int(math.Log2(float64(asked.N))), LogQ: asked.QBits, LogP: asked.PBits,
		LogDefaultScale: asked.Log2Scale,
		Xs:              ring.Ternary{P: 2.0 / 3},
		Xe:              ring.DiscreteGaussian{Sigma: libraryCKKS.Sigma, Bound: 6 * libraryCKKS.Sigma},
	})
	if err != nil {
		return nil, fmt.Errorf("Lattigo does not take the parameters: %w", err)
	}
	slots := p.MaxSlots()
	r := &reals{
		p: p, encoder: ckks.NewEncoder(p, 53),
		x: make([]float64, slots), y: make([]float64, slots), values: make([]float64, slots),
		transforms: make(map[string]*transform),
	}
	for i := range r.x {
		u := uint64(i)
		r.x[i] = 2*float64((u*u*31+7*u+3)%65537)/65537 - 1
		r.y[i] = 2*float64((u*12345+678)%65537)/65537 - 1
	}
	elements := p.GaloisElements(stepsOf(asked.Operations, slots/2))
	for _, name := range asked.Operations {
		if name == "conjugate" {
			elements = append(elements, p.GaloisElementForComplexConjugation())
		}
	}
	if p.MaxLevel() > 0 {
		found, err := r.chooseTransforms(asked.Operations)
		if err != nil {
			return nil, err
		}
		elements = append(elements, found...)
	}
	r.keyed = newKeyed(p.Parameters, elements)
	r.evaluator = ckks.NewEvaluator(p, r.set)
	if err := r.operands(); err != nil {
		return nil, err
	}
	return r, r.measure(asked.Operations)
}

// coefficient is that of x^i in every polynomial.
func coefficient(i int) float64 { return float64(1-2*(i%2)) / float64(i+2) }

func (r *reals) encode(values []float64, scale rlwe.Scale, logSlots int) (*rlwe.Plaintext, error) {
	plain := ckks.NewPlaintext(r.p, r.p.MaxLevel())
	plain.Scale, plain.LogDimensions.Cols = scale, logSlots
	return plain, r.encoder.Encode(values, plain)
}

func (r *reals) operands() (err error) {
	all, scale := r.p.LogMaxSlots(), r.p.DefaultScale()
	if r.plain, err = r.encode(r.x, scale, all); err != nil {
		return err
	}
	other, err := r.encode(r.y, scale, all)
	if err != nil {
		return err
	}
	if r.factor, err = r.encode(r.y, rlwe.NewScale(r.p.Q()[r.p.MaxLevel()]), all); err != nil {
		return err
	}
	few := min(all, int(math.Log2(dense)))
	short, err := r.encode(r.x[:1<<few], scale, few)
	if err != nil {
		return err
	}
	if r.a, err = r.encryptor.EncryptNew(r.plain); err != nil {
		return err
	}
	if r.b, err = r.encryptor.EncryptNew(other); err != nil {
		return err
	}
	if r.short, err = r.encryptor.EncryptNew(short); err != nil {
		return err
	}
	if r.product, err = r.evaluator.MulNew(r.a, r.b); err != nil {
		return err
	}
	r.total = r.a.CopyNew()
	r.relinearised, err = r.evaluator.RelinearizeNew(r.product)
	return err
}

func (r *reals) open(a *rlwe.Ciphertext) ([]float64, error) {
	values := r.values[:1<<a.LogDimensions.Cols]
	return values, r.encoder.Decode(r.decryptor.DecryptNew(a), values)
}

func (r *reals) rescaled(a *rlwe.Ciphertext, err error) (*rlwe.Ciphertext, error) {
	if err != nil {
		return nil, err
	}
	out := ckks.NewCiphertext(r.p, a.Degree(), a.Level()-1)
	return out, r.evaluator.Rescale(a, out)
}

// levels is how many products in a row are right, each rescaled.
func (r *reals) levels() (int, error) {
	x, expected := r.a, slices.Clone(r.x)
	for done := 0; ; done++ {
		if x.Level() == 0 {
			return done, nil
		}
		var err error
		if x, err = r.rescaled(r.evaluator.MulRelinNew(x, r.b)); err != nil {
			return 0, err
		}
		found, err := r.open(x)
		if err != nil {
			return 0, err
		}
		for i := range expected {
			expected[i] *= r.y[i]
		}
		if off(found, expected) > tolerance {
			return done, nil
		}
	}
}

func (r *reals) facts(asked *shape, levels int) (map[string]any, error) {
	facts, err := r.keyFacts(asked, levels, r.a)
	if err != nil {
		return nil, err
	}
	facts["log2_scale"], facts["precision_bits"] = asked.Log2Scale, r.precision
	facts["technique"] = r.steps()
	return facts, nil
}

func (r *reals) operations() map[string]func() error { return r.measuredOps }

// polynomialOf is that of a degree, and whether there are levels for it.
func (r *reals) polynomialOf(degree int) (bignum.Polynomial, bool) {
	coefficients := make([]float64, degree+1)
	for i := range coefficients {
		coefficients[i] = coefficient(i)
	}
	made := bignum.NewPolynomial(bignum.Monomial, coefficients, nil)
	return made, made.Depth() <= r.p.MaxLevel()
}

func (r *reals) evaluate(made bignum.Polynomial) (*rlwe.Ciphertext, error) {
	return polynomial.NewEvaluator(r.p, r.evaluator).Evaluate(r.a, made, r.p.DefaultScale())
}
