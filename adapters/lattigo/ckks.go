package main

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	lattigo "github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringassay/kit"
	"ringassay/kit/ckks"
	"ringassay/kit/packets"
	"ringassay/kit/security"
	"ringassay/kit/slots"
)

// libraryCKKS is what Lattigo takes for CKKS.
var libraryCKKS = ckks.Library{
	MinLogN: 12, MaxLogN: 16,
	MaxPrimeBits: 60,
	Sigma:        3.2,
	Primes:       primesCKKS,
}

func primesCKKS(logN int, q, p []int) (primesQ, primesP []uint64, err error) {
	return rlwe.GenModuli(logN+1, q, p)
}

func mainCKKS(args []string) {
	hello := packets.Hello{
		Name: "lattigo-ckks", Version: "0.2.0", Library: "Lattigo", Scheme: "CKKS", Planner: kit.Planner,
		Spaces: []string{"real", "complex"}, Gates: kit.ComplexGates,
		Limits: map[string]int64{
			"max_batch": 1 << (libraryCKKS.MaxLogN - 1), "max_security": int64(security.MaxLevel()),
			"max_outputs": slots.MaxOutputs,
		},
		Simd: "none", // plain Go: what the compiler makes of it, nothing else
	}
	kit.Main(args, hello, module,
		&slots.Client[complex128]{Library: new(clientCKKS)},
		&slots.Server[*rlwe.Ciphertext, *rlwe.Plaintext, complex128]{LoadKeys: loadKeysCKKS})
}

// instanceCKKS is a parameter set in Lattigo's form.
func instanceCKKS(p *ckks.Parameters) (lattigo.Parameters, error) {
	made, err := lattigo.NewParametersFromLiteral(lattigo.ParametersLiteral{
		LogN: p.LogN, Q: p.Q, P: p.P, LogDefaultScale: p.LogScale,
		Xs: ring.Ternary{P: 2.0 / 3},
		Xe: ring.DiscreteGaussian{Sigma: libraryCKKS.Sigma, Bound: 6 * libraryCKKS.Sigma},
	})
	if err != nil {
		return made, fmt.Errorf("Lattigo does not take the parameters: %w", err)
	}
	return made, nil
}

// galoisCKKS are the automorphisms there are keys for.
func galoisCKKS(p lattigo.Parameters, chosen *ckks.Parameters) []uint64 {
	elements := galoisOf(p.Parameters, chosen.Steps)
	if chosen.Complex {
		elements = append(elements, p.GaloisElementForComplexConjugation())
	}
	return elements
}

// encoderCKKS encodes with doubles, which are more precise than any answer here.
func encoderCKKS(p lattigo.Parameters) *lattigo.Encoder { return lattigo.NewEncoder(p, 53) }

// scales are the scales of all levels up to start, at which inputs enter:
// those of a level's products of two, rescaled, are the next level's.
func scales(p lattigo.Parameters, start int) []rlwe.Scale {
	found := make([]rlwe.Scale, start+1)
	found[start] = p.DefaultScale()
	for level := start; level > 0; level-- {
		found[level-1] = found[level].Mul(found[level]).Div(rlwe.NewScale(p.Q()[level]))
	}
	return found
}

// A ciphertext over reals is its scale, a double, and what one over integers is.
const scaleBytes = 8

func scaleOf(data []byte) (rlwe.Scale, []byte, error) {
	if len(data) < scaleBytes {
		return rlwe.Scale{}, nil, fmt.Errorf("no ciphertext of %d bytes", len(data))
	}
	scale := math.Float64frombits(binary.LittleEndian.Uint64(data))
	if !(scale >= 1 && scale <= math.Exp2(200)) {
		return rlwe.Scale{}, nil, fmt.Errorf("its scale is %g", scale)
	}
	return rlwe.NewScale(scale), data[scaleBytes:], nil
}

func savedCKKS(a *rlwe.Ciphertext) []byte {
	return append(binary.LittleEndian.AppendUint64(nil, math.Float64bits(a.Scale.Float64())), saved(a)...)
}
