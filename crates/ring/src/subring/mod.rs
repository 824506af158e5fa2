//! Subrings: `embed` and `twace` between the rings of indices m and m' with m | m'.
//!
//! R = Z\[ζ_m\] lies in R' = Z\[ζ_m'\], with ζ_m = ζ_m'^{m'/m}. `embed` is this inclusion. `twace` goes
//! back: with Tr the trace of the field of index m' over that of index m,
//!
//! > twace(x) = Tr(g'/g · m̂/m̂' · x),  m̂ = m/2 for even m, else m
//!
//! (ePrint 2015/1134, "tweaked trace"; 2013/293 §2.5 for g and m̂). It is R-linear, maps R' to R,
//! and twace ∘ embed is the identity. All of it is a tensor product over the primes p | m', so that
//! one axis, p^e into p^e', says what happens; where e = 0, p is *new*.
//!
//! **Powerful basis.** ζ_{p^e}^j = ζ_{p^e'}^{j·p^(e'-e)}: `embed` puts coefficient j at position
//! j·p^(e'-e), for a new prime at position 0, and zeros elsewhere. For `twace`, Tr(ζ_{p^e'}^j) is
//! p^(e'-e)·ζ_{p^e}^{j/p^(e'-e)} if that exponent is whole and 0 otherwise (e >= 1), and m̂/m̂'
//! contributes p^(e-e'). For a new odd prime we have g'/g = 1 - ζ_p: the trace down to Z\[ζ_p\] leaves
//! the ζ_p^j, of which (Tr(ζ_p^j) - Tr(ζ_p^{j+1}))/p is 1 for j = 0, (-1 + 1)/p = 0 for
//! 0 < j < p-2, and likewise (-1 - (-1))/p = 0 for j = p-2. For new p = 2, Tr(ζ_{2^e'}^j) is
//! 2^(e'-1) for j = 0, else 0, and m̂/m̂' is 2^(1-e'). So `twace` takes exactly the positions that
//! `embed` fills.
//!
//! **Decoding basis.** The element with decoding coefficients c has powerful coefficients L(c), the
//! running sums along the axis of length p-1 of every odd prime (2013/293 §6). For e >= 1 that axis
//! is untouched, and both maps are as above. For a new odd prime, 1 has powerful coefficients
//! (1, 0, 0, …), hence decoding coefficients (1, -1, 0, …): `embed` also writes the negative next
//! to each coefficient, a product of signs for several new primes. `twace` takes position 0, where
//! a running sum is its first term.
//!
//! **CRT basis.** Let ω' be the root of order m' modulo q, and ω = ω'^{m'/m}. The value at
//! ζ_m' ↦ ω'^{u'} of an element of R is its value at ζ_m ↦ ω^u with u = u' mod m: `embed` copies
//! values. For `twace`, the embeddings of R' that extend the u-th of R are the units u' ≡ u mod m:
//!
//! > twace(x)_u = Σ_{u' ≡ u mod m} w(u')·x_u',  w(u') = m̂/m̂' · ∏ (1 - ω'^{u'·m'/p})
//!
//! over the new odd primes p. The weight depends only on u' modulo these primes. We order the values
//! into φ(m')/φ(m) rows, one from each fibre to a row, with one weight for each row, and add up.

mod error;

pub use error::SubringError;

use ringassay_kernels::layout::{BlockMap, StridedMap};
use ringassay_kernels::{RowWeights, Zq};

use crate::index::Index;

/// The maps between the ring of an index m and the ring of a multiple m', on vectors of
/// coefficients: canonical residues modulo one q, n = φ(m) of them in the smaller ring, n' = φ(m')
/// in the larger.
///
/// Nothing is allocated after construction, and which words are read and written does not depend on
/// their values.
///
/// # Panics
///
/// All maps panic if a slice has not the length of its ring.
#[derive(Debug, Clone)]
pub struct Subring {
    small: Index,
    big: Index,
    strided_map: StridedMap,
    /// Decoding basis: the further shifts of the strided map, and whether the coefficients are negated there.
    signs: Vec<(usize, bool)>,
    /// CRT basis: `embed`.
    spread: BlockMap,
    /// CRT basis: the order of `twace`'s rows, if the values are not in it already.
    rows: Option<BlockMap>,
    /// For each row the units u' of one fibre.
    row_units: Vec<u32>,
}

/// The weights of [`Subring::twace_crt`] modulo one q.
#[derive(Debug, Clone)]
pub struct TwaceWeights(Option<RowWeights>);

impl Subring {
    /// The ring of index `small` in the ring of index `big`. `small_crt` and `big_crt` are the units
    /// at whose powers of the root the values of the two CRT bases are taken, in their order.
    ///
    /// # Errors
    ///
    /// If `small` does not divide `big`.
    ///
    /// # Panics
    ///
    /// If the units given are not all the units modulo m and m'.
    pub fn new(
        small: &Index,
        big: &Index,
        small_crt: &[u32],
        big_crt: &[u32],
    ) -> Result<Self, SubringError> {
        if !small.divides(big) {
            return Err(SubringError::NotDivisor { small: small.m(), big: big.m() });
        }
        let mut signs = vec![(0, false)];
        for axis in big.axes().filter(|axis| is_new_odd(small, axis.factor.prime)) {
            let shift = axis.inner * axis.factor.inner();
            let negatives: Vec<_> = signs.iter().map(|&(at, sign)| (at + shift, !sign)).collect();
            signs.extend(negatives);
        }
        signs.remove(0); // which is the powerful basis' strided map
        let below = positions_below(small, big, small_crt, big_crt);
        let (rows, row_units) = fibre_rows(small, big, &below, big_crt);
        Ok(Self {
            small: small.clone(),
            big: big.clone(),
            strided_map: powerful_strided_map(small, big),
            signs,
            spread: BlockMap::new(&below),
            rows: Some(BlockMap::new(&rows)).filter(|rows| !rows.is_identity()),
            row_units,
        })
    }

    /// The index m of the subring.
    pub fn small(&self) -> &Index {
        &self.small
    }

    /// The index m' of the larger ring.
    pub fn big(&self) -> &Index {
        &self.big
    }

    /// m and m'.
    pub(crate) fn indices(&self) -> (u32, u32) {
        (self.small.m() as u32, self.big.m() as u32)
    }

    /// φ(m')/φ(m), the degree of the larger field over the smaller.
    pub fn relative_degree(&self) -> usize {
        self.row_units.len()
    }

    /// `embed` in the powerful basis: `out` has n' residues, `x` n.
    pub fn embed_powerful(&self, zq: &Zq, out: &mut [u64], x: &[u64]) {
        self.check_big(out);
        zq.spread_into(&self.strided_map, out, x);
    }

    /// `embed` in the powerful basis, of integers: `out` has n' coefficients, `x` n.
    pub fn embed_powerful_signed(&self, out: &mut [i64], x: &[i64]) {
        self.check_big(out);
        self.strided_map.spread_into(out, x, 0);
    }

    /// `embed` in the decoding basis: `out` has n' residues, `x` n.
    pub fn embed_decoding(&self, zq: &Zq, out: &mut [u64], x: &[u64]) {
        self.check_big(out);
        zq.spread_into(&self.strided_map, out, x);
        for &(shift, negative) in &self.signs {
            if negative {
                zq.place_negated(&self.strided_map, &mut out[shift..], x);
            } else {
                self.strided_map.place_with(&mut out[shift..], x, |x| x);
            }
        }
    }

    /// `embed` in the decoding basis, of integers: `out` has n' coefficients, `x` n, none of which
    /// is `i64::MIN`.
    pub fn embed_decoding_signed(&self, out: &mut [i64], x: &[i64]) {
        self.embed_powerful_signed(out, x);
        for &(shift, negative) in &self.signs {
            let sign = if negative { -1 } else { 1 };
            self.strided_map.place_with(&mut out[shift..], x, |x: i64| x.wrapping_mul(sign));
        }
    }

    /// `embed` in the CRT basis: `out` has n' values, `x` n.
    pub fn embed_crt(&self, zq: &Zq, out: &mut [u64], x: &[u64]) {
        self.check_big(out);
        self.check_small(x);
        zq.copy_blocks_into(&self.spread, out, x);
    }

    /// `twace` in the powerful basis, and no less in the decoding basis: `out` has n residues, `x`
    /// n'.
    pub fn twace(&self, zq: &Zq, out: &mut [u64], x: &[u64]) {
        self.check_big(x);
        zq.pick_into(&self.strided_map, out, x);
    }

    /// `twace` in the powerful or in the decoding basis, of integers: `out` has n coefficients, `x`
    /// n'.
    pub fn twace_signed(&self, out: &mut [i64], x: &[i64]) {
        self.check_big(x);
        self.strided_map.pick_into(out, x);
    }

    /// The words that [`Subring::twace_crt`] wants to work in: n', or none.
    pub fn scratch_len(&self) -> usize {
        if self.rows.is_some() { self.big.degree() } else { 0 }
    }

    /// `twace` in the CRT basis: `out` has n values, `x` n', `scratch` at least
    /// [`Subring::scratch_len`] words, which are overwritten. `weights` are those of this subring
    /// for the same q and backend.
    pub fn twace_crt(
        &self,
        zq: &Zq,
        weights: &TwaceWeights,
        out: &mut [u64],
        x: &[u64],
        scratch: &mut [u64],
    ) {
        self.check_small(out);
        self.check_big(x);
        let x = match &self.rows {
            Some(rows) => {
                let scratch = &mut scratch[..self.big.degree()];
                zq.copy_blocks_into(rows, scratch, x);
                scratch
            }
            None => x,
        };
        match &weights.0 {
            Some(weights) => zq.sum_rows_into(out, x, weights),
            None => out.copy_from_slice(x),
        }
    }

    /// The weights of [`Subring::twace_crt`] in Z_q, where `root` is the primitive m'-th root of
    /// unity at whose powers the larger ring's CRT basis evaluates; its (m'/m)-th power is that of
    /// the smaller ring.
    ///
    /// # Errors
    ///
    /// If `root` is not a primitive m'-th root of unity modulo q.
    pub fn twace_weights(&self, zq: &Zq, root: u64) -> Result<TwaceWeights, SubringError> {
        let modulus = zq.modulus();
        let (q, m) = (modulus.value(), self.big.m());
        let one = 1 % q;
        let power = |exponent: u64| modulus.pow(root % q, exponent % m);
        let is_root = modulus.pow(root % q, m) == one
            && self.big.factors().iter().all(|f| power(m / u64::from(f.prime)) != one);
        // m' divides the order of the group of units modulo q, and is coprime to q if q is a prime.
        let scale = modulus.inverse((self.big.m_hat() / self.small.m_hat()) % q);
        let Some(scale) = scale.filter(|_| is_root) else {
            return Err(SubringError::NotRoot { root, order: m, q });
        };
        if self.small == self.big {
            return Ok(TwaceWeights(None));
        }
        let new_primes: Vec<u64> =
            self.big.odd_primes().filter(|&p| is_new_odd(&self.small, p)).map(u64::from).collect();
        let weight = |&unit: &u32| {
            new_primes.iter().fold(scale, |weight, p| {
                let conjugate = power(u64::from(unit) * (m / p));
                modulus.mul(weight, modulus.sub(one, conjugate))
            })
        };
        let weights: Vec<u64> = self.row_units.iter().map(weight).collect();
        Ok(TwaceWeights(Some(RowWeights::new(zq, &weights))))
    }

    #[inline]
    fn check_small<T>(&self, x: &[T]) {
        assert_eq!(x.len(), self.small.degree(), "the length of the smaller ring");
    }

    #[inline]
    fn check_big<T>(&self, x: &[T]) {
        assert_eq!(x.len(), self.big.degree(), "the length of the larger ring");
    }
}

/// Whether an odd prime factor of m' does not divide m.
fn is_new_odd(small: &Index, prime: u32) -> bool {
    prime != 2 && small.factor_of(prime).is_none()
}

/// The strided map of the powerful bases: ζ_{p^e}^j = ζ_{p^e'}^{j·p^(e'-e)} on every axis, and j = 0 on the
/// axes of new primes.
fn powerful_strided_map(small: &Index, big: &Index) -> StridedMap {
    StridedMap::new(big.axes().rev().filter_map(|axis| {
        let factor = small.factor_of(axis.factor.prime)?;
        Some((factor.totient(), axis.inner * (axis.factor.inner() / factor.inner())))
    }))
}

/// For every position of the larger CRT basis, with unit u', the position of u' mod m in the
/// smaller.
fn positions_below(small: &Index, big: &Index, small_crt: &[u32], big_crt: &[u32]) -> Vec<u32> {
    assert_eq!(small_crt.len(), small.degree(), "a unit for each value of the smaller ring");
    assert_eq!(big_crt.len(), big.degree(), "a unit for each value of the larger ring");
    let mut position_of = vec![u32::MAX; small.m() as usize];
    for (position, &unit) in (0..).zip(small_crt) {
        position_of[unit as usize] = position;
    }
    let below = |&unit: &u32| position_of[(u64::from(unit) % small.m()) as usize];
    let positions: Vec<u32> = big_crt.iter().map(below).collect();
    assert!(positions.iter().all(|&at| at != u32::MAX), "all units of the smaller ring are there");
    positions
}

/// The positions of the larger CRT basis in rows: row r holds, for every position of the smaller in
/// order, one position above it; within a row the units are equal modulo the new odd primes. Also
/// the unit with which each row begins.
fn fibre_rows(small: &Index, big: &Index, below: &[u32], big_crt: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (n, degree) = (small.degree(), big.degree() / small.degree());
    let new_primes: u64 =
        big.odd_primes().filter(|&p| is_new_odd(small, p)).map(u64::from).product();
    let key = |position: u32| u64::from(big_crt[position as usize]) % new_primes;
    let mut fibres = vec![Vec::with_capacity(degree); n];
    for (position, &at) in (0..).zip(below) {
        fibres[at as usize].push(position);
    }
    // The first fibre says which row has which key; in the others, each member goes to the next free
    // row with its key. In a tensor of axes that is simply the order in which they stand.
    let pattern: Vec<u64> = fibres[0].iter().map(|&position| key(position)).collect();
    let row_units = fibres[0].iter().map(|&position| big_crt[position as usize]).collect();
    let mut rows_of = std::collections::BTreeMap::<u64, Vec<usize>>::new();
    for (row, &key) in pattern.iter().enumerate() {
        rows_of.entry(key).or_default().push(row);
    }
    let mut rows = vec![0; big.degree()];
    for (column, fibre) in fibres.iter().enumerate() {
        let mut used = std::collections::BTreeMap::<u64, usize>::new();
        for &position in fibre {
            let key = key(position);
            let next = used.entry(key).or_default();
            rows[rows_of[&key][*next] * n + column] = position;
            *next += 1;
        }
    }
    (rows, row_units)
}
