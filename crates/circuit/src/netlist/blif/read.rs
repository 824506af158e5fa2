//! Reading BLIF files.

use std::collections::HashMap;
use std::ops::Range;

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::netlist::blif::cover;
use crate::netlist::blif::tokens::{Lines, Word};
use crate::netlist::model::is_name;
use crate::netlist::order::{Use, sorted};
use crate::netlist::ports::Grouping;
use crate::netlist::{Builder, Netlist, NetlistError, Signal};
use crate::text::FormatError;

const COMMANDS: &str = ".model, .inputs, .outputs, .names or .end (combinational logic only)";

/// What drives a name.
#[derive(Clone, Copy)]
enum Driver {
    Nothing,
    Input(u32),
    Table(u32),
}

struct Table<'a> {
    /// The command's words in `words`: the inputs, then the output.
    words: Range<usize>,
    rows: Vec<&'a [u8]>,
    /// Whether the rows say where the output is 0.
    complemented: bool,
}

#[derive(Default)]
struct File<'a> {
    names: HashMap<&'a [u8], u32>,
    drivers: Vec<Driver>,
    inputs: Vec<Word<'a>>,
    outputs: Vec<Word<'a>>,
    /// The words of all tables, and the name of each.
    words: Vec<(Word<'a>, u32)>,
    tables: Vec<Table<'a>>,
}

/// Reads a BLIF file of one model.
///
/// # Errors
/// The first place where the text breaks the format, is not combinational, or exceeds a bound.
pub(in crate::netlist) fn read(text: &[u8]) -> Result<Netlist, FormatError> {
    if text.len() > limits::NETLIST_BYTES {
        return Err(FormatError::whole(
            format!("a netlist of at most {} bytes", limits::NETLIST_BYTES),
            format!("{} bytes", text.len()),
        ));
    }
    let mut lines = Lines::new(text);
    let file = File::read(&mut lines)?;
    file.netlist(&lines)
}

impl<'a> File<'a> {
    fn read(lines: &mut Lines<'a>) -> Result<Self, FormatError> {
        let mut file = Self::default();
        let mut words = Vec::new();
        let mut model = false;
        let mut ended = false;
        while lines.next(&mut words)? {
            checkpoint();
            let Some((&command, rest)) = words.split_first() else { continue };
            if ended {
                return Err(command.error("the end of the file: one model only"));
            }
            if !command.text.starts_with(b".") {
                file.row(&words)?;
                continue;
            }
            match command.text {
                b".model" if model => return Err(command.error("one model only")),
                b".model" => {
                    model = true;
                    if let Some(second) = rest.get(1) {
                        return Err(second.error("the end of the line after the model's name"));
                    }
                }
                b".inputs" => rest.iter().try_for_each(|&word| file.input(word))?,
                b".outputs" => file.outputs.extend(rest),
                b".names" => file.table(command, rest)?,
                b".end" => ended = true,
                _ => return Err(command.error(COMMANDS)),
            }
        }
        if model || !file.tables.is_empty() || !file.inputs.is_empty() {
            Ok(file)
        } else {
            Err(lines.missing(COMMANDS))
        }
    }

    /// The number of a name.
    fn name(&mut self, word: Word<'a>) -> Result<u32, FormatError> {
        let next = self.drivers.len() as u32;
        if let Some(&known) = self.names.get(word.text) {
            return Ok(known);
        }
        if !is_name(word.text) {
            let most = limits::SYMBOL_BYTES;
            return Err(word.error(format!("a name of printable ASCII of at most {most} bytes")));
        }
        self.names.insert(word.text, next);
        self.drivers.push(Driver::Nothing);
        Ok(next)
    }

    fn drive(&mut self, word: Word<'a>, driver: Driver) -> Result<u32, FormatError> {
        let name = self.name(word)?;
        if !matches!(self.drivers[name as usize], Driver::Nothing) {
            return Err(word.error("a name that nothing drives yet"));
        }
        self.drivers[name as usize] = driver;
        Ok(name)
    }

    fn input(&mut self, word: Word<'a>) -> Result<(), FormatError> {
        if self.inputs.len() >= limits::WIRES {
            return Err(word.error(format!("at most {} inputs", limits::WIRES)));
        }
        self.drive(word, Driver::Input(self.inputs.len() as u32))?;
        self.inputs.push(word);
        Ok(())
    }

    fn table(&mut self, command: Word<'a>, words: &[Word<'a>]) -> Result<(), FormatError> {
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
        let name = self.drive(output, Driver::Table(self.tables.len() as u32))?;
        self.words.push((output, name));
        let words = start..self.words.len();
        self.tables.push(Table { words, rows: Vec::new(), complemented: false });
        Ok(())
    }

    /// A row of the last table.
    fn row(&mut self, words: &[Word<'a>]) -> Result<(), FormatError> {
        let first = words[0];
        let Some(table) = self.tables.last_mut() else { return Err(first.error(COMMANDS)) };
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

    fn netlist(&self, lines: &Lines<'a>) -> Result<Netlist, FormatError> {
        if self.outputs.len() > limits::OUTPUTS {
            return Err(
                self.outputs[limits::OUTPUTS].error(format!("at most {} outputs", limits::OUTPUTS))
            );
        }
        let driver = |word: &Word<'a>| {
            let name = self.names.get(word.text);
            name.map_or(Driver::Nothing, |&name| self.drivers[name as usize])
        };
        let undriven =
            |word: &Word<'a>| word.error("a name that is an input or that a table drives");
        for (word, name) in &self.words {
            if matches!(self.drivers[*name as usize], Driver::Nothing) {
                return Err(undriven(word));
            }
        }
        let order = sorted(self.tables.len(), |table, k| {
            let words = self.tables[table as usize].words.clone();
            let (_, name) = *self.words[words.start..words.end - 1].get(k)?;
            Some(match self.drivers[name as usize] {
                Driver::Table(used) => Use::Definition(used),
                _ => Use::Known,
            })
        })
        .map_err(|table| {
            let words = self.tables[table as usize].words.clone();
            self.words[words.end - 1].0.error("a name that does not depend on itself")
        })?;
        let broken = |error: NetlistError| lines.missing(format!("a valid netlist ({error})"));
        let mut builder = Builder::new(ports(&self.inputs)).map_err(broken)?;
        let mut signals = vec![Signal::FALSE; self.tables.len()];
        let signal = |driver: Driver, signals: &[Signal]| match driver {
            Driver::Nothing => Signal::FALSE,
            Driver::Input(input) => Signal::new(input + 1, false),
            Driver::Table(table) => signals[table as usize],
        };
        let mut operands = Vec::new();
        for at in order {
            checkpoint();
            let table = &self.tables[at as usize];
            operands.clear();
            for (_, name) in &self.words[table.words.start..table.words.end - 1] {
                operands.push(signal(self.drivers[*name as usize], &signals));
            }
            signals[at as usize] =
                cover::build(&mut builder, &operands, &table.rows, table.complemented)
                    .map_err(broken)?;
        }
        let mut results = Vec::with_capacity(self.outputs.len());
        let mut seen = vec![false; self.drivers.len()];
        for word in &self.outputs {
            let driver = driver(word);
            if matches!(driver, Driver::Nothing) {
                return Err(undriven(word));
            }
            let name = self.names[word.text] as usize;
            if std::mem::replace(&mut seen[name], true) {
                return Err(word.error("each output once"));
            }
            results.push(signal(driver, &signals));
        }
        builder.finish(ports(&self.outputs), results).map_err(broken)
    }
}

fn ports(words: &[Word<'_>]) -> Vec<crate::netlist::Port> {
    let mut grouping = Grouping::default();
    words.iter().for_each(|word| grouping.push(&String::from_utf8_lossy(word.text)));
    grouping.finish()
}
