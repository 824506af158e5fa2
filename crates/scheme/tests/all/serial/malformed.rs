//! What must be refused, or be harmless.

use ringassay_scheme::{
    Scheme,
    bgv::{Context, Parameters, PublicKey},
    serial::{Saved, SerialError, inspect, read_object},
};

use super::laws::{laws, load};
use crate::{
    bgv_objects::{Instance, parameters},
    envelope::{enveloped, hashed},
};

laws!(Parameters, 150);

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
    for (kind, object) in instance.objects() {
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
    for (kind, object) in instance.objects() {
        for version in [0_u16, 1, 3, 256, u16::MAX] {
            let mut other = object.clone();
            other[8..10].copy_from_slice(&version.to_le_bytes());
            let error = load(&instance, kind, &hashed(other)).unwrap_err();
            assert!(matches!(error, SerialError::Version { found } if found == version));
            let advice = if version > 2 { "update the program" } else { "save it again" };
            assert!(error.to_string().contains(advice), "{error}");
        }
        for (at, value) in [(10, 0), (10, 9), (11, 0), (11, 12), (11, 255)] {
            let mut other = object.clone();
            other[at] = value;
            let error = load(&instance, kind, &hashed(other)).unwrap_err();
            assert!(matches!(error, SerialError::UnknownKind { .. }), "{error}");
        }
    }
}

/// Parameters that differ in nothing but the width of errors.
#[test]
fn similar_parameters() {
    let instance = Instance::new(0);
    let mut similar = parameters(0);
    similar.sigma = 3.3;
    let similar = Context::exact(&similar).unwrap();
    let object = instance.public.save(&instance.context).unwrap();
    let error = PublicKey::load(&similar, &object).unwrap_err();
    assert!(matches!(error, SerialError::OtherParameters { .. }), "{error}");
    assert!(instance.message(1).save(&Instance::new(1).context).is_err());
}

#[test]
fn what_follows_an_object() {
    let instance = Instance::new(0);
    let all = instance.objects();
    for (kind, object) in &all {
        for (_, next) in &all {
            let error = load(&instance, *kind, &[&object[..], next].concat()).unwrap_err();
            let count = next.len() as u64;
            assert!(matches!(error, SerialError::Trailing { count: c } if c == count), "{error}");
        }
        // A byte more in the body, with length and hash put right.
        let header = inspect(object).unwrap();
        let longer = [&object[52..object.len() - 32], &[0]].concat();
        let longer = enveloped(Scheme::Bgv, *kind, &header.fingerprint.0, &longer);
        assert!(load(&instance, *kind, &longer).is_err(), "{kind}");
    }
}
