package texts

import "strconv"

// Limits of the formats.
const (
	MaxBatch      = 1 << 17
	maxModulusBit = 62
	maxWires      = 1_000_000
)

// fields are the named numbers of key parameters.
type fields struct {
	numbers  map[string]uint64
	decimals map[string]float64
}

// fields reads "name=value" pairs with commas between, each name once, in any
// order. limits names the integer fields that are allowed, with the bound of
// each; D, P and G are decimals, R, C and M reals.
func (s *scanner) fields(limits map[string]uint64) (*fields, error) {
	f := &fields{numbers: make(map[string]uint64), decimals: make(map[string]float64)}
	readers := map[string]func() (float64, error){
		"D": s.decimal, "P": s.decimal, "G": s.decimal, "R": s.real, "C": s.real, "M": s.real,
	}
	for {
		s.skip()
		start := s.pos
		name := s.word()
		limit, known := limits[name]
		read := readers[name]
		_, seen := f.numbers[name]
		_, again := f.decimals[name]
		if (!known && read == nil) || seen || again {
			s.pos = start
			return nil, s.fail("a field that is allowed here and did not occur yet")
		}
		if err := s.need("="); err != nil {
			return nil, err
		}
		var err error
		if read != nil {
			f.decimals[name], err = read()
		} else {
			f.numbers[name], err = s.number("a number", limit)
		}
		if err != nil {
			return nil, err
		}
		if s.end() {
			return f, nil
		}
		if err := s.need(","); err != nil {
			return nil, err
		}
	}
}

// decimal reads number [ "." digits ].
func (s *scanner) decimal() (float64, error) {
	s.skip()
	start := s.pos
	if _, err := s.number("a decimal", 1_000_000_000); err != nil {
		return 0, err
	}
	if s.pos < len(s.text) && s.text[s.pos] == '.' {
		s.pos++
		first := s.pos
		for s.pos < len(s.text) && isDigit(s.text[s.pos]) {
			s.pos++
		}
		if s.pos == first {
			return 0, s.fail("a digit")
		}
	}
	value, err := strconv.ParseFloat(string(s.text[start:s.pos]), 64)
	if err != nil {
		s.pos = start
		return 0, s.fail("a decimal")
	}
	return value, nil
}

// KeyParams are the key parameters "L=5,D=4.0,K=80", with ",T=t" for Z_t, or
// with ",R=1,P=20,M=3.5,G=2.5" for reals, C in place of R for complex numbers.
type KeyParams struct {
	Batch    int
	Depth    float64
	Security int    // bits
	Modulus  uint64 // t of Z_t; 0 for gf2 and numbers
	Reals    *RealParams
}

// RealParams are what a key for real or complex numbers is made for.
type RealParams struct {
	Complex   bool    // whether numbers are complex
	Bound     float64 // R or C: the largest absolute value of an input
	Precision float64 // P: bits by which errors have to stay below an answer's magnitude
	Magnitude float64 // M: the largest absolute value of anything that is computed
	Gain      float64 // G: bits by which errors grow in the worst case
}

// ParseKeyParams reads key parameters of the SIMD dialect.
func ParseKeyParams(text []byte) (*KeyParams, error) {
	s := &scanner{text: trimEnd(text), line: 1}
	f, err := s.fields(map[string]uint64{"L": MaxBatch + 1, "K": 1 << 32, "T": 1 << maxModulusBit})
	if err != nil {
		return nil, err
	}
	modulus, zt := f.numbers["T"]
	depth, hasD := f.decimals["D"]
	if _, hasK := f.numbers["K"]; !hasK || !hasD || f.numbers["L"] < 1 || (zt && modulus < 2) {
		return nil, s.fail("L >= 1, D and K, and T >= 2 if at all")
	}
	asked := &KeyParams{
		Batch: int(f.numbers["L"]), Depth: depth, Security: int(f.numbers["K"]), Modulus: modulus,
	}
	_, isComplex := f.decimals["C"]
	switch reals := f.decimals; {
	case len(reals) == 1:
	case len(reals) != 5 || zt || reals["R"]+reals["C"] <= 0 || reals["M"] <= 0:
		return nil, s.fail("R > 0 or C > 0, P, M > 0 and G together and without T")
	default:
		asked.Reals = &RealParams{
			Complex: isComplex, Bound: reals["R"] + reals["C"], Precision: reals["P"], Magnitude: reals["M"], Gain: reals["G"],
		}
	}
	return asked, nil
}
