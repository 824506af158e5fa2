//! Predicted and observed failures of decryption, as a table in Markdown:
//!
//! cargo run --release -p ringassay-scheme --example failure_table \[failures to wait for\]

#[path = "common/failures.rs"]
mod failures;

use std::error::Error;

use failures::{Case, Kind};
use ringassay_ring::sample::Seed;

const CASES: [Case; 8] = [
    Case { m: 127, t: 2, kind: Kind::SecretKey },
    Case { m: 127, t: 2, kind: Kind::PublicKey },
    Case { m: 257, t: 2, kind: Kind::SecretKey },
    Case { m: 255, t: 2, kind: Kind::PublicKey },
    Case { m: 1024, t: 3, kind: Kind::PublicKey },
    Case { m: 257, t: 2, kind: Kind::Product },
    Case { m: 1024, t: 3, kind: Kind::Product },
    Case { m: 1009, t: 2, kind: Kind::Product },
];

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: f64 = std::env::args().nth(1).map_or(Ok(250.0), |text| text.parse())?;
    println!("| m | t | what is decrypted | predicted | trials | failures | observed | ratio |");
    println!("|--:|--:|---|--:|--:|--:|--:|--:|");
    for case in CASES {
        for bits in [4.0_f64, 6.0, 8.0, 10.0, 12.0] {
            let trials = (wanted * bits.exp2()) as u64;
            let outcome = case.run(bits, trials, &Seed::from_bytes([9; Seed::BYTES]))?;
            let what = match case.kind {
                Kind::SecretKey => "fresh, secret key",
                Kind::PublicKey => "fresh, public key",
                Kind::Product => "product, then a smaller modulus",
            };
            println!(
                "| {} | {} | {what} | 2^{:.2} | {} | {} | 2^{:.2} | {:.2} |",
                case.m,
                case.t,
                outcome.log2_predicted,
                outcome.trials,
                outcome.failures,
                (outcome.failures as f64 / outcome.trials as f64).log2(),
                outcome.ratio()
            );
        }
    }
    Ok(())
}
