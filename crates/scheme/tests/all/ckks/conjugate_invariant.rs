//! CKKS in the conjugate-invariant ring: N real slots, and nothing complex.

use ringassay_scheme::ckks::{Constant, RingType};

use super::common::{Complex, Fixture, Numbers, every_rotation, real_parameters};

fn map(x: &[Complex], y: &[Complex], f: impl Fn(f64, f64) -> f64) -> Vec<Complex> {
    x.iter().zip(y).map(|(x, y)| (f(x.0, y.0), 0.0)).collect()
}

#[test]
fn there_are_as_many_slots_as_coefficients() {
    for m in [16, 64, 1024] {
        let parameters = real_parameters(m, &[&[50], &[40]], 1, 1);
        assert_eq!(parameters.ring_type(), RingType::ConjugateInvariant);
        assert_eq!(parameters.slots(), parameters.index.degree());
        assert_eq!(parameters.slots() as u64, m / 4);
        let fixture = Fixture::new(&parameters, &[]);
        let x = Numbers(m).reals(parameters.slots());
        fixture.check(&fixture.encrypt(&x), &x, 1.5);
    }
}

#[test]
fn every_rotation_with_both_generators() {
    for generator in [5, 3] {
        let x = Numbers(8).reals(16);
        every_rotation(real_parameters(64, &[&[50], &[40]], 1, 1), generator, &x);
    }
}

#[test]
fn sums_products_and_constants_act_slot_by_slot() {
    let parameters = real_parameters(256, &[&[50], &[40], &[40]], 2, 2);
    let fixture = Fixture::new(&parameters, &[1, 2, 4, 8, 16, 32]);
    let (context, keys) = (&fixture.context, &fixture.keys);
    let mut numbers = Numbers(3);
    let (x, y) = (numbers.reals(64), numbers.reals(64));
    let (a, b) = (fixture.encrypt(&x), fixture.encrypt(&y));
    fixture.check(&context.add(&a, &b).unwrap(), &map(&x, &y, |x, y| x + y), 1.0);
    fixture.check(&context.sub(&a, &a).unwrap(), &map(&x, &x, |x, y| x - y), f64::INFINITY);
    fixture.check(&context.add_constant(&a, -0.75).unwrap(), &map(&x, &y, |x, _| x - 0.75), 1.0);
    let product = context.rescale(&context.multiply(&a, &b, keys).unwrap()).unwrap();
    fixture.check(&product, &map(&x, &y, |x, y| x * y), 1.0);
    let square = context.rescale(&context.square(&product, keys).unwrap()).unwrap();
    fixture.check(&square, &map(&x, &y, |x, y| (x * y) * (x * y)), 1.0);
    let masked = context.multiply_plain(&a, &fixture.plaintext(&y, &parameters.scale())).unwrap();
    fixture.check(&context.rescale(&masked).unwrap(), &map(&x, &y, |x, y| x * y), 1.0);
}

#[test]
fn what_needs_complex_slots_is_refused() {
    let parameters = real_parameters(64, &[&[50], &[40]], 1, 1);
    assert_eq!(parameters.conjugation(), None);
    let fixture = Fixture::new(&parameters, &[1]);
    let (context, a) = (&fixture.context, fixture.encrypt(&[(0.5, 0.0); 16]));
    let refusals = [
        context.conjugate(&a, &fixture.keys),
        context.multiply_by_i(&a),
        context.multiply_by_monomial(&a, 1),
        context.add_constant(&a, Constant { re: 0.5, im: 0.25 }),
        context.multiply_constant(&a, Constant { re: 0.0, im: 0.25 }, &parameters.scale()),
    ];
    for refused in refusals {
        let error = refused.unwrap_err();
        assert!(error.to_string().contains("whose slots are real"), "{error}");
    }
}
