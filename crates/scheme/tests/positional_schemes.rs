//! FV, YASHE', F-NTRU and SHIELD on random operations, against their plaintexts: polynomials modulo
//! x^n + 1 and t. After each operation the noise that the key finds lies below the bound that the
//! ciphertext carries.
//!
//! A few hundred operations each; `cargo test -- --ignored` does 10,000.
#![allow(clippy::unwrap_used, clippy::panic)]

use num_bigint::BigUint;
use ringassay_ring::{
    positional::PositionalRing,
    sample::{Label, Seed, Stream},
};
use ringassay_scheme::{
    Error, fntru,
    fntru::FNtru,
    fv,
    fv::Fv,
    ntru,
    rlwe::{Noise, Parameters, Unchecked},
    shield,
    shield::Shield,
    yashe,
    yashe::Yashe,
};

type Ring = PositionalRing;

/// A scheme under judgement.
trait Subject {
    type Ciphertext: Clone;
    /// Whether messages are integer polynomials, of which only the residues are decrypted.
    const GROWS: bool;

    fn parameters(&self) -> &Parameters;
    fn encrypt(&self, message: &[u64], seed: &Seed) -> Self::Ciphertext;
    fn add(&self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Self::Ciphertext;
    fn multiply(&self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Self::Ciphertext;
    fn decrypt(&self, a: &Self::Ciphertext) -> Result<Vec<u64>, Error>;
    fn noise(&self, a: &Self::Ciphertext) -> Noise;
    fn measure(&self, a: &Self::Ciphertext, message: &[i64]) -> f64;
}

/// x·y modulo x^n + 1. Products that no ciphertext can hold may exceed 64 bits: they wrap around.
fn multiply(x: &[i64], y: &[i64]) -> Vec<i64> {
    let n = x.len();
    let mut product = vec![0; n];
    for (i, a) in x.iter().enumerate() {
        for (j, b) in y.iter().enumerate() {
            let (at, sign) = if i + j < n { (i + j, 1) } else { (i + j - n, -1) };
            product[at] = a.wrapping_mul(*b).wrapping_mul(sign).wrapping_add(product[at]);
        }
    }
    product
}

/// Random operations on a pool of ciphertexts; those that would lose the message are replaced by
/// fresh ones.
fn judge<S: Subject>(subject: &S, operations: usize) {
    let Parameters { degree, t, .. } = *subject.parameters();
    let seed = Seed::from_bytes([8; 32]);
    let mut stream = Stream::new(&seed);
    let residues =
        |m: &[i64]| -> Vec<u64> { m.iter().map(|m| m.rem_euclid(t as i64) as u64).collect() };
    let kept = |m: Vec<i64>| -> Vec<i64> {
        if S::GROWS { m } else { m.iter().map(|m| m.rem_euclid(t as i64)).collect() }
    };
    let mut fresh = |number: usize| {
        let m: Vec<i64> = (0..degree).map(|_| (stream.word() % t) as i64).collect();
        (subject.encrypt(&residues(&m), &seed.derive(Label::new("fresh"), number as u64)), m)
    };
    let mut pool: Vec<_> = (0..4).map(&mut fresh).collect();
    let mut choice = Stream::new(&seed.derive(Label::new("choice"), 0));
    let mut pick = |below: usize| choice.word() as usize % below;
    let (mut decrypted, mut products) = (0, 0);
    for number in 0..operations {
        let (i, j, to) = (pick(4), pick(4), pick(4));
        let multiplies = pick(3) > 0;
        let ((a, x), (b, y)) = (&pool[i], &pool[j]);
        let (c, m) = if multiplies {
            (subject.multiply(a, b), kept(multiply(x, y)))
        } else {
            (subject.add(a, b), kept(x.iter().zip(y).map(|(x, y)| x.wrapping_add(*y)).collect()))
        };
        match subject.decrypt(&c) {
            Ok(message) => {
                assert_eq!(message, residues(&m), "operation {number}");
                decrypted += 1;
                products += usize::from(multiplies);
                let (found, bound) = (subject.measure(&c, &m), subject.noise(&c).log2());
                assert!(found <= bound, "operation {number}: 2^{found:.1} above 2^{bound:.1}");
                let most = m.iter().map(|m| m.unsigned_abs()).max().unwrap() as f64;
                assert!(!S::GROWS || most <= subject.noise(&c).message);
                pool[to] = (c, m);
            }
            Err(Error::Undecryptable { .. }) => pool[to] = fresh(4 + number),
            Err(error) => panic!("operation {number}: {error}"),
        }
    }
    assert!(decrypted > operations / 2 && products > operations / 4, "{decrypted}, {products}");
}

macro_rules! subject {
    ($name:ident, $module:ident, $keys:ty, $grows:expr,
     |$s:ident, $key:ident| {
        encrypt($em:ident, $seed:ident): $encrypt:expr,
        add($a:ident, $b:ident): $add:expr, multiply: $multiply:expr,
        decrypt: $decrypt:expr, measure($m:ident): $measure:expr $(,)?
     }) => {
        struct $name($module::$name<Ring>, $keys);

        impl Subject for $name {
            type Ciphertext = $module::Ciphertext<Ring>;
            const GROWS: bool = $grows;

            fn parameters(&self) -> &Parameters {
                self.0.setting().parameters()
            }
            fn encrypt(&self, $em: &[u64], $seed: &Seed) -> Self::Ciphertext {
                let ($s, $key) = (&self.0, &self.1);
                $encrypt.unwrap()
            }
            fn add(&self, $a: &Self::Ciphertext, $b: &Self::Ciphertext) -> Self::Ciphertext {
                let ($s, $key) = (&self.0, &self.1);
                let _ = $key;
                $add.unwrap()
            }
            fn multiply(&self, $a: &Self::Ciphertext, $b: &Self::Ciphertext) -> Self::Ciphertext {
                let ($s, $key) = (&self.0, &self.1);
                let _ = $key;
                $multiply.unwrap()
            }
            fn decrypt(&self, $a: &Self::Ciphertext) -> Result<Vec<u64>, Error> {
                let ($s, $key) = (&self.0, &self.1);
                $decrypt
            }
            fn noise(&self, a: &Self::Ciphertext) -> Noise {
                a.noise
            }
            fn measure(&self, $a: &Self::Ciphertext, message: &[i64]) -> f64 {
                let ($s, $key, $m) = (&self.0, &self.1, message);
                $measure.unwrap()
            }
        }
    };
}

/// Residues again, where messages do not grow.
fn unsigned(message: &[i64]) -> Vec<u64> {
    message.iter().map(|&m| m as u64).collect()
}

mod subjects {
    use super::*;

    pub(super) type FvKeys =
        (fv::SecretKey<Ring>, fv::PublicKey<Ring>, fv::RelinearisationKey<Ring>);
    pub(super) type YasheKeys =
        (ntru::SecretKey<Ring>, ntru::PublicKey<Ring>, yashe::EvaluationKey<Ring>);
    pub(super) type NtruKeys = (ntru::SecretKey<Ring>, ntru::PublicKey<Ring>);
    pub(super) type ShieldKeys = (shield::SecretKey<Ring>, shield::PublicKey<Ring>);
}

mod fv_subject {
    use super::*;
    subject!(Fv, fv, subjects::FvKeys, false, |s, key| {
        encrypt(m, seed): s.encrypt(&key.1, m, seed),
        add(a, b): s.add(a, b),
        multiply: s.multiply(a, b, &key.2),
        decrypt: s.decrypt(&key.0, a, Unchecked::Never),
        measure(m): s.measure(&key.0, a, &unsigned(m)),
    });
    pub(super) fn new(scheme: super::Fv<Ring>, keys: subjects::FvKeys) -> impl Subject {
        Fv(scheme, keys)
    }
}

mod yashe_subject {
    use super::*;
    subject!(Yashe, yashe, subjects::YasheKeys, false, |s, key| {
        encrypt(m, seed): s.encrypt(&key.1, m, seed),
        add(a, b): s.add(a, b, &key.2),
        multiply: s.multiply(a, b, &key.2),
        decrypt: s.decrypt(&key.0, a, Unchecked::Never),
        measure(m): s.measure(&key.0, a, &unsigned(m)),
    });
    pub(super) fn new(scheme: super::Yashe<Ring>, keys: subjects::YasheKeys) -> impl Subject {
        Yashe(scheme, keys)
    }
}

mod fntru_subject {
    use super::*;
    subject!(FNtru, fntru, subjects::NtruKeys, true, |s, key| {
        encrypt(m, seed): s.encrypt(&key.1, m, seed),
        add(a, b): s.add(a, b),
        multiply: s.multiply(a, b),
        decrypt: s.decrypt(&key.0, a, Unchecked::Never),
        measure(m): s.measure(&key.0, a, m),
    });
    pub(super) fn new(scheme: super::FNtru<Ring>, keys: subjects::NtruKeys) -> impl Subject {
        FNtru(scheme, keys)
    }
}

mod shield_subject {
    use super::*;
    subject!(Shield, shield, subjects::ShieldKeys, true, |s, key| {
        encrypt(m, seed): s.encrypt(&key.1, m, seed),
        add(a, b): s.add(a, b),
        multiply: s.multiply(a, b),
        decrypt: s.decrypt(&key.0, a, Unchecked::Never),
        measure(m): s.measure(&key.0, a, m),
    });
    pub(super) fn new(scheme: super::Shield<Ring>, keys: subjects::ShieldKeys) -> impl Subject {
        Shield(scheme, keys)
    }
}

fn power(bits: u32) -> BigUint {
    BigUint::from(1_u32) << bits
}

fn instance(degree: usize, q: BigUint, t: u64, log2_w: u32) -> (Parameters, Ring, Seed) {
    let ring = Ring::new(degree, &q).unwrap();
    (Parameters { degree, q, t, log2_w }, ring, Seed::from_bytes([2; 32]))
}

fn judge_fv(operations: usize) {
    for (n, q, t, log2_w) in
        [(16, power(130), 2, 8), (8, power(150) - 3_u32, 60, 16), (32, power(100) + 7_u32, 5, 2)]
    {
        let (parameters, ring, seed) = instance(n, q, t, log2_w);
        let scheme = Fv::new(&parameters, ring).unwrap();
        let secret = scheme.generate_secret_key(&seed).unwrap();
        let public = scheme.generate_public_key(&secret, &seed).unwrap();
        let key = scheme.generate_relinearisation_key(&secret, &seed).unwrap();
        judge(&fv_subject::new(scheme, (secret, public, key)), operations / 3 + 1);
    }
}

fn judge_yashe(operations: usize) {
    for (n, q, t, log2_w) in
        [(16, power(130), 2, 8), (8, power(200) - 3_u32, 60, 16), (32, power(120), 5, 2)]
    {
        let (parameters, ring, seed) = instance(n, q, t, log2_w);
        let scheme = Yashe::new(&parameters, ring).unwrap();
        let (secret, public) = scheme.generate_keys(&seed).unwrap();
        let key = scheme.generate_evaluation_key(&secret, &public, &seed).unwrap();
        judge(&yashe_subject::new(scheme, (secret, public, key)), operations / 3 + 1);
    }
}

fn judge_fntru(operations: usize) {
    for (n, q, log2_w) in [(16, power(60), 2), (8, power(61) - 5_u32, 8)] {
        let (parameters, ring, seed) = instance(n, q, 2, log2_w);
        let scheme = FNtru::new(&parameters, ring).unwrap();
        let keys = scheme.generate_keys(&seed).unwrap();
        judge(&fntru_subject::new(scheme, keys), operations / 2);
    }
}

fn judge_shield(operations: usize) {
    for (n, bits) in [(8, 36), (4, 30)] {
        let (parameters, ring, seed) = instance(n, power(bits), 2, 1);
        let scheme = Shield::new(&parameters, ring).unwrap();
        let secret = scheme.generate_secret_key(&seed).unwrap();
        let public = scheme.generate_public_key(&secret, &seed).unwrap();
        judge(&shield_subject::new(scheme, (secret, public)), operations / 2);
    }
}

const FEW: usize = 300;
const MANY: usize = 10_000;

#[test]
fn fv_is_right() {
    judge_fv(FEW);
}

#[test]
fn yashe_is_right() {
    judge_yashe(FEW);
}

#[test]
fn fntru_is_right() {
    judge_fntru(FEW);
}

#[test]
fn shield_is_right() {
    judge_shield(FEW);
}

#[test]
#[ignore = "10,000 operations"]
fn fv_is_right_often() {
    judge_fv(MANY);
}

#[test]
#[ignore = "10,000 operations"]
fn yashe_is_right_often() {
    judge_yashe(MANY);
}

#[test]
#[ignore = "10,000 operations"]
fn fntru_is_right_often() {
    judge_fntru(MANY);
}

#[test]
#[ignore = "10,000 operations"]
fn shield_is_right_often() {
    judge_shield(MANY);
}

/// A product and a sum at the paper's degree, with monomials: x^i·x^j is known without a schoolbook.
fn judge_monomials<S: Subject>(subject: &S) {
    let n = subject.parameters().degree;
    let monomial = |i: usize| -> Vec<i64> { (0..n).map(|c| i64::from(c == i)).collect() };
    let encrypt = |i: usize| {
        let message: Vec<u64> = unsigned(&monomial(i));
        subject.encrypt(&message, &Seed::from_bytes([i as u8; 32]))
    };
    let product = subject.multiply(&encrypt(5), &encrypt(n - 7));
    assert_eq!(subject.decrypt(&product).unwrap(), unsigned(&monomial(n - 2)));
    let sum = subject.add(&product, &encrypt(9));
    let m: Vec<i64> = (0..n).map(|c| i64::from(c == 9 || c == n - 2)).collect();
    assert_eq!(subject.decrypt(&sum).unwrap(), unsigned(&m));
    assert!(subject.measure(&sum, &m) < subject.noise(&sum).log2());
}

#[test]
fn the_degree_of_the_paper() {
    let (parameters, ring, seed) = instance(4096, power(281), 2, 28);
    let scheme = Fv::new(&parameters, ring.clone()).unwrap();
    let secret = scheme.generate_secret_key(&seed).unwrap();
    let public = scheme.generate_public_key(&secret, &seed).unwrap();
    let key = scheme.generate_relinearisation_key(&secret, &seed).unwrap();
    judge_monomials(&fv_subject::new(scheme, (secret, public, key)));
    let scheme = Yashe::new(&parameters, ring).unwrap();
    let (secret, public) = scheme.generate_keys(&seed).unwrap();
    let key = scheme.generate_evaluation_key(&secret, &public, &seed).unwrap();
    judge_monomials(&yashe_subject::new(scheme, (secret, public, key)));
}

#[test]
fn what_has_no_instance_is_refused() {
    let (parameters, ring, _) = instance(8, power(40), 2, 2);
    assert!(Fv::new(&Parameters { t: 1, ..parameters.clone() }, ring.clone()).is_err());
    assert!(Fv::new(&Parameters { log2_w: 49, ..parameters.clone() }, ring.clone()).is_err());
    assert!(Fv::new(&Parameters { degree: 16, ..parameters.clone() }, ring.clone()).is_err());
    assert!(FNtru::new(&Parameters { t: 3, ..parameters.clone() }, ring.clone()).is_err());
    assert!(Shield::new(&parameters, ring.clone()).is_err(), "w = 4");
    let scheme = FNtru::new(&parameters, ring).unwrap();
    let (_, public) = scheme.generate_keys(&Seed::from_bytes([1; 32])).unwrap();
    for message in [vec![0; 7], vec![2; 8]] {
        assert!(scheme.encrypt(&public, &message, &Seed::from_bytes([1; 32])).is_err());
    }
}
