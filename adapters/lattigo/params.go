package main

import (
	"fmt"
	"math/big"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	lattigo "github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/kit/bgv"
)

// instance is a parameter set in Lattigo's form.
func instance(p *bgv.Parameters) (lattigo.Parameters, error) {
	made, err := lattigo.NewParametersFromLiteral(lattigo.ParametersLiteral{
		LogN: p.LogN, Q: p.Q, P: p.P, PlaintextModulus: p.T,
		Xs: ring.Ternary{P: 2.0 / 3},
		Xe: ring.DiscreteGaussian{Sigma: library.Sigma, Bound: 6 * library.Sigma},
	})
	if err != nil {
		return made, fmt.Errorf("Lattigo does not take the parameters: %w", err)
	}
	if got := made.MaxDimensions().Cols; got != p.Row() {
		return made, fmt.Errorf("Lattigo has rows of %d slots where %d were chosen", got, p.Row())
	}
	return made, nil
}

// encoder puts rows into plaintexts, centred: coefficients in [-t/2, t/2)
// instead of [0, t), whose mean of t/2 would multiply noise by about N*t/pi.
// The scale is always 1: every prime that is divided by is 1 mod t.
type encoder struct {
	*lattigo.Encoder
	params lattigo.Parameters
	tInv   []*big.Int // of t modulo Q_l, by level
	slots  []uint64
	poly   ring.Poly // modulo t
}

func newEncoder(p lattigo.Parameters) *encoder {
	e := &encoder{
		Encoder: lattigo.NewEncoder(p), params: p,
		slots: make([]uint64, p.MaxSlots()), poly: p.RingT().NewPoly(),
	}
	t := new(big.Int).SetUint64(p.PlaintextModulus())
	for _, q := range p.RingQ().ModulusAtLevel {
		e.tInv = append(e.tInv, new(big.Int).ModInverse(t, q))
	}
	return e
}

// encode returns a plaintext with the row in both rows of slots.
func (e *encoder) encode(row []uint64, level int) (*rlwe.Plaintext, error) {
	copy(e.slots[copy(e.slots, row):], row)
	t := e.params.PlaintextModulus()
	if err := e.EncodeRingT(e.slots, rlwe.NewScaleModT(1, t), e.poly); err != nil {
		return nil, fmt.Errorf("cannot encode: %w", err)
	}
	plain := lattigo.NewPlaintext(e.params, level)
	ringQ := e.params.RingQ().AtLevel(level)
	gap := ringQ.N() / len(e.poly.Coeffs[0])
	for i, q := range ringQ.ModuliChain()[:level+1] {
		for j, c := range e.poly.Coeffs[0] {
			if c > t/2 {
				c = q - (t-c)%q
			}
			plain.Value.Coeffs[i][j*gap] = c
		}
	}
	ringQ.MulScalarBigint(plain.Value, e.tInv[level], plain.Value)
	ringQ.NTT(plain.Value, plain.Value)
	return plain, nil
}
