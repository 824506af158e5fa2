package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ringassay/kit"
	"ringassay/kit/slots"
	"ringassay/kit/texts"
)

const (
	callsFolder = "RINGASSAY_CALLS"      // key.txt and, once target.json is there, *.program
	callsCold   = "RINGASSAY_CALLS_COLD" // set if caches are to be emptied between rounds
	callsSpan   = 40 * time.Millisecond  // how long each operation is repeated
	callsPairs  = 12                     // operands that calls take in turns
)

// TestCallsInLoops prints what programs would take if each of Lattigo's calls
// took what it takes in a loop: a line of JSON for each program, its file, the
// sum of the calls' median CPU times. The target that programs are planned for
// is written first; tests/evaluation/gate_costs.py plans them, and sets what
// the harness reports beside the sums.
func TestCallsInLoops(t *testing.T) {
	folder := os.Getenv(callsFolder)
	if folder == "" {
		t.Skip(callsFolder + " is not set: see tests/evaluation/gate_costs.py")
	}
	text := must(os.ReadFile(filepath.Join(folder, "key.txt")))(t)
	c := new(client)
	keys := must(c.MakeKeys(must(texts.ParseKeyParams(text))(t)))(t)
	target := must(keys.Target.Chunk())(t)
	if err := os.WriteFile(filepath.Join(folder, "target.json"), target, 0o600); err != nil {
		t.Fatal(err)
	}
	files := must(filepath.Glob(filepath.Join(folder, "*.program")))(t)
	if len(files) == 0 {
		return
	}
	on := must(loadKeys(keys.Public))(t)
	zeros := must(c.EncryptRow(make([]uint64, keys.Target.Row)))(t)
	loops := &loops{t: t, on: on.(*backend), zeros: zeros}
	if os.Getenv(callsCold) != "" {
		loops.caches = make([]byte, 64<<20)
	}
	output := json.NewEncoder(os.Stdout)
	for _, file := range files {
		program := must(slots.Parse(must(os.ReadFile(file))(t)))(t)
		if err := output.Encode(map[string]any{"circuit": file, "cpu_ns": loops.sum(program)}); err != nil {
			t.Fatal(err)
		}
	}
}

type loops struct {
	t      *testing.T
	on     *backend
	zeros  []byte
	caches []byte
}

// sum adds up the operations of a program that compute.
func (l *loops) sum(program *slots.Program) (total int64) {
	levels := make([]int, program.Registers)
	for _, op := range program.Ops {
		var level int
		switch op.Code {
		case slots.Free, slots.Encrypt:
			continue
		case slots.Input:
			levels[op.To] = int(op.Level)
			continue
		case slots.Lower:
			levels[op.To], level = int(op.Level), int(op.Level+op.Step)
		default:
			level = levels[op.A]
			levels[op.To] = level
		}
		total += l.time(op, level)
	}
	return total
}

// time is the median CPU time of a call, on operands in turns; results are kept
// until the next round.
func (l *loops) time(op slots.Op, level int) int64 {
	l.t.Helper()
	var operands [callsPairs][2]cipher
	for i := range operands {
		operands[i] = [2]cipher{l.fresh(level), l.fresh(level)}
	}
	call := func(a, b cipher) (cipher, error) {
		switch op.Code {
		case slots.Add:
			return l.on.Add(a, b)
		case slots.Sub:
			return l.on.Sub(a, b)
		case slots.Neg:
			return l.on.Negate(a)
		case slots.Mul:
			return l.on.Multiply(a, b)
		case slots.Square:
			return l.on.Square(a)
		case slots.Rotate:
			return l.on.Rotate(a, int(op.Step))
		case slots.Lower:
			return l.on.Lower(a, int(op.Level), int(op.Step))
		}
		l.t.Fatal("programs without rows")
		return nil, nil
	}
	var times []int64
	for begun := time.Now(); time.Since(begun) < callsSpan || len(times) < 5; {
		for i := range l.caches {
			l.caches[i]++
		}
		var kept []cipher
		for _, pair := range operands {
			start := kit.CPUNs()
			result := must(call(pair[0], pair[1]))(l.t)
			times = append(times, kit.CPUNs()-start)
			kept = append(kept, result)
		}
		for _, result := range kept {
			l.on.Release(result)
		}
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// fresh is an encryption of zeros at a level.
func (l *loops) fresh(level int) cipher {
	l.t.Helper()
	return must(l.on.Load(l.zeros, level))(l.t)
}
