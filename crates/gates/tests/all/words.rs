//! Lookups of words in tables, against the tables.

use ringassay_gates::{Bit, Context, Error, Lookup, Parameters, SecretKey, Table, Word};
use ringassay_kernels::Backend;
use ringassay_ring::{RnsRing, index::Index};
use ringassay_scheme::ErrorKind;

use crate::common::{Keys, SMALL, fresh, small};

/// As [`Parameters::words`] of four bits, with dimensions of no security.
fn small_words() -> Parameters {
    Parameters { dimension: 60, degree: 512, ..Parameters::words(4).unwrap() }
}

fn encrypt(keys: &Keys, bits: u32, words: &[u64], byte: u8) -> Vec<Word<RnsRing>> {
    keys.secret.encrypt_words(&keys.context, bits, words, fresh(byte)).unwrap()
}

fn decrypt(keys: &Keys, words: &[Word<RnsRing>]) -> Vec<u64> {
    keys.secret.decrypt_words(&keys.context, words).unwrap()
}

/// A table of entries that a linear congruence draws.
fn drawn(from: u32, to: u32, seed: u64) -> Table {
    let draw = |word: u64| {
        let mixed = (word + 1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ seed.wrapping_mul(0xD134_2543_DE82_EF95));
        mixed >> 40
    };
    Table::of(from, to, draw).unwrap()
}

fn all_words(bits: u32) -> Vec<u64> {
    (0..1 << bits).collect()
}

/// Every word in one table of each result length, at the parameters of its length.
#[test]
fn every_word_of_every_length_at_secure_parameters() {
    for bits in 1..=4 {
        let keys = Keys::new(Parameters::words(bits).unwrap());
        let words = encrypt(&keys, bits, &all_words(bits), 5);
        let table = [drawn(bits, bits, 7)];
        let lookups: Vec<_> = words.iter().map(|word| Lookup { word, tables: &table }).collect();
        let found = keys.evaluator.lookups(&lookups).unwrap().concat();
        assert_eq!(decrypt(&keys, &found), table[0].entries(), "{bits} bits");
        assert!(found.iter().all(|word| word.log2_failure() < -128.0));
        // What comes out goes in again.
        let again = keys.evaluator.lookup(&found[0], &table[0]).unwrap();
        let expected = table[0].entries()[table[0].entries()[0] as usize];
        assert_eq!(decrypt(&keys, &[again]), [expected]);
    }
}

/// All functions of words of one and two bits, and for three and four bits all that are 1 at one word, and drawn ones: a
/// lookup is linear in its table but for the rounding of entries, of which there are not more.
#[test]
fn every_function_of_small_words() {
    let keys = Keys::new(small_words());
    for bits in 1..=4_u32 {
        let words = encrypt(&keys, bits, &all_words(bits), 6);
        let count = 1_u64 << bits;
        let every: Vec<Table> = match bits {
            1 | 2 => (0..count.pow(count as u32))
                .map(|code| Table::of(bits, bits, |x| code >> (u64::from(bits) * x)).unwrap())
                .collect(),
            _ => (0..count)
                .map(|one| Table::of(bits, bits, |x| if x == one { count - 1 } else { 0 }).unwrap())
                .chain((0..32).map(|seed| drawn(bits, 1 + seed as u32 % 4, seed)))
                .collect(),
        };
        for table in &every {
            let tables = std::slice::from_ref(table);
            let lookups: Vec<_> = words.iter().map(|word| Lookup { word, tables }).collect();
            let found = keys.evaluator.lookups(&lookups).unwrap().concat();
            assert_eq!(decrypt(&keys, &found), table.entries(), "{table:?}");
        }
    }
}

#[test]
fn several_tables_take_one_rotation() {
    let keys = Keys::new(small_words());
    let words = encrypt(&keys, 2, &all_words(2), 8);
    for count in 1..=5 {
        let tables: Vec<Table> =
            (0..count).map(|seed| drawn(2, 1 + seed % 3, seed.into())).collect();
        let lookups: Vec<_> = words.iter().map(|word| Lookup { word, tables: &tables }).collect();
        let found = keys.evaluator.lookups(&lookups).unwrap();
        for (word, results) in found.iter().enumerate() {
            let expected: Vec<u64> = tables.iter().map(|table| table.entries()[word]).collect();
            assert_eq!(decrypt(&keys, results), expected);
        }
        // Rounding is twice as coarse for twice as many tables.
        let noise = keys.context.noise();
        let log2_step = [0, 1, 2, 2, 3][count as usize - 1];
        let expected = noise.log2_lookup_failure(words[0].variance(), 2, log2_step);
        assert_eq!(found[0][0].log2_failure(), expected);
    }
}

#[test]
fn tables_of_two_arguments_and_sums() {
    let keys = Keys::new(small_words());
    let digits = encrypt(&keys, 4, &all_words(2), 9);
    let product = Table::of(4, 4, |pair| (pair >> 2) * (pair & 3)).unwrap();
    for (x, high) in digits.iter().enumerate() {
        for (y, low) in digits.iter().enumerate() {
            let pair = Word::sum(&keys.context, &[(4, high), (1, low)], 0).unwrap();
            assert!(pair.variance() > 16.9 * low.variance());
            let sum = Word::sum(&keys.context, &[(1, high), (2, low)], 3).unwrap();
            let difference = Word::sum(&keys.context, &[(1, high), (-1, low)], 4).unwrap();
            let found = keys.evaluator.lookup(&pair, &product).unwrap();
            let found = decrypt(&keys, &[found, sum, difference]);
            assert_eq!(found, [x * y, x + 2 * y + 3, x + 4 - y].map(|value| value as u64));
        }
    }
}

/// X^N = -1: with the padding bit set, the result is the negative, here of words of one bit less than a turn.
#[test]
fn the_padding_bit_changes_the_sign() {
    let keys = Keys::new(small_words());
    let table = Table::new(2, 2, vec![1, 2, 3, 0]).unwrap();
    let words = encrypt(&keys, 2, &[0, 1, 2], 10);
    for (m, word) in words.iter().enumerate() {
        let padded = Word::sum(&keys.context, &[(1, word)], 4).unwrap();
        let refused = keys.secret.decrypt_words(&keys.context, std::slice::from_ref(&padded));
        assert_eq!(refused.unwrap_err(), Error::Undecryptable { position: 0 });
        let found = keys.evaluator.lookup(&padded, &table).unwrap();
        let back = Word::sum(&keys.context, &[(-1, &found)], 0).unwrap();
        assert_eq!(decrypt(&keys, &[back]), [m as u64 + 1]);
    }
}

#[test]
fn bits_are_words_of_one_bit() {
    let bits = SMALL.encrypt(&[false, true], 11);
    let words: Vec<_> = bits.iter().map(|bit| Word::of_bit(&SMALL.context, bit).unwrap()).collect();
    assert_eq!(decrypt(&SMALL, &words), [0, 1]);
    let not = Table::new(1, 1, vec![1, 0]).unwrap();
    let found: Vec<Bit<_>> = words
        .iter()
        .map(|word| SMALL.evaluator.lookup(word, &not).unwrap().to_bit(&SMALL.context).unwrap())
        .collect();
    assert_eq!(SMALL.decrypt(&found), [true, false]);
}

#[test]
fn errors_of_lookups_have_the_variance_of_the_model() {
    let keys = Keys::new(small_words());
    let q = keys.context.parameters().q as f64;
    let (mut squares, mut count) = (0.0, 0);
    let identity = [Table::of(2, 3, |x| x).unwrap(), Table::of(2, 3, |x| x + 1).unwrap()];
    for round in 0..4 {
        let messages: Vec<u64> = (0..128).map(|i| i % 4).collect();
        let words = encrypt(&keys, 2, &messages, round);
        let lookups: Vec<_> = words.iter().map(|word| Lookup { word, tables: &identity }).collect();
        for (found, m) in keys.evaluator.lookups(&lookups).unwrap().iter().zip(messages) {
            for (word, expected) in found.iter().zip([m, m + 1]) {
                let phase = keys.secret.phase(word.sample()).unwrap() as f64 / q;
                let error = phase - expected as f64 / 16.0;
                squares += (error - error.round()).powi(2);
                count += 1;
            }
        }
    }
    let ratio = squares / f64::from(count) / keys.context.noise().rotation;
    assert!((0.6..1.6).contains(&ratio), "{ratio} times what the model says");
}

#[test]
fn sets_of_words_keep_what_they_promise() {
    assert!(Parameters::words(0).is_none() && Parameters::words(5).is_none());
    for bits in 1..=4 {
        let set = Parameters::words(bits).unwrap();
        set.check().unwrap();
        let (security, failure) = (set.security().unwrap(), set.log2_word_failure(bits));
        assert!(security.bits() >= 128.0 && failure <= -128.0, "{bits}: {security:?}, {failure}");
    }
}

#[test]
fn every_backend_looks_up_the_same_words() {
    let words = |keys: &Keys| {
        let word = &encrypt(keys, 3, &[5], 3)[0];
        keys.evaluator.lookup(word, &drawn(3, 3, 1)).unwrap().sample().words().to_vec()
    };
    let own = words(&Keys::new(small_words()));
    for backend in Backend::available() {
        let index = Index::new(2 * small_words().degree as u64).unwrap();
        let ring = RnsRing::with_backend(&index, &[small_words().q], backend).unwrap();
        let keys = Keys::over(Context::over(small_words(), ring).unwrap());
        assert_eq!(words(&keys), own, "{backend:?}");
    }
}

#[test]
fn what_is_no_table_or_word_is_refused() {
    for (from, to, entries) in [
        (0, 1, vec![0]),
        (9, 1, vec![0; 512]),
        (1, 1, vec![0]),
        (1, 1, vec![0, 2]),
        (1, 9, vec![0, 0]),
    ] {
        assert_eq!(Table::new(from, to, entries).unwrap_err().kind(), ErrorKind::Operand);
    }
    for (from, to) in [(0, 1), (64, 1), (200, 1), (1, 200), (9, 9)] {
        assert!(Table::of(from, to, |x| x).is_err());
    }
    let key: &SecretKey<_> = &SMALL.secret;
    for (bits, words) in [(0, vec![0]), (9, vec![0]), (2, vec![1, 4])] {
        assert!(key.encrypt_words(&SMALL.context, bits, &words, fresh(1)).is_err());
    }
    let words = encrypt(&SMALL, 2, &[1, 2], 4);
    let table = drawn(3, 3, 1);
    let refused = SMALL.evaluator.lookup(&words[0], &table).unwrap_err();
    assert_eq!(refused, Error::WordBits { given: 2, expected: 3 });
    assert!(SMALL.evaluator.lookups(&[Lookup { word: &words[0], tables: &[] }]).is_err());
    let many = vec![drawn(2, 2, 1); 33];
    let refused = SMALL.evaluator.lookups(&[Lookup { word: &words[0], tables: &many }]);
    assert!(refused.unwrap_err().to_string().contains("128 coefficients"), "small {:?}", small());
    let three = encrypt(&SMALL, 3, &[1], 4);
    assert!(Word::sum(&SMALL.context, &[(1, &words[0]), (1, &three[0])], 0).is_err());
    assert!(Word::<RnsRing>::sum(&SMALL.context, &[], 0).is_err());
    assert!(words[0].to_bit(&SMALL.context).is_err());
}
