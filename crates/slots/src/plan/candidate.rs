//! What a policy comes to.

use super::emit::{Row, Step};
use super::levels::{Action, Schedule, Slot};

/// Where an output comes from.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// A row that is known; it is encrypted.
    Row(u32),
    /// What an action of the schedule makes; slot `first` is where its window begins.
    Made { slot: Slot, first: u32 },
}

/// An output, and how it is read.
#[derive(Clone, Copy)]
pub(super) struct PlannedOutput {
    pub(super) source: Source,
    /// gf2: the range of the integers behind the bits.
    pub(super) range: Option<(i128, i128)>,
}

/// Steps with levels, and how to read their results.
pub(super) struct Candidate {
    pub(super) steps: Vec<Step>,
    pub(super) rows: Vec<Row>,
    /// `None`: no output depends on an input.
    pub(super) schedule: Option<Schedule>,
    pub(super) outputs: Vec<PlannedOutput>,
    pub(super) rebuilds: usize,
    pub(super) reductions: usize,
}

impl Candidate {
    pub(super) fn products(&self) -> usize {
        let product = |step: &&Step| matches!(step, Step::Multiply(..) | Step::Square(_));
        self.steps.iter().filter(product).count()
    }

    /// How often ciphertexts are refreshed.
    pub(super) fn refreshes(&self) -> usize {
        let actions = self.schedule.iter().flat_map(|schedule| &schedule.actions);
        actions.filter(|action| matches!(action, Action::Refresh { .. })).count()
    }

    pub(super) fn cost(&self) -> u64 {
        self.schedule.as_ref().map_or(0, |schedule| schedule.cost)
    }

    /// gf2: what holds the integers behind the bits of all outputs.
    pub(super) fn range(&self) -> (i128, i128) {
        let ranges = self.outputs.iter().filter_map(|output| output.range);
        ranges.reduce(|(lo, hi), (a, b)| (lo.min(a), hi.max(b))).unwrap_or_default()
    }
}
