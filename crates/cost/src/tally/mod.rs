//! The ring that holds only shapes.
//!
//! Each operation is checked as the computing ring checks it, and writes what that would do, in the
//! same order. What is never written: the words themselves, tables that are made once (plans,
//! constants of a change of modulus), working memory (see [`ringassay_ring::recorder`]). The maps of
//! automorphisms, which are made once, count as what the process holds.

mod element;
mod extension;
mod fused;
mod gadget;
mod held;
mod integer;
mod interpreter;
mod lwe;
mod ring;
mod switch;

pub use element::{TallyElement, TallyMessage};
pub use extension::TallyExtension;
pub use gadget::{TallyDigits, TallyGadget, TallyTable};
pub use integer::TallyInteger;
pub use lwe::{
    TallyLeadingGadget, TallySample, TallySampleSecret, TallySwitchKey, TallySwitchTable,
};
pub use ring::TallyRing;
pub use switch::TallySwitch;
