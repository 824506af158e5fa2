//! BGV obeys the laws of schemes: twenty-five rings, one suite.

use ringassay_kernels::Backend;
use ringassay_scheme::bgv::Context;
use ringassay_testkit::{
    inputs::Stream,
    laws::{Scheme, scheme},
    machine::{expected_backends, processor_flags},
};

use crate::bgv_common::{
    Bgv, SHAPES, Shape,
    instances::{WITH_FACTORS, on_backend},
};

#[test]
fn all_relations_on_all_rings() {
    for (i, shape) in (0..).zip(SHAPES.iter().chain(&WITH_FACTORS)) {
        let bgv = Bgv::of(shape);
        scheme::suite(&bgv, &mut Stream::new(i)).unwrap_or_else(|v| panic!("{shape:?}: {v}"));
    }
}

#[test]
fn vectors_in_slots_on_all_rings() {
    for (i, shape) in (0..).zip(SHAPES.iter().chain(&WITH_FACTORS)) {
        let bgv = Bgv::of(shape);
        scheme::slots_suite(&bgv, &mut Stream::new(i)).unwrap_or_else(|v| panic!("{shape:?}: {v}"));
    }
}

#[test]
fn a_larger_modulus_changes_no_answer() {
    for shape in [SHAPES[0], SHAPES[6], SHAPES[11], SHAPES[18]] {
        for large in [&[40; 4][..], &[40; 5], &[40; 9]] {
            let shape = Shape { bits: [large, &[26], &[42, 42]], digit_limbs: 2, ..shape };
            let bgv = Bgv::new(Context::exact(&shape.parameters()).unwrap(), 1);
            // The same messages every time.
            let verdict = scheme::suite(&bgv, &mut Stream::new(5));
            verdict.unwrap_or_else(|v| panic!("{shape:?}: {v}"));
        }
    }
}

#[test]
fn every_backend_gives_the_same_words() {
    let mut ran = Vec::new();
    for shape in SHAPES.iter().chain(&WITH_FACTORS) {
        let transcript = |backend: Backend| {
            let context = on_backend(&shape.parameters(), backend);
            // Wide primes are left to the portable backend by all but one.
            let narrow = shape.bits.concat().iter().all(|&bits| bits <= 50);
            assert!(!narrow || context.ring().zq(0).backend() == backend);
            scheme::transcript(&Bgv::new(context, 1))
        };
        let backends = Backend::available();
        let portable = transcript(Backend::Portable);
        for &backend in &backends {
            assert!(transcript(backend) == portable, "{backend}: {shape:?}");
        }
        ran = backends.iter().map(Backend::to_string).collect();
    }
    eprintln!("ran on: {}", ran.join(", "));
    for expected in expected_backends(&processor_flags().unwrap_or_default()) {
        assert!(ran.iter().any(|name| name == expected), "{expected} did not run");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_words() {
    // Above the sizes from which work is divided: between limbs for all operations, and within the
    // transform of a single limb.
    let many: [&[u32]; 3] = [&[45; 8], &[], &[45]];
    let one: [&[u32]; 3] = [&[58], &[], &[]];
    for (m, bits, products) in [(1 << 15, many, true), (8191, one, false)] {
        let shape = Shape { m, plaintext: (3, 1), bits, digit_limbs: 8, ..SHAPES[0] };
        let context = Context::exact(&shape.parameters()).unwrap();
        let words = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| some_operations(&Bgv::new(context.clone(), 1), products))
        };
        let one = words(1);
        assert!(words(2) == one, "2 threads, m = {m}");
        assert!(words(4) == one, "4 threads, m = {m}");
    }
}

/// The words of one ciphertext of each kind of operation.
fn some_operations(bgv: &Bgv, products: bool) -> Vec<Vec<Vec<u64>>> {
    let n = bgv.context.parameters().index.degree() as u64;
    let message: Vec<u64> = (0..n).map(|x| x * x % bgv.t()).collect();
    let (x, y) = (bgv.encrypt(&message, 1), bgv.encrypt_secret(&message, 2));
    let mut all = vec![bgv.add(&x, &y), bgv.sub(&x, &y), bgv.tensor(&x, &y)];
    if products {
        let product = bgv.multiply(&x, &y);
        all.push(bgv.automorphism(&product, bgv.exponents()[0]));
        all.push(bgv.context.switch_to(&product, 2).unwrap());
    }
    all.extend([x, y]);
    all.iter().map(|x| bgv.words(x)).collect()
}

#[test]
fn different_keys_give_different_words() {
    // What the comparisons above compare is not trivial.
    let context = Context::exact(&SHAPES[0].parameters()).unwrap();
    let [x, y] = [1, 90].map(|key| scheme::transcript(&Bgv::new(context.clone(), key)));
    assert_eq!(x.len(), y.len());
    assert!(x.iter().zip(&y).all(|(x, y)| x[0] != y[0]));
}
