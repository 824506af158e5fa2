//! What a party sends.

use std::collections::BTreeSet;

use ringassay_ring::Crt;
use ringassay_scheme::{Ring, hybrid::HybridScheme};

use crate::{Error, Group, Step, Subject};

/// What one party sends in a step, or the sum of what several sent. Public.
#[derive(Debug, Clone)]
pub struct Share<R: Ring> {
    pub(crate) step: Step,
    /// Of which session.
    pub(crate) session: Subject,
    /// Of which object.
    pub(crate) subject: Subject,
    pub(crate) parties: BTreeSet<u32>,
    pub(crate) parts: Vec<R::Element<Crt>>,
}

impl<R: Ring> Share<R> {
    /// Of which step.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Whose shares it is the sum of.
    pub fn parties(&self) -> &BTreeSet<u32> {
        &self.parties
    }

    /// Its ring elements.
    pub fn parts(&self) -> &[R::Element<Crt>] {
        &self.parts
    }

    /// The sum with the share of others.
    ///
    /// # Errors
    /// Returns an error if it is of another step, session or object, or a party is in both.
    pub fn add_assign(&mut self, other: &Self) -> Result<(), Error> {
        if other.step != self.step {
            return Err(Error::OtherStep { found: other.step, wanted: self.step });
        }
        if other.session != self.session {
            return Err(Error::OtherShare { what: "session" });
        }
        if other.subject != self.subject {
            return Err(Error::OtherShare { what: "object" });
        }
        if let Some(&party) = self.parties.intersection(&other.parties).next() {
            return Err(Error::Repeated { party });
        }
        let alike = |(x, y)| R::ring::<Crt>(x) == R::ring::<Crt>(y);
        let fits = other.parts.len() == self.parts.len();
        if !fits || !self.parts.iter().zip(&other.parts).all(alike) {
            return Err(Error::OtherShare { what: "parameter set" });
        }
        for (x, y) in self.parts.iter_mut().zip(&other.parts) {
            R::add_assign(x, y)?;
        }
        self.parties.extend(&other.parties);
        Ok(())
    }

    /// The sum of shares.
    ///
    /// # Errors
    /// Returns an error as [`Share::add_assign`], and if there are none.
    pub fn sum<'a>(shares: impl IntoIterator<Item = &'a Self>) -> Result<Self, Error> {
        let mut shares = shares.into_iter();
        let first = shares.next();
        let mut sum = first.ok_or(Error::Members("there are no shares to add".into()))?.clone();
        shares.try_for_each(|share| sum.add_assign(share))?;
        Ok(sum)
    }
}

impl<P: HybridScheme, R: Ring> Group<P, R> {
    /// The share of one party.
    pub(crate) fn share(
        &self,
        step: Step,
        subject: Subject,
        party: u32,
        parts: Vec<R::Element<Crt>>,
    ) -> Share<R> {
        Share { step, session: self.identity(), subject, parties: [party].into(), parts }
    }

    /// The elements of the sum of the shares of all active parties for an object.
    pub(crate) fn complete<'a>(
        &self,
        step: Step,
        subject: Subject,
        sum: &'a Share<R>,
    ) -> Result<&'a [R::Element<Crt>], Error> {
        if sum.step != step {
            return Err(Error::OtherStep { found: sum.step, wanted: step });
        }
        if sum.session != self.identity() {
            return Err(Error::OtherShare { what: "session" });
        }
        if sum.subject != subject {
            return Err(Error::OtherShare { what: "object" });
        }
        let (active, count) = (self.members().active(), self.members().active().len());
        if let Some(&party) = active.difference(&sum.parties).next() {
            return Err(Error::Missing { what: "there is no share", party, count });
        }
        if let Some(&party) = sum.parties.difference(active).next() {
            return Err(Error::Missing { what: "there is a share", party, count });
        }
        Ok(&sum.parts)
    }
}
