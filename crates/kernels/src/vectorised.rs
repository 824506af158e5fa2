//! Plain loops, compiled for the instructions at hand.

use crate::{
    Zq,
    lanes::{Lanes, Task},
};

/// Calls `f` in a function that is compiled for the instructions of the backend of this process
/// ([`Backend::chosen`](crate::Backend::chosen)), so that the compiler vectorises its loops for them.
/// The result is the same on every backend, for the compiler neither reorders nor fuses operations on
/// doubles.
///
/// Only what is inlined into `f` is compiled so: mark it, and what it calls, `#[inline(always)]`.
#[inline]
pub fn vectorised<R>(f: impl FnOnce() -> R) -> R {
    struct Call<F>(F);

    impl<R, F: FnOnce() -> R> Task for Call<F> {
        type Output = R;

        #[inline(always)]
        fn run<L: Lanes>(self, _lanes: L) -> R {
            (self.0)()
        }
    }
    // Any modulus does: what counts is the backend.
    match Zq::new(3) {
        Ok(zq) => zq.run(Call(f)),
        Err(_) => f(),
    }
}
