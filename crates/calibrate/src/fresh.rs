//! The price of memory that the process did not have before.

use std::hint::black_box;

use ringassay_bench::Clock;
use ringassay_kernels::AlignedVec;

/// Buffers: bytes of each, how many. Small ones, above what the allocator keeps in its own lists; and those that ask for
/// huge pages, 96 MiB in all: where so many megabytes are made, their memory is in no cache.
const BUFFERS: [(usize, usize); 2] = [(256 << 10, 64), (16 << 20, 6)];

/// Words of a page.
const PAGE: usize = 512;

/// Samples of small and large buffers, in turns with what else is measured: what they take depends on
/// what the process did before.
#[derive(Debug, Default)]
pub(crate) struct Fresh([Vec<f64>; 2]);

impl Fresh {
    /// Another sample of both.
    pub(crate) fn sample(&mut self) {
        for (samples, buffers) in self.0.iter_mut().zip(BUFFERS) {
            samples.push(ns_per_byte(buffers));
        }
    }

    /// Nanoseconds for each byte: the medians.
    pub(crate) fn finish(mut self) -> [f64; 2] {
        if self.0[0].is_empty() {
            self.sample();
        }
        self.0.map(|mut samples| {
            samples.sort_by(f64::total_cmp);
            samples[samples.len() / 2]
        })
    }
}

/// Nanoseconds for each byte until zeros are there that can be written. The system clears a page when it
/// is first touched; the allocator clears what it had before.
fn ns_per_byte((bytes, count): (usize, usize)) -> f64 {
    let start = Clock::Cpu.now_ns();
    let mut buffers: Vec<AlignedVec> = (0..count).map(|_| AlignedVec::mapped(bytes / 8)).collect();
    for buffer in &mut buffers {
        buffer.iter_mut().step_by(PAGE).for_each(|word| *word = 1);
    }
    black_box(&buffers);
    (Clock::Cpu.now_ns() - start) as f64 / (bytes * count) as f64
}
