//! Prints our estimates beside the published tables, in Markdown.
#![allow(clippy::unwrap_used, reason = "the parameters are constants")]

use ringassay_security::{
    Attack, CostModel, Lwe, Secret, estimate, estimate_attacks, max_log2_q_guidelines_2024,
    max_log2_q_standard_2018,
};
use std::time::Instant;

fn main() {
    println!(
        "| n | target | log2 q | bits | attack | uSVP | BDD | dual | dual hybrid | one bit more |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut times = Vec::new();
    for dimension in (10..=17).map(|k| 1 << k) {
        for target in [128, 192, 256] {
            let Some(log2_q) = max_log2_q_guidelines_2024(dimension, Secret::Ternary, target)
            else {
                continue;
            };
            let at = |log2_q: u32| {
                let lwe = Lwe::with_standard_error(dimension, f64::from(log2_q), Secret::Ternary);
                estimate(&lwe, CostModel::Matzov).unwrap()
            };
            let start = Instant::now();
            let here = at(log2_q);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            let of = |attack| here.of(attack).map_or(f64::NAN, |estimate| estimate.bits);
            println!(
                "| {dimension} | {target} | {log2_q} | {:.1} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
                here.bits,
                here.attack,
                of(Attack::PrimalUsvp),
                of(Attack::PrimalBdd),
                of(Attack::Dual),
                of(Attack::DualHybrid),
                at(log2_q + 1).bits,
            );
        }
    }
    println!("\nTable of 2018, its attacks and cost model:\n");
    println!("| n | target | log2 q | bits | one bit more | MATZOV, all attacks |");
    println!("|---|---|---|---|---|---|");
    for dimension in (10..=15).map(|k| 1 << k) {
        for target in [128, 192, 256] {
            let log2_q = max_log2_q_standard_2018(dimension, target).unwrap();
            let lwe = |log2_q: u32| {
                Lwe::with_standard_error(dimension, f64::from(log2_q), Secret::Ternary)
            };
            let attacks = [Attack::PrimalUsvp, Attack::Dual];
            let then = |log2_q| {
                estimate_attacks(&lwe(log2_q), CostModel::Sieve2018, &attacks).unwrap().bits
            };
            let now = estimate(&lwe(log2_q), CostModel::Matzov).unwrap().bits;
            let (here, more) = (then(log2_q), then(log2_q + 1));
            println!("| {dimension} | {target} | {log2_q} | {here:.1} | {more:.1} | {now:.1} |");
        }
    }
    println!("\nSparse secrets, MATZOV:\n");
    println!("| n | weight | log2 q | bits | attack | primal hybrid | dual hybrid | uSVP |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut sparse_times = Vec::new();
    for (dimension, weight, log2_q) in [
        (16384, 128, 361.0),
        (16384, 256, 413.0),
        (32768, 64, 868.0),
        (32768, 128, 718.0),
        (32768, 192, 868.0),
        (65536, 192, 1747.0),
        (65536, 256, 1637.0),
    ] {
        let lwe = Lwe::with_standard_error(dimension, log2_q, Secret::SparseTernary { weight });
        let start = Instant::now();
        let here = estimate(&lwe, CostModel::Matzov).unwrap();
        sparse_times.push(start.elapsed().as_secs_f64() * 1e3);
        let of = |attack| here.of(attack).map_or(f64::NAN, |estimate| estimate.bits);
        println!(
            "| {dimension} | {weight} | {log2_q} | {:.1} | {} | {:.1} | {:.1} | {:.1} |",
            here.bits,
            here.attack,
            of(Attack::PrimalHybrid),
            of(Attack::DualHybrid),
            of(Attack::PrimalUsvp),
        );
    }
    println!(
        "\nMedian time of an estimate: {:.1} ms, {:.1} ms for sparse secrets.",
        median(times),
        median(sparse_times),
    );
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
