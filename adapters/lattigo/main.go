// Command ringassay-lattigo puts Lattigo's BGV, BFV and CKKS behind ringassay's
// protocol:
//
//	ringassay-lattigo client    makes keys, encrypts, decrypts
//	ringassay-lattigo server    takes slot programs and runs them
//	ringassay-lattigo bench     measures Lattigo for ringassay bench bgv --peers and bench lattice
//	ringassay-lattigo bfv client, ringassay-lattigo bfv server      scale-invariant products
//	ringassay-lattigo ckks client, ringassay-lattigo ckks server    over reals
//
// The first two speak packets on standard input and output; see docs/protocol.md,
// docs/programs.md and docs/libraries.md.
package main

import (
	"fmt"
	"os"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringassay/kit"
	"ringassay/kit/bgv"
	"ringassay/kit/packets"
	"ringassay/kit/security"
	"ringassay/kit/slots"
)

// library is what Lattigo takes.
var library = bgv.Library{
	MinLogN: 10, MaxLogN: 16,
	MaxPrimeBits: 60,      // up to where its arithmetic holds
	MinModulus:   17,      // its plaintexts have 8 slots at least
	MaxModulus:   1 << 37, // 2*N*T must leave room for primes of 60 bits
	Sigma:        3.2,
	MaxKeyBytes:  1 << 30,
}

const module = "github.com/tuneinsight/lattigo/v6"

func main() {
	switch args := os.Args[1:]; {
	case len(args) == 2 && args[0] == "bench":
		if err := bench(args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case len(args) > 0 && args[0] == "ckks":
		mainCKKS(args[1:])
	case len(args) > 0 && args[0] == "bfv":
		mainIntegers(args[1:], "lattigo-bfv", "BFV")
	default:
		mainIntegers(args, "lattigo", "BGV")
	}
}

func mainIntegers(args []string, name, scheme string) {
	hello := packets.Hello{
		Name: name, Version: "0.2.0", Library: "Lattigo", Scheme: scheme, Planner: kit.Planner,
		Spaces: []string{"gf2", "zt"}, Gates: kit.SIMDGates,
		Limits: map[string]int64{
			"max_batch": 1 << (library.MaxLogN - 1), "max_depth": bgv.MaxDepth, "max_security": int64(security.MaxLevel()),
			"max_outputs": slots.MaxOutputs,
			"min_modulus": int64(library.MinModulus), "max_modulus": int64(library.MaxModulus),
		},
		Simd: "none", // plain Go: what the compiler makes of it, nothing else
	}
	kit.Main(args, hello, module,
		&slots.Client[uint64]{Library: &client{invariant: scheme == "BFV"}},
		&slots.Server[*rlwe.Ciphertext, *rlwe.Plaintext, uint64]{LoadKeys: loadKeys})
}
