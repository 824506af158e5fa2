//! Programmable bootstrapping: functions of words by tables, which refresh.
//!
//! A word of p bits lies in one of 2^p intervals of half a circle; half an interval is added, so that errors of either
//! sign stay within. The test polynomial has the entry of that interval at each coefficient, and after the rotation by the
//! phase the constant coefficient is the entry of the word (2018/421 §4; "functional" or "programmable" bootstrapping).
//!
//! Several tables of one word take one rotation: with 2^ϑ tables the phase is rounded to multiples of 2^ϑ, and the
//! coefficients between belong to the other tables, in turns (I. Chillotti, D. Ligier, J.-B. Orfila, S. Tap, ePrint 2021/729
//! §4.2). The price is the error of rounding, 2^ϑ times as large.

use ringassay_scheme::{rgsw::Rlwe, ring::LweRing};

use crate::{Error, Evaluator, Table, Word, bootstrap::Start, word::check_bits};

/// A word and the tables in which it is looked up by one rotation.
#[derive(Debug)]
pub struct Lookup<'a, R: LweRing> {
    /// The word, its padding bit 0.
    pub word: &'a Word<R>,
    /// Tables of words of its length.
    pub tables: &'a [Table],
}

impl<R: LweRing> Evaluator<R> {
    /// One word in one table.
    ///
    /// # Errors
    /// Returns an error if the table is for words of another length, or the word is one of another context.
    pub fn lookup(&self, word: &Word<R>, table: &Table) -> Result<Word<R>, Error> {
        let tables = std::slice::from_ref(table);
        let mut words = self.lookups(&[Lookup { word, tables }])?;
        let word = words.pop().and_then(|mut of_word| of_word.pop());
        word.ok_or_else(|| Error::Table("no result".into()))
    }

    /// Words in tables, eight rotations at a time, on all threads: for each word a result of each of its tables.
    ///
    /// # Errors
    /// Returns an error if there is no table, a table is for words of another length, the ring has fewer coefficients than
    /// tables have entries, or words are of another context.
    pub fn lookups(&self, lookups: &[Lookup<'_, R>]) -> Result<Vec<Vec<Word<R>>>, Error> {
        Self::in_batches(lookups, |some| self.some_lookups(some))
    }

    fn some_lookups(&self, lookups: &[Lookup<'_, R>]) -> Result<Vec<Vec<Word<R>>>, Error> {
        let tests = lookups.iter().map(|lookup| self.test_polynomial(lookup));
        let tests = tests.collect::<Result<Vec<_>, _>>()?;
        let start = |(lookup, test): (&Lookup<'_, R>, _)| {
            let Lookup { word, tables } = lookup;
            let half = self.context.turns(1, word.bits + 2);
            let sample = R::combine(&[(1, &word.sample)], half)?;
            Ok(Start { sample, test, log2_step: log2_step(tables) })
        };
        let starts = lookups.iter().zip(&tests).map(start);
        let rotated = self.rotated(&starts.collect::<Result<Vec<_>, Error>>()?)?;
        let results = |(x, lookup): (&Rlwe<R>, &Lookup<'_, R>)| {
            let Lookup { word, tables } = *lookup;
            let noise = self.context.noise();
            let log2_failure =
                noise.log2_lookup_failure(word.variance, word.bits, log2_step(tables));
            let result = |(place, table): (usize, &Table)| {
                let (sample, variance) = (x.extract(place)?, noise.rotation);
                Ok(Word { sample, bits: table.to_bits(), variance, log2_failure })
            };
            tables.iter().enumerate().map(result).collect()
        };
        rotated.iter().zip(lookups).map(results).collect()
    }

    /// The polynomial whose coefficient 2^ϑ·j + i is the entry of table i in whose interval j lies.
    fn test_polynomial(&self, lookup: &Lookup<'_, R>) -> Result<Rlwe<R>, Error> {
        let Lookup { word, tables } = lookup;
        if tables.is_empty() {
            return Err(Error::Table("a lookup needs a table".into()));
        }
        tables.iter().try_for_each(|table| check_bits(word.bits, table.from_bits()))?;
        let parameters = self.context.parameters();
        let (places, log2_step) = (parameters.degree.ilog2(), log2_step(tables));
        let Some(log2_repeats) = places.checked_sub(word.bits + log2_step) else {
            let text = format!(
                "{} tables of {} entries in a ring of {} coefficients",
                tables.len(),
                1 << word.bits,
                parameters.degree
            );
            return Err(Error::Table(text));
        };
        let coefficient = |at: usize| {
            let (place, interval) = (at % (1 << log2_step), at >> (log2_step + log2_repeats));
            tables.get(place).map_or(0, |table| {
                i128::from(
                    self.context.turns(table.entries()[interval] as i64, table.to_bits() + 1),
                )
            })
        };
        let coefficients: Vec<i128> = (0..parameters.degree).map(coefficient).collect();
        Ok(Rlwe::trivial(parameters.rank, self.context.ring().integers(&coefficients, 64)?))
    }
}

/// ϑ: log2 of the number of tables, rounded up.
fn log2_step(tables: &[Table]) -> u32 {
    tables.len().next_power_of_two().ilog2()
}
