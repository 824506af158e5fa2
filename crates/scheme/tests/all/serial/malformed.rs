//! What must be refused, or be harmless.

use ringassay_scheme::serial::SavedSecret as _;
use ringassay_scheme::{
    bgv::{Ciphertext, EvaluationKeys, Parameters, Plaintext, PublicKey, SecretKey},
    serial::{Kind, Saved, SerialError, inspect, read_object},
};

use crate::{
    bgv::{any, enveloped, hashed},
    bgv_instances::{COUNT, Instance, parameters, seed},
};

/// One object of each kind, and ciphertexts with and without a seed.
pub(crate) fn objects(instance: &Instance) -> Vec<(Kind, Vec<u8>)> {
    let context = &instance.context;
    let message = instance.message(2);
    let seeded = context.encrypt_secret(&instance.secret, &message, &seed(5)).unwrap();
    let keys = context
        .generate_evaluation_keys(&instance.secret, false, &instance.exponents[..1], &seed(6))
        .unwrap();
    vec![
        (Kind::Parameters, context.parameters().save().unwrap()),
        (Kind::SecretKey, instance.secret.save_secret(context).unwrap().to_vec()),
        (Kind::PublicKey, instance.public.save(context).unwrap()),
        (Kind::EvaluationKeys, instance.evaluation.save(context).unwrap()),
        (Kind::EvaluationKeys, keys.save(context).unwrap()),
        (Kind::Plaintext, message.save(context).unwrap()),
        (Kind::Ciphertext, seeded.save(context).unwrap()),
        (Kind::Ciphertext, instance.encrypted(3).save(context).unwrap()),
        (
            Kind::Ciphertext,
            context.switch_to(&instance.encrypted(3), 0).unwrap().save(context).unwrap(),
        ),
    ]
}

/// Loads as what it is.
fn load(instance: &Instance, kind: Kind, bytes: &[u8]) -> Result<(), SerialError> {
    let context = &instance.context;
    match kind {
        Kind::Parameters => Parameters::load(bytes).map(drop),
        Kind::SecretKey => SecretKey::load_secret(context, bytes).map(drop),
        Kind::PublicKey => PublicKey::load(context, bytes).map(drop),
        Kind::EvaluationKeys => EvaluationKeys::load(context, bytes).map(drop),
        Kind::Plaintext => Plaintext::load(context, bytes).map(drop),
        Kind::Ciphertext => Ciphertext::load(context, bytes).map(drop),
    }
}

#[test]
fn every_truncation_is_refused() {
    let instance = Instance::new(0);
    for (kind, object) in objects(&instance) {
        for length in 0..object.len() {
            let error = load(&instance, kind, &object[..length]).unwrap_err();
            let magic = matches!(error, SerialError::Magic) && length == 0;
            assert!(magic || matches!(error, SerialError::Truncated { .. }), "{kind}, {length}");
            assert!(read_object(&mut &object[..length], u64::MAX).is_err());
            // A shorter object with the right length and hash has lost something.
            if length >= 84 {
                let mut cut = object[..length].to_vec();
                cut[12..20].copy_from_slice(&(length as u64 - 84).to_le_bytes());
                assert!(load(&instance, kind, &hashed(cut)).is_err(), "{kind}, {length}");
            }
        }
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

/// With the hash put right, a flipped byte is refused or gives another object that works. All that
/// the scheme reads must matter somewhere: enough of them are refused, and enough are not.
#[test]
fn flipped_bytes_with_their_hash() {
    for i in 0..2 {
        let instance = Instance::new(i);
        for (kind, object) in objects(&instance) {
            let (mut loaded, mut refused) = (0, 0);
            // Keys are long, and their bytes alike.
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

#[test]
fn declared_lengths() {
    let instance = Instance::new(0);
    let lengths = [
        0,
        1,
        83,
        1 << 31,
        (1 << 32) - 85,
        (1 << 32) - 84,
        (1 << 32) - 1,
        1 << 32,
        1 << 63,
        u64::MAX - 84,
        u64::MAX - 83,
        u64::MAX,
    ];
    for (kind, object) in objects(&instance) {
        let right = object.len() as u64 - 84;
        for length in lengths.into_iter().chain([right - 1, right + 1]) {
            if length == right {
                continue;
            }
            let mut changed = object.clone();
            changed[12..20].copy_from_slice(&length.to_le_bytes());
            let error = load(&instance, kind, &hashed(changed.clone())).unwrap_err();
            match error {
                SerialError::Limit { .. } => assert!(length > (1 << 32) - 84),
                SerialError::Truncated { .. } => {
                    assert!(length > right && length <= (1 << 32) - 84);
                }
                SerialError::Trailing { count } => assert_eq!(count, right - length),
                other => panic!("{kind}, {length}: {other}"),
            }
            let streamed = read_object(&mut &changed[..], 1 << 33);
            assert_eq!(streamed.is_ok(), length < right, "{kind}, {length}");
        }
        assert!(read_object(&mut &object[..], object.len() as u64 - 1).is_err());
    }
}

#[test]
fn other_versions_schemes_and_kinds() {
    let instance = Instance::new(0);
    for (kind, object) in objects(&instance) {
        for version in [0_u16, 1, 3, 256, u16::MAX] {
            let mut other = object.clone();
            other[8..10].copy_from_slice(&version.to_le_bytes());
            let error = load(&instance, kind, &hashed(other)).unwrap_err();
            assert!(matches!(error, SerialError::Version { found } if found == version));
            let advice = if version > 2 { "update the program" } else { "save it again" };
            assert!(error.to_string().contains(advice), "{error}");
        }
        for (at, value) in [(10, 0), (10, 8), (11, 0), (11, 7), (11, 255)] {
            let mut other = object.clone();
            other[at] = value;
            let error = load(&instance, kind, &hashed(other)).unwrap_err();
            assert!(matches!(error, SerialError::UnknownKind { .. }), "{error}");
        }
    }
}

/// Nothing loads as anything else.
#[test]
fn type_confusion() {
    for i in [0, 4] {
        let instance = Instance::new(i);
        for (kind, object) in objects(&instance) {
            for other in Kind::ALL.into_iter().filter(|&other| other != kind) {
                let error = load(&instance, other, &object).unwrap_err();
                let as_it_is = matches!(
                    error, SerialError::Kind { found, expected } if found == kind && expected == other
                );
                assert!(as_it_is, "{error}");
                // Whatever says itself that it is something else is refused, or happens to be one: a
                // few residues are a few residues.
                let mut lying = object.clone();
                lying[11] = other as u8;
                any(&instance, &hashed(lying));
            }
        }
    }
}

#[test]
fn objects_of_other_parameters() {
    let instances: Vec<Instance> = (0..COUNT).map(Instance::new).collect();
    // One that differs in nothing but the width of errors.
    let mut similar = parameters(0);
    similar.sigma = 3.3;
    let similar = ringassay_scheme::bgv::Context::exact(&similar).unwrap();
    for (kind, object) in objects(&instances[0]).into_iter().skip(1) {
        for other in &instances[1..] {
            let error = load(other, kind, &object).unwrap_err();
            assert!(matches!(error, SerialError::OtherParameters { .. }), "{error}");
            let text = error.to_string();
            let [ours, theirs] = [&instances[0], other]
                .map(|instance| instance.context.parameters().fingerprint().to_string());
            assert!(text.contains(&ours) && text.contains(&theirs), "{text}");
        }
        if kind == Kind::PublicKey {
            let error = PublicKey::load(&similar, &object).unwrap_err();
            assert!(matches!(error, SerialError::OtherParameters { .. }), "{error}");
        }
    }
    // Saving with another context.
    let (ours, other) = (&instances[0], &instances[1].context);
    assert!(ours.message(1).save(other).is_err());
    assert!(ours.encrypted(1).save(other).is_err());
    assert!(ours.public.save(other).is_err());
    assert!(ours.evaluation.save(other).is_err());
    assert!(ours.secret.save_secret(other).is_err());
}

#[test]
fn what_follows_an_object() {
    let instance = Instance::new(0);
    let all = objects(&instance);
    for (kind, object) in &all {
        for (_, next) in &all {
            let error = load(&instance, *kind, &[&object[..], next].concat()).unwrap_err();
            let count = next.len() as u64;
            assert!(matches!(error, SerialError::Trailing { count: c } if c == count), "{error}");
        }
        // A byte more in the body, with length and hash put right.
        let header = inspect(object).unwrap();
        let longer = [&object[52..object.len() - 32], &[0]].concat();
        let longer = enveloped(*kind, &header.fingerprint.0, &longer);
        assert!(load(&instance, *kind, &longer).is_err(), "{kind}");
    }
}
