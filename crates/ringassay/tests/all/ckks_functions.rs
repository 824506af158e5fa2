//! Polynomials and functions on a session of CKKS: inside the stated bound, at the stated level.

use ringassay::{
    Error, ErrorKind, RotationKeys,
    ckks::{
        Basis, Ciphertext, Complex, CompositeSign, Keys, Polynomial, Precision, Request, Session,
        SlotPolynomials, choose, interpolate,
    },
};

const LENGTH: usize = 32;

/// Few coefficients, no security.
fn session(depth: usize, range: f64) -> (Session, Keys) {
    let request =
        Request { degree: Some(1 << 10), insist: true, range, ..Request::new(depth, 14.0) };
    let session = Session::of(&choose(&request).unwrap(), LENGTH).unwrap();
    let keys = session.keys_with(&RotationKeys::For([1].into()), seed()).unwrap();
    (session, keys)
}

fn seed() -> ringassay::FreshSeed {
    ringassay::FreshSeed::repeatable(ringassay::ring::sample::Seed::from_bytes([5; 32]))
}

fn values(from: f64, to: f64) -> Vec<f64> {
    (0..LENGTH).map(|j| from + (to - from) * j as f64 / (LENGTH - 1) as f64).collect()
}

/// The largest error lies below the bound; its bits.
fn check(keys: &Keys, a: &Ciphertext, wanted: &[f64]) -> f64 {
    let got = keys.decrypt_complex(a).unwrap();
    let wanted: Vec<Complex> = wanted.iter().map(|&x| x.into()).collect();
    let precision = Precision::new(&got, &wanted).unwrap();
    assert!(precision.l2.worst <= a.worst_error(), "{} {}", precision.l2.worst, a.worst_error());
    precision.l2.worst_bits()
}

#[test]
fn polynomials_take_their_levels() {
    let (session, keys) = session(6, 4.0);
    let x = values(-4.0, 4.0);
    let a = keys.encrypt(&x).unwrap();
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let p = interpolate(logistic, -4.0, 4.0, 15).unwrap();
    let found = a.polynomial(&p.clone().into()).unwrap();
    assert_eq!(found.level(), session.parameters().top() - 5);
    let wanted: Vec<f64> =
        x.iter().map(|&x| p.at(Complex::from(x).extended()).rounded().re).collect();
    assert!(check(&keys, &found, &wanted) > 10.0);
    // Of a product that was not rescaled, together with what comes after.
    let cube = Polynomial::of_reals(Basis::Power, &[0.0, 0.0, 0.0, 1.0]).unwrap();
    let b = a.multiply_constant(0.125).unwrap();
    let found = (b.polynomial(&cube.into()).unwrap() + a).unwrap();
    let wanted: Vec<f64> = x.iter().map(|x| (x / 8.0).powi(3) + x).collect();
    assert!(check(&keys, &found, &wanted) > 10.0);
    // Outside of the interval, by what is known; and with too few levels.
    let narrow: SlotPolynomials = interpolate(f64::sin, -1.0, 1.0, 7).unwrap().into();
    let x = values(-1.0, 1.0);
    let a = keys.encrypt(&x).unwrap();
    let refused = a.polynomial(&narrow).map(|_| ()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Operand);
    let wanted: Vec<f64> = x.iter().map(|x| x.sin()).collect();
    let sine = a.within(1.0).unwrap().polynomial(&narrow).unwrap();
    assert!(check_near(&keys, &sine, &wanted) > 10.0);
    let again = sine.within(1.0).unwrap().polynomial(&narrow).unwrap();
    let again = again.within(1.0).unwrap().polynomial(&narrow);
    assert!(again.is_err(), "no levels are left");
}

/// As [`check`], of what was approximated by something else.
fn check_near(keys: &Keys, a: &Ciphertext, wanted: &[f64]) -> f64 {
    let got = keys.decrypt(a).unwrap();
    Precision::of_reals(&got, wanted).unwrap().worst_bits()
}

#[test]
fn signs_extrema_and_inverses() {
    let (session, keys) = session(12, 1.0);
    let composite = CompositeSign::new(4.0, 12.0, &[7, 7], 1).unwrap();
    let top = session.parameters().top();
    let x = values(-1.0, 1.0);
    assert!(x.iter().all(|x| x.abs() > 1.0 / 64.0));
    let x: Vec<f64> = x.iter().map(|x| x.signum() * x.abs().max(1.0 / 16.0)).collect();
    let a = keys.encrypt(&x).unwrap();
    let found = a.sign(&composite).unwrap();
    assert_eq!(found.level(), top - composite.depth());
    assert!(check(&keys, &found, &x.iter().map(|x| x.signum()).collect::<Vec<_>>()) > 5.0);
    let steps: Vec<f64> = x.iter().map(|x| f64::from(*x > 0.0)).collect();
    assert!(check(&keys, &a.step(&composite).unwrap(), &steps) > 5.0);
    let halves: Vec<f64> = x.iter().map(|x| x / 2.0).collect();
    let mut other = halves.clone();
    other.reverse();
    let [a, b] = [&halves, &other].map(|x| keys.encrypt(x).unwrap().within(0.5).unwrap());
    let pairs = || halves.iter().zip(&other);
    let largest: Vec<f64> = pairs().map(|(a, b)| a.max(*b)).collect();
    let smallest: Vec<f64> = pairs().map(|(a, b)| a.min(*b)).collect();
    assert!(check(&keys, &a.maximum(&b, &composite).unwrap(), &largest) > 5.0);
    assert!(check(&keys, &a.minimum(&b, &composite).unwrap(), &smallest) > 5.0);
    let x = values(0.25, 1.0);
    let a = keys.encrypt(&x).unwrap();
    let found = a.inverse(0.25, 1.0, 12.0).unwrap();
    assert!(check(&keys, &found, &x.iter().map(|x| 1.0 / x).collect::<Vec<_>>()) > 8.0);
    assert!(matches!(a.inverse(-1.0, 1.0, 12.0), Err(Error::Scheme(_))));
}
