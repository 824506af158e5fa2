//! What must be refused of BFV, or be harmless; the envelope is that of BGV.

use ringassay_scheme::serial::SavedSecret as _;
use ringassay_scheme::{
    Scheme,
    bfv::{Ciphertext, EvaluationKeys, Parameters, PublicKey, SecretKey},
    bgv,
    serial::{Kind, Saved, SerialError, read_object},
};

use super::bfv::objects;
use crate::{
    bfv_instances::{COUNT, Instance, parameters},
    bfv_invariant::{any, fingerprint_of},
    bgv_instances,
    envelope::{enveloped, hashed},
};

/// Loads as what it is; there are no plaintexts.
fn load(instance: &Instance, kind: Kind, bytes: &[u8]) -> Result<(), SerialError> {
    let context = &instance.context;
    match kind {
        Kind::Parameters => Parameters::load(bytes).map(drop),
        Kind::SecretKey => SecretKey::load_secret(context, bytes).map(drop),
        Kind::PublicKey => PublicKey::load(context, bytes).map(drop),
        Kind::EvaluationKeys => EvaluationKeys::load(context, bytes).map(drop),
        _ => Ciphertext::load(context, bytes).map(drop),
    }
}

#[test]
fn every_truncation_is_refused() {
    let instance = Instance::new(0);
    for (kind, object) in objects(&instance) {
        for length in 0..object.len() {
            assert!(load(&instance, kind, &object[..length]).is_err(), "{kind}, {length}");
            assert!(read_object(&mut &object[..length], u64::MAX).is_err());
            // A shorter object with the right length and hash has lost something.
            if length >= 84 {
                let mut cut = object[..length].to_vec();
                cut[12..20].copy_from_slice(&(length as u64 - 84).to_le_bytes());
                assert!(load(&instance, kind, &hashed(cut)).is_err(), "{kind}, {length}");
            }
        }
        let longer = [&object[..], &[0]].concat();
        assert!(matches!(load(&instance, kind, &longer), Err(SerialError::Trailing { count: 1 })));
    }
}

#[test]
fn every_flipped_bit_is_refused() {
    let instance = Instance::new(0);
    for (kind, object) in objects(&instance) {
        for bit in 0..8 * object.len() {
            let mut damaged = object.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(load(&instance, kind, &damaged).is_err(), "{kind}, bit {bit}");
        }
    }
}

/// With the hash put right, a flipped byte is refused or gives another object that works.
#[test]
fn flipped_bytes_with_their_hash() {
    for i in 0..2 {
        let instance = Instance::new(i);
        for (kind, object) in objects(&instance) {
            let (mut loaded, mut refused) = (0, 0);
            let step = object.len().div_ceil(60);
            for at in (0..object.len() - 32).filter(|at| *at < 170 || at % step == 0) {
                for mask in [0x01, 0xc0] {
                    let mut changed = object.clone();
                    changed[at] ^= mask;
                    let accepted = any(&instance, &hashed(changed));
                    *(if accepted { &mut loaded } else { &mut refused }) += 1;
                    assert!(!accepted || at >= 52, "{kind}: the envelope at {at}");
                }
            }
            assert!(refused >= 2 * 52, "{kind}: {refused} refused");
            let free = !matches!(kind, Kind::Parameters | Kind::SecretKey);
            assert!(!free || loaded > 0, "{kind}: nothing loads");
        }
    }
}

/// Nothing loads as anything else, and nothing of one scheme as the other's.
#[test]
fn type_confusion() {
    let (instance, of_bgv) = (Instance::new(0), bgv_instances::Instance::new(0));
    for (kind, object) in objects(&instance) {
        for other in Kind::ALL {
            let mut lying = object.clone();
            lying[11] = other as u8;
            any(&instance, &hashed(lying.clone()));
            if other == Kind::Plaintext {
                let error = load(&instance, kind, &hashed(lying)).unwrap_err();
                assert!(matches!(error, SerialError::UnknownKind { .. }), "{error}");
            } else if other != kind {
                let error = load(&instance, other, &object).unwrap_err();
                assert!(matches!(error, SerialError::Kind { .. }), "{error}");
            }
        }
        let error = match kind {
            Kind::Parameters => bgv::Parameters::load(&object).map(drop),
            Kind::SecretKey => bgv::SecretKey::load_secret(&of_bgv.context, &object).map(drop),
            Kind::PublicKey => bgv::PublicKey::load(&of_bgv.context, &object).map(drop),
            Kind::EvaluationKeys => bgv::EvaluationKeys::load(&of_bgv.context, &object).map(drop),
            _ => bgv::Ciphertext::load(&of_bgv.context, &object).map(drop),
        };
        let error = error.unwrap_err();
        let as_it_is =
            matches!(error, SerialError::OtherScheme { found: Scheme::Bfv, expected: Scheme::Bgv });
        assert!(as_it_is, "{error}");
        // Whatever claims to be BGV's is of other parameters.
        let mut lying = object.clone();
        lying[10] = 1;
        assert!(bgv::PublicKey::load(&of_bgv.context, &hashed(lying)).is_err());
    }
}

#[test]
fn objects_of_other_parameters() {
    let instances: Vec<Instance> = (0..COUNT).map(Instance::new).collect();
    for (kind, object) in objects(&instances[0]).into_iter().skip(1) {
        for other in &instances[1..] {
            let error = load(other, kind, &object).unwrap_err();
            assert!(matches!(error, SerialError::OtherParameters { .. }), "{error}");
        }
    }
    let (ours, other) = (&instances[0], &instances[1].context);
    assert!(ours.encrypted(1).save(other).is_err());
    assert!(ours.public.save(other).is_err());
    assert!(ours.evaluation.save(other).is_err());
    assert!(ours.secret.save_secret(other).is_err());
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
            let fingerprint = fingerprint_of(&forged);
            let object = enveloped(Scheme::Bfv, Kind::Parameters, &fingerprint, &forged);
            assert!(Parameters::load(&object).is_err(), "{i}");
        }
    }
    // A count that promises much.
    let bytes = base.save().unwrap();
    for count in [65_u32, u32::MAX] {
        let mut forged = bytes[52..bytes.len() - 32].to_vec();
        forged[12..16].copy_from_slice(&count.to_le_bytes());
        let object = enveloped(Scheme::Bfv, Kind::Parameters, &fingerprint_of(&forged), &forged);
        assert!(matches!(Parameters::load(&object), Err(SerialError::Limit { .. })), "{count}");
    }
}
