package main

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	lattigo "github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/kit/bgv"
	"ringassay/kit/slots"
)

// backend are Lattigo's operations, one after another, on ciphertexts whose two
// rows of slots hold the same values.
type backend struct {
	params    lattigo.Parameters
	invariant bool // one level, and BFV's products
	evaluator *lattigo.Evaluator
	encoder   *encoder
	encryptor *rlwe.Encryptor
	free      [][]*rlwe.Ciphertext // by level, to be used again
}

// loadKeys takes the client's public keys.
func loadKeys(chunks [][]byte) (slots.Backend[*rlwe.Ciphertext, *rlwe.Plaintext, uint64], error) {
	chosen := new(bgv.Parameters)
	p, err := declared(chunks, chosen, library.Check, instance)
	if err != nil {
		return nil, err
	}
	public, keys, err := unpackKeys(p.Parameters, galoisOf(p.Parameters, chosen.Steps), chunks)
	if err != nil {
		return nil, err
	}
	return &backend{
		params: p, invariant: chosen.Invariant,
		evaluator: lattigo.NewEvaluator(p, keys, chosen.Invariant), encoder: newEncoder(p),
		encryptor: lattigo.NewEncryptor(p, public), free: make([][]*rlwe.Ciphertext, p.MaxLevel()+1),
	}, nil
}

// made is a ciphertext that an operation fills.
func (b *backend) made(level int, fill func(out *rlwe.Ciphertext) error) (*rlwe.Ciphertext, error) {
	out := b.take(level)
	return out, fill(out)
}

func (b *backend) take(level int) *rlwe.Ciphertext {
	if n := len(b.free[level]); n > 0 {
		out := b.free[level][n-1]
		b.free[level] = b.free[level][:n-1]
		return out
	}
	return lattigo.NewCiphertext(b.params, 1, level)
}

// Release keeps a ciphertext's memory for the next one at its level.
func (b *backend) Release(a *rlwe.Ciphertext) { b.free[a.Level()] = append(b.free[a.Level()], a) }

// Begin implements slots.Backend: every program finds the same.
func (b *backend) Begin(*slots.Program) {}

// Idle implements slots.Backend: between evaluations only keys stay in memory.
func (b *backend) Idle() { clear(b.free) }

// Load implements slots.Backend.
func (b *backend) Load(data []byte, level int) (*rlwe.Ciphertext, error) {
	level = b.levelOf(level)
	top, err := levelOf(b.params.Parameters, data)
	if err != nil {
		return nil, err
	}
	if top < level {
		return nil, fmt.Errorf("it is at level %d; the program needs %d", top, level)
	}
	return b.made(level, func(out *rlwe.Ciphertext) error { return load(out, data, b.params.Parameters) })
}

// Save implements slots.Backend.
func (b *backend) Save(a *rlwe.Ciphertext) ([]byte, error) { return saved(a), nil }

// Encode implements slots.Backend.
func (b *backend) Encode(row []uint64, level int) (*rlwe.Plaintext, error) {
	return b.encoder.encode(row, b.levelOf(level))
}

// levelOf is Lattigo's level for one of the program: there is one only where
// products are scale-invariant.
func (b *backend) levelOf(level int) int {
	if b.invariant {
		return b.params.MaxLevel()
	}
	return level
}

// PlainBytes implements slots.Backend.
func (b *backend) PlainBytes(level int) int { return 8 * b.params.N() * (b.levelOf(level) + 1) }

// Encrypt implements slots.Backend.
func (b *backend) Encrypt(plain *rlwe.Plaintext) (*rlwe.Ciphertext, error) {
	return b.encryptor.EncryptNew(plain)
}

// Add implements slots.Backend.
func (b *backend) Add(a, c *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Add(a, c, out) })
}

// Sub implements slots.Backend.
func (b *backend) Sub(a, c *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Sub(a, c, out) })
}

// Negate implements slots.Backend.
func (b *backend) Negate(a *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Mul(a, -1, out) })
}

// AddPlain implements slots.Backend.
func (b *backend) AddPlain(a *rlwe.Ciphertext, plain *rlwe.Plaintext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Add(a, plain, out) })
}

// MultiplyPlain implements slots.Backend.
func (b *backend) MultiplyPlain(a *rlwe.Ciphertext, plain *rlwe.Plaintext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.Mul(a, plain, out) })
}

// Multiply implements slots.Backend.
func (b *backend) Multiply(a, c *rlwe.Ciphertext) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error {
		if err := b.evaluator.MulRelin(a, c, out); err != nil || !b.invariant {
			return err
		}
		// Its scale is 1/(-Q mod t), which is -1 because Q is 1 mod t: so is the
		// product's negative, at scale 1.
		if err := b.evaluator.Mul(out, -1, out); err != nil {
			return err
		}
		out.Scale = a.Scale
		return nil
	})
}

// Square implements slots.Backend.
func (b *backend) Square(a *rlwe.Ciphertext) (*rlwe.Ciphertext, error) { return b.Multiply(a, a) }

// Rotate implements slots.Backend; Lattigo counts rotations downwards.
func (b *backend) Rotate(a *rlwe.Ciphertext, step int) (*rlwe.Ciphertext, error) {
	return b.made(a.Level(), func(out *rlwe.Ciphertext) error { return b.evaluator.RotateColumns(a, -step, out) })
}

// Lower implements slots.Backend: a copy without the primes that are left out,
// then divided.
func (b *backend) Lower(a *rlwe.Ciphertext, level, divide int) (*rlwe.Ciphertext, error) {
	return b.made(level+divide, func(out *rlwe.Ciphertext) error {
		for i := range out.Value {
			out.Value[i].CopyLvl(level+divide, a.Value[i])
		}
		*out.MetaData = *a.MetaData
		for range divide {
			if err := b.evaluator.Rescale(out, out); err != nil {
				return err
			}
		}
		return nil
	})
}
