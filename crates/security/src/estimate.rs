use crate::CostModel;
use std::fmt;

/// A way to find the secret, or to tell samples from noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Attack {
    /// The secret and the error as the unusually short vector of Kannan's embedding, found by
    /// BKZ-β alone: success when σ√β <= δ^(2β - d - 1) vol^(1/d) (2015/1092; 2017/815, section 3).
    PrimalUsvp,
    /// BKZ-β, then one sieve in a larger dimension η at the end of the basis (Liu and Nguyen, 2013).
    PrimalBdd,
    /// Sparse secrets only: guesses ζ coordinates of low weight, one by one or by meeting in the
    /// middle, and solves the rest as a close vector problem (Howgrave-Graham, 2007; 2016/733;
    /// 2019/1019).
    PrimalHybrid,
    /// Tells samples from noise by short vectors of the dual lattice, the secret rescaled
    /// (2017/047).
    Dual,
    /// The dual attack on some coordinates, others guessed: with a Fourier transform modulo p
    /// (MATZOV, 2022), and for sparse secrets with coordinates of low weight (2020/515), also by
    /// meeting in the middle (2019/1114).
    DualHybrid,
    /// Halves of the secret tabulated against each other, without lattices.
    MeetInTheMiddle,
}

impl Attack {
    /// All attacks that are modelled.
    pub const ALL: [Self; 6] = [
        Self::PrimalUsvp,
        Self::PrimalBdd,
        Self::PrimalHybrid,
        Self::Dual,
        Self::DualHybrid,
        Self::MeetInTheMiddle,
    ];
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PrimalUsvp => "primal attack (uSVP)",
            Self::PrimalBdd => "primal attack (BDD)",
            Self::PrimalHybrid => "primal hybrid attack",
            Self::Dual => "dual attack",
            Self::DualHybrid => "dual hybrid attack",
            Self::MeetInTheMiddle => "meet in the middle",
        })
    }
}

/// What one attack costs at its best parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AttackEstimate {
    /// The attack.
    pub attack: Attack,
    /// log2 of the cost, in the units of the cost model.
    pub bits: f64,
    /// Block size of BKZ; 0 where no lattice is reduced.
    pub beta: usize,
    /// Dimension of the lattice that is reduced; 0 where none is.
    pub dimension: usize,
    /// Dimension of the last sieve (primal: shortest vector; dual: many short vectors); 0 for none.
    pub eta: usize,
    /// Coordinates of the secret that are guessed or, for sparse secrets, dropped.
    pub guessed: usize,
    /// Coordinates handled by the Fourier transform.
    pub fourier: usize,
    /// log2 of how often all that is repeated to succeed with probability 0.99.
    pub log2_repetitions: f64,
}

impl AttackEstimate {
    /// An estimate in which nothing is guessed.
    pub(crate) fn new(attack: Attack, bits: f64, beta: usize, dimension: f64, eta: f64) -> Self {
        Self {
            attack,
            bits,
            beta,
            dimension: dimension.round() as usize,
            eta: eta.round() as usize,
            guessed: 0,
            fourier: 0,
            log2_repetitions: 0.0,
        }
    }

    /// The attack and its parameters.
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.attack)?;
        if self.beta > 0 {
            write!(f, ", BKZ-{} in dimension {}", self.beta, self.dimension)?;
        }
        if self.eta > 0 {
            write!(f, ", sieve in dimension {}", self.eta)?;
        }
        if self.guessed > 0 {
            write!(f, ", {} coordinates guessed", self.guessed)?;
        }
        if self.fourier > 0 {
            write!(f, ", {} by Fourier transform", self.fourier)?;
        }
        if self.log2_repetitions >= 0.05 {
            write!(f, ", repeated 2^{:.1} times", self.log2_repetitions)?;
        }
        Ok(())
    }
}

impl fmt::Display for AttackEstimate {
    /// `128.5 bits: primal attack (uSVP), BKZ-β in dimension d`, and more where it applies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} bits: ", self.bits)?;
        self.describe(f)
    }
}

/// The cost of the cheapest attack, and of the others.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// log2 of the cost of the cheapest attack, in the units of the cost model.
    pub bits: f64,
    /// The cheapest attack.
    pub attack: Attack,
    /// The cost model.
    pub model: CostModel,
    /// Every attack that applies, cheapest first.
    pub attacks: Vec<AttackEstimate>,
}

impl Estimate {
    /// The estimate of one attack, if it was asked for and applies.
    #[must_use]
    pub fn of(&self, attack: Attack) -> Option<&AttackEstimate> {
        self.attacks.iter().find(|estimate| estimate.attack == attack)
    }
}

impl fmt::Display for Estimate {
    /// `128.2 bits (MATZOV): dual hybrid attack, BKZ-329 in dimension 32653, ...`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} bits ({}): ", self.bits, self.model)?;
        self.of(self.attack).map_or(Ok(()), |best| best.describe(f))
    }
}
