//! Tests of the benchmarks.

mod bgv;
mod lattice;
