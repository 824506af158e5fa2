//! Plaintext slots: how a prime splits in the ring, and how automorphisms move the slots.
//!
//! Let p be a prime that does not divide m, and d its order modulo m. Modulo p the cyclotomic
//! polynomial has ℓ = φ(m)/d factors of degree d, so that R/p is a product of ℓ fields of p^d
//! elements, the slots (N. Smart and F. Vercauteren, ePrint 2011/133; S. Halevi and V. Shoup,
//! "Algorithms in HElib", ePrint 2014/106 §2.4). Modulo p^r the slots are Galois rings, with the
//! same structure.
//!
//! With η a primitive m-th root of unity in the field of p^d elements, slot s holds the value of
//! the element at ζ ↦ η^{t_s}, where t_s represents a class of (Z/m)*/⟨p⟩. Units of one class give
//! conjugate values: at t_s·p^f the value is the p^f-th power of that at t_s. The classes are
//! arranged in a hypercube: t_s = ∏ g_i^{e_i}, 0 <= e_i < size_i, with s the row-major position of
//! the coordinates (e_1, e_2, …).

mod error;
mod hypercube;
mod rotation;

pub use error::SlotError;
pub use rotation::{Dimension, Rotation};

use crate::arith::{mul_mod, pow_mod};
use crate::index::{Index, UnitGroup};
use crate::primes::is_prime;

/// What the hypercube is to be good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// Good dimensions are kept apart from bad ones: for slots that hold elements of the whole field
    /// of p^d elements, where a bad dimension costs two automorphisms and a mask.
    #[default]
    Good,
    /// As few dimensions as the group allows: for slots that hold elements of Z_p, to which bad
    /// dimensions are as good as good ones.
    Fewest,
}

/// Where a unit of Z/m stands among the slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The slot s, below ℓ.
    pub slot: usize,
    /// The f, below d, with unit = t_s·p^f.
    pub frobenius: usize,
}

/// The slots of the ring of an index for a prime p.
///
/// ```
/// use ringassay_ring::{index::Index, slots::{Shape, Slots}};
/// let slots = Slots::new(&Index::new(5461)?, 2, Shape::Good)?;
/// assert_eq!((slots.count(), slots.degree()), (378, 14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Slots {
    m: u64,
    prime: u64,
    dimensions: Vec<Dimension>,
    /// p^0, …, p^(d-1) modulo m.
    frobenius: Vec<u32>,
    /// t_s for each slot s.
    units: Vec<u32>,
    /// s·d + f for the unit t_s·p^f modulo m, `NO_UNIT` for the other residues.
    places: Vec<u32>,
}

const NO_UNIT: u32 = u32::MAX;

impl Slots {
    /// The slots of the ring of `index` for the prime `p`.
    ///
    /// # Errors
    ///
    /// If `p` is not a prime, or divides m.
    pub fn new(index: &Index, p: u64, shape: Shape) -> Result<Self, SlotError> {
        let m = index.m();
        if !is_prime(p) {
            return Err(SlotError::NotPrime { p });
        }
        if m.is_multiple_of(p) {
            return Err(SlotError::Ramified { p, m });
        }
        let group = UnitGroup::new(index);
        let frobenius = group.powers(p % m);
        let degree = frobenius.len();
        let count = index.degree() / degree;
        let factors = hypercube::decompose(&group, m, p % m, degree as u64, count as u64, shape);
        let units = factors.iter().fold(vec![(1 % m) as u32], |units, factor| {
            let steps = |&unit: &u32| {
                let step = move |&x: &u64| Some(mul_mod(x, factor.generator, m));
                std::iter::successors(Some(u64::from(unit)), step).take(factor.size as usize)
            };
            units.iter().flat_map(steps).map(|unit| unit as u32).collect()
        });
        let mut places = vec![NO_UNIT; m as usize];
        for (slot, &unit) in units.iter().enumerate() {
            for (f, &power) in frobenius.iter().enumerate() {
                let unit = mul_mod(u64::from(unit), u64::from(power), m);
                // Below φ(m).
                places[unit as usize] = (slot * degree + f) as u32;
            }
        }
        let dimension = |factor: &hypercube::Factor| Dimension {
            generator: factor.generator as u32,
            size: factor.size as usize,
            order: factor.order as usize,
            frobenius: places[pow_mod(factor.generator, factor.size, m) as usize] as usize,
        };
        let dimensions = factors.iter().map(dimension).collect();
        Ok(Self { m, prime: p, dimensions, frobenius, units, places })
    }

    /// The prime p.
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// ℓ, the number of slots.
    pub fn count(&self) -> usize {
        self.units.len()
    }

    /// d, the order of p modulo m: a slot holds an element of the field of p^d elements.
    pub fn degree(&self) -> usize {
        self.frobenius.len()
    }

    /// The dimensions of the hypercube, the slowest first; their sizes multiply to ℓ. None for a
    /// single slot.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// The units t_s that represent the slots, slot after slot; that of slot 0 is 1.
    pub fn units(&self) -> &[u32] {
        &self.units
    }

    /// The slot of a residue modulo m, or `None` if it is no unit.
    pub fn place(&self, unit: u64) -> Option<Place> {
        let code = self.places[(unit % self.m) as usize];
        let (code, degree) = (code as usize, self.degree());
        let is_unit = code != NO_UNIT as usize;
        is_unit.then(|| Place { slot: code / degree, frobenius: code % degree })
    }

    /// The units of the class of a slot, t_s·p^f for f = 0, …, d-1: where its field's element and
    /// its conjugates are found.
    ///
    /// # Panics
    ///
    /// If there is no such slot.
    pub fn class(&self, slot: usize) -> impl ExactSizeIterator<Item = u32> + '_ {
        let unit = u64::from(self.units[slot]);
        self.frobenius.iter().map(move |&power| mul_mod(unit, u64::from(power), self.m) as u32)
    }

    /// The exponent k = p^f for which ζ ↦ ζ^k applies the f-th power of the Frobenius map,
    /// x ↦ x^{p^f}, in every slot.
    pub fn frobenius(&self, f: usize) -> u32 {
        self.frobenius[f % self.degree()]
    }

    /// The coordinates of a slot in the hypercube.
    ///
    /// # Panics
    ///
    /// If there is no such slot.
    pub fn coordinates(&self, slot: usize) -> Vec<usize> {
        assert!(slot < self.count(), "slot {slot} of {}", self.count());
        let mut rest = slot;
        let mut coordinates: Vec<usize> = self
            .dimensions
            .iter()
            .rev()
            .map(|dimension| {
                let coordinate = rest % dimension.size;
                rest /= dimension.size;
                coordinate
            })
            .collect();
        coordinates.reverse();
        coordinates
    }

    /// The slot at some coordinates; inverse of [`Slots::coordinates`].
    ///
    /// # Panics
    ///
    /// If there is not one coordinate for each dimension, below its size.
    pub fn slot_at(&self, coordinates: &[usize]) -> usize {
        assert_eq!(coordinates.len(), self.dimensions.len(), "one coordinate for each dimension");
        self.dimensions.iter().zip(coordinates).fold(0, |slot, (dimension, &coordinate)| {
            assert!(coordinate < dimension.size, "coordinate {coordinate} of {}", dimension.size);
            slot * dimension.size + coordinate
        })
    }

    /// The automorphisms that move what is at coordinate e of a dimension to coordinate e + `steps`,
    /// modulo the dimension's size; negative steps move backwards.
    ///
    /// ζ ↦ ζ^k moves to the unit t what was at k·t, so that steps forward multiply by inverses of
    /// the generator.
    ///
    /// # Panics
    ///
    /// If there is no such dimension.
    pub fn rotation(&self, dimension: usize, steps: i64) -> Rotation {
        let Dimension { generator, size, order, .. } = self.dimensions[dimension];
        let boundary = steps.rem_euclid(size as i64) as usize;
        let power = |exponent| pow_mod(u64::from(generator), exponent as u64, self.m) as u32;
        let (direct, wrapped) = (power(order - boundary), power(size - boundary));
        Rotation {
            direct,
            wrapped: (direct != wrapped && boundary > 0).then_some(wrapped),
            boundary,
        }
    }
}
