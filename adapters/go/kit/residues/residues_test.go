package residues

import (
	"reflect"
	"testing"
)

func TestRowsComeBackAndDamageIsFound(t *testing.T) {
	rows, moduli := [][]uint64{{1, 2, 96}, {0, 1 << 40, 5}}, []uint64{97, 1<<40 + 1}
	data := Append([]byte("x"), rows)
	read := func(data []byte) ([][]uint64, error) {
		got, r := [][]uint64{make([]uint64, 3), make([]uint64, 3)}, Reader{Rest: data}
		r.Bytes(1)
		r.Rows(got, moduli)
		return got, r.End()
	}
	if got, err := read(data); err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("%v came back as %v, %v", rows, got, err)
	}
	for cut := range len(data) {
		if _, err := read(data[:cut]); err == nil {
			t.Errorf("%d of %d bytes were read", cut, len(data))
		}
	}
	if _, err := read(append(data, 0)); err == nil {
		t.Error("a byte too many was read")
	}
	data[1] = 97
	if _, err := read(data); err == nil {
		t.Error("a residue that is the modulus was read")
	}
}
