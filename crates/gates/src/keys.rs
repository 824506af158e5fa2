//! What gates need beside bits.

use ringassay_scheme::{
    rgsw::{Rgsw, RotationKey},
    ring::LweRing,
};

/// The rotation key and the switching key, as they are kept: bodies, and seeds of the masks. Public.
#[derive(Debug, Clone)]
pub struct EvaluationKey<R: LweRing> {
    pub(crate) rotation: RotationKey<R>,
    pub(crate) switch: R::SwitchKey,
}

impl<R: LweRing> EvaluationKey<R> {
    /// Encryptions of the coefficients of the small secret.
    pub fn rotation(&self) -> &[Rgsw<R>] {
        self.rotation.bits()
    }

    /// The key from the secret of bits to the small one.
    pub fn switch(&self) -> &R::SwitchKey {
        &self.switch
    }
}
