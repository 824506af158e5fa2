//! What a program does, counted.

use std::collections::BTreeMap;

use super::{Op, Program};

impl Program {
    /// How many operations there are of each kind, by names in the plural.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for kind in self.ops.iter().filter_map(kind) {
            *counts.entry(kind).or_insert(0) += 1;
        }
        counts
    }
}

fn kind(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::Input { .. } | Op::Free { .. } => return None,
        Op::Add { .. } | Op::Sub { .. } | Op::Negate { .. } | Op::AddPlain { .. } => "sums",
        Op::MultiplyPlain { .. } => "products with plaintexts",
        Op::Multiply { .. } | Op::Square { .. } => "products",
        Op::Rotate { .. } => "rotations",
        Op::Conjugate { .. } => "conjugations",
        Op::Lower { .. } => "changes of level",
        Op::Refresh { .. } => "refreshes",
        Op::Encrypt { .. } => "encryptions of constants",
    })
}
