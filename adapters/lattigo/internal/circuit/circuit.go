// Package circuit reads the SIMD circuits, inputs and key parameters of
// docs/formats.md and writes outputs.
package circuit

// Op is the type of a gate.
type Op uint8

// The gates of the SIMD dialect. Sub and Neg exist in Z_t only.
const (
	Add Op = iota
	AddConst
	Mul
	MulConst
	Rotate
	Select
	Sub
	Neg
)

var opNames = [...]string{"LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT", "LSUB", "LNEG"}

// String returns the gate's name in a circuit file.
func (op Op) String() string { return opNames[op] }

// Names returns the names of all gates.
func Names() []string { return append([]string(nil), opNames[:]...) }

// Gate is one gate. Nodes are numbered: wires are 0..Wires-1 and gate i of
// Circuit.Gates is node Wires+i; operands are nodes with a smaller number.
type Gate struct {
	Op     Op
	A, B   int    // operands; B is used by Add, Mul, Select, Sub
	Amount int    // Rotate: out[(i+Amount) mod Batch] = in[i], 0 <= Amount < Batch
	Const  Vector // AddConst, MulConst, Select: Batch values below the modulus
}

// Binary says whether the gate has two operands.
func (g *Gate) Binary() bool {
	return g.Op == Add || g.Op == Mul || g.Op == Select || g.Op == Sub
}

// Circuit is a valid circuit; its output is its last gate.
type Circuit struct {
	Wires   int
	Depth   float64 // as the file declares it
	Batch   int     // entries of a vector
	Modulus uint64  // t of Z_t; 0 for gf2
	Gates   []Gate
}

// Limits of docs/formats.md.
const (
	maxBytes      = 256 << 20
	maxGates      = 10_000_000
	maxWires      = 1_000_000
	MaxBatch      = 1 << 17
	maxLineGf2    = 1 << 20
	maxLineZt     = 16 << 20
	maxModulusBit = 62
)
