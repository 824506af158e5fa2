package scheme

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/adapters/lattigo/internal/plan"
)

// A ciphertext chunk is its level (1 byte) and its two polynomials. The chunk
// of an evaluated ciphertext has a header in front: the first slot of a whole
// copy (4 bytes) and the lower end of the interval of gf2 (8 bytes, two's
// complement). The scale is always 1: every prime that is divided by is 1 mod t.

const resultHeaderBytes = 4 + 8

// Encoder puts vectors into plaintexts, centred: coefficients in [-t/2, t/2)
// instead of [0, t), whose mean of t/2 would multiply noise by about N*t/pi.
type Encoder struct {
	params  *Params
	encoder *bgv.Encoder
	tInv    []*big.Int // of t modulo Q_l, per level
	slots   []uint64
	poly    ring.Poly // modulo t
}

// NewEncoder returns an Encoder; it is not safe for concurrent use.
func NewEncoder(p *Params) *Encoder {
	e := &Encoder{
		params: p, encoder: bgv.NewEncoder(p.BGV),
		slots: make([]uint64, 2*p.Packing().Row), poly: p.BGV.RingT().NewPoly(),
	}
	t := new(big.Int).SetUint64(p.T)
	for _, q := range p.BGV.RingQ().ModulusAtLevel {
		e.tInv = append(e.tInv, new(big.Int).ModInverse(t, q))
	}
	return e
}

// Encode returns a plaintext with entry(j) in slot j of both rows.
func (e *Encoder) Encode(level int, entry func(slot int) uint64) (*rlwe.Plaintext, error) {
	row := e.params.Packing().Row
	for j := range row {
		v := entry(j)
		e.slots[j], e.slots[row+j] = v, v
	}
	if err := e.encoder.EncodeRingT(e.slots, rlwe.NewScaleModT(1, e.params.T), e.poly); err != nil {
		return nil, fmt.Errorf("cannot encode: %w", err)
	}
	plaintext := bgv.NewPlaintext(e.params.BGV, level)
	ringQ := e.params.BGV.RingQ().AtLevel(level)
	gap := ringQ.N() / len(e.poly.Coeffs[0])
	for i, limb := range plaintext.Value.Coeffs {
		q := e.params.Q[i]
		for j, c := range e.poly.Coeffs[0] {
			if c > e.params.T/2 {
				c = q - (e.params.T-c)%q
			}
			limb[j*gap] = c
		}
	}
	ringQ.MulScalarBigint(plaintext.Value, e.tInv[level], plaintext.Value)
	ringQ.NTT(plaintext.Value, plaintext.Value)
	return plaintext, nil
}

// Decode returns count slots of the first row, from slot first on.
func (e *Encoder) Decode(plaintext *rlwe.Plaintext, first, count int) ([]uint64, error) {
	if err := e.encoder.Decode(plaintext, e.slots); err != nil {
		return nil, fmt.Errorf("cannot decode: %w", err)
	}
	return append([]uint64(nil), e.slots[first:first+count]...), nil
}

// MarshalCiphertext returns the chunk of a ciphertext.
func MarshalCiphertext(ct *rlwe.Ciphertext) []byte {
	return appendCiphertext(make([]byte, 0, ciphertextBytes(ct.N(), ct.Level())), ct)
}

func ciphertextBytes(n, level int) int { return 1 + 2*8*n*(level+1) }

func appendCiphertext(out []byte, ct *rlwe.Ciphertext) []byte {
	out = append(out, byte(ct.Level()))
	return appendPoly(appendPoly(out, ct.Value[0]), ct.Value[1])
}

// UnmarshalCiphertext checks and loads a ciphertext chunk.
func (p *Params) UnmarshalCiphertext(data []byte) (*rlwe.Ciphertext, error) {
	if len(data) == 0 {
		return nil, errShort
	}
	level := int(data[0])
	if level >= len(p.Q) {
		return nil, fmt.Errorf("level %d: the parameters have levels 0 to %d", level, len(p.Q)-1)
	}
	if want := ciphertextBytes(1<<p.LogN, level); len(data) != want {
		return nil, fmt.Errorf("it has %d bytes; at level %d it must have %d", len(data), level, want)
	}
	ct := bgv.NewCiphertext(p.BGV, 1, level)
	d := &decoder{data[1:]}
	return ct, errors.Join(d.poly(ct.Value[0], p.Q), d.poly(ct.Value[1], p.Q))
}

// Result is an evaluated ciphertext and what the client must know to read it.
type Result struct {
	Ciphertext *rlwe.Ciphertext
	First      int   // slot of entry 0
	Low        int64 // gf2: lower end of the interval in which the integers lie
}

// NewResult describes the output of a program.
func NewResult(ct *rlwe.Ciphertext, program *plan.Program) *Result {
	batch := program.Packing.Batch
	first := (program.Window.Lo + batch - 1) / batch * batch
	if first+batch > program.Window.Hi {
		// No copy is whole: entry 0 is inside the window all the same, and the
		// client reads around the end of a copy.
		first = program.Window.Lo
	}
	return &Result{Ciphertext: ct, First: first, Low: program.Low}
}

// Marshal returns the chunk of the result.
func (r *Result) Marshal() []byte {
	out := make([]byte, 0, resultHeaderBytes+ciphertextBytes(r.Ciphertext.N(), r.Ciphertext.Level()))
	out = binary.LittleEndian.AppendUint32(out, uint32(r.First))
	out = binary.LittleEndian.AppendUint64(out, uint64(r.Low))
	return appendCiphertext(out, r.Ciphertext)
}

// UnmarshalResult checks and loads the chunk of a result.
func (p *Params) UnmarshalResult(data []byte) (*Result, error) {
	d := &decoder{data}
	header, err := d.bytes(resultHeaderBytes)
	if err != nil {
		return nil, err
	}
	r := &Result{
		First: int(binary.LittleEndian.Uint32(header)),
		Low:   int64(binary.LittleEndian.Uint64(header[4:])),
	}
	if packing := p.Packing(); r.First > packing.Row-packing.Batch {
		return nil, fmt.Errorf("slot %d: %d entries do not follow it", r.First, packing.Batch)
	}
	r.Ciphertext, err = p.UnmarshalCiphertext(d.rest)
	return r, err
}

// Vector turns slots from First on into the output vector.
func (p *Params) Vector(r *Result, slots []uint64) []uint64 {
	out := make([]uint64, p.Batch)
	low := r.Low % int64(p.T)
	if low < 0 {
		low += int64(p.T)
	}
	for i, x := range slots {
		if !p.Zt {
			// x is Low + above mod t with 0 <= above < t.
			above := (x + p.T - uint64(low)) % p.T
			x = (above + uint64(r.Low)) & 1
		}
		out[(r.First+i)%p.Batch] = x
	}
	return out
}
