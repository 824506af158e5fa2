package plan

import (
	"errors"
	"math/rand/v2"
	"testing"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/testkit"
)

func exampleNoise(levels int) *Noise {
	logQ := []float64{40}
	for range levels {
		logQ = append(logQ, 36)
	}
	return NewNoise(1<<14, 1<<14, 65537, logQ, 2, 80, 3.2)
}

func lowered(t *testing.T, g *testkit.Circuit, mode Mode) *Program {
	t.Helper()
	c, err := circuit.Parse(g.Text())
	if err != nil {
		t.Fatal(err)
	}
	p, err := Lower(c, Packing{Row: 8192, Batch: g.Batch}, mode)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestScheduleIsWellFormed replays schedules on levels alone: every register
// is written before it is read, at the level its readers expect, and is freed
// exactly once, after its last reader.
func TestScheduleIsWellFormed(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	noise := exampleNoise(9)
	for range 100 {
		g := testkit.Mixed(r, testkit.Config{Wires: 8, Batch: 42, Depth: 3, Gates: testkit.Gf2Gates})
		s, err := Assign(lowered(t, g, Mode{Kind: Lazy}), noise)
		if err != nil {
			t.Fatal(err)
		}
		levels := map[int]int{}
		for wire, used := range s.Program.Used {
			if used {
				levels[wire] = s.Start
			}
		}
		for i, a := range s.Actions {
			for _, register := range []int{a.A, a.B} {
				level, alive := levels[register]
				switch {
				case register < 0:
				case !alive:
					t.Fatalf("action %d reads register %d, which holds nothing", i, register)
				case a.Lower && level < a.Level+a.Divide:
					t.Fatalf("action %d lowers from %d to %d, dividing %d times", i, level, a.Level, a.Divide)
				case !a.Lower && level != a.Level:
					t.Fatalf("action %d works at level %d on a register of level %d", i, a.Level, level)
				}
			}
			levels[a.Dst] = a.Level
			for _, register := range a.Free {
				if _, alive := levels[register]; register >= 0 && !alive {
					t.Fatalf("action %d frees register %d twice", i, register)
				}
				delete(levels, register)
			}
		}
		if level, alive := levels[s.Output]; !alive || level != s.Level || len(levels) != 1 {
			t.Fatalf("at the end %v are alive; the output is register %d at level %d", levels, s.Output, s.Level)
		}
		if s.Margin < reserve {
			t.Fatalf("the output has a margin of %.1f bits", s.Margin)
		}
	}
}

func TestTooDeepSaysByHowMuch(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	config := testkit.Config{Wires: 3, Batch: 8}
	for levels := range 6 {
		noise := exampleNoise(levels)
		fits := 0
		for ; fits < 20; fits++ {
			chain := make([]string, fits+1)
			for i := range chain {
				chain[i] = "LMUL"
			}
			g := testkit.Chain(r, config, chain...)
			for i := range g.Gates {
				g.Gates[i].B = (g.Gates[i].A + 1) % config.Wires // never x AND x, which is free
			}
			_, err := Assign(lowered(t, g, Mode{Kind: Lazy}), noise)
			if deep := new(TooDeep); errors.As(err, &deep) {
				if deep.Missing <= 0 || deep.Levels != levels {
					t.Fatalf("%+v with %d levels", deep, levels)
				}
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		// One multiplication for each level, the first for free if at all.
		if fits < levels || fits > levels+1 {
			t.Fatalf("%d levels carry %d multiplications", levels, fits)
		}
	}
}

// TestDeclaredDepthIsCarried: parameters that carry a depth carry any circuit
// of that depth.
func TestDeclaredDepthIsCarried(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for _, batch := range []int{6, 64, 682} {
		packing := Packing{Row: 8192, Batch: batch}
		levels := 0
		for depth := 1.0; depth <= 6; depth++ {
			for !Carries(depth, packing, exampleNoise(levels)) {
				levels++
			}
			for range 40 {
				g := testkit.Mixed(r, testkit.Config{Wires: 4, Batch: batch, Depth: depth - 1, Gates: testkit.Gf2Gates})
				if g.Depth > depth {
					continue
				}
				if _, err := Assign(lowered(t, g, Mode{Kind: Lazy}), exampleNoise(levels)); err != nil {
					t.Fatalf("depth %g, %d levels: %v\n%s", g.Depth, levels, err, g.Text())
				}
			}
		}
	}
}
