//! What must hold of saved objects of BGV whatever the bytes are. The fuzz target and the replay of
//! its corpus (`crates/scheme/tests/serial`) both run these functions.
//!
//! Bytes are refused, or give an object that is saved as the same bytes and can be used in every
//! operation without a panic; what comes of it can be saved and loaded again.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
// The tests use more than the target.
#![allow(dead_code)]

use std::cell::OnceCell;

use ringassay_ring::RnsRing;
use ringassay_scheme::serial::{SavedCiphertext as _, SavedSecret as _};
use ringassay_scheme::{
    Scheme,
    bgv::{Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, PublicKey, SecretKey},
    serial::{Kind, Saved, SerialError, inspect, read_object},
};

// Tests use both.
#[allow(unused_imports)]
pub(crate) use crate::envelope::{hashed, input_of};
use crate::{
    bgv_instances::{COUNT, Instance, seed},
    envelope::{self, accepted},
};

/// The largest ring that is made of parameters that load, to keep an execution short.
const MAX_WORDS: usize = 1 << 9;
const MAX_INDEX: u64 = 200;

/// A body in an envelope that is right.
pub(crate) fn enveloped(kind: Kind, fingerprint: &[u8; 32], body: &[u8]) -> Vec<u8> {
    envelope::enveloped(Scheme::Bgv, kind, fingerprint, body)
}

/// Two bytes, then a body. The first byte says what it is, or that it is a whole object whose hash
/// alone is put right (0) or nothing is (above 6); the second of which instance.
pub(crate) fn bgv_load(data: &[u8]) {
    let [mode, instance, body @ ..] = data else { return };
    with_instance(usize::from(*instance) % COUNT, |instance| {
        let bytes = match mode {
            0 => hashed(body.to_vec()),
            7.. => body.to_vec(),
            _ => {
                let kind = Kind::ALL[usize::from(*mode) - 1];
                let fingerprint = match kind {
                    Kind::Parameters => fingerprint_of(body),
                    _ => instance.context.parameters().fingerprint().0,
                };
                enveloped(kind, &fingerprint, body)
            }
        };
        any(instance, &bytes);
    });
}

fn fingerprint_of(body: &[u8]) -> [u8; 32] {
    blake3::derive_key("ringassay 2026 fingerprint of BGV parameters", body)
}

/// Instances are made once and kept.
fn with_instance(i: usize, run: impl FnOnce(&Instance)) {
    thread_local! {
        static INSTANCES: [OnceCell<Instance>; COUNT] = const { [const { OnceCell::new() }; COUNT] };
    }
    INSTANCES.with(|all| run(all[i].get_or_init(|| Instance::new(i))));
}

/// Loads bytes as everything; only what they say that they are can succeed. Whether it did.
pub(crate) fn any(instance: &Instance, bytes: &[u8]) -> bool {
    let context = &instance.context;
    let header = inspect(bytes).ok();
    let from_stream = read_object(&mut &bytes[..], 1 << 20);
    if let Ok(object) = &from_stream {
        assert_eq!(Some(object.len() as u64), header.map(|header| header.bytes));
        assert!(bytes.starts_with(object));
    }
    let results = [
        accepted(Parameters::load(bytes), |x| parameters(&x, bytes)),
        accepted(SecretKey::load_secret(context, bytes), |x| secret(instance, &x, bytes)),
        accepted(PublicKey::load(context, bytes), |x| public(instance, &x, bytes)),
        accepted(EvaluationKeys::load(context, bytes), |x| evaluation(instance, &x, bytes)),
        accepted(Plaintext::load(context, bytes), |x| plaintext(instance, &x, bytes)),
        accepted(Ciphertext::load_even_transparent(context, bytes), |x| {
            ciphertext(instance, &x, bytes);
        }),
    ];
    for (kind, &loaded) in Kind::ALL.iter().zip(&results) {
        assert!(!loaded || header.is_some_and(|header| header.kind == *kind), "{kind}");
    }
    results.contains(&true)
}

fn same<T: Saved<Context = Context<RnsRing>>>(
    context: &Context<RnsRing>,
    object: &T,
    bytes: &[u8],
) {
    assert_eq!(object.save(context).unwrap(), bytes);
    assert_eq!(object.sizes(context).unwrap().saved_bytes, bytes.len());
}

fn parameters(parameters: &Parameters, bytes: &[u8]) {
    assert_eq!(parameters.save().unwrap(), bytes);
    assert_eq!(inspect(bytes).unwrap().fingerprint, parameters.fingerprint());
    let words = parameters.index.totient() * parameters.primes().count();
    if words > MAX_WORDS || parameters.index.m() > MAX_INDEX {
        return;
    }
    // What loads has an instance. It may be of no use: too noisy, too narrow.
    let context = Context::exact(parameters).unwrap();
    let Ok(secret) = context.generate_secret_key(&seed(1)) else { return };
    let key = secret.save_secret(&context).unwrap();
    SecretKey::load_secret(&context, &key).unwrap();
    let n = parameters.index.totient();
    let message = context.plaintext(vec![1; n]).unwrap();
    let Ok(fresh) = context.encrypt_secret(&secret, &message, &seed(2)) else { return };
    let fresh = Ciphertext::load(&context, &fresh.save(&context).unwrap()).unwrap();
    if let Ok(decrypted) = context.decrypt(&secret, &fresh) {
        assert_eq!(decrypted.len(), n);
    }
    if context.budget_bits(&fresh).unwrap() > 0.0 {
        assert_eq!(context.decrypt(&secret, &fresh).unwrap(), vec![1; n]);
    }
    let Ok(keys) = context.generate_evaluation_keys(&secret, true, &[], &seed(3)) else { return };
    let keys = EvaluationKeys::load(&context, &keys.save(&context).unwrap()).unwrap();
    let _ = context.multiply(&fresh, &fresh, &keys);
}

fn secret(instance: &Instance, key: &SecretKey<RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    assert_eq!(*key.save_secret(context).unwrap(), bytes);
    let message = instance.message(1);
    let ciphertext = context.encrypt_secret(key, &message, &seed(2)).unwrap();
    assert_eq!(context.decrypt(key, &ciphertext).unwrap(), message.coefficients());
    context.generate_public_key(key, &seed(3)).unwrap();
    let _ = context.decrypt(key, &instance.encrypted(4));
}

fn public(instance: &Instance, key: &PublicKey<RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    same(context, key, bytes);
    let ciphertext = context.encrypt(key, &instance.message(1), &seed(2)).unwrap();
    results(instance, &[ciphertext]);
}

fn evaluation(instance: &Instance, keys: &EvaluationKeys<RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    same(context, keys, bytes);
    let (a, b) = (instance.encrypted(1), instance.encrypted(2));
    let mut all = Vec::from_iter(context.multiply(&a, &b, keys));
    assert_eq!(all.len(), usize::from(keys.has_products()));
    for k in keys.automorphisms() {
        all.push(context.automorphism(&a, k, keys).unwrap());
    }
    results(instance, &all);
}

fn plaintext(instance: &Instance, plaintext: &Plaintext, bytes: &[u8]) {
    let context = &instance.context;
    same(context, plaintext, bytes);
    let ciphertext = context.encrypt(&instance.public, plaintext, &seed(2)).unwrap();
    assert_eq!(instance.decrypted(&ciphertext), plaintext.coefficients());
    let product = context.multiply_plain(&ciphertext, plaintext).unwrap();
    results(instance, &[product]);
}

fn ciphertext(instance: &Instance, x: &Ciphertext<RnsRing>, bytes: &[u8]) {
    let (context, keys) = (&instance.context, &instance.evaluation);
    same(context, x, bytes);
    match Ciphertext::load(context, bytes) {
        Ok(again) => assert_eq!(again.parts(), x.parts()),
        Err(error) => assert!(matches!(error, SerialError::Transparent), "{error}"),
    }
    let (fresh, message) = (instance.encrypted(1), instance.message(2));
    let mut all = vec![
        context.negate(x),
        context.add(x, &fresh).unwrap(),
        context.sub(&fresh, x).unwrap(),
        context.add_plain(x, &message).unwrap(),
        context.multiply_plain(x, &message).unwrap(),
        context.relinearise(x.clone(), keys).unwrap(),
        context.switch_to(x, 0).unwrap(),
    ];
    all.extend(context.multiply(x, &fresh, keys));
    all.extend(context.square(x, keys));
    all.extend(context.tensor_square(x));
    all.extend(context.automorphism(x, instance.exponents[0], keys));
    context.budget_bits(x).unwrap();
    context.measure(&instance.secret, x).unwrap();
    let _ = context.decrypt(&instance.secret, x);
    results(instance, &all);
}

/// Whatever came out can be decrypted or not, saved and loaded.
fn results(instance: &Instance, all: &[Ciphertext<RnsRing>]) {
    let context = &instance.context;
    for x in all {
        let _ = context.decrypt(&instance.secret, x);
        // An estimate at the very limit grows beyond it.
        let Ok(bytes) = x.save(context) else { continue };
        let loaded = Ciphertext::load_even_transparent(context, &bytes).unwrap();
        assert_eq!(loaded.parts(), x.parts());
    }
}
