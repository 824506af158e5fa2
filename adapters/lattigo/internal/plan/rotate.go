package plan

// rotate lowers a rotation, rebuilding the copies first if the window would
// become too narrow for one.
func (l *lowering) rotate(a, amount int) int {
	if amount == 0 {
		return a
	}
	p := l.program.Packing
	shift, ok := p.shift(l.values[a].window, amount)
	if !ok {
		a = l.refresh(a)
		// At least two whole copies are there now, and the shorter way round
		// costs half of one.
		shift, _ = p.shift(l.values[a].window, amount)
	}
	return l.move(a, shift)
}

// move emits a rotation by shift and tracks the window.
func (l *lowering) move(a, shift int) int {
	if shift == 0 {
		return a
	}
	v := l.values[a]
	return l.emit(Step{Op: StepRotate, A: a, Shift: l.program.Packing.Wrap(shift)},
		value{window: l.program.Packing.rotated(v.window, shift), bits: v.bits, depth: v.depth})
}

// meet makes the windows of two operands overlap in at least one whole copy,
// by rebuilding the narrower one and, if that is not enough, the other too.
func (l *lowering) meet(a, b int) (int, int) {
	batch := l.program.Packing.Batch
	for range 2 {
		x, y := l.values[a].window, l.values[b].window
		if x.intersect(y).Width() >= batch {
			break
		}
		if x.Width() <= y.Width() {
			a = l.refresh(a)
		} else {
			b = l.refresh(b)
		}
	}
	return a, b
}

// refresh masks one whole copy, moves it to the front of the row and doubles
// it until the row is full again: one multiplication by a constant and about
// log2(Row/Batch) rotations.
func (l *lowering) refresh(a int) int {
	p, v := l.program.Packing, l.values[a]
	if v.renewed != 0 {
		return v.renewed
	}

	// The copy that starts at a multiple of Batch, if there is a whole one, ends
	// up at slot 0; any other start leaves that remainder in front.
	base := (v.window.Lo + p.Batch - 1) / p.Batch * p.Batch
	if base+p.Batch > v.window.Hi {
		base = v.window.Lo
	}
	bits := v.bits.masked()
	one := l.emit(Step{Op: StepMulConst, A: a, Const: Const{Mask: Window{base, base + p.Batch}}},
		value{window: Window{base, base + p.Batch}, bits: bits, depth: v.depth + constDepth})
	front := base % p.Batch
	one = l.move(one, front-base)
	copies := (p.Row - front) / p.Batch
	l.values[a].renewed = l.replicate(one, copies, front)
	return l.values[a].renewed
}

// replicate makes copies of one copy by double-and-add over the bits of
// copies: block holds 2^k of them, sum those that are in place.
func (l *lowering) replicate(block, copies, front int) int {
	p := l.program.Packing
	copied := value{bits: l.values[block].bits, depth: l.values[block].depth}
	sum, placed := -1, 0
	for size := 1; ; size *= 2 {
		if copies&size != 0 {
			part := l.moveMasked(block, placed*p.Batch)
			if sum < 0 {
				sum = part
			} else {
				sum = l.emit(Step{Op: StepAdd, A: sum, B: part}, copied)
			}
			placed += size
		}
		if placed == copies {
			break
		}
		shifted := l.moveMasked(block, size*p.Batch)
		block = l.emit(Step{Op: StepAdd, A: block, B: shifted}, copied)
	}
	l.values[sum].window = Window{front, front + copies*p.Batch}
	return sum
}

// moveMasked moves a value that is zero outside its copies; no window to track.
func (l *lowering) moveMasked(a, shift int) int {
	if shift == 0 {
		return a
	}
	return l.emit(Step{Op: StepRotate, A: a, Shift: l.program.Packing.Wrap(shift)}, value{bits: l.values[a].bits, depth: l.values[a].depth})
}
