//! Which ledger a secret names.

/// The length of a ledger's identity.
pub(crate) const ID_BYTES: usize = 16;

/// Which ledger guards a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// None: for measurements and tests.
    None,
    /// The one with this identity.
    Ledger([u8; ID_BYTES]),
}
