//! Values that others publish, and exact arithmetic of coefficients.

use ringassay_scheme::{
    Role,
    ckks::{Magnitude, Plaintext, Scale},
};

use super::common::{Complex, Fixture, Numbers, encode, parameters};

const Z: [Complex; 4] = [(1.0, 2.0), (-3.0, 0.5), (0.25, -1.0), (2.0, 0.0)];

const COEFFICIENTS: [i128; 8] =
    [65_536, 1_105_282, 509_750, -459_299, 393_216, 1_812_118, -324_387, -261_184];

/// Encoded with Δ = 2^20, by mpmath; the vector of generator 3 also by SEAL.
#[test]
fn the_embedding_by_its_definition_gives_the_published_coefficients() {
    let scale = Scale::power_of_two(20);
    let mut parameters = parameters(16, &[&[45]], 1, 1);
    assert_eq!(encode(&parameters, &Z, &scale), COEFFICIENTS);
    parameters.generator = 3;
    let of_3 = [65_536, 102_101, 695_114, 1_962_595, 131_072, -609_777, -139_023, 741_998];
    assert_eq!(encode(&parameters, &Z, &scale), of_3);
}

fn trivial(
    fixture: &Fixture,
    coefficients: &[i128],
) -> ringassay_scheme::ckks::Ciphertext<ringassay_ring::RnsRing> {
    let plaintext =
        Plaintext::new(coefficients.to_vec(), Scale::power_of_two(20), Magnitude::complex(4.0));
    fixture.context.trivial(&plaintext).unwrap()
}

#[test]
fn automorphisms_and_products_give_the_published_coefficients() {
    let fixture = Fixture::new(&parameters(16, &[&[50], &[45]], 2, 1), &[1]);
    let context = &fixture.context;
    let a = trivial(&fixture, &COEFFICIENTS);
    assert_eq!(fixture.coefficients(&a), COEFFICIENTS);
    let square = fixture.coefficients(&context.tensor_square(&a).unwrap());
    assert_eq!((square[0], square[7]), (2_422_360_609_480, 734_934_736_316));
    // X ↦ X^5. A trivial ciphertext has c_1 = 0: nothing is switched, and nothing rounded.
    let image = [65_536, -1_812_118, -509_750, -261_184, 393_216, 1_105_282, 324_387, 459_299];
    let rotated = context.rotate(&a, 1, &fixture.keys).unwrap();
    assert_eq!(fixture.coefficients(&rotated), image);
}

/// Σ_{i+j=k} a_i·b_j - Σ_{i+j=k+N} a_i·b_j.
fn schoolbook(a: &[i128], b: &[i128]) -> Vec<i128> {
    let n = a.len();
    let mut product = vec![0; n];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            if i + j < n { product[i + j] += x * y } else { product[i + j - n] -= x * y }
        }
    }
    product
}

#[test]
fn products_of_integers_are_those_of_the_schoolbook() {
    let fixture = Fixture::new(&parameters(64, &[&[50], &[45], &[45]], 1, 1), &[]);
    let context = &fixture.context;
    let mut numbers = Numbers(3);
    let mut coefficients =
        || -> Vec<i128> { (0..32).map(|_| i128::from(numbers.word() as i64 >> 43)).collect() };
    let (x, y) = (coefficients(), coefficients());
    let (a, b) = (trivial(&fixture, &x), trivial(&fixture, &y));
    let open = |a| fixture.coefficients(&a);
    assert_eq!(open(context.tensor(&a, &b).unwrap()), schoolbook(&x, &y));
    assert_eq!(open(context.tensor(&a, &a).unwrap()), schoolbook(&x, &x));
    let plain = Plaintext::new(y.clone(), Scale::power_of_two(20), Magnitude::complex(4.0));
    assert_eq!(open(context.multiply_plain(&a, &plain).unwrap()), schoolbook(&x, &y));
    let sum: Vec<i128> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
    assert_eq!(open(context.sub(&a, &b).unwrap()), sum);
    let by_x = context.multiply_by_monomial(&a, 33).unwrap();
    let mut monomial = vec![0; 32];
    monomial[1] = -1;
    assert_eq!(open(by_x), schoolbook(&x, &monomial));
    let mut i = vec![0; 32];
    i[16] = 1;
    assert_eq!(open(context.multiply_by_i(&a).unwrap()), schoolbook(&x, &i));
}

#[test]
fn coefficients_of_more_than_a_word_come_back() {
    let fixture = Fixture::new(&parameters(16, &[&[50, 50], &[50, 50]], 1, 2), &[]);
    let large = (1_i128 << 100) - 12_345_678_901_234_567;
    for bits in [40_u32, 62, 63, 64, 65, 100] {
        let x = large >> (100 - bits);
        let coefficients = vec![x, -x, 0, 1, -1, x - 1, 1 - x, x >> 1];
        let plaintext = Plaintext::new(
            coefficients.clone(),
            Scale::power_of_two(i64::from(bits)),
            Magnitude::complex(1.0),
        );
        let a = fixture.context.trivial(&plaintext).unwrap();
        assert_eq!(fixture.coefficients(&a), coefficients, "{bits}");
        let top = fixture.context.parameters().top();
        let prepared = fixture.context.prepare(&plaintext, top, Role::Factor).unwrap();
        let b = fixture.context.trivial_prepared(&prepared).unwrap();
        assert_eq!(fixture.coefficients(&b), coefficients, "{bits}");
    }
    let plaintext = Plaintext::new(vec![1 << 30; 8], Scale::power_of_two(20), Magnitude::real(1.0));
    assert!(fixture.context.trivial(&plaintext).is_err(), "beyond the magnitude");
    let plaintext = Plaintext::new(vec![0; 7], Scale::power_of_two(20), Magnitude::real(1.0));
    assert!(fixture.context.trivial(&plaintext).is_err(), "too few");
}
