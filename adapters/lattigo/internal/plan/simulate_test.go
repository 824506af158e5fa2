package plan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/testkit"
)

// simulate executes a program on rows of slots in the clear, by the literal
// meaning of each step: rotations move the whole row, its seam included.
func simulate(p *Program, input [][]uint64, t uint64) []uint64 {
	row := p.Packing.Row
	var values [][]uint64
	for _, vector := range input {
		values = append(values, fill(row, func(j int) uint64 { return vector[j%len(vector)] }))
	}
	for _, s := range p.Steps {
		a, b := values[s.A], values[s.B]
		c := func(j int) uint64 {
			if n := s.Const.Vector.Len(); n > 0 {
				return s.Const.Vector.At(j % n)
			}
			if s.Const.Mask.Lo <= j && j < s.Const.Mask.Hi {
				return 1
			}
			return 0
		}
		values = append(values, fill(row, func(j int) uint64 {
			switch s.Op {
			case StepAdd:
				return (a[j] + b[j]) % t
			case StepSub:
				return (a[j] + t - b[j]) % t
			case StepNeg:
				return (t - a[j]) % t
			case StepAddConst:
				return (a[j] + c(j)) % t
			case StepSubConst:
				return (a[j] + t - c(j)) % t
			case StepMul:
				return a[j] * b[j] % t
			case StepMulConst:
				return a[j] * c(j) % t
			default:
				return a[((j-s.Shift)%row+row)%row]
			}
		}))
	}
	return values[p.Output]
}

func fill(n int, f func(j int) uint64) []uint64 {
	out := make([]uint64, n)
	for j := range out {
		out[j] = f(j)
	}
	return out
}

// read takes the output out of every slot of the window and fails if two
// copies disagree.
func read(t *testing.T, p *Program, slots []uint64, modulus, carrier uint64) []uint64 {
	t.Helper()
	batch := p.Packing.Batch
	if p.Window.Width() < batch {
		t.Fatalf("the output's window %v is narrower than the batch %d", p.Window, batch)
	}
	out := make([]uint64, batch)
	for j := p.Window.Lo; j < p.Window.Hi; j++ {
		x := slots[j]
		if modulus == 0 {
			low := uint64(((p.Low % int64(carrier)) + int64(carrier)) % int64(carrier))
			x = ((x+carrier-low)%carrier + uint64(p.Low)) & 1
		}
		if j >= p.Window.Lo+batch && out[j%batch] != x {
			t.Fatalf("slot %d holds %d, another copy of entry %d holds %d", j, x, j%batch, out[j%batch])
		}
		out[j%batch] = x
	}
	return out
}

// TestLoweredProgramsComputeTheCircuit checks windows, rotations, rebuilt
// copies and the carrying of bits on rows small enough to need all of them.
func TestLoweredProgramsComputeTheCircuit(t *testing.T) {
	const carrier = 1 << 31 >> 1 // room for any sum in these circuits; need not be prime in the clear
	r := rand.New(rand.NewPCG(11, 12))
	refreshed, wide := 0, 0
	for i := range 600 {
		packing := Packing{Row: 16 << r.IntN(4)}
		packing.Batch = packing.Row/3 - r.IntN(2) // hardly three copies
		switch i % 4 {
		case 0:
			packing.Batch = 4 // divides every row
		case 1:
			packing.Batch = 1 + r.IntN(5)
		}
		config := testkit.Config{Wires: 1 + r.IntN(6), Batch: packing.Batch, Depth: 1 + 7*r.Float64()}
		config.Gates = [][]string{testkit.Gf2Gates, {"LROTATE", "LADD"}, {"LROTATE", "LMUL", "LSELECT"}}[i%2*(1+r.IntN(2))]
		modes, modulus := []Mode{{Kind: Lazy}, {Kind: Mixed, Depth: 1}, {Kind: Mixed, Depth: 99}, {Kind: Exact}}, uint64(carrier-1)
		if i%5 == 4 {
			config.Modulus, config.Gates = 257, testkit.ZtGates
			modes, modulus = []Mode{{Kind: Integers}}, 257
		}
		g := testkit.Mixed(r, config)
		c, err := circuit.Parse(g.Text())
		if err != nil {
			t.Fatal(err)
		}
		input := g.RandomInput(r)
		want := g.Evaluate(input)
		for _, mode := range modes {
			p, err := Lower(c, packing, mode)
			if err != nil {
				t.Fatal(err)
			}
			refreshed += p.Refreshes
			if p.Width >= float64(modulus) {
				wide++
				continue
			}
			got := read(t, p, simulate(p, input, modulus), config.Modulus, modulus)
			if !slices.Equal(got, want) {
				t.Fatalf("%v mode, row %d\n%s\ninput %v\ngot  %v\nwant %v", mode, packing.Row, g.Text(), input, got, want)
			}
		}
	}
	if refreshed < 50 || wide > 60 {
		t.Fatalf("the circuits miss their aim: %d copies rebuilt, %d outputs too wide", refreshed, wide)
	}
}

func TestBitsStayBits(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 50 {
		g := testkit.Mixed(r, testkit.Config{Wires: 6, Batch: 4, Depth: 4, Gates: testkit.Gf2Gates})
		c, err := circuit.Parse(g.Text())
		if err != nil {
			t.Fatal(err)
		}
		p, err := Lower(c, Packing{Row: 16, Batch: 4}, Mode{Kind: Exact})
		if err != nil {
			t.Fatal(err)
		}
		if p.Width > 2 || p.Low < -1 {
			t.Fatalf("exact mode left the output in [%d, %g]\n%s", p.Low, float64(p.Low)+p.Width, g.Text())
		}
	}
}

func TestDigits(t *testing.T) {
	for shift := -5000; shift <= 5000; shift++ {
		sum, before := 0, 0
		for _, digit := range Digits(shift) {
			size := max(digit, -digit)
			if size&(size-1) != 0 || (before != 0 && size <= 2*before) {
				t.Fatalf("%d: digit %d after %d", shift, digit, before)
			}
			sum, before = sum+digit, size
		}
		if sum != shift {
			t.Fatalf("the digits of %d add up to %d", shift, sum)
		}
	}
}

func TestShiftPowersSuffice(t *testing.T) {
	for _, row := range []int{1, 2, 8, 64, 4096} {
		for batch := 1; batch <= row; batch++ {
			p := Packing{Row: row, Batch: batch}
			if !p.Fits() {
				continue
			}
			for _, refreshes := range []bool{false, true} {
				reach := batch - 1
				if refreshes {
					reach = row
				}
				most := 0
				for shift := -reach; shift <= reach; shift++ {
					for _, digit := range Digits(p.Wrap(shift)) {
						most = max(most, digit, -digit)
					}
				}
				power := p.MaxShiftPower(refreshes)
				if most > 0 && (power < 0 || most > 1<<power) {
					t.Fatalf("%+v refreshes=%v: a digit of %d, but keys up to 2^%d", p, refreshes, most, power)
				}
			}
		}
		if row == 4096 {
			break
		}
	}
}
