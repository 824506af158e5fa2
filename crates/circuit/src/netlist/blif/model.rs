//! One model of a BLIF file as it stands: names, tables, and instances of other models.
//!
//! Of every word is kept where it begins in the file, and the number of its name: eight bytes, of which a
//! file has two at least.

use std::collections::HashMap;
use std::ops::Range;

use crate::limits;
use crate::netlist::blif::tokens::{Source, Word};
use crate::netlist::model::is_name;
use crate::text::FormatError;

/// A row that is not in the file: that of `.conn`.
const ONE: u32 = u32::MAX;

/// A word, by where it begins in the file, and the number of its name.
pub(super) type Named = (u32, u32);

/// A table: the rows are products of its inputs.
pub(super) struct Table {
    /// The words in [`Model::words`]: the inputs, then the output.
    pub(super) words: Range<u32>,
    /// The rows in [`Model::rows`].
    rows: Range<u32>,
    /// Whether the rows say where the output is 0.
    pub(super) complemented: bool,
}

impl Table {
    /// How many inputs it has.
    pub(super) fn inputs(&self) -> usize {
        self.words.len() - 1
    }
}

/// Another model, used as a part of this one.
pub(super) struct Instance {
    /// Where the name of the other model begins in the file.
    pub(super) model: u32,
    /// Its connections in [`Model::connections`].
    connections: Range<u32>,
}

/// A model. Names are numbered in the order in which they first occur.
#[derive(Default)]
pub(super) struct Model<'a> {
    names: HashMap<&'a [u8], u32>,
    /// Whether each name is an input or the output of a table.
    driven: Vec<bool>,
    /// Whether each name is listed as an input or output.
    ports: Vec<bool>,
    /// The inputs, if the model lists them.
    pub(super) inputs: Option<Vec<Named>>,
    /// The outputs, if the model lists them.
    pub(super) outputs: Option<Vec<Named>>,
    /// The words of all tables.
    pub(super) words: Vec<Named>,
    pub(super) tables: Vec<Table>,
    /// Where the rows of all tables begin.
    rows: Vec<u32>,
    pub(super) instances: Vec<Instance>,
    /// Words `inner=outer` of all instances, with the names of this model that they connect.
    connections: Vec<Named>,
    /// Declared without contents.
    pub(super) black_box: bool,
}

impl<'a> Model<'a> {
    /// How many names the model has.
    pub(super) fn names(&self) -> usize {
        self.driven.len()
    }

    /// The number of a name, if the model has it.
    pub(super) fn find(&self, text: &[u8]) -> Option<u32> {
        self.names.get(text).copied()
    }

    /// The names by their numbers.
    pub(super) fn texts(&self) -> Vec<&'a [u8]> {
        let mut texts = vec![&b""[..]; self.names()];
        for (&text, &name) in &self.names {
            texts[name as usize] = text;
        }
        texts
    }

    fn name(&mut self, word: Word<'a>) -> Result<u32, FormatError> {
        let next = self.names() as u32;
        if let Some(known) = self.find(word.text) {
            return Ok(known);
        }
        if !is_name(word.text) {
            let most = limits::SYMBOL_BYTES;
            return Err(word.error(format!("a name of printable ASCII of at most {most} bytes")));
        }
        self.names.insert(word.text, next);
        self.driven.push(false);
        self.ports.push(false);
        Ok(next)
    }

    fn drive(&mut self, word: Word<'a>) -> Result<u32, FormatError> {
        let name = self.name(word)?;
        if std::mem::replace(&mut self.driven[name as usize], true) {
            return Err(word.error("a name that nothing drives yet"));
        }
        Ok(name)
    }

    /// `.inputs`
    pub(super) fn add_inputs(&mut self, words: &[Word<'a>]) -> Result<(), FormatError> {
        let mut inputs = self.inputs.take().unwrap_or_default();
        for &word in words {
            if inputs.len() >= limits::WIRES {
                return Err(word.error(format!("at most {} inputs", limits::WIRES)));
            }
            let name = self.drive(word)?;
            self.ports[name as usize] = true;
            inputs.push((word.at, name));
        }
        self.inputs = Some(inputs);
        Ok(())
    }

    /// `.outputs`
    pub(super) fn add_outputs(&mut self, words: &[Word<'a>]) -> Result<(), FormatError> {
        let mut outputs = self.outputs.take().unwrap_or_default();
        for &word in words {
            if outputs.len() >= limits::OUTPUTS {
                return Err(word.error(format!("at most {} outputs", limits::OUTPUTS)));
            }
            let name = self.name(word)?;
            self.ports[name as usize] = true;
            outputs.push((word.at, name));
        }
        self.outputs = Some(outputs);
        Ok(())
    }

    /// `.names`
    pub(super) fn add_table(
        &mut self,
        command: Word<'a>,
        words: &[Word<'a>],
    ) -> Result<(), FormatError> {
        let Some((&output, inputs)) = words.split_last() else {
            return Err(command.error(".names and the name that the table drives"));
        };
        if inputs.len() > limits::TABLE_INPUTS {
            return Err(inputs[limits::TABLE_INPUTS]
                .error(format!("at most {} inputs of a table", limits::TABLE_INPUTS)));
        }
        if self.tables.len() >= limits::GATES {
            return Err(command.error(format!("at most {} tables", limits::GATES)));
        }
        let (start, rows) = (self.words.len() as u32, self.rows.len() as u32);
        for &word in inputs {
            let name = self.name(word)?;
            self.words.push((word.at, name));
        }
        let name = self.drive(output)?;
        self.words.push((output.at, name));
        let words = start..self.words.len() as u32;
        self.tables.push(Table { words, rows: rows..rows, complemented: false });
        Ok(())
    }

    /// `.conn`: the second name is the first.
    pub(super) fn add_connection(
        &mut self,
        command: Word<'a>,
        words: &[Word<'a>],
    ) -> Result<(), FormatError> {
        if words.len() != 2 {
            return Err(command.error(".conn and two names"));
        }
        self.add_table(command, words)?;
        self.push_row(ONE, false);
        Ok(())
    }

    /// A row of the last table.
    pub(super) fn add_row(&mut self, words: &[Word<'a>]) -> Result<(), FormatError> {
        let (Some(&first), Some(table)) = (words.first(), self.tables.last()) else {
            return Ok(());
        };
        let inputs = table.inputs();
        let (pattern, value) = match *words {
            [pattern, value] if inputs > 0 => (pattern.text, value),
            [value] if inputs == 0 => (&[][..], value),
            _ if inputs == 0 => return Err(first.error("\"1\" or \"0\" alone: a constant")),
            _ => {
                return Err(first.error(format!("{inputs} of 0, 1 and -, a space, and 0 or 1")));
            }
        };
        if pattern.len() != inputs || pattern.iter().any(|byte| !b"01-".contains(byte)) {
            return Err(first.error(format!("{inputs} of 0, 1 and -")));
        }
        let complemented = match value.text {
            b"1" => false,
            b"0" => true,
            _ => return Err(value.error("0 or 1, the output's value")),
        };
        if !table.rows.is_empty() && table.complemented != complemented {
            return Err(value.error("the same output value in all rows of a table"));
        }
        self.push_row(first.at, complemented);
        Ok(())
    }

    fn push_row(&mut self, at: u32, complemented: bool) {
        if let Some(table) = self.tables.last_mut() {
            self.rows.push(at);
            table.rows.end += 1;
            table.complemented = complemented;
        }
    }

    /// The rows of a table: the value of each input, `0`, `1` or `-`.
    pub(super) fn rows_of<'s>(
        &'s self,
        table: &Table,
        source: Source<'a>,
    ) -> impl Iterator<Item = &'a [u8]> + use<'s, 'a> {
        let inputs = table.inputs();
        let rows = &self.rows[table.rows.start as usize..table.rows.end as usize];
        rows.iter().map(move |&at| if at == ONE { &b"1"[..] } else { source.bytes(at, inputs) })
    }

    /// The words of a table: the inputs, then the output.
    pub(super) fn words_of(&self, table: &Table) -> &[Named] {
        &self.words[table.words.start as usize..table.words.end as usize]
    }

    /// The connections of an instance: a word `inner=outer`, and the name `outer` of this model.
    pub(super) fn connections_of(&self, instance: &Instance) -> &[Named] {
        let range = &instance.connections;
        &self.connections[range.start as usize..range.end as usize]
    }

    /// `.subckt`
    pub(super) fn add_instance(
        &mut self,
        command: Word<'a>,
        words: &[Word<'a>],
    ) -> Result<(), FormatError> {
        let Some((&model, pairs)) = words.split_first() else {
            return Err(command.error(".subckt, a model, and its names with their connections"));
        };
        if self.instances.len() >= limits::GATES {
            return Err(command.error(format!("at most {} instances of models", limits::GATES)));
        }
        let start = self.connections.len() as u32;
        for pair in pairs {
            let Some((_, actual)) = pair.at_equals() else {
                return Err(pair.error("a name of the model, =, and a name of this one"));
            };
            let name = self.name(actual)?;
            self.connections.push((pair.at, name));
        }
        let connections = start..self.connections.len() as u32;
        self.instances.push(Instance { model: model.at, connections });
        Ok(())
    }

    /// Whether names outside an instance may be connected to this name: to any name of a model that does
    /// not list its inputs and outputs.
    pub(super) fn is_port(&self, name: u32) -> bool {
        let listed = self.inputs.is_some() && self.outputs.is_some();
        !listed || self.ports[name as usize]
    }
}
