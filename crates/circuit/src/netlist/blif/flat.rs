//! The first model with all instances in it replaced by what they contain.
//!
//! A net is a name of the first model, or of an instance if nothing is connected to it. Models are
//! numbered, as are their names; an instance is its model with a net for each name. The size of the
//! result may be exponential in that of the file; [`limits::FLAT_WORDS`] bounds it.

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::netlist::blif::cover;
use crate::netlist::blif::model::{Instance, Model, Table};
use crate::netlist::blif::read::Models;
use crate::netlist::blif::tokens::{Lines, Word};
use crate::netlist::order::{Use, sorted};
use crate::netlist::ports::Grouping;
use crate::netlist::{Builder, Netlist, NetlistError, Signal};
use crate::text::FormatError;

/// As how many names an instance counts, beside those that it has.
const INSTANCE: usize = 16;

/// What drives a net.
#[derive(Clone, Copy)]
enum Driver {
    Nothing,
    Input(u32),
    Table(u32),
}

/// A table of an instance: which, and where its nets begin in [`Flat::nets`].
struct Place {
    model: u32,
    table: u32,
    nets: usize,
}

/// An instance that is being gone through: a net for each name of its model, and the next of its
/// own instances.
struct Open {
    model: u32,
    nets: Vec<u32>,
    next: usize,
}

/// All tables over nets.
pub(super) struct Flat<'m, 'a> {
    models: &'m Models<'a>,
    drivers: Vec<Driver>,
    tables: Vec<Place>,
    /// The nets of all tables: the inputs of each, then its output.
    nets: Vec<u32>,
    inputs: Vec<&'a [u8]>,
    /// The outputs with their nets, and where they stand if the model lists them.
    outputs: Vec<(&'a [u8], u32, Option<u32>)>,
}

impl<'m, 'a> Flat<'m, 'a> {
    /// # Errors
    /// A model that contains itself or is not in the file, a connection that is none, a net that is
    /// driven twice, too large a result.
    pub(super) fn new(models: &'m Models<'a>) -> Result<Self, FormatError> {
        let parts = parts(models)?;
        let mut flat = Self {
            models,
            drivers: Vec::new(),
            tables: Vec::new(),
            nets: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
        };
        let top = &models.all[0];
        let names: Vec<u32> = (0..top.names()).map(|_| flat.new_net()).collect();
        let texts = top.texts();
        for &(_, name) in top.inputs.iter().flatten() {
            flat.drivers[names[name as usize] as usize] = Driver::Input(flat.inputs.len() as u32);
            flat.inputs.push(texts[name as usize]);
        }
        flat.add_tables(0, &names)?;
        let mut written = top.names();
        let mut open = vec![Open { model: 0, nets: names, next: 0 }];
        while let Some(Open { model, nets, next }) = open.last_mut() {
            checkpoint();
            let (at, instances) = (*next, &models.all[*model as usize].instances);
            let Some(instance) = instances.get(at) else {
                open.pop();
                continue;
            };
            *next += 1;
            let part = parts[*model as usize][at];
            let inner = &models.all[part as usize];
            written += INSTANCE + inner.names() + inner.words.len();
            if written > limits::FLAT_WORDS {
                let most = limits::FLAT_WORDS;
                let word = models.source.word(instance.model);
                return Err(word.error(format!("at most {most} names in all instances")));
            }
            let outer = &models.all[*model as usize];
            let nets = flat.connected(instance, outer, inner, nets)?;
            flat.add_tables(part, &nets)?;
            open.push(Open { model: part, nets, next: 0 });
        }
        flat.guess_ports(top, &texts);
        Ok(flat)
    }

    fn new_net(&mut self) -> u32 {
        self.drivers.push(Driver::Nothing);
        self.drivers.len() as u32 - 1
    }

    /// The nets of an instance within a model that has the nets `outside`.
    fn connected(
        &mut self,
        instance: &Instance,
        outer: &Model<'a>,
        inner: &Model<'a>,
        outside: &[u32],
    ) -> Result<Vec<u32>, FormatError> {
        let mut nets = vec![u32::MAX; inner.names()];
        for &(pair, actual) in outer.connections_of(instance) {
            let error = |expected: &str| self.models.source.word(pair).error(expected);
            let formal = self.models.source.text(pair).split(|&byte| byte == b'=').next();
            let name = formal.and_then(|text| inner.find(text));
            let Some(name) = name.filter(|&name| inner.is_port(name)) else {
                return Err(error("an input or output of the model"));
            };
            if nets[name as usize] != u32::MAX {
                return Err(error("each name of the model once"));
            }
            nets[name as usize] = outside[actual as usize];
        }
        for &(word, name) in inner.inputs.iter().flatten() {
            if nets[name as usize] == u32::MAX {
                let source = self.models.source;
                let input = String::from_utf8_lossy(source.text(word));
                let expected = format!("a connection of the model's input {input}");
                return Err(source.word(instance.model).error(expected));
            }
        }
        for net in nets.iter_mut().filter(|net| **net == u32::MAX) {
            *net = self.new_net();
        }
        Ok(nets)
    }

    fn add_tables(&mut self, model: u32, nets: &[u32]) -> Result<(), FormatError> {
        let contents = &self.models.all[model as usize];
        for (at, table) in contents.tables.iter().enumerate() {
            let place = Place { model, table: at as u32, nets: self.nets.len() };
            let words = contents.words_of(table);
            self.nets.extend(words.iter().map(|(_, name)| nets[*name as usize]));
            let Some(&(output, name)) = words.last() else { continue };
            let output = || self.models.source.word(output);
            if self.tables.len() >= limits::GATES {
                return Err(output().error(format!("at most {} tables", limits::GATES)));
            }
            let driver = &mut self.drivers[nets[name as usize] as usize];
            if !matches!(driver, Driver::Nothing) {
                return Err(output().error("a name that nothing drives yet"));
            }
            *driver = Driver::Table(self.tables.len() as u32);
            self.tables.push(place);
        }
        Ok(())
    }

    /// Fills in the outputs, and the inputs of a model that does not list them: they are the names
    /// that nothing drives. Outputs that are not listed are the driven names that nothing uses.
    fn guess_ports(&mut self, top: &Model<'a>, names: &[&'a [u8]]) {
        // Nets are numbered as the names of the first model.
        let mut used = vec![false; self.drivers.len()];
        for place in &self.tables {
            let inputs = self.table(place).inputs();
            for &net in &self.nets[place.nets..place.nets + inputs] {
                used[net as usize] = true;
            }
        }
        for &(word, name) in top.outputs.iter().flatten() {
            self.outputs.push((names[name as usize], name, Some(word)));
        }
        if top.inputs.is_none() {
            let mut wanted = used.clone();
            self.outputs.iter().for_each(|(_, net, _)| wanted[*net as usize] = true);
            for (net, &name) in names.iter().enumerate() {
                if matches!(self.drivers[net], Driver::Nothing) && wanted[net] {
                    self.drivers[net] = Driver::Input(self.inputs.len() as u32);
                    self.inputs.push(name);
                }
            }
        }
        if top.outputs.is_none() {
            for (net, &name) in names.iter().enumerate() {
                if matches!(self.drivers[net], Driver::Table(_)) && !used[net] {
                    self.outputs.push((name, net as u32, None));
                }
            }
        }
    }

    fn table(&self, place: &Place) -> &'m Table {
        &self.models.all[place.model as usize].tables[place.table as usize]
    }

    /// The word that stands for a table's net `k`.
    fn word(&self, place: &Place, k: usize) -> Word<'a> {
        let model = &self.models.all[place.model as usize];
        self.models.source.word(model.words_of(self.table(place))[k].0)
    }

    /// The nets of a table's inputs.
    fn operands(&self, place: &Place) -> &[u32] {
        &self.nets[place.nets..place.nets + self.table(place).inputs()]
    }

    /// The netlist.
    ///
    /// # Errors
    /// A net that nothing drives or that depends on itself, a bound that is exceeded.
    pub(super) fn netlist(&self, lines: &Lines<'a>) -> Result<Netlist, FormatError> {
        const UNDRIVEN: &str = "a name that is an input or that a table drives";
        for place in &self.tables {
            for (k, &net) in self.operands(place).iter().enumerate() {
                if matches!(self.drivers[net as usize], Driver::Nothing) {
                    return Err(self.word(place, k).error(UNDRIVEN));
                }
            }
        }
        let order = sorted(self.tables.len(), |table, k| {
            let net = *self.operands(&self.tables[table as usize]).get(k)?;
            Some(match self.drivers[net as usize] {
                Driver::Table(used) => Use::Definition(used),
                _ => Use::Known,
            })
        })
        .map_err(|table| {
            let place = &self.tables[table as usize];
            let output = self.word(place, self.operands(place).len());
            output.error("a name that does not depend on itself")
        })?;
        let broken = |error: NetlistError| lines.missing(format!("a valid netlist ({error})"));
        let ports = Grouping::of(self.inputs.iter().copied());
        let mut builder = Builder::new(ports).map_err(broken)?;
        let mut signals = vec![Signal::FALSE; self.tables.len()];
        let signal = |net: u32, signals: &[Signal]| match self.drivers[net as usize] {
            Driver::Nothing => Signal::FALSE,
            Driver::Input(input) => Signal::new(input + 1, false),
            Driver::Table(table) => signals[table as usize],
        };
        let (mut operands, mut rows) = (Vec::new(), Vec::new());
        for at in order {
            checkpoint();
            let place = &self.tables[at as usize];
            operands.clear();
            operands.extend(self.operands(place).iter().map(|&net| signal(net, &signals)));
            let table = self.table(place);
            rows.clear();
            rows.extend(self.models.all[place.model as usize].rows_of(table, self.models.source));
            signals[at as usize] =
                cover::build(&mut builder, &operands, &rows, table.complemented).map_err(broken)?;
        }
        let mut results = Vec::with_capacity(self.outputs.len());
        for &(_, net, word) in &self.outputs {
            if let (Driver::Nothing, Some(word)) = (self.drivers[net as usize], word) {
                return Err(self.models.source.word(word).error(UNDRIVEN));
            }
            results.push(signal(net, &signals));
        }
        let ports = Grouping::of(self.outputs.iter().map(|&(name, _, _)| name));
        builder.finish(ports, results).map_err(broken)
    }
}

/// The models of each model's instances.
///
/// # Errors
/// A model that is not in the file, or that contains itself.
fn parts(models: &Models<'_>) -> Result<Vec<Vec<u32>>, FormatError> {
    let of_model = |model: &Model<'_>| -> Result<Vec<u32>, FormatError> {
        model.instances.iter().map(|instance| models.find(instance)).collect()
    };
    let parts = models.all.iter().map(of_model).collect::<Result<Vec<_>, _>>()?;
    let part = |model: u32, k: usize| parts[model as usize].get(k).map(|&m| Use::Definition(m));
    match sorted(models.all.len(), part) {
        Ok(_) => Ok(parts),
        Err(model) => {
            let instances = &models.all[model as usize].instances;
            let expected = "a model that does not contain itself";
            Err(models.source.word(instances[0].model).error(expected))
        }
    }
}
