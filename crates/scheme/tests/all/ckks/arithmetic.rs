//! Every operation against the same of complex vectors: inside the stated bound, near the stated average.

use ringassay_ring::{RnsRing, sample::Distribution};
use ringassay_scheme::{
    Error,
    ckks::{Ciphertext, Constant, Scale},
};

use super::common::{Complex, Fixture, Numbers, parameters, plus, seed, times};

/// How far a stated average error may be from the measured one, in bits.
const NEAR: f64 = 0.75;

fn zip(a: &[Complex], b: &[Complex], f: fn(Complex, Complex) -> Complex) -> Vec<Complex> {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}

fn minus(a: Complex, b: Complex) -> Complex {
    (a.0 - b.0, a.1 - b.1)
}

#[test]
fn all_operations_of_complex_vectors() {
    for secret in [Distribution::Ternary, Distribution::SparseTernary { weight: 64 }] {
        for (digits, special) in [(1, 1), (2, 2), (3, 3)] {
            let mut parameters = parameters(512, &[&[50], &[40], &[40], &[40]], special, digits);
            parameters.secret = secret;
            operations(&Fixture::new(&parameters, &[]));
        }
    }
}

fn operations(fixture: &Fixture) {
    let (context, keys) = (&fixture.context, &fixture.keys);
    let mut numbers = Numbers(1);
    let slots = fixture.parameters().slots();
    let (x, y) = (numbers.complexes(slots), numbers.complexes(slots));
    let (a, b) = (fixture.encrypt(&x), fixture.encrypt(&y));
    fixture.check(&a, &x, NEAR);
    fixture.check(&context.add(&a, &b).unwrap(), &zip(&x, &y, plus), NEAR);
    fixture.check(&context.add(&a, &a).unwrap(), &zip(&x, &x, plus), NEAR);
    fixture.check(&context.sub(&a, &b).unwrap(), &zip(&x, &y, minus), NEAR);
    let negative = context.negate(&a);
    fixture.check(&negative, &x.iter().map(|&(x, y)| (-x, -y)).collect::<Vec<_>>(), NEAR);

    let xy = zip(&x, &y, times);
    let product = context.multiply(&a, &b, keys).unwrap();
    assert_eq!(product.scale(), &Scale::power_of_two(80));
    fixture.check(&product, &xy, NEAR);
    let rescaled = context.rescale(&product).unwrap();
    fixture.check(&rescaled, &xy, NEAR);
    assert_eq!(rescaled.level(), 2);
    // What is not relinearised decrypts as well.
    fixture.check(&context.tensor(&a, &b).unwrap(), &xy, NEAR);
    let xx = zip(&x, &x, times);
    let square = context.rescale(&context.square(&a, keys).unwrap()).unwrap();
    fixture.check(&square, &xx, NEAR);
    let same = context.rescale(&context.multiply(&a, &a, keys).unwrap()).unwrap();
    assert_eq!(super::common::words(&same), super::common::words(&square));
    // Down to level 0.
    let fourth = context.rescale(&context.multiply(&square, &rescaled, keys).unwrap()).unwrap();
    fixture.check(&fourth, &zip(&xx, &xy, times), NEAR);
    let dropped = context.drop_to(&b, 1).unwrap();
    let last = context.rescale(&context.multiply(&fourth, &dropped, keys).unwrap()).unwrap();
    fixture.check(&last, &zip(&zip(&xx, &xy, times), &y, times), NEAR);
    assert_eq!(last.level(), 0);
    assert!(matches!(context.rescale(&last), Err(Error::Modulus { .. })));
    assert!(matches!(context.multiply(&last, &last, keys), Err(Error::NoiseBudget { .. })));
}

/// Relinearised and rescaled at once: the same level and scale as in two steps, the error as stated, and not
/// more of it; one division of q·P, where P and levels have one prime or several.
#[test]
fn relinearised_and_rescaled_at_once() {
    let chains: [&[&[u32]]; 2] = [&[&[50], &[40], &[40]], &[&[50, 40], &[40], &[20, 22]]];
    for levels in chains {
        for (digits, special) in [(1, 1), (2, 2), (2, 3)] {
            let fixture = Fixture::new(&parameters(256, levels, special, digits), &[]);
            let (context, keys) = (&fixture.context, &fixture.keys);
            let mut numbers = Numbers(7);
            let slots = fixture.parameters().slots();
            let (x, y) = (numbers.complexes(slots), numbers.complexes(slots));
            let (a, b) = (fixture.encrypt(&x), fixture.encrypt(&y));
            let both = |product: Ciphertext<RnsRing>| {
                let relinearised = context.relinearise(&product, keys).unwrap();
                let apart = context.rescale(&relinearised).unwrap();
                (apart, context.relinearise_and_rescale(product, keys).unwrap())
            };
            let (apart, once) = both(context.tensor(&a, &b).unwrap());
            let xy = zip(&x, &y, times);
            fixture.check(&once, &xy, NEAR);
            assert_eq!((once.level(), once.scale()), (apart.level(), apart.scale()));
            assert_eq!(once.parts().len(), 2);
            let worst = |a| context.log2_worst_error(a);
            assert!(worst(&once) <= worst(&apart), "{} {}", worst(&once), worst(&apart));
            // Of one object, and at the last level that can be divided.
            let low = context.drop_to(&once, 1).unwrap();
            let (apart, square) = both(context.tensor(&low, &low).unwrap());
            fixture.check(&square, &zip(&xy, &xy, times), NEAR);
            assert_eq!((square.level(), square.scale()), (0, apart.scale()));
            // What has two components is rescaled.
            let product = context.multiply(&a, &b, keys).unwrap();
            let rescaled = context.relinearise_and_rescale(product.clone(), keys).unwrap();
            let expected = context.rescale(&product).unwrap();
            assert_eq!(super::common::words(&rescaled), super::common::words(&expected));
            let none = context.generate_evaluation_keys(&fixture.secret, false, &[], &seed(1));
            let product = context.tensor(&a, &b).unwrap();
            let error = context.relinearise_and_rescale(product, &none.unwrap()).unwrap_err();
            assert!(matches!(error, Error::MissingKey { .. }), "{error}");
            let product = context.insisting().tensor(&square, &square).unwrap();
            let error = context.relinearise_and_rescale(product, keys).unwrap_err();
            assert!(matches!(error, Error::Modulus { .. }), "{error}");
        }
    }
}

#[test]
fn plaintexts_and_constants() {
    let fixture = Fixture::new(&parameters(256, &[&[50], &[40], &[40]], 1, 1), &[]);
    let context = &fixture.context;
    let mut numbers = Numbers(2);
    let slots = fixture.parameters().slots();
    let (x, y) = (numbers.complexes(slots), numbers.complexes(slots));
    let a = fixture.encrypt(&x);
    let delta = fixture.parameters().scale();
    let plain = fixture.plaintext(&y, &delta);
    fixture.check(&context.add_plain(&a, &plain).unwrap(), &zip(&x, &y, plus), NEAR);
    let q = Scale::of_primes(context.rescaling_primes(2));
    let factor = fixture.plaintext(&y, &q);
    let product = context.multiply_plain(&a, &factor).unwrap();
    fixture.check(&product, &zip(&x, &y, times), NEAR);
    let rescaled = context.rescale(&product).unwrap();
    assert_eq!(rescaled.scale(), &delta, "exactly");
    fixture.check(&rescaled, &zip(&x, &y, times), NEAR);

    for c in [(0.3, 0.0), (-1.7, 0.25), (0.0, 1.0), (0.0, 0.0), (-3.0, 0.0), (0.1, -0.9)] {
        let constant = Constant { re: c.0, im: c.1 };
        let all = vec![c; slots];
        let sum = context.add_constant(&a, constant).unwrap();
        fixture.check(&sum, &zip(&x, &all, plus), NEAR);
        let product = context.multiply_constant(&a, constant, &q).unwrap();
        if c != (0.0, 0.0) {
            fixture.check(&product, &zip(&x, &all, times), NEAR);
            let rescaled = context.rescale(&product).unwrap();
            assert_eq!(rescaled.scale(), &delta);
            fixture.check(&rescaled, &zip(&x, &all, times), NEAR);
        }
    }
    // Exactly, without a level: by i and by an integer.
    let i = context.multiply_by_i(&a).unwrap();
    assert_eq!((i.level(), i.scale()), (a.level(), a.scale()));
    fixture.check(&i, &x.iter().map(|&(x, y)| (-y, x)).collect::<Vec<_>>(), NEAR);
    let back = (0..3).fold(i, |a, _| context.multiply_by_i(&a).unwrap());
    assert_eq!(super::common::words(&back), super::common::words(&a));
    let three = context.multiply_constant(&a, 3.0, &Scale::ONE).unwrap();
    let sum = context.add(&context.add(&a, &a).unwrap(), &a).unwrap();
    assert_eq!(super::common::words(&three), super::common::words(&sum));
    // A constant too small for its scale is an error of approximation, and is stated.
    let coarse = context.multiply_constant(&a, 0.3, &Scale::power_of_two(10)).unwrap();
    let exact: Vec<Complex> = x.iter().map(|&(x, y)| (0.3 * x, 0.3 * y)).collect();
    let (largest, _) = fixture.errors(&coarse, &exact);
    let worst = context.log2_worst_error(&coarse);
    assert!(largest <= worst && worst < largest + 3.0, "2^{largest}, bound 2^{worst}");
    for wrong in [f64::NAN, f64::INFINITY, 1e300] {
        assert!(context.multiply_constant(&a, wrong, &delta).is_err());
        assert!(context.add_constant(&a, wrong).is_err());
    }
}

#[test]
fn what_is_wrong_is_refused() {
    let fixture = Fixture::new(&parameters(64, &[&[50], &[40]], 1, 1), &[]);
    let (context, slots) = (&fixture.context, fixture.parameters().slots());
    let x = Numbers(5).reals(slots);
    let a = fixture.encrypt(&x);
    let squared = context.square(&a, &fixture.keys).unwrap();
    assert!(matches!(context.add(&a, &squared), Err(Error::Scales { .. })));
    assert!(matches!(context.rotate(&a, 3, &fixture.keys), Err(Error::MissingKey { .. })));
    let none =
        context.generate_evaluation_keys(&fixture.secret, false, &[], &super::common::seed(9));
    assert!(matches!(context.square(&a, &none.unwrap()), Err(Error::MissingKey { .. })));
    let three = context.tensor(&a, &a.clone()).unwrap();
    assert!(matches!(context.tensor(&three, &a), Err(Error::Components { .. })));
    assert!(matches!(context.hoist(&three), Err(Error::Components { .. })));
    // Another's key finds coefficients beyond their bound.
    let other = context.generate_secret_key(&super::common::seed(77)).unwrap();
    assert!(matches!(context.decrypt(&other, &a), Err(Error::DecryptionFailure { .. })));
    // A message that may be larger than the modulus.
    let low = context.drop_to(&a, 0).unwrap();
    let large = (0..12).try_fold(low, |a, _| context.add(&a, &a.clone()));
    assert!(matches!(large, Err(Error::NoiseBudget { .. })));
}
