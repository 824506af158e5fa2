//! Reads programs: whatever the bytes are, a valid program or the line that is wrong, in linear time
//! and with memory in proportion to the text.

use std::str::FromStr;

use ringassay_circuit::limits::OUTPUTS;
use ringassay_circuit::text::{complex_text, read_complex_text, read_real_text, real_text};
use thiserror::Error;

use crate::program::{MAX_BYTES, Op, Output, Plain, Program, Register, Values};
use crate::target::{MAX_LEVELS, MAX_MODULUS, MAX_ROW};

/// Most wires: as in circuits.
const MAX_WIRES: u32 = 1_000_000;
/// Longest notes, all together with their line ends, in bytes: they have to fit a report.
const MAX_NOTE_BYTES: usize = 1 << 16;

/// A text that is no program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the program: {reason}")]
pub struct ProgramError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl Program {
    /// Reads the text of a program.
    ///
    /// # Errors
    /// If it is not one as `docs/programs.md` says.
    pub fn parse(text: &[u8]) -> Result<Self, ProgramError> {
        let at = |line: usize| move |reason: String| ProgramError { line, reason };
        if text.len() > MAX_BYTES {
            return Err(at(1)(format!("{} bytes; at most {MAX_BYTES}", text.len())));
        }
        let text = std::str::from_utf8(text).map_err(|error| {
            let line = text[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            at(line + 1)("not UTF-8".to_owned())
        })?;
        let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
        let mut lines = lines.enumerate().map(|(number, line)| (number + 1, line));
        let (_, first) = lines.next().unwrap_or((1, ""));
        let mut reader = Reader {
            program: header(first).map_err(at(1))?,
            holds: Vec::new(),
            note_bytes: 0,
            start: None,
        };
        let mut last = 1;
        for (number, line) in lines {
            last = number;
            reader.line(line).map_err(at(number))?;
        }
        if reader.program.outputs.is_empty() {
            return Err(at(last + 1)("the line of an output is missing".to_owned()));
        }
        reader.finish().map_err(at(last))
    }
}

/// The words of a line, to be taken one by one.
struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    fn word(&mut self) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| "a word is missing".to_owned())
    }

    fn number<T: FromStr + ToString>(&mut self) -> Result<T, String> {
        canonical(self.word()?)
    }

    fn end(mut self) -> Result<(), String> {
        self.0.next().map_or(Ok(()), |word| Err(format!("{} is one word too many", cut(word))))
    }
}

/// The beginning of a word, quoted: a message is short, whatever it is about.
fn cut(word: &str) -> String {
    let rest = if word.chars().nth(40).is_some() { " …" } else { "" };
    format!("{:?}{rest}", word.chars().take(40).collect::<String>())
}

/// A number as it would be written: no leading zeros, no plus sign.
fn canonical<T: FromStr + ToString>(word: &str) -> Result<T, String> {
    let parsed = word.parse::<T>().ok().filter(|number| number.to_string() == word);
    parsed.ok_or_else(|| format!("{} is not a number that is allowed here", cut(word)))
}

fn header(line: &str) -> Result<Program, String> {
    let mut words = Words(line.split(' '));
    let (real, is_complex) = match (words.word()?, words.word()?) {
        ("slots", "1") => (false, false),
        ("reals", "1") => (true, false),
        ("complex", "1") => (true, true),
        _ => return Err("\"slots 1\", \"reals 1\" or \"complex 1\" expected".to_owned()),
    };
    let mut field = |name: &str| -> Result<u64, String> {
        let word = words.word()?;
        let value = word.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        canonical(value.ok_or_else(|| format!("{name}= expected, got {}", cut(word)))?)
    };
    let bounded = |name: &str, value: u64, most: u32| match u32::try_from(value) {
        Ok(value) if (1..=most).contains(&value) => Ok(value),
        _ => Err(format!("{name}={value} is not from 1 to {most}")),
    };
    let (batch, row) = (field("batch")?, field("row")?);
    let row = bounded("row", row, MAX_ROW)?;
    let batch = bounded("batch", batch, row)?;
    let modulus = if real { 0 } else { field("modulus")? };
    if !real && !(2..MAX_MODULUS).contains(&modulus) {
        return Err(format!("modulus={modulus} is not from 2 to 2^62"));
    }
    let levels = bounded("levels", field("levels")?, MAX_LEVELS as u32)?;
    let wires = bounded("wires", field("wires")?, MAX_WIRES)?;
    let registers = bounded("registers", field("registers")?, u32::MAX)?;
    words.end()?;
    let (notes, plains, ops, outputs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    Ok(Program {
        batch,
        row,
        modulus,
        is_complex,
        levels,
        wires,
        registers,
        notes,
        plains,
        ops,
        outputs,
    })
}

struct Reader {
    program: Program,
    /// The level of what each register holds that was named so far.
    holds: Vec<Option<u32>>,
    note_bytes: usize,
    /// Reals: the level at which all inputs enter.
    start: Option<u32>,
}

impl Reader {
    /// Reads a line behind the first.
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut words = Words(rest.split(' '));
        let early = self.program.ops.is_empty();
        if name != "output" && !self.program.outputs.is_empty() {
            return Err("something else behind an output".to_owned());
        }
        match name {
            "note" if early => {
                self.note_bytes += rest.len() + 1;
                if self.note_bytes > MAX_NOTE_BYTES {
                    return Err(format!("notes of more than {MAX_NOTE_BYTES} bytes"));
                }
                self.program.notes.push(rest.to_owned());
                return Ok(());
            }
            "plain" | "ones" if early => {
                let plain = self.plain(name, &mut words)?;
                self.program.plains.push(plain);
            }
            "note" | "plain" | "ones" => {
                return Err(format!("{name} must stand before the operations"));
            }
            "output" => {
                if self.program.outputs.len() == OUTPUTS {
                    return Err(format!("more than {OUTPUTS} outputs"));
                }
                let output = self.output(&mut words)?;
                self.program.outputs.push(output);
            }
            _ => {
                let op = self.op(name, &mut words)?;
                self.program.ops.push(op);
            }
        }
        words.end()
    }

    fn plain(&self, name: &str, words: &mut Words<'_>) -> Result<Plain, String> {
        let level = self.level(words.number()?)?;
        let Program { batch, row, modulus, .. } = self.program;
        if name == "ones" {
            let (lo, hi) = (words.number()?, words.number()?);
            return if lo < hi && hi <= row {
                Ok(Plain { level, values: Values::Ones { lo, hi } })
            } else {
                Err(format!("slots {lo} to {hi} are no window of a row of {row}"))
            };
        }
        if self.program.is_real() {
            return self.numbers(words.word()?).map(|values| Plain { level, values });
        }
        let mut entries = Vec::new();
        for word in words.word()?.split(',') {
            let entry: i64 = canonical(word)?;
            if entry.unsigned_abs() >= modulus || entries.len() == batch as usize {
                return Err(format!("{batch} entries below {modulus} in size expected"));
            }
            entries.push(entry);
        }
        if entries.len() < batch as usize {
            return Err(format!("{} entries; {batch} expected", entries.len()));
        }
        Ok(Plain { level, values: Values::Entries(entries) })
    }

    /// ℓ numbers in their canonical form.
    fn numbers(&self, list: &str) -> Result<Values, String> {
        let batch = self.program.batch as usize;
        let width = if self.program.is_complex { 2 } else { 1 };
        let mut entries = Vec::new();
        for word in list.split(',') {
            let (parts, text) = if self.program.is_complex {
                let found = read_complex_text(word.as_bytes());
                (found, found.map(|[re, im]| complex_text(re, im)))
            } else {
                let found = read_real_text(word.as_bytes());
                (found.map(|value| [value, 0.0]), found.map(real_text))
            };
            let parts = parts.filter(|_| text.as_deref() == Some(word));
            let parts =
                parts.ok_or_else(|| format!("{} is not a number as it is written", cut(word)))?;
            if entries.len() == batch * width {
                return Err(format!("more than {batch} entries"));
            }
            entries.extend(parts[..width].iter().map(|part| part.to_bits()));
        }
        if entries.len() < batch * width {
            return Err(format!("{} entries; {batch} expected", entries.len() / width));
        }
        Ok(if self.program.is_complex { Values::Complex(entries) } else { Values::Reals(entries) })
    }

    /// The level of a product, whose operands lie at `level`: reals take one.
    fn product(&self, level: u32) -> Result<u32, String> {
        match (self.program.is_real(), level) {
            (false, _) => Ok(level),
            (true, 0) => Err("a product of reals at level 0".to_owned()),
            (true, _) => Ok(level - 1),
        }
    }

    fn op(&mut self, name: &str, words: &mut Words<'_>) -> Result<Op, String> {
        if name == "free" {
            let register = words.number()?;
            self.held(register)?;
            self.holds[register as usize] = None;
            return Ok(Op::Free { register });
        }
        let to: Register = words.number()?;
        let mut number = || words.number::<u32>();
        let (op, level) = match name {
            "input" => {
                let (wire, level) = (number()?, self.level(number()?)?);
                if wire >= self.program.wires {
                    return Err(format!("wire {wire} of {}", self.program.wires));
                }
                if self.program.is_real() && *self.start.get_or_insert(level) != level {
                    return Err("inputs of reals enter at one level".to_owned());
                }
                (Op::Input { to, wire, level }, level)
            }
            "add" | "sub" | "mul" => {
                let (a, b) = (number()?, number()?);
                let level = self.held(a)?;
                if self.held(b)? != level {
                    return Err("operands of different levels".to_owned());
                }
                let op = match name {
                    "add" => Op::Add { to, a, b },
                    "sub" => Op::Sub { to, a, b },
                    _ => Op::Multiply { to, a, b },
                };
                (op, if name == "mul" { self.product(level)? } else { level })
            }
            "neg" => {
                let a = number()?;
                (Op::Negate { to, a }, self.held(a)?)
            }
            "square" => {
                let a = number()?;
                (Op::Square { to, a }, self.product(self.held(a)?)?)
            }
            "addplain" | "mulplain" => {
                let (a, plain) = (number()?, number()?);
                let level = self.held(a)?;
                if self.plain_level(plain)? != level {
                    return Err("a plaintext of another level".to_owned());
                }
                if name == "addplain" {
                    (Op::AddPlain { to, a, plain }, level)
                } else {
                    (Op::MultiplyPlain { to, a, plain }, self.product(level)?)
                }
            }
            "rotate" => {
                let a = number()?;
                let step: i32 = words.number()?;
                if step == 0 || step.unsigned_abs() >= self.program.row {
                    return Err(format!("step {step} in a row of {}", self.program.row));
                }
                (Op::Rotate { to, a, step }, self.held(a)?)
            }
            "conjugate" if self.program.is_complex => {
                let a = number()?;
                (Op::Conjugate { to, a }, self.held(a)?)
            }
            "conjugate" => return Err("only complex numbers have a conjugate".to_owned()),
            "lower" => {
                let (a, level, divide) = (number()?, number()?, number()?);
                let from = self.held(a)?;
                let wrong = self.program.is_real() && divide != 1;
                if level >= from || divide > from - level || wrong {
                    return Err(format!(
                        "level {from} cannot become {level} by {divide} divisions"
                    ));
                }
                (Op::Lower { to, a, level, divide }, level)
            }
            "refresh" if self.program.is_real() => {
                let (a, level) = (number()?, number()?);
                self.held(a)?;
                (Op::Refresh { to, a, level }, self.level(level)?)
            }
            "refresh" => return Err("only reals and complex numbers are refreshed".to_owned()),
            "encrypt" => {
                let plain = number()?;
                (Op::Encrypt { to, plain }, self.plain_level(plain)?)
            }
            _ => return Err(format!("{} is no operation", cut(name))),
        };
        self.hold(to, level)?;
        Ok(op)
    }

    fn output(&self, words: &mut Words<'_>) -> Result<Output, String> {
        let (register, first) = (words.number()?, words.number()?);
        self.held(register)?;
        let Program { batch, row, .. } = self.program;
        if first > row - batch {
            return Err(format!("slot {first}: {batch} entries do not follow it"));
        }
        let lowest = words.0.next().map(canonical).transpose()?;
        if lowest.is_some() && self.program.is_real() {
            return Err("an output of reals has no parity".to_owned());
        }
        Words(words.0.clone()).end()?;
        Ok(Output { register, first, lowest })
    }

    fn finish(self) -> Result<Program, String> {
        let (named, declared) = (self.holds.len(), self.program.registers);
        if named != declared as usize {
            return Err(format!("{declared} registers were declared, {named} are used"));
        }
        Ok(self.program)
    }

    fn level(&self, level: u32) -> Result<u32, String> {
        let levels = self.program.levels;
        if level < levels { Ok(level) } else { Err(format!("level {level} of {levels}")) }
    }

    fn plain_level(&self, plain: u32) -> Result<u32, String> {
        let found = self.program.plains.get(plain as usize).map(|plain| plain.level);
        found.ok_or_else(|| format!("there is no plaintext {plain}"))
    }

    /// The level of what a register holds.
    fn held(&self, register: Register) -> Result<u32, String> {
        let found = self.holds.get(register as usize).copied().flatten();
        found.ok_or_else(|| format!("register {register} holds nothing"))
    }

    /// Registers are named in order, so that memory is in proportion to the text.
    fn hold(&mut self, register: Register, level: u32) -> Result<(), String> {
        let at = register as usize;
        if at > self.holds.len() {
            return Err(format!("register {register} before {} was used", self.holds.len()));
        }
        if at == self.holds.len() {
            self.holds.push(None);
        }
        if self.holds[at].is_some() {
            return Err(format!("register {register} still holds something"));
        }
        self.holds[at] = Some(level);
        Ok(())
    }
}
