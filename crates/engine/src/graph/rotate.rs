//! Rotations as automorphisms and masks.

use std::{collections::BTreeSet, sync::Arc};

use super::{Builder, Constant, Id, Operation, Value};
use crate::Error;
use ringassay_scheme::IntegerScheme;

/// A rotation: Σ mask ⊙ (automorphisms one after the other).
#[derive(Debug)]
pub(super) struct Terms {
    terms: Vec<(Vec<u32>, Option<u32>)>,
    /// How many automorphisms are applied in all.
    automorphisms: usize,
}

impl<P: IntegerScheme> Builder<'_, P> {
    /// a rotated: entry i becomes entry i + `amount` modulo ℓ.
    ///
    /// A rotation of a rotation is one rotation by the sum, unless that takes more automorphisms.
    ///
    /// # Errors
    /// [`Error::Rotation`] when the keys do not suffice.
    pub fn rotate(&mut self, a: Value, amount: u32) -> Result<Value, Error> {
        let amount = amount % self.vectors.length.max(1) as u32;
        if amount == 0 {
            return Ok(a);
        }
        if let Some(entries) = self.known_entries(a)? {
            return Ok(self.constant(&self.vectors.rotate(&entries, amount)));
        }
        let Value::Node(mut x) = a else { return Ok(a) };
        let mut terms = self.terms(amount)?;
        let mut total = amount;
        if let Some(&(origin, before)) = self.rotated.get(&x) {
            let sum = (before + amount) % self.vectors.length as u32;
            if sum == 0 {
                return Ok(Value::Node(origin));
            }
            if let Ok(composed) = self.terms(sum)
                && composed.automorphisms <= terms.automorphisms
            {
                (x, terms, total) = (origin, composed, sum);
            }
        }
        let node = self.sum_of_terms(x, &terms)?;
        self.rotated.insert(node, (x, total));
        Ok(Value::Node(node))
    }

    fn sum_of_terms(&mut self, x: Id, terms: &Terms) -> Result<Id, Error> {
        let mut sum = None;
        for (steps, mask) in &terms.terms {
            let image = steps.iter().fold(x, |x, &k| self.node(Operation::Automorphism(x, k)));
            let masked = match *mask {
                Some(mask) => self.node(Operation::MulConstant(image, mask)),
                None => image,
            };
            sum = Some(match sum {
                None => masked,
                Some(sum) => self.node(Operation::Add(masked.min(sum), masked.max(sum))),
            });
        }
        sum.ok_or(Error::Internal("a rotation without terms"))
    }

    fn terms(&mut self, amount: u32) -> Result<Arc<Terms>, Error> {
        if let Some(terms) = self.rotations.get(&amount) {
            return Ok(Arc::clone(terms));
        }
        let plan = self.target.layout().rotation(i64::from(amount));
        let exponents: Vec<u32> = plan.terms().iter().map(|term| term.exponent).collect();
        let paths = self.paths.all(&exponents);
        let paths = paths.map_err(|exponent| Error::Rotation { amount, exponent })?;
        let (mut terms, mut images) = (Vec::new(), BTreeSet::new());
        for (term, steps) in plan.terms().iter().zip(paths) {
            // Equal beginnings are computed once.
            images.extend((1..=steps.len()).map(|end| steps[..end].to_vec()));
            let mask = term.mask.as_ref().map(|mask| self.number(Constant::of_slots(mask)));
            terms.push((steps, mask));
        }
        let terms = Arc::new(Terms { terms, automorphisms: images.len() });
        self.rotations.insert(amount, Arc::clone(&terms));
        Ok(terms)
    }
}
