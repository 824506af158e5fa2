//! Rotations and conjugation, hoisted and not.

use ringassay_kernels::Backend;
use ringassay_ring::RnsRing;
use ringassay_scheme::ckks::{Context, Parameters, Plaintext};

use super::common::{
    Complex, Fixture, Numbers, encode, every_rotation, magnitude, parameters, real_parameters,
    seed, words,
};

#[test]
fn every_rotation_and_conjugation_with_both_generators() {
    for generator in [5, 3] {
        let x = Numbers(8).complexes(16);
        let (fixture, a) = every_rotation(parameters(64, &[&[50], &[40]], 1, 1), generator, &x);
        let conjugate = fixture.context.conjugate(&a, &fixture.keys).unwrap();
        let expected: Vec<Complex> = x.iter().map(|&(x, y)| (x, -y)).collect();
        fixture.check(&conjugate, &expected, 1.0);
    }
}

/// The smallest ring there is.
#[test]
fn two_slots() {
    let fixture = Fixture::new(&parameters(8, &[&[50], &[40]], 1, 1), &[1]);
    let x = vec![(0.25, -0.5), (-0.75, 0.125)];
    let a = fixture.encrypt(&x);
    let rotated = fixture.context.rotate(&a, 1, &fixture.keys).unwrap();
    fixture.check(&rotated, &[x[1], x[0]], 2.5);
}

#[test]
fn every_backend_gives_the_same_words() {
    for make in [parameters, real_parameters] {
        every_backend_in(&make(2048, &[&[50], &[40], &[40]], 2, 2));
    }
}

fn every_backend_in(parameters: &Parameters) {
    let transcript = |backend: Backend| {
        let primes: Vec<u64> = parameters.primes().collect();
        let ring = RnsRing::with_backend(&parameters.index, &primes, backend).unwrap();
        let context = Context::new(parameters, &ring).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let k = parameters.rotation(1);
        let keys = context.generate_evaluation_keys(&secret, true, &[k], &seed(3)).unwrap();
        let scale = parameters.scale();
        let mut sparse = vec![(0.0, 0.0); parameters.slots()];
        sparse[..32].copy_from_slice(&Numbers(1).message(parameters)[..32]);
        let coefficients = encode(parameters, &sparse, &scale);
        let plaintext = Plaintext::new(coefficients, scale, magnitude(parameters));
        let a = context.encrypt(&public, &plaintext, &seed(4)).unwrap();
        let b = context.encrypt_secret(&secret, &plaintext, &seed(4)).unwrap();
        let product = context.rescale(&context.multiply(&a, &b, &keys).unwrap()).unwrap();
        let rotated = context.rotate(&product, 1, &keys).unwrap();
        let open = context.decrypt(&secret, &rotated).unwrap();
        (words(&a), words(&product), words(&rotated), open)
    };
    let portable = transcript(Backend::Portable);
    for backend in Backend::available() {
        assert!(transcript(backend) == portable, "{backend}");
    }
}
