//! Nothing.

use ringassay_kernels::Zq;

use crate::{index::Index, recorder::Kernel};

/// Nothing, without the feature `meter`.
#[inline(always)]
pub fn phase(_name: &str) {}

#[inline(always)]
pub(crate) fn row(_kernel: Kernel, _zq: &Zq, _length: usize) {}

/// Nothing, without the feature `meter`.
#[inline(always)]
pub fn rows(_kernel: Kernel, _length: usize, _times: usize) {}

#[inline(always)]
pub(crate) fn transform(_index: &Index, _zq: &Zq, _kernel: impl FnOnce(u32) -> Kernel) {}

#[inline(always)]
pub(crate) fn scratch(_index: &Index, _zq: &Zq, _secret: bool) {}

/// Nothing, without the feature `meter`.
#[inline(always)]
pub fn block<'a>(_kernel: Kernel, _length: usize, _zqs: impl IntoIterator<Item = &'a Zq>) {}

/// No bytes.
#[derive(Debug, Clone, Default)]
pub struct Held;

impl Held {
    /// No bytes.
    #[inline(always)]
    pub fn new(_bytes: usize) -> Self {
        Self
    }
}

// Elements are as large as without.
const _: () = assert!(size_of::<Held>() == 0);
