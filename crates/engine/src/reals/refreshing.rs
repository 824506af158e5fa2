//! Ciphertexts that programs refresh.

use std::sync::Arc;

use ringassay_functions::refresh::{Refresh, RefreshKeys, excess};
use ringassay_scheme::{
    Ring,
    ckks::{Ciphertext, Context, Magnitude},
};

use crate::Error;

/// What refreshes the ciphertexts of a program. A handle.
#[derive(Debug)]
pub struct Refreshing<R: Ring> {
    /// What is done.
    pub refresh: Arc<Refresh<R>>,
    /// With these keys.
    pub keys: Arc<RefreshKeys<R>>,
    /// No number that is refreshed may be larger.
    pub largest: f64,
    /// Whether it is known that no number of the program is larger; else ciphertexts are refreshed by whose own bounds it is.
    pub is_known: bool,
}

impl<R: Ring> Clone for Refreshing<R> {
    fn clone(&self) -> Self {
        let (refresh, keys) = (Arc::clone(&self.refresh), Arc::clone(&self.keys));
        Self { refresh, keys, ..*self }
    }
}

impl<R: Ring> Refreshing<R> {
    /// The same numbers at the highest level.
    pub(super) fn apply(&self, on: &Context<R>, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let a = self.bounded(on, a.clone());
        if let Some(largest) = excess(&a, self.largest) {
            return Err(Error::RefreshRange { largest, range: self.largest });
        }
        Ok(self.refresh.apply(&a, self.largest, &self.keys)?)
    }

    /// The ciphertext, of whose numbers it is known that none is larger.
    pub(super) fn bounded(&self, on: &Context<R>, a: Ciphertext<R>) -> Ciphertext<R> {
        match self.is_known && excess(&a, self.largest).is_some() {
            true => on.assume(a, &Magnitude::complex(self.largest)),
            false => a,
        }
    }
}
