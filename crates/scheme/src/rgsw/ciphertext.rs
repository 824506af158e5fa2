//! RGSW ciphertexts, and products with them.

use ringassay_ring::{Crt, sample::Seed};

use super::{Rlwe, key::mask_component, rlwe::same_rank};
use crate::{Error, purpose::UNIFORM, ring::LweRing};

/// A ciphertext of a bit as it is kept: bodies, and the seed of the masks.
#[derive(Debug, Clone)]
pub struct Rgsw<R: LweRing> {
    ring: R,
    rank: usize,
    masks: Seed,
    bodies: Vec<R::Element<Crt>>,
}

/// The ciphertext with its masks, ready for products: (k + 1)² · l elements.
#[derive(Debug, Clone)]
pub struct RgswTable<R: LweRing> {
    /// For each component of the result, an element of each row.
    columns: Vec<R::Table>,
    rows: Vec<usize>,
}

impl<R: LweRing> Rgsw<R> {
    /// The ciphertext of its parts, as they were saved: a body for each component and each digit.
    ///
    /// # Errors
    /// Returns an error if there is not the same positive number of bodies for each of the k + 1 components, or one lies
    /// in another ring.
    pub fn from_parts(
        ring: &R,
        rank: usize,
        masks: Seed,
        bodies: Vec<R::Element<Crt>>,
    ) -> Result<Self, Error> {
        if bodies.is_empty() || !bodies.len().is_multiple_of(rank + 1) {
            let text = format!("{} rows for {} components", bodies.len(), rank + 1);
            return Err(Error::Parameters(text));
        }
        match bodies.iter().find(|x| R::ring(x) != ring) {
            None => Ok(Self { ring: ring.clone(), rank, masks, bodies }),
            Some(x) => Err(Error::OtherRing(format!("a row in {:?}, not in {ring:?}", R::ring(x)))),
        }
    }

    /// The bodies, those of the first component first.
    pub fn bodies(&self) -> &[R::Element<Crt>] {
        &self.bodies
    }

    /// The seed of the masks.
    pub fn masks(&self) -> &Seed {
        &self.masks
    }

    /// The ciphertext with its masks.
    ///
    /// # Errors
    /// Returns an error if memory for its tables cannot be described.
    pub fn prepare(&self) -> Result<RgswTable<R>, Error> {
        let rows = 0..self.bodies.len();
        let mut columns = Vec::with_capacity(self.rank + 1);
        for j in 0..self.rank {
            let mask =
                |row: usize| mask_component(&self.ring, &self.masks.derive(UNIFORM, row as u64), j);
            columns.push(R::table(&rows.clone().map(mask).collect::<Vec<_>>())?);
        }
        columns.push(R::table(&self.bodies)?);
        Ok(RgswTable { columns, rows: rows.collect() })
    }
}

impl<R: LweRing> RgswTable<R> {
    /// k.
    pub fn rank(&self) -> usize {
        self.columns.len() - 1
    }

    /// A ciphertext of the bit times the phase of x.
    ///
    /// # Errors
    /// Returns an error if x is of another rank or ring, or the gadget is not that of the ciphertext.
    pub fn external_product(
        &self,
        x: &Rlwe<R>,
        gadget: &R::LeadingGadget,
    ) -> Result<Rlwe<R>, Error> {
        same_rank(x.rank(), self.rank())?;
        let ring = R::ring(&x.components()[0]);
        let digits = ring.leading_digits(x.components(), gadget)?;
        let column = |table: &R::Table| {
            Ok(R::into_powerful(R::inner_product(&digits, table, &[0], &self.rows)?))
        };
        Rlwe::new(self.columns.iter().map(column).collect::<Result<_, Error>>()?)
    }

    /// A ciphertext of the phase of `unset` where the bit is 0, of `set` where it is 1.
    ///
    /// # Errors
    /// Returns an error if the operands are of other ranks or rings, or the gadget is not that of the ciphertext.
    pub fn cmux(
        &self,
        set: &Rlwe<R>,
        unset: &Rlwe<R>,
        gadget: &R::LeadingGadget,
    ) -> Result<Rlwe<R>, Error> {
        let mut difference = set.clone();
        difference.sub_assign(unset)?;
        let mut selected = self.external_product(&difference, gadget)?;
        selected.add_assign(unset)?;
        Ok(selected)
    }
}
