package plan

import "math"

// Noise bounds what stands behind a ciphertext. A BGV ciphertext decrypts to
// v = m + t*e modulo its modulus Q_l; it is right while every coefficient of v
// stays below Q_l/2. The model follows max |v(zeta)| over the complex roots zeta
// of X^N + 1 (the canonical embedding, as HElib does: Halevi, Shoup, "Design
// and implementation of HElib", ePrint 2020/1481, section 3). That norm bounds
// the coefficients, is subadditive and submultiplicative, so one bound for each
// source of noise gives a bound for every circuit, correlated operands
// included. All quantities are base-2 logarithms.
type Noise struct {
	LogQ      []float64 // of each prime q_0, q_1, …
	Floor     float64   // what rescaling leaves at least: rounding of both components
	Fresh     float64   // a fresh ciphertext
	KeySwitch float64   // added by one key switch
	Plain     float64   // a plaintext with centred coefficients

	logModulus []float64 // prefix sums of LogQ
}

// A source of noise is a polynomial with random coefficients, whose value at a
// root is close to a complex Gaussian: it exceeds tail standard deviations with
// probability exp(-tail^2), 2^-52. The product of two such exceeds tailProduct
// with about sqrt(pi*tailProduct)*exp(-2*tailProduct), 2^-54; over 2^16 roots
// either bound fails with less than 2^-36.
const (
	tail        = 6
	tailProduct = 20
)

// NewNoise derives the model from the ring degree n, the plaintext modulus t,
// the number of slots (a plaintext has as many coefficients), the sizes of the
// primes of Q and the number and total size of the special primes P.
// A uniform ternary secret has variance 2/3, the error standard deviation sigma.
func NewNoise(n, slots int, t uint64, logQ []float64, specials int, logP, sigma float64) *Noise {
	N, T := float64(n), float64(t)
	// Rounding c0 and c1: coefficients uniform in [-1/2, 1/2], the second
	// multiplied by the secret.
	rounding := tailProduct * math.Sqrt(N/12*(1+2*N/3))
	// A key switch multiplies digits (uniform below a product of as many primes
	// as P has) by errors of the key, sums, and divides by P.
	digits := (len(logQ) + specials - 1) / specials
	logDigit := 0.0
	for first := 0; first < len(logQ); first += specials {
		logDigit = max(logDigit, LogProduct(logQ[first:min(first+specials, len(logQ))]))
	}
	perDigit := tailProduct * N * sigma / math.Sqrt(12) * math.Exp2(logDigit-logP)
	m := &Noise{
		LogQ:      logQ,
		Floor:     math.Log2(T * rounding),
		KeySwitch: math.Log2(T * (rounding + perDigit*math.Sqrt(float64(digits)))),
		Plain:     math.Log2(tail * T * math.Sqrt(float64(slots)/12)),
	}
	sum := 0.0
	for _, logq := range logQ {
		sum += logq
		m.logModulus = append(m.logModulus, sum)
	}
	// Public-key encryption works modulo Q*P and divides by P: its noise is the
	// rounding; the plaintext is not centred.
	m.Fresh = sumLog(m.Floor, math.Log2(T*float64(slots)/math.Pi))
	return m
}

// reserve is what must remain between the bound and Q_l: 1 bit for the sign,
// 1 bit of caution.
const reserve = 2

// Fits says whether a ciphertext at the level with the noise is decrypted right.
func (m *Noise) Fits(level int, noise float64) bool {
	return m.LogModulus(level)-noise >= reserve
}

// LogModulus returns log2 of Q_level.
func (m *Noise) LogModulus(level int) float64 { return m.logModulus[level] }

// Lowered returns the noise after going from one level down to another, and
// how many of the primes on the way are divided by; the others, first in
// order, are merely left out, which is cheap and changes no noise.
func (m *Noise) Lowered(noise float64, from, to int) (lowered float64, divided int) {
	const enough = 0.5 // bits that are not worth another division
	best := noise
	size := 0.0
	for count := 1; count <= from-to; count++ {
		size += m.LogQ[to+count]
		if after := sumLog(noise-size, m.Floor); after < best-enough {
			best, divided = after, count
		}
	}
	return best, divided
}

// LogProduct adds base-2 logarithms of factors.
func LogProduct(logs []float64) float64 {
	sum := 0.0
	for _, log := range logs {
		sum += log
	}
	return sum
}

// sumLog returns log2(2^a + 2^b).
func sumLog(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	return a + math.Log2(1+math.Exp2(b-a))
}
