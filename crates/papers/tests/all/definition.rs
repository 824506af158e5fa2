//! FV, YASHE' and F-NTRU step by step against their definitions on schoolbook polynomials of large
//! integers, for moduli of all kinds.

use num_bigint::{BigInt, BigUint};
use ringassay_bigring::{MultiprecisionRing, SmallVector, Vector};
use ringassay_papers::{
    fntru::FNtru,
    fv::Fv,
    rlwe::{Parameters, Unchecked},
    yashe::Yashe,
};
use ringassay_ring::sample::{Seed, Stream};
use ringassay_testkit::reference::whole::{Polynomial, WholeRing};

struct Case {
    parameters: Parameters,
    ring: MultiprecisionRing,
    naive: WholeRing,
    stream: Stream,
}

impl Case {
    fn all(t: &[u64], mut f: impl FnMut(Self)) {
        let power = |bits: u32| BigUint::from(1_u32) << bits;
        let moduli = [power(20), power(64) - 59_u32, power(100), power(150) + 67_u32];
        for (i, q) in moduli.into_iter().enumerate() {
            for (n, log2_w) in [(4, 3), (16, 11), (32, 30)] {
                let t = t[i % t.len()];
                let parameters = Parameters { degree: n, q: q.clone(), t, log2_w };
                f(Self {
                    ring: MultiprecisionRing::new(n, &q).unwrap(),
                    naive: WholeRing::new(n, &q),
                    stream: Stream::new(&Seed::from_bytes([n as u8; 32])),
                    parameters,
                });
            }
        }
    }

    fn small(&mut self, bound: u64, count: usize) -> (SmallVector, Vec<Polynomial>) {
        let n = self.ring.degree();
        let mut draw = |_| (self.stream.word() % (2 * bound + 1)) as i64 - bound as i64;
        let x: Vec<i64> = (0..n * count).map(&mut draw).collect();
        let polynomials = x.chunks(n).map(|x| x.iter().map(|&x| x.into()).collect()).collect();
        (SmallVector::from_coefficients(&self.ring, &x).unwrap(), polynomials)
    }

    fn message(&mut self) -> (Vec<u64>, Polynomial) {
        let t = self.parameters.t;
        let m: Vec<u64> = (0..self.ring.degree()).map(|_| self.stream.word() % t).collect();
        let centred = m.iter().map(|&m| BigInt::from(m) - if m > t / 2 { t } else { 0 }).collect();
        (m, centred)
    }

    fn polynomials(&self, x: &Vector) -> Vec<Polynomial> {
        let x: Vec<BigInt> = x.to_big().into_iter().map(BigInt::from).collect();
        x.chunks(self.ring.degree()).map(<[BigInt]>::to_vec).collect()
    }

    #[track_caller]
    fn equal(&self, x: &Vector, expected: &[Polynomial]) {
        let expected: Vec<Polynomial> = expected.iter().map(|x| self.naive.reduce(x)).collect();
        assert_eq!(self.polynomials(x), expected, "{:?}", self.parameters);
    }

    /// Σ D_w(c)_i·key_i.
    fn switched(&self, c: &[BigInt], key: &[Polynomial]) -> Polynomial {
        let Parameters { log2_w, .. } = self.parameters;
        let digits = self.naive.digits(c, log2_w, self.parameters.digits());
        let products = digits.iter().zip(key).map(|(digit, key)| self.naive.multiply(digit, key));
        products.reduce(|sum, x| self.naive.add(&sum, &x)).unwrap()
    }
}

#[test]
fn fv_by_its_definition() {
    Case::all(&[2, 5, 3, 60], |mut case| {
        let naive = case.naive.clone();
        let fv = Fv::new(&case.parameters, case.ring.clone()).unwrap();
        let (digits, t) = (case.parameters.digits(), case.parameters.t);
        let minus = |x: &Polynomial| naive.scale(x, &BigInt::from(-1));
        let (small, s) = case.small(1, 1);
        let (s, secret) = (s[0].clone(), fv.secret_key(small).unwrap());

        let seed = Seed::from_bytes([3; 32]);
        let a = case.ring.uniform(&seed, 1 + digits);
        let uniform = case.polynomials(&a);
        let (e, errors) = case.small(50, 1);
        let public = fv.public_vector(&secret, &a.slice(0..1).unwrap(), &e).unwrap();
        let sample = |a: &Polynomial, e: &Polynomial| minus(&naive.add(&naive.multiply(a, &s), e));
        let pk = [sample(&uniform[0], &errors[0]), uniform[0].clone()];
        case.equal(&public, &pk);

        let (e, errors) = case.small(50, digits);
        let key = fv.relinearisation_vector(&secret, &a.slice(1..1 + digits).unwrap(), &e).unwrap();
        let square = naive.multiply(&s, &s);
        let w = |i: usize| BigInt::from(1) << (case.parameters.log2_w as usize * i);
        let rows = (0..digits)
            .map(|i| naive.add(&sample(&uniform[1 + i], &errors[i]), &naive.scale(&square, &w(i))));
        let rlk: Vec<Polynomial> = rows.chain(uniform[1..].iter().cloned()).collect();
        case.equal(&key, &rlk);

        let (public, key) =
            (fv.public_key(&public).unwrap(), fv.relinearisation_key(&key).unwrap());
        let delta = BigInt::from(case.parameters.delta());
        let mut encrypt = || {
            let ((m, centred), (u, eu), (e, ee)) =
                (case.message(), case.small(1, 1), case.small(50, 2));
            let c = fv.encrypt_with(&public, &m, &u, &e).unwrap();
            let first = naive.add(&naive.multiply(&pk[0], &eu[0]), &ee[0]);
            let first = naive.add(&first, &naive.scale(&centred, &delta));
            let second = naive.add(&naive.multiply(&pk[1], &eu[0]), &ee[1]);
            (c, [first, second].map(|x| naive.centre(&x)))
        };
        let ((c, x), (d, y)) = (encrypt(), encrypt());
        case.equal(&c.parts, &x);
        case.equal(&d.parts, &y);
        let sums: Vec<Polynomial> = x.iter().zip(&y).map(|(x, y)| naive.add(x, y)).collect();
        case.equal(&fv.add(&c, &d).unwrap().parts, &sums);

        let product = |i: usize, j: usize| naive.multiply(&x[i], &y[j]);
        let tensor = [product(0, 0), naive.add(&product(0, 1), &product(1, 0)), product(1, 1)];
        let tensor = tensor.map(|x| naive.round(&x, t));
        case.equal(&fv.tensor(&c, &d).unwrap(), &tensor);
        let columns = [&rlk[..digits], &rlk[digits..]].map(|key| case.switched(&tensor[2], key));
        let expected = [0, 1].map(|i| naive.add(&tensor[i], &columns[i]));
        let c = fv.multiply(&c, &d, &key).unwrap();
        case.equal(&c.parts, &expected);
        let phase = naive.add(&expected[0], &naive.multiply(&expected[1], &s));
        let decrypted = naive.residues(&naive.round(&naive.reduce(&phase), t), t);
        assert_eq!(fv.decrypt(&secret, &c, Unchecked::Always).unwrap(), decrypted);
    });
}

#[test]
fn yashe_by_its_definition() {
    Case::all(&[2, 5, 2, 60], |mut case| {
        let naive = case.naive.clone();
        let (t, seed) = (case.parameters.t, Seed::from_bytes([4; 32]));
        let yashe = Yashe::new(&case.parameters, case.ring.clone()).unwrap();
        let (secret, public) = yashe.generate_keys(&seed).unwrap();
        let key = yashe.generate_evaluation_key(&secret, &public, &seed).unwrap();
        let mut encrypt = || {
            let m = case.message().0;
            yashe.encrypt(&public, &m, &seed).unwrap()
        };
        let (a, b) = (encrypt(), encrypt());
        let product = yashe.multiply(&a, &b, &key).unwrap();
        let [x, y] = [&a, &b].map(|c| naive.centre(&case.polynomials(&c.element)[0]));
        case.equal(&product.element, &[naive.round(&naive.multiply(&x, &y), t)]);
        assert!(product.squared && !a.squared);
        // Lazy: a sum switches first, and adds nothing but noise.
        let switched = yashe.switch(&product, &key).unwrap();
        let sum = yashe.add(&product, &a, &key).unwrap();
        let expected =
            naive.add(&case.polynomials(&switched.element)[0], &case.polynomials(&a.element)[0]);
        case.equal(&sum.element, &[expected]);
        assert!(!sum.squared && !switched.squared);
    });
}

#[test]
fn fntru_by_its_definition() {
    Case::all(&[2], |mut case| {
        let seed = Seed::from_bytes([5; 32]);
        let scheme = FNtru::new(&case.parameters, case.ring.clone()).unwrap();
        let (_, public) = scheme.generate_keys(&seed).unwrap();
        let mut encrypt = || {
            let m = case.message().0;
            scheme.encrypt(&public, &m, &seed).unwrap()
        };
        let (a, b) = (encrypt(), encrypt());
        let rows = case.polynomials(&b.elements);
        let expected: Vec<Polynomial> =
            case.polynomials(&a.elements).iter().map(|c| case.switched(c, &rows)).collect();
        case.equal(&scheme.multiply(&a, &b).unwrap().elements, &expected);
    });
}
