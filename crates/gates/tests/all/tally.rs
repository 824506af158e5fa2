//! What is counted without executing is what is executed.

use std::sync::Arc;

use ringassay_cost::{CostRecord, CostRecorder, TallyRing};
use ringassay_gates::{Context, Error, Evaluator, Gate, Job, SecretKey};
use ringassay_ring::meter::{self, Meter};
use ringassay_scheme::ring::LweRing;

use crate::common::{fresh, small};

fn program<R: LweRing>(context: &Context<R>, phase: &dyn Fn(&str)) -> Result<(), Error> {
    phase("keys");
    let secret = SecretKey::new(context, fresh(1))?;
    let key = secret.evaluation_key(context, fresh(2))?;
    phase("prepare");
    let evaluator = Evaluator::new(context, &key)?;
    drop(key);
    phase("encrypt");
    let bits = secret.encrypt(context, &[true, false, true], fresh(3))?;
    phase("gates");
    let first = evaluator.gate(Gate::Majority, &bits.iter().collect::<Vec<_>>())?;
    let job = |gate| Job { gate, operands: vec![&first, &bits[1]] };
    let more = evaluator.gates(&[job(Gate::And), job(Gate::Xor)])?;
    evaluator.not(&more[0])?;
    evaluator.select(&[[&first, &bits[0], &more[1]]])?;
    phase("decrypt");
    for bit in &bits {
        secret.phase(bit.sample())?;
    }
    Ok(())
}

fn counts(record: &CostRecord) -> Vec<(String, String, u64)> {
    let phases = record.phases.iter();
    phases
        .map(|phase| (phase.name.clone(), format!("{:?}", phase.counts), phase.peak_bytes))
        .collect()
}

#[test]
fn gates_are_counted_as_they_are_executed() {
    let context = Context::new(small()).unwrap();
    let run = || program(&context, &meter::phase);
    // On one thread, so that one batch is in memory at a time.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let (result, executed) = alone.install(|| Meter::new().observe(run).unwrap());
    result.unwrap();
    let recorder = Arc::new(CostRecorder::new());
    let ring = context.ring();
    let ring =
        TallyRing::with_backend(ring.index(), ring.moduli(), &recorder, ring.zq(0).backend());
    let context = Context::over(small(), ring.unwrap()).unwrap();
    alone.install(|| program(&context, &|name| recorder.phase(name))).unwrap();
    assert_eq!(counts(&executed), counts(&recorder.record()));
}
