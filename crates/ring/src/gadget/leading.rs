//! The leading digits of elements modulo one prime: an approximate gadget.

use ringassay_kernels::{Digits, DigitsError, Zq};

use super::ElementDigits;
use crate::{Element, ElementError, Powerful, RnsRing, meter, parallel, recorder::Kernel};

/// The `count` highest balanced digits in base 2^b of x in (-q/2, q/2]: Σ digit_j·g_j is x but for an error of at most
/// 2^(dropped - 1), g_j = 2^(dropped + j·b). Fewer digits than an exact gadget has take fewer products with keys; the
/// error counts as noise (TFHE, ePrint 2018/421, §3.2).
#[derive(Debug, Clone)]
pub struct LeadingGadget {
    digits: Digits,
    zq: Zq,
}

impl LeadingGadget {
    /// Digits of `width` bits for elements of `ring`.
    ///
    /// # Errors
    /// Returns an error if there is no such gadget, or the ring has several primes.
    pub fn new(ring: &RnsRing, width: u32, count: u32) -> Result<Self, LeadingError> {
        if ring.limbs() != 1 {
            return Err(LeadingError::Limbs(ring.limbs()));
        }
        Self::of_modulus(ring.zq(0), width, count)
    }

    /// Digits of residues modulo q.
    ///
    /// # Errors
    /// Returns an error if there is no such gadget.
    pub fn of_modulus(zq: &Zq, width: u32, count: u32) -> Result<Self, LeadingError> {
        // A digit may be half of the base.
        if zq.q() < 1 << width.min(61) {
            let bits = (zq.q() - 1).ilog2() + 1;
            return Err(DigitsError::Count { count, width, bits }.into());
        }
        Ok(Self { digits: Digits::leading(zq, width, count)?, zq: *zq })
    }

    /// The number of digits.
    pub fn count(&self) -> usize {
        self.digits.count() as usize
    }

    /// The prime.
    pub fn q(&self) -> u64 {
        self.zq.q()
    }

    /// g_j.
    ///
    /// # Panics
    /// When there is no digit j.
    pub fn element(&self, digit: usize) -> u64 {
        assert!(digit < self.count(), "no digit {digit}");
        1 << (self.digits.dropped() + digit as u32 * self.digits.width())
    }
}

/// Why there is no such gadget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LeadingError {
    /// No such digits.
    #[error(transparent)]
    Digits(#[from] DigitsError),
    /// Residues modulo several primes have no leading digits.
    #[error("leading digits are those of residues modulo one prime, not modulo {0}")]
    Limbs(usize),
}

impl ElementDigits {
    /// The leading digits of elements of one ring, transformed: those of the first element, then those of the next.
    ///
    /// # Errors
    /// Returns an error if the elements lie in different rings, or in one of another modulus than the gadget's.
    pub fn leading(
        elements: &[Element<Powerful>],
        ring: &RnsRing,
        gadget: &LeadingGadget,
    ) -> Result<Self, ElementError> {
        elements.iter().try_for_each(|x| x.lies_in(ring))?;
        if ring.moduli() != [gadget.q()] {
            let right = format!("Z_{}", gadget.q());
            return Err(ElementError::DifferentRings { left: ring.to_string(), right });
        }
        let (count, zq, degree) = (gadget.count(), &gadget.zq, ring.degree());
        let secret = elements.iter().any(Element::is_secret);
        let mut digits = Self::uninitialised(ring, elements.len() * count, secret);
        parallel::for_each_row(
            digits.buffer_mut(),
            ring.stride(),
            parallel::TRANSFORM,
            |at, row| {
                let (x, row) = (&elements[at / count], &mut row[..degree]);
                meter::row(Kernel::LeadingDigit, zq, degree);
                gadget.digits.extract_residues_into(row, x.limb(0), (at % count) as u32, zq);
                meter::transform(ring.index(), zq, |m| Kernel::CrtForward { m });
                ring.forward_row(0, row, secret);
                meter::scratch(ring.index(), zq, secret);
            },
        );
        Ok(digits)
    }
}
