//! Integers without sign, lowest bit first.

use crate::library::multiply::multiply;
use crate::library::words::{add, add_columns, all, complement, less_than, subtract, xor};
use crate::library::{Ports, Variant};
use crate::netlist::{Logic, Netlist, NetlistError, Port, Signal};

/// Two numbers `a` and `b` of this width.
fn two(width: u32) -> Result<(Logic, Vec<Signal>, Vec<Signal>), NetlistError> {
    let logic = Logic::new(vec![Port::new("a", width), Port::new("b", width)])?;
    let [a, b] = logic.inputs().ports()?;
    Ok((logic, a, b))
}

fn finish(logic: Logic, name: &str, bits: Vec<Signal>) -> Result<Netlist, NetlistError> {
    logic.finish(vec![Port::new(name, bits.len() as u32)], bits)
}

/// a + b modulo 2^width.
pub(super) fn adder(variant: Variant, width: u32) -> Result<Netlist, NetlistError> {
    let (mut logic, a, b) = two(width)?;
    let (sum, _) = add(&mut logic, variant, &a, &b, Signal::FALSE);
    finish(logic, "sum", sum)
}

/// a − b modulo 2^width.
pub(super) fn subtractor(variant: Variant, width: u32) -> Result<Netlist, NetlistError> {
    let (mut logic, a, b) = two(width)?;
    let (difference, _) = subtract(&mut logic, variant, &a, &b);
    finish(logic, "difference", difference)
}

/// a · b, whole.
pub(super) fn multiplier(variant: Variant, width: u32) -> Result<Netlist, NetlistError> {
    let (mut logic, a, b) = two(width)?;
    let product = multiply(&mut logic, variant, &a, &b, 2 * width as usize);
    finish(logic, "product", product)
}

/// a · b modulo 2^width.
pub(super) fn low_multiplier(variant: Variant, width: u32) -> Result<Netlist, NetlistError> {
    let (mut logic, a, b) = two(width)?;
    let product = multiply(&mut logic, variant, &a, &b, width as usize);
    finish(logic, "product", product)
}

/// Whether a = b.
pub(super) fn equal(_: Variant, width: u32) -> Result<Netlist, NetlistError> {
    let (mut logic, a, b) = two(width)?;
    let same = complement(&xor(&mut logic, &a, &b));
    let equal = all(&mut logic, &same);
    finish(logic, "equal", vec![equal])
}

/// Whether a < b.
pub(super) fn less(variant: Variant, width: u32) -> Result<Netlist, NetlistError> {
    let (mut logic, a, b) = two(width)?;
    let less = less_than(&mut logic, variant, &a, &b);
    finish(logic, "less", vec![less])
}

/// The number of ones in a.
pub(super) fn population_count(_: Variant, width: u32) -> Result<Netlist, NetlistError> {
    let mut logic = Logic::new(vec![Port::new("a", width)])?;
    let [a] = logic.inputs().ports()?;
    let count = add_columns(&mut logic, vec![a]);
    finish(logic, "count", count)
}

/// The number of places in which a and b differ.
pub(super) fn hamming_distance(_: Variant, width: u32) -> Result<Netlist, NetlistError> {
    let (mut logic, a, b) = two(width)?;
    let different = xor(&mut logic, &a, &b);
    let count = add_columns(&mut logic, vec![different]);
    finish(logic, "distance", count)
}
