//! A party's secret.

use std::fmt;

use ringassay_ring::{Crt, sample::Label};
use ringassay_scheme::{
    FreshSeed, Ring,
    hybrid::{Context, HybridScheme, SecretKey},
};

use crate::{Error, Group, Guard};

const SECRET: Label = Label::new("prt.sec");

/// What a party multiplies public polynomials with: its secret modulo Q·P, or its share of all secrets times a
/// coefficient. Cleared when dropped; never shown.
pub struct Part<R: Ring> {
    pub(crate) party: u32,
    pub(crate) guard: Guard,
    pub(crate) element: R::Element<Crt>,
}

impl<R: Ring> fmt::Debug for Part<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Part(party {}, …)", self.party)
    }
}

impl<R: Ring> Part<R> {
    /// Whose it is.
    pub fn party(&self) -> u32 {
        self.party
    }
}

/// s_i, the secret of one party. Cleared when dropped; never shown.
pub struct SecretShare<P: HybridScheme, R: Ring> {
    pub(crate) key: SecretKey<P, R>,
    part: Part<R>,
}

impl<P: HybridScheme, R: Ring> fmt::Debug for SecretShare<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretShare(party {}, …)", self.part.party)
    }
}

impl<P: HybridScheme, R: Ring> SecretShare<P, R> {
    /// The secret of party number `party`, from 1 on.
    ///
    /// # Errors
    /// Returns an error if the group has no such party.
    pub fn generate(
        group: &Group<P, R>,
        party: u32,
        guard: Guard,
        randomness: FreshSeed,
    ) -> Result<Self, Error> {
        let seed = randomness.into_seed().derive(SECRET, u64::from(party));
        Self::of_key(group.context(), party, guard, group.context().generate_secret_key(&seed)?)
    }

    /// The secret of a party whose key this is.
    ///
    /// # Errors
    /// Returns an error if there is no such party in an instance for so many.
    pub fn of_key(
        context: &Context<P, R>,
        party: u32,
        guard: Guard,
        key: SecretKey<P, R>,
    ) -> Result<Self, Error> {
        let parties = context.parties();
        if !(1..=parties).contains(&party) {
            return Err(Error::Members(format!(
                "the parties are numbered from 1 to {parties}: there is no party {party}"
            )));
        }
        let element = key.element().clone();
        Ok(Self { key, part: Part { party, guard, element } })
    }

    /// What decryptions take.
    pub fn part(&self) -> &Part<R> {
        &self.part
    }

    /// Which ledger guards it.
    pub fn guard(&self) -> Guard {
        self.part.guard
    }

    /// The party's own key of the scheme: to be saved.
    pub fn key(&self) -> &SecretKey<P, R> {
        &self.key
    }
}
