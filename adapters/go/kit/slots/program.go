// Package slots runs slot programs (docs/programs.md) on libraries whose
// plaintexts are vectors of integers mod t, or of real or complex numbers. A library supplies a dozen
// operations (Backend) and says what its key can do (Target); circuits come as
// programs, planned once for all libraries by ringassay.
package slots

// Code names an operation.
type Code uint8

// The operations, by the names of docs/programs.md.
const (
	Input     Code = iota // the ciphertext of wire A, at Level
	Add                   // A + B
	Sub                   // A - B
	Neg                   // -A
	AddPlain              // A plus row B
	MulPlain              // A times row B
	Mul                   // A times B, relinearised
	Square                // A squared, relinearised
	Rotate                // slot j of A goes to slot (j + Step) mod row
	Lower                 // A at Level, divided by the last Step primes above it
	Encrypt               // row B encrypted
	Free                  // A is not needed any more
	Conjugate             // the complex conjugate of A
)

// Op is an operation. To is a register that holds nothing before.
type Op struct {
	Code        Code
	To, A, B    uint32
	Level, Step int32
}

// Plain is a row of plaintext, to be encoded at a level: Entries or Numbers (of
// programs over real or complex numbers),
// repeated along the row, or ones in the slots Lo to Hi.
type Plain struct {
	Level   int
	Entries []int64
	Numbers []complex128
	Lo, Hi  int
}

// Output is where a result lies and how to read it. Slot j, First <= j <
// First + batch, holds entry j mod batch; with Parity the entry is an integer
// in [Lowest, Lowest + t) whose parity is the bit.
type Output struct {
	Register uint32
	First    int
	Parity   bool
	Lowest   int64
}

// Program is a valid program: every operation reads registers that hold
// something, at one level.
type Program struct {
	Batch, Row, Levels, Wires, Registers int
	Modulus                              uint64 // 0: over real or complex numbers
	Complex                              bool   // over complex numbers
	Notes                                []string
	Plains                               []Plain
	Ops                                  []Op
	Outputs                              []Output // at least one
}

// Entry is what a slot holds: an integer mod t, a real, or a complex number. A
// library with complex numbers is given reals as such as well.
type Entry interface{ uint64 | float64 | complex128 }

// entryOf is an integer, or the number in its place where entries are numbers.
func entryOf[E Entry](integer uint64, number complex128) (entry E) {
	switch entry := any(&entry).(type) {
	case *uint64:
		*entry = integer
	case *float64:
		*entry = real(number)
	case *complex128:
		*entry = number
	}
	return entry
}

// Values returns the slots of a row: integers in [0, t), or numbers.
func Values[E Entry](p *Program, plain *Plain) []E {
	out := make([]E, p.Row)
	for j := plain.Lo; j < plain.Hi; j++ {
		out[j] = 1
	}
	for j := range out {
		if plain.Numbers != nil {
			out[j] = entryOf[E](0, plain.Numbers[j%p.Batch])
		}
		if plain.Entries == nil {
			continue
		}
		entry := plain.Entries[j%p.Batch]
		if entry < 0 {
			entry += int64(p.Modulus) // below 2^62
		}
		out[j] = entryOf[E](uint64(entry), 0)
	}
	return out
}
