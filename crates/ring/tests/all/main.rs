//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod common;
mod conjugate_invariant;
mod elements;
mod extensions;
mod fresh;
mod gadget;
mod index;
mod integers;
mod lwe;
mod oracle;
mod primes;
mod rns;
mod rns_elements;
mod rns_oracle;
mod rotated;
mod sample;
mod slots;
mod subring;
mod threads;
