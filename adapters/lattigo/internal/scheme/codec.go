package scheme

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tuneinsight/lattigo/v6/ring"
)

// Polynomials travel as their coefficients, 8 bytes each, little-endian, limb
// after limb, in the NTT form in which Lattigo keeps them. The receiver knows
// all sizes from the parameters: no length is ever taken from the data, and
// every coefficient must be below its modulus.

// errShort reports data that ends early.
var errShort = errors.New("the data ends early")

// appendPoly appends the limbs of a polynomial.
func appendPoly(out []byte, poly ring.Poly) []byte {
	for _, limb := range poly.Coeffs {
		for _, c := range limb {
			out = binary.LittleEndian.AppendUint64(out, c)
		}
	}
	return out
}

// decoder takes data apart from the front.
type decoder struct{ rest []byte }

func (d *decoder) bytes(n int) ([]byte, error) {
	if len(d.rest) < n {
		return nil, errShort
	}
	head := d.rest[:n]
	d.rest = d.rest[n:]
	return head, nil
}

// poly fills a polynomial; limb i must be below moduli[i].
func (d *decoder) poly(poly ring.Poly, moduli []uint64) error {
	for i, limb := range poly.Coeffs {
		raw, err := d.bytes(8 * len(limb))
		if err != nil {
			return err
		}
		for j := range limb {
			c := binary.LittleEndian.Uint64(raw[8*j:])
			if c >= moduli[i] {
				return fmt.Errorf("coefficient %d of limb %d is not below its modulus", j, i)
			}
			limb[j] = c
		}
	}
	return nil
}

// end fails if data is left.
func (d *decoder) end() error {
	if len(d.rest) != 0 {
		return fmt.Errorf("%d bytes too many", len(d.rest))
	}
	return nil
}
