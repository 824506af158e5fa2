//! Whether anything branches on secrets: the functions that touch them, run under Valgrind.
//!
//! Seeds of the operating system and messages are declared secret
//! ([`secrecy`]), and so is all that is computed from them until it is
//! published. Memcheck counts the branches and the addresses that depend on them. It sees what one run
//! executes, with the instructions that were chosen; Valgrind knows those of AVX2, not of AVX-512.

mod bfv;
mod bgv;
mod positional;
mod ring;
mod samplers;
mod valgrind;

use ringassay_kernels::secrecy;
use ringassay_ring::sample::Seed;

pub use valgrind::{Finding, run};

/// Why a check cannot run.
type Failure = Box<dyn std::error::Error>;

/// Runs functions one after the other and counts what Valgrind sees in each.
#[derive(Default)]
struct Watch {
    findings: Vec<Finding>,
}

impl Watch {
    fn check<T>(
        &mut self,
        name: impl Into<String>,
        function: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.record(name.into(), None, function)
    }

    /// A function of which it is known, and said to users, that its time depends on secrets.
    fn check_variable<T>(
        &mut self,
        name: impl Into<String>,
        reason: &'static str,
        function: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.record(name.into(), Some(reason), function)
    }

    fn record<T>(
        &mut self,
        function: String,
        excuse: Option<&'static str>,
        run: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let before = secrecy::findings();
        let made = run()?;
        let count = secrecy::findings() - before;
        self.findings.push(Finding { function, count, excuse });
        Ok(made)
    }
}

/// All functions, in this process.
fn all() -> Result<Vec<Finding>, Failure> {
    let before = secrecy::findings();
    let mut watch = Watch::default();
    samplers::check(&mut watch)?;
    ring::check(&mut watch)?;
    bgv::check(&mut watch)?;
    bfv::check(&mut watch)?;
    positional::check(&mut watch)?;
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

/// `count` secret residues modulo t.
fn message(count: usize, t: u64) -> Vec<u64> {
    let message: Vec<u64> = (0..count as u64).map(|i| (i * i + 3 * i + 1) % t).collect();
    secrecy::conceal(&message);
    message
}
