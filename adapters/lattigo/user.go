package main

import (
	"time"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringassay/kit/texts"
)

// user has the keys of one user: the public one encrypts, the secret one decrypts.
type user struct {
	encryptor *rlwe.Encryptor
	decryptor *rlwe.Decryptor
}

// generate makes all keys: their user, and what a server gets of them.
func generate(chosen any, galois []uint64, p rlwe.Parameters) (user, [][]byte, error) {
	generator := rlwe.NewKeyGenerator(p)
	secret, public := generator.GenKeyPairNew()
	chunks, err := packKeys(chosen, galois, p, generator, secret, public)
	return user{rlwe.NewEncryptor(p, public), rlwe.NewDecryptor(p, secret)}, chunks, err
}

// chooseTimed returns chosen parameters, and how long that took.
func chooseTimed[P any](choose func(*texts.KeyParams) (*P, error), asked *texts.KeyParams) (*P, time.Duration, error) {
	start := time.Now()
	chosen, err := choose(asked)
	return chosen, time.Since(start), err
}
