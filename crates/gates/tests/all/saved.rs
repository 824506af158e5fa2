//! Saved objects: what comes back, sizes by arithmetic, and what must be refused.

use std::path::Path;

use ringassay_gates::{
    Context, EvaluationKey, Evaluator, Gate, Parameters, SecretKey, load_bits,
    load_bits_even_transparent, load_words, save_bits, save_words,
};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    ErrorKind, Scheme,
    ring::LweRing as _,
    serial::{Kind, SerialError, inspect},
};

use crate::{
    common::{SMALL, fresh, small},
    invariant::{Instance, gates_load, instance, seed},
};

const HEADER: usize = 52;
const HASH: usize = 32;

#[test]
fn keys_and_ciphertexts_come_back() {
    let context = Context::new(Parameters::load(&small().save().unwrap()).unwrap()).unwrap();
    assert_eq!(context.parameters(), &small());
    let secret = SecretKey::load(&context, &SMALL.secret.save(&context).unwrap()).unwrap();
    let key = secret.evaluation_key(&context, fresh(2)).unwrap().save(&context).unwrap();
    let own = SMALL.secret.evaluation_key(&context, fresh(2)).unwrap().save(&context).unwrap();
    assert!(key == own, "the key that was loaded makes the same evaluation key");
    let evaluator =
        Evaluator::new(&context, &EvaluationKey::load(&context, &key).unwrap()).unwrap();
    let bits = SMALL.encrypt(&[true, false, true], 1);
    let loaded = load_bits(&context, &save_bits(&context, &bits).unwrap()).unwrap();
    assert_eq!(loaded[0].log2_failure(), f64::NEG_INFINITY);
    let sum = evaluator.gate(Gate::Xor3, &loaded.iter().collect::<Vec<_>>()).unwrap();
    let direct = SMALL.evaluator.gate(Gate::Xor3, &bits.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(sum.sample(), direct.sample());
    let back = load_bits(&context, &save_bits(&context, &[sum]).unwrap()).unwrap();
    assert_eq!(
        (back[0].variance(), back[0].log2_failure()),
        (direct.variance(), direct.log2_failure())
    );
    assert_eq!(secret.decrypt(&context, &back).unwrap(), [false]);
    let words = SMALL.secret.encrypt_words(&context, 2, &[3, 0, 2], fresh(4)).unwrap();
    let loaded = load_words(&context, &save_words(&context, &words).unwrap()).unwrap();
    assert_eq!(secret.decrypt_words(&context, &loaded).unwrap(), [3, 0, 2]);
}

/// What the tables of the documents say, counted from the parameters.
#[test]
fn sizes_by_arithmetic() {
    let set = Parameters::standard();
    let context = Context::new(set).unwrap();
    let secret = SecretKey::new(&context, fresh(1)).unwrap();
    assert_eq!(set.save().unwrap().len(), HEADER + 40 + HASH);
    // 1536 coefficients of two bits, 700 of one.
    assert_eq!(secret.save(&context).unwrap().len(), HEADER + 384 + 88 + HASH);
    let key = secret.evaluation_key(&context, fresh(2)).unwrap().save(&context).unwrap();
    // q has 40 bits, five bytes; of 1536·6 samples of the switching key 16 bits each.
    let expected = 700 * (32 + 4 * 512 * 5) + 32 + 1536 * 6 * 2;
    assert_eq!(key.len(), HEADER + expected + HASH);
    let bits = secret.encrypt(&context, &[true; 3], fresh(3)).unwrap();
    assert_eq!(save_bits(&context, &bits).unwrap().len(), HEADER + 5 + 3 * (16 + 1537 * 5) + HASH);
}

/// Every object of the small instance: its kind for the fuzz target, its bytes.
fn objects() -> (Context<RnsRing>, Vec<Vec<u8>>) {
    let Instance { context, secret, key, .. } = instance();
    let bits = secret.encrypt(&context, &[true, false], seed(5)).unwrap();
    let words = secret.encrypt_words(&context, 2, &[3], seed(6)).unwrap();
    let all = vec![
        context.parameters().save().unwrap(),
        secret.save(&context).unwrap().to_vec(),
        key.save(&context).unwrap(),
        save_bits(&context, &bits).unwrap(),
        save_words(&context, &words).unwrap(),
    ];
    (context, all)
}

fn loaded(context: &Context<RnsRing>, kind: usize, bytes: &[u8]) -> Result<(), SerialError> {
    match kind {
        0 => Parameters::load(bytes).map(drop),
        1 => SecretKey::load(context, bytes).map(drop),
        2 => EvaluationKey::load(context, bytes).map(drop),
        3 => load_bits(context, bytes).map(drop),
        _ => load_words(context, bytes).map(drop),
    }
}

#[test]
fn every_changed_byte_is_refused() {
    let (context, all) = objects();
    for (kind, object) in all.iter().enumerate() {
        loaded(&context, kind, object).unwrap();
        for at in 0..object.len() {
            let mut other = object.clone();
            other[at] ^= 0x10;
            loaded(&context, kind, &other).unwrap_err();
            loaded(&context, kind, &object[..at]).unwrap_err();
        }
        let longer = [&object[..], &[0]].concat();
        assert!(matches!(loaded(&context, kind, &longer), Err(SerialError::Trailing { count: 1 })));
    }
}

#[test]
fn objects_of_others_are_refused_by_name() {
    let (context, all) = objects();
    let kinds = [
        Kind::Parameters,
        Kind::SecretKey,
        Kind::EvaluationKeys,
        Kind::Ciphertext,
        Kind::Ciphertext,
    ];
    for (kind, object) in all.iter().enumerate() {
        let header = inspect(object).unwrap();
        assert_eq!((header.scheme, header.kind), (Scheme::Gates, kinds[kind]));
        assert_eq!(header.fingerprint, context.parameters().fingerprint());
        for other in (0..5).filter(|&other| kinds[other] != kinds[kind]) {
            let refused = loaded(&context, other, object).unwrap_err();
            assert!(matches!(refused, SerialError::Kind { .. }), "{refused}");
        }
        if kind > 0 {
            let refused = loaded(&SMALL.context, kind, object).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::Mismatch);
            let name = SMALL.context.parameters().fingerprint().to_string();
            assert!(refused.to_string().contains(&name), "{refused}");
        }
    }
    assert!(loaded(&context, 3, &all[4]).unwrap_err().to_string().contains("words of 2 bits"));
    assert!(loaded(&context, 4, &all[3]).unwrap_err().to_string().contains("bits"));
    // Objects of this context cannot be saved as ones of another.
    let bits = SMALL.encrypt(&[true], 1);
    assert_eq!(save_bits(&context, &bits).unwrap_err().kind(), ErrorKind::Mismatch);
    assert!(SMALL.secret.save(&context).is_err());
    let key = SMALL.secret.evaluation_key(&SMALL.context, fresh(2)).unwrap();
    assert!(key.save(&context).is_err());
    let words = |bits, word| {
        SMALL.secret.encrypt_words(&SMALL.context, bits, &[word], fresh(7)).unwrap().remove(0)
    };
    assert!(save_words(&SMALL.context, &[words(1, 1), words(2, 1)]).is_err());
    assert!(save_words(&SMALL.context, &[]).is_err());
}

#[test]
fn bits_that_hide_nothing_are_refused_unless_asked_for() {
    let context = &SMALL.context;
    let bit = &SMALL.encrypt(&[true], 1)[0];
    let zero = ringassay_gates::Bit::constant(context, true).unwrap();
    let saved = save_bits(context, &[bit.clone(), zero]).unwrap();
    assert!(matches!(load_bits(context, &saved), Err(SerialError::Transparent)));
    let loaded = load_bits_even_transparent(context, &saved).unwrap();
    assert_eq!(SMALL.decrypt(&loaded), [true, true]);
    assert_eq!(RnsRing::shape(loaded[1].sample()), RnsRing::shape(bit.sample()));
}

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/gates_load");

#[test]
fn the_corpus_of_the_fuzz_target() {
    for entry in std::fs::read_dir(CORPUS).unwrap() {
        gates_load(&std::fs::read(entry.unwrap().path()).unwrap());
    }
}

/// The invariant of the fuzz target, on objects with some of their bytes changed.
#[test]
fn changed_objects_are_harmless() {
    let (_, all) = objects();
    for (kind, object) in all.iter().enumerate() {
        let input = [&[kind as u8], &object[HEADER..object.len() - HASH]].concat();
        // What was saved when the format was made is what is saved today.
        let path = Path::new(CORPUS).join(format!("v2-{kind}"));
        if std::env::var_os("RINGASSAY_WRITE_CORPUS").is_some() {
            std::fs::write(&path, &input).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == input, "{} is saved otherwise", path.display());
        let step = input.len() / 50 + 1;
        for at in (1..input.len()).step_by(step) {
            for change in [0x01, 0x80, 0xff] {
                let mut other = input.clone();
                other[at] ^= change;
                gates_load(&other);
            }
            gates_load(&input[..at]);
        }
    }
}
