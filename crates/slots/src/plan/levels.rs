//! Gives every step a level, and follows the noise.
//!
//! Each operation runs at the level, at most that of its operands, that leaves the most room between
//! noise and modulus; a lower one wins where it costs less than half a bit, because work is cheaper
//! there. Operands are brought down first: primes are left out as long as dividing by them would gain
//! nothing, the rest is divided by. Inputs enter at the lowest level from which everything fits, found
//! by halving: whether a start suffices is monotone but for fractions of a bit, and only schedules
//! that were followed to the end are used. Cost: steps × levels × log(levels).
//!
//! With one level this only follows the noise.

use crate::plan::emit::{Id, Row, Step};
use crate::plan::refusal::Refusal;
use crate::target::{Noise, Target};

/// A register before registers are shared: one for each result.
pub(super) type Slot = u32;

/// What is done, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Action {
    /// A step on registers at a level; its plaintext, if any, is encoded at that level.
    Step { step: Step, level: u32 },
    /// A register brought to `level`, dividing by the last `divide` primes above it.
    Lower { from: Slot, level: u32, divide: u32 },
    /// A register refreshed, at `level`.
    Refresh { from: Slot, level: u32 },
}

/// Steps with levels.
#[derive(Debug)]
pub(super) struct Schedule {
    /// Action i makes register i; operands in the steps are registers.
    pub(super) actions: Vec<Action>,
    /// Of each output.
    pub(super) outputs: Vec<Slot>,
    /// Bits between the noise of the worst output and what decrypts.
    pub(super) margin: f64,
    /// A measure of the work: key switches count ten times an addition, and all by their primes.
    pub(super) cost: u64,
}

/// The steps as the scheduler needs them.
pub(super) struct Steps<'a> {
    pub(super) steps: &'a [Step],
    pub(super) rows: &'a [Row],
    pub(super) outputs: &'a [Id],
    /// Which steps the outputs need.
    pub(super) needed: &'a [bool],
}

/// The schedule with the lowest start.
pub(super) fn schedule(steps: &Steps<'_>, target: &Target) -> Result<Schedule, Refusal> {
    let mut start = target.top();
    let mut best = from_level(steps, target, start)?;
    let mut low = 0;
    while low < start {
        let middle = low.midpoint(start);
        match from_level(steps, target, middle) {
            Ok(schedule) => (best, start) = (schedule, middle),
            Err(_) => low = middle + 1,
        }
    }
    Ok(best)
}

#[derive(Clone, Copy, Debug)]
struct Version {
    slot: Slot,
    level: u32,
    noise: f64,
}

struct Scheduler<'a> {
    target: &'a Target,
    noise: &'a Noise,
    actions: Vec<Action>,
    /// Of each step's result: where it was made, then where it was brought lower.
    versions: Vec<Vec<Version>>,
    cost: u64,
}

fn from_level(steps: &Steps<'_>, target: &Target, start: u32) -> Result<Schedule, Refusal> {
    let mut on = Scheduler {
        target,
        noise: &target.noise,
        actions: Vec::new(),
        versions: Vec::with_capacity(steps.steps.len()),
        cost: 0,
    };
    // With several levels nothing that follows is of use once one step is too noisy; with one, the
    // whole need is worth telling.
    let several = target.top() > 0;
    for (at, &step) in steps.steps.iter().enumerate() {
        if !steps.needed[at] {
            on.versions.push(Vec::new());
            continue;
        }
        let made = on.step(step, start, steps.rows);
        let room = on.room(made.level) - made.noise;
        if several && room < 0.0 {
            return Err(Refusal::TooDeep { needed: on.room(made.level) - room, steps: at });
        }
        on.versions.push(vec![made]);
    }
    let (mut outputs, mut margin) = (Vec::with_capacity(steps.outputs.len()), f64::INFINITY);
    for &id in steps.outputs {
        let output = on.versions[id as usize][0];
        if on.room(output.level) < output.noise {
            return Err(Refusal::TooDeep { needed: output.noise, steps: steps.steps.len() });
        }
        // An output goes to the lowest level where it is right: less to send and to decrypt.
        let fits = |&level: &u32| on.room(level) >= on.at(output, level);
        let level = (0..output.level).find(fits).unwrap_or(output.level);
        margin = margin.min(on.room(level) - on.at(output, level));
        outputs.push(on.brought(id, level));
    }
    Ok(Schedule { actions: on.actions, outputs, margin, cost: on.cost })
}

impl Scheduler<'_> {
    fn room(&self, level: u32) -> f64 {
        self.noise.capacity[level as usize]
    }

    fn step(&mut self, step: Step, start: u32, rows: &[Row]) -> Version {
        let row = self.target.row;
        match step {
            Step::Input(_) => {
                self.push(Action::Step { step, level: start }, start, self.noise.fresh)
            }
            Step::Add(a, b) | Step::Sub(a, b) | Step::Multiply(a, b) => {
                let (x, y) = (self.versions[a as usize][0], self.versions[b as usize][0]);
                let product = matches!(step, Step::Multiply(..));
                let noise = |on: &Self, level: u32| {
                    let (x, y) = (on.at(x, level), on.at(y, level));
                    if product { on.noise.multiply(x, y) } else { Noise::sum(x, y) }
                };
                let level = self.best(x.level.min(y.level), |level| noise(self, level));
                let noise = noise(self, level);
                let (a, b) = (self.brought(a, level), self.brought(b, level));
                let step = match step {
                    Step::Add(..) => Step::Add(a, b),
                    Step::Sub(..) => Step::Sub(a, b),
                    _ => Step::Multiply(a, b),
                };
                self.count(level, if product { 10 } else { 1 });
                self.push(Action::Step { step, level }, level, noise)
            }
            Step::Negate(a)
            | Step::Square(a)
            | Step::Rotate(a, _)
            | Step::Conjugate(a)
            | Step::AddPlain(a, _)
            | Step::MultiplyPlain(a, _) => {
                let x = self.versions[a as usize][0];
                let noise = |on: &Self, level: u32| {
                    let x = on.at(x, level);
                    match step {
                        Step::Square(_) => on.noise.multiply(x, x),
                        Step::Rotate(..) | Step::Conjugate(_) => on.noise.rotate(x),
                        Step::AddPlain(..) => on.noise.add_plain(x),
                        Step::MultiplyPlain(_, plain) => {
                            on.noise.multiply_plain(x, period(&rows[plain as usize], row), row)
                        }
                        _ => x,
                    }
                };
                let level = self.best(x.level, |level| noise(self, level));
                let noise = noise(self, level);
                let a = self.brought(a, level);
                let (step, weight) = match step {
                    Step::Square(_) => (Step::Square(a), 10),
                    Step::Rotate(_, by) => (Step::Rotate(a, by), 10),
                    Step::Conjugate(_) => (Step::Conjugate(a), 10),
                    Step::AddPlain(_, plain) => (Step::AddPlain(a, plain), 1),
                    Step::MultiplyPlain(_, plain) => (Step::MultiplyPlain(a, plain), 1),
                    _ => (Step::Negate(a), 1),
                };
                self.count(level, weight);
                self.push(Action::Step { step, level }, level, noise)
            }
        }
    }

    /// The level, at most `highest`, that leaves the most room for a result of such a noise.
    fn best(&self, highest: u32, noise: impl Fn(u32) -> f64) -> u32 {
        const WORTH: f64 = 0.5;
        let mut level = highest;
        let mut most = self.room(highest) - noise(highest);
        for lower in (0..highest).rev() {
            let room = self.room(lower) - noise(lower);
            if room <= most - WORTH {
                break; // once it falls it falls further: primes cost more than dividing gains
            }
            (level, most) = (lower, most.max(room));
        }
        level
    }

    /// The noise of a value after bringing it to a level not above its own.
    fn at(&self, value: Version, level: u32) -> f64 {
        self.lowered(value, level).0
    }

    /// The noise after going down, and how many of the primes on the way are divided by.
    fn lowered(&self, value: Version, level: u32) -> (f64, u32) {
        const ENOUGH: f64 = 0.5; // bits that are not worth another division
        let Some(floor) = self.noise.floor else { return (value.noise, 0) };
        let (mut best, mut divided) = (value.noise, 0);
        for count in 1..=value.level - level {
            let size = self.room(level + count) - self.room(level);
            let after = Noise::sum(value.noise - size, floor);
            if after < best - ENOUGH {
                (best, divided) = (after, count);
            }
        }
        (best, divided)
    }

    /// The register that holds a value at a level, lowering it once.
    fn brought(&mut self, id: Id, level: u32) -> Slot {
        let known = self.versions[id as usize].iter().find(|version| version.level == level);
        if let Some(version) = known {
            return version.slot;
        }
        let from = self.versions[id as usize][0];
        let (noise, divide) = self.lowered(from, level);
        let made = self.push(Action::Lower { from: from.slot, level, divide }, level, noise);
        self.count(level + divide, u64::from(divide));
        self.versions[id as usize].push(made);
        made.slot
    }

    fn count(&mut self, level: u32, weight: u64) {
        self.cost += u64::from(level + 1) * weight;
    }

    fn push(&mut self, action: Action, level: u32, noise: f64) -> Version {
        self.actions.push(action);
        Version { slot: self.actions.len() as Slot - 1, level, noise }
    }
}

/// After how many slots a row of `row` repeats: its smallest period that divides it.
fn period(values: &Row, row: u32) -> u32 {
    match values {
        Row::Ones(_) => row,
        Row::Entries(entries) if entries.windows(2).all(|pair| pair[0] == pair[1]) => 1,
        Row::Entries(entries) if row.is_multiple_of(entries.len() as u32) => entries.len() as u32,
        Row::Entries(_) => row,
    }
}
