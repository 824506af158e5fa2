//! What rotations consist of, as far as noise depends on it.

use ringassay_scheme::encoding::{KeySet, Layout, RotationPlan};

/// The rotations of an instance: what the noise of the worst of them depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rotations {
    /// Whether they are sums of masked automorphisms.
    pub masked: bool,
    /// The most key switches that one automorphism of a sum takes, at least 1.
    pub key_switches: usize,
}

impl Rotations {
    /// By amounts all over the range, with these keys.
    pub(crate) fn new(layout: &Layout, keys: &KeySet) -> Self {
        let masked = plans(layout).any(|plan| plan.terms().len() > 1);
        let switches = |plan: RotationPlan| {
            let terms = plan.terms().iter();
            terms.filter_map(|term| keys.steps(term.exponent)).map(|steps| steps.len()).max()
        };
        let key_switches = plans(layout).filter_map(switches).max().unwrap_or(1).max(1);
        Self { masked, key_switches }
    }
}

/// Some rotations, by amounts all over the range.
pub(crate) fn plans(layout: &Layout) -> impl Iterator<Item = RotationPlan> + '_ {
    let amounts = (1..layout.length()).step_by((layout.length() / 64).max(1)).chain([1]);
    amounts.map(|k| layout.rotation(k as i64))
}
