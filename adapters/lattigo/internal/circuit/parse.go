package circuit

import (
	"bytes"
	"fmt"
)

// Parse reads a SIMD circuit. Its time and memory are linear in the text.
func Parse(text []byte) (*Circuit, error) {
	if len(text) > maxBytes {
		return nil, fmt.Errorf("the circuit has %d bytes; at most %d are read", len(text), maxBytes)
	}
	text = trimEnd(text)
	header, rest := cutLine(text)
	c, err := parseHeader(&scanner{text: header, line: 1})
	if err != nil {
		return nil, err
	}
	maxLine := maxLineGf2
	if c.Modulus != 0 {
		maxLine = maxLineZt
	}
	nodes := make(map[uint64]int)
	for number := 2; rest != nil; number++ {
		var line []byte
		line, rest = cutLine(rest)
		s := &scanner{text: line, line: number}
		if len(line) > maxLine || len(c.Gates) == maxGates {
			return nil, s.fail(fmt.Sprintf("a line of at most %d bytes, and at most %d gates", maxLine, maxGates))
		}
		if err := c.parseGate(s, nodes); err != nil {
			return nil, err
		}
	}
	if len(c.Gates) == 0 {
		return nil, &SyntaxError{Line: 2, Column: 1, Expected: "a gate", Got: "the end of the circuit"}
	}
	return c, nil
}

// cutLine returns the first line without its end, and what follows it; nil
// when nothing does.
func cutLine(text []byte) (line, rest []byte) {
	line, rest, found := bytes.Cut(text, []byte("\n"))
	if !found {
		rest = nil
	}
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

func parseHeader(s *scanner) (*Circuit, error) {
	f, err := s.fields(map[string]uint64{"W": maxWires + 1, "L": MaxBatch + 1, "T": 1 << maxModulusBit})
	if err != nil {
		return nil, err
	}
	modulus, zt := f.numbers["T"]
	if f.numbers["W"] < 1 || f.numbers["L"] < 1 || !f.hasD || (zt && modulus < 2) {
		return nil, s.fail("W >= 1, L >= 1 and D, and T >= 2 if at all")
	}
	return &Circuit{
		Wires: int(f.numbers["W"]), Depth: f.depth, Batch: int(f.numbers["L"]), Modulus: modulus,
	}, nil
}

// parseGate reads one line "G7:LROTATE(W0,1)" and appends the gate. nodes maps
// the ids of the gates so far to their nodes.
func (c *Circuit) parseGate(s *scanner, nodes map[uint64]int) error {
	if err := s.need("G"); err != nil {
		return err
	}
	start := s.pos
	id, err := s.number("a gate's number", 1<<62)
	if err != nil {
		return err
	}
	if _, taken := nodes[id]; taken {
		s.pos = start
		return s.fail("a gate's number that is not taken")
	}
	if err := s.need(":"); err != nil {
		return err
	}
	op, err := c.parseOp(s)
	if err != nil {
		return err
	}
	gate, err := c.parseOperands(s, op, nodes)
	if err != nil {
		return err
	}
	if !s.end() {
		return s.fail("the end of the line")
	}
	nodes[id] = c.Wires + len(c.Gates)
	c.Gates = append(c.Gates, gate)
	return nil
}

func (c *Circuit) parseOp(s *scanner) (Op, error) {
	s.skip()
	start := s.pos
	name := s.word()
	for op, known := range opNames {
		if name == known && (c.Modulus != 0 || Op(op) < Sub) {
			return Op(op), nil
		}
	}
	s.pos = start
	return 0, s.fail("a gate type of this plaintext space")
}

func (c *Circuit) parseOperands(s *scanner, op Op, nodes map[uint64]int) (gate Gate, err error) {
	gate.Op = op
	if err = s.need("("); err != nil {
		return
	}
	if gate.A, err = c.parseNode(s, nodes); err != nil {
		return
	}
	if gate.Binary() {
		if err = s.need(","); err != nil {
			return
		}
		if gate.B, err = c.parseNode(s, nodes); err != nil {
			return
		}
	}
	switch op {
	case Rotate:
		var amount uint64
		if err = s.need(","); err != nil {
			return
		}
		if amount, err = s.number("an amount", uint64(c.Batch)); err != nil {
			return
		}
		gate.Amount = int(amount)
	case AddConst, MulConst, Select:
		limit := c.Modulus
		if c.Modulus == 0 || op == Select {
			limit = 2
		}
		if err = s.need(","); err != nil {
			return
		}
		if gate.Const, err = s.constant(c.Batch, c.Modulus == 0, limit); err != nil {
			return
		}
	}
	err = s.need(")")
	return
}

// parseNode reads a wire or an earlier gate.
func (c *Circuit) parseNode(s *scanner, nodes map[uint64]int) (int, error) {
	if s.take("W") {
		wire, err := s.number("a wire", uint64(c.Wires))
		return int(wire), err
	}
	if err := s.need("G"); err != nil {
		return 0, s.fail("a wire or a gate")
	}
	start := s.pos
	id, err := s.number("a gate's number", 1<<62)
	if err != nil {
		return 0, err
	}
	node, known := nodes[id]
	if !known {
		s.pos = start
		return 0, s.fail("a gate defined on an earlier line")
	}
	return node, nil
}
