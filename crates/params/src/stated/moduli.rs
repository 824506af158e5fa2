//! Moduli as users state them.

/// A prime, or how large one is to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Prime {
    /// This one.
    Exactly(u64),
    /// The one nearest to 2 to this power that the ring has a transform for, and that is not taken.
    Bits(f64),
}

/// A product of primes.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Of these.
    Primes(Vec<Prime>),
    /// Of the fewest primes of one size that have this many bits together.
    Log2(f64),
}

/// Q, P and digits of key switching.
#[derive(Debug, Clone, PartialEq)]
pub struct Moduli {
    /// The primes of Q; in BGV the large ones, dropped from the last on.
    pub q: Part,
    /// Further primes of Q in BGV, at most six, which come and go, so that moduli lie close together.
    pub small: Vec<Prime>,
    /// The primes of P, the special modulus of key switching. `None`: as many as make a digit, as large as the
    /// largest of Q.
    pub p: Option<Part>,
    /// The number of digits of key switching. `None`: as few as leave none larger than P.
    pub digits: Option<usize>,
}
