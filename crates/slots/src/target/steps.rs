//! Which rotations to make keys for: the rule of all kits (`docs/programs.md`).

/// What a rotation adds to the depth of a circuit, and half of that for vectors longer than this
/// (`docs/formats.md`).
const ROTATION_DEPTH: f64 = 0.5;
const LONG_BATCH: u32 = 600;

/// Whether a circuit of this depth can use up the copies of a vector in a row: each rotation on a path
/// costs at most half a vector at one end of the window, and paths that lost slots at different ends may
/// meet.
#[must_use]
pub fn may_rebuild(batch: u32, row: u32, depth: f64) -> bool {
    let each = if batch <= LONG_BATCH { ROTATION_DEPTH } else { ROTATION_DEPTH / 2.0 };
    f64::from(row) < f64::from(batch) * (1.0 + (depth / each).ceil())
}

/// The steps to make keys for: powers of two below the batch, in both directions. Where the batch does not
/// divide the row, `rebuild` adds the long upward steps that replicate one copy of a vector over the row.
#[must_use]
pub fn key_steps(batch: u32, row: u32, rebuild: bool) -> Vec<i32> {
    let below =
        |bound: u32| (0..31).map(|bit| 1 << bit).take_while(move |&step| step < bound as i32);
    let mut steps: Vec<i32> = below(batch).collect();
    steps.extend(below(batch).filter(|step| 2 * step != batch as i32).map(|step| -step));
    if rebuild && !row.is_multiple_of(batch) {
        steps.extend(below(row));
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_other_kits() {
        assert!(key_steps(1, 4096, true).is_empty());
        assert_eq!(key_steps(2, 4096, true), [1]);
        assert_eq!(key_steps(6, 16, false), [-4, -2, -1, 1, 2, 4]);
        assert_eq!(key_steps(6, 16, true), [-4, -2, -1, 1, 2, 4, 8]);
        assert_eq!(key_steps(8, 16, true), [-2, -1, 1, 2, 4]);
    }

    #[test]
    fn copies_are_used_up_by_deep_circuits_only() {
        assert!(!may_rebuild(6, 4096, 4.0));
        assert!(may_rebuild(600, 4096, 4.0));
        assert!(!may_rebuild(6, 66, 5.0) && may_rebuild(6, 65, 5.0));
    }
}
