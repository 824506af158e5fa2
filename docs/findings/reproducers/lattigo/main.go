package main

import (
	"fmt"
	"math/big"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
)

func main() {
	params, err := bgv.NewParametersFromLiteral(bgv.ParametersLiteral{
		LogN: 12, LogQ: []int{50, 40}, LogP: []int{50}, PlaintextModulus: 65537,
	})
	if err != nil {
		panic(err)
	}
	secret := rlwe.NewKeyGenerator(params).GenSecretKeyNew()
	plain := bgv.NewPlaintext(params, params.MaxLevel())
	if err := bgv.NewEncoder(params).Encode([]uint64{1, 2, 3}, plain); err != nil {
		panic(err)
	}
	a, err := rlwe.NewEncryptor(params, secret).EncryptNew(plain)
	if err != nil {
		panic(err)
	}
	factor := big.NewInt(65536)
	if _, err := bgv.NewEvaluator(params, nil).MulNew(a, factor); err != nil {
		panic(err)
	}
	fmt.Println(factor)
}
