//! The noise that is there.

use ringassay_scheme::IntegerScheme;

use crate::{Ciphertext, Error, SecretKey, vectors::Scheme};

impl<P: IntegerScheme + Scheme> SecretKey<P> {
    /// The noise that is there: log2 of its root mean square in the canonical embedding, and of its largest
    /// coefficient. Tell nobody who knows the ciphertext's history: it depends on the key.
    ///
    /// # Errors
    /// Returns an error if the ciphertext is of other parameters.
    pub fn measure(&self, ciphertext: &Ciphertext<P>) -> Result<(f64, f64), Error> {
        self.session().check(ciphertext.session(), "the ciphertext")?;
        let measured = self.session().scheme().measure(self.inner(), ciphertext.inner())?;
        Ok((measured.log2_embedding, measured.log2_largest))
    }
}
