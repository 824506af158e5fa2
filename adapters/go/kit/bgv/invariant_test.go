package bgv

import (
	"strings"
	"testing"

	"ringassay/kit/security"
	"ringassay/kit/texts"
)

func TestInvariantChoicesAreSecureAndTheirModulusIsOne(t *testing.T) {
	for _, bits := range []int{80, 128, 256} {
		for _, batch := range []int{1, 6, 378} {
			for _, modulus := range []uint64{0, 65537, 786433} {
				p, err := library.ChooseInvariant(&texts.KeyParams{Batch: batch, Depth: 2, Security: bits, Modulus: modulus})
				if err != nil {
					t.Fatal(err)
				}
				if p.LogQP() > security.MaxLog2QP(1<<p.LogN, p.Security) || p.Security < bits {
					t.Errorf("%+v is not secure", p)
				}
				for _, q := range p.Q {
					if q%p.T != 1 {
						t.Errorf("%d is not 1 mod %d", q, p.T)
					}
				}
				if err := library.Check(p); err != nil {
					t.Errorf("the server would refuse the choice: %v", err)
				}
				if len(library.Target(p).Noise.Capacity) != 1 {
					t.Error("there is one level")
				}
			}
		}
	}
}

func TestInvariantRefusalsSayWhy(t *testing.T) {
	for reason, asked := range map[string]texts.KeyParams{
		"rows of":       {Batch: 256, Depth: 2, Security: 128, Modulus: 257},
		"no slots":      {Batch: 4, Depth: 2, Security: 128, Modulus: 65536},
		"smaller depth": {Batch: 4, Depth: 500, Security: 128},
	} {
		if _, err := library.ChooseInvariant(&asked); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%+v: %v, expected %q", asked, err, reason)
		}
	}
}
