//! What must hold of saved objects whatever the bytes are, for every scheme with hybrid key switching. The
//! fuzz targets and the replay of their corpora (`crates/scheme/tests/all/serial`) both run these functions.
//!
//! Bytes are refused, or give an object that is saved as the same bytes and can be used in every
//! operation without a panic; what comes of it can be saved and loaded again.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
// The tests use more than the targets.
#![allow(dead_code)]

use std::{
    any::{Any, TypeId},
    cell::RefCell,
    collections::HashMap,
    rc::Rc,
};

use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    Error,
    hybrid::{Ciphertext, Context, EvaluationKeys, PublicKey, SecretKey, SwitchingKey},
    serial::{
        Kind, Saved, SavedCiphertext as _, SavedParameters, SavedSecret as _, SerialError, inspect,
        read_object,
    },
};

use crate::envelope::{accepted, enveloped, hashed};

type Of<P> = Ciphertext<P, RnsRing>;

/// How a key of the type `K` encrypts a message.
pub(crate) type Encrypt<P, K> =
    fn(&Context<P, RnsRing>, &K, &<P as Tried>::Message, &Seed) -> Result<Of<P>, Error>;

/// How ciphertexts are multiplied.
pub(crate) type Multiply<P> =
    fn(&Context<P, RnsRing>, &Of<P>, &Of<P>, &EvaluationKeys<P, RnsRing>) -> Result<Of<P>, Error>;

/// A scheme whose saved objects are tried.
pub(crate) trait Tried: SavedParameters {
    /// The number of instances.
    const COUNT: usize;

    /// What is encrypted.
    type Message: PartialEq + std::fmt::Debug;

    /// The parameters of instance number `i`, each different in as many ways as possible.
    fn numbered(i: usize) -> Self;

    /// Exponents of two automorphisms.
    fn exponents(&self) -> [u32; 2];

    /// A message that `number` determines.
    fn message(context: &Context<Self, RnsRing>, number: u64) -> Self::Message;

    const ENCRYPT: Encrypt<Self, PublicKey<Self, RnsRing>>;

    const ENCRYPT_SECRET: Encrypt<Self, SecretKey<Self, RnsRing>>;

    const MULTIPLY: Multiply<Self>;

    /// Decrypts, and fails a test unless that gives `message`, if one is expected.
    fn decrypt(
        context: &Context<Self, RnsRing>,
        key: &SecretKey<Self, RnsRing>,
        a: &Of<Self>,
        expected: Option<&Self::Message>,
    ) -> Result<(), Error>;

    /// What operations make of a ciphertext whose noise may be said to be anything.
    fn operations(instance: &Instance<Self>, a: &Of<Self>) -> Vec<Of<Self>>;

    /// Whether there are plaintexts to be saved.
    const HAS_PLAINTEXTS: bool = false;

    /// Loads bytes as a plaintext.
    fn load_plaintext(_: &Context<Self, RnsRing>, _: &[u8]) -> Result<(), SerialError> {
        Err(SerialError::Magic)
    }

    /// Whether these bytes are a plaintext, which is then used.
    fn plaintext(_: &Instance<Self>, _: &[u8]) -> bool {
        false
    }

    /// What is saved beside keys and fresh ciphertexts: plaintexts, and ciphertexts that were computed.
    fn further_objects(_: &Instance<Self>) -> [Vec<(Kind, Vec<u8>)>; 2] {
        [Vec::new(), Vec::new()]
    }
}

/// An instance with all its keys.
pub(crate) struct Instance<P: Tried> {
    pub(crate) context: Context<P, RnsRing>,
    pub(crate) secret: SecretKey<P, RnsRing>,
    pub(crate) public: PublicKey<P, RnsRing>,
    pub(crate) evaluation: EvaluationKeys<P, RnsRing>,
    /// The exponents of the automorphisms in the evaluation keys.
    pub(crate) exponents: [u32; 2],
}

pub(crate) fn seed(number: u8) -> Seed {
    Seed::from_bytes([number; Seed::BYTES])
}

impl<P: Tried> Instance<P> {
    pub(crate) fn new(i: usize) -> Self {
        let parameters = P::numbered(i);
        let context = Context::exact(&parameters).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let exponents = parameters.exponents();
        let evaluation =
            context.generate_evaluation_keys(&secret, true, &exponents, &seed(3)).unwrap();
        Self { context, secret, public, evaluation, exponents }
    }

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..P::COUNT).map(Self::new)
    }

    /// A message that `number` determines.
    pub(crate) fn message(&self, number: u64) -> P::Message {
        P::message(&self.context, number)
    }

    /// An encryption of it under the public key.
    pub(crate) fn encrypted(&self, number: u64) -> Of<P> {
        let message = self.message(number);
        (P::ENCRYPT)(&self.context, &self.public, &message, &seed(number as u8 ^ 0x55)).unwrap()
    }

    /// Fails a test unless the ciphertext decrypts to a message.
    pub(crate) fn decrypts(&self, a: &Of<P>, message: &P::Message) {
        P::decrypt(&self.context, &self.secret, a, Some(message)).unwrap();
    }

    /// One object of each kind, and ciphertexts with and without a seed.
    pub(crate) fn objects(&self) -> Vec<(Kind, Vec<u8>)> {
        let context = &self.context;
        let seeded =
            (P::ENCRYPT_SECRET)(context, &self.secret, &self.message(2), &seed(5)).unwrap();
        let keys = context
            .generate_evaluation_keys(&self.secret, false, &self.exponents[..1], &seed(6))
            .unwrap();
        let switching =
            context.generate_switching_key(&self.secret, &self.secret, &seed(7)).unwrap();
        let [plaintexts, computed] = P::further_objects(self);
        let keys = vec![
            (Kind::Parameters, context.parameters().save().unwrap()),
            (Kind::SecretKey, self.secret.save_secret(context).unwrap().to_vec()),
            (Kind::PublicKey, self.public.save(context).unwrap()),
            (Kind::EvaluationKeys, self.evaluation.save(context).unwrap()),
            (Kind::EvaluationKeys, keys.save(context).unwrap()),
        ];
        let fresh = vec![
            (Kind::Ciphertext, seeded.save(context).unwrap()),
            (Kind::Ciphertext, self.encrypted(3).save(context).unwrap()),
        ];
        let switching = vec![(Kind::SwitchingKey, switching.save(context).unwrap())];
        [keys, plaintexts, fresh, computed, switching].concat()
    }
}

/// Two bytes, then a body. The first byte says what it is, or that it is a whole object whose hash
/// alone is put right (0) or nothing is (above 7); the second of which instance.
pub(crate) fn load<P: Tried>(data: &[u8]) {
    let [mode, number, body @ ..] = data else { return };
    let instance = instance::<P>(usize::from(*number) % P::COUNT);
    let bytes = match mode {
        0 => hashed(body.to_vec()),
        8.. => body.to_vec(),
        _ => {
            let kind = Kind::ALL[usize::from(*mode) - 1];
            let fingerprint = match kind {
                Kind::Parameters => fingerprint_of::<P>(body),
                _ => instance.context.parameters().fingerprint().0,
            };
            enveloped(P::SCHEME, kind, &fingerprint, body)
        }
    };
    any(&instance, &bytes);
}

/// The name of the parameters with this body, as docs/serialisation.md defines it.
pub(crate) fn fingerprint_of<P: Tried>(body: &[u8]) -> [u8; 32] {
    blake3::derive_key(&format!("ringassay 2026 fingerprint of {} parameters", P::SCHEME), body)
}

/// Instance number `i`, made once and kept.
fn instance<P: Tried>(i: usize) -> Rc<Instance<P>> {
    thread_local! {
        static INSTANCES: RefCell<HashMap<(TypeId, usize), Rc<dyn Any>>> = RefCell::default();
    }
    let known = INSTANCES.with_borrow_mut(|all| {
        let make = || Rc::new(Instance::<P>::new(i)) as Rc<dyn Any>;
        Rc::clone(all.entry((TypeId::of::<P>(), i)).or_insert_with(make))
    });
    known.downcast().unwrap()
}

/// Loads bytes as everything; only what they say that they are can succeed. Whether it did.
pub(crate) fn any<P: Tried>(instance: &Instance<P>, bytes: &[u8]) -> bool {
    let context = &instance.context;
    let header = inspect(bytes).ok();
    if let Ok(object) = read_object(&mut &bytes[..], 1 << 20) {
        assert_eq!(Some(object.len() as u64), header.map(|header| header.bytes));
        assert!(bytes.starts_with(&object));
    }
    let results = [
        accepted(P::load(bytes), |x| parameters(&x, bytes)),
        accepted(SecretKey::load_secret(context, bytes), |x| secret(instance, &x, bytes)),
        accepted(PublicKey::load(context, bytes), |x| public(instance, &x, bytes)),
        accepted(EvaluationKeys::load(context, bytes), |x| evaluation(instance, &x, bytes)),
        P::plaintext(instance, bytes),
        accepted(Ciphertext::load_even_transparent(context, bytes), |x| {
            ciphertext(instance, &x, bytes);
        }),
        accepted(SwitchingKey::load(context, bytes), |x| same(context, &x, bytes)),
    ];
    for (kind, &loaded) in Kind::ALL.iter().zip(&results) {
        let says = |header: ringassay_scheme::serial::Header| {
            header.kind == *kind && header.scheme == P::SCHEME
        };
        assert!(!loaded || header.is_some_and(says), "{kind}");
    }
    results.contains(&true)
}

pub(crate) fn same<C, T: Saved<Context = C>>(context: &C, object: &T, bytes: &[u8]) {
    assert_eq!(object.save(context).unwrap(), bytes);
    assert_eq!(object.sizes(context).unwrap().saved_bytes, bytes.len());
}

/// The largest ring that is made of parameters that load, to keep an execution short.
const MAX_WORDS: usize = 1 << 9;
const MAX_INDEX: u64 = 200;

fn parameters<P: Tried>(parameters: &P, bytes: &[u8]) {
    assert_eq!(parameters.save().unwrap(), bytes);
    assert_eq!(inspect(bytes).unwrap().fingerprint, parameters.fingerprint());
    let shape = parameters.shape();
    let words = shape.index.degree() * shape.primes.len();
    if words > MAX_WORDS || shape.index.m() > MAX_INDEX {
        return;
    }
    // What loads has an instance. It may be of no use: too noisy, too narrow.
    let context = Context::exact(parameters).unwrap();
    let Ok(secret) = context.generate_secret_key(&seed(1)) else { return };
    let key = secret.save_secret(&context).unwrap();
    SecretKey::<P, RnsRing>::load_secret(&context, &key).unwrap();
    let message = P::message(&context, 1);
    let Ok(fresh) = (P::ENCRYPT_SECRET)(&context, &secret, &message, &seed(2)) else { return };
    let fresh = Ciphertext::load(&context, &fresh.save(&context).unwrap()).unwrap();
    match P::decrypt(&context, &secret, &fresh, Some(&message)) {
        Ok(()) | Err(Error::Undecryptable { .. }) => {}
        Err(error) => panic!("{error}"),
    }
    let exponents = parameters.exponents();
    let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed(3));
    let Ok(keys) = keys else { return };
    let keys = EvaluationKeys::load(&context, &keys.save(&context).unwrap()).unwrap();
    let _ = (P::MULTIPLY)(&context, &fresh, &fresh, &keys);
    let _ = context.automorphism(&fresh, exponents[0], &keys);
}

fn secret<P: Tried>(instance: &Instance<P>, key: &SecretKey<P, RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    assert_eq!(*key.save_secret(context).unwrap(), bytes);
    let message = instance.message(1);
    let ciphertext = (P::ENCRYPT_SECRET)(context, key, &message, &seed(2)).unwrap();
    P::decrypt(context, key, &ciphertext, Some(&message)).unwrap();
    context.generate_public_key(key, &seed(3)).unwrap();
    let _ = P::decrypt(context, key, &instance.encrypted(4), None);
}

fn public<P: Tried>(instance: &Instance<P>, key: &PublicKey<P, RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    same(context, key, bytes);
    results(instance, &[(P::ENCRYPT)(context, key, &instance.message(1), &seed(2)).unwrap()]);
}

fn evaluation<P: Tried>(instance: &Instance<P>, keys: &EvaluationKeys<P, RnsRing>, bytes: &[u8]) {
    let context = &instance.context;
    same(context, keys, bytes);
    let (a, b) = (instance.encrypted(1), instance.encrypted(2));
    let mut all = Vec::from_iter((P::MULTIPLY)(context, &a, &b, keys));
    assert_eq!(all.len(), usize::from(keys.has_products()));
    all.extend(keys.automorphisms().map(|k| context.automorphism(&a, k, keys).unwrap()));
    results(instance, &all);
}

fn ciphertext<P: Tried>(instance: &Instance<P>, x: &Of<P>, bytes: &[u8]) {
    let context = &instance.context;
    same(context, x, bytes);
    match Ciphertext::load(context, bytes) {
        Ok(again) => assert_eq!(again.parts(), x.parts()),
        Err(error) => assert!(matches!(error, SerialError::Transparent), "{error}"),
    }
    results(instance, &P::operations(instance, x));
}

/// Whatever came out can be decrypted or not, saved and loaded.
pub(crate) fn results<P: Tried>(instance: &Instance<P>, all: &[Of<P>]) {
    let context = &instance.context;
    for x in all {
        let _ = P::decrypt(context, &instance.secret, x, None);
        // An estimate or a scale at the very limit grows beyond it.
        let Ok(bytes) = x.save(context) else { continue };
        let loaded: Of<P> = Ciphertext::load_even_transparent(context, &bytes).unwrap();
        assert_eq!(loaded.parts(), x.parts());
        assert_eq!(loaded.save(context).unwrap(), bytes);
    }
}
