//! The recorder of a thread.

use std::{cell::RefCell, sync::Arc};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use ringassay_kernels::Zq;

use crate::{
    index::Index,
    recorder::{Call, CostRecord, CostRecorder, Kernel, Recording},
};

thread_local! {
    static RECORDER: RefCell<Option<Arc<CostRecorder>>> = const { RefCell::new(None) };
}

/// There are no threads to observe on.
#[derive(Debug, thiserror::Error)]
#[error("no threads could be started to observe a computation on: {0}")]
pub struct MeterError(#[from] ThreadPoolBuildError);

/// How a computation is observed.
///
/// It runs on threads of its own, so that several can be observed at the same time, and nothing else
/// in the process is seen. Threads that it starts itself, other than rayon's, are not seen either.
#[derive(Debug, Clone, Copy)]
pub struct Meter {
    threads: usize,
    trace: bool,
}

impl Default for Meter {
    fn default() -> Self {
        Self { threads: 1, trace: false }
    }
}

impl Meter {
    /// On one thread, so that order and peak are determined.
    pub fn new() -> Self {
        Self::default()
    }

    /// On several threads: the counts stay right, the peak depends on who is first.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// With a trace of all that happens.
    #[must_use]
    pub fn traced(self) -> Self {
        Self { trace: true, ..self }
    }

    /// Runs `f`, and tells what it did. What it returns counts as live.
    ///
    /// # Errors
    /// When no threads can be started.
    pub fn observe<R: Send>(
        self,
        f: impl FnOnce() -> R + Send,
    ) -> Result<(R, CostRecord), MeterError> {
        let recorder =
            Arc::new(if self.trace { CostRecorder::with_trace() } else { CostRecorder::new() });
        let shared = Arc::clone(&recorder);
        let pool = ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .start_handler(move |_| RECORDER.set(Some(Arc::clone(&shared))))
            .build()?;
        let result = pool.install(f);
        Ok((result, recorder.record()))
    }
}

/// From here on the phase of that name is written to the recorder of this thread, if it has one.
pub fn phase(name: &str) {
    write(|recording| recording.phase(name));
}

/// Nothing happens on threads that are not observed, or that end.
fn write(f: impl FnOnce(&mut Recording)) {
    let _ = RECORDER.try_with(|recorder| {
        if let Some(recorder) = &*recorder.borrow() {
            f(&mut recorder.open());
        }
    });
}

/// A kernel runs on one row modulo one prime.
pub(crate) fn row(kernel: Kernel, zq: &Zq, length: usize) {
    write(|recording| recording.ran(Call::modulo(kernel, length, [zq.q()]), 1));
}

/// A kernel runs on rows without a modulus.
pub fn rows(kernel: Kernel, length: usize, times: usize) {
    write(|recording| recording.ran(Call::plain(kernel, length), times));
}

/// A transform runs on one row: the kernel of an index.
pub(crate) fn transform(index: &Index, zq: &Zq, kernel: impl FnOnce(u32) -> Kernel) {
    if index.is_conjugate_invariant() {
        row(Kernel::Fold, zq, index.degree());
    }
    row(kernel(index.kernel_index()), zq, index.degree());
}

/// A transform clears its working memory, if it has any and it held secrets.
pub(crate) fn scratch(index: &Index, zq: &Zq, secret: bool) {
    if secret && !index.is_power_of_two() {
        row(Kernel::EraseScratch { m: index.kernel_index() }, zq, index.degree());
    }
}

/// A kernel runs once on rows of several limbs: for what other crates do with the words of elements.
pub fn block<'a>(kernel: Kernel, length: usize, zqs: impl IntoIterator<Item = &'a Zq>) {
    write(|recording| recording.ran(Call::modulo(kernel, length, zqs.into_iter().map(Zq::q)), 1));
}

/// Bytes that are live as long as this is.
#[derive(Debug, Default)]
pub struct Held {
    bytes: usize,
}

impl Held {
    /// Bytes that are taken here.
    pub fn new(bytes: usize) -> Self {
        write(|recording| recording.take(bytes));
        Self { bytes }
    }
}

impl Clone for Held {
    fn clone(&self) -> Self {
        Self::new(self.bytes)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.bytes > 0 {
            write(|recording| recording.give(self.bytes));
        }
    }
}
