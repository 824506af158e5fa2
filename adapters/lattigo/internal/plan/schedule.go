package plan

import (
	"fmt"
	"math"
)

// Action is one thing to do at run time, on registers that hold ciphertexts.
type Action struct {
	Op     StepOp
	Lower  bool // if set, bring register A to Level: leave out primes, then divide by the last Divide
	Level  int  // of the result
	Divide int
	A, B   int // registers read
	Dst    int // register written
	Shift  int
	Const  Const
	Free   [2]int // registers whose last reader this is; -1 if none
}

// Schedule is a Program with levels: what the evaluator executes.
type Schedule struct {
	Program   *Program
	Start     int // level at which inputs enter; primes above are left out at once
	Actions   []Action
	Registers int
	Output    int     // register
	Level     int     // of the output
	Margin    float64 // bits between the output's noise bound and its modulus
}

// version is a value at a level.
type version struct {
	register int
	level    int
	noise    float64
}

// scheduler carries the state of assign.
type scheduler struct {
	noise    *Noise
	schedule *Schedule
	versions [][]version // per value, the first is where it was made
}

// TooDeep reports that the noise of a circuit does not fit the parameters.
type TooDeep struct {
	Levels  int // levels there are
	Done    int // operations that still fit
	Total   int
	LogQ    float64
	Missing float64 // bits by which the first operation that does not fit exceeds the modulus
}

// Error implements error.
func (e *TooDeep) Error() string {
	return fmt.Sprintf("too deep: operation %d of %d exceeds the noise bound by %.1f bits "+
		"with all %d levels (log2 Q = %.1f); generate keys for a larger D",
		e.Done+1, e.Total, e.Missing, e.Levels, e.LogQ)
}

// Assign gives every step a level. It starts as low as possible: operations
// at a lower level cost less. It fails with TooDeep if even the highest start
// leaves too little room for the noise.
func Assign(p *Program, noise *Noise) (*Schedule, error) {
	top := len(noise.LogQ) - 1
	schedule, err := assignFrom(p, noise, top)
	if err != nil {
		return nil, err
	}
	// Whether a start suffices is monotone in the start but for fractions of a
	// bit; a search by halves that keeps a known good schedule is safe anyway.
	for low := 0; low < schedule.Start; {
		middle := (low + schedule.Start) / 2
		if candidate, err := assignFrom(p, noise, middle); err == nil {
			schedule = candidate
		} else {
			low = middle + 1
		}
	}
	return schedule, nil
}

func assignFrom(p *Program, noise *Noise, start int) (*Schedule, error) {
	s := &scheduler{noise: noise, schedule: &Schedule{Program: p, Start: start, Registers: p.Wires}}
	for wire := range p.Wires {
		s.versions = append(s.versions, []version{{register: wire, level: start, noise: noise.Fresh}})
	}
	for i := range p.Steps {
		v := s.step(&p.Steps[i])
		if room := noise.LogModulus(v.level) - v.noise; room < reserve {
			return nil, &TooDeep{
				Levels: start, LogQ: noise.LogModulus(start), Done: i, Total: len(p.Steps), Missing: reserve - room,
			}
		}
		s.versions = append(s.versions, []version{v})
	}
	s.finish(p.Output)
	s.schedule.markLastReads()
	return s.schedule, nil
}

// step schedules one step and returns its result.
func (s *scheduler) step(step *Step) version {
	a, m := s.versions[step.A][0], s.noise
	action := Action{Op: step.Op, Shift: step.Shift, Const: step.Const, B: -1}
	var noise float64
	switch step.Op {
	case StepAdd, StepSub, StepMul:
		b := s.versions[step.B][0]
		highest := min(a.level, b.level)
		if step.Op != StepMul {
			action.Level = s.best(highest, func(l int) float64 {
				return -sumLog(s.noiseAt(a, l), s.noiseAt(b, l))
			})
			noise = sumLog(s.noiseAt(a, action.Level), s.noiseAt(b, action.Level))
		} else {
			action.Level = s.best(highest, func(l int) float64 {
				return -s.noiseAt(a, l) - s.noiseAt(b, l)
			})
			noise = s.noiseAt(a, action.Level) + s.noiseAt(b, action.Level)
			noise = sumLog(noise, m.KeySwitch)
		}
		action.B = s.at(step.B, action.Level)
	default:
		action.Level = s.best(a.level, func(l int) float64 { return -s.noiseAt(a, l) })
		noise = s.noiseAt(a, action.Level)
		switch step.Op {
		case StepAddConst, StepSubConst:
			noise = sumLog(noise, m.Plain)
		case StepMulConst:
			noise += m.Plain
		case StepRotate:
			switches := float64(len(Digits(step.Shift)))
			noise = sumLog(noise, m.KeySwitch+math.Log2(switches))
		}
	}
	action.A = s.at(step.A, action.Level)
	return s.emit(action, noise)
}

// noiseAt is the noise of v after bringing it to a level not above its own.
func (s *scheduler) noiseAt(v version, level int) float64 {
	noise, _ := s.noise.Lowered(v.noise, v.level, level)
	return noise
}

// best returns the level, at most highest, that leaves the most room: its
// modulus and the score (minus the noise of the result) together. A lower
// level wins if it costs less than half a bit.
func (s *scheduler) best(highest int, score func(level int) float64) int {
	const worth = 0.5
	level, room := highest, s.noise.LogModulus(highest)+score(highest)
	best := room
	for l := highest - 1; l >= 0; l-- {
		at := s.noise.LogModulus(l) + score(l)
		if at <= best-worth {
			break // once it falls it falls further: every prime costs more than it divides away
		}
		level, best = l, max(best, at)
	}
	return level
}

// at returns the register that holds value v at a level, lowering it once.
func (s *scheduler) at(v, level int) int {
	for _, known := range s.versions[v] {
		if known.level == level {
			return known.register
		}
	}
	from := s.versions[v][0]
	lowered, divided := s.noise.Lowered(from.noise, from.level, level)
	made := s.emit(Action{Lower: true, A: from.register, B: -1, Level: level, Divide: divided}, lowered)
	s.versions[v] = append(s.versions[v], made)
	return made.register
}

func (s *scheduler) emit(action Action, noise float64) version {
	action.Dst = s.schedule.Registers
	s.schedule.Registers++
	s.schedule.Actions = append(s.schedule.Actions, action)
	return version{register: action.Dst, level: action.Level, noise: noise}
}

// finish brings the output to the lowest level at which it is still right:
// fewer bytes to send, less to decrypt.
func (s *scheduler) finish(output int) {
	v := s.versions[output][0]
	level := v.level
	for l := level - 1; l >= 0; l-- {
		if s.noise.Fits(l, s.noiseAt(v, l)) {
			level = l
		}
	}
	s.schedule.Output = s.at(output, level)
	s.schedule.Level = level
	s.schedule.Margin = s.noise.LogModulus(level) - s.noiseAt(v, level)
}

// markLastReads sets Free, so that no ciphertext outlives its last reader.
func (s *Schedule) markLastReads() {
	done := make([]bool, s.Registers)
	done[s.Output] = true
	for i := len(s.Actions) - 1; i >= 0; i-- {
		action := &s.Actions[i]
		action.Free = [2]int{-1, -1}
		for slot, register := range [2]int{action.A, action.B} {
			if register >= 0 && !done[register] {
				done[register] = true
				action.Free[slot] = register
			}
		}
	}
}
