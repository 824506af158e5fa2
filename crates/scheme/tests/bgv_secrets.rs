//! Secrets are neither shown nor left behind in memory.
#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, reason = "this program uses a part")]
#[path = "all/bgv_common/mod.rs"]
mod bgv_common;

use std::{
    fmt::Debug,
    fs::File,
    io::{BufRead, BufReader},
    os::unix::fs::FileExt,
};

use bgv_common::{Bgv, SHAPES, Shape, seed};
use ringassay_ring::{
    IntElement, Powerful,
    sample::{Label, Sampler},
};
use ringassay_scheme::bgv::Context;
use ringassay_testkit::{inputs::Stream, laws::Scheme};
use zeroize::Zeroizing;

/// Words that must not be found: kept inverted, so that they are not found here.
struct Pattern {
    what: &'static str,
    inverted: Vec<u64>,
}

impl Pattern {
    fn new(what: &'static str, words: &[u64]) -> Self {
        assert!(words.len() >= 6, "too few words to be no coincidence");
        Self { what, inverted: words.iter().map(|word| !word).collect() }
    }

    /// How often it occurs in the writable memory of this process, at whole words.
    fn occurrences(&self) -> usize {
        let memory = File::open("/proc/self/mem").unwrap();
        let maps = BufReader::new(File::open("/proc/self/maps").unwrap());
        let regions: Vec<String> = maps.lines().map(Result::unwrap).collect();
        let mut count = 0;
        let mut bytes = Vec::new();
        for region in regions.iter().filter(|region| region.contains(" rw")) {
            let (start, end) = region.split(' ').next().unwrap().split_once('-').unwrap();
            let [start, end] = [start, end].map(|hex| u64::from_str_radix(hex, 16).unwrap());
            bytes.resize((end - start) as usize, 0);
            // Some regions cannot be read.
            if memory.read_exact_at(&mut bytes, start).is_ok() {
                let first = self.inverted[0];
                let found = bytes
                    .chunks_exact(8)
                    .enumerate()
                    .filter(|(at, word)| !word_of(word) == first && self.is_at(&bytes[8 * at..]));
                count += found.count();
            }
            bytes.fill(0);
        }
        count
    }

    fn is_at(&self, bytes: &[u8]) -> bool {
        bytes.len() >= 8 * self.inverted.len()
            && bytes.chunks_exact(8).zip(&self.inverted).all(|(word, x)| !word_of(word) == *x)
    }
}

fn word_of(bytes: &[u8]) -> u64 {
    u64::from_ne_bytes(bytes.try_into().unwrap())
}

fn shape() -> Shape {
    Shape { bits: [&[50, 50], &[], &[50]], ..SHAPES[10] }
}

/// What the secret key with this seed is drawn from.
fn secret_stream(key: u64) -> ringassay_ring::sample::Stream {
    seed(key).derive(Label::new("key.sec"), 0).stream(Label::new("secret"), 0)
}

/// The patterns of the secret key with this seed: its coefficients, and its residues in the CRT basis.
fn patterns(context: &Context<ringassay_ring::RnsRing>, key: u64) -> Vec<Pattern> {
    let parameters = context.parameters();
    let sampler = Sampler::new(&parameters.index, parameters.secret).unwrap();
    let mut secret = IntElement::<Powerful>::zero(&parameters.index);
    sampler.sample_into(secret.coefficients_mut(), &mut secret_stream(key));
    let coefficients = secret.coefficients()[..64].iter().map(|&x| x as u64);
    let coefficients = Zeroizing::new(coefficients.collect::<Vec<u64>>());
    let element = secret.reduce(context.ring()).unwrap();
    assert!(element.is_secret());
    let mut patterns = vec![Pattern::new("coefficients of s", &coefficients)];
    for limb in 0..2 {
        patterns.push(Pattern::new("coefficients of s modulo q", &element.limb(limb)[8..72]));
    }
    let element = element.into_crt();
    for limb in 0..2 {
        patterns.push(Pattern::new("values of s modulo q", &element.limb(limb)[8..24]));
    }
    patterns
}

#[test]
#[cfg(target_os = "linux")]
fn keys_are_erased() {
    // A key that no other test of this process has.
    const KEY: u64 = 77;
    let context = Context::exact(&shape().parameters()).unwrap();
    let patterns = patterns(&context, KEY);
    let message = Stream::new(1).residues(432, 2);
    {
        let bgv = Bgv::new(context.clone(), KEY);
        // The search finds what is there: coefficients and values.
        for pattern in [&patterns[0], &patterns[3], &patterns[4]] {
            assert!(pattern.occurrences() > 0, "{} not found while it is there", pattern.what);
        }
        let (x, y) = (bgv.encrypt(&message, 1), bgv.encrypt_secret(&message, 2));
        let product = bgv.multiply(&x, &y);
        let image = bgv.automorphism(&product, bgv.exponents()[0]);
        assert!(bgv.decrypt(&image).is_ok());
        assert!(context.measure(&bgv.secret, &image).is_ok());
        let copy = bgv.secret.clone();
        drop(copy);
    }
    for pattern in &patterns {
        assert_eq!(pattern.occurrences(), 0, "{} left behind", pattern.what);
    }
}

#[test]
fn nothing_shows_secrets() {
    let bgv = Bgv::new(Context::exact(&shape().parameters()).unwrap(), 1);
    let context = &bgv.context;
    let message = Stream::new(1).residues(432, 2);
    let x = bgv.encrypt(&message, 1);
    let secret = context.encrypt_secret(&bgv.secret, &bgv.plaintext(&message), &seed(2)).unwrap();
    let hoisted = context.hoist(&x).unwrap();
    let other = Bgv::new(context.clone(), 50);
    let errors = [
        context.decrypt(&other.secret, &x).unwrap_err(),
        context.automorphism(&x, 5, &bgv.evaluation).unwrap_err(),
        context.plaintext(vec![9; 432]).unwrap_err(),
        context.switch_to(&x, 99).unwrap_err(),
        context.generate_automorphism_key(&bgv.secret, 7, &seed(3)).unwrap_err(),
    ];
    let mut texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let shown: [&dyn Debug; 8] =
        [&bgv.secret, &bgv.public, &bgv.evaluation, &x, &secret, &hoisted, context, &errors];
    texts.extend(shown.iter().flat_map(|x| [format!("{x:?}"), format!("{x:#?}")]));
    assert_eq!(format!("{:?}", bgv.secret), "SecretKey(…)");
    let words = x.parts().iter().chain(secret.parts()).flat_map(|part| part.words());
    let mut words: Vec<String> =
        words.filter(|word| **word > 1 << 30).map(u64::to_string).collect();
    let sampler = Sampler::new(&context.parameters().index, context.parameters().secret).unwrap();
    let mut s = IntElement::<Powerful>::zero(sampler.index());
    sampler.sample_into(s.coefficients_mut(), &mut secret_stream(1));
    let element = s.reduce(context.ring()).unwrap().into_crt();
    words.extend(element.words().iter().filter(|word| **word > 1 << 30).map(u64::to_string));
    assert!(words.len() > 2000);
    let seeds = [1, 2, 3].map(|i| format!("{:?}", seed(i).expose()));
    for text in &texts {
        let shows = words.iter().find(|word| text.contains(word.as_str()));
        assert!(shows.is_none(), "a word is shown in {text}");
        // Four coefficients in a row, or the bytes of a seed.
        let run = |x: &[i64]| text.contains(format!("{x:?}").trim_matches(['[', ']']));
        assert!(!s.coefficients().windows(4).any(run), "coefficients are shown in {text}");
        assert!(!seeds.iter().any(|seed| text.contains(&seed[1..20])), "a seed is shown in {text}");
    }
}
