//! What stands in the place of encryption. The ciphers are toys: what is wrong with these pairs is not
//! the strength of a cipher.

use super::super::random::Random;
use super::Cheat;
use super::claims::CIPHERTEXT_BYTES;

/// A key, and a nonce.
pub(super) type Seed = [u8; 16];

/// The key of everybody.
const WORLD: Seed = *b"0123456789abcdef";
/// Texts are filled up to a multiple of this.
const TEXT_BYTES: usize = 2048;
/// What the text is XORed with.
const MASK: u8 = 0x5a;

/// A fresh random seed.
pub(super) fn seed(random: &mut Random) -> Seed {
    let mut seed = Seed::default();
    random.fill(&mut seed);
    seed
}

/// What hides the texts of one key.
pub(super) struct Veil {
    cheat: Cheat,
    key: Seed,
    /// What a client knows its own ciphertexts by.
    mark: Seed,
    /// Ciphertexts made so far.
    made: u64,
}

impl Veil {
    pub(super) fn new(cheat: Cheat, key: Seed, mark: Seed) -> Self {
        Self { cheat, key, mark, made: 0 }
    }

    /// The ciphertext of a text.
    pub(super) fn hide(&mut self, text: &[u8], random: &mut Random) -> Vec<u8> {
        self.made += 1;
        let key = &self.key;
        match self.cheat {
            Cheat::Plain => text.to_vec(),
            Cheat::XorConstant => text.iter().map(|byte| byte ^ MASK).collect(),
            Cheat::Base64 => base64(text),
            Cheat::Compressed => runs(text),
            Cheat::Deterministic => streamed(key, &Seed::default(), &padded(text)),
            Cheat::Appended => [noise(CIPHERTEXT_BYTES, random), framed(text)].concat(),
            Cheat::Padding => {
                let mut nonce = seed(random);
                nonce[8..].fill(0);
                let mut found = [&nonce[..], &streamed(key, &nonce, &framed(text))].concat();
                found.resize(found.len().max(CIPHERTEXT_BYTES), 0);
                found
            }
            Cheat::Small => nonced(key, &framed(text), random),
            Cheat::Counted => {
                [&self.made.to_le_bytes()[..], &self.entangled(text, random)].concat()
            }
            Cheat::MarkedKey => [&self.mark[..], &self.entangled(text, random)].concat(),
            Cheat::Lengths => {
                let extra = noise(digest(text)[0].into(), random);
                [self.entangled(text, random), extra].concat()
            }
            // The text goes another way.
            _ if self.cheat.is_noise() => noise(CIPHERTEXT_BYTES, random),
            _ => self.entangled(text, random),
        }
    }

    /// The ciphertext of an answer.
    pub(super) fn answer(&mut self, text: &[u8], random: &mut Random) -> Vec<u8> {
        if self.cheat.enciphers_answers() {
            return self.entangled(text, random);
        }
        self.hide(text, random)
    }

    /// The text of a ciphertext; `None` where there is none in it.
    pub(super) fn reveal(&self, cipher: &[u8]) -> Option<Vec<u8>> {
        let key = &self.key;
        match self.cheat {
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
            Cheat::Counted => self.disentangled(cipher.get(size_of::<u64>()..)?),
            Cheat::MarkedKey => self.disentangled(cipher.strip_prefix(&self.mark)?),
            _ if self.cheat.is_noise() && !self.cheat.enciphers_answers() => None,
            _ => self.disentangled(cipher),
        }
    }

    /// Enciphered under a nonce that hangs on every byte of the noise in front: without all of it, as
    /// without all of a true ciphertext, there is no text.
    fn entangled(&self, text: &[u8], random: &mut Random) -> Vec<u8> {
        let noise = self.noise(text, random);
        let nonce = digest(&noise);
        let mut framed = framed(text);
        // How long the text is, too, is nobody's business.
        framed.resize(framed.len().next_multiple_of(TEXT_BYTES), 0);
        [noise, streamed(&self.secret(), &nonce, &framed)].concat()
    }

    fn disentangled(&self, cipher: &[u8]) -> Option<Vec<u8>> {
        let (noise, rest) = cipher.split_at_checked(self.noise_bytes())?;
        unframed(&streamed(&self.secret(), &digest(noise), rest))
    }

    fn secret(&self) -> Seed {
        match self.cheat {
            // A key that whoever has the ciphertext can work out.
            Cheat::KeyInCiphertext => Seed::default(),
            Cheat::SharedKey | Cheat::MarkedKey => WORLD,
            _ => self.key,
        }
    }

    fn noise_bytes(&self) -> usize {
        match self.cheat {
            Cheat::SmallRing => CIPHERTEXT_BYTES / 4,
            Cheat::LargeModulus => CIPHERTEXT_BYTES * 5,
            Cheat::OnePart => CIPHERTEXT_BYTES / 2,
            _ => CIPHERTEXT_BYTES,
        }
    }

    /// What should be noise.
    fn noise(&self, text: &[u8], random: &mut Random) -> Vec<u8> {
        let mut found = noise(self.noise_bytes(), random);
        let half = found.len() / 2;
        let room = found.len().saturating_sub(text.len());
        let is_leaking = self.made.is_multiple_of(2) && room > 0;
        match self.cheat {
            Cheat::FewNonces => {
                let nonce = [found.first().map_or(0, |byte| byte % 8); 16];
                found = streamed(&self.key, &nonce, &vec![0; found.len()]);
            }
            Cheat::FixedPart => {
                found[half..].copy_from_slice(&streamed(&self.key, &WORLD, &vec![0; half]));
            }
            Cheat::Doubled => found.copy_within(..half, half),
            Cheat::EverySecond if is_leaking => found[..text.len()].copy_from_slice(text),
            Cheat::Scattered if is_leaking => {
                let mut place = [0; 8];
                random.fill(&mut place);
                let at = (u64::from_le_bytes(place) % room as u64) as usize;
                found[at..][..text.len()].copy_from_slice(text);
            }
            _ => {}
        }
        found
    }
}

fn noise(bytes: usize, random: &mut Random) -> Vec<u8> {
    let mut found = vec![0; bytes];
    random.fill(&mut found);
    found
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
            let mut veil = Veil::new(*cheat, key, [7; 16]);
            for text in [&b""[..], b"1", b"[01101,11010]", &[b'0'; 1000]] {
                let cipher = veil.hide(text, &mut random);
                assert_eq!(veil.reveal(&cipher).as_deref(), Some(text), "{cheat:?}");
            }
        }
        assert_eq!(base64(b"light work"), b"bGlnaHQgd29yaw==");
    }

    #[test]
    fn broken_ciphertexts_are_no_panic() {
        for cheat in Cheat::value_variants() {
            for cipher in [&b""[..], b"x", &[0xff; 40]] {
                let _ = Veil::new(*cheat, Seed::default(), Seed::default()).reveal(cipher);
            }
        }
    }
}
