//! Which scheme a depth formula is about.

use super::Scheme;
use crate::depth::Formula;

impl Formula {
    /// The scheme it is about.
    #[must_use]
    pub fn scheme(self) -> Scheme {
        let has = |scheme: &&Scheme| scheme.entry().formulas.contains(&self);
        // A test holds that every formula is one scheme's.
        Scheme::ALL.iter().find(has).copied().unwrap_or(Scheme::Fv)
    }

    /// The formula of that name.
    #[must_use]
    pub fn find(scheme: Scheme, name: &str) -> Option<Self> {
        scheme.entry().formulas.iter().find(|formula| formula.name() == name).copied()
    }
}
