//! Checking and timing.

use std::{io::Write, time::Instant};

use ringassay_kernels::AlignedVec;

use crate::{
    arguments::Arguments,
    peers::{self, Peer},
    prime::prime_and_root,
};

/// A sample lasts at least about this long, so that reading the clock does not matter.
const SAMPLE_NS: u64 = 20_000;

/// Measures everything and prints it.
///
/// # Errors
/// A message for the user: a library refuses, or results disagree.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    if let Err(error) = on_one_core() {
        eprintln!("ringassay-peers: measuring on any core ({error})");
    }
    for &n in &arguments.sizes {
        // One prime for all sizes.
        let (q, root) = prime_and_root(arguments.bits, 1 << 18)
            .or_else(|_| prime_and_root(arguments.bits, 2 * n as u64))?;
        let modulus = ringassay_kernels::Modulus::new(q).map_err(|error| error.to_string())?;
        let order = if q % (1 << 18) == 1 { 1 << 18 } else { 2 * n as u64 };
        let psi = modulus.pow(root, order / (2 * n as u64));
        let peers = peers::all(n, q, psi, arguments.backend)?;
        let start = residues(n, q);
        compare(&peers, &start)?;
        for operation in ["ntt forward", "ntt inverse"] {
            let samples = time(&peers, &start, arguments.rounds, operation == "ntt forward");
            for (peer, mut samples) in peers.iter().zip(samples) {
                samples.sort_by(f64::total_cmp);
                let quantile =
                    |part: f64| samples[((samples.len() - 1) as f64 * part).round() as usize];
                let row = serde_json::json!({
                    "peer": peer.name(),
                    "version": peer.version(),
                    "operation": operation,
                    "n": n,
                    "modulus_bits": q.ilog2() + 1,
                    "modulus": q,
                    "backend": peer.backend(),
                    "median_ns": quantile(0.5),
                    "p25_ns": quantile(0.25),
                    "p75_ns": quantile(0.75),
                    "samples": samples.len(),
                });
                let mut output = std::io::stdout().lock();
                writeln!(output, "{row}").map_err(|error| error.to_string())?;
            }
        }
    }
    Ok(())
}

/// Residues that are not special.
fn residues(n: usize, q: u64) -> AlignedVec {
    let mut x = AlignedVec::zeroed(n);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for x in x.iter_mut() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *x = (state >> 4) % q;
    }
    x
}

/// The values at all roots are the same numbers whichever root and order a library chooses; the
/// coefficients come back unchanged.
fn compare(peers: &[Box<dyn Peer>], start: &AlignedVec) -> Result<(), String> {
    let mut expected: Option<Vec<u64>> = None;
    for peer in peers {
        let mut x = start.clone();
        peer.forward(&mut x);
        let mut values = x.to_vec();
        values.sort_unstable();
        if *expected.get_or_insert_with(|| values.clone()) != values {
            return Err(format!("the values of {} differ from ours", peer.name()));
        }
        peer.inverse(&mut x);
        peer.finish(&mut x);
        if x != *start {
            return Err(format!("the inverse of {} does not undo its transform", peer.name()));
        }
    }
    Ok(())
}

/// Nanoseconds per transform for each library and round.
fn time(
    peers: &[Box<dyn Peer>],
    start: &AlignedVec,
    rounds: usize,
    forward: bool,
) -> Vec<Vec<f64>> {
    let mut samples = vec![Vec::with_capacity(rounds); peers.len()];
    let mut buffers = vec![start.clone(); peers.len()];
    let once =
        |peer: &dyn Peer, x: &mut [u64]| if forward { peer.forward(x) } else { peer.inverse(x) };
    let counts: Vec<u64> = peers
        .iter()
        .zip(&mut buffers)
        .map(|(peer, x)| {
            once(peer.as_ref(), x);
            let begin = Instant::now();
            once(peer.as_ref(), x);
            (SAMPLE_NS / (begin.elapsed().as_nanos() as u64).max(1)).max(1)
        })
        .collect();
    // The first tenth warms up.
    let warm_up = rounds.div_ceil(10);
    for round in 0..rounds + warm_up {
        for ((peer, x), (samples, &count)) in
            peers.iter().zip(&mut buffers).zip(samples.iter_mut().zip(&counts))
        {
            let begin = Instant::now();
            for _ in 0..count {
                once(peer.as_ref(), x);
            }
            let elapsed = begin.elapsed().as_nanos() as f64;
            if round >= warm_up {
                samples.push(elapsed / count as f64);
            }
        }
    }
    samples
}

/// Keeps this process on one core.
fn on_one_core() -> rustix::io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let all = sched_getaffinity(None)?;
    let Some(last) = (0..CpuSet::MAX_CPU).rfind(|&cpu| all.is_set(cpu)) else { return Ok(()) };
    let mut one = CpuSet::new();
    one.set(last);
    sched_setaffinity(None, &one)
}
