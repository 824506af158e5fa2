//! What netlists are made for.

/// What a netlist is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Few ANDs.
    Small,
    /// Low AND depth.
    Shallow,
    /// Multiplication row by row, as at school.
    Schoolbook,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 3] = [Self::Small, Self::Shallow, Self::Schoolbook];

    /// The name that commands, suites and Python use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Shallow => "shallow",
            Self::Schoolbook => "schoolbook",
        }
    }
}
