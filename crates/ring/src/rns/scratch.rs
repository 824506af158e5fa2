//! Working memory that is kept between calls.

use std::fmt;

use ringassay_kernels::AlignedVec;
use ringassay_kernels::fork::Mutex;
use zeroize::Zeroizing;

/// Buffers lent to one call at a time, and cleared after it: what was computed may be secret.
#[derive(Default)]
pub(crate) struct Scratch(Mutex<Vec<Zeroizing<AlignedVec>>>);

impl Scratch {
    /// Calls `f` with `words` zeros. Allocates only while more calls run at the
    /// same time than ever before, or want more words.
    pub(crate) fn lend<R>(&self, words: usize, f: impl FnOnce(&mut [u64]) -> R) -> R {
        let kept = self.0.lock().pop();
        let mut buffer = match kept {
            Some(buffer) if buffer.len() >= words => buffer,
            _ => Zeroizing::new(AlignedVec::zeroed(words)),
        };
        let result = f(&mut buffer[..words]);
        // The buffer lives on, so that this is no dead store.
        buffer[..words].fill(0);
        self.0.lock().push(buffer);
        result
    }
}

impl Clone for Scratch {
    /// No buffers yet.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scratch")
    }
}
