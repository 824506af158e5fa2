//! The working memory of transforms, lent to one at a time.

use ringassay_kernels::cyclotomic::Scratch;
use ringassay_kernels::fork::{Guard, Mutex};

/// Working memory that is kept between transforms: as many pieces as ever ran at the same time.
#[derive(Default)]
pub(crate) struct Lender {
    kept: Mutex<Vec<Scratch>>,
}

impl Lender {
    /// Calls `f` with working memory, which is cleared afterwards if `secret`.
    pub(crate) fn lend<R>(&self, secret: bool, f: impl FnOnce(&mut Scratch) -> R) -> R {
        let mut scratch = self.lock().pop().unwrap_or_default();
        let result = f(&mut scratch);
        if secret {
            scratch.clear();
        }
        self.lock().push(scratch);
        result
    }

    /// data[i] = data[from[i]].
    pub(crate) fn permute(&self, data: &mut [u64], from: &[u32], secret: bool) {
        self.lend(secret, |scratch| {
            let copy = scratch.words(data.len());
            copy.copy_from_slice(data);
            data.iter_mut().zip(from).for_each(|(to, &from)| *to = copy[from as usize]);
        });
    }

    /// Drops all that is kept.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> Guard<'_, Vec<Scratch>> {
        // No code that can panic runs under the lock.
        self.kept.lock()
    }
}
