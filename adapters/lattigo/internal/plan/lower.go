package plan

import (
	"fmt"

	"ringassay/adapters/lattigo/internal/circuit"
)

// value is what is known of a value while a circuit is lowered.
type value struct {
	window  Window
	bits    interval // gf2 only
	depth   float64  // multiplications on the longest way here, those by a constant counting less
	asBit   int      // gf2 only: the value squared, if that exists already; else 0
	renewed int      // the value with its copies rebuilt, if that exists already; else 0
}

// lowering carries the state of Lower.
type lowering struct {
	program *Program
	values  []value
	modulus uint64
	mode    Mode
}

// constDepth is what a multiplication by a constant counts in value.depth: its
// share of the noise of a multiplication of ciphertexts.
const constDepth = 0.65

// Lower translates the circuit. In gf2 mode says how XOR is done.
func Lower(c *circuit.Circuit, packing Packing, mode Mode) (*Program, error) {
	if !packing.Fits() {
		return nil, fmt.Errorf("a batch of %d does not fit a row of %d slots: it must divide it or be at most %d",
			packing.Batch, packing.Row, packing.Row/3)
	}
	l := &lowering{
		program: &Program{Packing: packing, Wires: c.Wires, Mode: mode},
		modulus: c.Modulus,
		mode:    mode,
	}
	for range c.Wires {
		l.values = append(l.values, value{window: packing.full(), bits: bit})
	}
	alive, multiplied := ancestry(c)
	nodes := make([]int, c.Wires+len(c.Gates))
	for i := range c.Wires {
		nodes[i] = i
	}
	for i := range c.Gates {
		if node := c.Wires + i; alive[node] {
			reduce := mode.Kind == Exact || (mode.Kind == Mixed && multiplied[node])
			nodes[node] = l.gate(&c.Gates[i], nodes, reduce)
		}
	}
	p := l.program
	p.Output = nodes[len(nodes)-1]
	out := l.values[p.Output]
	p.prune()
	p.Window, p.Width = out.window, out.bits.hi-out.bits.lo
	if -bounded < out.bits.lo && p.Width < 1<<62 {
		p.Low = int64(out.bits.lo)
	}
	return p, nil
}

// ancestry walks backwards from the output: alive nodes reach it; multiplied
// nodes reach it through a multiplication of two ciphertexts.
func ancestry(c *circuit.Circuit) (alive, multiplied []bool) {
	alive = make([]bool, c.Wires+len(c.Gates))
	multiplied = make([]bool, len(alive))
	alive[len(alive)-1] = true
	for i := len(c.Gates) - 1; i >= 0; i-- {
		node, gate := c.Wires+i, &c.Gates[i]
		if !alive[node] {
			continue
		}
		inside := multiplied[node] || gate.Op == circuit.Mul
		operands := []int{gate.A, gate.B}
		if !gate.Binary() {
			operands = operands[:1]
		}
		for _, operand := range operands {
			alive[operand] = true
			multiplied[operand] = multiplied[operand] || inside
		}
	}
	return alive, multiplied
}

// emit appends a step and returns the number of its value.
func (l *lowering) emit(step Step, v value) int {
	if !step.binary() {
		step.B = step.A
	}
	l.program.Steps = append(l.program.Steps, step)
	l.values = append(l.values, v)
	return len(l.values) - 1
}

// gate lowers one gate and returns the value of its result.
func (l *lowering) gate(g *circuit.Gate, nodes []int, reduce bool) int {
	a, b := nodes[g.A], nodes[g.B]
	if !g.Binary() {
		b = a
	}
	switch g.Op {
	case circuit.Rotate:
		return l.rotate(a, g.Amount)
	case circuit.MulConst:
		return l.mulConst(a, g.Const)
	case circuit.Neg:
		return l.emit(Step{Op: StepNeg, A: a}, l.values[a])
	case circuit.Select:
		return l.choose(a, b, g.Const)
	case circuit.AddConst:
		return l.addConst(a, g.Const, reduce)
	}
	a, b = l.meet(a, b)
	w := l.values[a].window.intersect(l.values[b].window)
	x, y := l.values[a].bits, l.values[b].bits
	d := max(l.values[a].depth, l.values[b].depth)
	switch {
	case g.Op == circuit.Mul && l.modulus == 0 && a == b:
		return a // x AND x = x
	case g.Op == circuit.Mul:
		return l.emit(Step{Op: StepMul, A: a, B: b}, value{window: w, bits: x.mul(y), depth: d + 1})
	case g.Op == circuit.Sub:
		return l.emit(Step{Op: StepSub, A: a, B: b}, value{window: w})
	case l.modulus != 0:
		return l.emit(Step{Op: StepAdd, A: a, B: b}, value{window: w})
	}
	return l.xor(a, b, w, reduce)
}

// xor adds or subtracts, whichever keeps the result nearer to zero.
func (l *lowering) xor(a, b int, w Window, reduce bool) int {
	if a == b {
		return l.emit(Step{Op: StepSub, A: a, B: a}, value{window: w, bits: interval{}})
	}
	if reduce {
		a, b = l.toBit(a), l.toBit(b)
	}
	x, y := l.values[a].bits, l.values[b].bits
	d := max(l.values[a].depth, l.values[b].depth)
	sum, difference := x.add(y), x.sub(y)
	if sum.magnitude() < difference.magnitude() {
		return l.emit(Step{Op: StepAdd, A: a, B: b}, value{window: w, bits: sum, depth: d})
	}
	return l.emit(Step{Op: StepSub, A: a, B: b}, value{window: w, bits: difference, depth: d})
}

// toBit returns a value in {0, 1} of the same parity as a value in {-1, 0, 1}:
// its square. Values that are wider, or too deep for the mode, stay as they are.
func (l *lowering) toBit(a int) int {
	v := l.values[a]
	if v.bits.isBit() || !v.bits.isSignedBit() || (l.mode.Kind == Mixed && v.depth >= l.mode.Depth) {
		return a
	}
	if v.asBit == 0 {
		l.values[a].asBit = l.emit(Step{Op: StepMul, A: a, B: a},
			value{window: v.window, bits: bit, depth: v.depth + 1})
	}
	return l.values[a].asBit
}

func (l *lowering) addConst(a int, c circuit.Vector, reduce bool) int {
	if c.Uniform(0) {
		return a
	}
	if l.modulus == 0 && reduce {
		a = l.toBit(a)
	}
	v := l.values[a]
	constant := Const{Vector: c}
	if l.modulus != 0 {
		return l.emit(Step{Op: StepAddConst, A: a, Const: constant}, value{window: v.window})
	}
	if c.Uniform(1) && v.bits.isBit() {
		// 1 - x is a bit again.
		a = l.emit(Step{Op: StepNeg, A: a}, value{window: v.window, bits: interval{-1, 0}, depth: v.depth})
		return l.emit(Step{Op: StepAddConst, A: a, Const: constant}, value{window: v.window, bits: bit, depth: v.depth})
	}
	sum, difference := v.bits.add(bit), v.bits.sub(bit)
	if sum.magnitude() < difference.magnitude() {
		return l.emit(Step{Op: StepAddConst, A: a, Const: constant}, value{window: v.window, bits: sum, depth: v.depth})
	}
	return l.emit(Step{Op: StepSubConst, A: a, Const: constant}, value{window: v.window, bits: difference, depth: v.depth})
}

func (l *lowering) mulConst(a int, c circuit.Vector) int {
	if c.Uniform(1) {
		return a
	}
	v := l.values[a]
	return l.emit(Step{Op: StepMulConst, A: a, Const: Const{Vector: c}},
		value{window: v.window, bits: v.bits.masked(), depth: v.depth + constDepth})
}

// choose lowers Select: b + c*(a-b) is one multiplication by a constant.
func (l *lowering) choose(a, b int, c circuit.Vector) int {
	switch {
	case a == b || c.Uniform(1):
		return a
	case c.Uniform(0):
		return b
	}
	a, b = l.meet(a, b)
	x, y := l.values[a], l.values[b]
	w := x.window.intersect(y.window)
	difference := l.emit(Step{Op: StepSub, A: a, B: b}, value{window: w})
	product := l.emit(Step{Op: StepMulConst, A: difference, Const: Const{Vector: c}}, value{window: w})
	return l.emit(Step{Op: StepAdd, A: product, B: b}, value{window: w, bits: x.bits.union(y.bits),
		depth: max(x.depth, y.depth) + constDepth})
}
