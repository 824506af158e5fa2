//! Every backend beside an implementation of others.

use chacha20::{
    ChaCha20Legacy,
    cipher::{KeyIvInit, StreamCipher, StreamCipherSeek},
};

use super::*;
use crate::lanes::array;

/// `count` words from block `block` on, by the crate `chacha20`.
fn expected(key: &[u8; 32], block: u64, count: usize) -> Vec<u64> {
    let mut bytes = vec![0; 8 * count];
    let mut cipher = ChaCha20Legacy::new(key.into(), &[0; 8].into());
    cipher.try_seek(u128::from(block) * 64).unwrap();
    cipher.apply_keystream(&mut bytes);
    bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect()
}

#[test]
fn every_backend_makes_the_same_stream() {
    let keys = [[0; 32], [0xff; 32], array(|i| (i * 37 + 1) as u8)];
    for backend in Backend::available() {
        for key in &keys {
            let mut stream = KeyStream::with(backend, key);
            let mut words = vec![1; 9 * KeyStream::MOST];
            // However it is taken.
            let (first, rest) = words.split_at_mut(KeyStream::MOST);
            let (none, rest) = rest.split_at_mut(0);
            for part in [first, none, rest] {
                stream.fill(part);
            }
            assert!(words == expected(key, 0, words.len()), "{backend}");
        }
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn counters_carry_into_their_upper_halves() {
    let key = array(|i| i as u8);
    let vectors = [Backend::Avx2, Backend::Avx512].into_iter();
    for backend in vectors.filter(|backend| backend.is_available()) {
        for first in [(1 << 32) - 7, (1 << 32) - 16, (1 << 40) - 1] {
            let mut words = [0; 2 * KeyStream::MOST];
            let mut vectors = Vectors::new(backend, &key);
            vectors.block = first;
            vectors.fill(&mut words);
            assert!(words[..] == expected(&key, first, words.len()), "{backend} from {first}");
        }
    }
}

#[test]
#[should_panic(expected = "128 words at a time")]
fn other_lengths_are_refused() {
    KeyStream::new(&[0; 32]).fill(&mut [0; 64]);
}

#[test]
fn a_key_is_never_printed() {
    assert_eq!(format!("{:?}", KeyStream::new(&[7; 32])), "KeyStream(..)");
}
