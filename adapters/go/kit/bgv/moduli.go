package bgv

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// firstPrime chooses q_0, which holds what is left at the lowest level.
func (l *Library) firstPrime(p *Parameters, primes *primeSource) error {
	const room = 5 // bits for a few additions between two divisions
	first, err := primes.above(2<<p.LogN, min(float64(l.MaxPrimeBits)-0.5, l.floor(p)+room))
	p.Q, p.P = []uint64{first}, nil
	return err
}

// addLevel adds a prime. They are 1 mod t, so that dividing by them leaves the
// plaintext's scale as it is and operands from different levels can be added
// without a correction, which would cost log2(t)/2 bits of noise.
func (l *Library) addLevel(p *Parameters, primes *primeSource) error {
	n := uint64(1) << p.LogN
	if p.T > (1<<l.MaxPrimeBits)/(2*n) {
		return fmt.Errorf("T=%d is too large: no prime below 2^%d is 1 mod 2*N*T at N=%d", p.T, l.MaxPrimeBits, n)
	}
	// The product of two operands at the floor is at the floor again after
	// dividing by a prime of the floor's size; one bit is for its key switch.
	prime, err := primes.above(2*n*p.T, l.floor(p)+1)
	p.Q = append(p.Q, prime)
	return err
}

// setSpecials chooses the special primes: as many as make key switches
// cheapest, within the security bound.
func (l *Library) setSpecials(p *Parameters, maxLogQP float64) error {
	taken := map[uint64]bool{p.T: true}
	for _, q := range p.Q {
		taken[q] = true
	}
	cheapest := math.MaxInt
	p.P = nil
	for count := 1; count <= len(p.Q); count++ {
		specials, err := l.specials(p, count, maps.Clone(taken))
		if err != nil || p.LogQ()+sum(logs(specials)) > maxLogQP {
			continue
		}
		if cost := switchCost(len(p.Q), count); cost < cheapest {
			cheapest, p.P = cost, specials
		}
	}
	if p.P == nil {
		return fmt.Errorf("at N=%d log2 Q = %.0f leaves no room for a special prime below %.0f", 1<<p.LogN, p.LogQ(), maxLogQP)
	}
	if bytes := p.KeyBytes(); bytes > l.MaxKeyBytes {
		return fmt.Errorf("at N=%d the keys would take %d bytes, more than %d", 1<<p.LogN, bytes, l.MaxKeyBytes)
	}
	return nil
}

// specials returns count special primes: together some bits above the largest
// digit, so that a key switch adds little noise, but no larger than the library
// takes.
func (l *Library) specials(p *Parameters, count int, taken map[uint64]bool) ([]uint64, error) {
	const above = 6
	largest := largestDigit(logs(p.Q), count)
	most, size := float64(l.MaxPrimeBits)-0.5, (largest+above)/float64(count)
	if size > most && largest/float64(count) <= most {
		size = most
	}
	source, specials := l.newPrimes(taken), make([]uint64, 0, count)
	for range count {
		prime, err := source.above(2<<p.LogN, size)
		if err != nil {
			return nil, err
		}
		specials = append(specials, prime)
	}
	return specials, nil
}

// largestDigit is the size of the largest product of count primes in a row,
// as key switches take them.
func largestDigit(logQ []float64, count int) float64 {
	largest := 0.0
	for digit := range slices.Chunk(logQ, count) {
		largest = max(largest, sum(digit))
	}
	return largest
}

// switchCost counts the transforms of two key switches, one with all primes of
// Q and one with half of them: circuits enter as low as they can and descend.
func switchCost(primes, specials int) int {
	cost := 0
	for _, q := range [2]int{primes, (primes + 1) / 2} {
		digits := (q + specials - 1) / specials
		cost += q + digits*(q+specials) + 2*(q+specials)
	}
	return cost
}

// primeSource hands out distinct primes, the smallest first.
type primeSource struct {
	limit uint64 // exclusive
	taken map[uint64]bool
	next  map[uint64]uint64 // by step: where the search goes on
}

func (l *Library) newPrimes(taken map[uint64]bool) *primeSource {
	if taken == nil {
		taken = map[uint64]bool{}
	}
	return &primeSource{limit: 1 << l.MaxPrimeBits, taken: taken, next: map[uint64]uint64{}}
}

// above returns the smallest prime that is 1 mod step, at least 2^size bits,
// and not handed out yet. A step goes with one size.
func (s *primeSource) above(step uint64, size float64) (uint64, error) {
	q, known := s.next[step]
	if !known {
		q = (uint64(math.Exp2(min(size, 62)))/step+1)*step + 1
	}
	for ; q < s.limit; q += step {
		if !s.taken[q] && isPrime(q) {
			s.taken[q], s.next[step] = true, q+step
			return q, nil
		}
	}
	return 0, fmt.Errorf("no further prime of %.1f bits and more below 2^%.0f is 1 mod %d",
		size, math.Log2(float64(s.limit)), step)
}
