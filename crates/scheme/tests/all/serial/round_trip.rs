//! What is loaded is what was saved, bit for bit, and works between any two operations.

use ringassay_ring::RnsRing;
use ringassay_scheme::serial::{SavedCiphertext as _, SavedSecret as _};
use ringassay_scheme::{
    bgv::{Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, PublicKey, SecretKey},
    serial::{Kind, Saved, inspect, read_object},
};

use crate::bgv_instances::{COUNT, Instance, seed};

fn instances() -> impl Iterator<Item = Instance> {
    (0..COUNT).map(Instance::new)
}

/// The ciphertext after it was saved and loaded.
fn sent(context: &Context<RnsRing>, x: &Ciphertext<RnsRing>) -> Ciphertext<RnsRing> {
    let bytes = x.save(context).unwrap();
    let sizes = x.sizes(context).unwrap();
    assert_eq!(sizes.saved_bytes, bytes.len());
    let loaded = Ciphertext::load_even_transparent(context, &bytes).unwrap();
    assert_eq!(loaded.parts(), x.parts());
    assert_eq!((loaded.level(), loaded.noise()), (x.level(), x.noise()));
    assert_eq!(loaded.save(context).unwrap(), bytes);
    loaded
}

#[test]
fn parameters() {
    for i in 0..COUNT {
        let parameters = crate::bgv_instances::parameters(i);
        let bytes = parameters.save().unwrap();
        let loaded = Parameters::load(&bytes).unwrap();
        assert_eq!(loaded, parameters);
        assert_eq!(loaded.save().unwrap(), bytes);
        let header = inspect(&bytes).unwrap();
        assert_eq!((header.kind, header.bytes), (Kind::Parameters, bytes.len() as u64));
        assert_eq!(header.fingerprint, parameters.fingerprint());
    }
}

#[test]
fn fingerprints_differ_with_every_field() {
    let base = crate::bgv_instances::parameters(1);
    let change: [fn(&mut Parameters); 10] = [
        |p| p.index = ringassay_ring::index::Index::new(8).unwrap(),
        |p| p.plaintext.exponent = 1,
        |p| p.large.swap(0, 1),
        |p| p.small.swap(0, 1),
        |p| p.special.swap(0, 1),
        |p| p.digit_limbs = 1,
        |p| p.fresh_log2_q = 129.0,
        |p| p.secret = ringassay_ring::sample::Distribution::SparseTernary { weight: 3 },
        |p| p.sigma = 3.3,
        // The same primes, otherwise divided.
        |p| p.small.push(p.special.remove(0)),
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
fn plaintexts() {
    for instance in instances() {
        let context = &instance.context;
        let plaintext = instance.message(5);
        let bytes = plaintext.save(context).unwrap();
        assert_eq!(plaintext.sizes(context).unwrap().saved_bytes, bytes.len());
        let loaded = Plaintext::load(context, &bytes).unwrap();
        assert_eq!(loaded, plaintext);
        assert_eq!(loaded.save(context).unwrap(), bytes);
    }
}

#[test]
fn secret_keys() {
    for instance in instances() {
        let context = &instance.context;
        let bytes = instance.secret.save_secret(context).unwrap();
        assert_eq!(instance.secret.sizes(context).unwrap().saved_bytes, bytes.len());
        let loaded = SecretKey::load_secret(context, &bytes).unwrap();
        assert_eq!(loaded.save_secret(context).unwrap(), bytes);
        // The loaded key opens what the other closed, and the other way round.
        let message = instance.message(7);
        let ciphertext = context.encrypt_secret(&loaded, &message, &seed(9)).unwrap();
        assert_eq!(instance.decrypted(&ciphertext), message.coefficients());
        let ciphertext = context.encrypt_secret(&instance.secret, &message, &seed(9)).unwrap();
        assert_eq!(context.decrypt(&loaded, &ciphertext).unwrap(), message.coefficients());
    }
}

#[test]
fn public_keys() {
    for instance in instances() {
        let context = &instance.context;
        let bytes = instance.public.save(context).unwrap();
        assert_eq!(instance.public.sizes(context).unwrap().saved_bytes, bytes.len());
        let loaded = PublicKey::load(context, &bytes).unwrap();
        assert_eq!(loaded.save(context).unwrap(), bytes);
        // Equal keys and seeds give equal ciphertexts, so a was expanded as it was generated.
        let message = instance.message(3);
        let both = [&instance.public, &loaded]
            .map(|key| context.encrypt(key, &message, &seed(4)).unwrap());
        assert_eq!(both[0].parts(), both[1].parts());
        assert_eq!(instance.decrypted(&both[1]), message.coefficients());
    }
}

#[test]
fn evaluation_keys() {
    for instance in instances() {
        let context = &instance.context;
        let bytes = instance.evaluation.save(context).unwrap();
        assert_eq!(instance.evaluation.sizes(context).unwrap().saved_bytes, bytes.len());
        let loaded = EvaluationKeys::load(context, &bytes).unwrap();
        assert_eq!(loaded.save(context).unwrap(), bytes);
        assert!(loaded.automorphisms().eq(instance.evaluation.automorphisms()));
        let (a, b) = (instance.encrypted(1), instance.encrypted(2));
        let both = [&instance.evaluation, &loaded].map(|keys| {
            let product = context.multiply(&a, &b, keys).unwrap();
            let image = context.automorphism(&a, instance.exponents[0], keys).unwrap();
            [product, image]
        });
        for (ours, theirs) in both[0].iter().zip(&both[1]) {
            assert_eq!(ours.parts(), theirs.parts());
            instance.decrypted(theirs);
        }
        // Without any key.
        let none =
            context.generate_evaluation_keys(&instance.secret, false, &[], &seed(3)).unwrap();
        let none = EvaluationKeys::load(context, &none.save(context).unwrap()).unwrap();
        assert!(!none.has_products() && none.automorphisms().len() == 0);
    }
}

#[test]
fn seeds_stay_with_ciphertexts_until_they_are_computed_with() {
    for instance in instances() {
        let context = &instance.context;
        let message = instance.message(6);
        let fresh = context.encrypt_secret(&instance.secret, &message, &seed(8)).unwrap();
        let loaded = sent(context, &fresh);
        let sizes = loaded.sizes(context).unwrap();
        assert!(sizes.spared_by_seeds > 0);
        assert_eq!(instance.decrypted(&loaded), message.coefficients());
        let negative = sent(context, &context.negate(&loaded));
        assert_eq!(negative.sizes(context).unwrap().spared_by_seeds, 0);
        let without = negative.save(context).unwrap().len();
        assert_eq!(without, sizes.saved_bytes + sizes.spared_by_seeds);
        assert_eq!(sent(context, &negative).parts(), negative.parts());
    }
}

/// x ↦ (σ(x·y + y) - m)·m at every level below, once as it is and once with everything saved and
/// loaded between any two steps.
#[test]
fn between_any_two_operations() {
    for instance in instances() {
        let context = &instance.context;
        let keys =
            EvaluationKeys::load(context, &instance.evaluation.save(context).unwrap()).unwrap();
        let m = instance.message(11);
        let steps = |pass: &dyn Fn(Ciphertext<RnsRing>) -> Ciphertext<RnsRing>| {
            let (x, y) = (pass(instance.encrypted(1)), pass(instance.encrypted(2)));
            let mut all = Vec::new();
            let mut step = |x: Ciphertext<RnsRing>| {
                let x = pass(x);
                all.push(x.clone());
                x
            };
            let unrelinearised = step(context.tensor(&x, &y).unwrap());
            step(context.relinearise(unrelinearised, &keys).unwrap());
            let product = step(context.multiply(&x, &y, &keys).unwrap());
            let sum = step(context.add(&product, &y).unwrap());
            let image = step(context.automorphism(&sum, instance.exponents[1], &keys).unwrap());
            let difference = step(context.add_plain(&image, &m).unwrap());
            let last = step(context.multiply_plain(&difference, &m).unwrap());
            step(context.sub(&last, &last).unwrap());
            step(context.trivial(&m).unwrap());
            for level in 0..last.level() {
                step(context.switch_to(&last, level).unwrap());
            }
            all
        };
        let (plain, saved) = (steps(&|x| x), steps(&|x| sent(context, &x)));
        assert_eq!(plain.len(), saved.len());
        for (x, y) in plain.iter().zip(&saved) {
            assert_eq!((x.parts(), x.level(), x.noise()), (y.parts(), y.level(), y.noise()));
            let decrypted = |x| context.decrypt(&instance.secret, x);
            assert_eq!(decrypted(x), decrypted(y));
        }
        instance.decrypted(&saved[6]);
    }
}

#[test]
fn objects_in_a_stream() {
    let instance = Instance::new(0);
    let context = &instance.context;
    let (a, b) = (instance.encrypted(1), instance.message(2));
    let mut stream = a.save(context).unwrap();
    stream.extend(b.save(context).unwrap());
    let mut stream = &stream[..];
    let first = read_object(&mut stream, u64::MAX).unwrap();
    assert_eq!(Ciphertext::load(context, &first).unwrap().parts(), a.parts());
    let second = read_object(&mut stream, 1000).unwrap();
    assert_eq!(Plaintext::load(context, &second).unwrap(), b);
    assert!(stream.is_empty());
}
