//! Objects of CKKS: what is loaded is what was saved, byte by byte as docs/serialisation.md says.

use std::path::{Path, PathBuf};

use ringassay_ring::{RnsRing, index::Index, sample::Distribution};
use ringassay_scheme::serial::{SavedCiphertext as _, SavedSecret as _};
use ringassay_scheme::{
    Scheme,
    ckks::{Ciphertext, EvaluationKeys, Parameters, PublicKey, Scale, SecretKey},
    serial::{Kind, Saved, inspect},
};

use crate::{
    ckks_instances::{COUNT, Instance, parameters, seed},
    ckks_invariant::{ckks_load, fingerprint_of},
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
    let a = instance.encrypted(3);
    let odd = context.multiply_constant(&a, 0.3, &Scale::of_primes(&[3, 3, 65_537])).unwrap();
    vec![
        (Kind::Parameters, context.parameters().save().unwrap()),
        (Kind::SecretKey, instance.secret.save_secret(context).unwrap().to_vec()),
        (Kind::PublicKey, instance.public.save(context).unwrap()),
        (Kind::EvaluationKeys, instance.evaluation.save(context).unwrap()),
        (Kind::EvaluationKeys, keys.save(context).unwrap()),
        (Kind::Ciphertext, seeded.save(context).unwrap()),
        (Kind::Ciphertext, a.save(context).unwrap()),
        (Kind::Ciphertext, context.rescale(&odd).unwrap().save(context).unwrap()),
    ]
}

/// The body of parameters, from the documentation alone.
#[test]
fn parameters_are_laid_out_as_documented() {
    for i in [0, 2] {
        let p = parameters(i);
        let mut body = (p.index.m() as u32).to_le_bytes().to_vec();
        body.extend((p.levels.len() as u32).to_le_bytes());
        for primes in p.levels.iter().chain([&p.special]) {
            body.extend((primes.len() as u32).to_le_bytes());
            primes.iter().for_each(|q| body.extend(q.to_le_bytes()));
        }
        body.extend((p.digit_limbs as u64).to_le_bytes());
        body.extend(p.log2_scale.to_le_bytes());
        body.extend(p.generator.to_le_bytes());
        match p.secret {
            Distribution::SparseTernary { weight } => {
                body.push(2);
                body.extend((weight as u64).to_le_bytes());
            }
            _ => body.push(0),
        }
        body.extend(p.sigma.to_le_bytes());
        let fingerprint = fingerprint_of(&body);
        let expected = enveloped(Scheme::Ckks, Kind::Parameters, &fingerprint, &body);
        assert_eq!(p.save().unwrap(), expected);
        assert_eq!(expected[10], 7, "the number of the scheme");
        assert_eq!(Parameters::load(&expected).unwrap(), p);
        assert_eq!(p.fingerprint().0, fingerprint);
    }
}

#[test]
fn fingerprints_differ_with_every_field() {
    let base = parameters(1);
    let change: [fn(&mut Parameters); 10] = [
        |p| p.index = Index::new(8).unwrap(),
        |p| p.levels.swap(0, 2),
        |p| p.levels[0].swap(0, 1),
        |p| p.special.swap(0, 1),
        |p| p.digit_limbs = 1,
        |p| p.log2_scale = 41,
        |p| p.generator = 5,
        |p| p.secret = Distribution::SparseTernary { weight: 3 },
        |p| p.sigma = 3.3,
        // The same primes, otherwise divided.
        |p| {
            let prime = p.levels[0].remove(1);
            p.levels[1].insert(0, prime);
        },
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
fn keys_and_ciphertexts_come_back() {
    for instance in instances() {
        let (context, message) = (&instance.context, instance.message(7));
        let bytes = instance.secret.save_secret(context).unwrap();
        let secret = SecretKey::load_secret(context, &bytes).unwrap();
        assert_eq!(secret.save_secret(context).unwrap(), bytes);
        let own = context.encrypt_secret(&instance.secret, &message, &seed(9)).unwrap();
        let other = context.encrypt_secret(&secret, &message, &seed(9)).unwrap();
        assert_eq!(own.parts(), other.parts());
        let public = PublicKey::load(context, &instance.public.save(context).unwrap()).unwrap();
        let [a, b] = [&public, &instance.public]
            .map(|key| context.encrypt(key, &message, &seed(4)).unwrap());
        assert_eq!(a.parts(), b.parts());
        let keys =
            EvaluationKeys::load(context, &instance.evaluation.save(context).unwrap()).unwrap();
        let [x, y] = [&keys, &instance.evaluation]
            .map(|keys| context.rotate(&context.multiply(&a, &b, keys).unwrap(), 1, keys).unwrap());
        assert_eq!(x.parts(), y.parts());
        // What was computed, at every level, with its scale and estimate.
        let rescaled = context.rescale(&x).unwrap();
        for ciphertext in [own, x, rescaled, context.tensor(&a, &b).unwrap()] {
            let bytes = ciphertext.save(context).unwrap();
            assert_eq!(ciphertext.sizes(context).unwrap().saved_bytes, bytes.len());
            let loaded = Ciphertext::load_even_transparent(context, &bytes).unwrap();
            assert_eq!(loaded.parts(), ciphertext.parts());
            assert_eq!(loaded.scale(), ciphertext.scale());
            assert_eq!(loaded.estimate(), ciphertext.estimate());
            assert_eq!(loaded.level(), ciphertext.level());
            assert_eq!(loaded.save(context).unwrap(), bytes);
        }
    }
}

/// Keys beyond the size of an object are saved one by one, and joined when they are loaded.
#[test]
fn single_keys_make_up_the_set() {
    let instance = Instance::new(1);
    let context = &instance.context;
    let single: Vec<Vec<u8>> = instance
        .evaluation
        .clone()
        .into_single_keys()
        .map(|key| key.save(context).unwrap())
        .collect();
    assert_eq!(single.len(), 3);
    let loaded = single.iter().map(|bytes| EvaluationKeys::load(context, bytes).unwrap());
    let joined = loaded.reduce(EvaluationKeys::merged).unwrap();
    assert_eq!(joined.save(context).unwrap(), instance.evaluation.save(context).unwrap());
}

/// Packed and seeded sizes: header, fields, and the bits of residues.
#[test]
fn sizes_are_those_of_the_formula() {
    for instance in instances() {
        let (context, parameters) = (&instance.context, instance.context.parameters());
        let n = parameters.index.totient();
        let element = |primes: &mut dyn Iterator<Item = u64>| -> usize {
            primes.map(|q| (n * (64 - (q - 1).leading_zeros() as usize)).div_ceil(8)).sum()
        };
        let of_q = element(&mut parameters.ciphertext_primes());
        let of_qp = element(&mut parameters.primes());
        let envelope = 52 + 32;
        let digits = parameters.digits().len();
        let evaluation = instance.evaluation.save(context).unwrap().len();
        assert_eq!(evaluation, envelope + 5 + 4 * 2 + 3 * (32 + digits * of_qp));
        let fields = 4 + 1 + 1 + 8 + 4 + 3 * 29 * 8;
        let a = instance.encrypted(1).save(context).unwrap().len();
        assert_eq!(a, envelope + fields + 2 * of_q);
        let seeded = context.encrypt_secret(&instance.secret, &instance.message(1), &seed(1));
        let seeded = seeded.unwrap().save(context).unwrap().len();
        assert_eq!(seeded, envelope + fields + 32 + of_q);
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/ckks_load")
}

#[test]
fn the_corpus() {
    let mut files = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        // Shown only when the invariant does not hold.
        println!("{}", path.display());
        ckks_load(&std::fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= 24, "only {files} files in {}", folder().display());
}

/// What was saved when the format was made is what is saved today.
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
            assert_eq!(inspect(&object).unwrap().scheme, Scheme::Ckks);
        }
    }
}

/// Objects of another ring.
#[test]
fn foreign_objects_are_not_saved() {
    let (a, b) = (Instance::new(0), Instance::new(1));
    assert!(a.encrypted(1).save(&b.context).is_err());
    assert!(a.public.save(&b.context).is_err());
    assert!(a.evaluation.save(&b.context).is_err());
    assert!(a.secret.save_secret(&b.context).is_err());
    assert!(RnsRing::limbs(b.context.ring()) > 1);
}
