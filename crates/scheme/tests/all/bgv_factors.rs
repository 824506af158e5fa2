//! What ciphertexts say of the factors of their messages: saved, loaded, refused; and what sums cost.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    bgv::{Ciphertext, Context, Parameters, PlaintextModulus},
    serial::{Kind, Saved, SerialError},
};
use ringassay_testkit::{inputs::Stream, laws::Scheme};

use crate::{
    bgv_common::{Bgv, SHAPES, Shape, instances::WITH_FACTORS},
    envelope::enveloped,
};

/// Where the factor lies: behind the header of the object, level, parts and the flag of the seed.
const FACTOR: usize = 52 + 6;

fn saved(bgv: &Bgv, x: &Ciphertext<RnsRing>) -> Vec<u8> {
    x.save(&bgv.context).unwrap().to_vec()
}

fn with_factor(bgv: &Bgv, bytes: &[u8], factor: u64) -> Result<Ciphertext<RnsRing>, SerialError> {
    let mut changed = bytes.to_vec();
    changed[FACTOR..FACTOR + 8].copy_from_slice(&factor.to_le_bytes());
    let body = &changed[52..changed.len() - 32];
    let fingerprint = bgv.context.parameters().fingerprint().0;
    let changed = enveloped(ringassay_scheme::Scheme::Bgv, Kind::Ciphertext, &fingerprint, body);
    Ciphertext::load(&bgv.context, &changed)
}

#[test]
fn factors_are_saved_and_loaded() {
    for shape in &WITH_FACTORS {
        let bgv = Bgv::new(Context::exact(&shape.parameters()).unwrap(), 1);
        let (context, t) = (&bgv.context, bgv.t());
        let message = Stream::new(3).residues(context.parameters().index.degree(), t);
        let x = bgv.encrypt(&message, 5);
        let lower = context.switch_to(&x, x.level() / 2).unwrap();
        for x in [x, lower] {
            let bytes = saved(&bgv, &x);
            let loaded = Ciphertext::load(context, &bytes).unwrap();
            assert_eq!(saved(&bgv, &loaded), bytes);
            assert_eq!(bgv.decrypt(&loaded).unwrap(), message, "{shape:?}");
            let factor = u64::from_le_bytes(bytes[FACTOR..FACTOR + 8].try_into().unwrap());
            assert!((1..t).contains(&factor));
            // Whoever changes it, and the hash, changes the message, but finds no other object.
            let other = with_factor(&bgv, &bytes, if factor == 1 { 2 } else { 1 }).unwrap();
            assert_ne!(bgv.decrypt(&other).unwrap(), message);
            for wrong in [0, shape.plaintext.0 * u64::from(shape.plaintext.1 > 1), t, u64::MAX] {
                let refused = with_factor(&bgv, &bytes, wrong).unwrap_err().to_string();
                assert!(refused.contains("no unit modulo the plaintext modulus"), "{refused}");
            }
        }
    }
}

/// The format of ciphertexts without factors is what it was.
#[test]
fn only_messages_with_factors_have_a_field_for_them() {
    let without = SHAPES[11].parameters();
    let plaintext = PlaintextModulus { prime: 65_537, exponent: 1 };
    let with = Parameters { plaintext, ..without.clone() };
    assert!(with.has_factors() && !without.has_factors());
    let bytes = |parameters: &Parameters| {
        let bgv = Bgv::new(Context::exact(parameters).unwrap(), 1);
        let message = vec![1; parameters.index.degree()];
        saved(&bgv, &bgv.encrypt(&message, 5)).len()
    };
    assert_eq!(bytes(&with), bytes(&without) + 8);
}

/// An operand with much less noise than the other is multiplied alone: the sum has hardly more noise than the
/// noisier one, although t has 60 bits.
#[test]
fn a_sum_with_something_fresh_costs_nothing() {
    for shape in &WITH_FACTORS {
        let bgv = Bgv::new(Context::exact(&shape.parameters()).unwrap(), 1);
        let (context, n) = (&bgv.context, bgv.context.parameters().index.degree());
        let [x, y] = [1, 2].map(|i| bgv.encrypt(&vec![i; n], 5 + i));
        let product = context.multiply(&x, &y, &bgv.evaluation).unwrap();
        let sum = context.add(&product, &x).unwrap();
        let more = context.bound_bits(&sum) - context.bound_bits(&product);
        assert!(more < 1.01, "{shape:?}: {more} bits");
        let unequal = context.switch_to(&x, product.level()).unwrap();
        let sum = context.sub(&unequal, &product).unwrap();
        let more = context.bound_bits(&sum) - context.bound_bits(&product);
        assert!(more < 20.0, "{shape:?}: {more} bits, of one that was switched before");
        let found = bgv.decrypt(&sum).unwrap();
        assert_eq!(found, bgv.decrypt(&context.sub(&x, &product).unwrap()).unwrap());
    }
}

/// Primes that divide t, and none that are merely not 1 modulo t.
#[test]
fn primes_of_the_plaintext_modulus_are_refused() {
    let parameters = Shape { plaintext: (97, 1), ..SHAPES[11] }.parameters();
    let with = |q: u64| Parameters { large: vec![parameters.large[0], q], ..parameters.clone() };
    let refused = with(97).check().unwrap_err().to_string();
    assert!(refused.contains("keys would hide nothing"), "{refused}");
    let other = with(193);
    assert!(other.check().is_ok() && other.has_factors() && !parameters.has_factors());
}
