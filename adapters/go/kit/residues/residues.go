// Package residues puts polynomials in RNS form on the wire: rows of residues,
// 8 bytes each, little-endian, a row for each modulus. The reader knows all
// sizes from the parameters: no length is ever taken from the data, and every
// residue must be below its modulus.
package residues

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Append writes rows behind out.
func Append(out []byte, rows [][]uint64) []byte {
	for _, row := range rows {
		for _, residue := range row {
			out = binary.LittleEndian.AppendUint64(out, residue)
		}
	}
	return out
}

// Reader takes rows off data.
type Reader struct {
	Rest []byte
	err  error
}

// Rows fills rows, whose residues must be below moduli.
func (r *Reader) Rows(rows [][]uint64, moduli []uint64) {
	for i, row := range rows {
		raw := r.Bytes(8 * len(row))
		for j := 0; j < len(row) && r.err == nil; j++ {
			row[j] = binary.LittleEndian.Uint64(raw[8*j:])
			if row[j] >= moduli[i] {
				r.err = fmt.Errorf("residue %d of row %d is not below its modulus", j, i)
			}
		}
	}
}

// Bytes takes n bytes, nil where the data ends early.
func (r *Reader) Bytes(n int) []byte {
	if r.err == nil && len(r.Rest) < n {
		r.err = errors.New("the data ends early")
	}
	if r.err != nil {
		return nil
	}
	taken := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return taken
}

// End returns what went wrong, if anything did; data that is left is wrong.
func (r *Reader) End() error {
	if r.err == nil && len(r.Rest) > 0 {
		return fmt.Errorf("%d bytes too many", len(r.Rest))
	}
	return r.err
}
