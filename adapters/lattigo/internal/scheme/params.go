package scheme

import (
	"fmt"
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
)

// Params is a Choice ready to compute with.
type Params struct {
	*Choice
	BGV bgv.Parameters
}

// errorBound truncates the error distribution at six standard deviations.
const errorBound = 6 * Sigma

// Build instantiates the parameters in Lattigo.
func Build(c *Choice) (*Params, error) {
	literal := bgv.ParametersLiteral{
		LogN: c.LogN, Q: c.Q, P: c.P, PlaintextModulus: c.T,
		Xs: ring.Ternary{P: 2.0 / 3},
		Xe: ring.DiscreteGaussian{Sigma: Sigma, Bound: errorBound},
	}
	params, err := bgv.NewParametersFromLiteral(literal)
	if err != nil {
		return nil, fmt.Errorf("Lattigo does not take the parameters: %w", err)
	}
	if got := params.MaxDimensions().Cols; got != c.Packing().Row {
		return nil, fmt.Errorf("Lattigo has rows of %d slots where %d were planned", got, c.Packing().Row)
	}
	return &Params{Choice: c, BGV: params}, nil
}

// rotationElements returns the Galois elements of the rotations by powers of
// two in both directions, smallest first, left before right.
func (p *Params) rotationElements() []uint64 {
	packing := p.Packing()
	var elements []uint64
	for power := range packing.MaxShiftPower(p.Refreshes) + 1 {
		for _, shift := range [2]int{1 << power, -(1 << power)} {
			// In a row of two slots left and right are the same.
			if element := p.BGV.GaloisElement(shift); packing.Row > 1 && !slices.Contains(elements, element) {
				elements = append(elements, element)
			}
		}
	}
	return elements
}

// Report returns the parameters as the protocol's REPORT names them.
func (p *Params) Report() map[string]any {
	specialBits, levelBits := []int{}, []int{}
	for _, q := range p.Q {
		levelBits = append(levelBits, bitLen(q))
	}
	for _, q := range p.P {
		specialBits = append(specialBits, bitLen(q))
	}
	noise := p.Noise()
	return map[string]any{
		"scheme": "BGV", "n": 1 << p.LogN, "m": 2 << p.LogN,
		"log2_q": p.LogQ(), "log2_qp": p.LogQP(), "t": p.T,
		"encryption": "public key", "secret": "ternary, uniform", "error": fmt.Sprintf("discrete Gaussian, sigma %g, bound %g", Sigma, float64(errorBound)),
		"security_bits": p.Security, "security_method": SecurityMethod,
		"levels": len(p.Q) - 1, "q_bits": levelBits, "p_bits": specialBits,
		"row_slots": p.Packing().Row, "copies": p.Packing().Row / p.Batch,
		"key_switch_digits": p.digits(), "rotation_keys": len(p.rotationElements()),
		"noise_floor_log2":        noise.Floor,
		"failure_probability":     "each noise bound fails with probability below 2^-36 (heuristic, average-case sources); 2 bits of room beyond it",
		"plaintext_space_mapping": p.mapping(),
	}
}

func (p *Params) mapping() string {
	if p.Zt {
		return "integers mod t, one per slot"
	}
	return "gf2: a bit is the parity of a small integer mod t, one per slot"
}

func bitLen(q uint64) int {
	n := 0
	for ; q != 0; q >>= 1 {
		n++
	}
	return n
}

// KeySet is what the server computes with.
type KeySet struct {
	Public *rlwe.PublicKey
	Relin  *rlwe.RelinearizationKey
	Galois []*rlwe.GaloisKey
}

// EvaluationKeys returns the keys in the form Lattigo's evaluator takes.
func (k *KeySet) EvaluationKeys() *rlwe.MemEvaluationKeySet {
	return rlwe.NewMemEvaluationKeySet(k.Relin, k.Galois...)
}

// Generate makes a secret key and the public keys. The evaluation keys are
// compressed: their uniform half is a seed.
func Generate(p *Params) (*rlwe.SecretKey, *KeySet) {
	generator := bgv.NewKeyGenerator(p.BGV)
	secret, public := generator.GenKeyPairNew()
	compressed := rlwe.EvaluationKeyParameters{Compressed: true}
	keys := &KeySet{Public: public, Relin: generator.GenRelinearizationKeyNew(secret, compressed)}
	for _, element := range p.rotationElements() {
		keys.Galois = append(keys.Galois, generator.GenGaloisKeyNew(element, secret, compressed))
	}
	return secret, keys
}
