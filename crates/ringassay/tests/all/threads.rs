//! Results do not depend on how many threads compute them.

use ringassay::{
    FreshSeed, RotationKeys, Scheme, Session, Threads, bgv::Request, ring::sample::Seed,
    vectors::IntegerVectors,
};
use ringassay_params::Choosable;

/// A ring whose operations are worth sharing out: nine primes of 2^13 coefficients.
fn request() -> Request {
    Request {
        plaintext: 65537.try_into().unwrap(),
        index: Some(1 << 14),
        insist: true,
        ..Request::bits(1 << 12, 6.0)
    }
}

fn fresh(number: u8) -> FreshSeed {
    FreshSeed::repeatable(Seed::from_bytes([number; Seed::BYTES]))
}

/// Keys, ciphertexts and results of every kind as bytes, and what they decrypt to.
fn everything<S: Scheme<Vectors = IntegerVectors> + Choosable>(
    session: &Session<S>,
) -> Vec<Vec<u8>> {
    let keys = session.keys_with(&RotationKeys::AtMost(0), fresh(1)).unwrap();
    let vector = |salt: u64| (0..1 << 12).map(|i| (i * i + salt) % 65537).collect::<Vec<u64>>();
    let encrypt = |salt: u64, number| {
        let made = keys.public.encrypt_with(&vector(salt), fresh(number)).unwrap();
        made.using(&keys.evaluation).unwrap()
    };
    let (a, b) = (encrypt(3, 2), encrypt(5, 3));
    let sum = (a.clone() + b.clone()).unwrap();
    let product = (a.clone() * b.clone()).unwrap();
    let square = (product.clone() * product.clone()).unwrap();
    let difference = (square.clone() - a.clone()).unwrap();
    let found = keys.decrypt(&difference).unwrap();
    let words = found.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut all: Vec<Vec<u8>> =
        [&a, &sum, &product, &square, &difference].map(|x| x.save().unwrap()).into();
    all.extend([keys.evaluation.save().unwrap(), keys.public.save().unwrap(), words]);
    all
}

fn are_the_same<S: Scheme<Vectors = IntegerVectors> + Choosable>() {
    let session = Session::<S>::choose(&request()).unwrap();
    let on = |threads: usize| {
        let threads = Threads::new(threads).unwrap();
        threads.run(|| everything(&session))
    };
    let one = on(1);
    assert!(on(2) == one, "two threads");
    assert!(on(3) == one, "three threads");
    assert!(everything(&session) == one, "all processors");
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    are_the_same::<ringassay::bgv::Parameters>();
    are_the_same::<ringassay::bfv::Parameters>();
}

#[test]
fn there_is_at_least_one_thread() {
    assert_eq!(Threads::new(0).unwrap().count(), 1);
    assert_eq!(Threads::new(3).unwrap().count(), 3);
}
