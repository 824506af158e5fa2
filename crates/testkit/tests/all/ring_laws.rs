//! The laws of the ring: every backend, 60 indices, primes that chance and primes that the search
//! for fast transforms gives.

use ringassay_kernels::Backend;
use ringassay_ring::index::Index;
use ringassay_ring::primes;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::ring;
use ringassay_testkit::subjects::RingSubject;

use crate::common::{on_every_backend, prime_one_mod};

/// Limbs of very different sizes: primes ≡ 1 mod m below 2^31, 2^50 and 2^62, that allow nothing
/// but what m demands.
fn any_primes(m: u64) -> Vec<u64> {
    vec![prime_one_mod(m, 31), prime_one_mod(m, 50), prime_one_mod(m, 62)]
}

/// Primes below 2^50 and 2^60 that the ring itself looks for, so that its fast methods run.
fn fast_primes(m: u64) -> Vec<u64> {
    let index = Index::new(m).unwrap();
    let find = |bits| primes::search(&index, bits, 1, &[]).unwrap()[0];
    vec![find(50), find(60)]
}

/// One fast prime below 2^50.
fn one_fast_prime(m: u64) -> Vec<u64> {
    fast_primes(m)[..1].to_vec()
}

fn check(indices: &[u64], moduli: impl Fn(u64) -> Vec<u64>) {
    on_every_backend(|backend| indices.iter().for_each(|&m| check_on(backend, m, &moduli(m))));
}

fn check_on(backend: Backend, m: u64, moduli: &[u64]) {
    let index = Index::new(m).unwrap();
    let subject = RingSubject::new(&index, moduli, backend).unwrap();
    ring::suite(&subject, &mut Stream::new(m)).unwrap_or_else(|v| panic!("{v}"));
}

#[test]
fn powers_of_two() {
    check(&[4, 8, 16, 32, 64, 128, 256, 1024, 2048], any_primes);
}

#[test]
fn powers_of_odd_primes() {
    check(&[3, 5, 7, 9, 11, 13, 25, 27, 49, 81, 121, 125, 243, 289, 361], any_primes);
}

#[test]
fn products_of_few_primes() {
    check(&[1, 12, 15, 20, 21, 36, 45, 60, 105, 180, 385, 455], any_primes);
}

#[test]
fn products_of_four_primes() {
    check(&[420, 840, 1155, 1365, 1260, 2145], any_primes);
}

#[test]
fn the_indices_of_the_seed_tables() {
    let indices = [1024, 2048, 1728, 5184, 728, 2912, 3640, 128, 11_648];
    check(&indices, fast_primes);
    check(&[14_400], one_fast_prime);
}

#[test]
fn smallest_moduli() {
    // The least prime ≡ 1 mod m: little room, and many coincidences.
    check(&[3, 4, 5, 8, 9, 12, 15, 16, 105, 64, 1155], |m| {
        use ringassay_testkit::reference::numbers::is_prime;
        (1..).map(|k| k * m + 1).filter(|&q| is_prime(q)).take(2).collect()
    });
}

#[test]
fn large_primes() {
    check(&[127, 257], any_primes);
    check(&[683, 1153, 5461, 8191], one_fast_prime);
}

#[test]
fn large_primes_without_a_fast_method() {
    check(&[683], |m| vec![prime_one_mod(m, 50)]);
}

const LARGEST: [u64; 5] = [13_981, 15_709, 21_845, 43_691, 1 << 18];

/// On the backend of this process.
#[test]
fn the_largest_indices() {
    let backend = Backend::chosen().unwrap();
    LARGEST.iter().for_each(|&m| check_on(backend, m, &one_fast_prime(m)));
}

#[test]
#[ignore = "takes minutes: cargo test --release -- --ignored largest_indices"]
fn the_largest_indices_on_every_backend() {
    check(&LARGEST, one_fast_prime);
}
