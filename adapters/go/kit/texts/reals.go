package texts

import (
	"math"
	"regexp"
	"strconv"
)

const maxRealBytes = 64

var realForm = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$`)

// ParseReal reads a decimal number such as -0.25 or 1e-7 as the nearest double.
func ParseReal(text []byte) (value float64, ok bool) {
	if len(text) > maxRealBytes || !realForm.Match(text) {
		return 0, false
	}
	value, err := strconv.ParseFloat(string(text), 64)
	return value + 0, err == nil && !math.IsInf(value, 0)
}

// real reads a number from the text.
func (s *scanner) real() (float64, error) {
	s.skip()
	start := s.pos
	for s.pos < len(s.text) && (isDigit(s.text[s.pos]) || isSign(s.text[s.pos])) {
		s.pos++
	}
	value, ok := ParseReal(s.text[start:s.pos])
	if !ok {
		s.pos = start
		return 0, s.fail("a finite decimal number")
	}
	return value, nil
}

func isSign(c byte) bool { return c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E' }
