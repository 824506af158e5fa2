//! What a ring answers to a fixed list of questions: for comparing rings with each other.

use super::interface::{Basis, Limbs, Ring};
use super::models::{largest, random, some_units};
use crate::inputs::Stream;
use crate::laws::verdict::{Verdict, equal, holds};

/// An operation on one input, by name, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was asked.
    pub question: String,
    /// The result.
    pub result: Limbs,
}

/// The results of all operations on the elements of a seed.
pub fn transcript(ring: &impl Ring, seed: u64) -> Vec<Answer> {
    let mut stream = Stream::new(seed);
    let inputs = [random(ring, &mut stream), largest(ring), random(ring, &mut stream)];
    let units = some_units(ring.m(), 2, &mut stream);
    let mut answers = Vec::new();
    let mut ask = |question: String, result: Limbs| answers.push(Answer { question, result });
    for (i, x) in inputs.iter().enumerate() {
        let y = &inputs[(i + 1) % inputs.len()];
        for basis in Basis::ALL {
            for to in Basis::ALL {
                ask(format!("{basis:?} to {to:?}, {i}"), ring.convert(x, basis, to));
            }
            ask(format!("sum, {basis:?}, {i}"), ring.add(x, y, basis));
            ask(format!("difference, {basis:?}, {i}"), ring.sub(x, y, basis));
            ask(format!("negative, {basis:?}, {i}"), ring.neg(x, basis));
            ask(format!("mul_g, {basis:?}, {i}"), ring.mul_g(x, basis));
            ask(format!("div_g, {basis:?}, {i}"), ring.div_g(x, basis).unwrap_or_default());
            for &k in &units {
                let question = format!("automorphism {k}, {basis:?}, {i}");
                ask(question, ring.automorphism(x, k, basis));
            }
        }
        ask(format!("product, {i}"), ring.mul(x, y));
    }
    answers
}

/// Two rings agree bit for bit, in everything, the order of the CRT basis included.
pub fn same(a: &impl Ring, b: &impl Ring, seed: u64) -> Verdict {
    let subject = format!("{} beside {}", a.subject(), b.subject());
    for limb in 0..a.moduli().len() {
        equal("equal order of the CRT basis", &subject, &a.roots(limb), &b.roots(limb))?;
    }
    compare(&subject, &transcript(a, seed), &transcript(b, seed))
}

/// Two transcripts are equal.
pub fn compare(subject: &str, a: &[Answer], b: &[Answer]) -> Verdict {
    for (a, b) in a.iter().zip(b) {
        let subject = format!("{subject}, {}", a.question);
        equal("equal results, bit for bit", &subject, &a.result.concat(), &b.result.concat())?;
    }
    holds("equal results, bit for bit", subject, a.len() == b.len(), || "lengths".to_owned())
}
