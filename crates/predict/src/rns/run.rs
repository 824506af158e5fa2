//! Keys, encryptions, the circuit, a decryption: over the ring that computes and the one that counts.

use std::sync::Arc;

use ringassay_circuit::{Circuit, Gate};
use ringassay_cost::{Ledger, TallyRing};
use ringassay_engine::{Error as EngineError, Plan, Program, Target};
use ringassay_interrupt::checkpoint;
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{Ring, bfv, bgv};

use super::{Instance, instance::Chosen};
use crate::{
    FUNCTIONS, PredictError, Tally,
    application::{END, Phases},
};

const KEYS: Label = Label::new("keys");
const INPUT: Label = Label::new("input");

/// What comes before the first function.
const BEFORE: &str = "before";

/// The scheme over a ring.
pub(super) enum Context<R: Ring> {
    Bgv(bgv::Context<R>),
    Bfv(bfv::Context<R>),
}

impl<R: Ring> Context<R> {
    pub(super) fn new(instance: &Instance, ring: &R) -> Result<Self, PredictError> {
        Ok(match &instance.chosen {
            Chosen::Bgv { target, .. } => {
                Self::Bgv(bgv::Context::new(target.parameters(), ring.clone())?)
            }
            Chosen::Bfv(parameters) => Self::Bfv(bfv::Context::new(parameters, ring)?),
        })
    }

    /// Runs the application; what is decrypted. `phase` hears which function begins, and [`END`]. A plan
    /// interleaves sums and products: BGV's evaluation counts as products.
    pub(super) fn run(
        &self,
        instance: &Instance,
        messages: &[Vec<u64>],
        seed: &Seed,
        phase: &mut dyn FnMut(&str),
    ) -> Result<R::Message, PredictError> {
        match (self, &instance.chosen) {
            (Self::Bgv(context), Chosen::Bgv { target, plan }) => {
                run_bgv(context, target, plan, messages, seed, phase)
            }
            (Self::Bfv(context), Chosen::Bfv(_)) => {
                run_bfv(context, &instance.circuit, messages, seed, phase)
            }
            _ => Err(PredictError::Instance("a context of another scheme".to_owned())),
        }
    }
}

fn run_bgv<R: Ring>(
    context: &bgv::Context<R>,
    target: &Target,
    plan: &Plan,
    messages: &[Vec<u64>],
    seed: &Seed,
    phase: &mut dyn FnMut(&str),
) -> Result<R::Message, PredictError> {
    phase(FUNCTIONS[0]);
    let secret = context.generate_secret_key(&seed.derive(KEYS, 0))?;
    let public = context.generate_public_key(&secret, &seed.derive(KEYS, 1))?;
    let exponents = target.keys().exponents();
    let products = target.has_products();
    let keys =
        context.generate_evaluation_keys(&secret, products, exponents, &seed.derive(KEYS, 2))?;
    let mut inputs = Vec::with_capacity(messages.len());
    for (input, message) in messages.iter().enumerate() {
        checkpoint();
        phase(FUNCTIONS[1]);
        let plaintext = context.plaintext(message.clone())?;
        inputs.push(context.encrypt(&public, &plaintext, &seed.derive(INPUT, input as u64))?);
    }
    phase(FUNCTIONS[3]);
    let program = Program::new(plan.clone(), target, context, u64::MAX)?;
    let input = |wire: u32| {
        let input = inputs.get(wire as usize).cloned();
        input.ok_or(EngineError::Internal("an input that is not there"))
    };
    let result = program.evaluate(&keys, input)?;
    phase(FUNCTIONS[4]);
    let decrypted = context.decrypt(&secret, &result)?;
    phase(END);
    Ok(decrypted)
}

fn run_bfv<R: Ring>(
    context: &bfv::Context<R>,
    circuit: &Circuit,
    messages: &[Vec<u64>],
    seed: &Seed,
    phase: &mut dyn FnMut(&str),
) -> Result<R::Message, PredictError> {
    phase(FUNCTIONS[0]);
    let secret = context.generate_secret_key(&seed.derive(KEYS, 0))?;
    let public = context.generate_public_key(&secret, &seed.derive(KEYS, 1))?;
    let key = context.generate_evaluation_key(&secret, &seed.derive(KEYS, 2))?;
    let mut nodes = Vec::with_capacity(circuit.nodes());
    for (input, message) in messages.iter().enumerate() {
        checkpoint();
        phase(FUNCTIONS[1]);
        nodes.push(Some(context.encrypt(&public, message, &seed.derive(INPUT, input as u64))?));
    }
    let missing = || PredictError::Circuit("an operand that is there no longer".to_owned());
    for (gate, done) in circuit.gates().iter().zip(last_uses(circuit)) {
        checkpoint();
        let (function, [a, b]) = match gate {
            Gate::Mul(a, b) => (FUNCTIONS[3], [a, b]),
            Gate::Add(a, b) | Gate::Sub(a, b) => (FUNCTIONS[2], [a, b]),
            other => return Err(PredictError::Circuit(format!("{} on BFV", other.kind()))),
        };
        phase(function);
        let [a, b] = [a, b].map(|node| nodes.get(node.index()).and_then(Option::as_ref));
        let (a, b) = (a.ok_or_else(missing)?, b.ok_or_else(missing)?);
        let result = match gate {
            Gate::Mul(..) => context.multiply(a, b, &key)?,
            Gate::Sub(..) => context.sub(a, b)?,
            _ => context.add(a, b)?,
        };
        nodes.push(Some(result));
        done.into_iter().for_each(|node| nodes[node] = None);
    }
    let result = nodes.get_mut(circuit.output().index()).and_then(Option::take);
    let result = result.ok_or_else(missing)?;
    phase(FUNCTIONS[4]);
    let decrypted = context.decrypt(&secret, &result)?;
    phase(END);
    Ok(decrypted)
}

/// For each gate the nodes that nothing needs after it; the output is needed to the end.
fn last_uses(circuit: &Circuit) -> Vec<Vec<usize>> {
    let wires = circuit.wires() as usize;
    let mut last = vec![None; circuit.nodes()];
    for (at, &gate) in circuit.gates().iter().enumerate() {
        last[wires + at] = Some(at);
        circuit.for_each_operand(gate, |node| last[node.index()] = Some(at));
    }
    last[circuit.output().index()] = None;
    let mut done = vec![Vec::new(); circuit.gates().len()];
    for (node, at) in last.into_iter().enumerate() {
        if let Some(at) = at {
            done[at].push(node);
        }
    }
    done
}

/// What the application counts, with a trace of it or without. What the context holds before the first
/// function is the ring's own.
///
/// # Errors
/// When a function refuses: noise beyond its bound, above all.
pub fn tally(instance: &Instance, traced: bool) -> Result<Tally, PredictError> {
    let ledger = Arc::new(if traced { Ledger::with_trace() } else { Ledger::new() });
    let ring = TallyRing::new(instance.index(), &instance.primes(), &ledger)
        .map_err(ringassay_scheme::Error::from)?;
    let context = Context::new(instance, &ring)?;
    // Shapes have no values.
    let messages = vec![vec![0; instance.index().totient()]; instance.circuit.wires() as usize];
    ledger.phase(BEFORE);
    let mut phases = Phases::new(&ledger);
    context.run(instance, &messages, &Seed::from_bytes([1; 32]), &mut |name| phases.enter(name))?;
    let marks = phases.marks;
    drop(context);
    let mut observation = ledger.observation();
    let before = observation.phase(BEFORE).map_or(0, |phase| phase.heap_peak_bytes);
    observation.phases.retain(|phase| marks.iter().any(|(_, name)| *name == phase.name));
    let peaks = observation.phases.iter().map(|phase| phase.heap_peak_bytes);
    observation.heap_peak_bytes = peaks.max().unwrap_or(0).saturating_sub(before);
    Ok(Tally { observation, marks })
}
