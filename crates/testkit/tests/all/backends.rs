//! All backends give the same words, on any number of threads; and those that the machine has ran.

use rayon::ThreadPoolBuilder;
use ringassay_kernels::{Backend, Zq};
use ringassay_ring::index::Index;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::{Transform, ring};
use ringassay_testkit::machine::{expected_backends, processor_flags};
use ringassay_testkit::subjects::{NegacyclicSubject, RingSubject};

use crate::common::{on_every_backend, prime_one_mod};

fn moduli(m: u64) -> Vec<u64> {
    vec![prime_one_mod(m, 31), prime_one_mod(m, 49), prime_one_mod(m, 50)]
}

fn ring_on(m: u64, backend: Backend) -> RingSubject {
    RingSubject::new(&Index::new(m).unwrap(), &moduli(m), backend).unwrap()
}

#[test]
fn the_backends_of_this_machine_are_found() {
    let flags = processor_flags().expect("/proc/cpuinfo lists the processor's flags");
    let available: Vec<String> = Backend::available().iter().map(Backend::to_string).collect();
    println!("backends of this machine: {}", available.join(", "));
    assert_eq!(available, expected_backends(&flags));
}

/// A narrow modulus is computed by the backend that was asked for, not by a substitute.
#[test]
fn the_backend_that_was_asked_for_computes() {
    on_every_backend(|backend| {
        for q in [17, 998_244_353, (1 << 50) - 27] {
            assert_eq!(Zq::with_backend(q, backend).unwrap().backend(), backend);
        }
        let ring = ring_on(1728, backend).ring;
        assert!((0..3).all(|limb| ring.zq(limb).backend() == backend));
        let zq = Zq::with_backend(prime_one_mod(8192, 50), backend).unwrap();
        assert_eq!(NegacyclicSubject::new(zq, 12).unwrap().transform.zq().backend(), backend);
    });
}

#[test]
fn rings_are_bit_equal_on_all_backends() {
    for m in [5, 9, 64, 105, 1155, 1728, 2048, 5184, 5461, 14_400] {
        let portable = ring_on(m, Backend::Portable);
        on_every_backend(|backend| {
            ring::same(&portable, &ring_on(m, backend), m).unwrap_or_else(|v| panic!("{v}"));
        });
    }
}

#[test]
fn long_transforms_are_bit_equal_on_all_backends() {
    for log_n in [12, 15, 16, 17] {
        let q = prime_one_mod(2 << log_n, 50);
        let transform =
            |backend| NegacyclicSubject::new(Zq::with_backend(q, backend).unwrap(), log_n).unwrap();
        let x = Stream::new(q).residues(1 << log_n, q);
        let portable = transform(Backend::Portable);
        on_every_backend(|backend| {
            let there = transform(backend);
            assert!(there.forward(&x) == portable.forward(&x), "{}", there.subject());
            assert!(there.inverse(&x) == portable.inverse(&x), "{}", there.subject());
        });
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    for m in [105, 1728, 14_400, 16_384] {
        let ring = ring_on(m, Backend::chosen().unwrap());
        let alone = pool(1).install(|| ring::transcript(&ring, m));
        for threads in [2, 3, 8] {
            let together = pool(threads).install(|| ring::transcript(&ring, m));
            ring::compare(&format!("m = {m}, {threads} threads"), &together, &alone)
                .unwrap_or_else(|v| panic!("{v}"));
        }
    }
}
