//! Refreshed ciphertexts, decrypted.

use ringassay_functions::refresh::{Range, Refresh, RefreshKeys, Shape};
use ringassay_ring::{RnsRing, index::Index, primes::search, sample::Distribution};
use ringassay_scheme::ckks::{Ciphertext, Parameters};

use crate::common::{Complex, Fixture, Numbers, absolute, seed, times};

/// N = 2^10, of no security: levels of 42 bits above one of 50.
fn parameters(levels: usize) -> Parameters {
    let index = Index::new(2048).unwrap();
    let base = search(&index, 50, 1, &[]).unwrap();
    let primes = search(&index, 42, levels, &base).unwrap();
    let special = search(&index, 49, 1, &[]).unwrap();
    Parameters {
        index,
        levels: base.into_iter().chain(primes).map(|q| vec![q]).collect(),
        special,
        digit_limbs: 1,
        log2_scale: 42,
        generator: 5,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

struct Case {
    fixture: Fixture,
    refresh: Refresh<RnsRing>,
    keys: RefreshKeys<RnsRing>,
}

impl Case {
    fn new(slots: usize, shape: &Shape) -> Self {
        let fixture = Fixture::new(&parameters(2), &[]);
        let refresh = Refresh::exact(&fixture.context, slots, shape).unwrap();
        let keys = refresh.generate_keys(&fixture.secret, &seed(9)).unwrap();
        Self { fixture, refresh, keys }
    }

    fn apply(&self, a: &Ciphertext<RnsRing>) -> Ciphertext<RnsRing> {
        self.refresh.apply(a, 1.0, &self.keys).unwrap()
    }
}

const SHAPE: Shape =
    Shape { range: Range::USUAL, to_coefficients: 3, to_slots: 2, arcsine: 3, digit_limbs: 4 };

fn squares(z: &[Complex]) -> Vec<Complex> {
    z.iter().map(|&z| times(z, z)).collect()
}

#[test]
fn full_vectors_of_complex_numbers() {
    let case = Case::new(512, &SHAPE);
    let z = Numbers(3).complexes(512);
    let fixture = &case.fixture;
    let a = fixture.encrypt(&z);
    let fresh = case.apply(&a);
    assert_eq!((fresh.level(), fresh.scale()), (2, &fixture.parameters().scale()));
    let (average, worst) = fixture.errors(&fresh, &z);
    println!(
        "{average} {worst}; stated {} {}",
        fixture.context.log2_average_error(&fresh),
        fixture.context.log2_worst_error(&fresh)
    );
    fixture.check(&fresh, &z, 20.0);
    // Of level 0, after products, and again.
    let square = fixture.context.square(&fresh, &fixture.keys).unwrap();
    let square = fixture.context.rescale(&square).unwrap();
    let low = fixture.context.drop_to(&square, 1).unwrap();
    let again = case.apply(&low);
    fixture.check(&again, &squares(&z), 19.0);
    assert!(z.iter().any(|&z| absolute(z) > 0.5));
}
