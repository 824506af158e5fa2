//! Levels and scales.

use std::borrow::Cow;

use ringassay_ring::Crt;

use super::{Ciphertext, Context, Estimate, EvaluationKeys, Parameters, Scale};
use crate::{Error, Fused, Ring};

/// The level below.
fn below(level: usize) -> Result<usize, Error> {
    level.checked_sub(1).ok_or(Error::Modulus {
        what: "a ciphertext to be rescaled",
        found: 0,
        wanted: 0,
        reason: "level 0 is the last: choose parameters of more levels",
    })
}

impl<R: Ring> Context<R> {
    /// The ciphertext divided by the primes of its level, rounded: scale and errors with it. A product of
    /// scale Δ² has about Δ afterwards, at the next lower level.
    ///
    /// # Errors
    /// [`Error::Modulus`] at level 0, which nothing is left to divide by.
    pub fn rescale(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let level = below(a.level)?;
        let switch = self.switch_tables(self.limbs_at(a.level)?, self.limbs_at(level)?)?;
        let parts = a.parts.iter().map(|part| R::switch(part, &switch));
        let parts = parts.collect::<Result<_, _>>()?;
        Ok(self.rescaled(parts, &a.scale, &a.estimate, level))
    }

    /// What [`Context::rescale`] gives for what [`Context::relinearise`] gives, but for the rounding: P times
    /// the first two components is added to the products of the digits with the key, and the sum divided by
    /// P·q once, q the primes of the level. That saves the 2·l transforms that lead back from the division by
    /// P, l the number of primes of Q, and one of two roundings.
    ///
    /// # Errors
    /// As [`Context::relinearise`] and [`Context::rescale`].
    pub fn relinearise_and_rescale(
        &self,
        mut a: Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if a.parts.len() != 3 {
            return self.rescale(&self.relinearise(&a, keys)?);
        }
        let (level, key) = (below(a.level)?, keys.relinearisation()?);
        let estimate =
            self.estimate_plus(&a.estimate, &self.relinearisation_product_noise(a.level)?);
        self.check_budget("the relinearisation", a.level, &estimate)?;
        let tables = self.tables_at(a.level)?;
        let Some(last) = a.parts.pop() else { return Ok(a) };
        let mut sums = self.digit_products(&last, key, a.level)?;
        drop(last);
        let factors = self.p_at(tables);
        for (sum, part) in sums.iter_mut().zip(&a.parts) {
            R::Fused::add_raised(sum, part, &factors)?;
        }
        drop(a.parts);
        let switch = self.switch_tables(&tables.limbs, self.limbs_at(level)?)?;
        let [b, c] = sums;
        let divided = R::switch(&b, &switch)?;
        drop(b);
        let parts = vec![divided, R::switch(&c, &switch)?];
        Ok(self.rescaled(parts, &a.scale, &estimate, level))
    }

    /// Components that are those of a ciphertext divided by the primes of the level above `level`, rounded.
    fn rescaled(
        &self,
        parts: Vec<R::Element<Crt>>,
        scale: &Scale,
        estimate: &Estimate,
        level: usize,
    ) -> Ciphertext<R> {
        let primes = self.rescaling_primes(level + 1);
        let smaller = self.estimate_scaled(estimate, -Scale::of_primes(primes).log2());
        let estimate = self.estimate_plus(&smaller, &self.model().rounding(parts.len()));
        Ciphertext::new(parts, level, scale.rescaled(primes), estimate)
    }

    /// The ciphertext at a lower level: residues are dropped, and message, scale and errors stay as they
    /// are. A copy at its own level.
    ///
    /// # Errors
    /// When the level is higher than that of the ciphertext; [`Error::NoiseBudget`] when the message might
    /// exceed the modulus there.
    pub fn drop_to(&self, a: &Ciphertext<R>, level: usize) -> Result<Ciphertext<R>, Error> {
        Ok(self.at_level(a, level)?.into_owned())
    }

    /// As [`Context::drop_to`], without a copy where the ciphertext has that level.
    ///
    /// # Errors
    /// As [`Context::drop_to`].
    pub fn at_level<'a>(
        &self,
        a: &'a Ciphertext<R>,
        level: usize,
    ) -> Result<Cow<'a, Ciphertext<R>>, Error> {
        if level == a.level {
            return Ok(Cow::Borrowed(a));
        }
        a.check_reaches(level)?;
        self.check_budget("the change of level", level, &a.estimate)?;
        let (ring, limbs) = (self.ring_at(level)?, self.limbs_at(level)?);
        let parts = a.parts.iter().map(|part| R::pick_limbs(part, ring, limbs));
        let parts = parts.collect::<Result<_, _>>()?;
        Ok(Cow::Owned(Ciphertext::new(parts, level, a.scale.clone(), a.estimate)))
    }

    /// The ciphertext at a lower level with exactly this scale: multiplied by 1 at the scale that is missing,
    /// rounded to an integer, and rescaled (ePrint 2020/1118 §3.2). What rounding does to the message is an
    /// error of approximation, relative to it about 2^-log2 of the missing scale. Nothing is done where
    /// level and scale are right already.
    ///
    /// # Errors
    /// [`Error::Modulus`] unless the level is lower, or scale and level are the same;
    /// [`Error::Parameters`] when the scale that is missing is below 1 or beyond 120 bits.
    pub fn adjust(
        &self,
        a: &Ciphertext<R>,
        level: usize,
        scale: &Scale,
    ) -> Result<Ciphertext<R>, Error> {
        if a.scale == *scale && level <= a.level {
            return self.drop_to(a, level);
        }
        if level >= a.level {
            return Err(Error::Modulus {
                what: "a ciphertext of another scale",
                found: a.level,
                wanted: level,
                reason: "a change of scale takes one level",
            });
        }
        let primes = Scale::of_primes(self.rescaling_primes(level + 1));
        let missing = scale.multiplied(&primes).divided(&a.scale);
        if missing.log2() < 0.0 {
            return Err(Error::Parameters(format!(
                "the scale 2^{:.1} cannot be reached from 2^{:.1} at level {}: it is too small",
                scale.log2(),
                a.scale.log2(),
                level + 1
            )));
        }
        let lower = self.at_level(a, level + 1)?;
        self.rescale(&self.multiply_constant(&lower, 1.0, &missing)?)
    }

    /// [`Parameters::rescaling_primes`].
    pub fn rescaling_primes(&self, level: usize) -> &[u64] {
        self.parameters().rescaling_primes(level)
    }

    /// [`Parameters::canonical_scale`].
    pub fn canonical_scale(&self, level: usize) -> Scale {
        self.parameters().canonical_scale(level)
    }
}

impl Parameters {
    /// The primes by which rescaling at this level divides.
    pub fn rescaling_primes(&self, level: usize) -> &[u64] {
        self.levels.get(level).map_or(&[], Vec::as_slice)
    }

    /// The scale at a level of what starts as a fresh ciphertext and is squared and rescaled until it gets
    /// there (ePrint 2020/1118): of the fresh scale at the top, then Δ_{l-1} = Δ_l²/Q_l·Q_{l-1}. Ciphertexts
    /// of these scales multiply and add up at every level without change.
    pub fn canonical_scale(&self, level: usize) -> Scale {
        let above = (level + 1..=self.top()).rev();
        above.fold(self.scale(), |scale, above| {
            scale.squared().rescaled(self.rescaling_primes(above))
        })
    }
}
