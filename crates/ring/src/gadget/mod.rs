//! Gadgets: writing x as a short combination of known elements g_1, …, g_d.
//!
//! Multiplying by a large x adds large noise; multiplying digits of x by encryptions of the g_j
//! adds little. Key switching, relinearisation and external products all rest on the law
//!
//! Σ digit_j(x)·g_j ≡ f·x (mod the product of the target moduli), digits small,
//!
//! where f = 1, or f = P for a gadget with special moduli.
//!
//! | gadget | digits | count | g_j |
//! |---|---|---|---|
//! | [`BaseGadget`] | base w = 2^b of x in (-Q/2, Q/2], within \[-w/2, w/2\] | about log2 Q / b | w^j |
//! | [`RnsGadget`] | \[x\]_{Q_j} in (-Q_j/2, Q_j/2\] for groups of limbs with product Q_j | Q's limbs / group | f·(1 mod Q_j, 0 mod the others) |
//!
//! With groups of one limb and no special moduli the latter is the RNS gadget of ePrint 2016/510,
//! §4.1; with special moduli P ≥ Q_j it is hybrid key switching, ePrint 2019/688, §3.
//!
//! As in [`rns`](crate::rns), all is done coefficient by coefficient, in the powerful or decoding
//! basis.

mod base;
mod digits;
mod element;
mod groups;
mod leading;
mod product;
mod switch;
mod transform;

pub use base::BaseGadget;
pub use digits::{Digits, DigitsMut};
pub use groups::RnsGadget;
pub use leading::{LeadingError, LeadingGadget};
pub use product::{DigitTable, ElementDigits};
pub use switch::Switching;
pub(crate) use switch::for_each_limb;
pub use transform::{ConstantSum, IMAGE_PADDING, Rotation};

use std::ops::Range;

use num_bigint::BigUint;
use ringassay_kernels::{Zq, rns::WeightedSum};

use crate::{
    meter,
    recorder::Kernel,
    rns::{Limbs, LimbsMut},
};

/// A gadget: see the [module](self).
pub trait Gadget: Sync {
    /// The number of digits, d.
    fn digits(&self) -> usize;

    /// The moduli of x.
    fn source(&self) -> &[Zq];

    /// The moduli of digits, gadget and products; those of x are some of them.
    fn target(&self) -> &[Zq];

    /// The target limbs modulo which the j-th digit is x itself, and which of x's limbs is the
    /// first of them.
    ///
    /// # Panics
    /// When there is no j-th digit.
    fn shared(&self, digit: usize) -> (Range<usize>, usize);

    /// g_j modulo each target modulus.
    ///
    /// # Panics
    /// When there is no j-th digit.
    fn element(&self, digit: usize) -> &[u64];

    /// The largest |digit_j|.
    ///
    /// # Panics
    /// When there is no j-th digit.
    fn bound(&self, digit: usize) -> BigUint;

    /// f: what x comes out multiplied by.
    fn factor(&self) -> &BigUint;

    /// Digit j = that of the integers with residues `x`, modulo each target modulus.
    ///
    /// # Panics
    /// When `x` or `out` have not as many rows as there are moduli, or differ in columns, or `out`
    /// has not [`Gadget::digits`] digits.
    fn decompose_into(&self, out: &mut dyn DigitsMut, x: Limbs<'_>);

    /// out = Σ digit_j·g_j modulo each target modulus.
    ///
    /// # Panics
    /// When the digits are not as many as the gadget's, or rows not as many as target moduli, or
    /// the numbers of columns differ.
    fn recompose_into(&self, mut out: LimbsMut<'_>, digits: &[Limbs<'_>]) {
        assert_eq!(digits.len(), self.digits(), "as many digits as the gadget has");
        assert_eq!(out.rows(), self.target().len(), "one row for each target modulus");
        let mut term = vec![0; out.columns().next_multiple_of(ringassay_kernels::rns::COLUMNS)];
        for (i, zq) in self.target().iter().enumerate() {
            let row = out.row_mut(i);
            meter::row(Kernel::Recompose { digits: digits.len() as u32 }, zq, row.len());
            row.fill(0);
            for (j, digit) in digits.iter().enumerate() {
                term[..row.len()].copy_from_slice(digit.row(i));
                let form =
                    WeightedSum::new(zq, zq.modulus().bits(), [self.element(j)[i]]).with_own(1);
                form.apply(row, &term, term.len());
            }
        }
    }
}
