//! Saving and loading: round trips, the byte layout, everything that must be refused.

mod bfv;
mod ckks;
mod contents;
mod known;
mod laws;
mod layout;
mod malformed;
mod memory;
mod parameters;
mod round_trip;
