//! Sessions of CKKS: numbers in, numbers out, inside the stated errors.

use ringassay::{
    Error, ErrorKind, RotationKeys,
    ckks::{Complex, Constant, Keys, Parameters, Request, Session},
};
use ringassay_ring::{index::Index, primes::search, sample::Distribution};

/// Small, and of no security.
fn parameters(levels: usize) -> Parameters {
    let index = Index::new(256).unwrap();
    let special = search(&index, 50, 2, &[]).unwrap();
    let primes = search(&index, 40, levels, &[]).unwrap();
    let base = search(&index, 49, 1, &[]).unwrap();
    let levels = [base].into_iter().chain(primes.into_iter().map(|q| vec![q])).collect();
    let (secret, sigma) = (Distribution::Ternary, 3.2);
    Parameters {
        index,
        levels,
        special,
        digit_limbs: 2,
        log2_scale: 40,
        generator: 5,
        secret,
        sigma,
    }
}

fn session(length: usize, levels: usize) -> (Session, Keys) {
    let session = Session::new(&parameters(levels), length).unwrap();
    let keys = session.keys().unwrap();
    (session, keys)
}

#[track_caller]
fn close(keys: &Keys, result: &ringassay::ckks::Ciphertext, expected: &[f64]) {
    let found = keys.decrypt(result).unwrap();
    assert_eq!(found.len(), expected.len());
    assert!(result.worst_error() < 1e-5, "{result:?}");
    within_its_error(&found, result, expected);
}

#[track_caller]
fn within_its_error(found: &[f64], result: &ringassay::ckks::Ciphertext, expected: &[f64]) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= result.worst_error(), "{found} {expected}");
    }
}

/// A number that is 0 at its scale is an error of approximation, of its own size, however small.
#[test]
fn what_is_too_small_for_its_scale_is_a_stated_error() {
    let (_, keys) = session(8, 2);
    let a = keys.encrypt(&[1.0; 8]).unwrap();
    for exponent in [-60, -300, -500, -700, -997, -1022, -1074] {
        let small = f64::from(exponent).exp2();
        let product = a.multiply_constant(small).unwrap();
        let found = keys.decrypt(&product).unwrap();
        let error = found.iter().map(|x| (x - small).abs()).fold(0.0, f64::max);
        let stated = product.worst_error();
        assert!(error <= stated && stated > 0.0, "2^{exponent}: {error:e}, {stated:e} stated");
    }
}

#[test]
fn chosen_parameters_compute() {
    let session = Session::choose(&Request { slots: 3, ..Request::new(1, 15.0) }).unwrap();
    let keys = session
        .keys_with(&RotationKeys::AtMost(0), ringassay::FreshSeed::from_os().unwrap())
        .unwrap();
    let (a, b) = ([0.5, -0.25, 1.0], [0.125, 1.0, -0.75]);
    let product = (keys.encrypt(&a).unwrap() * keys.encrypt(&b).unwrap()).unwrap();
    assert!(product.precision_bits() >= 15.0, "{product:?}");
    within_its_error(&keys.decrypt(&product).unwrap(), &product, &[0.0625, -0.25, -0.75]);
}

#[test]
fn levels_and_scales_are_managed() {
    let (session, keys) = session(4, 4);
    let (x, y) = ([0.5, -0.25, 1.0, 0.0], [0.125, 1.0, -0.75, 0.3]);
    let (a, b) = (keys.encrypt(&x).unwrap(), keys.encrypt(&y).unwrap());
    let each = |f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
        x.iter().zip(&y).map(|(&x, &y)| f(x, y)).collect()
    };
    close(&keys, &(&a + &b).unwrap(), &each(&|x, y| x + y));
    close(&keys, &(&a - &b).unwrap(), &each(&|x, y| x - y));
    close(&keys, &-&a, &each(&|x, _| -x));
    let product = (&a * &b).unwrap();
    assert_eq!((a.level(), product.level()), (4, 3));
    // Of different depths, in all orders.
    close(&keys, &(&product + &a).unwrap(), &each(&|x, y| x * y + x));
    close(&keys, &(&a - &product).unwrap(), &each(&|x, y| x - x * y));
    let fourth = (&product * &product.clone()).unwrap();
    close(&keys, &fourth, &each(&|x, y| (x * y).powi(2)));
    close(&keys, &(&fourth * &a).unwrap(), &each(&|x, y| (x * y).powi(2) * x));
    let sum = (&(&fourth + &product).unwrap() + &b).unwrap();
    close(&keys, &sum, &each(&|x, y| (x * y).powi(2) + x * y + y));
    // Down to the last level.
    let mut power = a.clone();
    let mut expected = x.to_vec();
    for _ in 0..4 {
        power = power.square().unwrap();
        expected.iter_mut().for_each(|x| *x *= *x);
        close(&keys, &power, &expected);
    }
    assert_eq!(power.level(), 0);
    let error = power.square().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Operand | ErrorKind::NoiseBudget), "{error}");
    // Constants and public vectors.
    close(&keys, &product.add_constant(0.25).unwrap(), &each(&|x, y| x * y + 0.25));
    let scaled = product.multiply_constant(-0.3).unwrap();
    close(&keys, &scaled, &each(&|x, y| -0.3 * x * y));
    let doubled = product.multiply_constant(2.0).unwrap();
    assert_eq!(doubled.level(), product.level());
    close(&keys, &doubled, &each(&|x, y| 2.0 * x * y));
    close(&keys, &a.multiply_plain(&y).unwrap(), &each(&|x, y| x * y));
    close(&keys, &product.add_plain(&y).unwrap(), &each(&|x, y| x * y + y));
    assert_eq!(session.slots(), 4);
}

#[test]
fn slots_rotate_and_add_up() {
    let (session, keys) = session(5, 2);
    let x = [0.5, -0.25, 1.0, 0.0, 0.125];
    let a = keys.encrypt(&x).unwrap();
    let slots = session.slots();
    assert_eq!(slots, 8);
    for steps in [-9_i64, -1, 0, 1, 3, 5, 7, 8, 11] {
        let at = |j: usize| (j as i64 + steps).rem_euclid(slots as i64) as usize;
        let expected: Vec<f64> = (0..5).map(|j| x.get(at(j)).copied().unwrap_or(0.0)).collect();
        close(&keys, &a.rotate(steps).unwrap(), &expected);
    }
    close(&keys, &a.sum_of_entries().unwrap(), &[x.iter().sum(); 5]);
}

#[test]
fn complex_numbers() {
    let (_, keys) = session(2, 2);
    let x = [Complex::new(0.5, -0.5), Complex::new(0.0, 0.75)];
    let a = keys.encrypt_complex(&x).unwrap();
    let result = (&a.conjugate().unwrap() * &a).unwrap();
    for (found, z) in keys.decrypt_complex(&result).unwrap().iter().zip(x) {
        assert!((*found - Complex::new(z.abs() * z.abs(), 0.0)).abs() <= result.worst_error());
    }
    let turned = a.multiply_constant(Constant::I).unwrap();
    assert_eq!(turned.level(), a.level());
    for (found, z) in keys.decrypt_complex(&turned).unwrap().iter().zip(x) {
        assert!((*found - Complex::new(-z.im, z.re)).abs() <= turned.worst_error());
    }
}

#[test]
fn objects_are_saved_and_loaded() {
    let (session, keys) = session(2, 2);
    let again = Session::new(session.parameters(), 2).unwrap();
    let evaluation = again.load_evaluation_keys(&keys.evaluation.save().unwrap()).unwrap();
    let public = again.load_public_key(&keys.public.save().unwrap()).unwrap();
    let secret = again.load_secret_key(&keys.secret.save().unwrap()).unwrap();
    let a = public.encrypt(&[0.25, 0.5]).unwrap();
    let sent = again.load_ciphertext(&a.save().unwrap()).unwrap().using(&evaluation).unwrap();
    let square = sent.square().unwrap();
    let back = session.load_ciphertext(&square.save().unwrap()).unwrap();
    close(&keys, &back, &[0.0625, 0.25]);
    assert_eq!(secret.decrypt(&back).unwrap(), keys.decrypt(&back).unwrap());
}

#[test]
fn refusals_say_which_kind_they_are() {
    let (session, keys) = session(2, 1);
    let kind = |result: Result<_, Error>| result.map(drop).unwrap_err().kind();
    for wrong in [&[0.0][..], &[0.0; 3], &[1.5, 0.0], &[f64::NAN, 0.0], &[f64::INFINITY, 0.0]] {
        assert_eq!(kind(keys.encrypt(wrong)), ErrorKind::Vector, "{wrong:?}");
    }
    let bare = keys.public.encrypt(&[0.5, 0.5]).unwrap();
    assert_eq!(kind(bare.square()), ErrorKind::MissingKey);
    assert_eq!(kind(bare.rotate(1)), ErrorKind::MissingKey);
    let (_, other) = self::session(3, 1);
    let foreign = other.encrypt(&[0.0; 3]).unwrap();
    assert_eq!(kind(&bare + &foreign), ErrorKind::Mismatch);
    assert_eq!(kind(keys.decrypt(&foreign).map(|_| bare.clone())), ErrorKind::Mismatch);
    let stranger = session.keys().unwrap();
    assert_eq!(kind(stranger.decrypt(&bare).map(|_| bare.clone())), ErrorKind::Undecryptable);
    assert!(Session::new(session.parameters(), 0).is_err());
    assert!(Session::new(session.parameters(), 65).is_err());
    assert!(session.with_range(0.0).is_err());
    assert_eq!(kind(bare.add_constant(f64::NAN)), ErrorKind::Parameters);
}
