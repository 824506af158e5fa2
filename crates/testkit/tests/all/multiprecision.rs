//! The ring of whole coefficients against schoolbook products of large integers.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use ringassay_bigring::{
    Gadget, GadgetTable, Lift, MultiprecisionError, MultiprecisionRing, SmallVector, Upper, Vector,
    width,
};
use ringassay_kernels::Backend;
use ringassay_ring::sample::{Label, Seed, Stream};
use ringassay_testkit::reference::whole::{Polynomial, WholeRing};

fn power(bits: u32) -> BigUint {
    BigUint::one() << bits
}

/// Moduli of every kind: tiny, powers of two, primes, products; around the limits of words and planes.
fn moduli() -> Vec<BigUint> {
    let small = [4_u64, 5, 7, 1 << 20, 12_289, (1 << 48) - 59, 1 << 48, 1 << 62, u64::MAX];
    let mut moduli: Vec<BigUint> = small.map(BigUint::from).to_vec();
    moduli.extend([64, 65, 100, 128, 192, 281, 300, 400, 511].map(power));
    moduli.extend([66, 127, 300, 449].map(|bits| power(bits) - 3_u32));
    moduli
}

struct Case {
    ring: MultiprecisionRing,
    naive: WholeRing,
    stream: Stream,
}

impl Case {
    fn new(n: usize, q: &BigUint) -> Self {
        Self::of(MultiprecisionRing::new(n, q).unwrap())
    }

    fn of(ring: MultiprecisionRing) -> Self {
        let (n, q) = (ring.degree(), ring.q().clone());
        let stream = Seed::from_bytes([9; 32]).stream(Label::new("case"), q.bits());
        Self { naive: WholeRing::new(n, &q), ring, stream }
    }

    fn all(mut f: impl FnMut(Self)) {
        for q in moduli() {
            for n in [2, 4, 8, 32] {
                f(Self::new(n, &q));
            }
        }
    }

    /// Elements with extreme coefficients among random ones.
    fn elements(&mut self, count: usize) -> (Vector, Vec<Polynomial>) {
        let q = self.ring.q().clone();
        let half = &q >> 1_u32;
        let extremes =
            [BigUint::zero(), BigUint::one(), &q - 1_u32, half.clone(), (half + 1_u32) % &q];
        let mut coefficient = |_| {
            let word = self.stream.word();
            if word.is_multiple_of(4) {
                return extremes[(word >> 8) as usize % extremes.len()].clone();
            }
            (0..9).fold(BigUint::zero(), |x, _| (x << 64_u32) + self.stream.word()) % &q
        };
        let all: Vec<BigUint> = (0..count * self.ring.degree()).map(&mut coefficient).collect();
        let vector = self.ring.vector(&all).unwrap();
        assert_eq!(vector.to_big(), all);
        (vector, self.polynomials(&all))
    }

    fn polynomials(&self, all: &[BigUint]) -> Vec<Polynomial> {
        let n = self.ring.degree();
        all.chunks(n).map(|x| x.iter().cloned().map(BigInt::from).collect()).collect()
    }

    fn small(&mut self, bound: i64) -> (SmallVector, Polynomial) {
        let n = self.ring.degree();
        let range = 2 * bound as u64 + 1;
        let x: Vec<i64> = (0..n).map(|_| (self.stream.word() % range) as i64 - bound).collect();
        let vector = SmallVector::from_coefficients(&self.ring, &x).unwrap();
        (vector, x.into_iter().map(BigInt::from).collect())
    }

    #[track_caller]
    fn equal(&self, vector: &Vector, expected: &[Polynomial]) {
        let expected: Vec<Polynomial> = expected.iter().map(|x| self.naive.reduce(x)).collect();
        assert_eq!(self.polynomials(&vector.to_big()), expected, "{:?}", self.ring);
    }
}

#[test]
fn sums_and_multiples() {
    Case::all(|mut case| {
        let naive = case.naive.clone();
        let ((x, a), (y, b)) = (case.elements(3), case.elements(2));
        let minus = |x: &Polynomial| naive.scale(x, &BigInt::from(-1));
        let mut sum = x.clone();
        sum.add_assign(1, &y).unwrap();
        case.equal(&sum, &[a[0].clone(), naive.add(&a[1], &b[0]), naive.add(&a[2], &b[1])]);
        let mut difference = x.clone();
        difference.sub_assign(0, &y).unwrap();
        let expected =
            [naive.add(&a[0], &minus(&b[0])), naive.add(&a[1], &minus(&b[1])), a[2].clone()];
        case.equal(&difference, &expected);
        let all = Vector::concatenate(&[&x, &y]).unwrap();
        case.equal(&all, &[a.clone(), b.clone()].concat());
        let mut negative = x.clone();
        negative.neg_assign();
        case.equal(&negative, &a.iter().map(minus).collect::<Vec<_>>());
        for log2_w in [1, 5, 48] {
            let multiples = x.slice(0..1).unwrap().multiples(log2_w, 4).unwrap();
            let power = |i: u32| BigInt::one() << (log2_w * i);
            let expected: Vec<_> = (0..4).map(|i| naive.scale(&a[0], &power(i))).collect();
            case.equal(&multiples, &expected);
        }
        for (bound, factor) in [(1, 1), (1200, -2), ((1 << 60) - 1, 2)] {
            let (e, f) = case.small(bound);
            let mut sum = x.clone();
            sum.add_small_assign(2, &e, factor).unwrap();
            let expected = naive.add(&a[2], &naive.scale(&f, &BigInt::from(factor)));
            case.equal(&sum, &[a[0].clone(), a[1].clone(), expected]);
        }
        assert!(sum.add_assign(2, &y).is_err());
    });
}

#[test]
fn messages_and_what_is_decoded() {
    Case::all(|mut case| {
        let naive = case.naive.clone();
        let n = case.ring.degree();
        for t in [2, 3, 60, (1 << 60) - 1] {
            let (x, a) = case.elements(2);
            let rounded: Vec<u64> =
                a.iter().flat_map(|x| naive.residues(&naive.round(x, t), t)).collect();
            assert_eq!(x.decode(t).unwrap(), rounded, "{t}, {:?}", case.ring);
            let centred: Vec<u64> =
                a.iter().flat_map(|x| naive.residues(&naive.centre(x), t)).collect();
            assert_eq!(x.centred_residues(t).unwrap(), centred);
            let m: Vec<u64> = (0..n).map(|_| case.stream.word() % t).collect();
            let factor = case.ring.q() / t;
            let message: Polynomial = m.iter().map(|&m| BigInt::from(m)).collect();
            let expected = naive.scale(&message, &BigInt::from(factor.clone()));
            case.equal(
                &case.ring.message(&m, &factor, Upper::NONE).unwrap(),
                std::slice::from_ref(&expected),
            );
            // The large half stands for negative numbers.
            let upper = Upper { above: t / 2, extra: 12_345 };
            let more = |m: &u64| BigInt::from(if *m > upper.above { upper.extra } else { 0 });
            let extra: Polynomial = m.iter().map(more).collect();
            let expected = naive.add(&expected, &extra);
            case.equal(&case.ring.message(&m, &factor, upper).unwrap(), &[expected]);
        }
        let largest = case.elements(1);
        let centred = naive.centre(&largest.1[0]);
        let largest_big = centred.iter().map(|x| x.magnitude().clone()).max().unwrap();
        let log2 = ringassay_ring::rns::log2_big(&largest_big);
        assert!(log2 == largest.0.log2_largest() || largest_big.is_zero());
    });
}

#[test]
fn products_and_their_rounding() {
    Case::all(|mut case| {
        let naive = case.naive.clone();
        let ((x, a), (s, f)) = (case.elements(2), case.small(1200));
        let shape = case.ring.shape().clone();
        let primes = width(shape.log2_product(shape.log2_q, 1200_f64.log2()));
        let product = x.product(0..2, &s.transform(&case.ring, primes).unwrap()).unwrap();
        let expected: Vec<_> = a.iter().map(|a| naive.multiply(a, &f)).collect();
        case.equal(&product, &expected);

        let (y, b) = case.elements(2);
        let primes = width(2.0 * (shape.log2_q - 1.0) + shape.log2_n + 1.0);
        let evaluations = |x: &Vector| x.transform(0..2, Lift::Centred, primes).unwrap();
        let centre = |a: &[Polynomial]| a.iter().map(|a| naive.centre(a)).collect::<Vec<_>>();
        let (a, b) = (centre(&a), centre(&b));
        let tensor = evaluations(&x).tensor(&evaluations(&y)).unwrap();
        let product = |i: usize, j: usize| naive.multiply(&a[i], &b[j]);
        let expected = [product(0, 0), naive.add(&product(0, 1), &product(1, 0)), product(1, 1)];
        for t in [2, 60] {
            let rounded = evaluations(&x).tensor(&evaluations(&y)).unwrap().round(t).unwrap();
            let expected: Vec<_> = expected.iter().map(|x| naive.round(x, t)).collect();
            case.equal(&rounded, &expected);
        }
        case.equal(&tensor.reduce().unwrap(), &expected);
    });
}

#[test]
fn the_largest_products_fit() {
    for q in moduli() {
        let case = Case::new(32, &q);
        let (naive, shape) = (&case.naive, case.ring.shape());
        let primes = width(2.0 * (shape.log2_q - 1.0) + shape.log2_n);
        for sign in [0_u32, 1] {
            // All coefficients the largest, or the least, that there are.
            let value = ((&q >> 1_u32) + sign) % &q;
            let x = case.ring.vector(&vec![value.clone(); 32]).unwrap();
            let a = naive.centre(&vec![BigInt::from(value); 32]);
            let product = naive.multiply(&a, &a);
            let evaluations = x.transform(0..1, Lift::Centred, primes).unwrap();
            let squares = evaluations.tensor(&evaluations).unwrap();
            case.equal(&squares.round(3).unwrap(), &[naive.round(&product, 3)]);
        }
    }
}

/// Rows of n >= 256 words lie further apart than they are long.
#[test]
fn long_rows_on_every_backend() {
    for (backend, bits) in Backend::available().into_iter().flat_map(|b| [(b, 60), (b, 300)]) {
        let ring = MultiprecisionRing::with_backend(256, &(power(bits) - 7_u32), backend).unwrap();
        let mut case = Case::of(ring);
        let naive = case.naive.clone();
        let ((x, a), (s, f)) = (case.elements(2), case.small(1));
        let primes = width(case.ring.shape().log2_product(case.ring.shape().log2_q, 0.0));
        let product = x.product(1..2, &s.transform(&case.ring, primes).unwrap()).unwrap();
        case.equal(&product, &[naive.multiply(&a[1], &f)]);
        let gadget = Gadget { log2_w: 40, digits: bits as usize / 40 + 1, group: 1 };
        let (constants, t) = case.elements(gadget.digits);
        let table = GadgetTable::new(&constants, gadget).unwrap();
        let digits = naive.digits(&a[0], 40, gadget.digits);
        let zero = vec![BigInt::zero(); 256];
        let expected = digits
            .iter()
            .zip(&t)
            .fold(zero, |sum, (digit, t)| naive.add(&sum, &naive.multiply(digit, t)));
        let product = x.slice(0..1).unwrap().gadget_product(0, &table).unwrap();
        case.equal(&product, &[expected]);
        let inverse = x.slice(0..1).unwrap().invert().unwrap();
        let b = &case.polynomials(&inverse.to_big())[0];
        let one: Polynomial = (0..256).map(|i| BigInt::from(u8::from(i == 0))).collect();
        assert_eq!(naive.reduce(&naive.multiply(&a[0], b)), one, "{backend}, {bits} bits");
    }
}

#[test]
fn a_product_that_its_primes_cannot_tell_is_refused() {
    let mut case = Case::new(8, &power(100));
    let (x, _) = case.elements(1);
    let (s, _) = case.small(1);
    let narrow = s.transform(&case.ring, 2).unwrap();
    assert!(matches!(x.product(0..1, &narrow), Err(MultiprecisionError::Width { .. })));
    assert!(s.transform(&case.ring, 100).is_err());
}

#[test]
fn digits_times_tables() {
    Case::all(|mut case| {
        if case.ring.degree() > 8 && case.ring.q().bits() > 300 {
            return;
        }
        let naive = case.naive.clone();
        for (log2_w, group, columns) in [(1, 2, 2), (2, 1, 1), (5, 1, 2), (42, 1, 1), (48, 2, 1)] {
            let digits = case.ring.q().bits() as usize / log2_w as usize + 1;
            let gadget = Gadget { log2_w, digits, group };
            let (constants, t) = case.elements(gadget.terms() * columns);
            let table = GadgetTable::new(&constants, gadget).unwrap();
            let rows = 2;
            let (x, a) = case.elements(1 + rows * group);
            let product = x.gadget_product(1, &table).unwrap();
            let mut expected = vec![Polynomial::new(); rows * columns];
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
                let digits = (0..group)
                    .flat_map(|g| naive.digits(&a[1 + g * rows + row], log2_w, gadget.digits));
                let zero = vec![BigInt::zero(); case.ring.degree()];
                expected[column * rows + row] = digits.enumerate().fold(zero, |sum, (i, digit)| {
                    naive.add(&sum, &naive.multiply(&digit, &t[column * gadget.terms() + i]))
                });
            }
            case.equal(&product, &expected);
        }
    });
}

#[test]
fn inverses() {
    let mut invertible = 0;
    for q in moduli() {
        for n in [2, 4, 8, 16, 64] {
            let mut case = Case::new(n, &q);
            let naive = case.naive.clone();
            for _ in 0..3 {
                let (x, a) = case.elements(1);
                let Ok(inverse) = x.invert() else { continue };
                invertible += 1;
                let b = &case.polynomials(&inverse.to_big())[0];
                let one: Polynomial = (0..n).map(|i| BigInt::from(u8::from(i == 0))).collect();
                assert_eq!(naive.reduce(&naive.multiply(&a[0], b)), one, "{:?}", case.ring);
            }
        }
    }
    assert!(invertible > 100, "{invertible}");
    // 1 + x divides 2 modulo x^n + 1.
    let ring = MultiprecisionRing::new(16, &power(100)).unwrap();
    let mut x = vec![0_i64; 16];
    (x[0], x[1]) = (1, 1);
    let mut element = ring.zero(1);
    element.add_small_assign(0, &SmallVector::from_coefficients(&ring, &x).unwrap(), 1).unwrap();
    assert_eq!(element.invert().unwrap_err(), MultiprecisionError::NotInvertible);
}

#[test]
fn uniform_elements_are_canonical_and_begin_alike() {
    for q in moduli() {
        let ring = MultiprecisionRing::new(64, &q).unwrap();
        let seed = Seed::from_bytes([1; 32]);
        let (two, one) = (ring.uniform(&seed, 2), ring.uniform(&seed, 1));
        assert!(two.to_big().iter().all(|x| *x < q));
        assert_eq!(two.slice(0..1).unwrap(), one);
        let above = two.to_big().iter().filter(|x| *x * 2_u32 >= q).count();
        assert!((32..96).contains(&above), "{above} of 128 above q/2 = {q}/2");
    }
}
