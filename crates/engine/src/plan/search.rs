//! The plan of least work.

use ringassay_circuit::Circuit;
use ringassay_scheme::IntegerScheme;

use super::{
    Strategy, depth,
    emit::{EmittedSteps, PlanInputs, emit},
    work,
};
use crate::Error;

/// The most nodes that all trials together emit: many plans of a large circuit would take longer than
/// they save.
const MOST_EMITTED: usize = 60_000;

/// A strategy, its steps, and their work.
struct Trial<'a, P: IntegerScheme> {
    strategy: Strategy,
    emitted: EmittedSteps<'a, P>,
    work: f64,
}

/// The strategy of least work that carries the circuit, and its steps. If there are several, the
/// same are tried with inputs that start with fewer and fewer limbs.
pub(super) fn search<'a, P: IntegerScheme>(
    circuit: &Circuit,
    inputs: PlanInputs<'a, P>,
    strategies: &[Strategy],
) -> Result<(Strategy, EmittedSteps<'a, P>), Error> {
    let mut tried = Vec::new();
    let mut refusal = Error::Internal("no strategy");
    let mut trials = MOST_EMITTED / inputs.graph.operations().len().max(1);
    for &strategy in strategies {
        match attempt(circuit, inputs, strategy)? {
            Ok(trial) => tried.push(trial),
            // The last one carries deepest.
            Err(too_deep) => refusal = too_deep,
        }
        trials = trials.saturating_sub(1);
        if !tried.is_empty() && trials == 0 {
            break;
        }
    }
    tried.sort_by(|a, b| a.work.total_cmp(&b.work));
    let order: Vec<Strategy> = tried.iter().map(|trial| trial.strategy).collect();
    let Some(mut best) = tried.into_iter().next() else { return Err(refusal) };
    if strategies.len() > 1 {
        for start in starts(inputs).into_iter().take(trials) {
            let first = order.iter().find_map(|&strategy| {
                let strategy = Strategy { start: Some(start), ..strategy };
                attempt(circuit, inputs, strategy).map(Result::ok).transpose()
            });
            let Some(trial) = first.transpose()? else { break };
            if trial.work < best.work {
                best = trial;
            }
        }
    }
    Ok((best.strategy, best.emitted))
}

/// The steps by one strategy; the inner error if it does not carry the circuit.
fn attempt<'a, P: IntegerScheme>(
    circuit: &Circuit,
    inputs: PlanInputs<'a, P>,
    strategy: Strategy,
) -> Result<Result<Trial<'a, P>, Error>, Error> {
    let phase = strategy.to_string();
    let emitted = emit(inputs, strategy, &phase)?;
    if let Err(too_deep) = depth::check(circuit, inputs.graph, &emitted.budgets) {
        return Ok(Err(too_deep));
    }
    let work = inputs.recorder.record().phase(&phase).map_or(0.0, work::of);
    Ok(Ok(Trial { strategy, emitted, work }))
}

/// For each number of limbs below that of fresh ciphertexts the highest level, most limbs first.
fn starts<P: IntegerScheme>(inputs: PlanInputs<'_, P>) -> Vec<usize> {
    let context = &inputs.shapes.context;
    let top = context.levels() - 1;
    let most = context.limbs(top);
    let highest = |n| (0..top).rfind(|&level| context.limbs(level) == n);
    (1..most).rev().filter_map(highest).collect()
}
