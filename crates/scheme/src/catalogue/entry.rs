//! What the catalogue says of a scheme.

/// What is known of a scheme without an instance of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The name in files, in stored data and on the command line: lower case, never changed.
    pub key: &'static str,
    /// The name in prose.
    pub name: &'static str,
    /// Where it was published.
    pub reference: &'static str,
    /// The number in saved objects ([`serial`](crate::serial)): never changed, never used again.
    pub serial: u8,
    /// Which of its objects can be saved.
    pub saved: Saved,
    /// The ring it computes in.
    pub ring: RingFamily,
    /// The plaintext spaces of circuits that it evaluates.
    pub spaces: &'static [Space],
    /// Whether a ciphertext holds a vector in slots; else it holds one entry.
    pub has_slots: bool,
    /// The names of its parameters.
    pub parameters: &'static [&'static str],
    /// The moduli it takes.
    pub modulus: ModulusForm,
    /// How coefficients of secrets are drawn.
    pub secret: &'static str,
    /// How coefficients of errors are drawn.
    pub error: &'static str,
    /// The problem that attacks on it have to solve.
    pub problem: HardProblem,
    /// Whether products need a key of their own.
    pub has_evaluation_key: bool,
    /// Our own implementation as a system under test.
    pub sut: Option<SystemUnderTest>,
}

/// A system under test that ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemUnderTest {
    /// Its name in the registry.
    pub name: &'static str,
    /// The arguments with which `ringassay-runtime` becomes it.
    pub arguments: &'static [&'static str],
    /// What it is, in a line.
    pub description: &'static str,
}

/// A family of rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RingFamily {
    /// Z_Q\[ζ_m\] for any index m, Q a product of word-sized primes: [`Ring`](crate::Ring).
    RnsCyclotomic,
    /// Z_q\[x\]/(x^n + 1), n a power of two, q any integer of up to eight words.
    Multiprecision,
    /// Z_q\[X\]/(X^N + 1), N a power of two, q one prime, and samples of learning with errors:
    /// [`LweRing`](crate::ring::LweRing).
    Samples,
}

impl RingFamily {
    /// The name in interfaces.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::RnsCyclotomic => "rns-cyclotomic",
            Self::Multiprecision => "multiprecision",
            Self::Samples => "samples",
        }
    }
}

/// A plaintext space of circuits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// Bits.
    Gf2,
    /// Integers modulo t.
    Zt,
    /// Real numbers.
    Real,
    /// Complex numbers.
    Complex,
}

impl Space {
    /// The name in circuits and handshakes.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Gf2 => "gf2",
            Self::Zt => "zt",
            Self::Real => "real",
            Self::Complex => "complex",
        }
    }
}

/// The moduli that a scheme takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ModulusForm {
    /// Products of primes that are 1 modulo the index.
    Primes,
    /// Powers of two.
    PowerOfTwo,
    /// Any; a multiple of t leaves no remainder that adds to noise.
    MultipleOfT,
    /// Odd and 1 modulo t: modulo a divisor of t, keys would hide nothing.
    OneModuloT,
}

/// The problem on which security rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HardProblem {
    /// Learning with errors over a ring.
    RingLwe,
    /// Narrow quotients: overstretched, and then broken, at large moduli (2016/127, 2021/999).
    Ntru,
}

impl HardProblem {
    /// The name in interfaces.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::RingLwe => "lwe",
            Self::Ntru => "ntru",
        }
    }
}

/// Which objects of a scheme can be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Saved {
    /// All kinds.
    All,
    /// What a server needs: parameters, evaluation keys, ciphertexts.
    ForServers,
    /// All but plaintexts, which are vectors of residues there.
    AllButPlaintexts,
    /// Parameters, secret keys, evaluation keys and ciphertexts: there are no public keys.
    Gates,
}
