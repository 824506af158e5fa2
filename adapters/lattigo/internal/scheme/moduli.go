package scheme

import (
	"fmt"

	"ringassay/adapters/lattigo/internal/plan"
)

// setModuli chooses q_0 and the primes of the levels. Those are 1 mod t, so
// that dividing by them leaves the plaintext's scale as it is and operands
// from different levels can be added without a correction, which would cost
// log2(t)/2 bits of noise.
func (c *Choice) setModuli(levels int, packing plan.Packing) error {
	n := 1 << c.LogN
	floor := plan.NewNoise(n, 2*packing.Row, c.T, []float64{1}, 1, 60, Sigma).Floor
	source := &primeSource{taken: map[uint64]bool{c.T: true}}
	const room = 5 // bits for a few additions between two divisions
	first, err := source.above(2*uint64(n), min(maxPrimeBits-0.5, floor+room), 1)
	if err != nil {
		return err
	}
	c.Q = first
	if levels == 0 {
		return nil
	}
	if c.T > (1<<maxPrimeBits)/(2*uint64(n)) {
		return fmt.Errorf("T=%d is too large: no prime below 2^%d is 1 mod 2*N*T at N=%d", c.T, maxPrimeBits, n)
	}
	// The product of two operands at the floor is at the floor again after
	// dividing by a prime of the floor's size; one bit is for its key switch.
	rest, err := source.above(2*uint64(n)*c.T, floor+1, levels)
	if err != nil {
		return err
	}
	c.Q = append(c.Q, rest...)
	return nil
}

// setSpecials chooses the special primes: as many as make key switches
// cheapest, within the security bound.
func (c *Choice) setSpecials(maxLogQP float64, packing plan.Packing) error {
	logQ := logs(c.Q)
	cheapest := int(^uint(0) >> 1)
	c.P = nil
	for count := 1; count <= len(c.Q); count++ {
		bits := specialBits(logQ, count)
		if bits > maxPrimeBits-0.1 {
			continue
		}
		taken := map[uint64]bool{c.T: true}
		for _, q := range c.Q {
			taken[q] = true
		}
		primes, err := (&primeSource{taken: taken}).above(2<<c.LogN, bits, count)
		if err != nil || plan.LogProduct(logQ)+plan.LogProduct(logs(primes)) > maxLogQP {
			continue
		}
		if cost := switchCost(len(c.Q), count); cost < cheapest {
			cheapest, c.P = cost, primes
		}
	}
	if c.P == nil {
		return fmt.Errorf("at N=%d log2 Q = %.0f leaves no room for a special prime below %.0f",
			1<<c.LogN, plan.LogProduct(logQ), maxLogQP)
	}
	if bytes := c.keyBytes(packing); bytes > maxKeys {
		return fmt.Errorf("at N=%d the keys would take %d bytes, more than %d", 1<<c.LogN, bytes, maxKeys)
	}
	return nil
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

// specialBits returns the size of each of count special primes: together some
// bits above the largest digit, so that a key switch adds little noise, but no
// larger than Lattigo takes.
func specialBits(logQ []float64, count int) float64 {
	const above = 6
	largest := 0.0
	for first := 0; first < len(logQ); first += count {
		largest = max(largest, plan.LogProduct(logQ[first:min(first+count, len(logQ))]))
	}
	wanted := (largest + above) / float64(count)
	if wanted > maxPrimeBits-0.5 && largest/float64(count) <= maxPrimeBits-0.5 {
		wanted = maxPrimeBits - 0.5
	}
	return wanted
}
