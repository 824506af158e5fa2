//! What must hold of saved objects of BFV whatever the bytes are, as `bgv.rs` says it for BGV. The fuzz
//! target and the replay of its corpus both run these functions.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
// The tests use more than the target.
#![allow(dead_code)]

use std::cell::OnceCell;

use ringassay_ring::RnsRing;
use ringassay_scheme::serial::{SavedCiphertext as _, SavedSecret as _};
use ringassay_scheme::{
    Scheme,
    bfv::{Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
    serial::{Kind, Saved, SerialError, inspect},
};

use crate::{
    bfv_instances::{COUNT, Instance, seed},
    envelope::{accepted, enveloped, hashed},
};

/// The largest ring that is made of parameters that load, to keep an execution short.
const MAX_WORDS: usize = 1 << 9;
const MAX_INDEX: u64 = 200;

/// Two bytes, then a body. The first byte says what it is, or that it is a whole object whose hash
/// alone is put right (0) or nothing is (above 6); the second of which instance.
pub(crate) fn bfv_load(data: &[u8]) {
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
                enveloped(Scheme::Bfv, kind, &fingerprint, body)
            }
        };
        any(instance, &bytes);
    });
}

/// The name of the parameters with this body, as docs/serialisation.md defines it.
pub(crate) fn fingerprint_of(body: &[u8]) -> [u8; 32] {
    blake3::derive_key("ringassay 2026 fingerprint of BFV parameters", body)
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
    let results = [
        (Kind::Parameters, accepted(Parameters::load(bytes), |x| parameters(&x, bytes))),
        (
            Kind::SecretKey,
            accepted(SecretKey::load_secret(context, bytes), |x| secret(instance, &x, bytes)),
        ),
        (
            Kind::PublicKey,
            accepted(PublicKey::load(context, bytes), |x| public(instance, &x, bytes)),
        ),
        (
            Kind::EvaluationKeys,
            accepted(EvaluationKeys::load(context, bytes), |x| evaluation(instance, &x, bytes)),
        ),
        (
            Kind::Ciphertext,
            accepted(Ciphertext::load_even_transparent(context, bytes), |x| {
                ciphertext(instance, &x, bytes);
            }),
        ),
    ];
    for &(kind, loaded) in &results {
        let says = header.is_some_and(|header| header.kind == kind && header.scheme == Scheme::Bfv);
        assert!(!loaded || says, "{kind}");
    }
    results.iter().any(|&(_, loaded)| loaded)
}

fn same<T: Saved<Context = Context<RnsRing>>>(context: &T::Context, object: &T, bytes: &[u8]) {
    assert_eq!(object.save(context).unwrap(), bytes);
    assert_eq!(object.sizes(context).unwrap().saved_bytes, bytes.len());
}

fn parameters(parameters: &Parameters, bytes: &[u8]) {
    assert_eq!(parameters.save().unwrap(), bytes);
    assert_eq!(inspect(bytes).unwrap().fingerprint, parameters.fingerprint());
    let n = parameters.index.totient();
    if n * parameters.all_primes().count() > MAX_WORDS || parameters.index.m() > MAX_INDEX {
        return;
    }
    // What loads has an instance. It may be of no use: too noisy, too narrow.
    let context = Context::exact(parameters).unwrap();
    let Ok(secret) = context.generate_secret_key(&seed(1)) else { return };
    let Ok(fresh) = context.encrypt_secret(&secret, &vec![1; n], &seed(2)) else { return };
    match context.decrypt(&secret, &fresh) {
        Ok(decrypted) => assert_eq!(decrypted, vec![1; n]),
        Err(error) => assert!(context.budget_bits(fresh.noise()) <= 0.0, "{error}"),
    }
    let Ok(keys) = context.generate_evaluation_keys(&secret, true, &[], &seed(3)) else { return };
    let _ = context.multiply(&fresh, &fresh, &keys);
}

fn secret(instance: &Instance, key: &SecretKey<RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    assert_eq!(*key.save_secret(context).unwrap(), bytes);
    let message = instance.message(1);
    let ciphertext = context.encrypt_secret(key, &message, &seed(2)).unwrap();
    assert_eq!(context.decrypt(key, &ciphertext).unwrap(), message);
    context.generate_public_key(key, &seed(3)).unwrap();
    let _ = context.decrypt(key, &instance.encrypted(4));
}

fn public(instance: &Instance, key: &PublicKey<RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    same(context, key, bytes);
    results(instance, &[context.encrypt(key, &instance.message(1), &seed(2)).unwrap()]);
}

fn evaluation(instance: &Instance, keys: &EvaluationKeys<RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    same(context, keys, bytes);
    let (a, b) = (instance.encrypted(1), instance.encrypted(2));
    let product = keys.has_products().then(|| context.multiply(&a, &b, keys).unwrap());
    let images = keys.automorphisms().map(|k| context.automorphism(&a, k, keys).unwrap());
    results(instance, &product.into_iter().chain(images).collect::<Vec<_>>());
}

fn ciphertext(instance: &Instance, x: &Ciphertext<RnsRing>, bytes: &[u8]) {
    let (context, keys) = (&instance.context, &instance.evaluation);
    same(context, x, bytes);
    match Ciphertext::load(context, bytes) {
        Ok(again) => assert_eq!(again.parts(), x.parts()),
        Err(error) => assert!(matches!(error, SerialError::Transparent), "{error}"),
    }
    let (fresh, message) = (instance.encrypted(1), instance.message(2));
    // Its noise may be said to be anything: what is not refused is computed.
    for context in [context, &context.insisting()] {
        let mut all = vec![context.negate(x)];
        all.extend(context.add(x, &fresh));
        all.extend(context.sub(&fresh, x));
        all.extend(context.add_plain(x, &message));
        all.extend(context.multiply_plain(x, &message));
        all.extend(context.select_plain(x, &fresh, &message));
        all.extend(context.multiply(x, &fresh, keys));
        all.extend(context.multiply(x, x, keys));
        all.extend(context.automorphism(x, instance.exponents[0], keys));
        let _ = context.decrypt(&instance.secret, x);
        results(instance, &all);
    }
    context.measure(&instance.secret, x, &message).unwrap();
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
