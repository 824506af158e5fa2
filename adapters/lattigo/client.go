package main

import (
	"time"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	lattigo "github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/kit/slots"
	"ringassay/kit/texts"
)

// client has the secret key; it encrypts with the public one, as any sender would.
type client struct {
	invariant bool // BFV's products
	params    lattigo.Parameters
	encoder   *encoder
	encryptor *rlwe.Encryptor
	decryptor *rlwe.Decryptor
}

// MakeKeys implements slots.Library.
func (c *client) MakeKeys(asked *texts.KeyParams) (*slots.Keys, error) {
	start := time.Now()
	choose := library.Choose
	if c.invariant {
		choose = library.ChooseInvariant
	}
	chosen, err := choose(asked)
	choosing := time.Since(start)
	if err != nil {
		return nil, err
	}
	p, err := instance(chosen)
	if err != nil {
		return nil, err
	}
	generator := lattigo.NewKeyGenerator(p)
	secret, public := generator.GenKeyPairNew()
	chunks, err := packKeys(chosen, galoisOf(p.Parameters, chosen.Steps), p.Parameters, generator, secret, public)
	if err != nil {
		return nil, err
	}
	c.params, c.encoder = p, newEncoder(p)
	c.encryptor, c.decryptor = lattigo.NewEncryptor(p, public), lattigo.NewDecryptor(p, secret)
	report := library.Describe(chosen)
	report["encryption"] = "public key"
	return &slots.Keys{Target: library.Target(chosen), Public: chunks, Parameters: report, Choosing: choosing}, nil
}

// EncryptRow implements slots.Library: at the highest level.
func (c *client) EncryptRow(row []uint64) ([]byte, error) {
	plain, err := c.encoder.encode(row, c.params.MaxLevel())
	if err != nil {
		return nil, err
	}
	encrypted, err := c.encryptor.EncryptNew(plain)
	if err != nil {
		return nil, err
	}
	return saved(encrypted), nil
}

// DecryptRow implements slots.Library.
func (c *client) DecryptRow(ciphertext []byte) ([]uint64, error) {
	level, err := levelOf(c.params.Parameters, ciphertext)
	if err != nil {
		return nil, err
	}
	loaded := lattigo.NewCiphertext(c.params, 1, level)
	if err := load(loaded, ciphertext, c.params.Parameters); err != nil {
		return nil, err
	}
	values := make([]uint64, c.params.MaxSlots())
	return values, c.encoder.Decode(c.decryptor.DecryptNew(loaded), values)
}
