//! Saving and loading: round trips, the byte layout, everything that must be refused.

mod bfv;
mod bfv_malformed;
mod ckks;
mod ckks_malformed;
mod contents;
mod corpus;
mod layout;
mod malformed;
mod memory;
mod multiprecision;
mod parameters;
mod round_trip;
