//! Whole circuits: what a plan says an evaluation costs is what it costs.

use std::collections::BTreeMap;

use ringassay_circuit::{
    Circuit, Decimal,
    generate::{SimdConfig, Stream, generate},
};
use ringassay_cost::{Call, CostRecord, Kernel};
use ringassay_engine::{Plan, Program, plan::Action, plan::EVALUATION, plan::Strategy};
use ringassay_ring::meter::Meter;

use crate::common::{Instance, odd_circuit, parameters, random_inputs};

fn executed(instance: &Instance, circuit: &Circuit, plan: Plan, threads: usize) -> CostRecord {
    let (target, context) = (&instance.target, &instance.context);
    let program = Program::new(plan, target, context).unwrap();
    let inputs = instance.encrypt(&random_inputs(circuit, 1));
    let evaluate = || program.evaluate(&instance.keys, |wire| Ok(inputs[wire as usize].clone()));
    // Tables between moduli are made when first used.
    evaluate().unwrap();
    Meter::new().threads(threads).observe(|| drop(evaluate().unwrap())).unwrap().1
}

/// What encoding takes of the constants that an evaluation prepares anew: it is in no tally.
fn encoded(instance: &Instance, plan: &Plan) -> CostRecord {
    let used = plan.steps().iter().filter_map(|step| match step.action {
        Action::AddConstant(_, table) | Action::MulConstant(_, table) => Some(table as usize),
        _ => None,
    });
    let anew = used.filter(|&table| table >= plan.kept_tables());
    let constants: Vec<_> = anew.map(|table| plan.tables()[table].constant as usize).collect();
    let encode = || {
        for &constant in &constants {
            plan.constants()[constant].plaintext(&instance.target, &instance.context).unwrap();
        }
    };
    Meter::new().observe(encode).unwrap().1
}

#[test]
fn kernels_and_memory_of_circuits_are_as_planned() {
    let (mut kernels, mut unprepared) = (0, 0);
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
            // All constants prepared before, or some, or none.
            let constants_bytes = [u64::MAX, 200 << 10, 0][seed as usize % 3];
            let target = instance.target.clone().with_constants_bytes(constants_bytes);
            let plan = Plan::with_strategy(&circuit, &target, strategy).unwrap();
            unprepared += plan.tables().len() - plan.kept_tables();
            let planned = plan.tally().phase(EVALUATION).unwrap().clone();
            let peak_bytes = plan.peak_bytes();
            kernels += planned.counts.values().sum::<u64>();
            let seen = executed(&instance, &circuit, plan.clone(), 1);
            let encoded = encoded(&instance, &plan);
            let mut expected = planned.counts.clone();
            for (call, times) in encoded.counts() {
                *expected.entry(call).or_default() += times;
            }
            assert_eq!(seen.counts(), expected, "index {m}, seed {seed}");
            // Encoding takes memory while its constant is prepared.
            let beyond = seen.peak_bytes.checked_sub(peak_bytes);
            assert!(beyond.is_some_and(|bytes| bytes <= encoded.peak_bytes), "{m}, {seed}: {plan}");
            let total_bytes = planned.total_bytes + encoded.total_bytes;
            assert_eq!(seen.total_bytes, total_bytes, "index {m}, seed {seed}");
            // More threads do the same work, but for copies of what another one still reads.
            let parallel = executed(&instance, &circuit, plan, 3);
            let arithmetic = |mut counts: BTreeMap<Call, u64>| {
                counts.retain(|call, _| call.kernel != Kernel::Copy);
                counts
            };
            let (found, expected) = (arithmetic(parallel.counts()), arithmetic(expected));
            assert_eq!(found, expected, "index {m}, seed {seed}");
        }
    }
    assert!(kernels > 10_000 && unprepared > 20, "{kernels}, {unprepared}");
}

/// The buffers of an evaluation rest in the ring's pool when it is over: those that the tally says the process holds
/// beyond what was there before, with some that making keys left. What planning tried on the way to this plan is not
/// among them.
#[test]
fn memory_that_an_evaluation_leaves_in_the_pool_is_as_planned() {
    for (m, p, length) in [(127, 2, 18), (128, 257, 64)] {
        let instance = Instance::new(&parameters(m, p, 1, 6), length, 18, 1);
        let target = instance.target.clone().with_constants_bytes(u64::MAX);
        for seed in 0..3 {
            let config = SimdConfig::mixed(instance.shape(), 6, Decimal::whole(4));
            let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
            let plan = Plan::new(&circuit, &target).unwrap();
            let planned = plan.tally().phase(EVALUATION).unwrap().clone();
            let before = planned.peak_bytes - plan.peak_bytes();
            let program = Program::new(plan, &target, &instance.context).unwrap();
            let inputs = instance.encrypt(&random_inputs(&circuit, 1));
            let copies = |wire: u32| Ok(inputs[wire as usize].clone());
            drop(program.evaluate(&instance.keys, copies).unwrap());
            let ring = instance.context.ring();
            ring.release_memory();
            let again = Instance::new(&parameters(m, p, 1, 6), length, 18, 1);
            let of_keys = again.context.ring().pooled_bytes() as u64;
            drop(program.evaluate(&instance.keys, copies).unwrap());
            let (rested, held) = (ring.pooled_bytes() as u64, planned.heap_peak_bytes - before);
            // The maps of automorphisms were there before, but are no live memory.
            let most = rested + of_keys + 4 * m * 64;
            assert!((rested..=most).contains(&held), "{m}, {seed}: {held}, {rested} to {most}");
        }
    }
}
