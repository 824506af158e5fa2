//! The protocols.

/// The protocol spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// That of HEtest.
    Original,
    /// With handshake, reports and errors.
    Two,
}
