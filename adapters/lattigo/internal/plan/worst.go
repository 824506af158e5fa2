package plan

import "math"

// worstChains returns the programs of declared depth that need most: chains of
// one kind of gate and alternations of two, by the depth table of
// docs/formats.md (multiplication 1, by a constant 0.5, selection 0.6, rotation
// 0.25 at least, addition 0.1). A circuit that spends its depth in any other
// way loses less per unit of depth.
func worstChains(depth float64, packing Packing) []*Program {
	const slack = 1e-9
	kinds := []struct {
		cost float64
		ops  []StepOp
	}{
		{1, []StepOp{StepMul}},
		{0.5, []StepOp{StepMulConst}},
		{0.6, []StepOp{StepSub, StepMulConst, StepAdd}},
		{1.5, []StepOp{StepMul, StepMulConst}},
		{2, []StepOp{StepMul, StepMulConst, StepMulConst}},
		{1.6, []StepOp{StepMul, StepSub, StepMulConst, StepAdd}},
		{0.25, []StepOp{StepRotate}},
		{0.1, []StepOp{StepAdd}},
	}
	var chains []*Program
	for _, kind := range kinds {
		p := &Program{Packing: packing, Wires: 1, Used: []bool{true}}
		for range int(math.Floor(depth/kind.cost + slack)) {
			p.append(kind.ops)
		}
		// What is left of the depth goes into the costliest gates that fit.
		rest := math.Mod(depth+slack, kind.cost)
		for ; rest >= 0.5; rest -= 0.5 {
			p.append([]StepOp{StepMulConst})
		}
		p.Output = len(p.Steps)
		chains = append(chains, p)
	}
	return chains
}

// MaxRotations returns how many rotations one after another a declared depth
// allows by the depth table.
func MaxRotations(depth float64, batch int) int {
	cost := 0.5
	switch {
	case batch == 600:
		cost = 0.75
	case batch > 600:
		cost = 0.25
	}
	return int(depth/cost + 1e-9)
}

// append adds steps, each on the value before and, if binary, itself.
func (p *Program) append(ops []StepOp) {
	for _, op := range ops {
		last := len(p.Steps)
		p.Steps = append(p.Steps, Step{Op: op, A: last, B: last, Shift: longestShift(p.Packing)})
	}
}

// longestShift returns a shift below the batch that takes most key switches.
func longestShift(p Packing) int {
	shift := 1
	for 4*shift+1 < p.Batch {
		shift = 4*shift + 1 // 101…01 has a non-zero digit in every other place
	}
	return shift
}

// Carries says whether every circuit of the declared depth fits the noise model.
func Carries(depth float64, packing Packing, noise *Noise) bool {
	for _, chain := range worstChains(depth, packing) {
		if _, err := assignFrom(chain, noise, len(noise.LogQ)-1); err != nil {
			return false
		}
	}
	return true
}
