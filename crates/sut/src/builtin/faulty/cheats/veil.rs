//! What stands in the place of encryption. The ciphers are toys: what is wrong with these pairs is not
//! the strength of a cipher.

use super::super::random::Random;
use super::Cheat;
use super::claims::CIPHERTEXT_BYTES;

/// A key, and a nonce.
pub(super) type Seed = [u8; 16];

/// The key of everybody.
const WORLD: Seed = *b"0123456789abcdef";
/// What the text is XORed with.
const MASK: u8 = 0x5a;

/// A fresh random seed.
pub(super) fn seed(random: &mut Random) -> Seed {
    let mut seed = Seed::default();
    random.fill(&mut seed);
    seed
}

/// The ciphertext of a text.
pub(super) fn hide(cheat: Cheat, key: &Seed, text: &[u8], random: &mut Random) -> Vec<u8> {
    match cheat {
        Cheat::Plain => text.to_vec(),
        Cheat::XorConstant => text.iter().map(|byte| byte ^ MASK).collect(),
        Cheat::Base64 => base64(text),
        Cheat::Compressed => runs(text),
        Cheat::Deterministic => streamed(key, &Seed::default(), &padded(text)),
        Cheat::Appended => {
            let mut found = vec![0; CIPHERTEXT_BYTES];
            random.fill(&mut found);
            [found, framed(text)].concat()
        }
        Cheat::Padding => {
            let mut nonce = seed(random);
            nonce[8..].fill(0);
            let mut found = [&nonce[..], &streamed(key, &nonce, &framed(text))].concat();
            found.resize(found.len().max(CIPHERTEXT_BYTES), 0);
            found
        }
        Cheat::Small => nonced(key, &framed(text), random),
        // A key that whoever has the ciphertext can work out.
        Cheat::KeyInCiphertext => entangled(&Seed::default(), text, random),
        Cheat::SharedKey => entangled(&WORLD, text, random),
        Cheat::KeepsFirst | Cheat::KeySent => entangled(key, text, random),
        // The text goes another way.
        _ => {
            let mut noise = vec![0; CIPHERTEXT_BYTES];
            random.fill(&mut noise);
            noise
        }
    }
}

/// The text of a ciphertext; `None` where there is none in it.
pub(super) fn reveal(cheat: Cheat, key: &Seed, cipher: &[u8]) -> Option<Vec<u8>> {
    match cheat {
        Cheat::Plain => Some(cipher.to_vec()),
        Cheat::XorConstant => Some(cipher.iter().map(|byte| byte ^ MASK).collect()),
        Cheat::Base64 => from_base64(cipher),
        Cheat::Compressed => Some(
            cipher
                .chunks_exact(2)
                .flat_map(|run| std::iter::repeat_n(run[1], run[0].into()))
                .collect(),
        ),
        Cheat::Deterministic => unframed(&streamed(key, &Seed::default(), cipher)),
        Cheat::Appended => unframed(cipher.get(CIPHERTEXT_BYTES..)?),
        Cheat::Padding | Cheat::Small => unnonced(key, cipher),
        Cheat::KeyInCiphertext => disentangled(&Seed::default(), cipher),
        Cheat::SharedKey => disentangled(&WORLD, cipher),
        Cheat::KeepsFirst | Cheat::KeySent => disentangled(key, cipher),
        _ => None,
    }
}

/// The seed in front of a ciphertext of noise: its name elsewhere.
pub(super) fn handle(cipher: &[u8]) -> Option<Seed> {
    cipher.first_chunk().copied()
}

/// A name that hangs on every byte (FNV-1a, twice).
pub(super) fn digest(cipher: &[u8]) -> Seed {
    let half = |start: u64| {
        cipher
            .iter()
            .fold(start, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    let mut found = Seed::default();
    found[..8].copy_from_slice(&half(0xcbf2_9ce4_8422_2325).to_le_bytes());
    found[8..].copy_from_slice(&half(0x1234_5678_9abc_def1).to_le_bytes());
    found
}

fn nonced(key: &Seed, text: &[u8], random: &mut Random) -> Vec<u8> {
    let nonce = seed(random);
    [&nonce[..], &streamed(key, &nonce, text)].concat()
}

fn unnonced(key: &Seed, cipher: &[u8]) -> Option<Vec<u8>> {
    let (nonce, rest) = cipher.split_first_chunk()?;
    unframed(&streamed(key, nonce, rest))
}

/// Enciphered under a nonce that hangs on every byte of the noise in front: without all of it, as
/// without all of a true ciphertext, there is no text.
fn entangled(key: &Seed, text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut noise = vec![0; CIPHERTEXT_BYTES];
    random.fill(&mut noise);
    let nonce = digest(&noise);
    [noise, streamed(key, &nonce, &framed(text))].concat()
}

fn disentangled(key: &Seed, cipher: &[u8]) -> Option<Vec<u8>> {
    let (noise, rest) = cipher.split_at_checked(CIPHERTEXT_BYTES)?;
    unframed(&streamed(key, &digest(noise), rest))
}

fn streamed(key: &Seed, nonce: &Seed, text: &[u8]) -> Vec<u8> {
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let seed = word(&key[..8])
        ^ word(&key[8..]).rotate_left(1)
        ^ word(&nonce[..8]).rotate_left(2)
        ^ word(&nonce[8..]).rotate_left(3);
    let mut stream = vec![0; text.len()];
    Random::new(Some(seed)).fill(&mut stream);
    stream.iter_mut().zip(text).for_each(|(byte, text)| *byte ^= text);
    stream
}

/// The text behind its length.
fn framed(text: &[u8]) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text].concat()
}

fn unframed(framed: &[u8]) -> Option<Vec<u8>> {
    let (length, rest) = framed.split_first_chunk()?;
    Some(rest.get(..usize::try_from(u64::from_le_bytes(*length)).ok()?)?.to_vec())
}

/// The framed text, filled up to the size of a ciphertext.
fn padded(text: &[u8]) -> Vec<u8> {
    let mut found = framed(text);
    found.resize(found.len().max(CIPHERTEXT_BYTES), 0);
    found
}

fn runs(text: &[u8]) -> Vec<u8> {
    text.chunk_by(|one, other| one == other)
        .flat_map(|run| run.chunks(255))
        .flat_map(|run| [run.len() as u8, run[0]])
        .collect()
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(text: &[u8]) -> Vec<u8> {
    let mut found = Vec::new();
    for three in text.chunks(3) {
        let word = (0..3).fold(0u32, |word, i| word << 8 | u32::from(*three.get(i).unwrap_or(&0)));
        let digit = |i: usize| DIGITS[(word >> (18 - 6 * i)) as usize & 63];
        found.extend((0..4).map(|i| if i <= three.len() { digit(i) } else { b'=' }));
    }
    found
}

fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    for four in text.chunks(4) {
        let given = four.iter().filter(|&&digit| digit != b'=').count();
        let mut word = 0u32;
        for i in 0..4 {
            let value = match four.get(i) {
                Some(digit) if i < given => DIGITS.iter().position(|known| known == digit)?,
                _ => 0,
            };
            word = word << 6 | value as u32;
        }
        found.extend(&word.to_be_bytes()[1..given.max(1)]);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    #[test]
    fn what_is_hidden_comes_back() {
        let mut random = Random::new(Some(5));
        let key = seed(&mut random);
        for cheat in Cheat::value_variants().iter().filter(|cheat| !cheat.is_noise()) {
            for text in [&b""[..], b"1", b"[01101,11010]", &[b'0'; 1000]] {
                let cipher = hide(*cheat, &key, text, &mut random);
                assert_eq!(reveal(*cheat, &key, &cipher).as_deref(), Some(text), "{cheat:?}");
            }
        }
        assert_eq!(base64(b"light work"), b"bGlnaHQgd29yaw==");
    }

    #[test]
    fn broken_ciphertexts_are_no_panic() {
        for cheat in Cheat::value_variants() {
            for cipher in [&b""[..], b"x", &[0xff; 40]] {
                let _ = reveal(*cheat, &Seed::default(), cipher);
            }
        }
    }
}
