//! What the command line decides.

/// How client and server work. Both take all of them, for a harness gives both the same.
#[derive(Debug, Clone, PartialEq)]
pub struct MultiprecisionOptions {
    /// How many threads compute.
    pub threads: usize,
    /// n, if it is not to be chosen.
    pub degree: Option<usize>,
    /// Whether parameters below the security asked for are accepted.
    pub insist: bool,
    /// log2 of the base of digits, if it is not to be chosen.
    pub log2_w: Option<u32>,
    /// Sums in a row in front of each product that parameters serve.
    pub sums: u32,
    /// The depth that parameters for fan-in circuits serve: their keys name none.
    pub fan_in_depth: f64,
}

impl Default for MultiprecisionOptions {
    fn default() -> Self {
        Self { threads: 1, degree: None, insist: false, log2_w: None, sums: 2, fan_in_depth: 4.0 }
    }
}
