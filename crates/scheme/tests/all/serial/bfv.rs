//! Objects of BFV: what is loaded is what was saved, byte by byte as docs/serialisation.md says.

use std::path::{Path, PathBuf};

use ringassay_ring::{RnsRing, index::Index, sample::Distribution};
use ringassay_scheme::serial::{SavedCiphertext as _, SavedSecret as _};
use ringassay_scheme::{
    Scheme,
    bfv::{Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
    serial::{Kind, Saved, SerialError, inspect},
};

use crate::{
    bfv_instances::{COUNT, Instance, parameters, seed},
    bfv_invariant::{bfv_load, fingerprint_of},
    envelope::{enveloped, input_of},
};

fn instances() -> impl Iterator<Item = Instance> {
    (0..COUNT).map(Instance::new)
}

/// One object of each kind, and ciphertexts with and without a seed.
pub(super) fn objects(instance: &Instance) -> Vec<(Kind, Vec<u8>)> {
    let (context, message) = (&instance.context, instance.message(2));
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
        (Kind::Ciphertext, seeded.save(context).unwrap()),
        (Kind::Ciphertext, instance.encrypted(3).save(context).unwrap()),
    ]
}

/// The ciphertext after it was saved and loaded.
fn sent(context: &Context<RnsRing>, x: &Ciphertext<RnsRing>) -> Ciphertext<RnsRing> {
    let bytes = x.save(context).unwrap();
    assert_eq!(x.sizes(context).unwrap().saved_bytes, bytes.len());
    let loaded = Ciphertext::load_even_transparent(context, &bytes).unwrap();
    assert_eq!((loaded.parts(), loaded.noise()), (x.parts(), x.noise()));
    assert_eq!(loaded.save(context).unwrap(), bytes);
    loaded
}

/// The body of parameters, from the documentation alone: ternary or sparse secrets.
#[test]
fn parameters_are_laid_out_as_documented() {
    for i in [0, 2] {
        let p = parameters(i);
        let mut body = (p.index.m() as u32).to_le_bytes().to_vec();
        body.extend(p.t.to_le_bytes());
        for primes in [&p.primes, &p.special, &p.auxiliary] {
            body.extend((primes.len() as u32).to_le_bytes());
            primes.iter().for_each(|q| body.extend(q.to_le_bytes()));
        }
        body.extend((p.digit_limbs as u64).to_le_bytes());
        match p.secret {
            Distribution::SparseTernary { weight } => {
                body.push(2);
                body.extend((weight as u64).to_le_bytes());
            }
            _ => body.push(0),
        }
        body.extend(p.sigma.to_le_bytes());
        let fingerprint = fingerprint_of(&body);
        let expected = enveloped(Scheme::Bfv, Kind::Parameters, &fingerprint, &body);
        assert_eq!(p.save().unwrap(), expected);
        assert_eq!(expected[10], 6, "the number of the scheme");
        assert_eq!(Parameters::load(&expected).unwrap(), p);
        assert_eq!(p.fingerprint().0, fingerprint);
    }
}

#[test]
fn fingerprints_differ_with_every_field() {
    let base = parameters(1);
    let change: [fn(&mut Parameters); 9] = [
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
    let mut fingerprints = vec![base.fingerprint()];
    for change in change {
        let mut other = base.clone();
        change(&mut other);
        other.save().unwrap();
        assert!(!fingerprints.contains(&other.fingerprint()), "{other:?}");
        fingerprints.push(other.fingerprint());
    }
}

#[test]
fn keys() {
    for instance in instances() {
        let (context, message) = (&instance.context, instance.message(7));
        let bytes = instance.secret.save_secret(context).unwrap();
        assert_eq!(instance.secret.sizes(context).unwrap().saved_bytes, bytes.len());
        let secret = SecretKey::load_secret(context, &bytes).unwrap();
        assert_eq!(secret.save_secret(context).unwrap(), bytes);
        let sent = context.encrypt_secret(&secret, &message, &seed(9)).unwrap();
        assert_eq!(instance.decrypted(&sent), message);
        let own = context.encrypt_secret(&instance.secret, &message, &seed(9)).unwrap();
        assert_eq!(
            (context.decrypt(&secret, &own).unwrap(), own.parts()),
            (message.clone(), sent.parts())
        );

        // Equal keys and seeds give equal ciphertexts, so a was expanded as it was generated.
        let public = PublicKey::load(context, &instance.public.save(context).unwrap()).unwrap();
        let [ours, theirs] = [&instance.public, &public]
            .map(|key| context.encrypt(key, &message, &seed(4)).unwrap());
        assert_eq!(ours.parts(), theirs.parts());

        let bytes = instance.evaluation.save(context).unwrap();
        let keys = EvaluationKeys::load(context, &bytes).unwrap();
        assert_eq!(keys.save(context).unwrap(), bytes);
        let (a, b) = (instance.encrypted(1), instance.encrypted(2));
        let [ours, theirs] = [&instance.evaluation, &keys].map(|keys| {
            let product = context.multiply(&a, &b, &keys).unwrap();
            context.automorphism(&product, instance.exponents[1], keys).unwrap()
        });
        assert_eq!(ours.parts(), theirs.parts());
        instance.decrypted(&theirs);
        let none =
            context.generate_evaluation_keys(&instance.secret, false, &[], &seed(3)).unwrap();
        let none = EvaluationKeys::load(context, &none.save(context).unwrap()).unwrap();
        assert!(!none.has_products() && none.automorphisms().len() == 0);
    }
}

#[test]
fn ciphertexts_with_and_without_a_seed() {
    for instance in instances() {
        let (context, message) = (&instance.context, instance.message(6));
        let fresh = context.encrypt_secret(&instance.secret, &message, &seed(8)).unwrap();
        let loaded = sent(context, &fresh);
        assert_eq!(instance.decrypted(&loaded), message);
        let sizes = loaded.sizes(context).unwrap();
        assert!(sizes.spared_by_seeds > 0);
        let key = &instance.evaluation;
        let computed = [
            context.negate(&loaded),
            context.add(&loaded, &loaded).unwrap(),
            context.add_plain(&loaded, &message).unwrap(),
            context.multiply_plain(&loaded, &message).unwrap(),
            context.multiply(&loaded, &loaded, key).unwrap(),
            context.automorphism(&loaded, instance.exponents[0], &instance.evaluation).unwrap(),
            context.sub(&loaded, &loaded).unwrap(),
        ];
        for x in &computed {
            let x = sent(context, x);
            assert_eq!(x.sizes(context).unwrap().spared_by_seeds, 0);
            assert_eq!(
                x.sizes(context).unwrap().saved_bytes,
                sizes.saved_bytes + sizes.spared_by_seeds
            );
            instance.decrypted(&x);
        }
        let zero = computed[6].save(context).unwrap();
        assert!(matches!(Ciphertext::load(context, &zero), Err(SerialError::Transparent)));
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/bfv_load")
}

#[test]
fn the_corpus_is_replayed() {
    let files: Vec<_> = std::fs::read_dir(folder()).unwrap().collect();
    assert!(files.len() >= 7 * COUNT, "only {} files", files.len());
    for entry in files {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        bfv_load(&std::fs::read(&path).unwrap());
    }
}

/// What was saved when the format was made is what is saved today: randomness is fixed.
#[test]
fn the_format_has_not_changed() {
    for i in 0..COUNT {
        for (number, (kind, object)) in objects(&Instance::new(i)).into_iter().enumerate() {
            let path = folder().join(format!("v2-{i}-{number}"));
            let input = input_of(i, kind, &object);
            if std::env::var_os("RINGASSAY_WRITE_CORPUS").is_some() {
                std::fs::write(&path, &input).unwrap();
            }
            let stored = std::fs::read(&path).unwrap();
            assert!(stored == input, "{kind} of instance {i} is saved otherwise than before");
            assert_eq!(inspect(&object).unwrap().scheme, Scheme::Bfv);
        }
    }
}
