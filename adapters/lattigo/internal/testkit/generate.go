// Package testkit makes random circuits and evaluates them in the clear. It is
// the oracle of the tests and shares no code with what they test.
package testkit

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Config says what circuits to make.
type Config struct {
	Wires   int
	Batch   int
	Depth   float64 // of the output, as the depth table counts
	Modulus uint64  // 0 for gf2
	Gates   []string
}

// Gf2Gates and ZtGates are the gate types of the two plaintext spaces.
var (
	Gf2Gates = []string{"LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT"}
	ZtGates  = append([]string{"LSUB", "LNEG"}, Gf2Gates...)
)

// Gate is a gate of a generated circuit; node Wires+i is the result of gate i.
type Gate struct {
	Type   string
	A, B   int
	Amount int
	Const  []uint64
}

// Circuit is a generated circuit.
type Circuit struct {
	Config
	Gates []Gate
	Depth float64 // of the output, the last gate
}

// depthOf is the depth table of docs/formats.md.
func depthOf(gate string, batch int) float64 {
	switch gate {
	case "LADD", "LSUB":
		return 0.1
	case "LMUL":
		return 1
	case "LMULconst":
		return 0.5
	case "LSELECT":
		return 0.6
	case "LROTATE":
		switch {
		case batch == 600:
			return 0.75
		case batch > 600:
			return 0.25
		}
		return 0.5
	}
	return 0
}

// Mixed makes a circuit like the generator of HEtest does: levels of as many
// gates as there are wires, first input from the level above, second from the
// two levels above, levels added until the newest lies deeper than Depth
// everywhere, output among the gates of that depth or up to 1 deeper; gates
// that the output does not need are dropped.
func Mixed(r *rand.Rand, c Config) *Circuit {
	depth := make([]float64, c.Wires)
	var gates []Gate
	previous, current := []int{}, make([]int, c.Wires)
	for i := range current {
		current[i] = i
	}
	for {
		var level []int
		shallowest := 1e9
		for range c.Wires {
			g := Gate{Type: c.Gates[r.IntN(len(c.Gates))]}
			both := append(append([]int{}, previous...), current...)
			g.A, g.B = current[r.IntN(len(current))], both[r.IntN(len(both))]
			g.Amount = r.IntN(c.Batch)
			g.Const = c.RandomConstant(r, g.Type)
			d := depth[g.A]
			if g.Binary() {
				d = max(d, depth[g.B])
			}
			d += depthOf(g.Type, c.Batch)
			depth, level = append(depth, d), append(level, c.Wires+len(gates))
			gates = append(gates, g)
			shallowest = min(shallowest, d)
		}
		previous, current = current, level
		if shallowest > c.Depth {
			break
		}
	}
	var exact, near []int
	for i := range gates {
		switch d := depth[c.Wires+i]; {
		case d > c.Depth-1e-9 && d < c.Depth+1e-9:
			exact = append(exact, i)
		case d > c.Depth && d < c.Depth+1:
			near = append(near, i)
		}
	}
	if len(exact) == 0 {
		exact = near
	}
	output := exact[r.IntN(len(exact))]
	circuit := &Circuit{Config: c, Gates: gates[:output+1], Depth: depth[c.Wires+output]}
	circuit.prune()
	return circuit
}

// Chain makes a circuit of the given gates one after another, the second
// input of each being a random wire.
func Chain(r *rand.Rand, c Config, types ...string) *Circuit {
	circuit := &Circuit{Config: c}
	for i, gate := range types {
		g := Gate{Type: gate, A: c.Wires + i - 1, B: r.IntN(c.Wires), Amount: r.IntN(c.Batch)}
		if i == 0 {
			g.A = r.IntN(c.Wires)
		}
		g.Const = c.RandomConstant(r, gate)
		circuit.Gates = append(circuit.Gates, g)
		circuit.Depth += depthOf(gate, c.Batch)
	}
	return circuit
}

// Binary says whether the gate has two inputs.
func (g *Gate) Binary() bool {
	return g.Type == "LADD" || g.Type == "LMUL" || g.Type == "LSELECT" || g.Type == "LSUB"
}

// RandomConstant returns a constant for a gate of the type.
func (c Config) RandomConstant(r *rand.Rand, gate string) []uint64 {
	limit := c.Modulus
	if c.Modulus == 0 || gate == "LSELECT" {
		limit = 2
	}
	return randomVector(r, c.Batch, limit)
}

func randomVector(r *rand.Rand, batch int, limit uint64) []uint64 {
	vector := make([]uint64, batch)
	for i := range vector {
		vector[i] = r.Uint64N(limit)
	}
	return vector
}

// RandomInput returns a vector for every wire.
func (c Config) RandomInput(r *rand.Rand) [][]uint64 {
	limit := c.Modulus
	if limit == 0 {
		limit = 2
	}
	input := make([][]uint64, c.Wires)
	for i := range input {
		input[i] = randomVector(r, c.Batch, limit)
	}
	return input
}

// prune drops the gates that the last one does not need.
func (c *Circuit) prune() {
	needed := make([]bool, c.Wires+len(c.Gates))
	needed[len(needed)-1] = true
	for i := len(c.Gates) - 1; i >= 0; i-- {
		if g := &c.Gates[i]; needed[c.Wires+i] {
			needed[g.A] = true
			if g.Binary() {
				needed[g.B] = true
			}
		}
	}
	renamed := make([]int, len(needed))
	var kept []Gate
	for node := range needed {
		switch {
		case node < c.Wires:
			renamed[node] = node
		case needed[node]:
			g := c.Gates[node-c.Wires]
			g.A = renamed[g.A]
			if g.Binary() {
				g.B = renamed[g.B]
			}
			renamed[node] = c.Wires + len(kept)
			kept = append(kept, g)
		}
	}
	c.Gates = kept
}

// Text writes the circuit in the format of docs/formats.md.
func (c *Circuit) Text() []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "W=%d,D=%.2f,L=%d", c.Wires, c.Depth, c.Batch)
	if c.Modulus != 0 {
		fmt.Fprintf(&out, ",T=%d", c.Modulus)
	}
	node := func(n int) string {
		if n < c.Wires {
			return fmt.Sprintf("W%d", n)
		}
		return fmt.Sprintf("G%d", n)
	}
	for i, g := range c.Gates {
		fmt.Fprintf(&out, "\nG%d:%s(%s", c.Wires+i, g.Type, node(g.A))
		if g.Binary() {
			out.WriteString("," + node(g.B))
		}
		switch g.Type {
		case "LROTATE":
			fmt.Fprintf(&out, ",%d", g.Amount)
		case "LADDconst", "LMULconst", "LSELECT":
			out.WriteString("," + c.vector(g.Const, true))
		}
		out.WriteString(")")
	}
	return []byte(out.String())
}

// InputText writes an input in the format of docs/formats.md.
func (c Config) InputText(input [][]uint64) []byte {
	parts := make([]string, len(input))
	for i, vector := range input {
		parts[i] = c.vector(vector, false)
	}
	return []byte("[" + strings.Join(parts, ",") + "]")
}

// OutputText writes an output in the format of docs/formats.md.
func (c Config) OutputText(output []uint64) []byte { return []byte(c.vector(output, false)) }

// vector writes bits (gf2, in brackets if asked) or a list.
func (c Config) vector(values []uint64, brackets bool) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprint(v)
	}
	switch {
	case c.Modulus != 0:
		return "[" + strings.Join(parts, ",") + "]"
	case brackets:
		return "[" + strings.Join(parts, "") + "]"
	}
	return strings.Join(parts, "")
}
