//! What is loaded is what was saved, bit for bit, and works between any two operations.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    bgv::{Ciphertext, EvaluationKeys, Parameters, Plaintext},
    serial::{Kind, Saved, inspect, read_object},
};

use super::laws::{self, sent};
use crate::bgv_objects::{COUNT, Instance, parameters as numbered};

#[test]
fn parameters() {
    for i in 0..COUNT {
        let parameters = numbered(i);
        let bytes = parameters.save().unwrap();
        let loaded = Parameters::load(&bytes).unwrap();
        assert_eq!(loaded, parameters);
        assert_eq!(loaded.save().unwrap(), bytes);
        let header = inspect(&bytes).unwrap();
        assert_eq!((header.kind, header.bytes), (Kind::Parameters, bytes.len() as u64));
        assert_eq!(header.fingerprint, parameters.fingerprint());
    }
}

#[test]
fn fingerprints_differ_with_every_field() {
    let changes: [fn(&mut Parameters); 10] = [
        |p| p.index = ringassay_ring::index::Index::new(8).unwrap(),
        |p| p.plaintext.exponent = 1,
        |p| p.large.swap(0, 1),
        |p| p.small.swap(0, 1),
        |p| p.special.swap(0, 1),
        |p| p.digit_limbs = 1,
        |p| p.fresh_log2_q = 129.0,
        |p| p.secret = ringassay_ring::sample::Distribution::SparseTernary { weight: 3 },
        |p| p.sigma = 3.3,
        // The same primes, otherwise divided.
        |p| p.small.push(p.special.remove(0)),
    ];
    laws::fingerprints_differ(&numbered(1), &changes);
}

#[test]
fn plaintexts() {
    for instance in Instance::all() {
        let context = &instance.context;
        let plaintext = instance.message(5);
        let bytes = plaintext.save(context).unwrap();
        assert_eq!(plaintext.sizes(context).unwrap().saved_bytes, bytes.len());
        let loaded = Plaintext::load(context, &bytes).unwrap();
        assert_eq!(loaded, plaintext);
        assert_eq!(loaded.save(context).unwrap(), bytes);
    }
}

/// x ↦ (σ(x·y + y) - m)·m at every level below, once as it is and once with everything saved and
/// loaded between any two steps.
#[test]
fn between_any_two_operations() {
    for instance in Instance::all() {
        let context = &instance.context;
        let keys =
            EvaluationKeys::load(context, &instance.evaluation.save(context).unwrap()).unwrap();
        let m = instance.message(11);
        let steps = |pass: &dyn Fn(Ciphertext<RnsRing>) -> Ciphertext<RnsRing>| {
            let (x, y) = (pass(instance.encrypted(1)), pass(instance.encrypted(2)));
            let mut all = Vec::new();
            let mut step = |x: Ciphertext<RnsRing>| {
                let x = pass(x);
                all.push(x.clone());
                x
            };
            let unrelinearised = step(context.tensor(&x, &y).unwrap());
            step(context.relinearise(&unrelinearised, &keys).unwrap());
            let product = step(context.multiply(&x, &y, &keys).unwrap());
            let sum = step(context.add(&product, &y).unwrap());
            let image = step(context.automorphism(&sum, instance.exponents[1], &keys).unwrap());
            let difference = step(context.add_plain(&image, &m).unwrap());
            let last = step(context.multiply_plain(&difference, &m).unwrap());
            step(context.sub(&last, &last).unwrap());
            step(context.trivial(&m).unwrap());
            for level in 0..last.level() {
                step(context.switch_to(&last, level).unwrap());
            }
            all
        };
        let (plain, saved) = (steps(&|x| x), steps(&|x| sent(&instance, &x)));
        assert_eq!(plain.len(), saved.len());
        for (x, y) in plain.iter().zip(&saved) {
            assert_eq!((x.parts(), x.level(), x.noise()), (y.parts(), y.level(), y.noise()));
            let decrypted = |x| context.decrypt(&instance.secret, x);
            assert_eq!(decrypted(x), decrypted(y));
        }
        context.decrypt(&instance.secret, &saved[6]).unwrap();
    }
}

#[test]
fn objects_in_a_stream() {
    let instance = Instance::new(0);
    let context = &instance.context;
    let (a, b) = (instance.encrypted(1), instance.message(2));
    let mut stream = a.save(context).unwrap();
    stream.extend(b.save(context).unwrap());
    let mut stream = &stream[..];
    let first = read_object(&mut stream, u64::MAX).unwrap();
    assert_eq!(Ciphertext::load(context, &first).unwrap().parts(), a.parts());
    let second = read_object(&mut stream, 1000).unwrap();
    assert_eq!(Plaintext::load(context, &second).unwrap(), b);
    assert!(stream.is_empty());
}
