package slots

import (
	"encoding/binary"
	"errors"
)

const headerBytes = 20

// Header returns the 20 bytes in front of a result: "slot", version 1, whether
// entries are parities, two zeros, First (4 bytes) and Lowest (8 bytes).
func (o *Output) Header() []byte {
	out := []byte{'s', 'l', 'o', 't', 1, 0, 0, 0}
	if o.Parity {
		out[5] = 1
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(o.First))
	return binary.LittleEndian.AppendUint64(out, uint64(o.Lowest))
}

// ParseHeader reads the header of a result; the register is no part of it.
func ParseHeader(data []byte) (*Output, error) {
	if len(data) != headerBytes || string(data[:5]) != "slot\x01" || data[5] > 1 || data[6]|data[7] != 0 {
		return nil, errors.New("the result does not start with a header of this version")
	}
	return &Output{
		First: int(binary.LittleEndian.Uint32(data[8:])), Parity: data[5] == 1,
		Lowest: int64(binary.LittleEndian.Uint64(data[12:])),
	}, nil
}

// Read returns the result in a slot that decrypted to value, below modulus.
func (o *Output) Read(value, modulus uint64) uint64 {
	if !o.Parity {
		return value
	}
	// value is Lowest + above mod t with 0 <= above < t; all below 2^62.
	low := o.Lowest % int64(modulus)
	if low < 0 {
		low += int64(modulus)
	}
	above := (value + modulus - uint64(low)) % modulus
	return (above ^ uint64(o.Lowest)) & 1
}
