//! The formulas, by name.

use std::fmt;

use ringassay_scheme::Scheme;

/// Where a depth comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// FV: the bound after one product with relinearisation, applied again and again (2012/144,
    /// lemmas 2 and 3; constants of 2014/062, section 3).
    FvRecurrence,
    /// FV: 2014/062, section 3, which is coarser than its recurrence.
    FvClosed,
    /// FV: theorem 1 of 2012/144, without relinearisation.
    FvTheorem1,
    /// YASHE': as [`Formula::FvRecurrence`], from 2013/075, theorem 4 (2014/062, section 3).
    YasheRecurrence,
    /// YASHE': 2014/062, section 3.
    YasheClosed,
    /// F-NTRU: 2016/315, average case. It has the level where a derivation has the number of digits:
    /// optimistic.
    FntruPublished,
    /// F-NTRU: the worst case of its product, l digits of up to w − 1.
    FntruDerived,
    /// SHIELD: a chain from the left whose right factors are fresh encryptions of bits (2014/838,
    /// section 4): noise adds up.
    ShieldChain,
    /// SHIELD: both factors of the same depth, messages with coefficients of 0 and 1.
    ShieldTree,
}

impl Formula {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::FvRecurrence,
        Self::FvClosed,
        Self::FvTheorem1,
        Self::YasheRecurrence,
        Self::YasheClosed,
        Self::FntruPublished,
        Self::FntruDerived,
        Self::ShieldChain,
        Self::ShieldTree,
    ];

    /// The scheme it is about.
    #[must_use]
    pub fn scheme(self) -> Scheme {
        match self {
            Self::FvRecurrence | Self::FvClosed | Self::FvTheorem1 => Scheme::Fv,
            Self::YasheRecurrence | Self::YasheClosed => Scheme::Yashe,
            Self::FntruPublished | Self::FntruDerived => Scheme::Fntru,
            Self::ShieldChain | Self::ShieldTree => Scheme::Shield,
        }
    }

    /// Those of a scheme; none where noise is followed through the circuit itself.
    pub fn of(scheme: Scheme) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |formula| formula.scheme() == scheme)
    }

    /// That of a scheme with this name.
    #[must_use]
    pub fn find(scheme: Scheme, name: &str) -> Option<Self> {
        Self::of(scheme).find(|formula| formula.name() == name)
    }

    /// The sharpest of a scheme that is a bound for every circuit.
    #[must_use]
    pub fn bound(scheme: Scheme) -> Option<Self> {
        match scheme {
            Scheme::Fv => Some(Self::FvRecurrence),
            Scheme::Yashe => Some(Self::YasheRecurrence),
            Scheme::Fntru => Some(Self::FntruDerived),
            Scheme::Shield => Some(Self::ShieldTree),
            Scheme::Bgv | Scheme::Bfv | Scheme::Ckks | Scheme::Gates | Scheme::External => None,
        }
    }

    /// The name among the formulas of its scheme, in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FvRecurrence | Self::YasheRecurrence => "recurrence",
            Self::FvClosed | Self::YasheClosed => "closed",
            Self::FvTheorem1 => "theorem-1",
            Self::FntruPublished => "published",
            Self::FntruDerived => "derived",
            Self::ShieldChain => "chain",
            Self::ShieldTree => "tree",
        }
    }

    /// Whether it bounds the noise in every case in which no coefficient exceeds its own bound;
    /// an average does not.
    #[must_use]
    pub fn is_bound(self) -> bool {
        self != Self::FntruPublished
    }

    /// Where it stands.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::FvRecurrence => "2012/144, lemmas 2 and 3, level by level",
            Self::FvClosed | Self::YasheClosed => "2014/062, section 3, closed form",
            Self::FvTheorem1 => "2012/144, theorem 1, without relinearisation",
            Self::YasheRecurrence => "2013/075, theorem 4, level by level",
            Self::FntruPublished => "2016/315, average case as published: optimistic",
            Self::FntruDerived => "worst case of 2016/315's product",
            Self::ShieldChain => "2014/838, section 4, chain of bits with fresh right factors",
            Self::ShieldTree => "2014/838, section 4, both factors of equal depth",
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.scheme(), self.name())
    }
}
