package bgv

import (
	"math"
	"math/bits"

	"ringassay/kit/slots"
)

// gate is the noise of a gate whose operands, all alike, have a noise.
type gate func(noise *slots.Noise, a float64) float64

func sumGate(_ *slots.Noise, a float64) float64          { return a + 1 }
func product(noise *slots.Noise, a float64) float64      { return sumLog(2*a, noise.KeySwitch) }
func plainProduct(noise *slots.Noise, a float64) float64 { return a + noise.MultiplyPlain }
func keySwitch(noise *slots.Noise, a float64) float64    { return sumLog(a, noise.KeySwitch) }

// carries says whether the noise model carries every circuit of a depth. It
// follows the circuits that need most: chains of one kind of gate and
// alternations of two, by the depth table of docs/formats.md (multiplication
// 1, by a constant 0.5, selection 0.6, rotation 0.25 at least, addition 0.1). A
// circuit that spends its depth in any other way loses less per unit of depth.
func carries(noise slots.Noise, depth float64, batch, row int) bool {
	const slack = 1e-9
	if row%batch == 0 { // then every row repeats after batch slots
		noise.MultiplyPlain -= math.Log2(float64(row)/float64(batch)) / 2
	}
	rotation := make([]gate, switches(batch))
	for i := range rotation {
		rotation[i] = keySwitch
	}
	for _, kind := range []struct {
		cost  float64
		gates []gate
	}{
		{1, []gate{product}},
		{0.5, []gate{plainProduct}},
		{0.6, []gate{sumGate, plainProduct, sumGate}},
		{1.5, []gate{product, plainProduct}},
		{2, []gate{product, plainProduct, plainProduct}},
		{1.6, []gate{product, sumGate, plainProduct, sumGate}},
		{0.25, rotation},
		{0.1, []gate{sumGate}},
	} {
		at := state{level: len(noise.Capacity) - 1, noise: noise.Fresh}
		for range int(math.Floor(depth/kind.cost + slack)) {
			for _, gate := range kind.gates {
				at = at.after(gate, &noise)
			}
		}
		// What is left of the depth goes into the costliest gates that fit.
		for rest := math.Mod(depth+slack, kind.cost); rest >= 0.5; rest -= 0.5 {
			at = at.after(plainProduct, &noise)
		}
		if at.noise > noise.Capacity[at.level] {
			return false
		}
	}
	return true
}

// switches is how many key switches a rotation of a vector takes at most: every
// other digit of its non-adjacent form.
func switches(batch int) int { return (bits.Len(uint(batch-1)) + 1) / 2 }

// state is a value at a level.
type state struct {
	level int
	noise float64
}

// after is the result of a gate at the level that the planner would choose
// (docs/programs.md, Levels): the one with most room, a lower one if that costs
// less than half a bit.
func (s state) after(gate gate, noise *slots.Noise) state {
	const worth = 0.5
	at := func(level int) (state, float64) {
		result := state{level, gate(noise, s.lowered(level, noise))}
		return result, noise.Capacity[level] - result.noise
	}
	chosen, most := at(s.level)
	for level := s.level - 1; level >= 0; level-- {
		result, room := at(level)
		if room <= most-worth {
			break
		}
		chosen, most = result, max(most, room)
	}
	return chosen
}

// lowered is the noise after going down to a level: primes are left out, then
// as many of the last are divided by as is worth it.
func (s state) lowered(level int, noise *slots.Noise) float64 {
	const enough = 0.5 // bits that are not worth another division
	best := s.noise
	for above := level + 1; above <= s.level; above++ {
		size := noise.Capacity[above] - noise.Capacity[level]
		if after := sumLog(s.noise-size, noise.Floor); after < best-enough {
			best = after
		}
	}
	return best
}
