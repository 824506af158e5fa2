//! Measures the negacyclic transforms of ringassay and of other libraries in turns.
//!
//! Every round runs every library once, so that the state of the machine falls on all alike, on
//! one core if the system allows it. Before measuring, the results of all libraries are compared:
//! the values must agree up to their order, the coefficients exactly.
//!
//! ```text
//! ringassay-peers [--backend portable|avx2|avx512] [--sizes 1024,4096] [--rounds 301] [--bits 50]
//! ```
//!
//! prints one JSON object per line for each library, operation and size:
//! `{"peer", "version", "operation", "n", "modulus_bits", "modulus", "backend", "median_ns",
//! "p25_ns", "p75_ns", "samples"}`. tfhe-ntt's inverse leaves the factor 1/N to its caller and is
//! measured without it, ours and fhe-math's include it.

mod arguments;
mod measure;
mod peers;
mod prime;

use std::process::ExitCode;

use arguments::Arguments;

fn main() -> ExitCode {
    match Arguments::parse(std::env::args().skip(1)).and_then(|arguments| measure::run(&arguments))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("ringassay-peers: {message}");
            ExitCode::FAILURE
        }
    }
}
