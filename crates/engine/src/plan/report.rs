//! Plans in words.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};

use super::{Action, Plan, Register};

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

    /// The noise budget of the worst output before its modulus is lowered for sending: how much deeper
    /// the circuit might have been.
    pub fn spare_bits(&self) -> f64 {
        let mut before: HashMap<Register, Register> = HashMap::new();
        for step in &self.steps {
            if let Action::Switch(from, _) = step.action {
                before.insert(step.first, from);
            }
        }
        let unlowered = |output: &Register| *before.get(output).unwrap_or(output) as usize;
        let budgets = self.outputs.iter().map(unlowered);
        let budgets = budgets.filter_map(|at| self.figures.get(at).map(|f| f.budget_bits));
        budgets.min_by(f64::total_cmp).unwrap_or(0.0)
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
