//! FV, YASHE', F-NTRU and SHIELD: bytes by the page on the format, and what must be refused.

use std::path::Path;

use num_bigint::BigUint;
use ringassay_bigring::MultiprecisionRing;
use ringassay_papers::{
    MultiprecisionScheme,
    fntru::FNtru,
    fv::Fv,
    rlwe::{Parameters, Unchecked},
    saved::{
        load_ciphertext, load_evaluation_vector, load_parameters, save_ciphertext,
        save_evaluation_vector, save_parameters,
    },
    shield::Shield,
    yashe::Yashe,
};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Scheme,
    serial::{Kind, SerialError, inspect},
};

use crate::{
    envelope::hashed,
    invariant::{self, multiprecision_load},
};

type Ring = MultiprecisionRing;

const HEADER: usize = 52;
const HASH: usize = 32;
const CONTEXT: &str = "ringassay 2026 fingerprint of positional parameters";

fn seed(number: u8) -> Seed {
    Seed::from_bytes([number; 32])
}

fn parameters(degree: usize, q: BigUint, t: u64, log2_w: u32) -> Parameters {
    Parameters { degree, q, t, log2_w }
}

fn power(bits: u32) -> BigUint {
    BigUint::from(1_u32) << bits
}

/// Coefficients of a packed element, bit by bit.
fn unpack(bytes: &[u8], n: usize, bits: usize) -> (Vec<BigUint>, usize) {
    let mut coefficients = vec![BigUint::default(); n];
    let (mut at, mut low) = (0, 0);
    while low < bits {
        let wide = (bits - low).min(64);
        for (i, coefficient) in coefficients.iter_mut().enumerate() {
            for k in 0..wide {
                let bit = i * wide + k;
                let set = bytes[at + bit / 8] >> (bit % 8) & 1 == 1;
                coefficient.set_bit((low + k) as u64, set);
            }
        }
        at += (n * wide).div_ceil(8);
        low += wide;
    }
    (coefficients, at)
}

fn check<S: MultiprecisionScheme<Ring>>(p: &Parameters, of: Scheme) {
    let saved = save_parameters(S::SCHEME, p).unwrap();
    let header = inspect(&saved).unwrap();
    assert_eq!(
        (header.scheme, header.kind, header.bytes),
        (of, Kind::Parameters, saved.len() as u64)
    );
    assert_eq!(&load_parameters(S::SCHEME, &saved).unwrap(), p);

    let ring = Ring::new(p.degree, &p.q).unwrap();
    let scheme = S::new(p, ring).unwrap();
    let (secret, public) = scheme.generate_keys(&seed(1)).unwrap();
    let vector = scheme.draw_evaluation_vector(&secret, &public, &seed(2)).unwrap();
    let evaluation = vector.map(|vector| {
        let saved = save_evaluation_vector(&scheme, &vector).unwrap();
        let loaded = load_evaluation_vector(&scheme, &saved).unwrap();
        assert_eq!(loaded.to_big(), vector.to_big());
        assert_eq!(save_evaluation_vector(&scheme, &loaded).unwrap(), saved);
        refused(&saved, |bytes| load_evaluation_vector(&scheme, bytes).map(|_| ()));
        loaded
    });
    let key = scheme.evaluation_key(evaluation.as_ref()).unwrap();

    let message: Vec<u64> = (0..p.degree as u64).map(|i| i % p.t).collect();
    let fresh = scheme.encrypt(&public, &message, &seed(3)).unwrap();
    let product = scheme.multiply(&fresh, &fresh, &key).unwrap();
    for ciphertext in [fresh, product, scheme.short_constant(&[1]).unwrap()] {
        let saved = save_ciphertext(&scheme, &ciphertext).unwrap();
        let loaded = load_ciphertext(&scheme, &saved).unwrap();
        assert_eq!(save_ciphertext(&scheme, &loaded).unwrap(), saved);
        let [found, expected] =
            [&loaded, &ciphertext].map(|x| scheme.decrypt(&secret, x, Unchecked::Always).unwrap());
        assert_eq!(found, expected);
        // As the page says.
        let parts = S::parts(&ciphertext);
        let body = &saved[HEADER..saved.len() - HASH];
        assert_eq!(body[0], u8::from(parts.squared));
        let noise = [parts.noise.bound, parts.noise.message, parts.noise.terms];
        let doubles = noise.map(f64::to_le_bytes).concat();
        assert_eq!(&body[1..25], doubles);
        let (mut at, mut coefficients) = (25, Vec::new());
        for _ in 0..parts.vector.count() {
            let (element, bytes) = unpack(&body[at..], p.degree, p.q.bits() as usize);
            coefficients.extend(element);
            at += bytes;
        }
        assert_eq!((at, coefficients), (body.len(), parts.vector.to_big()));
        refused(&saved, |bytes| load_ciphertext(&scheme, bytes).map(|_| ()));
    }
}

/// Damage, cuts, other kinds and schemes.
fn refused(saved: &[u8], load: impl Fn(&[u8]) -> Result<(), SerialError>) {
    for at in (0..saved.len()).step_by(saved.len() / 40 + 1) {
        let mut other = saved.to_vec();
        other[at] ^= 0x10;
        assert!(load(&other).is_err(), "byte {at}");
        assert!(load(&saved[..at]).is_err(), "{at} bytes");
        // With a hash that fits: an object or none, but no panic.
        let _ = load(&hashed(other));
    }
    for scheme in 0..=6_u8 {
        for kind in 0..=7_u8 {
            let mut other = saved.to_vec();
            (other[10], other[11]) = (scheme, kind);
            let is_itself = (scheme, kind) == (saved[10], saved[11]);
            assert_eq!(load(&hashed(other)).is_ok(), is_itself, "{scheme}, {kind}");
        }
    }
    let mut longer = saved.to_vec();
    longer.push(0);
    assert!(matches!(load(&longer), Err(SerialError::Trailing { count: 1 })));
}

#[test]
fn round_trips_of_all_schemes() {
    for q in [power(40), power(63) + 5_u32, power(64) - 59_u32, power(64), power(130) - 5_u32] {
        check::<Fv<Ring>>(&parameters(16, q.clone(), 5, 7), Scheme::Fv);
        let odd = &q + if q.bit(0) { 0_u32 } else { 1 };
        check::<Yashe<Ring>>(&parameters(8, odd.clone(), 2, 10), Scheme::Yashe);
        check::<FNtru<Ring>>(&parameters(8, odd, 2, 20), Scheme::Fntru);
    }
    check::<Shield<Ring>>(&parameters(4, power(20), 2, 1), Scheme::Shield);
    check::<Shield<Ring>>(&parameters(4, power(65), 2, 1), Scheme::Shield);
}

#[test]
fn contents_that_nobody_saved() {
    let p = parameters(8, power(70) - 3_u32, 2, 10);
    let scheme = Yashe::<Ring>::new(&p, Ring::new(8, &p.q).unwrap()).unwrap();
    let good = save_ciphertext(&scheme, &scheme.short_constant(&[1]).unwrap()).unwrap();
    let load = |at: usize, bytes: &[u8]| {
        let mut other = good.clone();
        other[HEADER + at..][..bytes.len()].copy_from_slice(bytes);
        load_ciphertext(&scheme, &hashed(other))
    };
    assert!(load(0, &[1]).is_ok() && load(0, &[2]).is_err());
    for noise in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        assert!(load(1, &noise.to_le_bytes()).is_err());
    }
    assert!(load(1, &f64::INFINITY.to_le_bytes()).is_ok());
    for terms in [0.0, 9.0, f64::NAN] {
        assert!(load(17, &terms.to_le_bytes()).is_err());
    }
    // q itself, and the largest residue, as the first coefficient.
    let low = |x: &BigUint| x.to_u64_digits()[0].to_le_bytes();
    for (x, is_residue) in [(p.q.clone(), false), (&p.q - 1_u32, true)] {
        let mut other = good.clone();
        other[HEADER + 25..][..8].copy_from_slice(&low(&x));
        other[HEADER + 25 + 64] = 0x3f;
        assert_eq!(load_ciphertext(&scheme, &hashed(other)).is_ok(), is_residue);
    }
    // Parameters without a ring.
    let saved = save_parameters(Yashe::<Ring>::SCHEME, &p).unwrap();
    for (at, byte) in [(0, 7), (4, 1), (12, 49), (12, 0), (28, 0)] {
        let mut other = saved.clone();
        other[HEADER + at] = byte;
        let end = other.len() - HASH;
        let name = blake3::derive_key(CONTEXT, &other[HEADER..end]);
        assert_eq!(blake3::derive_key(CONTEXT, &saved[HEADER..end]), saved[20..HEADER]);
        other[20..HEADER].copy_from_slice(&name);
        assert!(load_parameters(Yashe::<Ring>::SCHEME, &hashed(other)).is_err(), "{at}");
    }
}

/// Bodies of an instance of the fuzz target, as its inputs.
fn inputs<S: MultiprecisionScheme<Ring>>(scheme: u8, p: &Parameters) -> Vec<Vec<u8>> {
    let of = S::new(p, Ring::new(p.degree, &p.q).unwrap()).unwrap();
    let (secret, public) = of.generate_keys(&seed(1)).unwrap();
    let vector = of.draw_evaluation_vector(&secret, &public, &seed(1)).unwrap();
    let fresh = of.encrypt_short(&public, &[1], &seed(1)).unwrap();
    let mut objects = vec![
        (0, save_parameters(S::SCHEME, p).unwrap()),
        (2, save_ciphertext(&of, &fresh).unwrap()),
    ];
    if let Some(vector) = vector {
        objects.push((1, save_evaluation_vector(&of, &vector).unwrap()));
    }
    let body = |object: &[u8]| object[HEADER..object.len() - HASH].to_vec();
    objects.iter().map(|(kind, object)| [&[scheme, *kind], &body(object)[..]].concat()).collect()
}

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/multiprecision_load");

#[test]
fn the_corpus_of_the_fuzz_target() {
    for entry in std::fs::read_dir(CORPUS).unwrap() {
        multiprecision_load(&std::fs::read(entry.unwrap().path()).unwrap());
    }
}

/// The invariant of the fuzz target, on objects with some of their bytes changed.
#[test]
fn changed_objects_are_harmless() {
    let parameters = invariant::parameters;
    let all = [
        inputs::<Fv<Ring>>(0, &parameters(70, 1, 7, 10)),
        inputs::<Yashe<Ring>>(1, &parameters(70, 1, 2, 10)),
        inputs::<FNtru<Ring>>(2, &parameters(30, 1, 2, 10)),
        inputs::<Shield<Ring>>(3, &parameters(12, 0, 2, 1)),
    ];
    for (i, input) in all.into_iter().flatten().enumerate() {
        // What was saved when the format was made is what is saved today.
        let path = Path::new(CORPUS).join(format!("v2-{i}"));
        if std::env::var_os("RINGASSAY_WRITE_CORPUS").is_some() {
            std::fs::write(&path, &input).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == input, "{} is saved otherwise", path.display());
        multiprecision_load(&input);
        let step = input.len() / 100 + 1;
        for at in (2..input.len()).step_by(step) {
            for change in [0x01, 0x80, 0xff] {
                let mut other = input.clone();
                other[at] ^= change;
                multiprecision_load(&other);
            }
            multiprecision_load(&input[..at]);
        }
    }
}
