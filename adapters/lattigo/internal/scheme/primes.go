package scheme

import (
	"fmt"
	"math"
	"math/big"

	"github.com/tuneinsight/lattigo/v6/ring"
)

// maxPrimeBits is the size up to which Lattigo's arithmetic holds.
const maxPrimeBits = 60

// primeSource hands out distinct primes.
type primeSource struct {
	taken map[uint64]bool
}

// above returns the count smallest primes that are 1 mod step, at least
// 2^bits, and not handed out yet.
func (s *primeSource) above(step uint64, bits float64, count int) ([]uint64, error) {
	if bits >= maxPrimeBits || step == 0 || step >= 1<<maxPrimeBits {
		return nil, fmt.Errorf("primes of %.1f bits that are 1 mod %d: Lattigo takes at most %d bits", bits, step, maxPrimeBits)
	}
	var primes []uint64
	start := uint64(math.Exp2(bits))
	for q := (start/step+1)*step + 1; len(primes) < count; q += step {
		if q >= 1<<maxPrimeBits {
			return nil, fmt.Errorf("fewer than %d primes between 2^%.1f and 2^%d are 1 mod %d", count, bits, maxPrimeBits, step)
		}
		if !s.taken[q] && ring.IsPrime(q) {
			primes = append(primes, q)
			s.taken[q] = true
		}
	}
	return primes, nil
}

// parityModulus returns the plaintext modulus that carries bits: a prime of at
// least the given bits with slots for every ring degree up to 2^(bits-1).
func parityModulus(bits, logN int) (uint64, error) {
	const fermat = 65537 // 2^16+1 serves 2^15 slots, enough for every batch
	if bits <= 16 {
		return fermat, nil
	}
	primes, err := (&primeSource{taken: map[uint64]bool{}}).above(2<<logN, float64(bits), 1)
	if err != nil {
		return 0, err
	}
	return primes[0], nil
}

// slotsOf returns the number of slots modulo t at ring degree 2^logN: the
// largest power of two n, at most the degree, with t = 1 mod 2n.
func slotsOf(t uint64, logN int) int {
	slots := 1 << logN
	for slots > 0 && (t-1)%(2*uint64(slots)) != 0 {
		slots /= 2
	}
	return slots
}

// isPrime decides primality for every 64-bit number.
func isPrime(t uint64) bool {
	return new(big.Int).SetUint64(t).ProbablyPrime(0) // Baillie-PSW: exact below 2^64
}

func logs(primes []uint64) []float64 {
	out := make([]float64, len(primes))
	for i, q := range primes {
		out[i] = math.Log2(float64(q))
	}
	return out
}
