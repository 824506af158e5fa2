//! Requests on their way into a process.

use std::{collections::BTreeMap, io, os::fd::OwnedFd, sync::mpsc, thread};

use ringassay_kernels::fork::Mutex;
use ringassay_sut::{
    kit::{Requests, ServeError},
    packet::{Form, Kind, PIPE_BYTES, write_chunks},
};
use rustix::{
    event::{PollFd, PollFlags, poll},
    io::{Errno, ioctl_fionbio},
    pipe::{PipeFlags, fcntl_setpipe_size, pipe_with},
};

use crate::{PredictError, median::medians_ns};

/// The least and the largest request that is measured, in powers of two; between them lengths are
/// interpolated.
const MEASURED: (u32, u32) = (16, 28);

/// The time of taking a request off a pipe, by its length: what does not stay in the caches takes a
/// multiple, byte for byte.
#[derive(Debug, Default)]
pub(crate) struct Receiving {
    /// Nanoseconds of processor time by log2 of the length.
    measured: Mutex<BTreeMap<u32, f64>>,
}

impl Receiving {
    /// Nanoseconds of processor time for that many bytes.
    ///
    /// # Errors
    /// When there is no pipe.
    pub(crate) fn ns(&self, bytes: u64) -> Result<f64, PredictError> {
        if bytes == 0 {
            return Ok(0.0);
        }
        let log2 = (bytes as f64).log2();
        let low = (log2.floor() as u32).clamp(MEASURED.0, MEASURED.1 - 1);
        let per_byte = |at| self.at(at).map(|ns| ns / f64::from(at).exp2());
        let (near, far) = (per_byte(low)?, per_byte(low + 1)?);
        let share = (log2 - f64::from(low)).clamp(0.0, 1.0);
        Ok(bytes as f64 * (near + share * (far - near)))
    }

    fn at(&self, log2: u32) -> Result<f64, PredictError> {
        let known = self.measured.lock().get(&log2).copied();
        if let Some(ns) = known {
            return Ok(ns);
        }
        let ns = measure(1 << log2)?;
        self.measured.lock().insert(log2, ns);
        Ok(ns)
    }
}

/// A writer on a thread of its own; the reader's time is that of a server, which reads in the same way
/// and keeps its buffer if it is not too large.
fn measure(bytes: usize) -> Result<f64, PredictError> {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC).map_err(io::Error::from)?;
    // Best effort, as the harness.
    let _ = fcntl_setpipe_size(&write, PIPE_BYTES);
    ioctl_fionbio(&write, true).map_err(io::Error::from)?;
    let mut request = Vec::with_capacity(bytes + 64);
    write_chunks(&mut request, Kind::Edata, &[vec![1_u8; bytes]])?;
    // A request comes after the answer to the one before.
    let (answer, answered) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || while answered.recv().is_ok() && send(&write, &request).is_ok() {});
        let receive = move |requests: &mut Requests<_>| {
            // Without the writer nothing comes, which is said below.
            let _ = answer.send(());
            if let Some(request) = requests.receive()? {
                requests.recycle(request);
            }
            Ok::<_, ServeError>(())
        };
        let [ns] = medians_ns(Requests::new(read, Form::Chunks), [&receive])?;
        Ok(ns)
    })
}

/// Writes as the harness does: what there is room for, then waits for room.
fn send(to: &OwnedFd, mut rest: &[u8]) -> Result<(), Errno> {
    while !rest.is_empty() {
        match rustix::io::write(to, rest) {
            Ok(written) => rest = &rest[written..],
            Err(Errno::AGAIN) => match poll(&mut [PollFd::new(to, PollFlags::OUT)], None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            },
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_requests_take_longer() -> Result<(), PredictError> {
        let receiving = Receiving::default();
        assert!(receiving.ns(0)?.abs() < f64::EPSILON);
        let short = receiving.ns(100_000)?;
        let long = receiving.ns(30_000_000)?;
        assert!(short > 0.0 && long > short, "{short} ns and {long} ns");
        Ok(())
    }
}
