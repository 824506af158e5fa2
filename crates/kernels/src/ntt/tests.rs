//! The transforms against their definition.

use super::*;
use crate::{Backend, Modulus};

/// Primes q ≡ 1 mod 2^(log+1): tiny, small, and the largest ones below 2^31, 2^50 and 2^62.
const PRIMES: [(u64, u32); 8] = [
    (5, 1),
    (17, 3),
    (257, 7),
    (65_537, 15),
    (2_147_352_577, 16),
    (1_125_899_902_124_033, 17),
    (1_125_899_906_826_241, 10),
    (4_611_686_018_425_815_041, 17),
];

/// A primitive root of unity of order 2^log modulo a prime q ≡ 1 mod 2^log.
fn root(modulus: &Modulus, log: u32) -> u64 {
    let q = modulus.value();
    (2..)
        .map(|x| modulus.pow(x % q, (q - 1) >> log))
        .find(|&psi| modulus.pow(psi, 1 << (log - 1)) == q - 1)
        .expect("half of all residues are no squares")
}

/// Runs a check for every backend, length and prime.
fn everywhere<T: Transform>(mut check: impl FnMut(&T, u64)) {
    for backend in Backend::available() {
        for (q, most) in PRIMES {
            let zq = Zq::with_backend(q, backend).expect("available");
            for log_n in 1..=most - T::LOG_MORE {
                let (ntt, psi) = T::of(zq, log_n);
                check(&ntt, psi);
            }
        }
    }
}

/// From numbers as large, so much smaller and so much larger that both ways of reducing occur, and every plan.
#[test]
fn centred_residues_are_transformed_as_if_reduced_before() {
    everywhere::<Negacyclic>(|ntt, _| {
        let p = ntt.zq().q();
        for q in [p - 1, p, 2 * p - 1, p / 2 + 1, 2 * p + 1, (1 << 61) - 1] {
            let Ok(from) = Modulus::new(q) else { continue };
            let centred = CentredReduction::new(&from, ntt.zq());
            let mut x: Vec<u64> = (0..ntt.len() as u64)
                .map(|i| (i * i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) % q)
                .collect();
            x[0] = q / 2;
            x[1] = q / 2 + 1;
            let (mut expected, mut values) = (vec![0; x.len()], vec![u64::MAX; x.len()]);
            centred.apply(&mut expected, &x);
            ntt.forward(&mut expected);
            ntt.forward_centred(&mut values, &x, &centred);
            assert_eq!(values, expected, "from {q} to {p}, N = {}", ntt.len());
        }
    });
}

/// What both transforms have.
trait Transform: Sized {
    /// The order of ψ is 2N times two to this.
    const LOG_MORE: u32;

    fn new(zq: Zq, log_n: u32, psi: u64) -> Result<Self, NttError>;
    fn zq(&self) -> &Zq;
    fn forward(&self, x: &mut [u64]);
    fn inverse(&self, x: &mut [u64]);

    /// The transform of length 2^`log_n`, and ψ.
    fn of(zq: Zq, log_n: u32) -> (Self, u64) {
        let psi = root(zq.modulus(), log_n + 1 + Self::LOG_MORE);
        (Self::new(zq, log_n, psi).expect("a root"), psi)
    }
}

macro_rules! transform {
    ($name:ident, $log_more:literal) => {
        impl Transform for $name {
            const LOG_MORE: u32 = $log_more;

            fn new(zq: Zq, log_n: u32, psi: u64) -> Result<Self, NttError> {
                Self::new(zq, log_n, psi)
            }

            fn zq(&self) -> &Zq {
                self.zq()
            }

            fn forward(&self, x: &mut [u64]) {
                self.forward(x);
            }

            fn inverse(&self, x: &mut [u64]) {
                self.inverse(x);
            }
        }
    };
}

transform!(Negacyclic, 0);
transform!(ConjugateInvariant, 1);

fn random(seed: usize, n: usize, q: u64) -> Vec<u64> {
    let mut state = seed as u64;
    (0..n)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state ^ (state >> 29)) % q
        })
        .collect()
}

/// f(x) mod q by Horner's rule, in double words.
fn evaluate(f: &[u64], x: u64, q: u64) -> u64 {
    let horner = |sum: u128, &c: &u64| (sum * u128::from(x) + u128::from(c)) % u128::from(q);
    f.iter().rev().fold(0, horner) as u64
}

#[test]
fn a_transform_evaluates_at_the_odd_powers() {
    everywhere(|ntt: &Negacyclic, psi| {
        let (q, n) = (ntt.zq().q(), ntt.len());
        let modulus = ntt.zq().modulus();
        for f in [random(n, n, q), vec![q - 1; n]] {
            let mut values = f.clone();
            ntt.forward(&mut values);
            // All positions of short ones, of long ones those of a walk through all of them.
            let step = if n <= 256 { 1 } else { n / 8 + 1 };
            let exponents = ntt.exponents();
            for i in (0..n).step_by(step) {
                let x = modulus.pow(psi, exponents[i].into());
                assert_eq!(
                    values[i],
                    evaluate(&f, x, q),
                    "{}, q = {q}, N = {n}, position {i}",
                    ntt.zq().backend()
                );
            }
        }
    });
}

fn inverses_undo<T: Transform>(len: impl Fn(&T) -> usize) {
    everywhere(|ntt: &T, _| {
        let (q, n) = (ntt.zq().q(), len(ntt));
        for values in [random(n, n, q), vec![q - 1; n], vec![0; n]] {
            let mut x = values.clone();
            ntt.inverse(&mut x);
            assert!(x.iter().all(|&x| x < q));
            ntt.forward(&mut x);
            assert_eq!(x, values, "{}, q = {q}, N = {n}", ntt.zq().backend());
        }
    });
}

#[test]
fn inverses_undo_transforms() {
    inverses_undo(Negacyclic::len);
    inverses_undo(ConjugateInvariant::len);
}

fn backends_agree<T: Transform>() {
    for (q, most) in PRIMES {
        for log_n in 1..=most - T::LOG_MORE {
            let n = 1 << log_n;
            let mut seen: Option<[Vec<u64>; 2]> = None;
            for backend in Backend::available() {
                let zq = Zq::with_backend(q, backend).expect("available");
                let (ntt, _) = T::of(zq, log_n);
                let mut both = [random(n, n, q), random(n + 1, n, q)];
                ntt.forward(&mut both[0]);
                ntt.inverse(&mut both[1]);
                let seen = seen.get_or_insert_with(|| both.clone());
                assert_eq!(*seen, both, "{backend}, q = {q}, N = {n}");
            }
        }
    }
}

#[test]
fn all_backends_give_the_same_bits() {
    backends_agree::<Negacyclic>();
    backends_agree::<ConjugateInvariant>();
}

#[test]
fn rows_are_transforms_side_by_side() {
    everywhere(|ntt: &Negacyclic, _| {
        let (q, n) = (ntt.zq().q(), ntt.len());
        for count in [0, 1, 3, 18] {
            let rows = random(count, n * count, q);
            let mut together = rows.clone();
            ntt.forward_rows(&mut together);
            for (row, result) in rows.chunks(n).zip(together.chunks(n)) {
                let mut alone = row.to_vec();
                ntt.forward(&mut alone);
                assert_eq!(alone, result);
            }
            ntt.inverse_rows(&mut together);
            assert_eq!(together, rows);
            if n > 4096 {
                break;
            }
        }
    });
}

#[test]
fn exponents_are_the_odd_numbers_bits_reversed() {
    let zq = Zq::with_backend(97, Backend::Portable).expect("a prime");
    let ntt = Negacyclic::new(zq, 3, root(zq.modulus(), 4)).expect("a root");
    assert_eq!(ntt.exponents(), [1, 9, 5, 13, 3, 11, 7, 15]);
}

#[test]
fn what_is_no_root_is_refused() {
    let zq = Zq::with_backend(97, Backend::Portable).expect("a prime");
    let psi = root(zq.modulus(), 4);
    assert!(matches!(Negacyclic::new(zq, 0, psi), Err(NttError::Length(0))));
    assert!(matches!(Negacyclic::new(zq, 18, psi), Err(NttError::Length(18))));
    for wrong in [0, 1, 96, 97, zq.modulus().mul(psi, psi)] {
        let refused = Negacyclic::new(zq, 3, wrong);
        assert!(matches!(refused, Err(NttError::NoRoot { order: 16, .. })), "{wrong}");
    }
}

/// The coefficients modulo X^(2N) + 1 of a_0 + Σ a_k·(X^k + X^-k).
fn mirrored(a: &[u64], q: u64) -> Vec<u64> {
    let negated = a[1..].iter().rev().map(|&a| (q - a) % q);
    a.iter().copied().chain([0]).chain(negated).collect()
}

#[test]
fn a_conjugate_invariant_transform_evaluates_at_one_root_of_each_pair() {
    everywhere(|ntt: &ConjugateInvariant, psi| {
        let (q, n) = (ntt.zq().q(), ntt.len());
        let modulus = ntt.zq().modulus();
        let exponents = ntt.exponents();
        for f in [random(n, n, q), vec![q - 1; n]] {
            let mut values = f.clone();
            ntt.forward(&mut values);
            let f = mirrored(&f, q);
            let step = if n <= 128 { 1 } else { n / 8 + 1 };
            for i in (0..n).step_by(step) {
                for exponent in [exponents[i].into(), 4 * n as u64 - u64::from(exponents[i])] {
                    let x = modulus.pow(psi, exponent);
                    let backend = ntt.zq().backend();
                    assert_eq!(values[i], evaluate(&f, x, q), "{backend}, q = {q}, N = {n}, {i}");
                }
            }
        }
    });
}

#[test]
fn roots_of_too_small_an_order_do_not_fold() {
    let zq = Zq::with_backend(97, Backend::Portable).expect("a prime");
    let psi = root(zq.modulus(), 5);
    assert_eq!(ConjugateInvariant::new(zq, 3, psi).expect("a root").exponents().len(), 8);
    assert!(matches!(ConjugateInvariant::new(zq, 0, psi), Err(NttError::Length(0))));
    assert!(matches!(ConjugateInvariant::new(zq, 17, psi), Err(NttError::Length(17))));
    for wrong in [0, 1, 96, 97, zq.modulus().mul(psi, psi)] {
        let refused = ConjugateInvariant::new(zq, 3, wrong);
        assert!(matches!(refused, Err(NttError::NoRoot { order: 32, .. })), "{wrong}");
    }
}

#[cfg(feature = "fault-injection")]
#[test]
fn a_fault_in_any_multiplier_shows() {
    let q = 1_125_899_906_826_241;
    for backend in Backend::available() {
        let zq = Zq::with_backend(q, backend).expect("available");
        let ntt = Negacyclic::new(zq, 7, root(zq.modulus(), 8)).expect("a root");
        let f = random(1, 128, q);
        let mut right = f.clone();
        ntt.forward(&mut right);
        for position in 1..128 {
            let faulty = ntt.clone().with_planted_fault(position);
            let mut wrong = f.clone();
            faulty.forward(&mut wrong);
            assert_ne!(wrong, right, "{backend}, position {position}");
            faulty.inverse(&mut wrong);
            assert_ne!(wrong, f, "{backend}, position {position}: not even a round trip");
        }
    }
}
