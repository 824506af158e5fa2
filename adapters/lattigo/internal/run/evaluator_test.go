package run

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/plan"
	"ringassay/adapters/lattigo/internal/scheme"
	"ringassay/adapters/lattigo/internal/testkit"
)

// rig is a key pair and everything that works with it.
type rig struct {
	t      *testing.T
	params *scheme.Params
	secret *rlwe.SecretKey
	client *scheme.Client
	eval   *Evaluator
	random *rand.Rand
}

// newRig makes keys for the parameters and sends them through their
// serialisation, as between client and server.
func newRig(t *testing.T, kp circuit.KeyParams) *rig {
	t.Helper()
	choice, err := scheme.Choose(&kp)
	if err != nil {
		t.Fatal(err)
	}
	return newRigWith(t, choice)
}

func newRigWith(t *testing.T, choice *scheme.Choice) *rig {
	t.Helper()
	params, err := scheme.Build(choice)
	if err != nil {
		t.Fatal(err)
	}
	secret, keys := scheme.Generate(params)
	chunks, err := keys.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	serverParams, serverKeys, err := scheme.UnmarshalKeys(chunks)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("N=%d t=%d log QP=%.0f levels=%d+%d L=%d row=%d refreshes=%v", 1<<params.LogN, params.T,
		params.LogQP(), len(params.Q), len(params.P), params.Batch, params.Packing().Row, params.Refreshes)
	return &rig{t: t, params: serverParams, secret: secret, client: scheme.NewClient(params, secret, keys.Public),
		eval: NewEvaluator(serverParams, serverKeys), random: rand.New(rand.NewPCG(7, uint64(params.LogN)))}
}

// check runs a circuit under encryption and compares with the naive evaluator.
// It returns the schedule.
func (r *rig) check(g *testkit.Circuit, mode plan.Mode) *plan.Schedule {
	r.t.Helper()
	c, err := circuit.Parse(g.Text())
	if err != nil {
		r.t.Fatal(err)
	}
	var schedule *plan.Schedule
	if mode.Kind < 0 {
		schedule, err = Prepare(c, r.params)
	} else {
		schedule, err = PrepareIn(c, r.params, mode)
	}
	if err != nil {
		r.t.Fatalf("%v\n%s", err, g.Text())
	}
	input := g.RandomInput(r.random)
	chunks := r.encrypt(g.Config, input)
	result, err := r.eval.Evaluate(schedule, func(wire int) (*rlwe.Ciphertext, error) {
		return r.params.UnmarshalCiphertext(chunks[wire])
	})
	if err != nil {
		r.t.Fatal(err)
	}
	got, err := r.client.Decrypt(result.Marshal())
	if err != nil {
		r.t.Fatal(err)
	}
	if want := g.Evaluate(input); !slices.Equal(got, want) {
		r.t.Fatalf("mode %v, margin %.1f\n%s\ngot  %v\nwant %v", schedule.Program.Mode, schedule.Margin, g.Text(), got, want)
	}
	return schedule
}

// encrypt sends an input through its text form into ciphertext chunks.
func (r *rig) encrypt(config testkit.Config, input [][]uint64) [][]byte {
	r.t.Helper()
	vectors, err := circuit.ParseInput(config.InputText(input), config.Batch, config.Modulus)
	if err != nil {
		r.t.Fatal(err)
	}
	chunks, err := r.client.Encrypt(vectors)
	if err != nil {
		r.t.Fatal(err)
	}
	return chunks
}

// anyMode asks for the mode that Prepare chooses.
var anyMode = plan.Mode{Kind: -1}

// bigPrime has 36 bits and is 1 mod 2^17.
const bigPrime = 68724326401

// chainOf draws gate types.
func chainOf(r *rand.Rand, types []string, length int) []string {
	chain := make([]string, length)
	for i := range chain {
		chain[i] = types[r.IntN(len(types))]
	}
	return chain
}

// TestEveryGate runs each type of gate alone, twice in a row, and all of them
// mixed, with a batch that divides the row and one that does not.
func TestEveryGate(t *testing.T) {
	for _, c := range []struct {
		batch   int
		modulus uint64
	}{{6, 0}, {64, 0}, {42, 65537}, {64, 786433}, {5, 257}, {8, bigPrime}} {
		types := testkit.Gf2Gates
		if c.modulus != 0 {
			types = testkit.ZtGates
		}
		t.Run(fmt.Sprintf("L=%d,T=%d", c.batch, c.modulus), func(t *testing.T) {
			r := newRig(t, circuit.KeyParams{Batch: c.batch, Depth: 2, Security: 128, Modulus: c.modulus})
			config := testkit.Config{Wires: 3, Batch: c.batch, Modulus: c.modulus, Gates: types}
			for _, gate := range types {
				r.check(testkit.Chain(r.random, config, gate), anyMode)
				r.check(testkit.Chain(r.random, config, gate, gate), anyMode)
			}
			for range 4 {
				config.Wires, config.Depth = 5, 1
				r.check(testkit.Mixed(r.random, config), anyMode)
			}
		})
	}
}

// TestModes runs the same gf2 circuits in every mode.
func TestModes(t *testing.T) {
	r := newRig(t, circuit.KeyParams{Batch: 6, Depth: 6, Security: 128})
	config := testkit.Config{Wires: 4, Batch: 6, Depth: 2, Gates: []string{"LADD", "LADD", "LADDconst", "LMUL", "LSELECT"}}
	squared := 0
	for range 4 {
		g := testkit.Mixed(r.random, config)
		steps := []int{}
		for _, mode := range []plan.Mode{{Kind: plan.Lazy}, {Kind: plan.Mixed, Depth: 2}, {Kind: plan.Exact}} {
			steps = append(steps, len(r.check(g, mode).Program.Steps))
		}
		if steps[2] > steps[0] {
			squared++
		}
	}
	if squared == 0 {
		t.Fatal("no circuit made exact mode do anything")
	}
}

// TestExactModeIsChosen: sums of products double until t does not carry them,
// so bits must be made on the way.
func TestExactModeIsChosen(t *testing.T) {
	r := newRig(t, circuit.KeyParams{Batch: 4, Depth: 6, Security: 128})
	config := testkit.Config{Wires: 4, Batch: 4}
	// Each pair doubles the interval: a sum of a value and itself rotated.
	g := &testkit.Circuit{Config: config, Depth: 6}
	last := 0
	add := func(gate testkit.Gate) int {
		gate.Amount, gate.Const = 1, make([]uint64, 4)
		g.Gates = append(g.Gates, gate)
		return config.Wires + len(g.Gates) - 1
	}
	for range 17 {
		rotated := add(testkit.Gate{Type: "LROTATE", A: last})
		last = add(testkit.Gate{Type: "LADD", A: last, B: rotated})
	}
	if s := r.checkFailing(g); s == nil {
		t.Fatal("17 doublings fit into t, or into the levels as squares")
	}
	g.Gates, last = nil, 0
	for range 3 {
		rotated := add(testkit.Gate{Type: "LROTATE", A: last})
		last = add(testkit.Gate{Type: "LADD", A: last, B: rotated})
	}
	// Lazily these reach 4, and the products of it 4^8.
	for range 3 {
		rotated := add(testkit.Gate{Type: "LROTATE", A: last})
		last = add(testkit.Gate{Type: "LMUL", A: last, B: rotated})
	}
	if s := r.check(g, anyMode); s.Program.Mode.Kind == plan.Lazy {
		t.Fatalf("lazy mode took an output that spans %.0f", s.Program.Width)
	}
}

// checkFailing returns the refusal of a circuit.
func (r *rig) checkFailing(g *testkit.Circuit) *Refusal {
	r.t.Helper()
	c, err := circuit.Parse(g.Text())
	if err != nil {
		r.t.Fatal(err)
	}
	_, err = Prepare(c, r.params)
	refusal := new(Refusal)
	if !errors.As(err, &refusal) {
		return nil
	}
	return refusal
}

// TestCopiesAreRebuilt forces the mask path under encryption: 64 slots in a
// row, vectors of 20 entries.
func TestCopiesAreRebuilt(t *testing.T) {
	r := newRig(t, circuit.KeyParams{Batch: 20, Depth: 6, Security: 128, Modulus: 257})
	config := testkit.Config{Wires: 6, Batch: 20, Depth: 5, Modulus: 257, Gates: []string{"LROTATE", "LROTATE", "LADD", "LSUB"}}
	rebuilt := 0
	for range 12 {
		rebuilt += r.check(testkit.Mixed(r.random, config), anyMode).Program.Refreshes
	}
	if rebuilt < 3 {
		t.Fatalf("copies were rebuilt only %d times", rebuilt)
	}
	t.Logf("copies rebuilt %d times", rebuilt)
}

func TestTooDeepIsRefused(t *testing.T) {
	r := newRig(t, circuit.KeyParams{Batch: 8, Depth: 1, Security: 128, Modulus: 65537})
	g := testkit.Chain(r.random, testkit.Config{Wires: 2, Batch: 8, Modulus: 65537}, chainOf(r.random, []string{"LMUL"}, 9)...)
	refusal := r.checkFailing(g)
	deep := new(plan.TooDeep)
	if refusal == nil || !errors.As(refusal, &deep) {
		t.Fatalf("nine multiplications with keys for one: %v", refusal)
	}
	for _, other := range []testkit.Config{{Wires: 1, Batch: 7, Modulus: 65537}, {Wires: 1, Batch: 8, Modulus: 17}, {Wires: 1, Batch: 8}} {
		if r.checkFailing(testkit.Chain(r.random, other, "LADD")) == nil {
			t.Fatalf("a circuit with L=%d, T=%d was taken", other.Batch, other.Modulus)
		}
	}
}

// TestSecurity256 uses the highest security level there is.
func TestSecurity256(t *testing.T) {
	r := newRig(t, circuit.KeyParams{Batch: 16, Depth: 1, Security: 256})
	r.check(testkit.Mixed(r.random, testkit.Config{Wires: 3, Batch: 16, Depth: 0.5, Gates: testkit.Gf2Gates}), anyMode)
}
