package slots

import (
	"fmt"
	"slices"
)

// CheckSteps says whether these are different rotations of a row.
func CheckSteps(steps []int, row int) error {
	for i, step := range steps {
		if step == 0 || max(step, -step) >= row || slices.Contains(steps[:i], step) {
			return fmt.Errorf("a rotation by %d in a row of %d slots", step, row)
		}
	}
	return nil
}
