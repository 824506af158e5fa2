package scheme

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"

	"ringassay/adapters/lattigo/internal/plan"
)

// A public key message is, in order: the parameters as JSON; the public
// encryption key; the relinearisation key; one Galois key for each rotation.
// An evaluation key is its seed and the non-uniform polynomial of each digit.

const seedBytes = 32

// Marshal returns the chunks of the public key message.
func (k *KeySet) Marshal(p *Params) ([][]byte, error) {
	header, err := json.Marshal(p.Choice)
	if err != nil {
		return nil, fmt.Errorf("cannot write the parameters: %w", err)
	}
	public := make([]byte, 0, 2*p.polyBytes())
	for _, value := range k.Public.Value {
		public = appendPoly(appendPoly(public, value.Q), value.P)
	}
	chunks := [][]byte{header, public}
	for _, key := range k.evaluationKeys() {
		chunk := make([]byte, 0, p.evaluationKeyBytes())
		chunk = append(chunk, key.Seed[:]...)
		for _, digit := range key.Value {
			chunk = appendPoly(appendPoly(chunk, digit[0][0].Q), digit[0][0].P)
		}
		chunks = append(chunks, chunk)
	}
	return chunks, nil
}

// UnmarshalKeys checks and loads a public key message. Nothing is allocated
// for a key before its size is known to be right.
func UnmarshalKeys(chunks [][]byte) (*Params, *KeySet, error) {
	choice := new(Choice)
	if err := json.Unmarshal(chunks[0], choice); err != nil {
		return nil, nil, fmt.Errorf("the key's parameters: %w", err)
	}
	if err := choice.check(); err != nil {
		return nil, nil, fmt.Errorf("the key's parameters: %w", err)
	}
	p, err := Build(choice)
	if err != nil {
		return nil, nil, err
	}
	elements := p.rotationElements()
	if want := 3 + len(elements); len(chunks) != want {
		return nil, nil, fmt.Errorf("the key has %d chunks, its parameters ask for %d", len(chunks), want)
	}
	if len(chunks[1]) != 2*p.polyBytes() {
		return nil, nil, fmt.Errorf("the public key has %d bytes, its parameters ask for %d", len(chunks[1]), 2*p.polyBytes())
	}
	keys := &KeySet{Public: rlwe.NewPublicKey(p.BGV)}
	d := &decoder{chunks[1]}
	for _, value := range keys.Public.Value {
		if err := errors.Join(d.poly(value.Q, p.Q), d.poly(value.P, p.P)); err != nil {
			return nil, nil, fmt.Errorf("the public key: %w", err)
		}
	}
	relin, err := p.evaluationKey(chunks[2])
	if err != nil {
		return nil, nil, fmt.Errorf("the relinearisation key: %w", err)
	}
	keys.Relin = &rlwe.RelinearizationKey{EvaluationKey: *relin}
	for i, element := range elements {
		key, err := p.evaluationKey(chunks[3+i])
		if err != nil {
			return nil, nil, fmt.Errorf("rotation key %d: %w", i, err)
		}
		keys.Galois = append(keys.Galois, &rlwe.GaloisKey{
			GaloisElement: element, NthRoot: uint64(p.BGV.NthRoot()), EvaluationKey: *key,
		})
		chunks[3+i] = nil // the expanded key is twice as large; let the message go
	}
	return p, keys, nil
}

// evaluationKeys lists the relinearisation key and the Galois keys.
func (k *KeySet) evaluationKeys() []*rlwe.EvaluationKey {
	keys := []*rlwe.EvaluationKey{&k.Relin.EvaluationKey}
	for _, galois := range k.Galois {
		keys = append(keys, &galois.EvaluationKey)
	}
	return keys
}

// evaluationKey loads and expands one evaluation key.
func (p *Params) evaluationKey(data []byte) (*rlwe.EvaluationKey, error) {
	if len(data) != p.evaluationKeyBytes() {
		return nil, fmt.Errorf("it has %d bytes, the parameters ask for %d", len(data), p.evaluationKeyBytes())
	}
	key := rlwe.NewEvaluationKey(p.BGV, rlwe.EvaluationKeyParameters{Compressed: true})
	key.Seed = (*[seedBytes]byte)(slices.Clone(data[:seedBytes]))
	d := &decoder{data[seedBytes:]}
	for _, digit := range key.Value {
		if err := errors.Join(d.poly(digit[0][0].Q, p.Q), d.poly(digit[0][0].P, p.P)); err != nil {
			return nil, err
		}
	}
	if err := key.Expand(p.BGV, nil); err != nil {
		return nil, fmt.Errorf("Lattigo cannot expand it: %w", err)
	}
	return key, d.end()
}

func (p *Params) polyBytes() int { return 8 * (len(p.Q) + len(p.P)) << p.LogN }

func (p *Params) evaluationKeyBytes() int { return seedBytes + p.digits()*p.polyBytes() }

// check refuses parameters that Choose would not have made: sizes first, so
// that nothing large is computed with them.
func (c *Choice) check() error {
	column, err := securityColumn(c.Security)
	if err != nil {
		return err
	}
	switch {
	case c.LogN < minLogN || c.LogN > maxLogN:
		return fmt.Errorf("log2 N = %d is not in %d..%d", c.LogN, minLogN, maxLogN)
	case len(c.Q) < 1 || len(c.Q) > maxLevels+1 || len(c.P) < 1 || len(c.P) > len(c.Q):
		return fmt.Errorf("%d primes and %d special primes", len(c.Q), len(c.P))
	case c.T < MinModulus || c.T > MaxModulus || !isPrime(c.T) || c.T%16 != 1:
		return fmt.Errorf("t = %d has no slots", c.T)
	case c.Batch < 1 || !c.Packing().Fits():
		return fmt.Errorf("L = %d does not fit a row of %d slots", c.Batch, c.Packing().Row)
	}
	seen := map[uint64]bool{c.T: true}
	for i, q := range slices.Concat(c.Q, c.P) {
		// The primes of the levels keep the plaintext's scale (setModuli).
		level := i > 0 && i < len(c.Q)
		if seen[q] || q >= 1<<maxPrimeBits || q%(2<<c.LogN) != 1 || !ring.IsPrime(q) || (level && q%c.T != 1) {
			return fmt.Errorf("modulus %d is repeated, too large, or not a prime of the right form", q)
		}
		seen[q] = true
	}
	if bound := maxLogQP[c.LogN][column]; c.LogQP() > bound {
		return fmt.Errorf("log2 QP = %.1f is more than %.0f for %d bits at N=%d", c.LogQP(), bound, c.Security, 1<<c.LogN)
	}
	if bytes := c.keyBytes(plan.Packing{Row: c.Packing().Row, Batch: c.Batch}); bytes > maxKeys {
		return fmt.Errorf("keys of %d bytes", bytes)
	}
	return nil
}
