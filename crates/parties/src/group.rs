//! Who computes together, and the common reference string.

use std::collections::BTreeSet;

use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{
    Ring,
    hybrid::{Context, HybridScheme},
    serial::SavedParameters,
};

use crate::{Error, Step, Subject};

/// The statistical distance that one decryption is allowed, as the exponent of 1/2, unless told otherwise.
pub const STATISTICAL_BITS: f64 = 40.0;

/// The most and the least of them.
const STATISTICAL_RANGE: std::ops::RangeInclusive<f64> = 20.0..=128.0;

const UNIFORM: Label = Label::new("prt.crs");

/// The parties of a key, and those that take part in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Members {
    count: u32,
    active: BTreeSet<u32>,
}

impl Members {
    /// All of so many.
    pub fn all(count: u32) -> Self {
        Self { count, active: (1..=count).collect() }
    }

    /// These of so many, numbered from 1 on.
    ///
    /// # Errors
    /// Returns an error for no party, and for one that there is not.
    pub fn of(count: u32, active: impl IntoIterator<Item = u32>) -> Result<Self, Error> {
        let active: BTreeSet<u32> = active.into_iter().collect();
        match active.iter().find(|&&party| party == 0 || party > count) {
            Some(party) => Err(Error::Members(format!(
                "the parties are numbered from 1 to {count}: there is no party {party}"
            ))),
            None if active.is_empty() => {
                Err(Error::Members("a session needs at least one active party".into()))
            }
            None => Ok(Self { count, active }),
        }
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Those that take part.
    pub fn active(&self) -> &BTreeSet<u32> {
        &self.active
    }

    /// Whether all take part.
    pub fn are_all(&self) -> bool {
        self.active.len() == self.count as usize
    }
}

/// A session of parties: an instance for so many, and the common reference string.
///
/// The reference string is expanded from a seed that all have, in domains of its own for each session: for the parameters,
/// the name of the session, the parties and those that are active, the step, its number. A name is used once.
#[derive(Debug, Clone)]
pub struct Group<P: HybridScheme, R: Ring> {
    context: Context<P, R>,
    members: Members,
    statistical_bits: f64,
    root: Seed,
}

impl<P: SavedParameters, R: Ring> Group<P, R> {
    /// A session of these parties, `context` being the instance of one.
    ///
    /// # Errors
    /// Returns an error if there are too many parties, or `statistical_bits` is not from 20 to 128.
    pub fn new(
        context: &Context<P, R>,
        members: Members,
        session: &str,
        seed: &[u8; Seed::BYTES],
        statistical_bits: f64,
    ) -> Result<Self, Error> {
        if !STATISTICAL_RANGE.contains(&statistical_bits) {
            return Err(Error::Members(format!(
                "the statistical distance of a decryption is 2^-20 to 2^-128, not 2^-{statistical_bits}"
            )));
        }
        let context = context.for_parties(members.count)?;
        let active: Vec<u8> = members.active.iter().flat_map(|party| party.to_le_bytes()).collect();
        let Subject(root) = Subject::hashed(
            "ringassay 2026 common reference string of parties",
            &[
                &context.parameters().fingerprint().0,
                &members.count.to_le_bytes(),
                &active,
                session.as_bytes(),
                seed,
                &statistical_bits.to_le_bytes(),
            ],
        );
        let root = Seed::from_bytes(root).published();
        Ok(Self { context, members, statistical_bits, root })
    }
}

impl<P: HybridScheme, R: Ring> Group<P, R> {
    /// The instance for so many parties: keys and ciphertexts are of that.
    pub fn context(&self) -> &Context<P, R> {
        &self.context
    }

    /// The parties.
    pub fn members(&self) -> &Members {
        &self.members
    }

    /// The statistical distance that a decryption is allowed, as the exponent of 1/2.
    pub fn statistical_bits(&self) -> f64 {
        self.statistical_bits
    }

    /// What tells the session from all others.
    pub fn identity(&self) -> Subject {
        Subject::hashed("ringassay 2026 session of parties", &[self.root.expose()])
    }

    /// The seed of the uniform elements of a step.
    pub(crate) fn uniform(&self, step: Step) -> Seed {
        let [kind, number] = step.numbers();
        self.root.derive(UNIFORM, kind).derive(UNIFORM, number).published()
    }

    /// What a ledger keeps of a step with the common reference string.
    pub fn subject(&self, step: Step) -> Subject {
        Subject::hashed("ringassay 2026 common reference of a step", &[self.uniform(step).expose()])
    }

    /// Fails unless all parties are active: keys are made by all.
    pub(crate) fn check_all(&self) -> Result<(), Error> {
        if self.members.are_all() {
            return Ok(());
        }
        Err(Error::Members(format!(
            "keys are made by all {} parties: take a session in which all are active",
            self.members.count
        )))
    }

    /// Fails unless a party is active.
    pub(crate) fn check_active(&self, party: u32) -> Result<(), Error> {
        if self.members.active.contains(&party) {
            return Ok(());
        }
        Err(Error::Members(format!("party {party} takes no part in this session")))
    }
}
