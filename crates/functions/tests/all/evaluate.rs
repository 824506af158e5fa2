//! Polynomials and functions on ciphertexts: right to within the stated bound, at the stated level and scale.

use ringassay_functions::{
    inverse::{Inverse, inverse},
    numbers::Evaluator,
    polynomial::{Basis, Plan, Polynomial, SlotPolynomials, evaluate, interpolate},
    sign::{CompositeSign, maximum, sign},
};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::ckks::{
    Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, PublicKey, Scale,
    SecretKey,
    encoding::{Complex64, Encoder, Generator, Target},
};

use crate::ckks_oracle::Draws;

struct Fixture {
    context: Context<RnsRing>,
    encoder: Encoder,
    secret: SecretKey<RnsRing>,
    public: PublicKey<RnsRing>,
    keys: EvaluationKeys<RnsRing>,
}

impl Fixture {
    /// Levels of 40 bits above one of 50; no security.
    fn new(degree: usize, levels: usize) -> Self {
        Self::with_primes(degree, levels, 1)
    }

    /// With so many primes of 40 bits in each of the upper levels, and the scale that is theirs.
    fn with_primes(degree: usize, levels: usize, primes_of_level: usize) -> Self {
        let index = Index::new(2 * degree as u64).unwrap();
        let large = primes::search(&index, 50, 3 + primes_of_level, &[]).unwrap();
        let (last, special) = large.split_at(primes_of_level);
        let mut all = vec![last.to_vec()];
        let upper = primes::search(&index, 40, levels * primes_of_level, &[]).unwrap();
        all.extend(upper.chunks(primes_of_level).map(<[u64]>::to_vec));
        let parameters = Parameters {
            index,
            levels: all,
            special: special.to_vec(),
            digit_limbs: 3,
            log2_scale: 40 * primes_of_level as u32,
            generator: 5,
            secret: Distribution::Ternary,
            sigma: 3.2,
        };
        let context = Context::exact(&parameters).unwrap();
        let seed = Seed::from_bytes([7; Seed::BYTES]);
        let secret = context.generate_secret_key(&seed).unwrap();
        let public = context.generate_public_key(&secret, &seed).unwrap();
        let conjugation = Vec::from_iter(parameters.conjugation());
        let keys = context.generate_evaluation_keys(&secret, true, &conjugation, &seed).unwrap();
        let encoder = Encoder::new(degree, Generator::Five).unwrap();
        Self { context, encoder, secret, public, keys }
    }

    fn scale(&self) -> Scale {
        self.context.parameters().scale()
    }

    fn evaluator(&self, slots: usize) -> Evaluator<'_, RnsRing> {
        Evaluator::new(&self.context, &self.keys, &self.encoder, slots).unwrap()
    }

    fn encrypt(&self, values: &[f64], largest: f64) -> Ciphertext<RnsRing> {
        let scale = self.scale();
        let target = Target { slots: values.len(), scale: &scale, log2_modulus: 100.0 };
        let coefficients = self.encoder.encode_real(values, &target).unwrap();
        let plaintext = Plaintext::new(coefficients, scale, Magnitude::real(largest));
        let seed = Seed::from_bytes([8; Seed::BYTES]);
        self.context.encrypt(&self.public, &plaintext, &seed).unwrap()
    }

    fn decrypt(&self, a: &Ciphertext<RnsRing>, slots: usize) -> Vec<Complex64> {
        let phase = self.context.decrypt(&self.secret, a).unwrap();
        self.encoder.decode_phase(&phase, slots, a.scale()).unwrap()
    }

    /// log2 of the largest error, which has to lie below the bound.
    fn check(&self, a: &Ciphertext<RnsRing>, wanted: &[f64]) -> f64 {
        let found = self.decrypt(a, wanted.len());
        let errors = found.iter().zip(wanted).map(|(z, &w)| (*z - w.into()).abs());
        let largest = errors.fold(0.0, f64::max).log2();
        let bound = self.context.log2_worst_error(a);
        assert!(largest <= bound, "2^{largest:.1} exceeds 2^{bound:.1}");
        largest
    }
}

fn values(count: usize, from: f64, to: f64) -> Vec<f64> {
    let mut draws = Draws(11);
    (0..count).map(|_| from + (to - from) * (draws.unit() / 2.0 + 0.5)).collect()
}

#[test]
fn polynomials_of_both_bases() {
    let fixture = Fixture::new(1 << 9, 7);
    let x = values(256, -1.0, 1.0);
    let a = fixture.encrypt(&x, 1.0);
    let evaluator = fixture.evaluator(256);
    let mut draws = Draws(12);
    for degree in [1, 2, 3, 7, 15, 31] {
        for basis in [Basis::Power, Basis::UNIT] {
            let c: Vec<f64> = (0..=degree).map(|_| draws.unit()).collect();
            let p = Polynomial::of_reals(basis, &c).unwrap();
            let together = SlotPolynomials::from(p.clone());
            let plan = Plan::new(&together);
            let target = Scale::from_factors(39, vec![(7, -1), (11, 1)]).unwrap();
            let found = evaluate(&evaluator, &together, &plan, &a, &target).unwrap();
            assert_eq!((found.level(), found.scale()), (7 - plan.depth(), &target));
            let wanted: Vec<f64> =
                x.iter().map(|&x| p.at(Complex64::from(x).extended()).rounded().re).collect();
            let largest = fixture.check(&found, &wanted);
            // Fresh errors of 2^-27, times the largest derivative of a T_i for each of them.
            let allowed = -27.0 + 3.0 * f64::from(degree + 1).log2();
            assert!(largest < allowed, "degree {degree}: 2^{largest}");
        }
    }
}

/// Sparse packing, an interval, and polynomials of their own in slots.
#[test]
fn functions_on_intervals_and_by_slots() {
    let fixture = Fixture::new(1 << 9, 6);
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let x = values(32, -6.0, 6.0);
    let a = fixture.encrypt(&x, 6.0);
    let both =
        [logistic as fn(f64) -> f64, f64::tanh].map(|f| interpolate(f, -6.0, 6.0, 23).unwrap());
    let of_slot: Vec<_> = (0..32).map(|slot| [Some(0), Some(1), None][slot % 3]).collect();
    let wanted: Vec<f64> = x
        .iter()
        .zip(&of_slot)
        .map(|(&x, which)| {
            let p = which.map(|which| both[which].at(Complex64::from(x).extended()).rounded().re);
            p.unwrap_or(0.0)
        })
        .collect();
    let together = SlotPolynomials::new(both.to_vec(), of_slot).unwrap();
    let plan = Plan::new(&together);
    let evaluator = fixture.evaluator(32);
    let found = evaluate(&evaluator, &together, &plan, &a, &fixture.scale()).unwrap();
    assert_eq!((found.level(), found.scale()), (0, &fixture.scale()));
    assert!(fixture.check(&found, &wanted) < -20.0);
    // Numbers that may lie outside of the interval are refused, unless they are known not to.
    let narrow = SlotPolynomials::from(interpolate(f64::sin, -1.0, 1.0, 7).unwrap());
    let plan = Plan::new(&narrow);
    let refused = evaluate(&evaluator, &narrow, &plan, &a, &fixture.scale());
    assert!(refused.unwrap_err().to_string().contains("another interval"));
    let small = fixture.context.assume(a, &Magnitude::real(1.0));
    assert!(evaluate(&evaluator, &narrow, &plan, &small, &fixture.scale()).is_ok());
}

#[test]
fn signs_extrema_and_inverses() {
    let fixture = Fixture::new(1 << 9, 16);
    let evaluator = fixture.evaluator(256);
    let composite = CompositeSign::new(7.0, 25.0, &[7, 15, 15], 1).unwrap();
    let gap = 2_f64.powi(-7);
    let x: Vec<f64> =
        values(256, -1.0, 1.0).into_iter().map(|x| x.signum() * x.abs().max(gap)).collect();
    let y = values(256, -1.0, 1.0);
    let a = fixture.encrypt(&x, 1.0);
    let found = sign(&evaluator, &composite, &a, &fixture.scale()).unwrap();
    assert_eq!((found.level(), found.scale()), (2, &fixture.scale()));
    let signs: Vec<f64> = x.iter().map(|x| x.signum()).collect();
    assert!(fixture.check(&found, &signs) < -14.0);
    let halves = |x: &[f64]| x.iter().map(|x| x / 2.0).collect::<Vec<_>>();
    let (x, y) = (halves(&x), halves(&y));
    let (a, b) = (fixture.encrypt(&x, 0.5), fixture.encrypt(&y, 0.5));
    let found = maximum(&evaluator, &composite, [&a, &b], &fixture.scale()).unwrap();
    assert_eq!((found.level(), found.scale()), (1, &fixture.scale()));
    let found = fixture.decrypt(&found, 256);
    for ((x, y), z) in x.iter().zip(&y).zip(found) {
        assert!((z.re - x.max(*y)).abs() < gap, "{x} {y}: {z:?}");
    }
    let how = Inverse::new(0.25, 2.0, 18.0).unwrap();
    let x = values(256, 0.25, 2.0);
    let a = fixture.encrypt(&x, 2.0);
    let found = inverse(&evaluator, &how, &a, &fixture.scale()).unwrap();
    assert_eq!((found.level(), found.scale()), (16 - how.depth(), &fixture.scale()));
    let inverses: Vec<f64> = x.iter().map(|x| 1.0 / x).collect();
    let largest = fixture.check(&found, &inverses);
    assert!(largest < -15.0, "2^{largest}");
}

/// Scales of 80 bits, of two primes for each level: all that doubles hold is right.
#[test]
fn two_primes_for_each_level() {
    let fixture = Fixture::with_primes(1 << 8, 6, 2);
    let evaluator = fixture.evaluator(128);
    let x = values(128, -3.0, 3.0);
    let a = fixture.encrypt(&x, 3.0);
    let p = interpolate(|x: f64| 1.0 / (1.0 + (-x).exp()), -3.0, 3.0, 15).unwrap();
    let together = SlotPolynomials::from(p.clone());
    let found =
        evaluate(&evaluator, &together, &Plan::new(&together), &a, &fixture.scale()).unwrap();
    assert_eq!((found.level(), found.scale()), (1, &fixture.scale()));
    assert!(fixture.context.log2_worst_error(&found) < -50.0);
    for (x, z) in x.iter().zip(fixture.decrypt(&found, 128)) {
        let wanted = p.at(Complex64::from(*x).extended()).rounded();
        assert!((z - wanted).abs() < 2_f64.powi(-49), "{x}");
    }
    let how = Inverse::new(1.0, 2.0, 50.0).unwrap();
    let x = values(128, 1.0, 2.0);
    let found = inverse(&evaluator, &how, &fixture.encrypt(&x, 2.0), &fixture.scale());
    for (x, z) in x.iter().zip(fixture.decrypt(&found.unwrap(), 128)) {
        assert!((z.re * x - 1.0).abs() < 2_f64.powi(-48), "{x}");
    }
}
