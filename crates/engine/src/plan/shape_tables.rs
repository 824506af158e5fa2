//! Prepared constants over shapes.

use std::sync::Arc;

use ringassay_cost::TallyRing;
use ringassay_scheme::{IntegerScheme, Plaintext, hybrid};

use super::{Table, encodings::Encodings};
use crate::{Error, execute::Tables, target::Shapes};

/// A constant over shapes.
type Prepared<P> = Arc<hybrid::Prepared<P, TallyRing>>;

/// Tables over shapes: all of them, as steps are emitted.
pub(super) struct ShapeTables<'a, P: IntegerScheme> {
    encodings: &'a Encodings<'a, P>,
    shapes: &'a Shapes<P>,
    prepared: Vec<Prepared<P>>,
}

impl<'a, P: IntegerScheme> ShapeTables<'a, P> {
    pub(super) fn new(encodings: &'a Encodings<'a, P>, shapes: &'a Shapes<P>) -> Self {
        Self { encodings, shapes, prepared: Vec::new() }
    }

    /// One more.
    pub(super) fn push(&mut self, table: &Table) -> Result<(), Error> {
        self.prepared.push(self.prepare(table)?);
        Ok(())
    }

    /// The first `count` of these tables; the others are prepared whenever they are asked for.
    pub(super) fn keep(mut self, count: usize, tables: &'a [Table]) -> KeptTables<'a, P> {
        self.prepared.truncate(count);
        KeptTables { shapes: self, tables }
    }

    fn prepare(&self, table: &Table) -> Result<Prepared<P>, Error> {
        let context = &self.shapes.context;
        let plaintext = self.plaintext(table.constant)?;
        Ok(Arc::new(context.prepare(&plaintext, table.level, table.role)?))
    }
}

impl<P: IntegerScheme> Tables<P, TallyRing> for ShapeTables<'_, P> {
    fn table(&self, number: u32) -> Result<Prepared<P>, Error> {
        self.prepared.get(number as usize).cloned().ok_or(Error::Internal("no such table"))
    }

    fn plaintext(&self, constant: u32) -> Result<Arc<Plaintext>, Error> {
        self.encodings.plaintext(constant, &self.shapes.context)
    }
}

/// As an evaluation finds them: the first ones prepared.
pub(super) struct KeptTables<'a, P: IntegerScheme> {
    shapes: ShapeTables<'a, P>,
    tables: &'a [Table],
}

impl<P: IntegerScheme> Tables<P, TallyRing> for KeptTables<'_, P> {
    fn table(&self, number: u32) -> Result<Prepared<P>, Error> {
        self.shapes.table(number).or_else(|missing| {
            self.tables
                .get(number as usize)
                .map_or(Err(missing), |table| self.shapes.prepare(table))
        })
    }

    fn plaintext(&self, constant: u32) -> Result<Arc<Plaintext>, Error> {
        self.shapes.plaintext(constant)
    }
}
