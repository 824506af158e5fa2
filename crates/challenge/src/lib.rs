//! Cryptanalytic challenges of learning with errors and with rounding over rings.
//!
//! A challenge has several instances (a, b = a·s + e) of continuous or discrete ring-LWE, or (a, b = ⌊a·s⌉) of
//! ring-LWR. Its author publishes all of them, and afterwards every secret but one, which a public beacon chooses:
//! cut and choose. Who verifies the opened instances ([`verify`]) knows that the last one is right, too, except with
//! probability 1/instances.
//!
//! Source: "Challenges for Ring-LWE" (Crockett and Peikert, ePrint 2016/782), whose files [`mod@format`] reads and writes.

pub mod beacon;
pub mod bound;
mod error;
pub mod folder;
pub mod format;
mod generate;
pub mod hardness;
mod layout;
mod model;
mod noise;
pub mod statistics;
pub mod toy;
pub mod verify;
mod wire;

pub use error::ChallengeError;
pub use generate::instance;
pub use layout::Layout;
pub use model::{Challenge, Instance, Kind, MAX_INSTANCES, Parameters, Right, Sample, Secret};

/// Told how much is done, of how much.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);
