package main

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
)

// rotations are the steps of several rotations of one ciphertext.
var rotations = []int{1, 2, 3, 4, 5, 6, 7, 8}

// stepsOf are the steps of the rotations that operations take, that by one first, of which a key
// is measured; half is half of what rotates.
func stepsOf(operations []string, half int) []int {
	steps := []int{1}
	for _, name := range operations {
		switch name {
		case "rotate_8", "rotate_8_hoisted":
			steps = append(steps, rotations...)
		case "rotate_half":
			steps = append(steps, half)
		}
	}
	return steps
}

// keyed are the keys of a scheme, and what is the same in all of them.
type keyed struct {
	params         rlwe.Parameters
	generator      *rlwe.KeyGenerator
	secret         *rlwe.SecretKey
	public         *rlwe.PublicKey
	relin          *rlwe.RelinearizationKey
	galois         []*rlwe.GaloisKey
	set            *rlwe.MemEvaluationKeySet
	encryptor      *rlwe.Encryptor
	ownerEncryptor *rlwe.Encryptor
	decryptor      *rlwe.Decryptor
	saved          []byte
}

// newKeyed makes keys for products and for these automorphisms, that of the
// rotation by one first.
func newKeyed(params rlwe.Parameters, automorphisms []uint64) *keyed {
	k := &keyed{params: params, generator: rlwe.NewKeyGenerator(params)}
	k.secret = k.generator.GenSecretKeyNew()
	k.public = k.generator.GenPublicKeyNew(k.secret)
	k.relin = k.generator.GenRelinearizationKeyNew(k.secret)
	seen := make(map[uint64]bool)
	for _, element := range automorphisms {
		if !seen[element] && element != 1 {
			seen[element] = true
			k.galois = append(k.galois, k.generator.GenGaloisKeyNew(element, k.secret))
		}
	}
	k.set = rlwe.NewMemEvaluationKeySet(k.relin, k.galois...)
	k.encryptor = rlwe.NewEncryptor(params, k.public)
	k.ownerEncryptor = rlwe.NewEncryptor(params, k.secret)
	k.decryptor = rlwe.NewDecryptor(params, k.secret)
	return k
}

// keyOperations are the operations that do not depend on the scheme.
func (k *keyed) keyOperations(plain *rlwe.Plaintext, a *rlwe.Ciphertext) (map[string]func() error, error) {
	var err error
	if k.saved, err = a.MarshalBinary(); err != nil {
		return nil, fmt.Errorf("a ciphertext cannot be saved: %w", err)
	}
	one := k.galois[0].GaloisElement
	return map[string]func() error{
		"secret_key":          func() error { k.generator.GenSecretKeyNew(); return nil },
		"public_key":          func() error { k.generator.GenPublicKeyNew(k.secret); return nil },
		"relinearisation_key": func() error { k.generator.GenRelinearizationKeyNew(k.secret); return nil },
		"rotation_key":        func() error { k.generator.GenGaloisKeyNew(one, k.secret); return nil },
		"encrypt":             func() error { _, err := k.encryptor.EncryptNew(plain); return err },
		"encrypt_secret":      func() error { _, err := k.ownerEncryptor.EncryptNew(plain); return err },
		"decrypt":             func() error { k.decryptor.DecryptNew(a); return nil },
		"save":                func() error { _, err := a.MarshalBinary(); return err },
		"load":                func() error { return new(rlwe.Ciphertext).UnmarshalBinary(k.saved) },
	}, nil
}

func (k *keyed) keyFacts(asked *shape, levels int, a *rlwe.Ciphertext) (map[string]any, error) {
	version, err := lattigoVersion()
	if err != nil {
		return nil, err
	}
	sizes := map[string]int{
		"ciphertext": a.BinarySize(), "public key": k.public.BinarySize(),
		"relinearisation key": k.relin.BinarySize(), "rotation key": k.galois[0].BinarySize(),
	}
	objects := make(map[string]map[string]int)
	for name, size := range sizes {
		objects[name] = map[string]int{"saved_bytes": size}
	}
	return map[string]any{
		"library": "Lattigo", "version": version, "scheme": asked.Scheme, "levels": levels,
		"limbs": k.params.MaxLevel() + 1, "special_limbs": k.params.MaxLevelP() + 1,
		"log2_q": k.params.LogQ(), "log2_p": k.params.LogP(),
		"digits":           k.params.BaseRNSDecompositionVectorSize(k.params.MaxLevelQ(), k.params.MaxLevelP()),
		"ciphertext_bytes": sizes["ciphertext"],
		"keys_bytes":       sizes["public key"] + sizes["relinearisation key"] + sizes["rotation key"],
		"objects":          objects,
	}, nil
}
