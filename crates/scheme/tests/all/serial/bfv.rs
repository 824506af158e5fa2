//! Objects of BFV: what is loaded is what was saved, byte by byte as docs/serialisation.md says, and what must
//! be refused.

use ringassay_ring::{index::Index, sample::Distribution};
use ringassay_scheme::{
    bfv::{Ciphertext, Parameters},
    serial::{Saved, SerialError},
};

use super::laws::{
    fingerprints_differ, forged_parameters, laid_out, laws, prime_groups, secret_and_error,
};
use crate::bfv_objects::{Instance, parameters};

laws!(Parameters, 28);

/// The body of parameters, from the documentation alone: ternary or sparse secrets.
#[test]
fn parameters_are_laid_out_as_documented() {
    for i in [0, 2] {
        let p = parameters(i);
        let mut body = (p.index.m() as u32).to_le_bytes().to_vec();
        body.extend(p.t.to_le_bytes());
        body.extend(prime_groups([&p.primes, &p.special, &p.auxiliary]));
        body.extend((p.digit_limbs as u64).to_le_bytes());
        body.extend(secret_and_error(p.secret, p.sigma));
        laid_out(&p, &body, 6);
    }
}

#[test]
fn fingerprints_differ_with_every_field() {
    let changes: [fn(&mut Parameters); 9] = [
        |p| p.index = Index::new(8).unwrap(),
        |p| p.t = 10,
        |p| p.primes.swap(0, 1),
        |p| p.special.swap(0, 1),
        |p| p.auxiliary.swap(0, 1),
        |p| p.digit_limbs = 1,
        |p| p.secret = Distribution::SparseTernary { weight: 3 },
        |p| p.sigma = 3.3,
        // The same primes, otherwise divided.
        |p| p.special.push(p.primes.remove(2)),
    ];
    fingerprints_differ(&parameters(1), &changes);
}

/// x - x is transparent.
#[test]
fn transparent_ciphertexts() {
    let instance = Instance::new(0);
    let context = &instance.context;
    let x = instance.encrypted(1);
    let zero = context.sub(&x, &x).unwrap().save(context).unwrap();
    assert!(matches!(Ciphertext::load(context, &zero), Err(SerialError::Transparent)));
}

#[test]
fn parameters_that_have_no_instance() {
    let base = parameters(1);
    let change: [fn(&mut Parameters); 12] = [
        |p| p.t = 1,
        |p| p.t = 1 << 60,
        |p| p.t = p.primes[0],
        |p| p.primes.clear(),
        |p| p.special.clear(),
        |p| p.auxiliary.truncate(1),
        |p| p.primes[0] += 2,
        |p| p.special[0] = p.primes[0],
        |p| p.auxiliary[0] = p.primes[0],
        |p| p.digit_limbs = 0,
        |p| p.digit_limbs = 65,
        |p| p.sigma = f64::NAN,
    ];
    for (i, change) in change.into_iter().enumerate() {
        let mut other = base.clone();
        change(&mut other);
        assert!(other.save().is_err(), "{i}: {other:?}");
        // The same set as bytes, from a program that does not check.
        let bytes = base.save().unwrap();
        let body = [&bytes[52..bytes.len() - 32]].concat();
        let mut forged = body.clone();
        forged[4..12].copy_from_slice(&other.t.to_le_bytes());
        if other.t != base.t {
            let object = forged_parameters::<Parameters>(&forged);
            assert!(Parameters::load(&object).is_err(), "{i}");
        }
    }
    // A count that promises much.
    let bytes = base.save().unwrap();
    for count in [65_u32, u32::MAX] {
        let mut forged = bytes[52..bytes.len() - 32].to_vec();
        forged[12..16].copy_from_slice(&count.to_le_bytes());
        let object = forged_parameters::<Parameters>(&forged);
        assert!(matches!(Parameters::load(&object), Err(SerialError::Limit { .. })), "{count}");
    }
}
