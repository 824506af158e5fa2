//! Polynomials, matrices and sums of BGV and BFV at many indices, against integers modulo t.

use ringassay_functions::{
    integers::Evaluator,
    polynomial::{Plan, Polynomial, SlotPolynomials, evaluate},
    sums::inner_sum,
    transform::{LinearTransform, Matrix, apply, of_integers},
};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    Error, IntegerScheme, bfv, bgv,
    encoding::{KeySet, VectorEncoder},
    hybrid::{Ciphertext, Context, EvaluationKeys, PublicKey, SecretKey},
};

use crate::ckks_oracle::Draws;

fn seed(n: u8) -> Seed {
    Seed::from_bytes([n; 32])
}

/// p, r and the length of vectors, for an index: cyclic layouts and others, all slots taken and not, slots of degree 1
/// and above.
const INSTANCES: [(u64, (u64, u32), usize); 7] = [
    (64, (257, 1), 32),
    (64, (257, 1), 5),
    (45, (31, 1), 7),
    (127, (2, 3), 18),
    (91, (2, 1), 6),
    (28, (3, 2), 2),
    (255, (2, 1), 11),
];

fn bgv_of(m: u64, (prime, exponent): (u64, u32)) -> bgv::Parameters {
    let index = Index::new(m).unwrap();
    let all = primes::search(&index, 50, 10, &[]).unwrap();
    bgv::Parameters {
        index,
        plaintext: bgv::PlaintextModulus { prime, exponent },
        large: all[..8].to_vec(),
        small: Vec::new(),
        special: all[8..].to_vec(),
        digit_limbs: 2,
        fresh_log2_q: f64::INFINITY,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

fn bfv_of(m: u64, (prime, exponent): (u64, u32)) -> bfv::Parameters {
    let index = Index::new(m).unwrap();
    let all = primes::search(&index, 50, 19, &[]).unwrap();
    bfv::Parameters {
        index,
        t: prime.pow(exponent),
        primes: all[..8].to_vec(),
        special: all[8..10].to_vec(),
        auxiliary: all[10..].to_vec(),
        digit_limbs: 2,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

/// An instance with keys for every step of its vectors.
struct Instance<P: IntegerScheme> {
    context: Context<P, RnsRing>,
    vectors: VectorEncoder,
    secret: SecretKey<P, RnsRing>,
    public: PublicKey<P, RnsRing>,
    keys: EvaluationKeys<P, RnsRing>,
    set: KeySet,
}

impl<P: IntegerScheme> Instance<P> {
    fn new(parameters: &P, length: usize) -> Self {
        let context = Context::exact(parameters).unwrap();
        let ring = parameters.plaintext_ring().unwrap();
        let vectors = VectorEncoder::new(&ring, length).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let layout = vectors.layout();
        let positions: usize = layout.axes().iter().product();
        let mut exponents: Vec<u32> = (1..positions).map(|step| layout.exponent(step)).collect();
        exponents.extend(KeySet::for_rotations(layout, 64).unwrap().exponents());
        exponents.sort_unstable();
        exponents.dedup();
        let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed(3)).unwrap();
        let set = KeySet::new(&ring, &exponents).unwrap();
        Self { context, vectors, secret, public, keys, set }
    }

    fn t(&self) -> u64 {
        self.context.parameters().t()
    }

    fn evaluator(&self) -> Evaluator<'_, P, RnsRing> {
        Evaluator::new(&self.context, &self.vectors, (&self.set, &self.keys)).unwrap()
    }

    fn encrypt(&self, vector: &[u64]) -> Ciphertext<P, RnsRing> {
        let plaintext = self.context.plaintext(self.vectors.encode(vector).unwrap()).unwrap();
        self.context.encrypt(&self.public, &plaintext, &seed(4)).unwrap()
    }

    fn decrypt(&self, a: &Ciphertext<P, RnsRing>) -> Vec<u64> {
        self.vectors.decode(&self.context.decrypt(&self.secret, a).unwrap()).unwrap()
    }

    fn draw(&self, draws: &mut Draws, count: usize) -> Vec<u64> {
        (0..count).map(|_| draws.word() % self.t()).collect()
    }
}

/// Σ a_i·b_i modulo t.
fn dot(a: &[u64], b: impl IntoIterator<Item = u64>, t: u64) -> u64 {
    let sum = a.iter().zip(b).fold(0, |sum, (&x, y)| sum + u128::from(x) * u128::from(y));
    (sum % u128::from(t)) as u64
}

/// Horner's rule modulo t.
fn value(coefficients: &[i64], x: u64, t: u64) -> u64 {
    let t = i128::from(t);
    let step = |sum: i128, &c: &i64| (sum * i128::from(x) + i128::from(c)).rem_euclid(t);
    coefficients.iter().rev().fold(0, step) as u64
}

fn matrices<P: IntegerScheme>(instance: &Instance<P>) {
    let (t, n) = (instance.t(), instance.vectors.length());
    let mut draws = Draws(5);
    let dense = instance.draw(&mut draws, n * n);
    let triangle: Vec<u64> =
        (0..n * n).map(|i| if i / n >= i % n { dense[i] } else { 0 }).collect();
    let mut permutation = vec![0; n * n];
    (0..n).for_each(|i| permutation[i * n + (i * (n - 1) + 1) % n] = 1);
    for entries in [dense, triangle, permutation, vec![0; n * n]] {
        let x = instance.draw(&mut draws, n);
        let a = instance.encrypt(&x);
        for level in [a.level(), a.level() - 1] {
            let matrix = Matrix::new(entries.clone(), n).unwrap();
            let transform =
                of_integers(&instance.context, &instance.vectors, &matrix, level).unwrap();
            let result = apply(&instance.context, &a, &transform, &instance.keys).unwrap();
            let rows = entries.chunks_exact(n);
            let expected: Vec<u64> = rows.map(|row| dot(row, x.iter().copied(), t)).collect();
            assert_eq!(instance.decrypt(&result), expected, "{n} entries modulo {t}");
            // The stated bound holds for what was computed.
            assert!(instance.context.budget_bits(&result) > 0.0);
        }
    }
}

#[test]
fn matrices_times_vectors() {
    for (m, t, length) in INSTANCES {
        matrices(&Instance::new(&bgv_of(m, t), length));
        matrices(&Instance::new(&bfv_of(m, t), length));
    }
}

fn polynomials<P: IntegerScheme>(instance: &Instance<P>) {
    let (t, n) = (instance.t(), instance.vectors.length());
    let mut draws = Draws(6);
    let x = instance.draw(&mut draws, n);
    let a = instance.encrypt(&x);
    let evaluator = instance.evaluator();
    let mut signed =
        |count: usize| -> Vec<i64> { (0..count).map(|_| draws.word() as i64 >> 20).collect() };
    for degree in [0, 1, 2, 3, 5, 7, 12] {
        let coefficients = signed(degree + 1);
        let together =
            SlotPolynomials::from(Polynomial::of_integers(coefficients.clone()).unwrap());
        let plan = Plan::new(&together);
        let found = evaluate(&evaluator, &together, &plan, &a, &()).unwrap();
        let expected: Vec<u64> = x.iter().map(|&x| value(&coefficients, x, t)).collect();
        assert_eq!(instance.decrypt(&found), expected, "degree {degree} modulo {t}");
    }
    // One for each entry, and none for every third.
    let both = [signed(4), signed(7)];
    let of_entry: Vec<Option<usize>> = (0..n).map(|i| [Some(0), Some(1), None][i % 3]).collect();
    let polynomials = both.clone().map(|c| Polynomial::of_integers(c).unwrap()).to_vec();
    let together = SlotPolynomials::new(polynomials, of_entry.clone()).unwrap();
    let found = evaluate(&evaluator, &together, &Plan::new(&together), &a, &()).unwrap();
    let entry = |(&x, which): (&u64, &Option<usize>)| which.map_or(0, |i| value(&both[i], x, t));
    let expected: Vec<u64> = x.iter().zip(&of_entry).map(entry).collect();
    assert_eq!(instance.decrypt(&found), expected);
}

#[test]
fn polynomials_of_entries() {
    for (m, t, length) in INSTANCES {
        polynomials(&Instance::new(&bgv_of(m, t), length));
        polynomials(&Instance::new(&bfv_of(m, t), length));
    }
}

fn sums<P: IntegerScheme>(instance: &Instance<P>) {
    let (t, n) = (instance.t(), instance.vectors.length());
    let x = instance.draw(&mut Draws(7), n);
    let a = instance.encrypt(&x);
    for count in [1, 2, 3, n] {
        let found = inner_sum(&instance.evaluator(), &a, 1, count).unwrap();
        let sum = |i: usize| dot(&vec![1; count], (0..count).map(|j| x[(i + j) % n]), t);
        assert_eq!(instance.decrypt(&found), (0..n).map(sum).collect::<Vec<_>>(), "{count} of {n}");
    }
}

#[test]
fn sums_of_entries() {
    for (m, t, length) in INSTANCES {
        sums(&Instance::new(&bgv_of(m, t), length));
        sums(&Instance::new(&bfv_of(m, t), length));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let instance = Instance::new(&bgv_of(45, (31, 1)), 7);
    assert!(Matrix::new(vec![1_u64; 6], 2).is_err());
    assert!(Matrix::<u64>::new(vec![], 0).is_err());
    let of = |matrix: &Matrix<u64>, level| -> Result<LinearTransform<_, _>, Error> {
        of_integers(&instance.context, &instance.vectors, matrix, level)
    };
    let smaller = Matrix::new(vec![1; 4], 2).unwrap();
    assert!(of(&smaller, 1).unwrap_err().to_string().contains("not 7"));
    assert!(of(&Matrix::new(vec![31; 49], 7).unwrap(), 1).is_err(), "31 is not below t");
    let matrix = Matrix::new(vec![1; 49], 7).unwrap();
    assert!(of(&matrix, 99).is_err());
    // Without keys, before anything is computed.
    let none = instance.context.generate_evaluation_keys(&instance.secret, true, &[], &seed(3));
    let a = instance.encrypt(&[1; 7]);
    let transform = of(&matrix, a.level()).unwrap();
    let refused = apply(&instance.context, &a, &transform, &none.unwrap());
    assert!(matches!(refused, Err(Error::MissingKey { .. })));
    let other = Instance::new(&bgv_of(64, (257, 1)), 5);
    let keys = (&instance.set, &instance.keys);
    assert!(Evaluator::new(&instance.context, &other.vectors, keys).is_err());
    assert!(Polynomial::of_integers(vec![]).is_err());
}
