//! Reading BLIF files: the lines of all models.

use std::collections::HashMap;

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::netlist::Netlist;
use crate::netlist::blif::flat::Flat;
use crate::netlist::blif::model::{Instance, Model};
use crate::netlist::blif::tokens::{Lines, Source, Word};
use crate::text::FormatError;

const COMMANDS: &str =
    ".model, .inputs, .outputs, .names, .subckt or .end (combinational logic only)";

/// Commands that say nothing about the function: delays, loads and areas (BLIF 1992, section 5), and
/// what yosys and VTR add.
const IGNORED: [&[u8]; 17] = [
    b".area",
    b".delay",
    b".wire_load_slope",
    b".wire",
    b".input_arrival",
    b".default_input_arrival",
    b".output_required",
    b".default_output_required",
    b".input_drive",
    b".default_input_drive",
    b".max_input_load",
    b".default_max_input_load",
    b".output_load",
    b".default_output_load",
    b".cname",
    b".attr",
    b".param",
];

/// Reads a BLIF file: its first model, and those that it is made of.
///
/// # Errors
/// The first place where the text breaks the format, is not combinational, or exceeds a bound.
pub(in crate::netlist) fn read(text: &[u8]) -> Result<Netlist, FormatError> {
    let source = Source::new(text)?;
    let mut lines = Lines::new(source);
    let models = models(&mut lines, source)?;
    Flat::new(&models)?.netlist(&lines)
}

/// The models by their place in the file: at least one.
pub(super) struct Models<'a> {
    pub(super) source: Source<'a>,
    pub(super) all: Vec<Model<'a>>,
    by_name: HashMap<&'a [u8], u32>,
}

impl<'a> Models<'a> {
    /// The model that is being read; a file may begin without .model.
    fn last(&mut self) -> &mut Model<'a> {
        if self.all.is_empty() {
            self.all.push(Model::default());
        }
        let last = self.all.len() - 1;
        &mut self.all[last]
    }

    /// `.model`
    fn begin(&mut self, words: &[Word<'a>]) -> Result<(), FormatError> {
        if let Some(second) = words.get(1) {
            return Err(second.error("the end of the line after the model's name"));
        }
        if let (Some(name), true) = (words.first(), self.all.len() >= limits::MODELS) {
            return Err(name.error(format!("at most {} models", limits::MODELS)));
        }
        if let Some(name) = words.first()
            && self.by_name.insert(name.text, self.all.len() as u32).is_some()
        {
            return Err(name.error("a name that no model has yet"));
        }
        self.all.push(Model::default());
        Ok(())
    }

    /// The model that an instance names.
    pub(super) fn find(&self, instance: &Instance) -> Result<u32, FormatError> {
        let error = |expected: &str| Err(self.source.word(instance.model).error(expected));
        match self.by_name.get(self.source.text(instance.model)) {
            Some(&model) if !self.all[model as usize].black_box => Ok(model),
            Some(_) => error("a model with contents, as this one is a black box"),
            None => error("a model of this file"),
        }
    }
}

fn models<'a>(lines: &mut Lines<'a>, source: Source<'a>) -> Result<Models<'a>, FormatError> {
    let mut models = Models { source, all: Vec::new(), by_name: HashMap::new() };
    let mut words = Vec::new();
    let (mut ended, mut rows) = (false, false);
    // Behind .exdc stand the inputs for which outputs do not matter, up to .end.
    let mut skipped = false;
    while lines.next(&mut words)? {
        checkpoint();
        let Some((&command, rest)) = words.split_first() else { continue };
        if skipped && command.text != b".end" {
            continue;
        }
        if ended && command.text != b".model" {
            return Err(command.error(".model or the end of the file"));
        }
        if command.text == b".model" {
            models.begin(rest)?;
            (ended, rows) = (false, false);
            continue;
        }
        let is_row = !command.text.starts_with(b".");
        if is_row && !rows {
            return Err(command.error(COMMANDS));
        }
        rows = is_row || command.text == b".names";
        let model = models.last();
        match command.text {
            b".inputs" => model.add_inputs(rest)?,
            b".outputs" => model.add_outputs(rest)?,
            b".names" => model.add_table(command, rest)?,
            b".conn" => model.add_connection(command, rest)?,
            b".subckt" => model.add_instance(command, rest)?,
            b".end" => (ended, skipped) = (true, false),
            b".exdc" => skipped = true,
            b".blackbox" => model.black_box = true,
            b".gate" | b".mlatch" => {
                return Err(command.error(".names in place of gates of a library (ABC: unmap)"));
            }
            b".search" => return Err(command.error("all models in one file")),
            _ if is_row => model.add_row(&words)?,
            text if IGNORED.contains(&text) => {}
            _ => return Err(command.error(COMMANDS)),
        }
    }
    if models.all.is_empty() { Err(lines.missing(COMMANDS)) } else { Ok(models) }
}
