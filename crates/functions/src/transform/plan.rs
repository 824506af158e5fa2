//! Which automorphisms a linear transform takes.

use std::collections::{BTreeMap, BTreeSet};

use ringassay_scheme::{Error, PackedScheme, Ring, hybrid::Context};

use super::SlotGroup;

/// What a transform costs beside a product of one limb, as a rough ratio: only the division into steps depends
/// on it.
const TRANSFORM_COST: f64 = 8.0;

/// A diagonal as it is encoded: M_`index`, its entries moved by `moved_by`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Diagonal {
    /// d, from 0 to below the number of positions.
    pub index: usize,
    /// g: the entry at position j of what is encoded is M_d\[j - g\], the difference in the group of positions.
    pub moved_by: usize,
}

impl Diagonal {
    /// That of a giant and a baby step.
    pub(super) fn of(giant: usize, baby: usize) -> Self {
        Self { index: giant + baby, moved_by: giant }
    }
}

/// Diagonals by giant and baby steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransformPlan {
    positions: usize,
    /// For each giant step its baby steps, ascending.
    giants: BTreeMap<usize, Vec<usize>>,
    /// The exponent of the automorphism of each step.
    exponents: BTreeMap<usize, u32>,
}

impl TransformPlan {
    /// The plan for diagonals, with the number of baby steps that costs least at a level.
    ///
    /// # Errors
    /// Returns an error if there is no diagonal, one is no position, or there is no such level.
    pub fn new<P: PackedScheme, R: Ring>(
        context: &Context<P, R>,
        group: &impl SlotGroup,
        diagonals: &[usize],
        level: usize,
    ) -> Result<Self, Error> {
        let shape = context.switching_shape(level)?;
        let order = group.order();
        let counts = (0..usize::BITS).map(|log2| 1_usize << log2).take_while(|&n| n <= order);
        let mut best: Option<(f64, Self)> = None;
        for count in counts {
            let plan = Self::with_baby_steps(group, diagonals, count)?;
            let cost = plan.cost(shape);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, plan));
            }
        }
        let none = || Error::Parameters("a linear transform has at least one position".to_owned());
        best.map(|(_, plan)| plan).ok_or_else(none)
    }

    /// The plan with `count` baby steps: the first along the fastest axis, and where it has fewer all of these with the
    /// first along the next. With 1 every rotation is a giant step, with the number of positions every one a baby step.
    ///
    /// # Errors
    /// Returns an error as [`TransformPlan::new`], and if there is no baby step.
    pub fn with_baby_steps(
        group: &impl SlotGroup,
        diagonals: &[usize],
        count: usize,
    ) -> Result<Self, Error> {
        let positions = group.order();
        if count == 0 || diagonals.is_empty() {
            return Err(Error::Parameters(
                "a linear transform has at least one diagonal and one baby step".to_owned(),
            ));
        }
        if let Some(outside) = diagonals.iter().find(|&&d| d >= positions) {
            return Err(Error::Parameters(format!(
                "a linear transform of {positions} positions has no diagonal {outside}"
            )));
        }
        let indices: BTreeSet<usize> = diagonals.iter().copied().collect();
        let mut giants: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for index in indices {
            let baby = baby_step(index, group.sizes(), count);
            giants.entry(index - baby).or_default().push(baby);
        }
        let steps: BTreeSet<usize> = giants
            .iter()
            .flat_map(|(&giant, babies)| babies.iter().copied().chain([giant]))
            .collect();
        let exponents = steps.into_iter().map(|step| (step, group.exponent(step))).collect();
        Ok(Self { positions, giants, exponents })
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Giant steps with their baby steps, ascending.
    pub fn giants(&self) -> impl Iterator<Item = (usize, &[usize])> {
        self.giants.iter().map(|(&giant, babies)| (giant, babies.as_slice()))
    }

    /// The diagonals in the order in which they are encoded.
    pub fn diagonals(&self) -> impl Iterator<Item = Diagonal> + '_ {
        self.giants()
            .flat_map(|(giant, babies)| babies.iter().map(move |&baby| Diagonal::of(giant, baby)))
    }

    /// The baby steps but 0.
    pub fn baby_rotations(&self) -> BTreeSet<usize> {
        self.giants.values().flatten().copied().filter(|&step| step != 0).collect()
    }

    /// The giant steps but 0.
    pub fn giant_rotations(&self) -> BTreeSet<usize> {
        self.giants.keys().copied().filter(|&step| step != 0).collect()
    }

    /// The exponents of all automorphisms for which keys are needed, ascending.
    pub fn exponents(&self) -> Vec<u32> {
        let exponents: BTreeSet<u32> = self.exponents.values().copied().collect();
        exponents.into_iter().filter(|&k| k != 1).collect()
    }

    /// The exponent of the automorphism of a step.
    pub(super) fn exponent(&self, step: usize) -> u32 {
        self.exponents.get(&step).copied().unwrap_or(1)
    }

    /// Products of one limb that rotations cost; those with diagonals are the same for every plan.
    fn cost(&self, [of_q, of_p, digits]: [usize; 3]) -> f64 {
        let (all, digits) = ((of_q + of_p) as f64, digits as f64);
        let product = 2.0 * all * (digits + 1.0);
        let babies = self.baby_rotations().len() as f64;
        let giants = self.giant_rotations().len() as f64;
        babies * product + giants * (product + TRANSFORM_COST * (digits + 1.0) * all)
    }
}

/// The baby step of a diagonal: no coordinate exceeds the diagonal's, so that the rest is the giant step.
fn baby_step(mut index: usize, sizes: &[usize], mut count: usize) -> usize {
    let (mut baby, mut inner) = (0, 1);
    for &size in sizes.iter().rev() {
        let along = count.min(size);
        baby += index % size % along * inner;
        index /= size;
        inner *= size;
        count /= along;
    }
    baby
}
