//! Polynomials on numbers with levels and scales, against sums by definition.

use ringassay_functions::{
    Arithmetic as _,
    polynomial::{Basis, Plan, Polynomial, SlotPolynomials, evaluate, interpolate, largest_error},
};
use ringassay_scheme::ckks::{Scale, encoding::Complex64};

use crate::{
    ckks_oracle::Draws,
    numbers::{Extended, Numbers, Slots, number},
};

const TOP: usize = 9;

fn delta() -> Scale {
    Scale::power_of_two(40)
}

/// Not the scale of the operand, nor near a prime's power.
fn odd_target() -> Scale {
    Scale::from_factors(39, vec![(7, -1), (11, 1)]).unwrap()
}

/// Σ c_i·x^i or Σ c_i·cos(i·arccos y), for real x in the interval; term by term.
fn by_definition(p: &Polynomial, x: f64) -> Extended {
    let terms = p.coefficients().iter().enumerate().map(|(i, c)| match p.basis() {
        Basis::Power => (0..i).fold(*c, |term, _| term * number(x)),
        Basis::Chebyshev { from, to } => {
            let y = (2.0 * x - from - to) / (to - from);
            c.scale((i as f64 * y.clamp(-1.0, 1.0).acos()).cos().into())
        }
    });
    terms.fold(Extended::default(), |sum, term| sum + term)
}

fn distance(a: Extended, b: Extended) -> f64 {
    (a - b).rounded().abs()
}

fn points() -> Vec<f64> {
    vec![-1.0, -0.9, -0.5, -1e-3, 0.0, 0.3, 0.77, 1.0]
}

fn run(arithmetic: &Numbers, p: &SlotPolynomials, plan: &Plan, x: &[f64], target: &Scale) -> Slots {
    let x = Numbers::fresh(x.iter().map(|&x| number(x)).collect(), TOP, delta());
    evaluate(arithmetic, p, plan, &x, target).unwrap()
}

/// Coefficients at all places, at odd ones, at even ones.
fn coefficients(draws: &mut Draws, degree: usize, step: usize) -> Vec<Extended> {
    let mut all = vec![Extended::default(); degree + 1];
    for i in (0..=degree).rev().step_by(step) {
        let (re, im) = (draws.unit() + 1.5, draws.unit());
        all[i] = Complex64::new(re, im).extended();
    }
    all
}

#[test]
fn every_degree_by_definition_at_its_depth_and_scale() {
    let mut draws = Draws(5);
    for degree in (0..=34).chain([47, 63, 64, 100, 127]) {
        for basis in [Basis::Power, Basis::UNIT] {
            for step in [1, 2] {
                let c = coefficients(&mut draws, degree, step);
                let p = Polynomial::new(basis, c).unwrap();
                let depth = (degree as f64 + 1.0).log2().ceil().max(1.0) as usize;
                let together = SlotPolynomials::from(p.clone());
                for extra in [0, 1] {
                    let plan = Plan::with_depth(&together, extra);
                    assert_eq!((p.degree(), plan.depth()), (degree, depth + extra));
                    let arithmetic = Numbers::default();
                    let found = run(&arithmetic, &together, &plan, &points(), &odd_target());
                    assert_eq!(found.level, TOP - depth - extra, "degree {degree}");
                    assert_eq!(found.scale, odd_target(), "degree {degree}");
                    assert_eq!(found.components, 2);
                    for (x, value) in points().into_iter().zip(&found.values) {
                        let wanted = by_definition(&p, x);
                        let size = 2.0 * (degree + 1) as f64;
                        assert!(distance(*value, wanted) < 1e-13 * size, "{degree} {basis:?} {x}");
                        // Horner and Clenshaw, in double-double.
                        assert!(distance(p.at(number(x)), *value) < 1e-25 * size * size);
                    }
                    assert_eq!(arithmetic.products.get(), plan.products(), "degree {degree}");
                    assert_eq!(arithmetic.relinearisations.get(), plan.relinearisations());
                    let zeros = usize::from(degree == 0);
                    assert_eq!(arithmetic.factors.get(), plan.factors() + zeros, "{degree}");
                }
            }
        }
    }
}

/// What Paterson and Stockmeyer save, and what the exact depth costs.
#[test]
fn plans_take_few_products() {
    let mut draws = Draws(6);
    let mut products = |degree: usize, step: usize, extra: usize| {
        let p = Polynomial::new(Basis::UNIT, coefficients(&mut draws, degree, step)).unwrap();
        Plan::with_depth(&p.into(), extra).products()
    };
    for (degree, least, with_extra) in [(3, 2, 2), (7, 5, 4), (15, 8, 7), (31, 13, 12)] {
        assert!(products(degree, 1, 0) <= least, "{degree}");
        assert!(products(degree, 1, 1) <= with_extra, "{degree}");
        assert!(products(degree, 2, 0) <= least, "odd powers are fewer");
    }
    assert!(products(31, 2, 0) < products(31, 1, 0));
    assert!(products(63, 2, 0) < products(63, 1, 0));
    assert!(products(127, 1, 0) <= 30);
}

#[test]
fn slots_have_polynomials_of_their_own() {
    let mut draws = Draws(7);
    for basis in [Basis::Power, Basis::UNIT] {
        let degrees = [5, 12, 1];
        let all: Vec<Polynomial> =
            degrees.map(|d| Polynomial::new(basis, coefficients(&mut draws, d, 1)).unwrap()).into();
        let of_slot = vec![Some(0), Some(1), None, Some(2), Some(1)];
        let together = SlotPolynomials::new(all.clone(), of_slot.clone()).unwrap();
        let plan = Plan::new(&together);
        assert_eq!(plan.depth(), 4);
        // Two slots more than were named.
        let x = [0.5, -0.25, 0.125, 1.0, -1.0, 0.9, 0.1];
        let found = run(&Numbers::default(), &together, &plan, &x, &delta());
        for (slot, (x, value)) in x.into_iter().zip(&found.values).enumerate() {
            let which = of_slot.get(slot).copied().flatten();
            let wanted = which.map_or(Extended::default(), |which| by_definition(&all[which], x));
            assert!(distance(*value, wanted) < 1e-12, "slot {slot}");
        }
    }
    // No slot is named: all become 0.
    let none = SlotPolynomials::new(
        vec![Polynomial::of_reals(Basis::Power, &[1.0, 2.0]).unwrap()],
        vec![],
    );
    let none = none.unwrap();
    let found = run(&Numbers::default(), &none, &Plan::new(&none), &[0.5, 1.0], &delta());
    assert!(found.values.iter().all(|z| *z == Extended::default()));
    let two = [Basis::Power, Basis::UNIT].map(|b| Polynomial::of_reals(b, &[1.0]).unwrap());
    assert!(SlotPolynomials::new(two.into(), vec![]).is_err());
    let one = Polynomial::of_reals(Basis::Power, &[1.0]).unwrap();
    assert!(SlotPolynomials::new(vec![one], vec![Some(1)]).is_err());
    assert!(<SlotPolynomials>::new(vec![], vec![]).is_err());
}

/// Coefficients rounded at about 2^40: the result keeps nearly as many bits.
#[test]
fn rounded_coefficients_keep_the_precision_of_the_scale() {
    let f = |x: f64| 1.0 / (1.0 + (-x).exp());
    let p = interpolate(f, -8.0, 8.0, 31).unwrap();
    let rough = largest_error(&p, f, -8.0, 8.0, 1001);
    assert!(rough < 2e-4 && rough > 1e-7, "{rough:e}");
    let together = SlotPolynomials::from(p.clone());
    let plan = Plan::new(&together);
    assert_eq!((plan.depth(), p.depth()), (5, 6));
    let x: Vec<f64> = (-8..=8).map(f64::from).collect();
    let arithmetic = Numbers { is_rounding: true, ..Numbers::default() };
    let found = run(&arithmetic, &together, &plan, &x, &delta());
    assert_eq!((found.level, &found.scale), (TOP - 6, &delta()));
    for (x, value) in x.into_iter().zip(&found.values) {
        let error = distance(*value, p.at(number(x)));
        assert!(error < 2_f64.powi(-33), "{x}: {error:e}");
        assert!((value.re.to_f64() - f(x)).abs() <= rough + 2_f64.powi(-33));
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let p = Polynomial::of_reals(Basis::Power, &[0.0, 0.0, 0.0, 0.0, 1.0]).unwrap();
    let together = SlotPolynomials::from(p);
    let plan = Plan::new(&together);
    assert_eq!(plan.products(), 2, "x⁴");
    let arithmetic = Numbers::default();
    let at = |level, scale| Numbers::fresh(vec![number(0.5)], level, scale);
    let refused = evaluate(&arithmetic, &together, &plan, &at(2, delta()), &delta());
    assert!(refused.unwrap_err().to_string().contains("takes 3 levels"));
    // A target so small that the coefficient would be rounded away.
    let small = Scale::power_of_two(5);
    assert!(evaluate(&arithmetic, &together, &plan, &at(3, delta()), &small).is_err());
    for (basis, c) in [
        (Basis::Power, vec![]),
        (Basis::Power, vec![f64::NAN]),
        (Basis::Power, vec![0.0; 5000]),
        (Basis::Chebyshev { from: 1.0, to: 1.0 }, vec![1.0]),
        (Basis::Chebyshev { from: 0.0, to: f64::INFINITY }, vec![1.0]),
        (Basis::Chebyshev { from: f64::NAN, to: 1.0 }, vec![1.0]),
    ] {
        assert!(Polynomial::of_reals(basis, &c).is_err(), "{basis:?}");
    }
    assert!(interpolate(f64::ln, 0.0, 1.0, 3).is_ok(), "0 is no node");
    assert!(interpolate(f64::ln, -1.0, 1.0, 3).is_err());
    assert!(interpolate(f64::exp, 0.0, 1.0, usize::MAX).is_err());
}

#[test]
fn interpolation_is_near_and_keeps_parity() {
    for (f, from, to, degree, error) in [
        (f64::exp as fn(f64) -> f64, -1.0, 1.0, 12, 1e-13),
        (f64::sin, -3.0, 3.0, 21, 1e-13),
        (f64::cos, -3.0, 3.0, 22, 1e-13),
        (f64::sqrt, 0.5, 4.0, 24, 2e-10),
        (f64::exp, 0.0, 0.5, 0, 0.4),
    ] {
        let p = interpolate(f, from, to, degree).unwrap();
        let found = largest_error(&p, f, from, to, 500);
        assert!(found < error, "{found:e}");
    }
    let zero_at = |p: Polynomial, odd: usize| {
        p.coefficients().iter().skip(odd).step_by(2).all(|c| *c == Extended::default())
    };
    assert!(zero_at(interpolate(f64::sin, -3.0, 3.0, 21).unwrap(), 0));
    assert!(zero_at(interpolate(f64::cos, -3.0, 3.0, 21).unwrap(), 1));
    // Interpolation at the roots of T_{d+1}: polynomials of the degree come back.
    let cubic = |x: f64| ((0.5 * x - 1.0) * x + 0.25) * x + 3.0;
    let p = interpolate(cubic, -1.0, 2.0, 3).unwrap();
    assert!(largest_error(&p, cubic, -1.0, 2.0, 100) < 1e-14);
}

/// The law by which scales are exact: whatever operand and target, the result has the target's.
#[test]
fn any_scale_is_reached_exactly() {
    let mut draws = Draws(8);
    for trial in 0..40 {
        let degree = 1 + (draws.word() % 40) as usize;
        let p = Polynomial::new(Basis::UNIT, coefficients(&mut draws, degree, 1)).unwrap();
        let together = SlotPolynomials::from(p.clone());
        let jitter = |draws: &mut Draws| {
            let p = 3 + 2 * (draws.word() % 50);
            Scale::from_factors(40 - (p as f64).log2() as i64, vec![(p, 1)]).unwrap()
        };
        let x = Slots {
            level: TOP,
            // Powers multiply what the scale is off by: near 2^40.
            scale: Scale::of_primes(&[1_099_511_627_689 + 2 * (draws.word() % 1000)]),
            components: 2,
            values: vec![number(draws.unit())],
        };
        let target = jitter(&mut draws);
        let plan = Plan::new(&together);
        let arithmetic = Numbers::default();
        let found = evaluate(&arithmetic, &together, &plan, &x, &target).unwrap();
        assert_eq!(found.scale, target, "trial {trial}");
        assert!(distance(found.values[0], p.at(x.values[0])) < 1e-20, "trial {trial}");
        assert!(arithmetic.before_rescaling(&target, 0).is_err());
    }
}
