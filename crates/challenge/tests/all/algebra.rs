//! Order of coefficients, products, norms and bounds against independent references.

use std::f64::consts::PI;

use crate::common::INDICES;
use ringassay_challenge::{Layout, bound};
use ringassay_ring::index::Index;
use ringassay_ring::{Decoding, Element, RnsRing, primes};

fn layout(m: u64) -> (Index, Layout) {
    let index = Index::new(m).unwrap();
    let layout = Layout::new(&index);
    (index, layout)
}

fn prime(index: &Index) -> u64 {
    primes::search(index, 20, 1, &[]).unwrap()[0]
}

/// For each position of the file, that of the same element of the powerful basis in the ring's own order.
fn places(index: &Index, layout: &Layout) -> Vec<usize> {
    let ours = index.powerful_exponents();
    let find = |e: &usize| ours.iter().position(|&x| x as usize == *e).unwrap();
    layout.exponents().iter().map(find).collect()
}

#[test]
fn powers_of_two_are_bit_reversed() {
    let (_, layout) = layout(256);
    let expected: Vec<usize> = (0..128usize).map(|i| i.reverse_bits() >> (64 - 7)).collect();
    assert_eq!(layout.exponents(), expected);
}

#[test]
fn digits_of_an_odd_prime_power_are_reversed() {
    let (_, layout) = layout(27);
    assert_eq!(layout.exponents()[..8], [0, 9, 3, 12, 6, 15, 1, 10]);
}

#[test]
fn the_smallest_prime_varies_fastest() {
    assert_eq!(layout(12).1.exponents(), [0, 3, 4, 7]);
    assert_eq!(layout(45).1.exponents()[..8], [0, 15, 5, 20, 10, 25, 9, 24]);
}

#[test]
fn the_bound_is_that_of_the_published_challenge() {
    let (index, _) = layout(256);
    assert_eq!(
        bound::continuous(&index, 1.0 / 128.0).to_bits(),
        39.236_751_908_486_08f64.to_bits()
    );
}

/// The ring multiplies by its transforms, in its own order; here is a prime for each index.
#[test]
fn products_are_those_of_the_ring() {
    for m in INDICES {
        let (index, layout) = layout(m);
        let q = prime(&index);
        let ring = RnsRing::new(&index, &[q]).unwrap();
        let places = places(&index, &layout);
        let n = layout.degree();
        let draw = |salt: u64| -> Vec<i64> {
            (0..n as u64).map(|i| ((i * 7919 + salt * 104_729) % q) as i64).collect()
        };
        let element = |x: &[i64]| {
            let mut own = vec![0u64; n];
            places.iter().zip(x).for_each(|(&at, &c)| own[at] = c as u64);
            Element::<Decoding>::from_residues(&ring, &own).unwrap()
        };
        let (a, b) = (draw(1), draw(2));
        let crt = |x: &[i64]| element(x).into_powerful().into_crt();
        let expected = crt(&a).try_mul(&crt(&b)).unwrap().into_powerful().into_decoding();
        let found = layout.multiply(&a, &b, q);
        let own: Vec<u64> = places.iter().map(|&at| expected.limb(0)[at]).collect();
        assert_eq!(found, own, "m = {m}");
    }
}

/// ‖g·e‖²/m̂ from the embedding itself: g = ∏ (1 - ζ_p), and e by its powerful coefficients.
#[test]
fn the_norm_is_that_of_the_embedding() {
    for m in INDICES {
        let (index, layout) = layout(m);
        let n = layout.degree();
        let e: Vec<i64> = (0..n as i64).map(|i| i * i % 7 - 3).collect();
        // Times one, to have the powerful coefficients by way of the ring's decoding basis.
        let ring = RnsRing::new(&index, &[prime(&index)]).unwrap();
        let places = places(&index, &layout);
        let mut own = vec![0; n];
        places.iter().zip(&e).for_each(|(&at, &c)| own[at] = c);
        let powerful = Element::<Decoding>::from_i64(&ring, &own).unwrap().into_powerful();
        let powerful = powerful.lift().unwrap();
        let coefficients = powerful.coefficients();
        let mut sum = 0.0;
        for unit in index.units() {
            let angle = |x: u64| 2.0 * PI * (x * u64::from(unit) % m) as f64 / m as f64;
            let (mut re, mut im) = (0.0, 0.0);
            for (&c, &x) in coefficients.iter().zip(&index.powerful_exponents()) {
                re += c as f64 * angle(x.into()).cos();
                im += c as f64 * angle(x.into()).sin();
            }
            let g: f64 =
                index.odd_primes().map(|p| 2.0 - 2.0 * angle(m / u64::from(p)).cos()).product();
            sum += (re * re + im * im) * g;
        }
        let expected = sum / index.m_hat() as f64;
        let floats: Vec<f64> = e.iter().map(|&x| x as f64).collect();
        let found = layout.norm(&floats);
        assert!((found - expected).abs() < 1e-6 * expected, "m = {m}: {found}, {expected}");
    }
}
