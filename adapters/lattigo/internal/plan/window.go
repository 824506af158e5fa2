package plan

// Packing is how a vector of Batch entries lies in a row of Row slots: slot j
// holds entry j mod Batch, all along the row. When Batch divides Row the row
// is truly cyclic and a rotation costs nothing but itself. Otherwise the seam
// at the row's end wanders into the copies, and every value carries the window
// of slots in which the pattern still holds.
type Packing struct {
	Row   int // slots, a power of two
	Batch int // 1 <= Batch; divides Row, or 3*Batch <= Row
}

// Fits says whether the packing works: either truly cyclic, or with room for
// at least three copies, so that a rotation is possible after every refresh.
func (p Packing) Fits() bool { return p.Cyclic() || 3*p.Batch <= p.Row }

// Cyclic says whether the row holds a whole number of copies.
func (p Packing) Cyclic() bool { return p.Row%p.Batch == 0 }

// Window is the range [Lo, Hi) of slots that hold the periodic pattern.
type Window struct{ Lo, Hi int }

// Width returns the number of slots in the window.
func (w Window) Width() int { return w.Hi - w.Lo }

func (w Window) intersect(v Window) Window {
	return Window{max(w.Lo, v.Lo), min(w.Hi, v.Hi)}
}

// full is the window of a fresh ciphertext.
func (p Packing) full() Window { return Window{0, p.Row} }

// rotated returns the window after moving every slot right by shift (left if
// negative). What crosses the end of the row is lost unless the row is cyclic.
func (p Packing) rotated(w Window, shift int) Window {
	if p.Cyclic() {
		return w
	}
	return Window{max(w.Lo+shift, 0), min(w.Hi+shift, p.Row)}
}

// shift chooses how to rotate by amount: to the right by amount, or to the
// left by Batch-amount. While the window is wide the choice with fewer key
// switches wins; when it gets narrow, the one that leaves more of it. ok is
// false when neither leaves a whole copy.
func (p Packing) shift(w Window, amount int) (shift int, ok bool) {
	right, left := amount, amount-p.Batch
	rightWidth, leftWidth := p.rotated(w, right).Width(), p.rotated(w, left).Width()
	best := max(rightWidth, leftWidth)
	if best < p.Batch {
		return 0, false
	}
	fewer, fewerWidth := right, rightWidth
	if r, l := len(Digits(p.Wrap(right))), len(Digits(p.Wrap(left))); l < r || (l == r && leftWidth > rightWidth) {
		fewer, fewerWidth = left, leftWidth
	}
	if 2*fewerWidth >= p.Row {
		return fewer, true
	}
	if leftWidth > rightWidth {
		return left, true
	}
	return right, true
}

// Digits writes shift as a sum of signed powers of two without two adjacent
// ones (the non-adjacent form): a rotation by shift is one key switch for each.
func Digits(shift int) []int {
	var digits []int
	for power := 1; shift != 0; power *= 2 {
		if shift&1 != 0 {
			digit := 2 - (shift & 3) // 1 when shift = 1 mod 4, -1 when shift = 3 mod 4
			digits = append(digits, digit*power)
			shift -= digit
		}
		shift /= 2
	}
	return digits
}

// MaxShiftPower returns the largest e such that a rotation by 2^e or -2^e can
// occur, -1 if none can: in rotations by less than Batch or, when copies may have to be
// rebuilt, by up to half the row.
func (p Packing) MaxShiftPower(refreshes bool) int {
	reach := min(p.Batch-1, p.Row/2)
	if refreshes {
		reach = p.Row / 2
	}
	if reach < 1 {
		return -1
	}
	// The smallest number whose non-adjacent form starts with 2^e is ceil(2^(e+1)/3).
	power := 0
	for (1<<(power+2)+2)/3 <= reach {
		power++
	}
	return power
}

// Wrap returns the shift of least size that moves the row like shift does.
func (p Packing) Wrap(shift int) int {
	shift = ((shift % p.Row) + p.Row) % p.Row
	if shift > p.Row/2 {
		shift -= p.Row
	}
	return shift
}

// Rotations returns how many rotations one after another the packing certainly
// survives without a refresh, in any circuit: each costs at most Batch-1 slots
// at one end, and two operands may have lost them at different ends.
func (p Packing) Rotations() int {
	if p.Cyclic() {
		return int(^uint(0) >> 1)
	}
	return max(0, (p.Row/2-p.Batch)/p.Batch)
}
