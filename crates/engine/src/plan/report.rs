//! Plans in words.

use std::{collections::BTreeMap, fmt};

use super::{Action, Plan};

impl Plan {
    /// How many steps there are of each kind; automorphisms one by one.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for step in &self.steps {
            *counts.entry(step.action.name()).or_insert(0) += 1;
            if let Action::Automorphisms(_, exponents) = &step.action {
                *counts.entry("automorphisms").or_insert(0) += exponents.len();
            }
        }
        counts
    }

    /// The noise budget of the output before its modulus is lowered for sending: how much deeper the
    /// circuit might have been.
    pub fn spare_bits(&self) -> f64 {
        let last = self.steps.iter().rfind(|step| step.registers().contains(&self.output));
        let before = match last.map(|step| &step.action) {
            Some(Action::Switch(before, _)) => *before,
            _ => self.output,
        };
        self.figures.get(before as usize).map_or(0.0, |figures| figures.budget_bits)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        for (i, (name, count)) in counts.iter().enumerate() {
            write!(f, "{}{count} {name}", if i > 0 { ", " } else { "" })?;
        }
        write!(f, "; {}; {:.0} bits of noise budget to spare", self.strategy, self.spare_bits())
    }
}
