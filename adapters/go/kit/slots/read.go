package slots

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"ringassay/kit/texts"
)

// Limits of programs and targets, as in docs/programs.md.
const (
	MaxProgramBytes = 512 << 20
	MaxRow          = 1 << 20
	MaxLevels       = 128
	MaxModulus      = 1 << 62 // exclusive
	maxWires        = 1_000_000
	maxNoteBytes    = 1 << 16 // all together with their line ends: they have to fit a report
	MaxOutputs      = 1 << 16
)

// Parse reads the text of a program. Whatever the bytes are, it returns a valid
// program or the line that is wrong, in linear time and with memory in
// proportion to the text.
func Parse(text []byte) (*Program, error) {
	if len(text) > MaxProgramBytes {
		return nil, fmt.Errorf("a program of %d bytes; at most %d", len(text), MaxProgramBytes)
	}
	r := &reader{rest: bytes.TrimSuffix(text, []byte("\n")), program: new(Program), start: empty}
	for r.number = 1; ; r.number++ {
		line, rest, more := bytes.Cut(r.rest, []byte("\n"))
		r.rest = rest
		err := r.line(line)
		switch {
		case err == nil && !utf8.Valid(line):
			err = errors.New("not UTF-8")
		case err == nil && !more && len(r.program.Outputs) == 0:
			r.number++
			err = errors.New("the line of an output is missing")
		case err == nil && !more && len(r.holds) != r.program.Registers:
			err = fmt.Errorf("%d registers were declared, %d are used", r.program.Registers, len(r.holds))
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the program: %w", r.number, err)
		}
		if !more {
			return r.program, nil
		}
	}
}

type reader struct {
	rest    []byte
	number  int
	program *Program
	holds   []int32 // the level of what each register named so far holds, or empty
	notes   int     // bytes of notes
	real    bool    // entries are real or complex numbers, and products lie one level below their operands
	start   int32   // the level of all inputs of reals, or empty
}

const empty = -1

// words takes the words of a line one by one and keeps the first error.
type words struct {
	rest []byte
	more bool
	err  error
}

func (w *words) word() []byte {
	if !w.more && w.err == nil {
		w.err = errors.New("a word is missing")
	}
	var word []byte
	word, w.rest, w.more = bytes.Cut(w.rest, []byte(" "))
	return word
}

func (w *words) number(low, high int64) int64 {
	word := w.word()
	if w.err != nil {
		return 0
	}
	var value int64
	value, w.err = canonical(word, low, high)
	return value
}

func (w *words) end() error {
	if w.err == nil && w.more {
		w.err = fmt.Errorf("%.40q is too much", w.rest)
	}
	return w.err
}

// canonical reads a number as it would be written, from low to high.
func canonical(word []byte, low, high int64) (int64, error) {
	digits := bytes.TrimPrefix(word, []byte("-"))
	value, err := strconv.ParseInt(string(word), 10, 64)
	if err != nil || value < low || value > high || digits[0] == '+' || (digits[0] == '0' && len(word) > 1) {
		return 0, fmt.Errorf("%.40q is not a number from %d to %d", word, low, high)
	}
	return value, nil
}

func (r *reader) line(line []byte) error {
	name, rest, more := bytes.Cut(line, []byte(" "))
	w := &words{rest: rest, more: more}
	early := len(r.program.Ops) == 0
	switch kind := string(name); {
	case r.number == 1:
		return r.header(line)
	case kind == "output":
		return r.output(w)
	case len(r.program.Outputs) > 0:
		return errors.New("something else behind an output")
	case !early && (kind == "note" || kind == "plain" || kind == "ones"):
		return fmt.Errorf("%s must stand before the operations", kind)
	case kind == "note":
		if r.notes += len(rest) + 1; r.notes > maxNoteBytes {
			return fmt.Errorf("notes of more than %d bytes", maxNoteBytes)
		}
		r.program.Notes = append(r.program.Notes, string(rest))
		return nil
	case kind == "plain" || kind == "ones":
		return r.plain(kind, w)
	default:
		return r.op(kind, w)
	}
}

func (r *reader) header(line []byte) error {
	rest, found := bytes.CutPrefix(line, []byte("slots 1 "))
	if !found {
		rest, r.real = bytes.CutPrefix(line, []byte("reals 1 "))
	}
	if !found && !r.real {
		rest, r.program.Complex = bytes.CutPrefix(line, []byte("complex 1 "))
		r.real = r.program.Complex
	}
	if !found && !r.real {
		return errors.New(`"slots 1", "reals 1" or "complex 1" expected`)
	}
	p, w := r.program, &words{rest: rest, more: true}
	field := func(name string, low, high int64) int64 {
		word := w.word()
		value, found := bytes.CutPrefix(word, []byte(name+"="))
		if !found && w.err == nil {
			w.err = fmt.Errorf("%s= expected, got %.40q", name, word)
		}
		if w.err != nil {
			return 0
		}
		var number int64
		number, w.err = canonical(value, low, high)
		return number
	}
	p.Batch = int(field("batch", 1, MaxRow))
	p.Row = int(field("row", int64(p.Batch), MaxRow))
	if !r.real {
		p.Modulus = uint64(field("modulus", 2, MaxModulus-1))
	}
	p.Levels = int(field("levels", 1, MaxLevels))
	p.Wires = int(field("wires", 1, maxWires))
	p.Registers = int(field("registers", 1, math.MaxUint32))
	return w.end()
}

func (r *reader) plain(kind string, w *words) error {
	p := r.program
	plain := Plain{Level: int(w.number(0, int64(p.Levels)-1))}
	if kind == "ones" {
		plain.Lo = int(w.number(0, int64(p.Row)-1))
		plain.Hi = int(w.number(int64(plain.Lo)+1, int64(p.Row)))
	} else {
		list := w.word()
		if w.err == nil && bytes.Count(list, []byte(",")) != p.Batch-1 {
			return fmt.Errorf("%d entries expected", p.Batch)
		}
		for more := w.err == nil; more; {
			var word []byte
			word, list, more = bytes.Cut(list, []byte(","))
			if r.real {
				value, ok := r.numberOf(word)
				if !ok {
					return fmt.Errorf("%.40q is not a finite number", word)
				}
				plain.Numbers = append(plain.Numbers, value)
				continue
			}
			entry, err := canonical(word, 1-int64(p.Modulus), int64(p.Modulus)-1)
			if err != nil {
				return err
			}
			plain.Entries = append(plain.Entries, entry)
		}
	}
	p.Plains = append(p.Plains, plain)
	return w.end()
}

func (r *reader) numberOf(word []byte) (complex128, bool) {
	if r.program.Complex {
		return texts.ParseComplex(word)
	}
	value, ok := texts.ParseReal(word)
	return complex(value, 0), ok
}

// operations are the operations by name, and what numbers follow the register
// they write: a and b are registers, p a row, others speak for themselves.
var operations = map[string]struct {
	code  Code
	forms []string
}{
	"input": {Input, []string{"wire", "level"}}, "add": {Add, []string{"a", "b"}},
	"sub": {Sub, []string{"a", "b"}}, "neg": {Neg, []string{"a"}},
	"addplain": {AddPlain, []string{"a", "plain"}}, "mulplain": {MulPlain, []string{"a", "plain"}},
	"mul": {Mul, []string{"a", "b"}}, "square": {Square, []string{"a"}},
	"rotate": {Rotate, []string{"a", "step"}}, "lower": {Lower, []string{"a", "level", "divide"}},
	"encrypt": {Encrypt, []string{"plain"}}, "free": {Free, nil},
	"conjugate": {Conjugate, []string{"a"}},
}

func (r *reader) op(name string, w *words) error {
	kind, known := operations[name]
	if !known {
		return fmt.Errorf("%.40q is no operation", name)
	}
	if kind.code == Conjugate && !r.program.Complex {
		return errors.New("only complex numbers have a conjugate")
	}
	op := Op{Code: kind.code}
	if kind.code == Free {
		op.A = r.register(w)
		if w.end() != nil {
			return w.err
		}
		_, err := r.held(op.A)
		if err == nil {
			r.holds[op.A] = empty
			r.program.Ops = append(r.program.Ops, op)
		}
		return err
	}
	op.To = r.register(w)
	level := int32(empty) // of all operands
	same := func(other int32, err error) {
		switch {
		case w.err != nil:
		case err != nil:
			w.err = err
		case level != empty && level != other:
			w.err = errors.New("operands of different levels")
		default:
			level = other
		}
	}
	for _, form := range kind.forms {
		switch form {
		case "wire":
			op.A = uint32(w.number(0, int64(r.program.Wires)-1))
		case "a":
			op.A = r.register(w)
			same(r.held(op.A))
		case "b":
			op.B = r.register(w)
			same(r.held(op.B))
		case "plain":
			op.B = uint32(w.number(0, int64(len(r.program.Plains))-1))
			if w.err == nil {
				same(int32(r.program.Plains[op.B].Level), nil)
			}
		case "step":
			op.Step = int32(w.number(1-int64(r.program.Row), int64(r.program.Row)-1))
			if op.Step == 0 && w.err == nil {
				w.err = errors.New("a rotation by 0")
			}
		case "level":
			most := int64(r.program.Levels) - 1
			if kind.code == Lower {
				most = int64(level) - 1
			}
			op.Level = int32(w.number(0, most))
		case "divide":
			least, most := int64(0), int64(level-op.Level)
			if r.real {
				least, most = 1, 1
			}
			op.Step = int32(w.number(least, most))
			level = op.Level
		}
	}
	if kind.code == Input {
		level = op.Level
	}
	if w.end() != nil {
		return w.err
	}
	if r.real {
		if err := r.realLevel(kind.code, &level); err != nil {
			return err
		}
	}
	r.program.Ops = append(r.program.Ops, op)
	return r.hold(op.To, level)
}

// realLevel turns the level of an operation's operands into its result's.
func (r *reader) realLevel(code Code, level *int32) error {
	switch code {
	case Input:
		if r.start == empty {
			r.start = *level
		}
		if *level != r.start {
			return fmt.Errorf("an input at level %d, others at %d", *level, r.start)
		}
	case Mul, Square, MulPlain:
		if *level == 0 {
			return errors.New("a product of operands at level 0")
		}
		*level--
	}
	return nil
}

func (r *reader) register(w *words) uint32 { return uint32(w.number(0, math.MaxUint32)) }

// held returns the level of what a register holds.
func (r *reader) held(register uint32) (int32, error) {
	if uint64(register) >= uint64(len(r.holds)) || r.holds[register] == empty {
		return 0, fmt.Errorf("register %d holds nothing", register)
	}
	return r.holds[register], nil
}

// hold fills a register. They are named in order, so that memory is in
// proportion to the text.
func (r *reader) hold(register uint32, level int32) error {
	switch at := uint64(register); {
	case at > uint64(len(r.holds)):
		return fmt.Errorf("register %d before %d was used", register, len(r.holds))
	case at == uint64(len(r.holds)):
		r.holds = append(r.holds, empty)
	case r.holds[register] != empty:
		return fmt.Errorf("register %d still holds something", register)
	}
	r.holds[register] = level
	return nil
}

func (r *reader) output(w *words) error {
	if len(r.program.Outputs) == MaxOutputs {
		return fmt.Errorf("more than %d outputs", MaxOutputs)
	}
	var out Output
	out.Register = r.register(w)
	out.First = int(w.number(0, int64(r.program.Row-r.program.Batch)))
	if w.more {
		out.Parity, out.Lowest = true, w.number(math.MinInt64, math.MaxInt64)
	}
	if w.end() != nil {
		return w.err
	}
	if out.Parity && r.real {
		return errors.New("an output of reals has no parity")
	}
	if _, err := r.held(out.Register); err != nil {
		return err
	}
	r.program.Outputs = append(r.program.Outputs, out)
	return nil
}
