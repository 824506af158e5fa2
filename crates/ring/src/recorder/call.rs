//! A kernel with the length of its rows.

use serde::{Deserialize, Serialize};

use super::{Kernel, Operations};

/// A kernel on rows of a certain length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Call {
    /// What runs.
    pub kernel: Kernel,
    /// n: the coefficients in a row. In memory rows are padded to whole vectors of eight words. For
    /// `embed` and `twace` it is that of the larger ring.
    pub length: u32,
    /// Whether a modulus is wide (2^50 or more), so that the kernel computes portably. False where
    /// no modulus matters.
    pub wide: bool,
}

impl Call {
    /// A kernel that needs no modulus.
    #[inline]
    pub fn plain(kernel: Kernel, length: usize) -> Self {
        Self { kernel, length: length as u32, wide: false }
    }

    /// A kernel modulo these primes.
    #[inline]
    pub fn modulo(kernel: Kernel, length: usize, moduli: impl IntoIterator<Item = u64>) -> Self {
        let wide = moduli.into_iter().any(|q| q >= 1 << 50);
        Self { kernel, length: length as u32, wide }
    }
}

impl Operations {
    /// What a call of a kernel does, an estimate within a small factor for kernels that are no
    /// arithmetic (copies count as nothing).
    pub fn of(call: Call) -> Self {
        call.kernel.operations(call.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_is_its_butterflies() {
        let call = Call::plain(Kernel::CrtForward { m: 16 }, 8);
        let counted = Operations::of(call);
        assert_eq!((counted.multiplications, counted.additions, counted.modulo), (12, 12, 12));
        assert_eq!(counted.complexity(), 12.0 + 24.0 + 6.0);
    }

    #[test]
    fn wide_coefficients_count_for_their_words() {
        let complexity =
            |words| Operations::of(Call::plain(Kernel::WholeScale { words }, 8)).complexity();
        assert_eq!(complexity(5) - complexity(1), 32.0);
        let copies = Operations::of(Call::plain(Kernel::Copy, 8));
        assert_eq!(copies, Operations::default());
    }
}
