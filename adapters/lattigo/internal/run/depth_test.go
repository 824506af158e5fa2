package run

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/plan"
	"ringassay/adapters/lattigo/internal/scheme"
	"ringassay/adapters/lattigo/internal/testkit"
)

// The tables of docs/adapters-lattigo.md:
//
//	go test ./internal/run -run Depth -v -circuits 1200
var circuitsPerDepth = flag.Int("circuits", 24, "random circuits for each depth")

// TestDepth plans random gf2 circuits at most as deep as declared, with the
// parameters that the declared depth gives. Up to depth 8 none is refused.
func TestDepth(t *testing.T) {
	depths := []float64{2, 3, 4, 5, 6, 7, 8}
	if *circuitsPerDepth > 100 {
		depths = append(depths, 10, 12)
	}
	batches, widths := []int{6, 8, 42, 64, 128, 378}, []int{4, 10, 30, 100}
	for _, depth := range depths {
		r := rand.New(rand.NewPCG(uint64(depth), 99))
		params := map[int]*scheme.Params{}
		var bits []float64
		var starts []int
		modes := map[plan.Kind]int{}
		rebuilt, refused := 0, 0
		for i := range *circuitsPerDepth {
			batch := batches[i%len(batches)]
			if params[batch] == nil {
				choice, err := scheme.Choose(&circuit.KeyParams{Batch: batch, Depth: depth, Security: 128})
				if err != nil {
					t.Fatal(err)
				}
				if params[batch], err = scheme.Build(choice); err != nil {
					t.Fatal(err)
				}
			}
			g := shallower(r, testkit.Config{Wires: widths[i/len(batches)%len(widths)], Batch: batch, Gates: testkit.Gf2Gates}, depth)
			c, err := circuit.Parse(g.Text())
			if err != nil {
				t.Fatal(err)
			}
			lazy, err := plan.Lower(c, params[batch].Packing(), plan.Mode{Kind: plan.Lazy})
			if err != nil {
				t.Fatal(err)
			}
			bits = append(bits, math.Log2(lazy.Width+1))
			schedule, err := Prepare(c, params[batch])
			if err != nil {
				if refused++; depth <= 8 {
					t.Errorf("depth %.1f of %g: %v", g.Depth, depth, err)
				}
				continue
			}
			modes[schedule.Program.Mode.Kind]++
			rebuilt += schedule.Program.Refreshes
			starts = append(starts, schedule.Start)
		}
		slices.Sort(bits)
		slices.Sort(starts)
		p := params[42]
		t.Logf("D=%-3g N=%-6d log2 t=%.0f levels %-2d log2 QP=%.0f keys %3.0f MB | log2 span: median %.1f, 99 %% %.1f, max %.1f | "+
			"lazy %d, mixed %d, exact %d, refused %d | enters at level: median %d, max %d | rebuilt %d",
			depth, 1<<p.LogN, math.Log2(float64(p.T)), len(p.Q)-1, p.LogQP(), float64(p.KeyBytes())/1e6,
			bits[len(bits)/2], bits[len(bits)*99/100], bits[len(bits)-1],
			modes[plan.Lazy], modes[plan.Mixed], modes[plan.Exact], refused, starts[len(starts)/2], starts[len(starts)-1], rebuilt)
	}
}

// shallower makes a circuit of a depth in (depth-1, depth].
func shallower(r *rand.Rand, config testkit.Config, depth float64) *testkit.Circuit {
	for {
		config.Depth = depth - 1 + r.Float64()
		if g := testkit.Mixed(r, config); g.Depth <= depth {
			return g
		}
	}
}
