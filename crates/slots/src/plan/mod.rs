//! From a circuit and a target to a program.
//!
//! Idea: gates become steps on windows of slots ([`emit`]) in the order of the circuit, with known
//! values folded ([`arithmetic`]) and, for bits, with ranges of integers followed ([`parity`]);
//! steps get levels ([`levels`]); registers are shared ([`registers`]). For zt that is one pass. For
//! gf2 the *policy* says which operands of an XOR are squared to become bits: none, if that fits t
//! and the noise, which it mostly does; otherwise the fewest by height, found by halving, and, where
//! moduli are switched or that is too deep, those near the inputs, down to each depth. Of what fits
//! the cheapest is taken. Cost: a small constant times gates, log(heights) + levels passes at most.
//!
//! Nothing here depends on secrets: there are none.

mod arithmetic;
mod candidate;
mod emit;
mod gates;
mod levels;
mod parity;
mod reals;
mod refresh;
mod refusal;
mod registers;
mod schedule;
mod steps;

use ringassay_circuit::Circuit;

use arithmetic::{Arithmetic, Operand};
use candidate::{Candidate, PlannedOutput, Source};
use emit::{Emitter, Id, Row, Step};
use gates::{Heights, heights, is_gf2, walk};
use levels::{Steps, schedule};
use parity::{ParityGates, Policy};
use reals::RealGates;
pub use refusal::Refusal;
use steps::Rotations;

use crate::plan::registers::Frame;
use crate::program::Program;
use crate::target::{AnyTarget, RealTarget, Target};

/// Plans a circuit for a target.
///
/// # Errors
/// If the circuit does not belong to the key, is too deep for it, or needs rotations that the key has
/// no steps for.
pub fn plan(circuit: &Circuit, target: &Target) -> Result<Program, Refusal> {
    let circuit = &circuit.lower_fan_in()?;
    check_batch(circuit, target.batch)?;
    if circuit.shape().space.exact().is_none() {
        return Err(Refusal::Reals { key: "integers" });
    }
    if let Some(modulus) = circuit.shape().space.modulus().filter(|&t| t != target.modulus) {
        return Err(Refusal::Modulus { circuit: modulus, key: target.modulus });
    }
    let rotations = Rotations::new(target.row, &target.steps);
    let planner = Planner { circuit, target, rotations: &rotations, heights: heights(circuit) };
    let (candidate, notes) =
        if is_gf2(circuit) { planner.bits()? } else { (planner.integers()?, Vec::new()) };
    registers::program(circuit, &Frame::of(&AnyTarget::Integers(target.clone())), &candidate, notes)
}

/// Plans a circuit over real or complex numbers for a target.
///
/// # Errors
/// As [`plan`].
pub fn plan_reals(circuit: &Circuit, target: &RealTarget) -> Result<Program, Refusal> {
    check_batch(circuit, target.batch)?;
    let space = circuit.shape().space;
    if space.exact().is_some() || space.is_complex() != target.complex {
        let key = if target.complex { "complex numbers" } else { "reals" };
        return Err(Refusal::Reals { key });
    }
    let rotations = Rotations::new(target.row, &target.steps);
    let mut gates = RealGates { emitter: Emitter::new(target.layout(), &rotations) };
    let outputs = walk(circuit, &heights(circuit), &mut gates)?;
    let outputs: Vec<_> = outputs.into_iter().map(|output| (output, None)).collect();
    let schedule = |on: &Steps<'_>| schedule::schedule(on, target);
    let candidate = candidate(gates.emitter, &outputs, 0, |_, on| schedule(on))?;
    let frame = Frame::of(&AnyTarget::Reals(target.clone()));
    let notes = match candidate.refreshes() {
        0 => Vec::new(),
        count => vec![format!(
            "{count} refreshes: the circuit takes more products one after another than the {} levels of the key",
            target.top()
        )],
    };
    registers::program(circuit, &frame, &candidate, notes)
}

/// Plans a circuit for a target of whichever kind.
///
/// # Errors
/// As [`plan`].
pub fn plan_any(circuit: &Circuit, target: &AnyTarget) -> Result<Program, Refusal> {
    match target {
        AnyTarget::Integers(target) => plan(circuit, target),
        AnyTarget::Reals(target) => plan_reals(circuit, target),
    }
}

fn check_batch(circuit: &Circuit, key: u32) -> Result<(), Refusal> {
    match circuit.shape().batch {
        batch if batch == key => Ok(()),
        batch => Err(Refusal::Batch { circuit: batch, key }),
    }
}

struct Planner<'a> {
    circuit: &'a Circuit,
    target: &'a Target,
    rotations: &'a Rotations,
    heights: Heights,
}

impl Planner<'_> {
    fn arithmetic(&self) -> Arithmetic<'_> {
        let emitter = Emitter::new(self.target.layout(), self.rotations);
        Arithmetic { emitter, modulus: self.target.modulus }
    }

    fn integers(&self) -> Result<Candidate, Refusal> {
        let mut on = self.arithmetic();
        let outputs = walk(self.circuit, &self.heights, &mut on)?;
        let outputs: Vec<_> = outputs.into_iter().map(|output| (output, None)).collect();
        self.scheduled(on.emitter, &outputs, 0)
    }

    /// gf2: the cheapest policy that fits, with the note that describes it.
    fn bits(&self) -> Result<(Candidate, Vec<String>), Refusal> {
        let lazy = self.with(Policy::Lazy);
        let chosen = match lazy {
            Ok(candidate) => (candidate, Policy::Lazy),
            Err(first) => self.reduced(first)?,
        };
        let note = self.note(&chosen.0, chosen.1);
        Ok((chosen.0, vec![note]))
    }

    /// The cheapest policy that reduces somewhere, when none at all fails for the reason `first`.
    fn reduced(&self, first: Refusal) -> Result<(Candidate, Policy), Refusal> {
        let mut found: Vec<(Candidate, Policy)> = Vec::new();
        let mut reason = first;
        let mut thresholds: Vec<(u32, u32)> = self.heights.iter().flatten().copied().collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        // The highest threshold that keeps the integers below t: the fewest squarings.
        let (mut low, mut high) = (0, thresholds.len());
        while low < high {
            let middle = low.midpoint(high);
            let policy = Policy::Above(thresholds[middle]);
            match self.with(policy) {
                Ok(candidate) => {
                    found.push((candidate, policy));
                    low = middle + 1;
                }
                Err(Refusal::TooWide { bits, .. }) => {
                    if matches!(reason, Refusal::TooWide { .. }) {
                        reason = Refusal::TooWide { bits, modulus: self.target.modulus };
                    }
                    high = middle;
                }
                Err(other) => {
                    reason = other;
                    low = middle + 1; // fewer squarings are less deep
                }
            }
        }
        if found.is_empty() || self.target.top() > 0 {
            let deepest = thresholds.last().map_or(0, |height| height.0 + 1);
            for depth in 1..=deepest.min(self.target.top().max(8)) {
                let policy = Policy::Shallow(depth.into());
                if let Ok(candidate) = self.with(policy) {
                    found.push((candidate, policy));
                    // Deeper ones square more.
                    break;
                }
            }
        }
        found.into_iter().min_by_key(|(candidate, _)| candidate.cost()).ok_or(reason)
    }

    fn with(&self, policy: Policy) -> Result<Candidate, Refusal> {
        let mut on = ParityGates { on: self.arithmetic(), policy, reductions: 0 };
        let outputs = walk(self.circuit, &self.heights, &mut on)?;
        let outputs =
            outputs.into_iter().map(|output| (output.value, Some((output.lo, output.hi))));
        self.scheduled(on.on.emitter, &outputs.collect::<Vec<_>>(), on.reductions)
    }

    fn scheduled(
        &self,
        emitter: Emitter<'_>,
        outputs: &[(Operand, Option<(i128, i128)>)],
        reductions: usize,
    ) -> Result<Candidate, Refusal> {
        candidate(emitter, outputs, reductions, |steps, on| {
            schedule(on, self.target).map_err(|why| self.explained(steps, why))
        })
    }

    fn explained(&self, steps: &[Step], why: Refusal) -> Refusal {
        let Refusal::TooDeep { needed, steps: done } = why else { return why };
        let count = |kind: fn(&Step) -> bool| steps.iter().filter(|step| kind(step)).count();
        let noise = &self.target.noise;
        let most = noise.capacity.last().copied().unwrap_or_default();
        let place = if done < steps.len() {
            format!(" at step {} of {}", done + 1, steps.len())
        } else {
            String::new()
        };
        Refusal::Explained(format!(
            "too deep for this key: the circuit ({} ciphertext products, {} plain products, {} \
             rotations) needs {:.0} bits of noise budget{place}, the key has {:.0}: make a key with a \
             larger D",
            count(|step| matches!(step, Step::Multiply(..) | Step::Square(_))),
            count(|step| matches!(step, Step::MultiplyPlain(..))),
            count(|step| matches!(step, Step::Rotate(..))),
            needed - noise.fresh,
            most - noise.fresh,
        ))
    }

    /// How gf2 was mapped to integers mod t.
    fn note(&self, candidate: &Candidate, policy: Policy) -> String {
        let how = match policy {
            Policy::Above((products, sums)) if candidate.reductions > 0 => format!(
                "{} squarings reduce the operands of XORs that have {products} products and {sums} \
                 sums or more above them, the rest is reduced after decryption",
                candidate.reductions
            ),
            Policy::Shallow(depth) if candidate.reductions > 0 => format!(
                "{} squarings reduce operands of XORs down to depth {depth}, the rest is reduced \
                 after decryption",
                candidate.reductions
            ),
            _ => "nothing reduced before decryption".to_owned(),
        };
        let (lo, hi) = candidate.range();
        format!(
            "gf2 on integers mod t = {}: XORs are sums or differences, {how}; {} in \
             [{lo}, {hi}]; {} ciphertext products in all",
            self.target.modulus,
            if candidate.outputs.len() == 1 { "the result lies" } else { "the results lie" },
            candidate.products(),
        )
    }
}

/// Steps with levels from what the outputs came to.
fn candidate(
    mut emitter: Emitter<'_>,
    outputs: &[(Operand, Option<(i128, i128)>)],
    reductions: usize,
    schedule: impl FnOnce(&[Step], &Steps<'_>) -> Result<levels::Schedule, Refusal>,
) -> Result<Candidate, Refusal> {
    let (mut made, mut planned) = (Vec::new(), Vec::with_capacity(outputs.len()));
    for (operand, range) in outputs {
        let source = match operand {
            Operand::Known(entries) => Source::Row(emitter.number(Row::Entries(entries.to_vec()))),
            Operand::Value(value) => {
                made.push(value.id);
                Source::Made { slot: made.len() as u32 - 1, first: value.window.lo }
            }
        };
        planned.push(PlannedOutput { source, range: *range });
    }
    let Emitter { mut steps, rows, rebuilds, .. } = emitter;
    let schedule = if made.is_empty() {
        steps.clear();
        None
    } else {
        let needed = needed(&steps, &made);
        let on = Steps { steps: &steps, rows: &rows, outputs: &made, needed: &needed };
        Some(schedule(&steps, &on)?)
    };
    // From positions among the outputs that are made to what makes them.
    for output in &mut planned {
        if let (Source::Made { slot, .. }, Some(schedule)) = (&mut output.source, &schedule) {
            *slot = schedule.outputs[*slot as usize];
        }
    }
    Ok(Candidate { steps, rows, schedule, outputs: planned, rebuilds, reductions })
}

/// Which steps the outputs need.
fn needed(steps: &[Step], outputs: &[Id]) -> Vec<bool> {
    let mut needed = vec![false; steps.len()];
    outputs.iter().for_each(|&output| needed[output as usize] = true);
    for (at, step) in steps.iter().enumerate().rev() {
        if needed[at] {
            step.operands().for_each(|operand| needed[operand as usize] = true);
        }
    }
    needed
}
