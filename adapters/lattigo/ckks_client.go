package main

import (
	"time"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	lattigo "github.com/tuneinsight/lattigo/v6/schemes/ckks"

	"ringassay/kit/slots"
	"ringassay/kit/texts"
)

// clientCKKS has the secret key; it encrypts with the public one.
type clientCKKS struct {
	params    lattigo.Parameters
	encoder   *lattigo.Encoder
	encryptor *rlwe.Encryptor
	decryptor *rlwe.Decryptor
}

// MakeKeys implements slots.Library.
func (c *clientCKKS) MakeKeys(asked *texts.KeyParams) (*slots.Keys, error) {
	start := time.Now()
	chosen, err := libraryCKKS.Choose(asked)
	choosing := time.Since(start)
	if err != nil {
		return nil, err
	}
	p, err := instanceCKKS(chosen)
	if err != nil {
		return nil, err
	}
	generator := lattigo.NewKeyGenerator(p)
	secret, public := generator.GenKeyPairNew()
	chunks, err := packKeys(chosen, galoisCKKS(p, chosen), p.Parameters, generator, secret, public)
	if err != nil {
		return nil, err
	}
	c.params, c.encoder = p, encoderCKKS(p)
	c.encryptor, c.decryptor = lattigo.NewEncryptor(p, public), lattigo.NewDecryptor(p, secret)
	report := libraryCKKS.Describe(chosen, asked.Reals.Precision)
	report["encryption"] = "public key"
	if chosen.Complex {
		report["conjugation_keys"] = 1
	}
	return &slots.Keys{Target: chosen.Target(), Public: chunks, Parameters: report, Choosing: choosing}, nil
}

// EncryptRow implements slots.Library: at the highest level.
func (c *clientCKKS) EncryptRow(row []complex128) ([]byte, error) {
	plain := lattigo.NewPlaintext(c.params, c.params.MaxLevel())
	if err := c.encoder.Encode(row, plain); err != nil {
		return nil, err
	}
	encrypted, err := c.encryptor.EncryptNew(plain)
	if err != nil {
		return nil, err
	}
	return savedCKKS(encrypted), nil
}

// DecryptRow implements slots.Library.
func (c *clientCKKS) DecryptRow(ciphertext []byte) ([]complex128, error) {
	loaded, err := loadCKKS(c.params, ciphertext)
	if err != nil {
		return nil, err
	}
	values := make([]complex128, c.params.MaxSlots())
	return values, c.encoder.Decode(c.decryptor.DecryptNew(loaded), values)
}

// loadCKKS reads a ciphertext at its own level.
func loadCKKS(p lattigo.Parameters, data []byte) (*rlwe.Ciphertext, error) {
	scale, rest, err := scaleOf(data)
	if err != nil {
		return nil, err
	}
	level, err := levelOf(p.Parameters, rest)
	if err != nil {
		return nil, err
	}
	loaded := lattigo.NewCiphertext(p, 1, level)
	loaded.Scale = scale
	return loaded, load(loaded, rest, p.Parameters)
}
