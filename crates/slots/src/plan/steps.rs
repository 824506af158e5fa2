//! Rotations composed of the steps there are keys for.
//!
//! A breadth-first search over the R residues finds for every rotation a shortest sum of steps. It
//! costs R times the number of steps once per plan (some ten thousand times thirty), and takes any
//! set of keys: powers of two with or without their negatives, or what else a library makes.

use crate::plan::refusal::Refusal;

/// Most key switches of one rotation: keys that need more are as good as none.
const MAX_TERMS: u16 = 64;
/// The residue was not reached.
const NONE: u16 = u16::MAX;

/// For every residue modulo R, how to reach it.
#[derive(Debug)]
pub(super) struct Rotations {
    row: u32,
    steps: Vec<i32>,
    /// For each residue: the number of terms, and the index of the last one.
    reached: Vec<(u16, u16)>,
}

impl Rotations {
    pub(super) fn new(row: u32, steps: &[i32]) -> Self {
        let mut reached = vec![(NONE, 0); row as usize];
        reached[0] = (0, 0);
        let mut edge = vec![0_u32];
        for terms in 1..=MAX_TERMS {
            let mut next = Vec::new();
            for &from in &edge {
                for (index, &step) in steps.iter().enumerate() {
                    let to = wrapped(i64::from(from) + i64::from(step), row);
                    if reached[to as usize].0 == NONE {
                        reached[to as usize] = (terms, index as u16);
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            edge = next;
        }
        Self { row, steps: steps.to_vec(), reached }
    }

    /// The number of key switches of a rotation.
    pub(super) fn count(&self, shift: i32) -> u16 {
        self.reached[wrapped(shift.into(), self.row) as usize].0
    }

    /// The steps of a rotation.
    pub(super) fn compose(&self, shift: i32) -> Result<Vec<i32>, Refusal> {
        let mut at = wrapped(shift.into(), self.row);
        if self.reached[at as usize].0 == NONE {
            return Err(Refusal::NoKeys { shift });
        }
        let mut terms = Vec::new();
        while at != 0 {
            let step = self.steps[self.reached[at as usize].1 as usize];
            terms.push(step);
            at = wrapped(i64::from(at) - i64::from(step), self.row);
        }
        // Large steps first, as the digits of a number are read.
        terms.sort_unstable_by_key(|step| (std::cmp::Reverse(step.unsigned_abs()), *step));
        Ok(terms)
    }
}

fn wrapped(shift: i64, row: u32) -> u32 {
    shift.rem_euclid(i64::from(row)) as u32
}
