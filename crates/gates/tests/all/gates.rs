//! Every gate on all operands, against its definition.

use ringassay_gates::{Context, Error, Gate, Job, Parameters};
use ringassay_kernels::Backend;
use ringassay_ring::{RnsRing, index::Index};
use ringassay_scheme::ErrorKind;

use crate::common::{Keys, SMALL, fresh, small};

fn definition(gate: Gate, x: &[bool]) -> bool {
    match gate {
        Gate::And => x[0] && x[1],
        Gate::Or => x[0] || x[1],
        Gate::Xor => x[0] != x[1],
        Gate::Nand => !(x[0] && x[1]),
        Gate::Nor => !(x[0] || x[1]),
        Gate::Xnor => x[0] == x[1],
        Gate::AndNot => x[0] && !x[1],
        Gate::NotAnd => !x[0] && x[1],
        Gate::Majority => x.iter().filter(|&&x| x).count() >= 2,
        Gate::Xor3 => x[0] ^ x[1] ^ x[2],
    }
}

/// All gates with all operands.
fn cases() -> Vec<(Gate, Vec<bool>)> {
    let operands = |gate: Gate| {
        let count = gate.form().factors.len();
        (0..1_usize << count)
            .map(move |word| (gate, (0..count).map(|i| word >> i & 1 == 1).collect()))
    };
    Gate::ALL.into_iter().flat_map(operands).collect()
}

/// The cases of `cases`, evaluated in one batch.
fn evaluated(keys: &Keys) -> (Vec<bool>, Vec<Vec<u64>>) {
    let cases = cases();
    let operands: Vec<_> =
        cases.iter().enumerate().map(|(i, (_, x))| keys.encrypt(x, i as u8)).collect();
    let jobs: Vec<Job<'_, _>> = cases
        .iter()
        .zip(&operands)
        .map(|(&(gate, _), operands)| Job { gate, operands: operands.iter().collect() })
        .collect();
    let bits = keys.evaluator.gates(&jobs).unwrap();
    let words = bits.iter().map(|bit| bit.sample().words().to_vec()).collect();
    (keys.decrypt(&bits), words)
}

#[test]
fn every_gate_is_its_definition() {
    let expected: Vec<bool> = cases().iter().map(|(gate, x)| definition(*gate, x)).collect();
    assert_eq!(evaluated(&SMALL).0, expected);
    for (gate, operands) in cases() {
        // The sum alone says as much.
        let sum = gate.form().sum(&operands);
        assert_eq!(sum > 0, definition(gate, &operands), "{gate:?}, {operands:?}");
        assert_eq!(Gate::named(gate.name()), Some(gate));
    }
    assert_eq!((Gate::And.form().margin(), Gate::Xor.form().margin()), (0.125, 0.25));
}

#[test]
fn gates_of_secure_parameters_are_right() {
    let keys = Keys::new(Parameters::standard());
    let expected: Vec<bool> = cases().iter().map(|(gate, x)| definition(*gate, x)).collect();
    assert_eq!(evaluated(&keys).0, expected);
}

#[test]
fn every_backend_gives_the_same_words() {
    let own = evaluated(&SMALL).1;
    for backend in Backend::available() {
        let index = Index::new(2 * small().degree as u64).unwrap();
        let ring = RnsRing::with_backend(&index, &[small().q], backend).unwrap();
        let keys = Keys::over(Context::over(small(), ring).unwrap());
        assert_eq!(evaluated(&keys).1, own, "{backend:?}");
    }
}

#[test]
fn not_and_select() {
    let all: Vec<[bool; 3]> = (0..8).map(|word| [0, 1, 2].map(|i| word >> i & 1 == 1)).collect();
    let bits: Vec<_> = all.iter().map(|x| SMALL.encrypt(x, 7)).collect();
    let triples: Vec<_> = bits.iter().map(|x| [&x[0], &x[1], &x[2]]).collect();
    let selected = SMALL.evaluator.select(&triples).unwrap();
    let expected: Vec<bool> = all.iter().map(|&[c, a, b]| if c { a } else { b }).collect();
    assert_eq!(SMALL.decrypt(&selected), expected);
    let rotation = SMALL.context.noise().rotation;
    assert!(selected.iter().all(|bit| bit.variance() == 2.0 * rotation));
    let not: Vec<_> = selected.iter().map(|bit| SMALL.evaluator.not(bit).unwrap()).collect();
    assert!(SMALL.decrypt(&not).iter().zip(expected).all(|(&x, y)| x != y));
}

#[test]
fn what_does_not_fit_is_refused() {
    let bits = SMALL.encrypt(&[true; 64], 1);
    let refused = SMALL.evaluator.gate(Gate::And, &[&bits[0]]).unwrap_err();
    assert_eq!(refused, Error::Operands { gate: "and", given: 1, expected: 2 });
    let other = ringassay_gates::SecretKey::new(&SMALL.context, fresh(99)).unwrap();
    let refused = other.decrypt(&SMALL.context, &bits).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Undecryptable);
    for wrong in [
        Parameters { degree: 500, ..small() },
        Parameters { rank: 0, ..small() },
        Parameters { dimension: 0, ..small() },
        Parameters { q: small().q + 2, ..small() },
        Parameters { count: 3, ..small() },
        Parameters { sigma: f64::NAN, ..small() },
    ] {
        assert_eq!(Context::new(wrong).unwrap_err().kind(), ErrorKind::Parameters);
    }
    assert!(Context::new(Parameters { q: small().q + 1024, ..small() }).is_err(), "no prime");
}
