//! What is wrong with a chain.

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// It costs precision, levels or time.
    Warning,
    /// Insecure, impossible, or results are wrong.
    Error,
}

impl Severity {
    /// As a word: `note`, `warning`, `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One finding: what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Which rule: one word or two, the same for the same fault.
    pub rule: &'static str,
    /// What was found.
    pub what: String,
    /// What to change.
    pub remedy: String,
}

impl Finding {
    pub(super) fn error(rule: &'static str, what: String, remedy: impl Into<String>) -> Self {
        Self { severity: Severity::Error, rule, what, remedy: remedy.into() }
    }

    pub(super) fn warning(rule: &'static str, what: String, remedy: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, rule, what, remedy: remedy.into() }
    }

    pub(super) fn note(rule: &'static str, what: String, remedy: impl Into<String>) -> Self {
        Self { severity: Severity::Note, rule, what, remedy: remedy.into() }
    }
}
