//! Sign, step, extrema and inverse on numbers with levels and scales.

use ringassay_functions::{
    inverse::{Inverse, inverse},
    sign::{CompositeSign, maximum, minimum, odd_minimax, sign, step},
};
use ringassay_scheme::ckks::{Scale, encoding::DoubleDouble};

use crate::numbers::{Numbers, Slots, number};

fn delta() -> Scale {
    Scale::power_of_two(40)
}

fn fresh(values: &[f64], level: usize) -> Slots {
    Numbers::fresh(values.iter().map(|&x| number(x)).collect(), level, delta())
}

fn reals(a: &Slots) -> Vec<f64> {
    a.values.iter().map(|z| z.re.to_f64()).collect()
}

/// -log2 |1 - y|.
fn bits(y: DoubleDouble) -> f64 {
    -(DoubleDouble::ONE - y).abs().to_f64().log2()
}

/// By Chebyshev's theorem, a polynomial with k odd coefficients whose error takes its largest value with
/// alternating signs at k + 1 points is the best.
#[test]
fn minimax_errors_alternate() {
    for (from, to, degree) in
        [(0.1, 1.0, 7), (2_f64.powi(-30), 1.0, 15), (0.7, 1.0, 31), (0.9, 1.1, 5), (1e-3, 1.0, 1)]
    {
        let found = odd_minimax(from, to, degree).unwrap();
        let (least, largest) = (found.error.least, found.error.largest);
        assert!((1.0 - least - largest).abs() < 1e-15);
        // p - 1 at θ, where x² = a² + (b² - a²)·sin²(θ/2).
        let error = |theta: f64| {
            let square = from * from + (to * to - from * from) * (theta / 2.0).sin().powi(2);
            let x = square.sqrt().clamp(from, to);
            found.polynomial.at(number(x)).re - DoubleDouble::ONE
        };
        // 1 - |p - 1|: precise where errors are nearly 1.
        let rest = |theta: f64| (DoubleDouble::ONE - error(theta).abs()).to_f64();
        let small = largest.min(least.abs());
        let step = std::f64::consts::PI / 5000.0;
        let mut best: Vec<(bool, f64)> = Vec::new();
        for theta in (0..=5000).map(|k| f64::from(k) * step) {
            assert!(rest(theta) >= least - 1e-4 * small, "{from} {degree}: {theta}");
            let sign = error(theta).to_f64() > 0.0;
            match best.last_mut() {
                Some((last, at)) if *last == sign => {
                    if rest(theta) < rest(*at) {
                        *at = theta;
                    }
                }
                _ => best.push((sign, theta)),
            }
        }
        let extrema = best.iter().filter(|(_, theta)| {
            // The extremum near the sample.
            let (mut low, mut high) =
                ((theta - step).max(0.0), (theta + step).min(std::f64::consts::PI));
            for _ in 0..80 {
                let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                if rest(left) < rest(right) { high = right } else { low = left }
            }
            [low, high, *theta].into_iter().map(rest).fold(1.0, f64::min) <= least + 1e-3 * small
        });
        let changes: Vec<_> = extrema.collect();
        let alternations = degree.div_ceil(2) + 1;
        assert!(changes.len() >= alternations, "{from} {degree}: {}", changes.len());
    }
    // Degree 1: 2x/(a + b).
    let found = odd_minimax(0.25, 1.0, 1).unwrap();
    assert!((found.error.largest - 0.6).abs() < 1e-12);
    for (from, to, degree) in
        [(0.0, 1.0, 3), (0.5, 0.5, 3), (0.1, 1.0, 4), (0.1, 1.0, 65), (f64::NAN, 1.0, 3)]
    {
        assert!(odd_minimax(from, to, degree).is_err());
    }
}

/// 40 levels; 20 bits before the last polynomial and some 80 after it, for all |x| from 2^-30.
#[test]
fn the_standard_sign_is_within_its_error() {
    let composite = CompositeSign::standard().unwrap();
    assert_eq!(composite.depth(), 40);
    assert!(-composite.error().log2() > 80.0, "{:e}", composite.error());
    let polynomials = composite.polynomials();
    for x in [2_f64.powi(-30), 2_f64.powi(-29), 2_f64.powi(-20), 0.01, 0.5, 0.999, 1.0] {
        for x in [x, -x] {
            let y = composite.at(x.into());
            let y = if x < 0.0 { -y } else { y };
            assert!(bits(y) >= -composite.error().log2() - 1e-6, "{x:e}: {}", bits(y));
            let before = polynomials[..8].iter().fold(number(x), |x, p| p.at(x)).re.abs();
            assert!(bits(before) > 20.0, "{x:e}: {}", bits(before));
        }
    }
    // Errors of 2^-35 in every step are borne.
    for x in [2_f64.powi(-30), 0.3, 1.0] {
        for error in [2_f64.powi(-35), -2_f64.powi(-35)] {
            let before =
                polynomials[..8].iter().fold(x, |x, p| p.at(number(x + error)).re.to_f64());
            assert!((before - 1.0).abs() < 2_f64.powi(-20), "{x} {before}");
        }
    }
}

fn quick() -> CompositeSign {
    CompositeSign::new(8.0, 30.0, &[7, 15, 15], 1).unwrap()
}

#[test]
fn signs_and_steps_have_the_target_scale() {
    let composite = quick();
    assert_eq!(composite.depth(), 3 + 4 + 4 + 3);
    let x = [-1.0, -0.5, -2_f64.powi(-8), 2_f64.powi(-8), 0.1, 1.0];
    let target = Scale::from_factors(40, vec![(3, -1), (5, 1)]).unwrap();
    for is_rounding in [false, true] {
        let arithmetic = Numbers { is_rounding, ..Numbers::default() };
        let allowed = composite.error() + if is_rounding { 2_f64.powi(-32) } else { 1e-15 };
        let signs = sign(&arithmetic, &composite, &fresh(&x, 14), &target).unwrap();
        assert_eq!((signs.level, &signs.scale), (0, &target));
        let steps = step(&arithmetic, &composite, &fresh(&x, 15), &target).unwrap();
        assert_eq!((steps.level, &steps.scale), (1, &target));
        for ((x, sign), step) in x.iter().zip(reals(&signs)).zip(reals(&steps)) {
            assert!((sign - x.signum()).abs() <= allowed, "{x}: {sign}");
            assert!((step - f64::from(*x > 0.0)).abs() <= allowed, "{x}: {step}");
        }
    }
    assert!(sign(&Numbers::default(), &composite, &fresh(&x, 13), &target).is_err());
}

#[test]
fn extrema_are_those_of_the_operands() {
    let composite = quick();
    let a = [0.0, 1.0, 0.25, 0.75, 0.5, 0.5];
    let b = [1.0, 0.0, 0.75, 0.25, 0.5, 0.499];
    let target = Scale::power_of_two(41);
    let arithmetic = Numbers::default();
    let (x, y) = (fresh(&a, 15), fresh(&b, 15));
    let largest = maximum(&arithmetic, &composite, [&x, &y], &target).unwrap();
    let smallest = minimum(&arithmetic, &composite, [&x, &y], &target).unwrap();
    for found in [&largest, &smallest] {
        assert_eq!((found.level, &found.scale), (0, &target));
    }
    let found = reals(&largest).into_iter().zip(reals(&smallest));
    for ((a, b), (largest, smallest)) in a.into_iter().zip(b).zip(found) {
        let allowed =
            if (a - b).abs() < 2_f64.powi(-8) { 2_f64.powi(-8) } else { composite.error() };
        let allowed = allowed + 1e-14;
        assert!((largest - a.max(b)).abs() <= allowed, "{a} {b}: {largest}");
        assert!((smallest - a.min(b)).abs() <= allowed, "{a} {b}: {smallest}");
    }
    // The same operand twice.
    let same = maximum(&arithmetic, &composite, [&x, &x], &target).unwrap();
    assert!(reals(&same).into_iter().zip(a).all(|(found, a)| (found - a).abs() < 1e-14));
}

#[test]
fn composites_that_do_not_converge_are_refused() {
    // Errors as large as what the first polynomial leaves of 2^-30.
    assert!(CompositeSign::new(30.0, 20.0, &[3, 3], 0).is_err());
    assert!(CompositeSign::new(8.0, 30.0, &[], 0).is_err());
    assert!(CompositeSign::new(8.0, 30.0, &[4], 0).is_err());
    assert!(CompositeSign::new(f64::NAN, 30.0, &[3], 0).is_err());
}

#[test]
fn inverses_are_within_their_error() {
    for (from, to, bits) in
        [(0.5, 1.5, 30.0), (0.1, 2.0, 20.0), (3.0, 40.0, 25.0), (-4.0, -1.0, 30.0), (0.9, 1.0, 4.0)]
    {
        let how = Inverse::new(from, to, bits).unwrap();
        assert!(how.error_bits() >= bits);
        let fewer = how.factors() == 1 || how.error_bits() / 2.0 < bits;
        assert!(fewer, "no more factors than needed");
        let x: Vec<f64> = (0..=10).map(|k| from + (to - from) * f64::from(k) / 10.0).collect();
        let target = Scale::from_factors(41, vec![(3, -1)]).unwrap();
        let level = how.depth() + 1;
        let arithmetic = Numbers::default();
        let found = inverse(&arithmetic, &how, &fresh(&x, level), &target).unwrap();
        assert_eq!((found.level, &found.scale), (1, &target));
        assert_eq!(arithmetic.products.get(), 2 * (how.factors() - 1));
        let error = (-how.error_bits()).exp2() + 1e-14;
        for (x, y) in x.iter().zip(reals(&found)) {
            assert!((y * x - 1.0).abs() <= error, "1/{x} = {y}");
        }
        // The ends of the interval have the stated error, not less.
        let worst = (reals(&found)[0] * from - 1.0).abs();
        assert!(worst > 0.9 * (-how.error_bits()).exp2() - 1e-14);
        assert!(inverse(&arithmetic, &how, &fresh(&x, level - 2), &target).is_err());
    }
    for (from, to) in [(-1.0, 1.0), (0.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)] {
        assert!(Inverse::new(from, to, 20.0).is_err());
    }
    assert!(
        Inverse::new(1e-12, 1.0, 20.0).is_err()
            || Inverse::new(1e-12, 1.0, 20.0).unwrap().factors() > 30
    );
}
