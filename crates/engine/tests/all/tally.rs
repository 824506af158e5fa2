//! Whole circuits: what a plan says an evaluation costs is what it costs.

use std::collections::BTreeMap;

use ringassay_circuit::{
    Circuit, Decimal,
    generate::{SimdConfig, Stream, generate},
};
use ringassay_cost::{Call, CostRecord, Kernel};
use ringassay_engine::{Plan, Program, plan::EVALUATION, plan::Strategy};
use ringassay_ring::meter::Meter;

use crate::common::{Instance, odd_circuit, parameters, random_inputs};

fn executed(instance: &Instance, circuit: &Circuit, plan: Plan, threads: usize) -> CostRecord {
    let (target, context) = (&instance.target, &instance.context);
    let program = Program::new(plan, target, context, 1 << 30).unwrap();
    let inputs = instance.encrypt(&random_inputs(circuit, 1));
    let evaluate = || program.evaluate(&instance.keys, |wire| Ok(inputs[wire as usize].clone()));
    // Tables between moduli are made when first used.
    evaluate().unwrap();
    Meter::new().threads(threads).observe(|| drop(evaluate().unwrap())).unwrap().1
}

#[test]
fn kernels_and_memory_of_circuits_are_as_planned() {
    let mut kernels = 0;
    for (m, p, length) in [(127, 2, 18), (255, 2, 13), (128, 257, 64)] {
        let instance = Instance::new(&parameters(m, p, 1, 6), length, 18, 1);
        for seed in 0..6 {
            let circuit = if seed < 3 {
                let config = SimdConfig::mixed(instance.shape(), 6, Decimal::whole(4));
                generate(&config, &mut Stream::new(seed)).unwrap()
            } else {
                odd_circuit(instance.shape(), seed, 30, 3)
            };
            let strategy = Strategy::ALL[seed as usize];
            let plan = Plan::with_strategy(&circuit, &instance.target, strategy).unwrap();
            let planned = plan.tally().phase(EVALUATION).unwrap().clone();
            let peak_bytes = plan.peak_bytes();
            kernels += planned.counts.values().sum::<u64>();
            let seen = executed(&instance, &circuit, plan.clone(), 1);
            assert_eq!(seen.counts(), planned.counts, "index {m}, seed {seed}");
            assert_eq!(seen.peak_bytes, peak_bytes, "index {m}, seed {seed}: {plan}");
            assert_eq!(seen.total_bytes, planned.total_bytes, "index {m}, seed {seed}");
            // More threads do the same work, but for copies of what another one still reads.
            let parallel = executed(&instance, &circuit, plan, 3);
            let arithmetic = |mut counts: BTreeMap<Call, u64>| {
                counts.retain(|call, _| call.kernel != Kernel::Copy);
                counts
            };
            let (found, expected) =
                (arithmetic(parallel.counts()), arithmetic(planned.counts.clone()));
            assert_eq!(found, expected, "index {m}, seed {seed}");
        }
    }
    assert!(kernels > 10_000, "{kernels}");
}
