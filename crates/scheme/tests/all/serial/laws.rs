//! What must hold of saved objects of every scheme: called for each by its own file.

use std::path::PathBuf;

use ringassay_ring::{RnsRing, sample::Distribution};
use ringassay_scheme::{
    Scheme,
    hybrid::{Ciphertext, EvaluationKeys, PublicKey, SecretKey, SwitchingKey},
    serial::{
        Kind, Saved, SavedCiphertext as _, SavedSecret as _, SerialError, format::open, inspect,
        read_object,
    },
};

use crate::{
    envelope::{enveloped, hashed, input_of},
    objects::{Instance, Tried, any, fingerprint_of, load as replay, same, seed},
};

/// Tests of what holds for every scheme, for the one of these parameters.
macro_rules! laws {
    ($parameters:ty, $files:literal) => {
        #[test]
        fn keys_come_back() {
            $crate::serial::laws::keys_come_back::<$parameters>();
        }

        #[test]
        fn seeds_stay_with_ciphertexts_until_they_are_computed_with() {
            $crate::serial::laws::seeds_stay::<$parameters>();
        }

        #[test]
        fn every_truncation_is_refused() {
            $crate::serial::laws::truncations::<$parameters>();
        }

        #[test]
        fn every_flipped_bit_is_refused() {
            $crate::serial::laws::flipped_bits::<$parameters>();
        }

        #[test]
        fn flipped_bytes_with_their_hash() {
            $crate::serial::laws::flipped_bytes::<$parameters>();
        }

        #[test]
        fn type_confusion() {
            $crate::serial::laws::type_confusion::<$parameters>();
        }

        #[test]
        fn objects_of_other_parameters() {
            $crate::serial::laws::other_parameters::<$parameters>();
        }

        #[test]
        fn the_corpus_is_replayed() {
            $crate::serial::laws::corpus::<$parameters>($files);
        }

        #[test]
        fn the_format_has_not_changed() {
            $crate::serial::laws::format::<$parameters>();
        }
    };
}

pub(super) use laws;

/// Primes group by group, from the documentation alone.
pub(super) fn prime_groups<'a>(groups: impl IntoIterator<Item = &'a Vec<u64>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for primes in groups {
        bytes.extend((primes.len() as u32).to_le_bytes());
        primes.iter().for_each(|q| bytes.extend(q.to_le_bytes()));
    }
    bytes
}

/// A ternary or sparse secret and the width of errors, from the documentation alone.
pub(super) fn secret_and_error(secret: Distribution, sigma: f64) -> Vec<u8> {
    let mut bytes = match secret {
        Distribution::SparseTernary { weight } => {
            [vec![2], (weight as u64).to_le_bytes().to_vec()].concat()
        }
        _ => vec![0],
    };
    bytes.extend(sigma.to_le_bytes());
    bytes
}

/// Loads as what it is.
pub(super) fn load<P: Tried>(
    instance: &Instance<P>,
    kind: Kind,
    bytes: &[u8],
) -> Result<(), SerialError> {
    let context = &instance.context;
    match kind {
        Kind::Parameters => P::load(bytes).map(drop),
        Kind::SecretKey => SecretKey::<P, RnsRing>::load_secret(context, bytes).map(drop),
        Kind::PublicKey => PublicKey::<P, RnsRing>::load(context, bytes).map(drop),
        Kind::EvaluationKeys => EvaluationKeys::<P, RnsRing>::load(context, bytes).map(drop),
        Kind::Plaintext => P::load_plaintext(context, bytes),
        Kind::Ciphertext => Ciphertext::<P, RnsRing>::load(context, bytes).map(drop),
        Kind::SwitchingKey => SwitchingKey::<P, RnsRing>::load(context, bytes).map(drop),
        // Read above the schemes.
        Kind::RefreshShape | Kind::Share | Kind::SecretShare | Kind::DealtShare => {
            open(bytes, P::SCHEME, kind).map(drop)
        }
    }
}

/// The ciphertext after it was saved and loaded.
pub(super) fn sent<P: Tried>(
    instance: &Instance<P>,
    x: &Ciphertext<P, RnsRing>,
) -> Ciphertext<P, RnsRing> {
    let context = &instance.context;
    let bytes = x.save(context).unwrap();
    let loaded = Ciphertext::load_even_transparent(context, &bytes).unwrap();
    same(context, &loaded, &bytes);
    assert_eq!((loaded.parts(), loaded.level()), (x.parts(), x.level()));
    loaded
}

pub(super) fn keys_come_back<P: Tried>() {
    for instance in Instance::<P>::all() {
        let (context, message) = (&instance.context, instance.message(7));
        let bytes = instance.secret.save_secret(context).unwrap();
        assert_eq!(instance.secret.sizes(context).unwrap().saved_bytes, bytes.len());
        let secret = SecretKey::load_secret(context, &bytes).unwrap();
        assert_eq!(secret.save_secret(context).unwrap(), bytes);
        // The loaded key opens what the other closed, and the other way round.
        let theirs = (P::ENCRYPT_SECRET)(context, &secret, &message, &seed(9)).unwrap();
        instance.decrypts(&theirs, &message);
        let ours = (P::ENCRYPT_SECRET)(context, &instance.secret, &message, &seed(9)).unwrap();
        P::decrypt(context, &secret, &ours, Some(&message)).unwrap();
        assert_eq!(ours.parts(), theirs.parts());

        // Equal keys and seeds give equal ciphertexts, so a was expanded as it was generated.
        let bytes = instance.public.save(context).unwrap();
        let public = PublicKey::load(context, &bytes).unwrap();
        same(context, &public, &bytes);
        let [ours, theirs] = [&instance.public, &public]
            .map(|key| (P::ENCRYPT)(context, key, &message, &seed(4)).unwrap());
        assert_eq!(ours.parts(), theirs.parts());
        instance.decrypts(&theirs, &message);

        let bytes = instance.evaluation.save(context).unwrap();
        let keys = EvaluationKeys::load(context, &bytes).unwrap();
        same(context, &keys, &bytes);
        assert!(keys.automorphisms().eq(instance.evaluation.automorphisms()));
        let (a, b) = (instance.encrypted(1), instance.encrypted(2));
        let [ours, theirs] = [&instance.evaluation, &keys].map(|keys| {
            let product = (P::MULTIPLY)(context, &a, &b, keys).unwrap();
            let image = |k: &u32| context.automorphism(&product, *k, keys).unwrap();
            instance.exponents.each_ref().map(image)
        });
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours.parts(), theirs.parts());
            P::decrypt(context, &instance.secret, theirs, None).unwrap();
        }
        let none =
            context.generate_evaluation_keys(&instance.secret, false, &[], &seed(3)).unwrap();
        let none: EvaluationKeys<P, RnsRing> =
            EvaluationKeys::load(context, &none.save(context).unwrap()).unwrap();
        assert!(!none.has_products() && none.automorphisms().len() == 0);
    }
}

pub(super) fn seeds_stay<P: Tried>() {
    for instance in Instance::<P>::all() {
        let (context, message) = (&instance.context, instance.message(6));
        let fresh = (P::ENCRYPT_SECRET)(context, &instance.secret, &message, &seed(8)).unwrap();
        let loaded = sent(&instance, &fresh);
        instance.decrypts(&loaded, &message);
        let sizes = loaded.sizes(context).unwrap();
        assert!(sizes.spared_by_seeds > 0);
        // The first is the negative, of two components at the same level.
        let computed = P::operations(&instance, &loaded);
        let negative = computed[0].sizes(context).unwrap();
        assert_eq!(negative.saved_bytes, sizes.saved_bytes + sizes.spared_by_seeds);
        for x in &computed {
            let x = sent(&instance, x);
            let k = instance.exponents[0];
            // Some have too much noise for it.
            if let Ok(image) = context.automorphism(&x, k, &instance.evaluation) {
                assert_eq!(image.sizes(context).unwrap().spared_by_seeds, 0);
            }
        }
        assert_eq!(negative.spared_by_seeds, 0);
    }
}

pub(super) fn truncations<P: Tried>() {
    let instance = Instance::<P>::new(0);
    for (kind, object) in instance.objects() {
        load(&instance, kind, &object).unwrap();
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
        let longer = [&object[..], &[0]].concat();
        let error = load(&instance, kind, &longer).unwrap_err();
        assert!(matches!(error, SerialError::Trailing { count: 1 }), "{kind}: {error}");
    }
}

pub(super) fn flipped_bits<P: Tried>() {
    let instance = Instance::<P>::new(0);
    for (kind, object) in instance.objects() {
        for bit in 0..8 * object.len() {
            let mut damaged = object.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(load(&instance, kind, &damaged).is_err(), "{kind}, bit {bit}");
        }
    }
}

/// With the hash put right, a flipped byte is refused or gives another object that works. All that
/// the scheme reads must matter somewhere: enough of them are refused, and enough are not.
pub(super) fn flipped_bytes<P: Tried>() {
    for i in 0..2 {
        let instance = Instance::<P>::new(i);
        for (kind, object) in instance.objects() {
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

/// Nothing loads as anything else, and nothing of one scheme as another's.
pub(super) fn type_confusion<P: Tried>() {
    for i in [0, P::COUNT - 1] {
        let instance = Instance::<P>::new(i);
        for (kind, object) in instance.objects() {
            for other in Kind::ALL.into_iter().filter(|&other| other != kind) {
                if P::HAS_PLAINTEXTS || other != Kind::Plaintext {
                    let error = load(&instance, other, &object).unwrap_err();
                    let as_it_is = matches!(
                        error, SerialError::Kind { found, expected }
                            if found == kind && expected == other
                    );
                    assert!(as_it_is, "{error}");
                }
                // Whatever says itself that it is something else is refused, or happens to be one: a
                // few residues are a few residues.
                let mut lying = object.clone();
                lying[11] = other as u8;
                any(&instance, &hashed(lying));
            }
            for scheme in [Scheme::Bgv, Scheme::Bfv, Scheme::Ckks] {
                if scheme == P::SCHEME || kind == Kind::Plaintext {
                    continue;
                }
                let mut foreign = object.clone();
                foreign[10] = scheme.entry().serial;
                let error = load(&instance, kind, &hashed(foreign)).unwrap_err();
                let as_it_is = matches!(
                    error, SerialError::OtherScheme { found, expected }
                        if found == scheme && expected == P::SCHEME
                );
                assert!(as_it_is, "{error}");
            }
        }
    }
}

pub(super) fn other_parameters<P: Tried>() {
    let instances: Vec<Instance<P>> = Instance::all().collect();
    for (kind, object) in instances[0].objects().into_iter().skip(1) {
        for other in &instances[1..] {
            let error = load(other, kind, &object).unwrap_err();
            assert!(matches!(error, SerialError::OtherParameters { .. }), "{error}");
            let text = error.to_string();
            let [ours, theirs] = [&instances[0], other]
                .map(|instance| instance.context.parameters().fingerprint().to_string());
            assert!(text.contains(&ours) && text.contains(&theirs), "{text}");
        }
    }
    // Saving with another context.
    let (ours, other) = (&instances[0], &instances[1].context);
    assert!(ours.encrypted(1).save(other).is_err());
    assert!(ours.public.save(other).is_err());
    assert!(ours.evaluation.save(other).is_err());
    assert!(ours.secret.save_secret(other).is_err());
}

/// Every field of parameters is in their name.
pub(super) fn fingerprints_differ<P: Tried>(base: &P, changes: &[fn(&mut P)]) {
    let mut fingerprints = vec![base.fingerprint()];
    for change in changes {
        let mut other = base.clone();
        change(&mut other);
        other.save().unwrap();
        assert!(!fingerprints.contains(&other.fingerprint()), "{other:?}");
        fingerprints.push(other.fingerprint());
    }
}

/// Parameters of this body, laid out by the documentation alone, are saved as `p` is.
pub(super) fn laid_out<P: Tried>(p: &P, body: &[u8], number: u8) {
    let fingerprint = fingerprint_of::<P>(body);
    let expected = enveloped(P::SCHEME, Kind::Parameters, &fingerprint, body);
    assert_eq!(p.save().unwrap(), expected);
    assert_eq!(expected[10], number, "the number of the scheme");
    assert_eq!(P::load(&expected).unwrap(), *p);
    assert_eq!(p.fingerprint().0, fingerprint);
}

/// The object of parameters with this body, as a program makes it that does not check.
pub(super) fn forged_parameters<P: Tried>(body: &[u8]) -> Vec<u8> {
    enveloped(P::SCHEME, Kind::Parameters, &fingerprint_of::<P>(body), body)
}

fn folder<P: Tried>() -> PathBuf {
    let name = format!("../../fuzz/corpus/{}_load", P::SCHEME.to_string().to_lowercase());
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// What a fuzzer once found interesting stays tested.
pub(super) fn corpus<P: Tried>(least: usize) {
    let mut files = 0;
    for entry in std::fs::read_dir(folder::<P>()).unwrap() {
        let path = entry.unwrap().path();
        // Shown only when the invariant does not hold.
        println!("{}", path.display());
        replay::<P>(&std::fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= least, "only {files} files in {}", folder::<P>().display());
}

/// What was saved when the format was made is what is saved today: objects of the corpus that begin
/// with `v2` are those of the instances, whose randomness is fixed.
pub(super) fn format<P: Tried>() {
    for (i, instance) in Instance::<P>::all().enumerate() {
        for (number, (kind, object)) in instance.objects().into_iter().enumerate() {
            let path = folder::<P>().join(format!("v2-{i}-{number}"));
            let input = input_of(i, kind, &object);
            if std::env::var_os("RINGASSAY_WRITE_CORPUS").is_some() {
                std::fs::write(&path, &input).unwrap();
            }
            let stored = std::fs::read(&path).unwrap();
            assert!(stored == input, "{kind} of instance {i} is saved otherwise than before");
            assert_eq!(inspect(&object).unwrap().scheme, P::SCHEME);
        }
    }
}
