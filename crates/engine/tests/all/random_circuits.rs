//! Random circuits of every kind, against the plaintext evaluator.

use ringassay_circuit::{
    Decimal, FanIn, GateKind, Space,
    generate::{SimdConfig, Stream, fan_in, generate},
};

use crate::common::{Instance, parameters};

fn mixed(instance: &Instance, depth: u32, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let config = SimdConfig::mixed(instance.shape(), 6, Decimal::whole(depth));
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        instance.check(&circuit, seed);
    }
}

fn single(instance: &Instance, levels: u32) {
    let shape = instance.shape();
    let kinds: &[GateKind] = match shape.space {
        Space::Gf2 => &GateKind::GF2,
        Space::Zt { .. } => &GateKind::ZT,
        Space::Real { .. } | Space::Complex { .. } => unreachable!("schemes of integers"),
    };
    for (seed, &kind) in (0..).zip(kinds) {
        let config = SimdConfig::single(shape, 5, levels, kind);
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        instance.check(&circuit, seed);
    }
}

/// Circuits with what generators avoid.
fn odd(instance: &Instance, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let circuit = crate::common::odd_circuit(instance.shape(), seed, 40, 3);
        instance.check(&circuit, seed);
    }
}

#[test]
fn bits_in_all_slots_of_a_prime_index() {
    let instance = Instance::new(&parameters(127, 2, 1, 5), 18, 18, 1);
    mixed(&instance, 5, 0..20);
    single(&instance, 4);
    odd(&instance, 0..60);
}

#[test]
fn bits_in_some_of_the_slots() {
    for length in [1, 2, 5, 7, 11, 17] {
        let instance = Instance::new(&parameters(127, 2, 1, 5), length, 18, 2);
        mixed(&instance, 4, 0..6);
        odd(&instance, 0..20);
    }
}

#[test]
fn bits_with_few_keys_for_rotations() {
    // Two automorphisms for most rotations.
    for (length, budget) in [(18, 6), (17, 8)] {
        let instance = Instance::new(&parameters(127, 2, 1, 6), length, budget, 3);
        mixed(&instance, 4, 0..8);
        odd(&instance, 0..20);
        single(&instance, 3);
    }
}

#[test]
fn bits_over_composite_indices() {
    for (m, lengths) in [(255, [16, 13]), (1023, [60, 42])] {
        for length in lengths {
            let instance = Instance::new(&parameters(m, 2, 1, 6), length, 24, 4);
            mixed(&instance, 4, 0..4);
            single(&instance, 3);
            odd(&instance, 0..6);
        }
    }
}

#[test]
fn bits_over_a_ring_of_hetest() {
    let instance = Instance::new(&parameters(5461, 2, 1, 4), 378, 30, 5);
    mixed(&instance, 3, 0..1);
}

#[test]
fn integers_in_fully_split_slots() {
    for (m, t, length) in [(128, 257, 64), (256, 257, 100), (64, 65537, 32)] {
        let instance = Instance::new(&parameters(m, t, 1, 8), length, 40, 6);
        mixed(&instance, 3, 0..6);
        single(&instance, 3);
        odd(&instance, 0..20);
    }
}

#[test]
fn integers_modulo_powers_and_in_slots_of_a_degree() {
    for (m, p, r, length) in [(127, 2, 2, 18), (127, 2, 3, 9), (91, 3, 2, 12), (31, 5, 1, 10)] {
        let instance = Instance::new(&parameters(m, p, r, 7), length, 20, 7);
        mixed(&instance, 3, 0..6);
        single(&instance, 3);
        odd(&instance, 0..20);
    }
}

#[test]
fn fan_in_circuits() {
    let instance = Instance::new(&parameters(127, 2, 1, 8), 1, 18, 8);
    let levels = [
        fan_in::FanInLevels::One { gates: 7, share: 400 },
        fan_in::FanInLevels::Two { gates: 5, share: 500, xor_gates: 6, xor_share: 500 },
        fan_in::FanInLevels::Three { levels: 4 },
    ];
    for (seed, levels) in (0..).zip(levels.repeat(4)) {
        for op in [None, Some(FanIn::And), Some(FanIn::Or), Some(FanIn::Xor)] {
            let config = fan_in::FanInConfig { wires: 9, levels, op };
            let circuit = fan_in::generate(&config, &mut Stream::new(seed)).unwrap();
            instance.check(&circuit, seed);
        }
    }
}
