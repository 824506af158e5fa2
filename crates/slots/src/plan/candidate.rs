//! What a policy comes to.

use super::emit::{Row, Step};
use super::levels::Schedule;

/// Steps with levels, and how to read their result.
pub(super) struct Candidate {
    pub(super) steps: Vec<Step>,
    pub(super) rows: Vec<Row>,
    /// `None`: the output is the last row.
    pub(super) schedule: Option<Schedule>,
    pub(super) first: u32,
    /// gf2: the range of the integers behind the output's bits.
    pub(super) range: Option<(i128, i128)>,
    pub(super) rebuilds: usize,
    pub(super) reductions: usize,
}

impl Candidate {
    pub(super) fn products(&self) -> usize {
        let product = |step: &&Step| matches!(step, Step::Multiply(..) | Step::Square(_));
        self.steps.iter().filter(product).count()
    }

    pub(super) fn cost(&self) -> u64 {
        self.schedule.as_ref().map_or(0, |schedule| schedule.cost)
    }
}
