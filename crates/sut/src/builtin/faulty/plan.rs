//! What a faulty pair does wrong.

use super::fault::Fault;
use super::point::Point;
use crate::hello::Role;

/// What goes wrong, where and how much.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The role that is played.
    pub role: Role,
    /// The only role that misbehaves; `None`: both.
    pub culprit: Option<Role>,
    /// Where the fault strikes.
    pub at: Point,
    /// What it does.
    pub fault: Fault,
    /// How many times the point passes without a fault before it strikes every time.
    pub after: u64,
    /// Amount of what is written, allocated or cut; `None`: the fault's own default.
    pub bytes: Option<u64>,
    /// How long to wait, or processes left behind live; `None`: the fault's own default.
    pub seconds: Option<f64>,
    /// How many processes a fork bomb has at most.
    pub count: u32,
    /// How often a flaky answer is wrong, `0.0..=1.0`.
    pub probability: f64,
    /// Seed of all chance; `None`: from the operating system.
    pub seed: Option<u64>,
}
