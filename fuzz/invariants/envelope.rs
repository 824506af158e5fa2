//! Saved objects as bytes, whatever their scheme.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
// The tests use more than the targets.
#![allow(dead_code)]

use ringassay_scheme::{
    Scheme,
    serial::{Kind, SerialError, VERSION},
};

const HASH_BYTES: usize = 32;
const HEADER_BYTES: usize = 52;

/// Bytes with their last 32 replaced by the hash of those before.
pub(crate) fn hashed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len().saturating_sub(HASH_BYTES);
    let hash = blake3::hash(&bytes[..end]);
    bytes.truncate(end);
    bytes.extend_from_slice(hash.as_bytes());
    bytes
}

/// A body in an envelope that is right.
pub(crate) fn enveloped(
    scheme: Scheme,
    kind: Kind,
    fingerprint: &[u8; 32],
    body: &[u8],
) -> Vec<u8> {
    let mut bytes = b"\x89ring\r\n\x1a".to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([scheme.entry().serial, kind as u8]);
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(fingerprint);
    bytes.extend(body);
    bytes.extend([0; HASH_BYTES]);
    hashed(bytes)
}

/// The input of a target that becomes this object of an instance: its kind, the instance, its body.
pub(crate) fn input_of(instance: usize, kind: Kind, object: &[u8]) -> Vec<u8> {
    let body = &object[HEADER_BYTES..object.len() - HASH_BYTES];
    [&[kind as u8, instance as u8], body].concat()
}

/// Whether the bytes are loaded; errors can be shown.
pub(crate) fn accepted<T>(loaded: Result<T, SerialError>, check: impl FnOnce(T)) -> bool {
    match loaded {
        Ok(object) => {
            check(object);
            true
        }
        Err(error) => {
            assert!(error.to_string().len() > 20, "{error}");
            false
        }
    }
}
