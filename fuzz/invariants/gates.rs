//! What must hold of saved objects of gates whatever the bytes are. The fuzz target and a test of `crates/gates/tests/all`
//! run this function.
//!
//! Bytes are refused, or give an object that is saved as the same bytes and can be used without a panic.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use ringassay_gates::{
    Context, EvaluationKey, Evaluator, Gate, KeySwitch, Parameters, SecretKey, Table, Word,
    load_bits, load_bits_even_transparent, load_words, save_bits, save_words,
};
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::FreshSeed;

const HEADER_BYTES: usize = 52;

/// Keys of parameters as small as there are.
pub(crate) struct Instance {
    pub(crate) context: Context<RnsRing>,
    pub(crate) secret: SecretKey<RnsRing>,
    pub(crate) key: EvaluationKey<RnsRing>,
    evaluator: Evaluator<RnsRing>,
}

pub(crate) fn seed(byte: u8) -> FreshSeed {
    FreshSeed::repeatable(Seed::from_bytes([byte; 32]))
}

pub(crate) fn instance() -> Instance {
    let parameters = Parameters {
        dimension: 3,
        rank: 2,
        degree: 16,
        q: 65_537,
        width: 8,
        count: 2,
        switch: KeySwitch { q: 1 << 8, width: 4, count: 2 },
        sigma: 3.2,
    };
    let context = Context::new(parameters).unwrap();
    let secret = SecretKey::new(&context, seed(1)).unwrap();
    let key = secret.evaluation_key(&context, seed(2)).unwrap();
    let evaluator = Evaluator::new(&context, &key).unwrap();
    Instance { context, secret, key, evaluator }
}

/// A byte that says what it is, then a body.
pub(crate) fn gates_load(data: &[u8]) {
    let [kind, body @ ..] = data else { return };
    let Instance { context, secret, key, evaluator } = instance();
    match kind % 5 {
        0 => {
            let bytes = with_body(&context.parameters().save().unwrap(), body, true);
            if let Ok(loaded) = Parameters::load(&bytes) {
                assert_eq!(loaded.save().unwrap(), bytes);
            }
        }
        1 => {
            let bytes = with_body(&secret.save(&context).unwrap(), body, false);
            if let Ok(loaded) = SecretKey::load(&context, &bytes) {
                assert_eq!(*loaded.save(&context).unwrap(), bytes);
                let bits = loaded.encrypt(&context, &[true], seed(3)).unwrap();
                assert_eq!(loaded.decrypt(&context, &bits).unwrap(), [true]);
            }
        }
        2 => {
            let bytes = with_body(&key.save(&context).unwrap(), body, false);
            if let Ok(loaded) = EvaluationKey::load(&context, &bytes) {
                assert_eq!(loaded.save(&context).unwrap(), bytes);
                let evaluator = Evaluator::new(&context, &loaded).unwrap();
                let bits = secret.encrypt(&context, &[true, false], seed(4)).unwrap();
                evaluator.gate(Gate::And, &[&bits[0], &bits[1]]).unwrap();
            }
        }
        3 => {
            let fresh = secret.encrypt(&context, &[true], seed(5)).unwrap();
            let bytes = with_body(&save_bits(&context, &fresh).unwrap(), body, false);
            if let Ok(loaded) = load_bits_even_transparent(&context, &bytes) {
                assert_eq!(save_bits(&context, &loaded).unwrap(), bytes);
                let _ = load_bits(&context, &bytes);
                let _ = secret.decrypt(&context, &loaded);
                for bit in &loaded {
                    let result = evaluator.gate(Gate::Or, &[bit, &fresh[0]]).unwrap();
                    assert!(!result.log2_failure().is_nan());
                }
            }
        }
        _ => {
            let fresh = secret.encrypt_words(&context, 2, &[3], seed(6)).unwrap();
            let bytes = with_body(&save_words(&context, &fresh).unwrap(), body, false);
            if let Ok(loaded) = load_words(&context, &bytes) {
                assert_eq!(save_words(&context, &loaded).unwrap(), bytes);
                let _ = secret.decrypt_words(&context, &loaded);
                for word in loaded.iter().filter(|word| word.bits() <= 4) {
                    let twice = Word::sum(&context, &[(2, word)], 1).unwrap();
                    let table = Table::of(word.bits(), 2, |x| x).unwrap();
                    evaluator.lookup(&twice, &table).unwrap();
                }
            }
        }
    }
}

/// Another body in an object's envelope, whose length, name and hash are put right.
fn with_body(saved: &[u8], body: &[u8], names_itself: bool) -> Vec<u8> {
    const CONTEXT: &str = "ringassay 2026 fingerprint of FHEW/TFHE parameters";
    let mut bytes = [&saved[..HEADER_BYTES], body].concat();
    bytes[12..20].copy_from_slice(&(body.len() as u64).to_le_bytes());
    if names_itself {
        bytes[20..HEADER_BYTES].copy_from_slice(&blake3::derive_key(CONTEXT, body));
    }
    let hash = blake3::hash(&bytes);
    bytes.extend_from_slice(hash.as_bytes());
    bytes
}
