//! How to trade noise for work.

use std::fmt;

/// When ciphertexts go to a smaller modulus, and to which.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strategy {
    /// Whether a product is switched as soon as it is relinearised: whatever follows has fewer limbs
    /// to work on, but what it adds is larger beside the noise that is there.
    pub eager: bool,
    /// How many bits a product may lose against the best modulus for it, if its operands need fewer
    /// switches.
    pub tolerance_bits: f64,
    /// The level to which inputs are switched at once: a circuit that is not as deep as the parameters
    /// allow needs fewer limbs from the start.
    pub start: Option<usize>,
}

impl Strategy {
    /// The one that carries deepest.
    pub const CAREFUL: Self = Self { eager: false, tolerance_bits: 0.0, start: None };

    /// All that [`Plan::new`](super::Plan::new) tries.
    pub const ALL: [Self; 6] = [
        Self { eager: false, tolerance_bits: 8.0, start: None },
        Self { eager: true, tolerance_bits: 8.0, start: None },
        Self { eager: false, tolerance_bits: 3.0, start: None },
        Self { eager: true, tolerance_bits: 3.0, start: None },
        Self { eager: true, tolerance_bits: 0.0, start: None },
        Self::CAREFUL,
    ];
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let when = if self.eager { "as soon as products are there" } else { "before products" };
        if let Some(level) = self.start {
            write!(f, "inputs switched to level {level}, ")?;
        }
        write!(f, "moduli switched {when}, within {} bits of the best", self.tolerance_bits)
    }
}
