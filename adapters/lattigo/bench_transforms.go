package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
)

// dense is the number of rows of a dense matrix.
const dense = 1024

// transforms are linear transforms by the numbers of their diagonals.
var transforms = map[string]int{
	"diagonals_1": 1, "diagonals_16": 16, "diagonals_64": 64, "diagonals_256": 256, "diagonals_dense": dense,
}

// ratios are the logarithms of baby steps over giant steps that are tried; with
// oneByOne there are no giant steps, and a key for each diagonal.
var ratios = []int{0, 1, 2, 3, 4}

const (
	oneByOne = -1
	// mostOneByOne diagonals have keys for each: those of more take gigabytes.
	mostOneByOne = 16
)

// transform is a matrix, encoded, with its diagonals and slots.
type transform struct {
	matrix    lintrans.LinearTransformation
	diagonals []int
	slots     int
	ratio     int
}

// diagonal is entry j of the diagonal d of every matrix.
func diagonal(d, j int) float64 { return (float64((d*131+j*17+5)%257)/128 - 1) / 4 }

// matrix encodes a matrix for a ratio of baby steps over giant steps.
func (r *reals) matrix(name string, ratio int) (*transform, error) {
	logSlots := r.p.LogMaxSlots()
	if name == "diagonals_dense" {
		logSlots = min(logSlots, int(math.Log2(dense)))
	}
	slots := 1 << logSlots
	indices := make([]int, min(transforms[name], slots))
	for d := range indices {
		indices[d] = d
	}
	if len(indices) == 1 {
		indices[0] = 1
	}
	diagonals := make(lintrans.Diagonals[float64])
	for _, d := range indices {
		diagonals[d] = make([]float64, slots)
		for j := range slots {
			diagonals[d][j] = diagonal(d, j)
		}
	}
	level := r.p.MaxLevel()
	made := lintrans.NewTransformation(r.p, lintrans.Parameters{
		DiagonalsIndexList: indices, LevelQ: level, LevelP: r.p.MaxLevelP(),
		Scale:                     rlwe.NewScale(r.p.Q()[level]),
		LogDimensions:             ring.Dimensions{Rows: 0, Cols: logSlots},
		LogBabyStepGiantStepRatio: ratio,
	})
	if err := lintrans.Encode(r.encoder, diagonals, made); err != nil {
		return nil, fmt.Errorf("a matrix cannot be encoded: %w", err)
	}
	return &transform{made, indices, slots, ratio}, nil
}

// chooseTransforms encodes the matrices of the operations that are asked for, each
// with the ratio that is fastest here; returned are the automorphisms that they take.
// The memory of the trials is given back, and does not count as the process's peak.
func (r *reals) chooseTransforms(asked []string) ([]uint64, error) {
	var elements []uint64
	for _, name := range asked {
		count, ok := transforms[name]
		if !ok {
			continue
		}
		tried := ratios
		if count <= mostOneByOne {
			tried = append([]int{oneByOne}, ratios...)
		}
		if count == 1 {
			tried = []int{oneByOne}
		}
		best, least := tried[0], math.Inf(1)
		for _, ratio := range tried[:len(tried)*min(1, len(tried)-1)] {
			took, err := r.trial(name, ratio)
			if err != nil {
				return nil, err
			}
			if took < least {
				best, least = ratio, took
			}
		}
		made, err := r.matrix(name, best)
		if err != nil {
			return nil, err
		}
		r.transforms[name] = made
		elements = append(elements, made.matrix.GaloisElements(r.p)...)
	}
	runtime.GC()
	debug.FreeOSMemory()
	// 5 resets the peak that the system keeps (proc(5)); where it may not be written
	// the peak includes the trials.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o200)
	return elements, nil
}

// trial is the least time of three products with a matrix in nanoseconds, with keys
// of its own.
func (r *reals) trial(name string, ratio int) (float64, error) {
	made, err := r.matrix(name, ratio)
	if err != nil {
		return 0, err
	}
	k := newKeyed(r.p.Parameters, made.matrix.GaloisElements(r.p))
	evaluator := lintrans.NewEvaluator(ckks.NewEvaluator(r.p, k.set))
	operand := ckks.NewCiphertext(r.p, 1, r.p.MaxLevel())
	operand.LogDimensions.Cols = int(math.Log2(float64(made.slots)))
	least := math.Inf(1)
	for range 3 {
		runtime.GC()
		took, err := timed(func() error { _, err := evaluator.EvaluateNew(operand, made.matrix); return err }, 1)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		least = min(least, took)
	}
	return least, nil
}

// steps says which ratios were chosen.
func (r *reals) steps() string {
	var said []string
	for name, one := range r.transforms {
		if one.ratio != oneByOne {
			said = append(said, fmt.Sprintf("%s 2^%d", strings.TrimPrefix(name, "diagonals_"), one.ratio))
		} else if len(one.diagonals) > 1 {
			said = append(said, strings.TrimPrefix(name, "diagonals_")+" without giant steps")
		}
	}
	if len(said) == 0 {
		return ""
	}
	slices.Sort(said)
	return "diagonals, baby steps over giant steps, the fastest of those tried: " + strings.Join(said, ", ")
}
