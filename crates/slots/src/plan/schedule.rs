//! The steps of circuits over real and complex numbers, with levels.
//!
//! A product takes one level, whether with a ciphertext or with a row: libraries divide by a prime of
//! the modulus behind it, so that scales stay near what they were. Everything runs at the level of its
//! operands, as high as it came; where two lie at different levels, the higher one is brought down
//! once. Inputs enter at the lowest level that suffices: as many as there are products on the longest
//! path. A circuit that is deeper than the key has levels is cut into *phases* (`refresh`), if the key
//! refreshes ciphertexts: what a phase takes from earlier ones is refreshed once. Cost: linear in the
//! steps.

use crate::plan::emit::{Id, Step};
use crate::plan::levels::{Action, Schedule, Slot, Steps};
use crate::plan::refresh;
use crate::plan::refusal::Refusal;
use crate::target::RealTarget;

pub(super) fn is_product(step: Step) -> bool {
    matches!(step, Step::Multiply(..) | Step::Square(_) | Step::MultiplyPlain(..))
}

/// The steps with levels: from the lowest start, or with the fewest refreshes.
pub(super) fn schedule(steps: &Steps<'_>, target: &RealTarget) -> Result<Schedule, Refusal> {
    let (depths, top) = (depths(steps), target.top());
    let deepest = depths.iter().copied().max().unwrap_or(0);
    if deepest > top && !target.refresh {
        return Err(Refusal::Explained(format!(
            "too deep for this key: the circuit takes {deepest} products one after another, with rows \
             included, the key has levels for {top}: make a key with a larger D"
        )));
    }
    let phases = match deepest > top {
        true => Phases::from(refresh::starts(steps, &depths, top), deepest, top),
        false => Phases { starts: vec![0], levels: vec![deepest] },
    };
    let versions = vec![Vec::new(); steps.steps.len()];
    let mut on = Scheduler { phases: &phases, actions: Vec::new(), versions, cost: 0 };
    for (at, &step) in steps.steps.iter().enumerate().filter(|(at, _)| steps.needed[*at]) {
        on.step(at, step, depths[at]);
    }
    let outputs = steps.outputs.iter().map(|&id| on.versions[id as usize][0].0).collect();
    let margin = f64::from(top.saturating_sub(deepest));
    Ok(Schedule { actions: on.actions, outputs, margin, cost: on.cost })
}

/// How many products there are one after another up to each step's result.
fn depths(steps: &Steps<'_>) -> Vec<u32> {
    let mut depths = vec![0; steps.steps.len()];
    for (at, &step) in steps.steps.iter().enumerate().filter(|(at, _)| steps.needed[*at]) {
        let below = step.operands().map(|operand| depths[operand as usize]).max().unwrap_or(0);
        depths[at] = below + u32::from(is_product(step));
    }
    depths
}

/// Parts of a circuit, each with no more products one after another than there are levels.
struct Phases {
    /// The depth of values that the phase starts from; its results are deeper, up to the next one's.
    starts: Vec<u32>,
    /// The level of values that it starts from.
    levels: Vec<u32>,
}

impl Phases {
    /// Inputs enter at the highest level; what is refreshed keeps as many levels as its phase takes.
    fn from(starts: Vec<u32>, deepest: u32, top: u32) -> Self {
        let ends = starts.iter().skip(1).chain([&deepest]);
        let taken = starts.iter().zip(ends).map(|(start, end)| end - start);
        let levels = std::iter::once(top).chain(taken.skip(1)).collect();
        Self { starts, levels }
    }

    /// In which one results of a depth are made.
    fn of(&self, depth: u32) -> usize {
        self.starts.partition_point(|&start| start < depth).saturating_sub(1)
    }
}

struct Scheduler<'a> {
    phases: &'a Phases,
    actions: Vec<Action>,
    /// Of each step's result: the register and level where it was made, then where it was brought to.
    versions: Vec<Vec<(Slot, u32)>>,
    cost: u64,
}

impl Scheduler<'_> {
    fn step(&mut self, at: usize, step: Step, depth: u32) {
        let phase = self.phases.of(depth);
        let (start, highest) = (self.phases.starts[phase], self.phases.levels[phase]);
        let used = depth - u32::from(is_product(step)) - start.min(depth);
        let level = highest - used;
        let mut low = |id: Id| self.brought(id, level, highest);
        let step = match step {
            Step::Input(wire) => Step::Input(wire),
            Step::Add(a, b) => Step::Add(low(a), low(b)),
            Step::Sub(a, b) => Step::Sub(low(a), low(b)),
            Step::Multiply(a, b) => Step::Multiply(low(a), low(b)),
            Step::Negate(a) => Step::Negate(low(a)),
            Step::Square(a) => Step::Square(low(a)),
            Step::Rotate(a, by) => Step::Rotate(low(a), by),
            Step::Conjugate(a) => Step::Conjugate(low(a)),
            Step::AddPlain(a, row) => Step::AddPlain(low(a), row),
            Step::MultiplyPlain(a, row) => Step::MultiplyPlain(low(a), row),
        };
        self.cost += u64::from(level + 1);
        let made = self.push(Action::Step { step, level });
        self.versions[at].push((made, level - u32::from(is_product(step))));
    }

    /// A result at a level: as it is there, brought down, or refreshed before.
    fn brought(&mut self, id: Id, level: u32, highest: u32) -> Slot {
        let versions = &self.versions[id as usize];
        if let Some(&(slot, _)) = versions.iter().find(|version| version.1 == level) {
            return slot;
        }
        if let Some(&(from, _)) = versions.iter().find(|version| version.1 > level) {
            return self.version(id, Action::Lower { from, level, divide: 1 }, level);
        }
        let from = versions[0].0;
        self.version(id, Action::Refresh { from, level: highest }, highest);
        self.brought(id, level, highest)
    }

    fn version(&mut self, id: Id, action: Action, level: u32) -> Slot {
        let made = self.push(action);
        self.versions[id as usize].push((made, level));
        made
    }

    fn push(&mut self, action: Action) -> Slot {
        self.actions.push(action);
        self.actions.len() as Slot - 1
    }
}
