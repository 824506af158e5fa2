//! Times the CRT of whole cyclotomic rings, axis after axis, on each backend: one thread, one
//! modulus of 49 bits, microseconds.
//!
//! `cargo bench --bench cyclotomic -- [m…]`: the indices, by default those of the tables; with
//! `--axes` each axis is timed too, and the method of each is named. With `--methods` the numbers are
//! primes, and every method of each is timed, in ns for each coefficient: what the costs of
//! `cyclotomic::cost` are fitted to.

use std::{hint::black_box, time::Instant};

use ringassay_kernels::{
    AlignedVec, BACKEND_VARIABLE, Backend, Modulus, Zq,
    cyclotomic::{Factor, MethodKind, Scratch},
};

const PRIMES: [u32; 17] = [5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 61, 127, 257, 683, 1153];

const INDICES: [u32; 9] = [1728, 5184, 14400, 5461, 8191, 13981, 15709, 21845, 43691];

/// The prime powers of m, largest prime first: the axes of the tensor.
fn prime_powers(m: u32) -> Vec<(u32, u32)> {
    let mut powers = Vec::new();
    let mut rest = m;
    for p in 2..=m {
        let mut exponent = 0;
        while rest.is_multiple_of(p) {
            rest /= p;
            exponent += 1;
        }
        if exponent > 0 {
            powers.insert(0, (p, exponent));
        }
    }
    powers
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Whether q is prime (Miller and Rabin; these bases decide every word).
fn is_prime(q: u64) -> bool {
    let Ok(modulus) = Modulus::new(q) else { return false };
    let twos = (q - 1).trailing_zeros();
    !q.is_multiple_of(2)
        && [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
            let x = modulus.pow(base, (q - 1) >> twos);
            let mut squares = std::iter::successors(Some(x), |&x| Some(modulus.mul(x, x)));
            x == 1 || squares.by_ref().take(twos as usize).any(|x| x == q - 1)
        })
}

/// An element of the order p^e modulo q.
fn root(modulus: &Modulus, p: u32, e: u32) -> u64 {
    let order = u64::from(p.pow(e));
    (2..)
        .map(|x| modulus.pow(x, (modulus.value() - 1) / order))
        .find(|&w| modulus.pow(w, order / u64::from(p)) != 1)
        .unwrap_or(1)
}

/// Median and minimum of the time of one call, in microseconds.
fn time(mut call: impl FnMut()) -> (f64, f64) {
    let start = Instant::now();
    call();
    let once = start.elapsed().as_secs_f64();
    let repeats = ((20e-6 / once) as usize).clamp(1, 100);
    let samples = ((0.2 / (once * repeats as f64)) as usize).clamp(11, 2001);
    let mut times: Vec<f64> = (0..samples)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..repeats {
                call();
            }
            start.elapsed().as_secs_f64() * 1e6 / repeats as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[samples / 2], times[0])
}

struct Ring {
    /// Each with the words before and after it.
    axes: Vec<(Factor, usize, usize)>,
    data: AlignedVec,
}

impl Ring {
    fn new(m: u32, backend: Backend) -> Option<Self> {
        let powers = prime_powers(m);
        let friendly =
            powers.iter().fold(u64::from(m), |k, &(p, e)| lcm(k, Factor::friendly(p, e)));
        let top = 1_u64 << 49;
        let q = (1..top / friendly).rev().map(|i| i * friendly + 1).find(|&q| is_prime(q))?;
        let zq = Zq::with_backend(q, backend).ok()?;
        let totient = |&(p, e): &(u32, u32)| (p.pow(e - 1) * (p - 1)) as usize;
        let n: usize = powers.iter().map(totient).product();
        let mut outer = 1;
        let mut axes = Vec::new();
        for power in &powers {
            let factor =
                Factor::new(zq, power.0, power.1, root(zq.modulus(), power.0, power.1)).ok()?;
            let rows = totient(power);
            axes.push((factor, outer, n / outer / rows));
            outer *= rows;
        }
        let mut data = AlignedVec::zeroed(n);
        for (i, word) in data.iter_mut().enumerate() {
            *word = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) % q;
        }
        Some(Self { axes, data })
    }
}

/// The methods of primes on a backend: ns for each coefficient of tensors of about 2^13 words whose
/// inner axes have 1 and 16.
fn methods(backend: Backend, primes: &[u32]) {
    let kinds = [MethodKind::Dense, MethodKind::Rader, MethodKind::Padded];
    for &p in primes {
        let padding = u64::from((2 * p).next_power_of_two());
        let friendly = lcm(lcm(u64::from(p) * padding, u64::from(p - 1)), Factor::friendly(p, 1));
        let top = 1_u64 << 49;
        let q = (1..top / friendly).rev().map(|i| i * friendly + 1).find(|&q| is_prime(q));
        let Some(zq) = q.and_then(|q| Zq::with_backend(q, backend).ok()) else { continue };
        print!("{backend:>8} {p:>5}");
        for inner in [1, 16] {
            for kind in kinds {
                let root = root(zq.modulus(), p, 1);
                let outer = 8192 / (p as usize * inner) + 1;
                let words = outer * (p as usize - 1) * inner;
                let Ok(factor) = Factor::with_method(zq, p, 1, root, kind) else { continue };
                let mut data = AlignedVec::zeroed(words);
                for (i, word) in data.iter_mut().enumerate() {
                    *word = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) % zq.q();
                }
                let mut scratch = Scratch::new();
                let (_, least) =
                    time(|| factor.forward(black_box(&mut data), outer, inner, &mut scratch));
                print!("  {kind:?} {:6.3}", least * 1e3 / words as f64);
            }
            print!("  |");
        }
        println!();
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let each = arguments.iter().any(|argument| argument == "--axes");
    let asked: Vec<u32> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let indices = if asked.is_empty() { INDICES.to_vec() } else { asked.clone() };
    if !arguments.iter().any(|argument| argument == "--methods") {
        println!(
            "{:>8} {:>6} {:>6}  {:>18}  {:>18}",
            "backend", "m", "n", "P→C median (min)", "C→P median (min)"
        );
    }
    // All, or the one that the environment names.
    let all = std::env::var_os(BACKEND_VARIABLE).is_none();
    let chosen = if all { Backend::available() } else { Backend::from_env().into_iter().collect() };
    for backend in chosen.into_iter().rev() {
        if arguments.iter().any(|argument| argument == "--methods") {
            methods(backend, if asked.is_empty() { &PRIMES } else { &asked });
            continue;
        }
        for &m in &indices {
            let Some(Ring { axes, mut data }) = Ring::new(m, backend) else {
                println!("{backend:>8} {m:>6}  no modulus");
                continue;
            };
            let mut scratch = Scratch::new();
            let (forward, forward_least) = time(|| {
                for (factor, outer, inner) in &axes {
                    factor.forward(black_box(&mut data), *outer, *inner, &mut scratch);
                }
            });
            let (inverse, inverse_least) = time(|| {
                for (factor, outer, inner) in axes.iter().rev() {
                    factor.inverse(black_box(&mut data), *outer, *inner, &mut scratch);
                }
            });
            let n = data.len();
            println!(
                "{backend:>8} {m:>6} {n:>6}  {forward:>8.2} ({forward_least:>7.2})  {inverse:>8.2} ({inverse_least:>7.2})"
            );
            for (factor, outer, inner) in axes.iter().filter(|_| each) {
                let forward =
                    time(|| factor.forward(black_box(&mut data), *outer, *inner, &mut scratch));
                let inverse =
                    time(|| factor.inverse(black_box(&mut data), *outer, *inner, &mut scratch));
                let shape = format!("[{outer}][{}][{inner}]", factor.totient());
                println!(
                    "{:>22} {:>8.2} ({:>7.2})  {:>8.2} ({:>7.2})  {}",
                    shape,
                    forward.0,
                    forward.1,
                    inverse.0,
                    inverse.1,
                    factor.method()
                );
            }
        }
    }
}
