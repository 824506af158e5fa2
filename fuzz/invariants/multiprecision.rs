//! What must hold of saved objects of FV, YASHE', F-NTRU and SHIELD whatever the bytes are. The fuzz
//! target and a test of `crates/papers/tests/all` run this function.
//!
//! Bytes are refused, or give an object that is saved as the same bytes and can be used in every
//! operation without a panic.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use num_bigint::BigUint;
use ringassay_bigring::MultiprecisionRing;
use ringassay_papers::{
    MultiprecisionScheme,
    fntru::FNtru,
    fv::Fv,
    rlwe::{Parameters, Unchecked},
    saved::{
        load_ciphertext, load_evaluation_vector, load_parameters, save_ciphertext,
        save_evaluation_vector, save_parameters,
    },
    shield::Shield,
    yashe::Yashe,
};
use ringassay_ring::sample::Seed;

type Ring = MultiprecisionRing;

const HEADER_BYTES: usize = 52;

/// A small instance of a scheme.
pub(crate) fn parameters(bits: u32, below: u32, t: u64, log2_w: u32) -> Parameters {
    Parameters { degree: 4, q: (BigUint::from(1_u32) << bits) - below, t, log2_w }
}

/// Two bytes, then a body. The first byte says whose object it is, the second what it is.
pub(crate) fn multiprecision_load(data: &[u8]) {
    let [scheme, kind, body @ ..] = data else { return };
    match scheme % 4 {
        0 => load::<Fv<Ring>>(&parameters(70, 1, 7, 10), *kind, body),
        1 => load::<Yashe<Ring>>(&parameters(70, 1, 2, 10), *kind, body),
        2 => load::<FNtru<Ring>>(&parameters(30, 1, 2, 10), *kind, body),
        _ => load::<Shield<Ring>>(&parameters(12, 0, 2, 1), *kind, body),
    }
}

fn load<S: MultiprecisionScheme<Ring>>(parameters: &Parameters, kind: u8, body: &[u8]) {
    let ring = Ring::new(parameters.degree, &parameters.q).unwrap();
    let scheme = S::new(parameters, ring).unwrap();
    let seed = Seed::from_bytes([1; 32]);
    let (secret, public) = scheme.generate_keys(&seed).unwrap();
    let own = scheme.draw_evaluation_vector(&secret, &public, &seed).unwrap();
    let fresh = scheme.encrypt(&public, &[1, 0, 1, 0], &seed).unwrap();
    match kind % 3 {
        0 => {
            let saved = save_parameters(S::SCHEME, parameters).unwrap();
            let bytes = with_body(&saved, body, true);
            if let Ok(loaded) = load_parameters(S::SCHEME, &bytes) {
                assert_eq!(save_parameters(S::SCHEME, &loaded).unwrap(), bytes);
            }
        }
        1 => {
            let Some(own) = own else { return };
            let saved = save_evaluation_vector(&scheme, &own).unwrap();
            let bytes = with_body(&saved, body, false);
            if let Ok(loaded) = load_evaluation_vector(&scheme, &bytes) {
                assert_eq!(save_evaluation_vector(&scheme, &loaded).unwrap(), bytes);
                let key = scheme.evaluation_key(Some(&loaded)).unwrap();
                scheme.multiply(&fresh, &fresh, &key).unwrap();
            }
        }
        _ => {
            let key = scheme.evaluation_key(own.as_ref()).unwrap();
            let bytes = with_body(&save_ciphertext(&scheme, &fresh).unwrap(), body, false);
            if let Ok(loaded) = load_ciphertext(&scheme, &bytes) {
                assert_eq!(save_ciphertext(&scheme, &loaded).unwrap(), bytes);
                let product = scheme.multiply(&loaded, &fresh, &key).unwrap();
                let sum = scheme.add(&loaded, &product, &key).unwrap();
                let sum = scheme.ready(sum, &key).unwrap();
                // Refused, where the bounds say so.
                let _ = scheme.decrypt(&secret, &sum, Unchecked::Never);
                scheme.decrypt(&secret, &sum, Unchecked::Always).unwrap();
            }
        }
    }
}

/// Another body in an object's envelope, whose length, name and hash are put right.
fn with_body(saved: &[u8], body: &[u8], names_itself: bool) -> Vec<u8> {
    const CONTEXT: &str = "ringassay 2026 fingerprint of positional parameters";
    let mut bytes = [&saved[..HEADER_BYTES], body].concat();
    bytes[12..20].copy_from_slice(&(body.len() as u64).to_le_bytes());
    if names_itself {
        bytes[20..HEADER_BYTES].copy_from_slice(&blake3::derive_key(CONTEXT, body));
    }
    let hash = blake3::hash(&bytes);
    bytes.extend_from_slice(hash.as_bytes());
    bytes
}
