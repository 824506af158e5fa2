//! Requests on their way into a process.

use std::{collections::BTreeMap, fs::File, io, thread};

use ringassay_sut::{
    kit::{Requests, ServeError},
    packet::{Form, Kind, PIPE_BYTES, write_chunks},
};
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};

use crate::{PredictError, median::median_ns};

/// The least and the largest request that is measured, in powers of two; between them lengths are
/// interpolated.
const MEASURED: (u32, u32) = (16, 28);

/// The time of taking a request off a pipe, by its length: what does not stay in the caches takes a
/// multiple, byte for byte.
#[derive(Debug, Default)]
pub(crate) struct Receiving {
    /// Nanoseconds of processor time by log2 of the length.
    measured: BTreeMap<u32, f64>,
}

impl Receiving {
    /// Nanoseconds of processor time for that many bytes.
    ///
    /// # Errors
    /// When there is no pipe.
    pub(crate) fn ns(&mut self, bytes: u64) -> Result<f64, PredictError> {
        if bytes == 0 {
            return Ok(0.0);
        }
        let log2 = (bytes as f64).log2();
        let low = (log2.floor() as u32).clamp(MEASURED.0, MEASURED.1 - 1);
        let per_byte = |this: &mut Self, at| this.at(at).map(|ns| ns / f64::from(at).exp2());
        let (near, far) = (per_byte(self, low)?, per_byte(self, low + 1)?);
        let share = (log2 - f64::from(low)).clamp(0.0, 1.0);
        Ok(bytes as f64 * (near + share * (far - near)))
    }

    fn at(&mut self, log2: u32) -> Result<f64, PredictError> {
        if let Some(&ns) = self.measured.get(&log2) {
            return Ok(ns);
        }
        let ns = measure(1 << log2)?;
        self.measured.insert(log2, ns);
        Ok(ns)
    }
}

/// A writer on a thread of its own, as the harness; the reader's time is that of a server, which reads
/// in the same way and keeps its buffer if it is not too large.
fn measure(bytes: usize) -> Result<f64, PredictError> {
    const CHUNKS: usize = 8;
    let (read, write) = pipe_with(PipeFlags::CLOEXEC).map_err(io::Error::from)?;
    // Best effort, as the harness.
    let _ = fcntl_setpipe_size(&write, PIPE_BYTES);
    thread::scope(|scope| {
        scope.spawn(move || {
            let (mut out, chunk) = (File::from(write), vec![1_u8; bytes / CHUNKS]);
            // Until the reader has its samples.
            while write_chunks(&mut out, Kind::Edata, &[&chunk[..]; CHUNKS]).is_ok() {}
        });
        median_ns(Requests::new(read, Form::Chunks), |requests| {
            if let Some(request) = requests.receive()? {
                requests.recycle(request);
            }
            Ok::<_, ServeError>(())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_requests_take_longer() -> Result<(), PredictError> {
        let mut receiving = Receiving::default();
        assert!(receiving.ns(0)?.abs() < f64::EPSILON);
        let short = receiving.ns(100_000)?;
        let long = receiving.ns(30_000_000)?;
        assert!(short > 0.0 && long > 50.0 * short, "{short} ns and {long} ns");
        Ok(())
    }
}
