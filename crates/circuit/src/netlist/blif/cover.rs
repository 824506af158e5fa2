//! A table, as gates.
//!
//! Tables of one and two inputs become the one gate that they are. Up to six inputs the smaller of
//! two forms is taken by its number of ANDs: the sum of products as it stands, or the algebraic
//! normal form, which finds sums modulo 2. Beyond, it is the sum of products.

use crate::netlist::{Builder, NetlistError, Signal};

/// Most inputs for which the whole truth table is looked at.
const SMALL: usize = 6;

/// The gates of a table: `rows` are products of `operands` ('0', '1', '-'), their sum is the
/// function, or its complement if `complemented`.
///
/// # Errors
/// If there are too many gates.
pub(super) fn build(
    builder: &mut Builder,
    operands: &[Signal],
    rows: &[&[u8]],
    complemented: bool,
) -> Result<Signal, NetlistError> {
    let result = match operands.len() {
        0 => Signal::constant(!rows.is_empty()),
        1 | 2 => one_gate(builder, operands, truth_table(operands.len(), rows))?,
        3..=SMALL => {
            let form = normal_form(operands.len(), truth_table(operands.len(), rows));
            if products(&form).len() < product_ands(rows) {
                from_normal_form(builder, operands, &form)?
            } else {
                sum_of_products(builder, operands, rows)?
            }
        }
        _ => sum_of_products(builder, operands, rows)?,
    };
    Ok(result.flipped(complemented))
}

/// Bit i is the function's value where bit k of i is input k.
fn truth_table(inputs: usize, rows: &[&[u8]]) -> u64 {
    let mut table = 0;
    for assignment in 0..1u64 << inputs {
        let fits = |row: &&[u8]| {
            row.iter().enumerate().all(|(k, &literal)| match literal {
                b'1' => assignment >> k & 1 == 1,
                b'0' => assignment >> k & 1 == 0,
                _ => true,
            })
        };
        table |= u64::from(rows.iter().any(fits)) << assignment;
    }
    table
}

fn one_gate(
    builder: &mut Builder,
    operands: &[Signal],
    table: u64,
) -> Result<Signal, NetlistError> {
    let [a, b] = match *operands {
        [a] => {
            return Ok(match table {
                0b00 => Signal::FALSE,
                0b01 => !a,
                0b10 => a,
                _ => Signal::TRUE,
            });
        }
        [a, b] => [a, b],
        _ => return Ok(Signal::FALSE),
    };
    let minterm = |at: u32| (a.flipped(at & 1 == 0), b.flipped(at & 2 == 0));
    match (table, table.count_ones()) {
        (_, 0) => Ok(Signal::FALSE),
        (_, 1) => {
            let (a, b) = minterm(table.trailing_zeros());
            builder.and(a, b)
        }
        (0b1010, _) => Ok(a),
        (0b0101, _) => Ok(!a),
        (0b1100, _) => Ok(b),
        (0b0011, _) => Ok(!b),
        (0b0110, _) => builder.xor(a, b),
        (0b1001, _) => builder.xor(!a, b),
        (_, 3) => {
            let (a, b) = minterm((!table & 0xf).trailing_zeros());
            Ok(!builder.and(a, b)?)
        }
        _ => Ok(Signal::TRUE),
    }
}

/// The monomials of the algebraic normal form, each the set of its variables (Möbius transform).
fn normal_form(inputs: usize, mut table: u64) -> Vec<u32> {
    const LOW: [u64; SMALL] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (k, low) in LOW.iter().enumerate().take(inputs) {
        table ^= (table & low) << (1 << k);
    }
    (0..1u32 << inputs).filter(|&monomial| table >> monomial & 1 == 1).collect()
}

/// The products of two variables or more that the monomials are made of, each from the one without
/// its lowest variable: smaller ones first.
fn products(monomials: &[u32]) -> Vec<u32> {
    let mut products = Vec::new();
    for &monomial in monomials {
        let mut product = monomial;
        while product.count_ones() > 1 {
            products.push(product);
            product &= product - 1;
        }
    }
    products.sort_unstable_by_key(|product| (product.count_ones(), *product));
    products.dedup();
    products
}

fn from_normal_form(
    builder: &mut Builder,
    operands: &[Signal],
    monomials: &[u32],
) -> Result<Signal, NetlistError> {
    let mut known = vec![None; 1 << operands.len()];
    known[0] = Some(Signal::TRUE);
    for (k, &operand) in operands.iter().enumerate() {
        known[1 << k] = Some(operand);
    }
    let get =
        |known: &[Option<Signal>], product: u32| known[product as usize].unwrap_or(Signal::FALSE);
    for product in products(monomials) {
        let rest = product & (product - 1);
        let signal = builder.and(get(&known, rest), get(&known, product ^ rest))?;
        known[product as usize] = Some(signal);
    }
    let mut sum = Signal::FALSE;
    for &monomial in monomials {
        let term = get(&known, monomial);
        sum = match (sum.as_constant(), term.as_constant()) {
            (Some(flip), _) => term.flipped(flip),
            (None, Some(flip)) => sum.flipped(flip),
            (None, None) => builder.xor(sum, term)?,
        };
    }
    Ok(sum)
}

/// ANDs of the sum of products.
fn product_ands(rows: &[&[u8]]) -> usize {
    let of_row = |row: &&[u8]| row.iter().filter(|&&literal| literal != b'-').count();
    let products: usize = rows.iter().map(|row| of_row(row).saturating_sub(1)).sum();
    products + rows.len().saturating_sub(1)
}

fn sum_of_products(
    builder: &mut Builder,
    operands: &[Signal],
    rows: &[&[u8]],
) -> Result<Signal, NetlistError> {
    let mut complements = Vec::with_capacity(rows.len());
    for row in rows {
        let literals = row.iter().zip(operands).filter(|(literal, _)| **literal != b'-');
        let factors = literals.map(|(&literal, &operand)| operand.flipped(literal == b'0'));
        complements.push(!conjunction(builder, factors.collect())?);
    }
    Ok(!conjunction(builder, complements)?)
}

/// The AND of all, as a balanced tree; true of none.
fn conjunction(builder: &mut Builder, mut all: Vec<Signal>) -> Result<Signal, NetlistError> {
    while all.len() > 1 {
        let mut halved = Vec::with_capacity(all.len().div_ceil(2));
        for pair in all.chunks(2) {
            halved.push(match *pair {
                [a, b] => builder.and(a, b)?,
                _ => pair[0],
            });
        }
        all = halved;
    }
    Ok(all.first().copied().unwrap_or(Signal::TRUE))
}
