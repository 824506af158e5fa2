package slots

import (
	"errors"
	"fmt"
)

// Backend is what a library supplies: operations on ciphertexts C that hold one
// row of entries E, with encoded rows P. No operation changes its arguments.
// Products come back relinearised, and those of reals rescaled: one level lower.
type Backend[C, P any, E Entry] interface {
	Load(data []byte, level int) (C, error) // what a client wrote; primes above the level are left out
	Save(a C) ([]byte, error)               // a result, for the client
	Encode(row []E, level int) (P, error)
	Encrypt(plain P) (C, error) // of what everybody knows, for outputs that depend on no input
	Add(a, b C) (C, error)
	Sub(a, b C) (C, error)
	Negate(a C) (C, error)
	AddPlain(a C, plain P) (C, error)
	MultiplyPlain(a C, plain P) (C, error)
	Multiply(a, b C) (C, error)
	Square(a C) (C, error)
	Rotate(a C, step int) (C, error)         // slot j goes to slot (j + step) mod row
	Lower(a C, level, divide int) (C, error) // never asked of a library with one level
	Release(a C)                             // its memory may be used again
	Begin(p *Program)                        // a program comes: its first operation is the next
	Idle()                                   // an evaluation has ended: memory kept for operations may go
	PlainBytes(level int) int                // memory of an encoded row
}

// Conjugating is what a backend has beside that whose targets are complex.
type Conjugating[C any] interface {
	Conjugate(a C) (C, error) // the complex conjugate of every slot
}

// plainCacheBytes is how much memory encoded rows may take; the others are
// encoded when they are needed.
const plainCacheBytes = 256 << 20

// Prepared is a program with its rows encoded, to be run on any number of inputs.
type Prepared[C, P any, E Entry] struct {
	Program *Program
	backend Backend[C, P, E]
	encoded []P
}

// Prepare encodes the rows of a program.
func Prepare[C, P any, E Entry](program *Program, backend Backend[C, P, E]) (*Prepared[C, P, E], error) {
	p := &Prepared[C, P, E]{Program: program, backend: backend}
	left := plainCacheBytes
	for i := range program.Plains {
		left -= backend.PlainBytes(program.Plains[i].Level)
		if left < 0 && i > 0 {
			break
		}
		encoded, err := p.encode(i)
		if err != nil {
			return nil, err
		}
		p.encoded = append(p.encoded, encoded)
	}
	return p, nil
}

func (p *Prepared[C, P, E]) encode(index int) (P, error) {
	plain := &p.Program.Plains[index]
	encoded, err := p.backend.Encode(Values[E](p.Program, plain), plain.Level)
	if err != nil {
		err = fmt.Errorf("row %d: %w", index, err)
	}
	return encoded, err
}

func (p *Prepared[C, P, E]) plain(index uint32) (P, error) {
	if int(index) < len(p.encoded) {
		return p.encoded[index], nil
	}
	return p.encode(int(index))
}

// Run evaluates; input(wire, level) gives a ciphertext when it is first needed.
// It returns the outputs in their order; one that occurs repeatedly is shared.
func (p *Prepared[C, P, E]) Run(input func(wire, level int) (C, error)) ([]C, error) {
	registers := make([]C, p.Program.Registers)
	for i := range p.Program.Ops {
		op := &p.Program.Ops[i]
		if op.Code == Free {
			p.backend.Release(registers[op.A])
			var none C
			registers[op.A] = none
			continue
		}
		made, err := p.apply(op, registers, input)
		if err != nil {
			return nil, fmt.Errorf("operation %d of %d: %w", i+1, len(p.Program.Ops), err)
		}
		registers[op.To] = made
	}
	outputs := make([]C, len(p.Program.Outputs))
	for i := range outputs {
		outputs[i] = registers[p.Program.Outputs[i].Register]
	}
	return outputs, nil
}

func (p *Prepared[C, P, E]) apply(op *Op, registers []C, input func(wire, level int) (C, error)) (C, error) {
	on := p.backend
	switch op.Code {
	case Input:
		return input(int(op.A), int(op.Level))
	case Add:
		return on.Add(registers[op.A], registers[op.B])
	case Sub:
		return on.Sub(registers[op.A], registers[op.B])
	case Mul:
		return on.Multiply(registers[op.A], registers[op.B])
	case Neg:
		return on.Negate(registers[op.A])
	case Square:
		return on.Square(registers[op.A])
	case Conjugate:
		if on, ok := on.(Conjugating[C]); ok {
			return on.Conjugate(registers[op.A])
		}
		var none C
		return none, errors.New("the library does not conjugate: its target may not be complex")
	case Rotate:
		return on.Rotate(registers[op.A], int(op.Step))
	case Lower:
		return on.Lower(registers[op.A], int(op.Level), int(op.Step))
	}
	plain, err := p.plain(op.B)
	if err != nil {
		var none C
		return none, err
	}
	switch op.Code {
	case AddPlain:
		return on.AddPlain(registers[op.A], plain)
	case MulPlain:
		return on.MultiplyPlain(registers[op.A], plain)
	default: // Encrypt
		return on.Encrypt(plain)
	}
}
