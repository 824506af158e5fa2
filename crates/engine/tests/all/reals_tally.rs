//! Whole programs over real and complex numbers: what their tally says an evaluation costs is what it costs.

use std::sync::Arc;

use ringassay_circuit::{
    Circuit, Decimal, Shape, Space,
    generate::{Application, SimdConfig, Stream, generate},
    text::read_key_parameters,
};
use ringassay_cost::CostRecord;
use ringassay_engine::{
    plan::EVALUATION,
    reals::{RealInstance, RealProgram, RealTally, Refreshing},
    sut::Options,
};
use ringassay_functions::refresh::Refresh;
use ringassay_ring::{meter::Meter, sample::Seed};
use ringassay_scheme::ckks::{
    Context, Magnitude, Plaintext, RingType,
    encoding::{Encoder, Generator},
};
use ringassay_slots::{Program, plan_reals};

fn circuits() -> Vec<(Circuit, u32)> {
    let shape = |batch| Shape { space: Space::real(1.0).unwrap(), batch };
    let mut circuits = Vec::new();
    for (batch, seed) in [(16, 1), (5, 2), (100, 3)] {
        let config = SimdConfig::mixed(shape(batch), 6, Decimal::whole(2));
        let config = SimdConfig { outputs: 1 + seed as u32 % 3, ..config };
        circuits.push((generate(&config, &mut Stream::new(seed)).unwrap(), 4));
    }
    for (which, depth) in [
        (Application::MatrixVector, 1),
        (Application::Logistic7, 3),
        (Application::LogisticRegression, 3),
    ] {
        circuits.push((which.circuit(shape(8), None, &mut Stream::new(3)).unwrap(), depth));
    }
    let shape = |batch| Shape { space: Space::complex(1.0).unwrap(), batch };
    let config = SimdConfig::mixed(shape(16), 6, Decimal::whole(2));
    circuits.push((generate(&config, &mut Stream::new(4)).unwrap(), 4));
    for (which, depth) in [(Application::Dot, 1), (Application::Spectrum, 2)] {
        circuits.push((which.circuit(shape(8), None, &mut Stream::new(3)).unwrap(), depth));
    }
    circuits
}

fn executed(program: Program, instance: &RealInstance) -> CostRecord {
    let parameters = &instance.choice.parameters;
    let context = Context::exact(parameters).unwrap().insisting();
    let seed = Seed::from_bytes([5; 32]);
    let secret = context.generate_secret_key(&seed).unwrap();
    let public = context.generate_public_key(&secret, &seed).unwrap();
    let rotation = |&step: &i32| parameters.rotation(-i64::from(step));
    let mut exponents: Vec<u32> = instance.target.steps.iter().map(rotation).collect();
    exponents.extend(parameters.conjugation().filter(|_| instance.target.complex));
    let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed).unwrap();
    let n = parameters.index.degree();
    let message = Plaintext::new(vec![3; n], parameters.scale(), Magnitude::real(1.0));
    let fresh = context.encrypt(&public, &message, &seed).unwrap();
    let encoder = Arc::new(Encoder::in_ring(parameters.ring_type(), n, Generator::Five).unwrap());
    let refreshing = instance.refresh.as_ref().map(|shape| {
        let slots = instance.shape.batch.max(2) as usize;
        let refresh = Refresh::exact(&context, slots, shape).unwrap();
        let keys = Arc::new(refresh.generate_keys(&secret, &seed).unwrap());
        let largest = refresh.largest();
        Refreshing { refresh: Arc::new(refresh), keys, largest, is_known: true }
    });
    let program = RealProgram::new(program, &context, &encoder).unwrap();
    let program = program.with_refreshing(refreshing);
    let evaluate = || program.evaluate(&keys, |_| Ok(fresh.clone()));
    // Tables of levels are made when first used.
    evaluate().unwrap();
    Meter::new().threads(1).observe(|| drop(evaluate().unwrap())).unwrap().1
}

#[test]
fn kernels_and_memory_of_programs_are_as_tallied() {
    let mut kernels = 0;
    for (circuit, depth) in circuits() {
        let facts = circuit.real_facts().unwrap();
        // Little security, for small rings.
        let asked = format!(
            "L={},D={depth},K=1,{}=1,P=12,M={},G={:.2}",
            circuit.shape().batch,
            if circuit.shape().space.is_complex() { "C" } else { "R" },
            facts.largest,
            facts.gain_bits
        );
        let asked = read_key_parameters(asked.as_bytes()).unwrap();
        let is_complex = circuit.shape().space.is_complex();
        for ring in RingType::ALL.into_iter().take(if is_complex { 1 } else { 2 }) {
            let options = Options { ring: Some(ring), ..Options::default() };
            let instance = RealInstance::choose(&asked, &options).unwrap();
            assert_eq!(instance.choice.parameters.ring_type(), ring);
            let program = plan_reals(&circuit, &instance.target).unwrap();
            let tally = RealTally::new(&program, &instance).unwrap();
            let planned = tally.record.phase(EVALUATION).unwrap().clone();
            kernels += planned.counts.values().sum::<u64>();
            let seen = executed(program, &instance);
            assert_eq!(seen.counts(), planned.counts, "{asked}");
            assert_eq!(seen.peak_bytes, tally.peak_bytes, "{asked}");
            assert_eq!(seen.total_bytes, planned.total_bytes, "{asked}");
        }
    }
    assert!(kernels > 4_000, "{kernels}");
}

/// A program that refreshes: the tables of the raised chain are no part of an evaluation, everything else is.
#[test]
fn refreshes_are_as_tallied() {
    let shape = Shape { space: Space::real(1.0).unwrap(), batch: 8 };
    let config = SimdConfig::mixed(shape, 4, Decimal::whole(6));
    let circuit = generate(&config, &mut Stream::new(5)).unwrap();
    let asked = read_key_parameters(b"L=8,D=6,K=128,R=1,P=12,M=2,G=3").unwrap();
    let options =
        Options { refresh: Some(3), index: Some(1 << 10), insist: true, ..Options::default() };
    let instance = RealInstance::choose(&asked, &options).unwrap();
    let program = plan_reals(&circuit, &instance.target).unwrap();
    assert!(program.counts()["refreshes"] > 0);
    let tally = RealTally::new(&program, &instance).unwrap();
    let planned = tally.record.phase(EVALUATION).unwrap().clone();
    let seen = executed(program, &instance);
    assert_eq!(seen.counts(), planned.counts);
    assert_eq!((seen.peak_bytes, seen.total_bytes), (tally.peak_bytes, planned.total_bytes));
}
