package main

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	lattigo "github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringassay/kit/ckks"
	"ringassay/kit/slots"
)

// backendCKKS are Lattigo's operations on real and complex numbers. Scales are exact: all values
// of a level have one (scales), and a value that goes down by more than a
// product is multiplied by 1 at the scale that brings it to its new level's.
type backendCKKS struct {
	params    lattigo.Parameters
	evaluator *lattigo.Evaluator
	encoder   *lattigo.Encoder
	encryptor *rlwe.Encryptor
	scales    []rlwe.Scale         // by level, of the program
	free      [][]*rlwe.Ciphertext // by level, to be used again
}

// loadKeysCKKS takes the client's public keys.
func loadKeysCKKS(chunks [][]byte) (slots.Backend[*rlwe.Ciphertext, *rlwe.Plaintext, complex128], error) {
	chosen := new(ckks.Parameters)
	p, err := declared(chunks, chosen, libraryCKKS.Check, instanceCKKS)
	if err != nil {
		return nil, err
	}
	public, keys, err := unpackKeys(p.Parameters, galoisCKKS(p, chosen), chunks)
	if err != nil {
		return nil, err
	}
	return &backendCKKS{
		params: p, evaluator: lattigo.NewEvaluator(p, keys), encoder: encoderCKKS(p),
		encryptor: lattigo.NewEncryptor(p, public), free: make([][]*rlwe.Ciphertext, p.MaxLevel()+1),
	}, nil
}

// Begin implements slots.Backend: scales follow from where inputs enter.
func (b *backendCKKS) Begin(program *slots.Program) {
	start := b.params.MaxLevel()
	for i := range program.Ops {
		if op := &program.Ops[i]; op.Code == slots.Input {
			start = int(op.Level)
			break
		}
	}
	b.scales = scales(b.params, start)
}

// made is a ciphertext at a level and its scale that an operation fills.
func (b *backendCKKS) made(level int, fill func(out *rlwe.Ciphertext) error) (*rlwe.Ciphertext, error) {
	out := b.take(level)
	err := fill(out)
	out.Scale = b.scales[level] // what it is up to rounding, which would be taken for another scale
	return out, err
}

func (b *backendCKKS) take(level int) *rlwe.Ciphertext {
	if n := len(b.free[level]); n > 0 {
		out := b.free[level][n-1]
		b.free[level] = b.free[level][:n-1]
		return out
	}
	return lattigo.NewCiphertext(b.params, 1, level)
}

// Release keeps a ciphertext's memory for the next one at its level.
func (b *backendCKKS) Release(a *rlwe.Ciphertext) { b.free[a.Level()] = append(b.free[a.Level()], a) }

// Idle implements slots.Backend: between evaluations only keys stay in memory.
func (b *backendCKKS) Idle() { clear(b.free) }

// Load implements slots.Backend: leaving primes out changes no scale.
func (b *backendCKKS) Load(data []byte, level int) (*rlwe.Ciphertext, error) {
	_, rest, err := scaleOf(data)
	if err != nil {
		return nil, err
	}
	top, err := levelOf(b.params.Parameters, rest)
	if err != nil {
		return nil, err
	}
	if top < level {
		return nil, fmt.Errorf("it is at level %d; the program needs %d", top, level)
	}
	return b.made(level, func(out *rlwe.Ciphertext) error { return load(out, rest, b.params.Parameters) })
}

// Save implements slots.Backend.
func (b *backendCKKS) Save(a *rlwe.Ciphertext) ([]byte, error) { return savedCKKS(a), nil }

// Encode implements slots.Backend: at the level's scale.
func (b *backendCKKS) Encode(row []complex128, level int) (*rlwe.Plaintext, error) {
	if level >= len(b.scales) {
		return nil, fmt.Errorf("a row at level %d, above that of inputs", level)
	}
	return b.encode(row, level, b.scales[level])
}

func (b *backendCKKS) encode(row []complex128, level int, scale rlwe.Scale) (*rlwe.Plaintext, error) {
	plain := lattigo.NewPlaintext(b.params, level)
	plain.Scale = scale
	if err := b.encoder.Encode(row, plain); err != nil {
		return nil, fmt.Errorf("cannot encode: %w", err)
	}
	return plain, nil
}

// PlainBytes implements slots.Backend.
func (b *backendCKKS) PlainBytes(level int) int { return 8 * b.params.N() * (level + 1) }

// Encrypt implements slots.Backend.
func (b *backendCKKS) Encrypt(plain *rlwe.Plaintext) (*rlwe.Ciphertext, error) {
	return b.encryptor.EncryptNew(plain)
}

// Add implements slots.Backend.
func (b *backendCKKS) Add(a, c *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Add(a, c, out) })
}

// Sub implements slots.Backend.
func (b *backendCKKS) Sub(a, c *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Sub(a, c, out) })
}

// Negate implements slots.Backend.
func (b *backendCKKS) Negate(a *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Mul(a, -1, out) })
}

// AddPlain implements slots.Backend.
func (b *backendCKKS) AddPlain(a *rlwe.Ciphertext, plain *rlwe.Plaintext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Add(a, plain, out) })
}

// MultiplyPlain implements slots.Backend.
func (b *backendCKKS) MultiplyPlain(a *rlwe.Ciphertext, plain *rlwe.Plaintext) (*rlwe.Ciphertext, error) {
	return b.product(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Mul(a, plain, out) })
}

// Multiply implements slots.Backend.
func (b *backendCKKS) Multiply(a, c *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.product(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.MulRelin(a, c, out) })
}

// Square implements slots.Backend.
func (b *backendCKKS) Square(a *rlwe.Ciphertext) (*rlwe.Ciphertext, error) { return b.Multiply(a, a) }

// Rotate implements slots.Backend; Lattigo counts rotations downwards.
func (b *backendCKKS) Rotate(a *rlwe.Ciphertext, step int) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Rotate(a, -step, out) })
}

// Conjugate implements slots.Conjugating.
func (b *backendCKKS) Conjugate(a *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Conjugate(a, out) })
}

// Lower implements slots.Backend: times 1, rescaled once.
func (b *backendCKKS) Lower(a *rlwe.Ciphertext, level, divide int) (*rlwe.Ciphertext, error) {
	factor := b.scales[level].Mul(rlwe.NewScale(b.params.Q()[level+1])).Div(a.Scale)
	one := make([]complex128, b.params.MaxSlots())
	for i := range one {
		one[i] = 1
	}
	plain, err := b.encode(one, level+1, factor)
	if err != nil {
		return nil, err
	}
	return b.product(level+1, func(out *rlwe.Ciphertext) error {
		switched := b.take(level + 1)
		defer b.Release(switched)
		for i := range switched.Value {
			switched.Value[i].CopyLvl(level+1, a.Value[i])
		}
		*switched.MetaData = *a.MetaData
		return b.evaluator.Mul(switched, plain, out)
	})
}

// product is what an operation makes at a level, rescaled.
func (b *backendCKKS) product(level int, fill func(out *rlwe.Ciphertext) error) (*rlwe.Ciphertext, error) {
	large := b.take(level)
	defer b.Release(large)
	if err := fill(large); err != nil {
		return nil, err
	}
	return b.made(level-1, func(out *rlwe.Ciphertext) error { return b.evaluator.Rescale(large, out) })
}
