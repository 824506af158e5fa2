//! Additions and selections of ciphertexts beside the memory that they read and write.
//!
//! Usage: `linear_operations N LIMBS`: for ciphertexts of two elements of degree N modulo so many primes of 45 bits, prints for
//! a += b and for the selection a = b + (a - b)·m the bytes that are read and written, and CPU times in microseconds,
//! medians: of the operation modulo each prime, and of a sum of the same words modulo 2^64, which does hardly more than
//! move them; both in GB/s too.

use std::{error::Error, hint::black_box};

use ringassay_bench::Clock;
use ringassay_kernels::{AlignedVec, Zq, vectorised};

/// How often each is measured, in turns.
const ROUNDS: usize = 101;

/// About so many bytes are moved between two looks at the clock.
const BYTES: usize = 20_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|number| number.parse()).collect::<Result<_, _>>()?;
    let [n, limbs] = numbers[..] else {
        return Err("usage: N LIMBS".into());
    };
    if n == 0 || limbs == 0 {
        return Err("a ciphertext has coefficients and limbs".into());
    }
    let (zq, words) = (Zq::new((1 << 45) - 55)?, limbs * n);
    let residues = |seed: u64, count| {
        let mut residues = AlignedVec::mapped(count);
        for (i, x) in residues.iter_mut().enumerate() {
            *x = (i as u64 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) % zq.q();
        }
        residues
    };
    let (mut a, b, m) = (residues(1, 2 * words), residues(2, 2 * words), residues(3, words));
    println!("operation  bytes    modulo q, us  words, us  modulo q, GB/s  words, GB/s  ratio");
    let add = 3 * 8 * 2 * words;
    let times = medians(
        add,
        &mut a,
        |a| in_rows(a, &b, n, |_, a, b| zq.add_assign(a, b)),
        |a| sum(a, &b, None),
    );
    print("a += b", add, times);
    a.copy_from_slice(&b);
    let select = add + 8 * words;
    let mask = |i: usize| &m[i % limbs * n..][..n];
    let times = medians(
        select,
        &mut a,
        |a| in_rows(a, &b, n, |i, a, b| zq.select_assign(a, b, mask(i))),
        |a| sum(a, &b, Some(&m)),
    );
    print("select", select, times);
    Ok(())
}

/// Calls `f` with the numbers and the rows of limbs.
fn in_rows(a: &mut [u64], b: &[u64], n: usize, f: impl Fn(usize, &mut [u64], &[u64])) {
    for (i, (a, b)) in a.chunks_exact_mut(n).zip(b.chunks_exact(n)).enumerate() {
        f(i, a, b);
    }
}

/// a += b, and m to both halves, modulo 2^64.
fn sum(a: &mut [u64], b: &[u64], m: Option<&[u64]>) {
    let Some(m) = m else {
        return vectorised(
            #[inline(always)]
            || a.iter_mut().zip(b).for_each(|(a, b)| *a = a.wrapping_add(*b)),
        );
    };
    for (a, b) in a.chunks_exact_mut(m.len()).zip(b.chunks_exact(m.len())) {
        vectorised(
            #[inline(always)]
            || {
                for ((a, b), m) in a.iter_mut().zip(b).zip(m) {
                    *a = a.wrapping_add(*b).wrapping_add(*m);
                }
            },
        );
    }
}

/// The median CPU nanoseconds of both, in turns on the same residues.
fn medians(
    bytes: usize,
    a: &mut [u64],
    modular: impl Fn(&mut [u64]),
    words: impl Fn(&mut [u64]),
) -> [f64; 2] {
    let (before, repeat) = (a.to_vec(), (BYTES / bytes).max(1));
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (times, f) in times.iter_mut().zip([&modular as &dyn Fn(&mut [u64]), &words]) {
            // Sums modulo 2^64 are no residues.
            a.copy_from_slice(&before);
            f(a);
            let start = Clock::Cpu.now_ns();
            (0..repeat).for_each(|_| f(black_box(&mut *a)));
            times.push((Clock::Cpu.now_ns() - start) as f64 / repeat as f64);
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn print(name: &str, bytes: usize, [modular, words]: [f64; 2]) {
    let rate = |ns: f64| bytes as f64 / ns;
    println!(
        "{name:9}  {bytes:7}  {:12.2}  {:9.2}  {:14.1}  {:11.1}  {:5.2}",
        modular / 1e3,
        words / 1e3,
        rate(modular),
        rate(words),
        modular / words
    );
}
