//! Computing under a key that several parties share and nobody has: BGV, BFV, CKKS.
//!
//! A [`Group`] is a session of parties, with the session of vectors that keys and ciphertexts belong to; a [`Party`] has a
//! secret and a ledger, and makes [`Share`]s. `docs/parties.md` says who sends what, and what is assumed.

mod group;
mod party;

use ringassay_ring::RnsRing;

pub use group::Group;
pub use party::Party;
pub use ringassay_parties::{
    Error as PartiesError, Flooding, Guard, Ledger, LedgerError, Members, Refreshable,
    STATISTICAL_BITS, Step,
};

/// What a party sends, or the sum of what several sent. Public.
pub type Share = ringassay_parties::Share<RnsRing>;

/// What a party gives to one other, in private, so that enough of them can stand for it. Secret.
pub type Dealt = ringassay_parties::Dealt<RnsRing>;
