//! One model of a BLIF file as it stands: names, tables, and instances of other models.

use std::collections::HashMap;
use std::ops::Range;

use crate::limits;
use crate::netlist::blif::tokens::Word;
use crate::netlist::model::is_name;
use crate::text::FormatError;

/// A table: the rows are products of its inputs.
pub(super) struct Table<'a> {
    /// The words in [`Model::words`]: the inputs, then the output.
    pub(super) words: Range<usize>,
    pub(super) rows: Vec<&'a [u8]>,
    /// Whether the rows say where the output is 0.
    pub(super) complemented: bool,
}

/// Another model, used as a part of this one.
pub(super) struct Instance<'a> {
    /// The name of the other model.
    pub(super) model: Word<'a>,
    /// Its names, and the names of this model that they are connected to.
    pub(super) connections: Vec<(Word<'a>, u32)>,
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
    pub(super) inputs: Option<Vec<(Word<'a>, u32)>>,
    /// The outputs, if the model lists them.
    pub(super) outputs: Option<Vec<(Word<'a>, u32)>>,
    /// The words of all tables, and the number of the name that each is.
    pub(super) words: Vec<(Word<'a>, u32)>,
    pub(super) tables: Vec<Table<'a>>,
    pub(super) instances: Vec<Instance<'a>>,
    /// Declared without contents.
    pub(super) black_box: bool,
}

impl<'a> Model<'a> {
    /// How many names the model has.
    pub(super) fn names(&self) -> usize {
        self.driven.len()
    }

    /// The number of a name, if the model has it.
    pub(super) fn find(&self, word: Word<'a>) -> Option<u32> {
        self.names.get(word.text).copied()
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
        if let Some(known) = self.find(word) {
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
            inputs.push((word, name));
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
            outputs.push((word, name));
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
        let start = self.words.len();
        for &word in inputs {
            let name = self.name(word)?;
            self.words.push((word, name));
        }
        let name = self.drive(output)?;
        self.words.push((output, name));
        let words = start..self.words.len();
        self.tables.push(Table { words, rows: Vec::new(), complemented: false });
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
        if let Some(table) = self.tables.last_mut() {
            table.rows.push(b"1");
        }
        Ok(())
    }

    /// A row of the last table.
    pub(super) fn add_row(&mut self, words: &[Word<'a>]) -> Result<(), FormatError> {
        let (Some(&first), Some(table)) = (words.first(), self.tables.last_mut()) else {
            return Ok(());
        };
        let inputs = table.words.len() - 1;
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
        table.complemented = complemented;
        table.rows.push(pattern);
        Ok(())
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
        let mut connections = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let Some((formal, actual)) = pair.at_equals() else {
                return Err(pair.error("a name of the model, =, and a name of this one"));
            };
            connections.push((formal, self.name(actual)?));
        }
        self.instances.push(Instance { model, connections });
        Ok(())
    }

    /// Whether names outside an instance may be connected to this name: to any name of a model that does
    /// not list its inputs and outputs.
    pub(super) fn is_port(&self, name: u32) -> bool {
        let listed = self.inputs.is_some() && self.outputs.is_some();
        !listed || self.ports[name as usize]
    }
}
