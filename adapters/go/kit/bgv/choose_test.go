package bgv

import (
	"testing"

	"ringassay/kit/texts"
)

var library = Library{
	MinLogN: 10, MaxLogN: 16, MaxPrimeBits: 60, MinModulus: 17, MaxModulus: 1 << 37, Sigma: 3.2, MaxKeyBytes: 1 << 30,
}

// TestChoicesAreSecure compares with figures of the estimator of docs/security.md.
func TestChoicesAreSecure(t *testing.T) {
	table := map[int]map[int]float64{
		128: {8192: 214, 16384: 430, 32768: 868, 65536: 1747},
		256: {8192: 113, 16384: 229, 32768: 462, 65536: 928},
	}
	for security, row := range table {
		for _, batch := range []int{1, 6, 64, 378} {
			for _, modulus := range []uint64{0, 65537} {
				p, err := library.Choose(&texts.KeyParams{Batch: batch, Depth: 3.5, Security: security, Modulus: modulus})
				if err != nil {
					t.Fatal(err)
				}
				if bound, known := row[1<<p.LogN]; p.Security < security || (known && p.LogQP() > bound) {
					t.Errorf("%+v is not secure", p)
				}
				if err := library.Check(p); err != nil {
					t.Errorf("the server would refuse the choice: %v", err)
				}
			}
		}
	}
}

func TestImpossibleIsRefused(t *testing.T) {
	for _, asked := range []texts.KeyParams{
		{Batch: 4, Depth: 2, Security: 300},
		{Batch: 4, Depth: 999999999, Security: 128},
		{Batch: 40000, Depth: 1, Security: 128},
		{Batch: 4, Depth: 2, Security: 128, Modulus: 65536},
		{Batch: 4, Depth: 2, Security: 128, Modulus: 65539},
		{Batch: 64, Depth: 2, Security: 128, Modulus: 97},
	} {
		if p, err := library.Choose(&asked); err == nil {
			t.Errorf("%+v gave %+v", asked, p)
		}
	}
}
