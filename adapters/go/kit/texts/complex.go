package texts

import (
	"math"
	"math/cmplx"
	"strconv"
)

// ParseComplex reads a complex number such as 0.5, -2i or 0.5-2i, each part as
// the nearest double.
func ParseComplex(text []byte) (value complex128, ok bool) {
	if len(text) == 0 || text[len(text)-1] != 'i' {
		re, ok := ParseReal(text)
		return complex(re, 0), ok
	}
	text = text[:len(text)-1]
	// The last sign that belongs to no exponent and no other sign separates the parts.
	split := 0
	for i := len(text) - 1; i > 0 && split == 0; i-- {
		if before := text[i-1]; (text[i] == '+' || text[i] == '-') && before != 'e' && before != 'E' && before != '+' && before != '-' {
			split = i
		}
	}
	re, realOK := 0.0, true
	imaginary := text
	if split > 0 {
		re, realOK = ParseReal(text[:split])
		if imaginary = text[split:]; imaginary[0] == '+' {
			imaginary = imaginary[1:]
		}
	}
	im, ok := ParseReal(imaginary)
	return complex(re, im), ok && realOK
}

// complex reads a number of at most bound in absolute value from the text.
func (s *scanner) complex() (complex128, error) {
	s.skip()
	start := s.pos
	for s.pos < len(s.text) && (isDigit(s.text[s.pos]) || isSign(s.text[s.pos]) || s.text[s.pos] == 'i') {
		s.pos++
	}
	value, ok := ParseComplex(s.text[start:s.pos])
	if !ok {
		s.pos = start
		return 0, s.fail("a finite number such as 0.5, -2i or 0.5-2i")
	}
	return value, nil
}

// margin is by how much the absolute value of a complex number may be rounded up.
const margin = 1 + 1e-12

func isBeyond(value complex128, bound float64) bool { return cmplx.Abs(value) > bound*margin }

// FormatComplexes writes a vector of complex numbers, the shortest way.
func FormatComplexes(vector []complex128) []byte {
	out := []byte{'['}
	for i, value := range vector {
		if i > 0 {
			out = append(out, ',')
		}
		re, im := real(value)+0, imag(value)+0
		if re != 0 || im == 0 {
			out = strconv.AppendFloat(out, re, 'g', -1, 64)
		}
		if im != 0 {
			if re != 0 && !math.Signbit(im) {
				out = append(out, '+')
			}
			out = append(appendUnsigned(out, im), 'i')
		}
	}
	return append(out, ']')
}

// appendUnsigned writes a number without the plus sign that Go has for infinity.
func appendUnsigned(out []byte, value float64) []byte {
	if math.IsInf(value, 1) {
		return append(out, "inf"...)
	}
	return strconv.AppendFloat(out, value, 'g', -1, 64)
}
