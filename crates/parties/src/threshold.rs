//! t of n: any t parties decrypt together, and fewer learn nothing.
//!
//! Party i takes a polynomial S_i of degree t - 1 over R_QP with S_i(0) = s_i and otherwise uniform coefficients, and gives
//! S_i(j) to party j, in private (2022/780). Party j adds up what it is given, to S(j) for S = Σ S_i. Active parties A
//! multiply that by λ_j = Π k/(k - j) over the other k in A: Σ λ_j·S(j) = S(0) = s. All differences of points are below n, so
//! that they are units modulo every prime. λ_j multiplies before noise is added: afterwards it would multiply the noise as
//! well.
//!
//! **Masks.** λ_j·S(j) is not used as it is. A party that is not active, together with some that are, may know t - 1 points, and
//! then λ_j·S(j) = β_j·s + what it knows. A decryption makes c_1·s public but for small noise, and the share β_j·c_1·s but for
//! other small noise: two such equations have one solution, exactly as with one share under two active sets. So every two
//! parties have two seeds, dealt with the points, and in each session every active party adds the elements that are expanded
//! from what it gave to the other active parties, and subtracts those from what they gave to it. The sum of all is still s,
//! and else the parts of honest active parties are uniform, independent of those in other sessions.

use std::fmt;

use ringassay_kernels::Modulus;
use ringassay_ring::{
    Crt,
    sample::{Label, Seed},
};
use ringassay_scheme::{FreshSeed, Ring, hybrid::HybridScheme};

use crate::{Error, Group, Guard, Part, SecretShare, Subject};

const COEFFICIENT: Label = Label::new("prt.sha");
const PAIRS: Label = Label::new("prt.par");

/// What party i gives to party j, in private: S_i(j), and a seed for masks. Secret.
pub struct Dealt<R: Ring> {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) threshold: u32,
    /// Of masks between both; what a party gives to itself is the seed of those that it gives to others.
    pub(crate) seed: Seed,
    pub(crate) element: R::Element<Crt>,
}

impl<R: Ring> fmt::Debug for Dealt<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dealt(from party {} to party {}, …)", self.from, self.to)
    }
}

impl<R: Ring> Dealt<R> {
    /// How many parties are needed.
    pub fn threshold(&self) -> u32 {
        self.threshold
    }

    /// From whom.
    pub fn from(&self) -> u32 {
        self.from
    }

    /// To whom.
    pub fn to(&self) -> u32 {
        self.to
    }
}

/// S(j), party j's share of the secret of all keys, of which t give it away. Secret.
pub struct ThresholdShare<R: Ring> {
    pub(crate) party: u32,
    pub(crate) threshold: u32,
    pub(crate) guard: Guard,
    /// Seeds of masks, of each party by its number; of its own those of what it gave are derived.
    pub(crate) seeds: Vec<Seed>,
    pub(crate) element: R::Element<Crt>,
}

impl<R: Ring> fmt::Debug for ThresholdShare<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ThresholdShare(party {}, {} needed, …)", self.party, self.threshold)
    }
}

impl<P: HybridScheme, R: Ring> Group<P, R> {
    /// What a party gives to each, itself included, so that any `threshold` of them can stand for it.
    ///
    /// # Errors
    /// Returns an error if there are fewer parties, or the secret is of other parameters.
    pub fn deal(
        &self,
        secret: &SecretShare<P, R>,
        threshold: u32,
        randomness: FreshSeed,
    ) -> Result<Vec<Dealt<R>>, Error> {
        self.check_all()?;
        let (count, from) = (self.members().count(), secret.part().party());
        if !(1..=count).contains(&threshold) {
            return Err(Error::Members(format!(
                "1 to {count} of {count} parties can be needed, not {threshold}"
            )));
        }
        let (ring, seed) = (self.context().ring(), randomness.into_seed());
        let pairs = seed.derive(PAIRS, 0);
        // 0 that counts as secret: what it is added to is cleared when dropped.
        let mut nothing = secret.part().element.clone();
        R::sub_assign(&mut nothing, &secret.part().element)?;
        let dealt = |to: u32| {
            let point: Vec<u64> = ring.moduli().iter().map(|q| u64::from(to) % q).collect();
            let mut value = nothing.clone();
            for k in (1..threshold).rev() {
                let mut coefficient = ring.uniform(&seed.derive(COEFFICIENT, k.into()));
                R::add_assign(&mut coefficient, &nothing)?;
                R::add_assign(&mut value, &coefficient)?;
                R::scale_assign(&mut value, &point)?;
            }
            R::add_assign(&mut value, &secret.part().element)?;
            let seed = if to == from { pairs.clone() } else { pairs.derive(PAIRS, to.into()) };
            Ok(Dealt { from, to, threshold, seed, element: value })
        };
        (1..=count).map(dealt).collect()
    }

    /// A party's share of the secret of all keys, of what each party gave it. `guard` is the ledger of its own secret.
    ///
    /// # Errors
    /// Returns an error unless there is one from each party, to this one, for one threshold.
    pub fn collect(
        &self,
        party: u32,
        guard: Guard,
        dealt: &[Dealt<R>],
    ) -> Result<ThresholdShare<R>, Error> {
        let count = self.members().count();
        let threshold = dealt.first().map_or(0, |one| one.threshold);
        let mut element = self.context().ring().zero::<Crt>();
        let mut from: Vec<u32> = dealt.iter().map(Dealt::from).collect();
        from.sort_unstable();
        if let Some(party) = from.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::Repeated { party: party[0] });
        }
        if let Some(party) = (1..=count).find(|party| !from.contains(party)) {
            return Err(Error::Missing { what: "there is nothing", party, count: count as usize });
        }
        for one in dealt {
            if one.to != party || one.threshold != threshold || one.from > count {
                return Err(Error::OtherShare { what: "party, or for another threshold" });
            }
            R::add_assign(&mut element, &one.element)?;
        }
        let mut sorted: Vec<&Dealt<R>> = dealt.iter().collect();
        sorted.sort_unstable_by_key(|one| one.from);
        let seeds = sorted.into_iter().map(|one| one.seed.clone()).collect();
        Ok(ThresholdShare { party, threshold, guard, seeds, element })
    }

    /// What a party decrypts with in this session, which its active parties determine.
    ///
    /// # Errors
    /// Returns an error if the party is not active, or too few are.
    pub fn part(&self, share: &ThresholdShare<R>) -> Result<Part<R>, Error> {
        let (active, ThresholdShare { party, threshold, guard, .. }) =
            (self.members().active(), share);
        self.check_active(*party)?;
        if active.len() < *threshold as usize {
            return Err(Error::Members(format!(
                "too few parties are active: {}, and {threshold} are needed",
                active.len()
            )));
        }
        let others = || active.iter().filter(|other| *other != party).map(|&k| u64::from(k));
        let coefficient = |&q: &u64| {
            let q = Modulus::new(q).ok()?;
            others().try_fold(1, |product, k| {
                let difference = q.sub(q.reduce(k), q.reduce(u64::from(*party)));
                Some(q.mul(product, q.mul(q.reduce(k), q.inverse(difference)?)))
            })
        };
        // Differences of numbers of parties are below every prime.
        let factors: Option<Vec<u64>> =
            self.context().ring().moduli().iter().map(coefficient).collect();
        let factors = factors.ok_or(Error::OtherShare { what: "parameter set" })?;
        let mut element = share.element.clone();
        R::scale_assign(&mut element, &factors)?;
        for &other in active.iter().filter(|&other| other != party) {
            let [given, taken] = self.masks(share, other)?;
            R::add_assign(&mut element, &given)?;
            R::sub_assign(&mut element, &taken)?;
        }
        Ok(Part { party: *party, guard: *guard, element })
    }

    /// What a party adds in this session for what it gave to another, and subtracts for what that gave to it.
    fn masks(&self, share: &ThresholdShare<R>, other: u32) -> Result<[R::Element<Crt>; 2], Error> {
        let ring = self.context().ring();
        let mut nothing = share.element.clone();
        R::sub_assign(&mut nothing, &share.element)?;
        let seed = |party: u32| {
            let missing =
                || Error::Missing { what: "there is no seed", party, count: share.seeds.len() };
            share.seeds.get(party as usize - 1).ok_or_else(missing)
        };
        let expanded = |seed: &Seed| {
            let Subject(seed) = Subject::hashed(
                "ringassay 2026 mask between two active parties",
                &[seed.expose(), &self.identity().0],
            );
            let mut mask = ring.uniform(&Seed::from_bytes(seed));
            // Cleared when dropped.
            R::add_assign(&mut mask, &nothing)?;
            Ok::<_, Error>(mask)
        };
        let given = seed(share.party)?.derive(PAIRS, other.into());
        Ok([expanded(&given)?, expanded(seed(other)?)?])
    }
}
