package run

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/plan"
	"ringassay/adapters/lattigo/internal/scheme"
	"ringassay/adapters/lattigo/internal/testkit"
)

// TestCallsInLoops prints what circuits would take if each of Lattigo's calls
// took what it takes in a loop: a line of JSON for each circuit, its file, the
// number of calls, the sum of their median CPU times. RINGASSAY_CIRCUITS names
// a folder with key parameters (key.txt) and circuits (*.circuit);
// tests/evaluation/gate_costs.py, which sets what the harness reports beside
// it, makes one.
func TestCallsInLoops(t *testing.T) {
	folder := os.Getenv("RINGASSAY_CIRCUITS")
	if folder == "" {
		t.Skip("RINGASSAY_CIRCUITS is not set: see tests/evaluation/gate_costs.py")
	}
	text, err := os.ReadFile(filepath.Join(folder, "key.txt"))
	if err != nil {
		t.Fatal(err)
	}
	asked, err := circuit.ParseKeyParams(text)
	if err != nil {
		t.Fatal(err)
	}
	rig := newRig(t, *asked)
	files, err := filepath.Glob(filepath.Join(folder, "*.circuit"))
	if err != nil || len(files) == 0 {
		t.Fatal("no circuits", err)
	}
	output := json.NewEncoder(os.Stdout)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := circuit.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		schedule, err := Prepare(parsed, rig.params)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for i := range schedule.Actions {
			sum += rig.inLoop(&schedule.Actions[i])
		}
		if err := output.Encode(map[string]any{
			"circuit": file, "calls": len(schedule.Actions), "cpu_ns": sum,
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// inLoop returns the median CPU time of an action's call of Lattigo.
func (r *rig) inLoop(action *plan.Action) int64 {
	r.t.Helper()
	e := r.eval
	level := action.Level
	if action.Lower {
		level += action.Divide
	}
	a, b := r.fresh(level), r.fresh(level)
	out := bgv.NewCiphertext(r.params.BGV, 1, action.Level)
	call := func() error { return e.bgv.Add(a, b, out) }
	switch {
	case action.Lower:
		call = func() error { _, err := e.lower(a, action.Level, action.Divide); return err }
	case action.Op == plan.StepSub:
		call = func() error { return e.bgv.Sub(a, b, out) }
	case action.Op == plan.StepMul:
		call = func() error { return e.bgv.MulRelin(a, b, out) }
	case action.Op == plan.StepNeg:
		call = func() error { return e.bgv.Mul(a, big.NewInt(-1), out) }
	case action.Op == plan.StepRotate:
		call = func() error { return e.rotate(a, action.Shift, out) }
	case action.Op != plan.StepAdd:
		r.t.Fatal("circuits without constants")
	}
	var times []int64
	for begun := time.Now(); time.Since(begun) < 40*time.Millisecond || len(times) < 5; {
		start := r.cpuNs()
		if err := call(); err != nil {
			r.t.Fatal(err)
		}
		times = append(times, r.cpuNs()-start)
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// fresh returns an encryption at a level.
func (r *rig) fresh(level int) *rlwe.Ciphertext {
	r.t.Helper()
	zeros := [][]uint64{make([]uint64, r.params.Batch)}
	chunks := r.encrypt(testkit.Config{Batch: r.params.Batch, Modulus: modulus(r.params)}, zeros)
	ct, err := r.params.UnmarshalCiphertext(chunks[0])
	if err != nil {
		r.t.Fatal(err)
	}
	r.eval.bgv.DropLevel(ct, ct.Level()-level)
	return ct
}

// modulus is that of circuits, 0 for bits.
func modulus(p *scheme.Params) uint64 {
	if p.Zt {
		return p.T
	}
	return 0
}

// cpuNs is the CPU time of this process, all threads.
func (r *rig) cpuNs() int64 {
	r.t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		r.t.Fatal(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
