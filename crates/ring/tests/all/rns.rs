//! Every conversion between RNS bases against big integers: for every number of small bases, and
//! for extreme and scattered ones of real sizes; narrow, wide and mixed moduli; on every backend.

use num_bigint::BigInt;
use proptest::prelude::*;
use ringassay_kernels::Backend;
use ringassay_ring::rns::{BaseExtension, Division, Lift, Moduli, RnsError};

use crate::rns_oracle::{Matrix, all, centred, primes, product, residue, rounded, samples, zqs};

/// Bases whose numbers can all be tried, even moduli and powers among them.
const TINY: [&[u64]; 7] =
    [&[2], &[3], &[2, 3], &[5, 7], &[4, 9, 5], &[3, 5, 7, 11], &[2, 3, 5, 7, 11]];

/// Bases of real sizes: (source, others).
fn real() -> Vec<(Vec<u64>, Vec<u64>)> {
    let narrow = primes(50, 12, &[]);
    let mixed = [primes(45, 3, &[]), primes(30, 3, &[]), primes(50, 2, &[])].concat();
    let wide = primes(61, 6, &[]);
    vec![
        (narrow[..1].to_vec(), narrow[1..].to_vec()),
        (narrow[..8].to_vec(), narrow[8..].to_vec()),
        (mixed.clone(), [&narrow[2..5], &[65_537, 2, 1 << 20]].concat()),
        (narrow.clone(), mixed[..6].to_vec()),
        (wide[..3].to_vec(), [&wide[3..], &narrow[..2]].concat()),
        ([&wide[..1], &narrow[..2]].concat(), narrow[2..5].to_vec()),
        // More limbs than one sum of products takes.
        (primes(40, 30, &[]), narrow[..3].to_vec()),
    ]
}

fn each_backend(run: impl Fn(Backend)) {
    let backends = Backend::available();
    assert!(backends.contains(&Backend::Portable));
    backends.into_iter().for_each(run);
}

fn moduli(values: &[u64], backend: Backend) -> Moduli {
    Moduli::new(&zqs(values, backend)).expect("coprime")
}

fn check_lift(from: &[u64], numbers: &[BigInt], backend: Backend) {
    let lift = Lift::new(&moduli(from, backend));
    let x = Matrix::of(numbers, from);
    assert_eq!(lift.lift_big(x.limbs()), numbers, "{from:?} on {backend}");
    for dropped_bits in [0, 1, 2, 63, 64, 65, 127, 128, 200] {
        let mut integers = vec![1; numbers.len()];
        let all_fit = lift.lift_i128_into(&mut integers, x.limbs(), dropped_bits);
        let half = (BigInt::from(1) << dropped_bits) >> 1;
        let expected: Vec<BigInt> = numbers.iter().map(|x| (x + &half) >> dropped_bits).collect();
        let what = format!("{from:?} without {dropped_bits} bits on {backend}");
        assert_eq!(all_fit, expected.iter().all(|x| i128::try_from(x).is_ok()), "{what}");
        for (integer, expected) in integers.into_iter().zip(expected) {
            if let Ok(expected) = i128::try_from(expected) {
                assert_eq!(integer, expected, "{what}");
            }
        }
    }
}

#[test]
fn lifts() {
    each_backend(|backend| {
        TINY.iter().for_each(|from| check_lift(from, &all(from), backend));
        for (from, _) in real() {
            check_lift(&from, &samples(&from, &BigInt::from(from[0]), 600, 1), backend);
        }
        // Q of 64 bits to the last.
        let from = [4_294_967_291, 4_294_967_279];
        check_lift(&from, &samples(&from, &BigInt::from(from[0]), 20, 2), backend);
        // Pairs of every kind, the smaller first and last, one of them even.
        for from in [[97, 1 << 20], [1 << 20, 97], [3, (1 << 62) - 57], [(1 << 62) - 57, 3]] {
            check_lift(&from, &samples(&from, &BigInt::from(from[0]), 600, 3), backend);
        }
        // Integers of three words that need no more than two, and some that need all.
        let from = [(1 << 50) - 27, (1 << 50) - 35, (1 << 49) + 9];
        let few = [0_i128, 1, -1, i128::MAX, i128::MIN, i128::MAX - 5].map(BigInt::from);
        check_lift(&from, &few, backend);
        let more: Vec<BigInt> =
            few.iter().map(|x| if x < &BigInt::from(0) { x - 1 } else { x + 1 }).collect();
        check_lift(&from, &more, backend);
    });
}

fn check_extension(from: &[u64], to: &[u64], numbers: &[BigInt], backend: Backend) {
    let (source, target) = (moduli(from, backend), zqs(to, backend));
    let x = Matrix::of(numbers, from);
    let mut out = Matrix::unset(to.len(), numbers.len());
    BaseExtension::exact(&source, &target).expect("a base").extend_into(out.limbs_mut(), x.limbs());
    for (column, number) in numbers.iter().enumerate() {
        let expected: Vec<u64> = to.iter().map(|&p| residue(number, p)).collect();
        assert_eq!(out.column(column), expected, "{number} from {from:?} to {to:?} on {backend}");
    }

    // Fast: the same u in [0, k) for all moduli.
    BaseExtension::fast(&source, &target).expect("a base").extend_into(out.limbs_mut(), x.limbs());
    let modulus = product(from);
    for (column, number) in numbers.iter().enumerate() {
        let least = ((number % &modulus) + &modulus) % &modulus;
        let candidates = (0..from.len()).map(|u| {
            let integer = &least + &modulus * u;
            to.iter().map(|&p| residue(&integer, p)).collect::<Vec<u64>>()
        });
        let found = out.column(column);
        assert!(candidates.into_iter().any(|c| c == found), "{number} from {from:?} on {backend}");
    }
}

#[test]
fn base_extensions() {
    each_backend(|backend| {
        for from in TINY {
            check_extension(from, &[2, 3, 13, 16, 1_000_003], &all(from), backend);
        }
        for (from, to) in real() {
            check_extension(&from, &to, &samples(&from, &BigInt::from(to[0]), 1200, 3), backend);
        }
    });
}

/// The quotient (a·x - e)/D from the definition of e.
fn quotient(x: &BigInt, a: u64, t: u64, dropped: &BigInt) -> BigInt {
    let inverse = BigInt::from(t).modinv(dropped).expect("coprime");
    let e = centred(&(x * a * inverse), dropped) * t;
    let (difference, d) = (x * a - &e, dropped);
    assert_eq!(&difference % d, BigInt::ZERO);
    difference / d
}

fn check_division(
    kept: &[u64],
    dropped: &[u64],
    a: u64,
    t: u64,
    numbers: &[BigInt],
    backend: Backend,
) {
    let context = format!("{kept:?} of {dropped:?}, a = {a}, t = {t}, on {backend}");
    let (keep, drop) = (zqs(kept, backend), moduli(dropped, backend));
    let division = if t > 1 {
        assert_eq!(a, 1);
        Division::congruent(&keep, &drop, t)
    } else if a > 1 {
        Division::scaled(&keep, &drop, a)
    } else {
        Division::rounded(&keep, &drop)
    };
    let division = division.expect("coprime");
    let d = product(dropped);
    let x = Matrix::of(numbers, &[kept, dropped].concat());
    let (rows, rest) =
        (x.limbs().range(0..kept.len()), x.limbs().range(kept.len()..x.limbs().rows()));
    let mut out = Matrix::unset(kept.len(), numbers.len());
    division.divide_into(out.limbs_mut(), rows, rest);
    for (column, number) in numbers.iter().enumerate() {
        let expected = quotient(number, a, t, &d);
        if t == 1 {
            assert_eq!(expected, rounded(&(number * a), &d), "the oracles agree");
        } else {
            // The message: D·x' ≡ x mod t, and x' is near x/D.
            assert_eq!(residue(&(&expected * &d - number), t), 0);
            let undone = number * division.message_factor();
            assert_eq!(residue(&(&expected - undone), t), 0, "{context}");
            let error: BigInt = (&expected * &d - number) * 2;
            assert!(error.magnitude() <= (&d * t).magnitude(), "{context}");
        }
        let expected: Vec<u64> = kept.iter().map(|&q| residue(&expected, q)).collect();
        assert_eq!(out.column(column), expected, "{number}: {context}");
    }

    // In place, and as a correction that is merged.
    let mut in_place = Matrix::of(numbers, kept);
    division.divide_assign(in_place.limbs_mut(), rest);
    let mut correction = Matrix::unset(kept.len(), numbers.len());
    division.correction_into(correction.limbs_mut(), rest);
    let (mut merged, own) = (correction, Matrix::of(numbers, kept));
    for i in 0..kept.len() {
        division.merge_assign(i, merged.limbs_mut().row_mut(i), own.limbs().row(i));
    }
    for column in 0..numbers.len() {
        assert_eq!(in_place.column(column), out.column(column), "{context}");
        assert_eq!(merged.column(column), out.column(column), "{context}");
    }
}

#[test]
fn divisions_of_every_number_of_small_bases() {
    each_backend(|backend| {
        for (kept, dropped) in [
            (&[5_u64][..], &[3_u64][..]),
            (&[5, 7], &[2]),
            (&[5, 7], &[9]),
            (&[13], &[3, 5]),
            (&[5, 7], &[11, 3]),
            (&[11], &[2, 3, 5]),
        ] {
            let numbers = all(&[kept, dropped].concat());
            check_division(kept, dropped, 1, 1, &numbers, backend);
            for t in [2, 3, 4, 7, 257] {
                check_division(kept, dropped, t, 1, &numbers, backend);
                if dropped.iter().all(|d| num_integer::gcd(*d, t) == 1) {
                    check_division(kept, dropped, 1, t, &numbers, backend);
                }
            }
        }
    });
}

#[test]
fn divisions_of_real_sizes() {
    each_backend(|backend| {
        for (kept, dropped) in real() {
            let kept: Vec<u64> = kept.into_iter().filter(|q| !dropped.contains(q)).collect();
            let dropped: Vec<u64> = dropped.into_iter().filter(|q| *q > 1 << 29).collect();
            for dropped in [&dropped[..1], &dropped[..]] {
                let all = [&kept, dropped].concat();
                let numbers = samples(&all, &product(dropped), 600, 4);
                check_division(&kept, dropped, 1, 1, &numbers, backend);
                check_division(&kept, dropped, 65_537, 1, &numbers, backend);
                for t in [2, 65_537, (1 << 40) + 15] {
                    check_division(&kept, dropped, 1, t, &numbers, backend);
                }
            }
        }
    });
}

/// BFV's product in RNS (2018/117 §2.4) on integers: extend, multiply, scale, extend back.
#[test]
fn a_product_is_scaled_by_t_over_q() {
    let all = primes(45, 9, &[]);
    let (q, p) = all.split_at(4);
    let t = 65_537;
    let numbers = samples(q, &BigInt::from(t), 200, 6);
    let squares: Vec<BigInt> = numbers.iter().map(|x| x * x).collect();
    each_backend(|backend| {
        let scale = Division::scaled(&zqs(p, backend), &moduli(q, backend), t).expect("coprime");
        let back = BaseExtension::exact(&moduli(p, backend), &zqs(q, backend)).expect("a base");
        let (low, high) = (Matrix::of(&squares, q), Matrix::of(&squares, p));
        let mut scaled = Matrix::unset(p.len(), numbers.len());
        scale.divide_into(scaled.limbs_mut(), high.limbs(), low.limbs());
        let mut result = Matrix::unset(q.len(), numbers.len());
        back.extend_into(result.limbs_mut(), scaled.limbs());
        for (column, square) in squares.iter().enumerate() {
            let exact = rounded(&(square * t), &product(q));
            let expected: Vec<u64> = q.iter().map(|&q| residue(&exact, q)).collect();
            assert_eq!(result.column(column), expected);
        }
    });
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let all = primes(50, 12, &[]);
    let (q, p) = all.split_at(9);
    // Long enough to be cut into pieces, one of them no whole number of blocks.
    let numbers: Vec<BigInt> = {
        let few = samples(q, &BigInt::from(p[0]), 1000, 7);
        few.iter().cycle().take(40_003).cloned().collect()
    };
    let x = Matrix::of(&numbers, q);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let source = moduli(q, Backend::Portable);
        let extension = BaseExtension::exact(&source, &zqs(p, Backend::Portable)).expect("a base");
        let lift = Lift::new(&source);
        let mut out = Matrix::unset(p.len(), numbers.len());
        let mut integers = vec![0; numbers.len()];
        let fit = pool.install(|| {
            extension.extend_into(out.limbs_mut(), x.limbs());
            lift.lift_i128_into(&mut integers, x.limbs(), 0)
        });
        (out.words, integers, fit)
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
    for column in (0..numbers.len()).step_by(997) {
        let expected: Vec<u64> = p.iter().map(|&p| residue(&numbers[column], p)).collect();
        let stride = numbers.len().next_multiple_of(8);
        let found: Vec<u64> = one.0.iter().skip(column).step_by(stride).copied().collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn what_has_no_meaning_is_refused() {
    let zqs = |values: &[u64]| zqs(values, Backend::Portable);
    let seven = Moduli::new(&zqs(&[7])).expect("a base");
    assert_eq!(Division::rounded(&zqs(&[5, 14]), &seven).err(), Some(RnsError::NotCoprime(14, 7)));
    let shared = RnsError::PlaintextNotCoprime { plaintext: 21, modulus: 7 };
    assert_eq!(Division::congruent(&zqs(&[5]), &seven, 21).err(), Some(shared));
    assert_eq!(Division::congruent(&zqs(&[5]), &seven, 0).err(), Some(RnsError::NoPlaintext));
    let many = vec![5; 129];
    assert_eq!(BaseExtension::fast(&seven, &zqs(&many)).err(), Some(RnsError::TooManyModuli(129)));
}

proptest! {
    /// Extending to further moduli and lifting from all of them is lifting.
    #[test]
    fn extension_keeps_the_integer(seed: u64, limbs in 1..7_usize, further in 1..5_usize) {
        let all = primes(49, limbs + further, &[]);
        let (q, p) = all.split_at(limbs);
        let numbers = samples(q, &BigInt::from(p[0]), 20, seed);
        let backend = Backend::chosen().expect("a backend");
        let extension = BaseExtension::exact(&moduli(q, backend), &zqs(p, backend)).expect("a base");
        let mut both = Matrix::of(&numbers, &all);
        let x = Matrix::of(&numbers, q);
        let stride = both.stride;
        both.words[limbs * stride..].fill(u64::MAX);
        {
            let rows = both.words[limbs * stride..].chunks_mut(stride).map(|row| &mut row[..x.columns]);
            extension.extend_into(ringassay_ring::rns::LimbsMut::from_rows(rows), x.limbs());
        }
        prop_assert_eq!(Lift::new(&moduli(&all, backend)).lift_big(both.limbs()), numbers);
    }

    /// Dividing by D what was multiplied by D gives it back; dividing in two steps is within one of
    /// dividing at once.
    #[test]
    fn divisions_compose(seed: u64) {
        let all = primes(44, 6, &[]);
        let (q, p) = all.split_at(4);
        let backend = Backend::chosen().expect("a backend");
        let d = product(p);
        let numbers = samples(q, &BigInt::from(q[0]), 20, seed);
        let multiples: Vec<BigInt> = numbers.iter().map(|x| x * &d).collect();
        let at_once = Division::rounded(&zqs(q, backend), &moduli(p, backend)).expect("coprime");
        let mut x = Matrix::of(&multiples, q);
        at_once.divide_assign(x.limbs_mut(), Matrix::of(&multiples, p).limbs());
        prop_assert_eq!(x.words, Matrix::of(&numbers, q).words);

        let numbers = samples(&all, &d, 20, seed);
        let mut x = Matrix::of(&numbers, q);
        at_once.divide_assign(x.limbs_mut(), Matrix::of(&numbers, p).limbs());
        let first = Division::rounded(&zqs(&all[..5], backend), &moduli(&all[5..], backend)).expect("coprime");
        let second = Division::rounded(&zqs(q, backend), &moduli(&all[4..5], backend)).expect("coprime");
        let mut y = Matrix::of(&numbers, &all[..5]);
        first.divide_assign(y.limbs_mut(), Matrix::of(&numbers, &all[5..]).limbs());
        let y = y.limbs();
        let mut z = Matrix::unset(4, numbers.len());
        second.divide_into(z.limbs_mut(), y.range(0..4), y.range(4..5));
        let lift = Lift::new(&moduli(q, backend));
        let pairs = lift.lift_big(x.limbs()).into_iter().zip(lift.lift_big(z.limbs()));
        for (x, z) in pairs {
            let distance = centred(&(x - z), &product(q));
            prop_assert!(distance.magnitude() <= BigInt::from(1).magnitude());
        }
    }
}
