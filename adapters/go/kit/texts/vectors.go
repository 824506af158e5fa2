package texts

import (
	"fmt"
	"math"
	"strconv"
)

// Vector is a vector as it was read. Bits stay the characters they were, so a
// gf2 circuit takes no more memory than its text.
type Vector struct {
	bits      []byte   // characters 0 and 1, or
	values    []uint64 // integers, or
	reals     []float64
	complexes []complex128
}

// Len returns the number of entries.
func (v Vector) Len() int { return len(v.bits) + len(v.values) + len(v.reals) + len(v.complexes) }

// Real returns entry i of a vector of reals.
func (v Vector) Real(i int) float64 { return v.reals[i] }

// Complex returns entry i of a vector of real or complex numbers.
func (v Vector) Complex(i int) complex128 {
	if v.complexes == nil {
		return complex(v.reals[i], 0)
	}
	return v.complexes[i]
}

// At returns entry i of any other vector.
func (v Vector) At(i int) uint64 {
	if v.bits != nil {
		return uint64(v.bits[i] & 1)
	}
	return v.values[i]
}

// bits reads exactly batch characters 0 or 1.
func (s *scanner) bits(batch int) (Vector, error) {
	s.skip()
	start := s.pos
	for s.pos < start+batch {
		if s.pos == len(s.text) || s.text[s.pos]&^1 != '0' {
			return Vector{}, s.fail(fmt.Sprintf("bit %d of %d", s.pos-start, batch))
		}
		s.pos++
	}
	if s.pos < len(s.text) && isDigit(s.text[s.pos]) {
		return Vector{}, s.fail(fmt.Sprintf("exactly %d bits", batch))
	}
	return Vector{bits: s.text[start:s.pos:s.pos]}, nil
}

// list reads "[", exactly batch entries with commas between, "]".
func list[E any](s *scanner, batch int, read func() (E, error)) ([]E, error) {
	if err := s.need("["); err != nil {
		return nil, err
	}
	values := make([]E, 0, min(batch, len(s.text)-s.pos))
	for len(values) < batch {
		if len(values) > 0 {
			if err := s.need(","); err != nil {
				return nil, err
			}
		}
		value, err := read()
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, s.need("]")
}

// ParseInput reads the vectors of an input: "[110,011]" in gf2,
// "[[1,2],[3,4]]" in Z_t, "[[0.5,-1],[2,1e-3]]" over reals,
// "[[0.5-1i],[2i]]" over complex numbers.
func ParseInput(text []byte, asked *KeyParams) ([]Vector, error) {
	s := &scanner{text: trimEnd(text), line: 1}
	if err := s.need("["); err != nil {
		return nil, err
	}
	var vectors []Vector
	for {
		var vector Vector
		var err error
		switch {
		case asked.Reals != nil && asked.Reals.Complex:
			vector.complexes, err = list(s, asked.Batch, func() (complex128, error) {
				value, err := s.complex()
				if bound := asked.Reals.Bound; err == nil && isBeyond(value, bound) {
					err = s.fail(fmt.Sprintf("numbers of at most %g in absolute value", bound))
				}
				return value, err
			})
		case asked.Reals != nil:
			vector.reals, err = list(s, asked.Batch, func() (float64, error) {
				value, err := s.real()
				if bound := asked.Reals.Bound; err == nil && math.Abs(value) > bound {
					err = s.fail(fmt.Sprintf("numbers from %g to %g", -bound, bound))
				}
				return value, err
			})
		case asked.Modulus == 0:
			vector, err = s.bits(asked.Batch)
		default:
			vector.values, err = list(s, asked.Batch, func() (uint64, error) {
				return s.number("a value", asked.Modulus)
			})
		}
		if err != nil {
			return nil, err
		}
		if vectors = append(vectors, vector); len(vectors) > maxWires {
			return nil, s.fail(fmt.Sprintf("at most %d vectors", maxWires))
		}
		if s.take("]") {
			break
		}
		if err := s.need(","); err != nil {
			return nil, err
		}
	}
	if !s.end() {
		return nil, s.fail("the end of the input")
	}
	return vectors, nil
}

// FormatOutput writes one vector: "00100" in gf2 (modulus 0), "[1,2,3]" in Z_t.
func FormatOutput(vector []uint64, modulus uint64) []byte {
	if modulus == 0 {
		out := make([]byte, len(vector))
		for i, bit := range vector {
			out[i] = '0' + byte(bit&1)
		}
		return out
	}
	out := []byte{'['}
	for i, value := range vector {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendUint(out, value, 10)
	}
	return append(out, ']')
}

// FormatReals writes a vector of reals, each with the fewest digits that are
// read back as the same double.
func FormatReals(vector []float64) []byte {
	out := []byte{'['}
	for i, value := range vector {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendFloat(out, value, 'g', -1, 64)
	}
	return append(out, ']')
}

// trimEnd drops line ends and blanks behind the text.
func trimEnd(text []byte) []byte {
	for len(text) > 0 {
		switch text[len(text)-1] {
		case '\n', '\r', ' ', '\t':
			text = text[:len(text)-1]
		default:
			return text
		}
	}
	return text
}
