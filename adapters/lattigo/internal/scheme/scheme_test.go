package scheme

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/adapters/lattigo/internal/circuit"
)

func choose(t *testing.T, kp circuit.KeyParams) *Choice {
	t.Helper()
	c, err := Choose(&kp)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestChoicesAreSecure recomputes what the security table demands.
func TestChoicesAreSecure(t *testing.T) {
	// The estimator of docs/security.md, ternary secret.
	table := map[int]map[int]float64{
		80:  {8192: 343, 16384: 693, 32768: 1406, 65536: 2843},
		128: {8192: 214, 16384: 430, 32768: 868, 65536: 1747},
		192: {8192: 147, 16384: 296, 32768: 596, 65536: 1198},
		256: {8192: 113, 16384: 229, 32768: 462, 65536: 928},
	}
	for _, k := range []int{80, 128, 192, 256} {
		for _, batch := range []int{1, 6, 378, 1024, 1365} {
			for depth := 0.0; depth <= 7; depth += 1.75 {
				for _, modulus := range []uint64{0, 65537, 786433} {
					c := choose(t, circuit.KeyParams{Batch: batch, Depth: depth, Security: k, Modulus: modulus})
					if c.Security < k {
						t.Errorf("K=%d gave %d bits", k, c.Security)
					}
					if bound, known := table[c.Security][1<<c.LogN]; known && c.LogQP() > bound {
						t.Errorf("%d bits, N=%d: log2 QP = %.2f is above %g", c.Security, 1<<c.LogN, c.LogQP(), bound)
					}
					if err := c.check(); err != nil {
						t.Errorf("the server would refuse the choice: %v", err)
					}
				}
			}
		}
	}
}

func TestImpossibleIsRefused(t *testing.T) {
	for _, kp := range []circuit.KeyParams{
		{Batch: 4, Depth: 2, Security: 300},
		{Batch: 4, Depth: 30, Security: 128},
		{Batch: 4, Depth: 999999999, Security: 128}, // at once, not after 10^10 steps
		{Batch: 40000, Depth: 1, Security: 128},
		{Batch: 4, Depth: 2, Security: 128, Modulus: 2},
		{Batch: 4, Depth: 2, Security: 128, Modulus: 65536},
		{Batch: 4, Depth: 2, Security: 128, Modulus: 65539},     // prime, but 3 mod 16
		{Batch: 64, Depth: 2, Security: 128, Modulus: 97},       // 8 slots in a row only
		{Batch: 4, Depth: 2, Security: 128, Modulus: 1<<61 - 1}, // no room for the primes of the levels
	} {
		if c, err := Choose(&kp); err == nil {
			t.Errorf("%+v gave %+v", kp, c)
		}
	}
}

// TestModuliHaveTheirForm checks every modulus.
func TestModuliHaveTheirForm(t *testing.T) {
	c := choose(t, circuit.KeyParams{Batch: 6, Depth: 5, Security: 128})
	seen := map[uint64]bool{}
	for i, q := range slices.Concat(c.Q, c.P) {
		if q%(2<<c.LogN) != 1 || seen[q] || !isPrime(q) {
			t.Errorf("modulus %d", q)
		}
		if i > 0 && i < len(c.Q) && q%c.T != 1 {
			t.Errorf("level prime %d changes the scale mod %d", q, c.T)
		}
		seen[q] = true
	}
}

func testKeys(t *testing.T) (*Params, *Client, [][]byte) {
	t.Helper()
	p, err := Build(choose(t, circuit.KeyParams{Batch: 6, Depth: 1, Security: 128}))
	if err != nil {
		t.Fatal(err)
	}
	secret, keys := Generate(p)
	chunks, err := keys.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return p, NewClient(p, secret, keys.Public), chunks
}

func TestKeyMessages(t *testing.T) {
	p, _, chunks := testKeys(t)
	size := 0
	for _, chunk := range chunks[1:] {
		size += len(chunk)
	}
	if estimate := p.KeyBytes(); size > estimate || size < estimate/2 {
		t.Errorf("the keys have %d bytes, estimated %d", size, estimate)
	}
	_, keys, err := UnmarshalKeys(slices.Clone(chunks))
	if err != nil {
		t.Fatal(err)
	}
	// Expanded keys hold the same non-uniform half, bit for bit.
	again := &KeySet{Public: keys.Public, Relin: keys.Relin, Galois: keys.Galois}
	rewritten, err := again.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range chunks {
		if !bytes.Equal(chunks[i], rewritten[i]) {
			t.Errorf("chunk %d changes when loaded and written again", i)
		}
	}
}

func TestDamagedKeysAreErrors(t *testing.T) {
	p, _, chunks := testKeys(t)
	header := func(change func(c *Choice)) []byte {
		c := *p.Choice
		c.Q, c.P = slices.Clone(c.Q), slices.Clone(c.P)
		change(&c)
		out, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	cases := map[string]func(c [][]byte) [][]byte{
		"no keys":       func(c [][]byte) [][]byte { return c[:1] },
		"one too few":   func(c [][]byte) [][]byte { return c[:len(c)-1] },
		"one too many":  func(c [][]byte) [][]byte { return append(c, c[2]) },
		"not JSON":      func(c [][]byte) [][]byte { c[0] = []byte("{"); return c },
		"swapped":       func(c [][]byte) [][]byte { c[1], c[2] = c[2], c[1]; return c },
		"short":         func(c [][]byte) [][]byte { c[3] = c[3][:len(c[3])-1]; return c },
		"empty":         func(c [][]byte) [][]byte { c[2] = nil; return c },
		"large":         func(c [][]byte) [][]byte { c[1] = bytes.Repeat([]byte{255}, len(c[1])); return c },
		"ring degree":   func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.LogN = 60 }); return c },
		"composite":     func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.Q[1] += 2 << c.LogN }); return c },
		"repeated":      func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.P[0] = c.Q[0] }); return c },
		"no modulus":    func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.Q = nil }); return c },
		"zero modulus":  func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.T = 0 }); return c },
		"zero batch":    func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.Batch = 0 }); return c },
		"large batch":   func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.Batch = 3000 }); return c },
		"claims 256":    func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.Security = 256 }); return c },
		"many primes":   func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.Q = make([]uint64, 1000) }); return c },
		"huge list":     func(c [][]byte) [][]byte { c[0] = []byte(`{"Q":[` + strings.Repeat("0,", 1<<16) + `0]}`); return c },
		"negative logN": func(c [][]byte) [][]byte { c[0] = header(func(c *Choice) { c.LogN = -1 }); return c },
	}
	for name, damage := range cases {
		if _, _, err := UnmarshalKeys(damage(slices.Clone(chunks))); err == nil {
			t.Errorf("%s: the keys were loaded", name)
		}
	}
}

func TestCiphertexts(t *testing.T) {
	p, client, _ := testKeys(t)
	vectors, err := circuit.ParseInput([]byte("[110100]"), 6, 0)
	if err != nil {
		t.Fatal(err)
	}
	first, err := client.Encrypt(vectors)
	if err != nil {
		t.Fatal(err)
	}
	second, err := client.Encrypt(vectors)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(first[0], second[0]) {
		t.Fatal("two encryptions of one vector are equal")
	}
	ct, err := p.UnmarshalCiphertext(first[0])
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(MarshalCiphertext(ct), first[0]) {
		t.Fatal("a ciphertext changes when loaded and written again")
	}
	for _, low := range []int64{0, -1, 1, -65536} {
		result := &Result{Ciphertext: ct, First: 6, Low: low}
		got, err := client.Decrypt(result.Marshal())
		if err != nil {
			t.Fatal(err)
		}
		// Whatever the lower end, 0 and 1 lie in [low, low+t) as themselves or t less or more.
		want := make([]uint64, 6)
		for i := range want {
			x := int64(vectors[0].At(i))
			for x < low {
				x += int64(p.T)
			}
			for x >= low+int64(p.T) {
				x -= int64(p.T)
			}
			want[i] = uint64(x) & 1
		}
		if !slices.Equal(got, want) {
			t.Errorf("low %d: got %v, want %v", low, got, want)
		}
	}
}

func TestDamagedCiphertextsAreErrors(t *testing.T) {
	p, client, _ := testKeys(t)
	vectors, err := circuit.ParseInput([]byte("[110100]"), 6, 0)
	if err != nil {
		t.Fatal(err)
	}
	chunks, err := client.Encrypt(vectors)
	if err != nil {
		t.Fatal(err)
	}
	good := chunks[0]
	tooLarge := slices.Clone(good)
	binary.LittleEndian.PutUint64(tooLarge[1:], p.Q[0])
	level := slices.Clone(good)
	level[0] = 200
	lower := slices.Clone(good)
	lower[0]--
	for name, data := range map[string][]byte{
		"empty": {}, "one byte": {0}, "short": good[:len(good)-8], "long": append(slices.Clone(good), 0),
		"coefficient = q": tooLarge, "no such level": level, "wrong level": lower,
	} {
		if _, err := p.UnmarshalCiphertext(data); err == nil {
			t.Errorf("%s: the ciphertext was loaded", name)
		}
		if _, err := client.Decrypt(data); err == nil {
			t.Errorf("%s: the result was loaded", name)
		}
	}
	ct, err := p.UnmarshalCiphertext(good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Decrypt((&Result{Ciphertext: ct, First: p.Packing().Row}).Marshal()); err == nil {
		t.Error("a result outside the row was read")
	}
}

// TestEncodingIsCentred compares with Lattigo's own encoder: same values, and
// coefficients of at most t/2.
func TestEncodingIsCentred(t *testing.T) {
	for _, modulus := range []uint64{65537, 257, 786433} {
		p, err := Build(choose(t, circuit.KeyParams{Batch: 5, Depth: 1, Security: 128, Modulus: modulus}))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(3, 4))
		slots := make([]uint64, p.Packing().Row)
		for i := range slots {
			slots[i] = r.Uint64N(modulus)
		}
		level := p.BGV.MaxLevel()
		plaintext, err := NewEncoder(p).Encode(level, func(j int) uint64 { return slots[j] })
		if err != nil {
			t.Fatal(err)
		}
		got := make([]uint64, 2*len(slots))
		if err := bgv.NewEncoder(p.BGV).Decode(plaintext, got); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got[:len(slots)], slots) || !slices.Equal(got[len(slots):], slots) {
			t.Errorf("t=%d: Lattigo decodes something else", modulus)
		}
		ringQ := p.BGV.RingQ()
		ringQ.INTT(plaintext.Value, plaintext.Value)
		ringQ.MulScalar(plaintext.Value, modulus, plaintext.Value)
		for _, c := range plaintext.Value.Coeffs[0] {
			if c > modulus/2 && p.Q[0]-c > modulus/2 {
				t.Fatalf("t=%d: a coefficient is %d mod %d", modulus, c, p.Q[0])
			}
		}
	}
}

// The level reported is the highest the modulus attains, so that equal moduli
// are labelled alike whatever was asked for.
func TestAttainedSecurity(t *testing.T) {
	for _, c := range []struct {
		logN  int
		logQP float64
		want  int
	}{{14, 430, 128}, {14, 430.1, 112}, {14, 296, 192}, {14, 296.1, 160}, {14, 229, 256}, {10, 26, 128}, {10, 42, 80}, {10, 42.1, 0}} {
		if got := attained(c.logN, c.logQP); got != c.want {
			t.Errorf("attained(%d, %g) = %d, want %d", c.logN, c.logQP, got, c.want)
		}
	}
}
