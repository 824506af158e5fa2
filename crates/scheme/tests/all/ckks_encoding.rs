//! The canonical embedding against its definition on big integers, and against known answers.

use proptest::prelude::*;
use ringassay_scheme::{
    ErrorKind,
    ckks::{
        RingType, Scale,
        encoding::{Arithmetic, Complex64, DoubleDouble, Encoder, Generator, Target},
    },
};

use crate::ckks_oracle::{self as oracle, Draws};

const BOTH: [Generator; 2] = [Generator::Five, Generator::Three];

fn golden_vector() -> Vec<Complex64> {
    [(1.0, 2.0), (-3.0, 0.5), (0.25, -1.0), (2.0, 0.0)]
        .map(|(re, im)| Complex64::new(re, im))
        .into()
}

fn target(slots: usize, scale: &Scale) -> Target<'_> {
    Target { slots, scale, log2_modulus: 102.0 }
}

/// Computed by mpmath, and for g = 3 by SEAL itself.
#[test]
fn known_answers() {
    let scale = Scale::power_of_two(20);
    let five = [65536, 1_105_282, 509_750, -459_299, 393_216, 1_812_118, -324_387, -261_184];
    let three = [65536, 102_101, 695_114, 1_962_595, 131_072, -609_777, -139_023, 741_998];
    for (generator, golden) in [(Generator::Five, five), (Generator::Three, three)] {
        let encoder = Encoder::new(8, generator).unwrap();
        let found = encoder.encode(&golden_vector(), &target(4, &scale)).unwrap();
        assert_eq!(found, golden.map(i128::from));
    }
    let encoder = Encoder::new(16, Generator::Five).unwrap();
    let found = encoder.encode(&golden_vector(), &target(4, &scale)).unwrap();
    let interleaved: Vec<i128> = five.iter().flat_map(|&c| [i128::from(c), 0]).collect();
    assert_eq!(found, interleaved, "sparse packing");
    // X ↦ X^5 rotates left by one.
    let mut rotated = golden_vector();
    rotated.rotate_left(1);
    let encoder = Encoder::new(8, Generator::Five).unwrap();
    let found = encoder.encode(&rotated, &target(4, &scale)).unwrap();
    let image = [65536, -1_812_118, -509_750, -261_184, 393_216, 1_105_282, 324_387, 459_299];
    assert_eq!(found, image.map(i128::from));
    // The slots of the negacyclic square are the squares.
    let square: Vec<i128> = (0..8)
        .map(|k: usize| {
            let term = |i: usize| {
                let j = (k + 8 - i) % 8;
                let product = i128::from(five[i]) * i128::from(five[j]);
                if i + j == k { product } else { -product }
            };
            (0..8).map(term).sum()
        })
        .collect();
    assert_eq!((square[0], square[7]), (2_422_360_609_480, 734_934_736_316));
    let decoded = encoder.decode(&square, 4, &scale.squared()).unwrap();
    for (z, square) in golden_vector().iter().zip(decoded) {
        assert!((*z * *z - square).abs() < 1e-4, "{square:?}");
    }
}

#[test]
fn coefficients_are_those_of_the_definition() {
    let mut draws = Draws(1);
    for (degree, slots) in [(2, 1), (4, 2), (8, 1), (16, 8), (64, 32), (64, 4), (128, 64)] {
        for generator in BOTH {
            let encoder = Encoder::new(degree, generator).unwrap();
            // Doubles up to 2^50, double-doubles beyond; errors before rounding in units.
            for (log2, error) in [(20, 1e-6), (49, 0.7), (52, 1e-8), (98, 0.3)] {
                let z: Vec<(f64, f64)> = (0..slots).map(|_| (draws.unit(), draws.unit())).collect();
                let values: Vec<_> = z.iter().map(|&(a, b)| Complex64::new(a, b)).collect();
                let scale = Scale::power_of_two(i64::from(log2));
                let found = encoder.encode(&values, &target(slots, &scale)).unwrap();
                let wanted = oracle::encode(&z, slots, log2, generator.value());
                let gap = degree / 2 / slots;
                for (k, wanted) in wanted.iter().enumerate() {
                    let away = oracle::distance(&(oracle::one() * found[k * gap]), wanted);
                    assert!(away <= 0.5 + error, "{degree} {slots} 2^{log2} {k}: {away}");
                }
                let others = (0..degree).filter(|k| k % gap != 0);
                assert!(others.into_iter().all(|k| found[k] == 0), "sparse packing leaves gaps");
            }
        }
    }
}

#[test]
fn values_are_those_of_the_definition() {
    let mut draws = Draws(2);
    for (degree, slots, bits) in [(2, 1, 40), (16, 8, 49), (64, 32, 60), (64, 32, 99), (32, 2, 30)]
    {
        for generator in BOTH {
            let encoder = Encoder::new(degree, generator).unwrap();
            let gap = degree / 2 / slots;
            let mut c = vec![0_i128; degree];
            for k in (0..degree).step_by(gap) {
                let word = i128::from(draws.word() as i64) << 64 | i128::from(draws.word());
                c[k] = word >> (127 - bits);
            }
            // Not a power of two.
            let scale = Scale::from_factors(bits - 3, vec![(3, -1), (7, 1)]).unwrap();
            let factor = 7.0 / 3.0 * ((bits - 3) as f64).exp2();
            let wanted = oracle::decode(&c, slots, generator.value());
            let largest =
                wanted.iter().map(|(re, im)| libm::hypot(oracle::to_f64(re), oracle::to_f64(im)));
            let largest = largest.fold(0.0, f64::max) / factor;
            let found = encoder.decode(&c, slots, &scale).unwrap();
            for (z, (re, im)) in found.iter().zip(&wanted) {
                let wanted =
                    Complex64::new(oracle::to_f64(re) / factor, oracle::to_f64(im) / factor);
                assert!((*z - wanted).abs() < 1e-14 * largest, "{z:?} {wanted:?}");
            }
            let double = encoder.decode_with(&c, slots, &scale, Arithmetic::Double).unwrap();
            let error = found.iter().zip(double).map(|(a, b)| (*a - b).abs()).fold(0.0, f64::max);
            assert!(error < 1e-14 * largest, "{error}");
            // In double-double, 98 bits of the largest are right.
            let exact: Vec<_> = c.iter().map(|&c| DoubleDouble::from_i128(c)).collect();
            let found = encoder.decode_extended(&exact, slots, &Scale::ONE).unwrap();
            for (z, (re, im)) in found.iter().zip(&wanted) {
                for (part, wanted) in [(z.re, re), (z.im, im)] {
                    let (hi, lo) = part.parts();
                    let found = oracle::of_f64(hi) + oracle::of_f64(lo);
                    let away = oracle::distance(&found, wanted);
                    assert!(away <= largest * factor * 2_f64.powi(-98), "{away:e}");
                }
            }
        }
    }
}

#[test]
fn large_rings_come_back() {
    let mut draws = Draws(3);
    for log2_degree in [11, 14, 17] {
        let encoder = Encoder::new(1 << log2_degree, Generator::Five).unwrap();
        let slots = encoder.slots();
        let z: Vec<_> = (0..slots).map(|_| Complex64::new(draws.unit(), draws.unit())).collect();
        for (log2, error) in [(40, 2_f64.powi(-40)), (90, 2_f64.powi(-51))] {
            let scale = Scale::power_of_two(log2);
            let c = encoder.encode(&z, &target(slots, &scale)).unwrap();
            let back = encoder.decode(&c, slots, &scale).unwrap();
            let worst = z.iter().zip(back).map(|(a, b)| (*a - b).abs()).fold(0.0, f64::max);
            // Rounding coefficients: √(N/12), and how much the worst of N/2 slots exceeds it.
            let bound = (((1 << log2_degree) as f64) / 12.0).sqrt() * 6.0 * error;
            assert!(worst < bound.max(1e-14), "{log2_degree} {log2}: {worst:e} {bound:e}");
        }
    }
}

/// Conjugate-invariant elements: by cosines, from the definition.
#[test]
fn conjugate_invariant_slots_are_real() {
    let mut draws = Draws(4);
    for (degree, slots) in [(2, 2), (8, 8), (32, 32), (32, 4)] {
        let ring = RingType::ConjugateInvariant;
        let encoder = Encoder::in_ring(ring, degree, Generator::Five).unwrap();
        let z: Vec<f64> = (0..slots).map(|_| draws.unit()).collect();
        let scale = Scale::power_of_two(30);
        let c = encoder.encode_real(&z, &target(slots, &scale)).unwrap();
        assert_eq!(c.len(), degree);
        let order = 4 * degree as u64;
        for (j, z) in z.iter().enumerate() {
            let exponent = oracle::power(5, j, order) as f64;
            let angle = |k: usize| std::f64::consts::TAU * (exponent * k as f64) / order as f64;
            let others = (1..degree).map(|k| 2.0 * c[k] as f64 * angle(k).cos());
            let value = (c[0] as f64 + others.sum::<f64>()) * 2_f64.powi(-30);
            assert!((value - z).abs() < 1e-9 * degree as f64, "{degree} {j}: {value} {z}");
        }
        let back = encoder.decode(&c, slots, &scale).unwrap();
        assert!(back.iter().all(|z| z.im == 0.0));
        let worst = z.iter().zip(back).map(|(a, b)| (a - b.re).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-8 * degree as f64, "{worst:e}");
    }
}

/// Against big integers: coefficients are the first half of those of the polynomial modulo X^2N + 1, and values
/// those of that polynomial.
#[test]
fn conjugate_invariant_elements_are_exact() {
    let mut draws = Draws(5);
    for (degree, slots) in [(4, 4), (16, 16), (64, 64), (64, 8)] {
        for generator in BOTH {
            let encoder =
                Encoder::in_ring(RingType::ConjugateInvariant, degree, generator).unwrap();
            for (log2, error) in [(20, 1e-6), (49, 0.7), (52, 1e-8), (98, 0.3)] {
                let z: Vec<f64> = (0..slots).map(|_| draws.unit()).collect();
                let scale = Scale::power_of_two(i64::from(log2));
                let found = encoder.encode_real(&z, &target(slots, &scale)).unwrap();
                let complex: Vec<(f64, f64)> = z.iter().map(|&x| (x, 0.0)).collect();
                let wanted = oracle::encode(&complex, slots, log2, generator.value());
                let gap = degree / slots;
                for (k, wanted) in wanted[..slots].iter().enumerate() {
                    let away = oracle::distance(&(oracle::one() * found[k * gap]), wanted);
                    assert!(away <= 0.5 + error, "{degree} {slots} 2^{log2} {k}: {away}");
                }
                assert!((0..degree).filter(|k| k % gap != 0).all(|k| found[k] == 0));
                let negated = found[1..].iter().rev().map(|c| -c);
                let mirrored: Vec<i128> = found.iter().copied().chain([0]).chain(negated).collect();
                let values = oracle::decode(&mirrored, slots, generator.value());
                let decoded = encoder.decode(&found, slots, &scale).unwrap();
                let factor = f64::from(log2).exp2();
                for (z, (re, im)) in decoded.iter().zip(&values) {
                    assert!((z.re - oracle::to_f64(re) / factor).abs() < 1e-13, "{z:?}");
                    assert!(oracle::to_f64(im).abs() < 1e-60 && z.im == 0.0);
                }
            }
        }
    }
}

#[test]
fn conjugate_invariant_rings_refuse_complex_numbers() {
    let encoder = Encoder::in_ring(RingType::ConjugateInvariant, 8, Generator::Five).unwrap();
    let scale = Scale::power_of_two(20);
    let mut z = vec![Complex64::new(0.5, 0.0); 8];
    assert!(encoder.encode(&z, &target(8, &scale)).is_ok());
    z[3].im = 1e-300;
    let refused = encoder.encode(&z, &target(8, &scale)).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Vector);
    assert!(refused.to_string().contains("position 3 is not real"), "{refused}");
}

#[test]
fn refusals_say_why() {
    let encoder = Encoder::new(16, Generator::Five).unwrap();
    let scale = Scale::power_of_two(40);
    let one = [Complex64::new(1.0, 0.0)];
    let kind = |values: &[Complex64], slots, scale: &Scale, log2_modulus| {
        let target = Target { slots, scale, log2_modulus };
        encoder.encode(values, &target).map_err(|error| error.kind()).unwrap_err()
    };
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for z in [Complex64::new(bad, 0.0), Complex64::new(0.0, bad)] {
            assert_eq!(kind(&[one[0], z], 8, &scale, 102.0), ErrorKind::Vector);
        }
    }
    // As long as the vector may be, and not longer.
    assert!(encoder.encode(&[one[0]; 8], &target(8, &scale)).is_ok());
    assert_eq!(kind(&[one[0]; 9], 8, &scale, 102.0), ErrorKind::Vector);
    for slots in [0, 3, 16] {
        assert_eq!(kind(&one, slots, &scale, 102.0), ErrorKind::Parameters);
    }
    // 2^40 has to be less than half the modulus.
    let constant = [one[0]; 8];
    assert_eq!(kind(&constant, 8, &scale, 41.0), ErrorKind::Vector);
    assert!(
        encoder.encode(&constant, &Target { log2_modulus: 41.01, ..target(8, &scale) }).is_ok()
    );
    for huge in [1e20, f64::MAX] {
        assert_eq!(kind(&[huge.into(); 8], 8, &scale, 900.0), ErrorKind::Vector);
    }
    let far = Scale::power_of_two(100_000);
    assert_eq!(kind(&one, 8, &far, 102.0), ErrorKind::Parameters);
    assert!(encoder.decode(&[0; 15], 8, &scale).is_err());
    assert!(encoder.decode(&[0; 16], 5, &scale).is_err());
    for degree in [0, 1, 3, 1 << 18] {
        assert!(Encoder::new(degree, Generator::Five).is_err());
    }
    assert!(Encoder::in_ring(RingType::ConjugateInvariant, 0, Generator::Five).is_err());
    assert!(Encoder::in_ring(RingType::ConjugateInvariant, usize::MAX, Generator::Five).is_err());
}

#[test]
fn halves_are_rounded_away_from_zero() {
    let encoder = Encoder::new(4, Generator::Five).unwrap();
    for (value, rounded) in [(2.5, 3), (-2.5, -3), (0.5, 1), (-0.5, -1), (1.25, 1), (0.0, 0)] {
        let found = encoder.encode(&[value.into(); 2], &target(2, &Scale::ONE)).unwrap();
        assert_eq!(found[0], rounded, "{value}");
    }
}

/// A number from one to three doubles apart in size: all that double-doubles are.
fn pair() -> impl Strategy<Value = (f64, f64)> {
    (-1e9..1e9_f64, -1e-9..1e-9_f64)
}

proptest! {
    /// Against fixed-point numbers of 320 bits.
    #[test]
    fn double_double_arithmetic((a, b) in pair(), (c, d) in pair()) {
        let (x, y) = (DoubleDouble::new(a, b), DoubleDouble::new(c, d));
        let fixed = |x: DoubleDouble| oracle::of_f64(x.parts().0) + oracle::of_f64(x.parts().1);
        let (u, v) = (fixed(x), fixed(y));
        let near = |found: DoubleDouble, wanted: &oracle::Fixed, size: f64| {
            oracle::distance(&fixed(found), wanted) <= size * 2_f64.powi(-101)
        };
        prop_assert!(near(x + y, &(&u + &v), (a.abs() + c.abs()) / 8.0));
        prop_assert!(near(x - y, &(&u - &v), (a.abs() + c.abs()) / 8.0));
        prop_assert!(near(x * y, &oracle::mul(&u, &v), (a * c).abs() / 4.0));
        if c.abs() > 1e-3 {
            let quotient = (&u << oracle::BITS) / &v;
            prop_assert!(near(x / y, &quotient, (a / c).abs() / 2.0));
        }
        let root = x.abs().sqrt();
        let square = oracle::mul(&fixed(root), &fixed(root));
        prop_assert!(oracle::distance(&square, &fixed(x.abs())) <= a.abs() * 2_f64.powi(-101));
        prop_assert_eq!(x < y, u < v);
        let rounded = oracle::one() * x.round();
        prop_assert!(oracle::distance(&rounded, &u) <= 0.5);
    }

    #[test]
    fn integers_come_back(x in -(1_i128 << 105)..1_i128 << 105) {
        prop_assert_eq!(DoubleDouble::from_i128(x).round(), x);
    }
}

#[test]
fn cosines_are_right() {
    for a in 0..40 {
        let (wanted, _) = oracle::root(a, 37);
        let turns = DoubleDouble::from(2.0 * a as f64) / 37.0.into();
        let (hi, lo) = (DoubleDouble::PI * turns).cos().parts();
        let away = oracle::distance(&(oracle::of_f64(hi) + oracle::of_f64(lo)), &wanted);
        assert!(away < 2_f64.powi(-97), "{a}: {away:e}");
    }
}
