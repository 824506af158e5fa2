//! The noise of every operation in several rings, estimated and measured, as a table in Markdown:
//!
//! cargo run --release -p ringassay-params --example noise_table \[repetitions\]

#[path = "../../scheme/examples/common/operations.rs"]
mod operations;

use std::error::Error;

use ringassay_params::bgv::{Request, choose};
use ringassay_ring::sample::Seed;
use ringassay_scheme::bgv::{Context, PlaintextModulus};

/// m and t.
const RINGS: [(u64, u64); 7] =
    [(4095, 2), (5461, 2), (8191, 2), (8192, 65_537), (13_981, 2), (16_384, 65_537), (4095, 17)];

fn main() -> Result<(), Box<dyn Error>> {
    let repetitions: u64 = std::env::args().nth(1).map_or(Ok(20), |text| text.parse())?;
    println!("Binary logarithms; {repetitions} keys for each ring.");
    for (m, prime) in RINGS {
        let plaintext = PlaintextModulus { prime, exponent: 1 };
        let request = Request { plaintext, index: Some(m), insist: true, ..Request::bits(2, 5.0) };
        let parameters = choose(&request)?.parameters;
        let context = Context::exact(&parameters)?;
        let (n, log2_q) = (parameters.index.degree(), parameters.log2_q());
        println!("\n**m = {m}**, n = {n}, t = {prime}, log2 Q = {log2_q:.0}\n");
        println!("| operation | estimate | measured | difference | bound | largest | worst |");
        println!("|---|--:|--:|--:|--:|--:|--:|");
        let seed = Seed::from_bytes([5; Seed::BYTES]);
        for row in operations::measure_all(&context, repetitions, &seed)? {
            println!(
                "| {} | {:.2} | {:.2} | {:+.2} | {:.1} | {:.1} | {:.1} |",
                row.operation,
                row.log2_estimate,
                row.log2_measured,
                row.difference_bits(),
                row.log2_bound,
                row.log2_largest,
                row.log2_worst
            );
        }
    }
    Ok(())
}
