// Command independent measures Lattigo by its packages alone, apart from the code
// of ringassay's benchmark: a product with relinearisation, a rotation, encryption.
// benches/independent/compare.py starts it and sets its figures beside the benchmark's.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"math/bits"
	"os"
	"runtime"
	"syscall"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
)

// scheme is what is called of an evaluator of CKKS and of one of BGV.
type scheme struct {
	params   rlwe.ParameterProvider
	encode   func() *rlwe.Plaintext
	multiply func(a, b *rlwe.Ciphertext, keys rlwe.EvaluationKeySet) func() error
	rotate   func(a *rlwe.Ciphertext, keys rlwe.EvaluationKeySet) func() error
	element  uint64
}

func main() {
	runtime.GOMAXPROCS(1)
	var shape struct {
		Scheme    string `json:"scheme"`
		N         uint   `json:"n"`
		T         uint64 `json:"t"`
		QBits     []int  `json:"q_bits"`
		PBits     []int  `json:"p_bits"`
		Log2Scale int    `json:"log2_scale"`
	}
	check(json.Unmarshal([]byte(os.Args[1]), &shape))
	var s *scheme
	if logN := bits.Len(shape.N) - 1; shape.Scheme == "CKKS" {
		s = reals(ckks.ParametersLiteral{LogN: logN, LogQ: shape.QBits, LogP: shape.PBits, LogDefaultScale: shape.Log2Scale})
	} else {
		s = integers(bgv.ParametersLiteral{LogN: logN, LogQ: shape.QBits, LogP: shape.PBits, PlaintextModulus: shape.T},
			shape.Scheme == "BFV")
	}
	generator := rlwe.NewKeyGenerator(s.params)
	secret, public := generator.GenKeyPairNew()
	keys := rlwe.NewMemEvaluationKeySet(generator.GenRelinearizationKeyNew(secret), generator.GenGaloisKeyNew(s.element, secret))
	encryptor := rlwe.NewEncryptor(s.params, public)
	encrypt := func() error { _, err := encryptor.EncryptNew(s.encode()); return err }
	a, err := encryptor.EncryptNew(s.encode())
	check(err)
	work := map[string]func() error{
		"multiply": s.multiply(a, a.CopyNew(), keys), "rotate": s.rotate(a, keys), "encode_encrypt": encrypt,
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		found := make(map[string]float64)
		for name, once := range work {
			start := cpu()
			for range 10 {
				check(once())
			}
			found[name] = (cpu() - start) / 10
		}
		said, err := json.Marshal(found)
		check(err)
		fmt.Println(string(said))
	}
}

func reals(literal ckks.ParametersLiteral) *scheme {
	params, err := ckks.NewParametersFromLiteral(literal)
	check(err)
	encoder, x := ckks.NewEncoder(params, 53), make([]float64, params.MaxSlots())
	for i := range x {
		x[i] = float64(i) / float64(len(x))
	}
	return &scheme{params: params, element: params.GaloisElement(1),
		encode: func() *rlwe.Plaintext {
			plain := ckks.NewPlaintext(params, params.MaxLevel())
			check(encoder.Encode(x, plain))
			return plain
		},
		multiply: func(a, b *rlwe.Ciphertext, keys rlwe.EvaluationKeySet) func() error {
			e := ckks.NewEvaluator(params, keys)
			return func() error { _, err := e.MulRelinNew(a, b); return err }
		},
		rotate: func(a *rlwe.Ciphertext, keys rlwe.EvaluationKeySet) func() error {
			e := ckks.NewEvaluator(params, keys)
			return func() error { _, err := e.RotateNew(a, 1); return err }
		},
	}
}

func integers(literal bgv.ParametersLiteral, keepsScale bool) *scheme {
	params, err := bgv.NewParametersFromLiteral(literal)
	check(err)
	encoder, x := bgv.NewEncoder(params), make([]uint64, params.MaxSlots())
	for i := range x {
		x[i] = uint64(i) % literal.PlaintextModulus
	}
	return &scheme{params: params, element: params.GaloisElement(1),
		encode: func() *rlwe.Plaintext {
			plain := bgv.NewPlaintext(params, params.MaxLevel())
			check(encoder.Encode(x, plain))
			return plain
		},
		multiply: func(a, b *rlwe.Ciphertext, keys rlwe.EvaluationKeySet) func() error {
			e := bgv.NewEvaluator(params, keys, keepsScale)
			return func() error { _, err := e.MulRelinNew(a, b); return err }
		},
		rotate: func(a *rlwe.Ciphertext, keys rlwe.EvaluationKeySet) func() error {
			e := bgv.NewEvaluator(params, keys, keepsScale)
			return func() error { _, err := e.RotateColumnsNew(a, 1); return err }
		},
	}
}

func cpu() float64 {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Nano() + usage.Stime.Nano())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
