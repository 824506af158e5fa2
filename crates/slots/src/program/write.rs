//! Writes programs as text.

use std::fmt::Write as _;

use ringassay_circuit::text::{complex_text, real_text};

use crate::program::{Op, Program, Values};

impl Program {
    /// The text of `docs/programs.md`, with a line feed behind each line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let (kind, modulus) = match self.modulus {
            0 if self.is_complex => ("complex", String::new()),
            0 => ("reals", String::new()),
            modulus => ("slots", format!(" modulus={modulus}")),
        };
        writeln!(
            out,
            "{kind} 1 batch={} row={}{modulus} levels={} wires={} registers={}",
            self.batch, self.row, self.levels, self.wires, self.registers
        )?;
        for note in &self.notes {
            writeln!(out, "note {}", note.replace(['\n', '\r'], " "))?;
        }
        for plain in &self.plains {
            match &plain.values {
                Values::Ones { lo, hi } => writeln!(out, "ones {} {lo} {hi}", plain.level)?,
                Values::Reals(entries) => {
                    let numbers = entries.iter().map(|&bits| real_text(f64::from_bits(bits)));
                    let numbers: Vec<String> = numbers.collect();
                    writeln!(out, "plain {} {}", plain.level, numbers.join(","))?;
                }
                Values::Complex(entries) => {
                    let numbers = entries.as_chunks::<2>().0.iter();
                    let text =
                        |&[re, im]: &[u64; 2]| complex_text(f64::from_bits(re), f64::from_bits(im));
                    let numbers: Vec<String> = numbers.map(text).collect();
                    writeln!(out, "plain {} {}", plain.level, numbers.join(","))?;
                }
                Values::Entries(entries) => {
                    write!(out, "plain {} ", plain.level)?;
                    for (at, entry) in entries.iter().enumerate() {
                        if at > 0 {
                            out.push(',');
                        }
                        write!(out, "{entry}")?;
                    }
                    out.push('\n');
                }
            }
        }
        for op in &self.ops {
            match *op {
                Op::Input { to, wire, level } => writeln!(out, "input {to} {wire} {level}")?,
                Op::Add { to, a, b } => writeln!(out, "add {to} {a} {b}")?,
                Op::Sub { to, a, b } => writeln!(out, "sub {to} {a} {b}")?,
                Op::Negate { to, a } => writeln!(out, "neg {to} {a}")?,
                Op::AddPlain { to, a, plain } => writeln!(out, "addplain {to} {a} {plain}")?,
                Op::MultiplyPlain { to, a, plain } => writeln!(out, "mulplain {to} {a} {plain}")?,
                Op::Multiply { to, a, b } => writeln!(out, "mul {to} {a} {b}")?,
                Op::Square { to, a } => writeln!(out, "square {to} {a}")?,
                Op::Rotate { to, a, step } => writeln!(out, "rotate {to} {a} {step}")?,
                Op::Conjugate { to, a } => writeln!(out, "conjugate {to} {a}")?,
                Op::Lower { to, a, level, divide } => {
                    writeln!(out, "lower {to} {a} {level} {divide}")?;
                }
                Op::Refresh { to, a, level } => writeln!(out, "refresh {to} {a} {level}")?,
                Op::Encrypt { to, plain } => writeln!(out, "encrypt {to} {plain}")?,
                Op::Free { register } => writeln!(out, "free {register}")?,
            }
        }
        for output in &self.outputs {
            write!(out, "output {} {}", output.register, output.first)?;
            match output.lowest {
                Some(lowest) => writeln!(out, " {lowest}")?,
                None => writeln!(out)?,
            }
        }
        Ok(())
    }
}
