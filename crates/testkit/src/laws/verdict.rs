//! What a suite answers.

use std::fmt;

/// A law that does not hold, and where it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the law, for tests that plant a fault and ask who found it.
    pub law: &'static str,
    /// What was judged: operation, index, modulus, backend.
    pub subject: String,
    /// What was expected and what came.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} breaks \"{}\": {}", self.subject, self.law, self.detail)
    }
}

impl std::error::Error for Violation {}

/// Whether a law holds.
pub type Verdict = Result<(), Violation>;

/// Fails with the first position in which the two differ.
pub fn equal<T: PartialEq + fmt::Debug>(
    law: &'static str,
    subject: &str,
    found: &[T],
    expected: &[T],
) -> Verdict {
    if found.len() != expected.len() {
        let detail = format!("{} values instead of {}", found.len(), expected.len());
        return Err(Violation { law, subject: subject.to_owned(), detail });
    }
    match found.iter().zip(expected).position(|(found, expected)| found != expected) {
        None => Ok(()),
        Some(at) => {
            let wrong = found.iter().zip(expected).filter(|(f, e)| f != e).count();
            let (found, expected) = (&found[at], &expected[at]);
            let detail = format!("{wrong} wrong, at {at}: {found:?} instead of {expected:?}");
            Err(Violation { law, subject: subject.to_owned(), detail })
        }
    }
}

/// Fails unless the condition holds.
pub fn holds(
    law: &'static str,
    subject: &str,
    condition: bool,
    detail: impl FnOnce() -> String,
) -> Verdict {
    if condition {
        Ok(())
    } else {
        Err(Violation { law, subject: subject.to_owned(), detail: detail() })
    }
}
