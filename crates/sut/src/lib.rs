//! The side of the system under test: packets, handshake, and the kit to write one.
//!
//! - [`packet`]: the framing, for both sides; nothing in it reads or waits.
//! - [`hello`]: the control packets of protocol 2.
//! - [`kit`]: implement two traits for a library and it is a system under test.
//! - [`builtin`]: the systems under test that come with the project.

pub mod builtin;
pub mod cli;
pub mod hello;
pub mod instruments;
pub mod kit;
pub mod packet;
