//! Whether anything branches on secrets: the functions that touch them, run under Valgrind.
//!
//! Seeds of the operating system and messages are declared secret
//! ([`secrecy`]), and so is all that is computed from them until it is
//! published. Memcheck counts the branches and the addresses that depend on them. It sees what one run
//! executes, with the instructions that were chosen; Valgrind knows those of AVX2, not of AVX-512.

mod bfv;
mod bgv;
mod ckks;
mod gates;
mod keys;
mod ring;
mod samplers;
mod valgrind;
mod watch;

use ringassay_kernels::secrecy;
use ringassay_ring::sample::Seed;

pub use valgrind::run;
pub use watch::{Failure, Finding, Watch, message};

/// What runs the functions of some scheme.
pub type Check = fn(&mut Watch) -> Result<(), Failure>;

/// All functions, in this process; `others` are those of schemes of other crates.
fn all(others: &[Check]) -> Result<Vec<Finding>, Failure> {
    let before = secrecy::findings();
    let mut watch = Watch::default();
    samplers::check(&mut watch)?;
    ring::check(&mut watch)?;
    bgv::check(&mut watch)?;
    bfv::check(&mut watch)?;
    ckks::check(&mut watch)?;
    gates::check(&mut watch)?;
    others.iter().try_for_each(|check| check(&mut watch))?;
    let known: usize = watch.findings.iter().map(|finding| finding.count).sum();
    let between = secrecy::findings() - before - known;
    let function = "between the functions".into();
    watch.findings.push(Finding { function, count: between, excuse: None });
    Ok(watch.findings)
}

/// A loop as long as a secret says: Valgrind has to see it.
fn planted() -> Result<usize, Failure> {
    let before = secrecy::findings();
    let seed = Seed::from_os()?;
    for i in 0..seed.expose()[0] {
        std::hint::black_box(i);
    }
    Ok(secrecy::findings() - before)
}
