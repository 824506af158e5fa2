//! FV, YASHE', F-NTRU and SHIELD on random operations, against their plaintexts: polynomials modulo
//! x^n + 1 and t. After each operation the noise that the key finds lies below the bound that the
//! ciphertext carries.
//!
//! A few hundred operations each; `cargo test -- --ignored` does 10,000.

use num_bigint::BigUint;
use ringassay_bigring::{MultiprecisionRing, Vector};
use ringassay_papers::{
    Error, MultiprecisionScheme,
    fntru::FNtru,
    fv::Fv,
    rlwe::{Noise, Parameters, Unchecked},
    shield::Shield,
    yashe::Yashe,
};
use ringassay_ring::sample::{Label, Seed, Stream};
use ringassay_scheme::Error as SchemeError;

type Ring = MultiprecisionRing;

/// What the key finds of noise, by the scheme's own function.
type Measure<S> = fn(
    &S,
    &<S as MultiprecisionScheme<Ring>>::Secret,
    &<S as MultiprecisionScheme<Ring>>::Ciphertext,
    &[i64],
) -> Result<f64, Error>;

/// A scheme under judgement, with its keys.
struct Subject<S: MultiprecisionScheme<Ring>> {
    scheme: S,
    secret: S::Secret,
    public: S::Public,
    evaluation: S::Evaluation,
    measure: Measure<S>,
}

impl<S: MultiprecisionScheme<Ring>> Subject<S> {
    fn new((parameters, ring, seed): (Parameters, Ring, Seed), measure: Measure<S>) -> Self {
        let scheme = S::new(&parameters, ring).unwrap();
        let (secret, public) = scheme.generate_keys(&seed).unwrap();
        let vector = scheme.draw_evaluation_vector(&secret, &public, &seed).unwrap();
        assert_eq!(vector.as_ref().map_or(0, Vector::count), scheme.evaluation_elements());
        let evaluation = scheme.evaluation_key(vector.as_ref()).unwrap();
        Self { scheme, secret, public, evaluation, measure }
    }

    /// Whether messages are integer polynomials, of which only the residues are decrypted.
    fn grows() -> bool {
        S::SCHEME.has_bits_only()
    }

    fn parameters(&self) -> &Parameters {
        self.scheme.context().parameters()
    }

    fn encrypt(&self, message: &[u64], seed: &Seed) -> S::Ciphertext {
        self.scheme.encrypt_short(&self.public, message, seed).unwrap()
    }

    fn add(&self, a: &S::Ciphertext, b: &S::Ciphertext) -> S::Ciphertext {
        self.scheme.add(a, b, &self.evaluation).unwrap()
    }

    fn multiply(&self, a: &S::Ciphertext, b: &S::Ciphertext) -> S::Ciphertext {
        self.scheme.multiply(a, b, &self.evaluation).unwrap()
    }

    fn decrypt(&self, a: &S::Ciphertext) -> Result<Vec<u64>, Error> {
        self.scheme.decrypt(&self.secret, a, Unchecked::Never)
    }

    fn noise(&self, a: &S::Ciphertext) -> Noise {
        S::parts(a).noise
    }

    fn measure(&self, a: &S::Ciphertext, message: &[i64]) -> f64 {
        (self.measure)(&self.scheme, &self.secret, a, message).unwrap()
    }
}

fn fv(instance: (Parameters, Ring, Seed)) -> Subject<Fv<Ring>> {
    Subject::new(instance, |s, key, a, m| s.measure(key, a, &unsigned(m)))
}

fn yashe(instance: (Parameters, Ring, Seed)) -> Subject<Yashe<Ring>> {
    Subject::new(instance, |s, key, a, m| s.measure(key, a, &unsigned(m)))
}

fn fntru(instance: (Parameters, Ring, Seed)) -> Subject<FNtru<Ring>> {
    Subject::new(instance, |s, key, a, m| s.measure(key, a, m))
}

fn shield(instance: (Parameters, Ring, Seed)) -> Subject<Shield<Ring>> {
    Subject::new(instance, |s, key, a, m| s.measure(key, a, m))
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
fn judge<S: MultiprecisionScheme<Ring>>(subject: &Subject<S>, operations: usize) {
    let degree = subject.parameters().degree;
    judge_short(subject, operations, degree);
}

/// Likewise with messages of so many coefficients when they are fresh.
fn judge_short<S: MultiprecisionScheme<Ring>>(
    subject: &Subject<S>,
    operations: usize,
    length: usize,
) {
    let Parameters { degree, t, .. } = *subject.parameters();
    let seed = Seed::from_bytes([8; 32]);
    let mut stream = Stream::new(&seed);
    let residues =
        |m: &[i64]| -> Vec<u64> { m.iter().map(|m| m.rem_euclid(t as i64) as u64).collect() };
    let kept = |m: Vec<i64>| -> Vec<i64> {
        if Subject::<S>::grows() { m } else { m.iter().map(|m| m.rem_euclid(t as i64)).collect() }
    };
    let mut fresh = |number: usize| {
        let m: Vec<i64> = (0..degree).map(|_| (stream.word() % t) as i64).collect();
        let m: Vec<i64> =
            m.iter().enumerate().map(|(c, &m)| if c < length { m } else { 0 }).collect();
        let fresh = seed.derive(Label::new("fresh"), number as u64);
        (subject.encrypt(&residues(&m)[..length], &fresh), m)
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
                assert!(!Subject::<S>::grows() || most <= subject.noise(&c).message);
                pool[to] = (c, m);
            }
            Err(Error::Scheme(SchemeError::Undecryptable { .. })) => pool[to] = fresh(4 + number),
            Err(error) => panic!("operation {number}: {error}"),
        }
    }
    assert!(decrypted > operations / 2 && products > operations / 4, "{decrypted}, {products}");
}

/// Residues again, where messages do not grow.
fn unsigned(message: &[i64]) -> Vec<u64> {
    message.iter().map(|&m| m as u64).collect()
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
        judge(&fv(instance(n, q, t, log2_w)), operations / 3 + 1);
    }
}

fn judge_yashe(operations: usize) {
    for (n, q, t, log2_w) in
        [(16, power(130), 2, 8), (8, power(200) - 3_u32, 60, 16), (32, power(120), 5, 2)]
    {
        judge(&yashe(instance(n, q, t, log2_w)), operations / 3 + 1);
    }
}

fn judge_fntru(operations: usize) {
    for (n, q, log2_w) in [(16, power(60), 2), (8, power(61) - 5_u32, 8)] {
        judge(&fntru(instance(n, q, 2, log2_w)), operations / 2);
    }
}

fn judge_shield(operations: usize) {
    for (n, bits) in [(8, 36), (4, 30)] {
        judge(&shield(instance(n, power(bits), 2, 1)), operations / 2);
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
#[ignore = "10,000 operations: make test-long"]
fn fv_is_right_often() {
    judge_fv(MANY);
}

#[test]
#[ignore = "10,000 operations: make test-long"]
fn yashe_is_right_often() {
    judge_yashe(MANY);
}

#[test]
#[ignore = "10,000 operations: make test-long"]
fn fntru_is_right_often() {
    judge_fntru(MANY);
}

#[test]
#[ignore = "10,000 operations: make test-long"]
fn shield_is_right_often() {
    judge_shield(MANY);
}

/// A product and a sum at the paper's degree, with monomials: x^i·x^j is known without a schoolbook.
fn judge_monomials<S: MultiprecisionScheme<Ring>>(subject: &Subject<S>) {
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
    judge_monomials(&fv(instance(4096, power(281), 2, 28)));
    judge_monomials(&yashe(instance(4096, power(281), 2, 28)));
}

/// Messages that are known to be short: tighter bounds, which have to hold all the same.
#[test]
fn constants_and_short_messages() {
    for length in [1, 3] {
        judge_short(&fntru(instance(16, power(75) - 1_u32, 2, 2)), FEW, length);
        judge_short(&shield(instance(8, power(45), 2, 1)), FEW / 2, length);
        judge_short(&fv(instance(16, power(130), 2, 8)), FEW / 2, length);
    }
}

/// Negation, products with public integers and public messages, modulo x^n + 1 and t.
fn judge_public<S: MultiprecisionScheme<Ring>>(subject: &Subject<S>) {
    let Parameters { degree, t, .. } = *subject.parameters();
    let (scheme, t) = (&subject.scheme, t as i64);
    let residues = |m: &[i64]| -> Vec<u64> { m.iter().map(|m| m.rem_euclid(t) as u64).collect() };
    let check = |a: &S::Ciphertext, m: &[i64]| {
        let m = residues(m);
        assert_eq!(subject.decrypt(a).unwrap(), m);
        let m: Vec<i64> = m.iter().map(|&m| m as i64).collect();
        if !Subject::<S>::grows() {
            assert!(subject.measure(a, &m) <= subject.noise(a).log2());
        }
    };
    let m: Vec<i64> = (0..degree as i64).map(|i| i * i % t).collect();
    let other: Vec<i64> = (0..degree as i64).map(|i| (3 * i + t - 1) % t).collect();
    let a = subject.encrypt(&residues(&m), &Seed::from_bytes([5; 32]));
    for (a, m) in [(a.clone(), m.clone()), (subject.multiply(&a, &a), multiply(&m, &m))] {
        check(&scheme.negate(&a), &m.iter().map(|m| -m).collect::<Vec<_>>());
        for factor in [0, 1, -1, 7, -(t / 2)] {
            let m: Vec<i64> = m.iter().map(|m| m.rem_euclid(t) * factor).collect();
            check(&scheme.scale(&a, factor).unwrap(), &m);
        }
        let public = scheme.constant(&residues(&other)).unwrap();
        check(
            &subject.add(&a, &public),
            &m.iter().zip(&other).map(|(x, y)| x + y).collect::<Vec<_>>(),
        );
        check(&subject.multiply(&a, &public), &multiply(&m, &other));
        let ready = scheme.ready(a.clone(), &subject.evaluation).unwrap();
        assert!(!S::parts(&ready).squared);
        check(&ready, &m);
    }
}

#[test]
fn public_operands() {
    for (q, t) in [(power(150), 2), (power(150) - 3_u32, 60), (power(160) + 1_u32, 257)] {
        judge_public(&fv(instance(16, q.clone(), t, 8)));
        judge_public(&yashe(instance(16, q, t, 8)));
    }
    judge_public(&fntru(instance(16, power(75) - 1_u32, 2, 4)));
    judge_public(&shield(instance(8, power(45), 2, 1)));
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
