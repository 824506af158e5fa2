package slots

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"
)

// clear is a library whose ciphertexts are rows in the clear, with a level. It
// refuses what a real one could not do, and ciphertexts that were released.
type clear struct{ program *Program }

type cipher struct {
	row      []uint64
	level    int
	released bool
}

func (c clear) made(level int, slot func(j int) *big.Int) (*cipher, error) {
	row, t := make([]uint64, c.program.Row), new(big.Int).SetUint64(c.program.Modulus)
	for j := range row {
		row[j] = new(big.Int).Mod(slot(j), t).Uint64()
	}
	return &cipher{row: row, level: level}, nil
}

func number(x uint64) *big.Int { return new(big.Int).SetUint64(x) }

func (c clear) binary(a, b *cipher, op func(z, x, y *big.Int) *big.Int) (*cipher, error) {
	if a.level != b.level || a.released || b.released {
		return nil, errors.New("operands that do not fit")
	}
	return c.made(a.level, func(j int) *big.Int { return op(new(big.Int), number(a.row[j]), number(b.row[j])) })
}

func (c clear) Load(data []byte, level int) (*cipher, error) {
	return c.made(level, func(j int) *big.Int { return number(uint64(data[j%len(data)])) })
}
func (c clear) Save(a *cipher) ([]byte, error) { return fmt.Append(nil, a.row), nil }
func (c clear) Encode(row []uint64, level int) (*cipher, error) {
	if len(row) != c.program.Row || level >= c.program.Levels || slices.Max(row) >= c.program.Modulus {
		return nil, errors.New("no row")
	}
	return &cipher{row: row, level: level}, nil
}
func (c clear) Encrypt(p *cipher) (*cipher, error) {
	return &cipher{row: slices.Clone(p.row), level: p.level}, nil
}
func (c clear) Add(a, b *cipher) (*cipher, error)           { return c.binary(a, b, (*big.Int).Add) }
func (c clear) Sub(a, b *cipher) (*cipher, error)           { return c.binary(a, b, (*big.Int).Sub) }
func (c clear) Multiply(a, b *cipher) (*cipher, error)      { return c.binary(a, b, (*big.Int).Mul) }
func (c clear) Square(a *cipher) (*cipher, error)           { return c.binary(a, a, (*big.Int).Mul) }
func (c clear) AddPlain(a, p *cipher) (*cipher, error)      { return c.binary(a, p, (*big.Int).Add) }
func (c clear) MultiplyPlain(a, p *cipher) (*cipher, error) { return c.binary(a, p, (*big.Int).Mul) }
func (c clear) Negate(a *cipher) (*cipher, error) {
	return c.binary(a, a, func(z, x, _ *big.Int) *big.Int { return z.Neg(x) })
}
func (c clear) Rotate(a *cipher, step int) (*cipher, error) {
	row := len(a.row)
	return c.made(a.level, func(j int) *big.Int { return number(a.row[((j-step)%row+row)%row]) })
}
func (c clear) Lower(a *cipher, level, divide int) (*cipher, error) {
	if level >= a.level || divide < 0 || divide > a.level-level {
		return nil, errors.New("no lower level")
	}
	return &cipher{row: slices.Clone(a.row), level: level}, nil
}
func (c clear) Release(a *cipher)        { a.released = true }
func (c clear) Idle()                    {}
func (c clear) Begin(*Program)           {}
func (c clear) PlainBytes(level int) int { return 8 * c.program.Row }

// execute runs a valid program, which must go through.
func execute(t *testing.T, program *Program) []*cipher {
	t.Helper()
	on := clear{program}
	prepared, err := Prepare[*cipher, *cipher, uint64](program, on)
	if err != nil {
		t.Fatal(err)
	}
	results, err := prepared.Run(func(wire, level int) (*cipher, error) {
		return on.Load([]byte{byte(wire + 1), byte(2*wire + 3)}, level)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != len(program.Outputs) {
		t.Fatalf("%d results of %d outputs", len(results), len(program.Outputs))
	}
	for _, result := range results {
		if result == nil || result.released || len(result.row) != program.Row {
			t.Fatalf("the result is %+v", result)
		}
	}
	return results
}

// TestRun: both programs by hand.
func TestRun(t *testing.T) {
	texts := corpus(t)
	for name, want := range map[string][]uint64{
		// (3,5,3,5) + (3,-4) = (5,3 for wire 1: 2,5) ...: wire 1 is (2,5): sum (5,1), masked to slots 1 and 2.
		"levels": {0, 1, 5, 0},
		// wire 0 (1,3), wire 1 (2,5): 3 = sum - wire 0 = (2,5); negated, times wire 1: (-4,-25); squared:
		// (16,625); one down: (625,16,...); masked to slots 0 and 1, plus (3,-4).
		"all": {(625 + 3) % 17, 12, 3, 13},
	} {
		program, err := Parse(texts[name])
		if err != nil {
			t.Fatal(err)
		}
		if got := execute(t, program)[0].row; !slices.Equal(got, want) {
			t.Errorf("%s gives %v, want %v", name, got, want)
		}
	}
}

// TestHeaders: what is written is read, and parities are those of the integers.
func TestHeaders(t *testing.T) {
	for _, out := range []Output{{First: 7}, {First: 1 << 20, Parity: true, Lowest: -1 << 63}, {Parity: true, Lowest: 1<<63 - 1}} {
		got, err := ParseHeader(out.Header())
		if err != nil || *got != out {
			t.Errorf("%+v came back as %+v, %v", out, got, err)
		}
	}
	good := (&Output{}).Header()
	for _, at := range []int{0, 4, 5, 6, 7} {
		bad := slices.Clone(good)
		bad[at] = 9
		if _, err := ParseHeader(bad); err == nil {
			t.Errorf("a header with another byte %d was read", at)
		}
	}
	if _, err := ParseHeader(good[:19]); err == nil {
		t.Error("19 bytes were read")
	}
	for _, modulus := range []uint64{2, 17, 65537} {
		for _, lowest := range []int64{0, -1, 1, -5, -20000, 1 << 40} {
			out := Output{Parity: true, Lowest: lowest}
			for entry := lowest; entry < lowest+min(int64(modulus), 50); entry++ {
				value := new(big.Int).Mod(big.NewInt(entry), number(modulus)).Uint64()
				if got := out.Read(value, modulus); got != uint64(entry&1) {
					t.Errorf("%d mod %d from %d on is read as %d", entry, modulus, lowest, got)
				}
			}
		}
	}
}
