package bgv

import (
	"math"

	"ringassay/kit/slots"
)

// What stands behind a ciphertext is v = m + t*e modulo its modulus Q_l; it
// decrypts right while every coefficient of v stays below Q_l/2. The model
// bounds max |v(zeta)| over the complex roots zeta of X^N + 1 (the canonical
// embedding, as HElib does: Halevi, Shoup, "Design and implementation of
// HElib", ePrint 2020/1481, section 3). That norm bounds the coefficients, is
// subadditive and submultiplicative, so one bound for each source of noise
// gives a bound for every circuit, correlated operands included. All
// quantities are base-2 logarithms.
//
// A source of noise is a polynomial with random coefficients, whose value at a
// root is close to a complex Gaussian: it exceeds tail standard deviations with
// probability exp(-tail^2), 2^-52. The product of two such exceeds tailProduct
// with about sqrt(pi*tailProduct)*exp(-2*tailProduct), 2^-54; over 2^16 roots
// either bound fails with less than 2^-36.
const (
	tail        = 6
	tailProduct = 20
)

// reserve is what must remain between the bound and Q_l: 1 bit for the sign,
// 1 bit of caution.
const reserve = 2

// rounding bounds what dividing leaves: both components are rounded, with
// coefficients uniform in [-1/2, 1/2], the second multiplied by the secret,
// which is uniform ternary and so has variance 2/3.
func rounding(p *Parameters) float64 {
	n := float64(int(1) << p.LogN)
	return tailProduct * math.Sqrt(n/12*(1+2*n/3))
}

// floor is the noise that dividing leaves at least.
func (l *Library) floor(p *Parameters) float64 { return math.Log2(float64(p.T) * rounding(p)) }

// noise is the model as programs are planned by it.
func (l *Library) noise(p *Parameters, specials []uint64) slots.Noise {
	n, t, logQ := float64(int(1)<<p.LogN), float64(p.T), logs(p.Q)
	// A key switch multiplies digits (uniform below a product of as many primes
	// as P has) by errors of the key, sums, and divides by P.
	perDigit := tailProduct * n * l.Sigma / math.Sqrt(12) * math.Exp2(largestDigit(logQ, len(specials))-sum(logs(specials)))
	// A row's coefficients are taken as uniform below t, centred.
	plain := math.Log2(tail * t * math.Sqrt(float64(2*p.Row())/12))
	noise := slots.Noise{
		Floor: l.floor(p),
		// Public-key encryption works modulo Q*P and divides by P.
		Fresh:         sumLog(l.floor(p), plain),
		KeySwitch:     math.Log2(t * (rounding(p) + perDigit*math.Sqrt(float64(p.Digits())))),
		Multiply:      map[string]float64{"product": 0},
		MultiplyPlain: plain,
		AddPlain:      &plain,
		PeriodicPlain: true,
	}
	room := -float64(reserve)
	for _, size := range logQ {
		room += size
		noise.Capacity = append(noise.Capacity, room)
	}
	return noise
}

// sumLog returns log2(2^a + 2^b).
func sumLog(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	return a + math.Log2(1+math.Exp2(b-a))
}
