//! What is run and counted, function by function.

use ringassay_kernels::secrecy;

/// What Valgrind saw in a function.
#[derive(Debug)]
pub struct Finding {
    /// Which function, of what.
    pub function: String,
    /// Branches and addresses that depend on secrets, each time one was met.
    pub count: usize,
    /// Why they are known and not mended.
    pub excuse: Option<&'static str>,
}

/// Why a check cannot run.
pub type Failure = Box<dyn std::error::Error>;

/// Runs functions one after the other and counts what Valgrind sees in each.
#[derive(Debug, Default)]
pub struct Watch {
    pub(super) findings: Vec<Finding>,
}

impl Watch {
    /// A function that is not to depend on secrets.
    ///
    /// # Errors
    /// Returns the error of the function.
    pub fn check<T>(
        &mut self,
        name: impl Into<String>,
        function: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.record(name.into(), None, function)
    }

    /// A function of which it is known, and said to users, that its time depends on secrets.
    ///
    /// # Errors
    /// Returns the error of the function.
    pub fn check_variable<T>(
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

/// `count` secret residues modulo t.
pub fn message(count: usize, t: u64) -> Vec<u64> {
    let message: Vec<u64> = (0..count as u64).map(|i| (i * i + 3 * i + 1) % t).collect();
    secrecy::conceal(&message);
    message
}
