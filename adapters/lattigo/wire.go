package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring/ringqp"

	"ringassay/kit/residues"
)

// Polynomials travel in the NTT form in which Lattigo keeps them. A ciphertext
// is its level (1 byte) and two polynomials. The public keys are the parameters
// as JSON, the encryption key, the relinearisation key, and a key for each
// automorphism; an evaluation key is a seed, which stands for its uniform half, and
// the other half of each digit.

const seedBytes = 32

func saved(a *rlwe.Ciphertext) []byte {
	out := append(make([]byte, 0, 1+16*a.N()*(a.Level()+1)), byte(a.Level()))
	return residues.Append(residues.Append(out, a.Value[0].Coeffs), a.Value[1].Coeffs)
}

// levelOf checks the length of a ciphertext.
func levelOf(p rlwe.Parameters, data []byte) (int, error) {
	if len(data) == 0 || int(data[0]) > p.MaxLevel() {
		return 0, fmt.Errorf("no ciphertext of levels 0 to %d", p.MaxLevel())
	}
	level := int(data[0])
	if want := 1 + 16*p.N()*(level+1); len(data) != want {
		return 0, fmt.Errorf("it has %d bytes; at level %d it must have %d", len(data), level, want)
	}
	return level, nil
}

// load fills a ciphertext, at the level of the data or below, from data of
// which levelOf knows the level; primes above are left out.
func load(into *rlwe.Ciphertext, data []byte, p rlwe.Parameters) error {
	half := (len(data) - 1) / 2
	for i, poly := range into.Value {
		r := residues.Reader{Rest: data[1+i*half:][:8*p.N()*(into.Level()+1)]}
		r.Rows(poly.Coeffs, p.Q())
		if err := r.End(); err != nil {
			return err
		}
	}
	return nil
}

// packKeys makes the evaluation keys and writes all public ones.
func packKeys(chosen any, galois []uint64, p rlwe.Parameters, generator *rlwe.KeyGenerator,
	secret *rlwe.SecretKey, public *rlwe.PublicKey) ([][]byte, error) {
	header, err := json.Marshal(chosen)
	if err != nil {
		return nil, fmt.Errorf("cannot write the parameters: %w", err)
	}
	first := make([]byte, 0, 2*polyBytes(p))
	for _, value := range public.Value {
		first = residues.Append(first, rows(value))
	}
	chunks, compressed := [][]byte{header, first}, rlwe.EvaluationKeyParameters{Compressed: true}
	pack := func(key *rlwe.EvaluationKey) {
		chunk := append(make([]byte, 0, seedBytes+len(key.Value)*polyBytes(p)), key.Seed[:]...)
		for _, digit := range key.Value {
			chunk = residues.Append(chunk, rows(digit[0][0]))
		}
		chunks = append(chunks, chunk)
	}
	pack(&generator.GenRelinearizationKeyNew(secret, compressed).EvaluationKey)
	for _, element := range galois {
		pack(&generator.GenGaloisKeyNew(element, secret, compressed).EvaluationKey)
	}
	return chunks, nil
}

// galoisOf are the automorphisms of rotations upwards; Lattigo counts them downwards.
func galoisOf(p rlwe.Parameters, steps []int) []uint64 {
	elements := make([]uint64, len(steps))
	for i, step := range steps {
		elements[i] = p.GaloisElement(-step)
	}
	return elements
}

// declared reads the parameters of a key and checks them.
func declared[T, P any](chunks [][]byte, chosen *T, check func(*T) error, instance func(*T) (P, error)) (p P, err error) {
	if len(chunks) == 0 {
		return p, fmt.Errorf("the key has no parameters")
	}
	if err = json.Unmarshal(chunks[0], chosen); err == nil {
		err = check(chosen)
	}
	if err == nil {
		p, err = instance(chosen)
	}
	if err != nil {
		return p, fmt.Errorf("the key's parameters: %w", err)
	}
	return p, nil
}

// unpackKeys loads what packKeys wrote behind the parameters. Nothing is
// allocated for a key before its size is known to be right.
func unpackKeys(p rlwe.Parameters, elements []uint64, chunks [][]byte) (public *rlwe.PublicKey, keys *rlwe.MemEvaluationKeySet, err error) {
	if want := 3 + len(elements); len(chunks) != want {
		return nil, nil, fmt.Errorf("the key has %d chunks behind its target, its parameters ask for %d", len(chunks), want)
	}
	public = rlwe.NewPublicKey(p)
	r := residues.Reader{Rest: chunks[1]}
	for _, value := range public.Value {
		r.Rows(rows(value), slices.Concat(p.Q(), p.P()))
	}
	if err := r.End(); err != nil {
		return nil, nil, fmt.Errorf("the public key: %w", err)
	}
	relin, err := evaluationKey(p, chunks[2])
	if err != nil {
		return nil, nil, fmt.Errorf("the relinearisation key: %w", err)
	}
	galois := make([]*rlwe.GaloisKey, len(elements))
	for i, element := range elements {
		key, err := evaluationKey(p, chunks[3+i])
		if err != nil {
			return nil, nil, fmt.Errorf("the key of automorphism %d: %w", element, err)
		}
		chunks[3+i] = nil // the expanded key is twice as large; let the message go
		galois[i] = &rlwe.GaloisKey{GaloisElement: element, NthRoot: uint64(p.NthRoot()), EvaluationKey: *key}
	}
	return public, rlwe.NewMemEvaluationKeySet(&rlwe.RelinearizationKey{EvaluationKey: *relin}, galois...), nil
}

// evaluationKey loads an evaluation key and expands its uniform half.
func evaluationKey(p rlwe.Parameters, data []byte) (*rlwe.EvaluationKey, error) {
	digits := (p.QCount() + p.PCount() - 1) / p.PCount()
	if want := seedBytes + digits*polyBytes(p); len(data) != want {
		return nil, fmt.Errorf("it has %d bytes, the parameters ask for %d", len(data), want)
	}
	key := rlwe.NewEvaluationKey(p, rlwe.EvaluationKeyParameters{Compressed: true})
	r := residues.Reader{Rest: data}
	key.Seed = (*[seedBytes]byte)(slices.Clone(r.Bytes(seedBytes)))
	for _, digit := range key.Value {
		r.Rows(rows(digit[0][0]), slices.Concat(p.Q(), p.P()))
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	if err := key.Expand(p, nil); err != nil {
		return nil, fmt.Errorf("Lattigo cannot expand it: %w", err)
	}
	return key, nil
}

func rows(poly ringqp.Poly) [][]uint64 { return slices.Concat(poly.Q.Coeffs, poly.P.Coeffs) }

func polyBytes(p rlwe.Parameters) int { return 8 * p.N() * (p.QCount() + p.PCount()) }
