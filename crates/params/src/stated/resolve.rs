//! From stated sizes to primes.

use ringassay_ring::{index::Index, primes::is_prime};
use ringassay_scheme::bgv::PlaintextModulus;

use super::{Moduli, Part, Prime};
use crate::{Error, bgv::primes::PrimeSource, request::refused};

/// The primes that were stated, or found for stated sizes.
pub(crate) struct Resolved {
    /// Of Q, without the small ones.
    pub(crate) q: Vec<u64>,
    pub(crate) small: Vec<u64>,
    /// Of P.
    pub(crate) special: Vec<u64>,
}

/// A size that leaves room for a few primes below the largest that vector instructions take.
const LARGEST: f64 = PrimeSource::MAX_BITS as f64 - 0.2;

/// The most primes of Q and P together.
const MOST: usize = 160;

/// What primes are beside 1 modulo the index.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rule {
    /// 1 modulo t, unless they are stated and coprime to it.
    OneModulo(PlaintextModulus),
    /// Coprime to t.
    CoprimeTo(PlaintextModulus),
}

impl Rule {
    /// What primes that are found are 1 modulo, beside the index.
    fn t(self) -> u64 {
        match self {
            Self::OneModulo(plaintext) => plaintext.value().unwrap_or(1),
            Self::CoprimeTo(_) => 1,
        }
    }

    fn plaintext(self) -> PlaintextModulus {
        let (Self::OneModulo(plaintext) | Self::CoprimeTo(plaintext)) = self;
        plaintext
    }
}

impl Resolved {
    /// Primes that are 1 modulo the index and follow `rule`. `limbs_of` says how many primes of Q make a digit, on which
    /// the size of P depends that nobody stated.
    ///
    /// # Errors
    /// With what to state instead.
    pub(crate) fn new(
        index: &Index,
        rule: Rule,
        moduli: &Moduli,
        limbs_of: impl Fn(&[u64]) -> usize,
    ) -> Result<Self, Error> {
        // The user says how small primes may be: a few of a size are enough.
        let source = PrimeSource::scarce(index, rule.t())?;
        let named = [Some(&moduli.q), moduli.p.as_ref()].into_iter().flatten();
        let named = named.filter_map(|part| match part {
            Part::Primes(primes) => Some(primes),
            Part::Log2(_) => None,
        });
        let reserved = named.chain([&moduli.small]).flatten().filter_map(|prime| match prime {
            Prime::Exactly(q) => Some(*q),
            Prime::Bits(_) => None,
        });
        let reserved = reserved.chain([rule.plaintext().prime]).collect();
        let mut finder = Finder { index, rule, source, used: Vec::new(), reserved };
        let q = finder.part(&moduli.q, "Q")?;
        let small = finder.primes(&moduli.small)?;
        if q.is_empty() {
            return Err(refused(
                "at least one prime of Q is needed: state its size in bits".into(),
            ));
        }
        let special = match &moduli.p {
            Some(part) => finder.part(part, "P")?,
            None => {
                let largest = q.iter().chain(&small).copied().max().unwrap_or(2);
                let bits =
                    (largest as f64).log2().min(LARGEST).max(f64::from(finder.source.min_bits()));
                finder.primes(&vec![Prime::Bits(bits); limbs_of(&q)])?
            }
        };
        if special.is_empty() {
            return Err(refused(
                "key switching needs P, at least one special prime about as large as a digit: state its size in bits"
                    .into(),
            ));
        }
        if q.len() + small.len() + special.len() > MOST {
            return Err(refused(format!(
                "there are more than {MOST} primes: state fewer and larger ones"
            )));
        }
        Ok(Self { q, small, special })
    }
}

/// How many primes of Q make a digit, if there are to be so many digits.
///
/// # Errors
/// For no digits.
pub(crate) fn digits_of(primes: usize, digits: Option<usize>) -> Result<usize, Error> {
    match digits {
        Some(0) => Err(refused("key switching has at least one digit".into())),
        Some(digits) => Ok(primes.div_ceil(digits).max(1)),
        None => Ok(1),
    }
}

/// The most primes of Q to a digit, of 1 to `most`, with which no digit is larger than P: fewer digits are less
/// work, and a P that is larger than they need would only cost security. `largest` is log2 of the largest digit
/// with so many primes; primes of one size differ by less than half a bit.
pub(crate) fn limbs_up_to_p(special: &[u64], most: usize, largest: impl Fn(usize) -> f64) -> usize {
    let log2_p: f64 = special.iter().map(|&q| (q as f64).log2()).sum();
    (1..=most).rev().find(|&limbs| largest(limbs) <= log2_p + 0.5).unwrap_or(1)
}

/// Finds primes, each once.
struct Finder<'a> {
    index: &'a Index,
    rule: Rule,
    source: PrimeSource,
    used: Vec<u64>,
    /// Primes that are stated: none that is found may be one of them.
    reserved: Vec<u64>,
}

impl Finder<'_> {
    fn part(&mut self, part: &Part, name: &str) -> Result<Vec<u64>, Error> {
        match part {
            Part::Primes(primes) => self.primes(primes),
            Part::Log2(bits) => {
                let least = f64::from(self.source.min_bits());
                if !(least..=MOST as f64 * LARGEST).contains(bits) {
                    return Err(refused(format!(
                        "log2 {name} = {bits:.1} is out of range: primes that are 1 modulo {} have {least:.0} to {} \
                         bits, and there may be {MOST} of them{}",
                        self.modulo(),
                        PrimeSource::MAX_BITS,
                        self.smaller_t(),
                    )));
                }
                let count = (bits / LARGEST).ceil();
                self.primes(&vec![Prime::Bits(bits / count); count as usize])
            }
        }
    }

    fn primes(&mut self, primes: &[Prime]) -> Result<Vec<u64>, Error> {
        primes.iter().map(|&prime| self.prime(prime)).collect()
    }

    fn prime(&mut self, prime: Prime) -> Result<u64, Error> {
        match prime {
            Prime::Exactly(q) => {
                self.check(q)?;
                self.used.push(q);
                Ok(q)
            }
            Prime::Bits(bits) => {
                let (least, most) = (self.source.min_bits(), PrimeSource::MAX_BITS);
                if !(f64::from(least) - 0.5..=f64::from(most)).contains(&bits) {
                    return Err(refused(format!(
                        "a prime of {bits:.1} bits cannot be had: those that are 1 modulo {} and computed fast have \
                         {least} to {most} bits{}",
                        self.modulo(),
                        self.smaller_t(),
                    )));
                }
                self.find(bits.min(LARGEST + 0.2))
            }
        }
    }

    /// A prime near this size that is neither taken nor stated.
    fn find(&mut self, bits: f64) -> Result<u64, Error> {
        let mut taken = [&self.used[..], &self.reserved].concat();
        let found = self.source.take(bits, &mut taken)?;
        self.used.push(found);
        Ok(found)
    }

    /// Fails unless the ring has a transform for q and it is not taken.
    fn check(&self, q: u64) -> Result<(), Error> {
        let wrong = if self.used.contains(&q) {
            "occurs twice".to_owned()
        } else if !is_prime(q) {
            "is no prime".to_owned()
        } else if q % self.index.m() != 1 % self.index.m() {
            format!("is not 1 modulo the index {}, so that there is no transform", self.index.m())
        } else if q == self.rule.plaintext().prime {
            "divides the plaintext modulus, so that keys would hide nothing".to_owned()
        } else {
            return Ok(());
        };
        let mut taken = [&self.used[..], &self.reserved].concat();
        let near = self.source.take((q.max(2) as f64).log2(), &mut taken);
        let instead = near.map_or_else(
            |_| "state a size in bits instead".to_owned(),
            |near| format!("the nearest that serves is {near}; or state a size in bits"),
        );
        Err(refused(format!("{q} {wrong}: {instead}")))
    }

    /// What primes are 1 modulo, in words.
    fn modulo(&self) -> String {
        match self.rule.t() {
            1 => format!("the index {}", self.index.m()),
            t => format!("the index {} and the plaintext modulus {t}", self.index.m()),
        }
    }

    fn smaller_t(&self) -> &'static str {
        if self.rule.t() > 2 { "; a smaller plaintext modulus has smaller ones" } else { "" }
    }
}
