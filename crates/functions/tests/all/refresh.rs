//! Refreshed ciphertexts, decrypted.

use ringassay_functions::refresh::{Range, Refresh, RefreshKeys, Shape};
use ringassay_ring::{RnsRing, index::Index, primes::search, sample::Distribution};
use ringassay_scheme::{
    ckks::{Ciphertext, Parameters},
    serial::Saved as _,
};

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

const SHAPE: Shape = Shape {
    range: Range::USUAL,
    to_coefficients: 3,
    to_slots: 2,
    arcsine: 3,
    bits: 50,
    digit_limbs: 4,
};

fn squares(z: &[Complex]) -> Vec<Complex> {
    z.iter().map(|&z| times(z, z)).collect()
}

#[test]
fn full_vectors_of_complex_numbers() {
    let case = Case::new(512, &SHAPE);
    let fixture = &case.fixture;
    let z = Numbers(3).complexes(512);
    let fresh = case.apply(&fixture.encrypt(&z));
    assert_eq!((fresh.level(), fresh.scale()), (2, &fixture.parameters().scale()));
    fixture.check(&fresh, &z, 3.0);
    assert!(fixture.errors(&fresh, &z).0 < -18.0);
    // Of a level below the highest, after a product.
    let square = fixture.context.square(&fresh, &fixture.keys).unwrap();
    let square = fixture.context.rescale(&square).unwrap();
    let again = case.apply(&fixture.context.drop_to(&square, 1).unwrap());
    fixture.check(&again, &squares(&z), 3.0);
    assert!(z.iter().any(|&z| absolute(z) > 0.5));
}

/// Errors neither vanish nor explode: each refresh adds about as much as the first.
#[test]
fn again_and_again() {
    let case = Case::new(8, &SHAPE);
    let fixture = &case.fixture;
    let z: Vec<Complex> = Numbers(5).complexes(8);
    let all: Vec<Complex> = z.iter().copied().cycle().take(512).collect();
    let mut a = fixture.encrypt(&all);
    let first = case.apply(&a);
    for _ in 0..20 {
        a = fixture.context.drop_to(&case.apply(&a), 1).unwrap();
    }
    fixture.check(&a, &all, 4.0);
    let worst = |a: &Ciphertext<RnsRing>| fixture.context.log2_worst_error(a);
    assert!(worst(&a) < worst(&first) + 5.0, "{} {}", worst(&first), worst(&a));
}

/// An error that all coefficients have in common would be far larger in the slot next to 1 than elsewhere, and the same in each
/// refresh: circuits would add it up.
#[test]
fn errors_have_no_mean() {
    let case = Case::new(512, &Shape { bits: 60, ..SHAPE });
    let fixture = &case.fixture;
    let (mut sum, mut squares) = ((0.0, 0.0), 0.0);
    let rounds = 12;
    for round in 0..rounds {
        let z = Numbers(40 + round).complexes(512);
        let found = fixture.decrypt(&case.apply(&fixture.encrypt(&z)));
        let errors: Vec<Complex> =
            found.iter().zip(&z).map(|(a, b)| (a.0 - b.0, a.1 - b.1)).collect();
        sum = (sum.0 + errors[0].0, sum.1 + errors[0].1);
        squares += errors.iter().map(|&e| absolute(e).powi(2)).sum::<f64>() / 512.0;
    }
    let (mean, deviation) =
        (absolute(sum) / f64::from(rounds as u32), (squares / f64::from(rounds as u32)).sqrt());
    assert!(mean < deviation, "{mean} on average in slot 0, {deviation} in all");
}

/// The same number in all slots, whose coefficients are 0 but one, which is as large as can be; bits; one-hot vectors; zeros.
#[test]
fn numbers_at_the_bound() {
    let case = Case::new(16, &SHAPE);
    let fixture = &case.fixture;
    let hot = |i: usize| if i % 16 == 3 { 1.0 } else { 0.0 };
    let bits = |i: usize| if (i % 16).is_multiple_of(3) { 1.0 } else { 0.0 };
    for of in [&|_: usize| 1.0, &|_| -1.0, &hot, &bits, &|_| 0.0] as [&dyn Fn(usize) -> f64; 5] {
        let z: Vec<Complex> = (0..512).map(|i| (of(i), 0.0)).collect();
        fixture.check(&case.apply(&fixture.encrypt(&z)), &z, 6.0);
    }
}

/// Without the arcsine a constant message is off by (2π)²/6·2^-16 of itself, which is stated.
#[test]
fn sines_without_arcsine() {
    let case = Case::new(8, &Shape { arcsine: 1, ..SHAPE });
    let fixture = &case.fixture;
    let z = vec![(1.0, 0.0); 512];
    let fresh = case.apply(&fixture.encrypt(&z));
    let largest = fixture.errors(&fresh, &z).0;
    assert!((-13.6..-13.0).contains(&largest), "{largest}");
    fixture.check(&fresh, &z, 6.0);
}

#[test]
fn every_number_of_matrices() {
    let z = Numbers(7).complexes(512);
    for matrices in 1..=4 {
        let case =
            Case::new(512, &Shape { to_coefficients: matrices, to_slots: 5 - matrices, ..SHAPE });
        case.fixture.check(&case.apply(&case.fixture.encrypt(&z)), &z, 4.0);
    }
}

/// A range too small for the secret, a message too near q_0, no such chain: refused. Keys of another set: no message.
#[test]
fn what_is_refused() {
    let fixture = Fixture::new(&parameters(1), &[]);
    let refused =
        |shape: &Shape| Refresh::exact(&fixture.context, 8, shape).unwrap_err().to_string();
    let narrow = Shape { range: Range { weight: 192, bound: 13 }, ..SHAPE };
    assert!(refused(&narrow).contains("larger range"), "{}", refused(&narrow));
    assert!(refused(&Shape { arcsine: 2, ..SHAPE }).contains("1, 3, 5 or 7"));
    assert!(refused(&Shape { to_slots: 0, ..SHAPE }).contains("1 to 16 matrices"));
    for slots in [0, 1, 3, 1024] {
        assert!(Refresh::exact(&fixture.context, slots, &SHAPE).is_err(), "{slots}");
    }
    let wide = Parameters { log2_scale: 46, ..parameters(1) };
    let wide = Fixture::new(&wide, &[]);
    assert!(Refresh::exact(&wide.context, 8, &SHAPE).unwrap_err().to_string().contains("level 0"));

    let case = Case::new(8, &SHAPE);
    let z = vec![(0.5, 0.0); 512];
    let a = case.fixture.encrypt(&z);
    assert!(
        case.refresh.apply(&a, 16.0, &case.keys).unwrap_err().to_string().contains("too large")
    );
    assert!(case.refresh.apply(&a, f64::NAN, &case.keys).is_err());
    let others = case.fixture.context.generate_secret_key(&seed(77)).unwrap();
    let others = case.refresh.generate_keys(&others, &seed(78)).unwrap();
    let wrong = case.refresh.apply(&a, 1.0, &others).unwrap();
    let decrypted = case.fixture.context.decrypt(&case.fixture.secret, &wrong);
    assert!(decrypted.is_err(), "what is under another key is damaged");
    assert!(case.refresh.log2_failure() < -100.0);
}

/// Keys that are made one by one are those that are made at once, and refresh as they do when they are loaded.
#[test]
fn saved_keys() {
    let case = Case::new(8, &SHAPE);
    let Case { fixture, refresh, keys } = &case;
    let objects: Vec<Vec<u8>> = refresh.objects(keys).map(Result::unwrap).collect();
    let made = refresh.key_objects(&fixture.secret, &seed(9)).unwrap();
    assert!(made.map(Result::unwrap).eq(objects.iter().cloned()));
    let load = |objects: &[Vec<u8>]| refresh.load_keys(objects.iter().map(Ok));
    let loaded = load(&objects).unwrap();
    let z: Vec<Complex> = Numbers(4).complexes(8).into_iter().cycle().take(512).collect();
    let a = fixture.encrypt(&z);
    let [fresh, again] = [keys, &loaded].map(|keys| refresh.apply(&a, 1.0, keys).unwrap());
    assert_eq!(fresh.save(&fixture.context).unwrap(), again.save(&fixture.context).unwrap());
    let why = |objects: &[Vec<u8>]| load(objects).unwrap_err().to_string();
    for at in 0..objects.len() {
        let mut without = objects.clone();
        without.remove(at);
        why(&without);
        let mut damaged = objects.clone();
        let middle = damaged[at].len() / 2;
        damaged[at][middle] ^= 1;
        assert!(why(&damaged).contains("damaged"), "{}", why(&damaged));
    }
    assert!(why(&objects[..3]).contains("are missing"));
    assert!(why(&objects[..objects.len() - 1]).contains("the key-switching key for"));
    let mut swapped = objects.clone();
    swapped.swap(1, 2);
    assert!(why(&swapped).contains("was saved with the parameters"), "{}", why(&swapped));
    swapped.swap(1, 3);
    assert!(why(&swapped).contains("a key to another secret is needed"), "{}", why(&swapped));
    let of_others = Refresh::exact(&fixture.context, 16, &SHAPE).unwrap();
    let error = of_others.load_keys(objects.iter().map(Ok)).unwrap_err().to_string();
    assert!(error.contains("the keys of the refresh"), "{error}");
}

/// A saved shape may hold any numbers: there is no refresh of it, and nothing takes long.
#[test]
fn shapes_of_strangers() {
    let Case { fixture, .. } = Case::new(8, &SHAPE);
    let most = usize::from(u8::MAX);
    for shape in [
        Shape { to_coefficients: most, ..SHAPE },
        Shape { to_slots: 0, ..SHAPE },
        Shape { arcsine: most, ..SHAPE },
        Shape { bits: 255, ..SHAPE },
        Shape { digit_limbs: most, ..SHAPE },
        Shape { range: Range { weight: u32::MAX as usize, bound: 13 }, ..SHAPE },
        Shape { range: Range { weight: 28, bound: u32::MAX }, ..SHAPE },
        Shape { range: Range { weight: 0, bound: 0 }, ..SHAPE },
    ] {
        let saved = shape.save(&fixture.context, 8).unwrap();
        let (loaded, slots) = Shape::load(&fixture.context, &saved).unwrap();
        assert_eq!((loaded, slots), (shape, 8));
        Refresh::exact(&fixture.context, slots, &loaded).unwrap_err();
    }
    assert!(Shape { digit_limbs: 256, ..SHAPE }.save(&fixture.context, 8).is_err());
}
