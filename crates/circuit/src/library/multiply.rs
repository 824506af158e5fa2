//! Multiplication of numbers.

use crate::library::Variant;
use crate::library::words::{Word, add, subtract};
use crate::netlist::{Logic, Signal};

/// Widest factors that are multiplied row by row where few ANDs count: Karatsuba's three products
/// of half the width cost more below.
const KARATSUBA_BITS: usize = 16;

/// The product of two numbers of equally many bits, of `bits` bits: of all, or the lowest.
pub(super) fn multiply(
    logic: &mut Logic,
    variant: Variant,
    a: &[Signal],
    b: &[Signal],
    bits: usize,
) -> Word {
    match variant {
        Variant::Shallow => tree(logic, a, b, bits),
        Variant::Small if bits == 2 * a.len() => karatsuba(logic, a, b),
        Variant::Small if a.len() > KARATSUBA_BITS && bits == a.len() => low_half(logic, a, b),
        Variant::Small | Variant::Schoolbook => schoolbook(logic, a, b, bits),
    }
}

/// Row after row, each added with ripple carry.
fn schoolbook(logic: &mut Logic, a: &[Signal], b: &[Signal], bits: usize) -> Word {
    let mut product = vec![Signal::FALSE; bits];
    for (shift, &factor) in b.iter().enumerate().take(bits) {
        let width = a.len().min(bits - shift);
        let row: Word = a[..width].iter().map(|&bit| logic.and(bit, factor)).collect();
        let (sum, carry) =
            add(logic, Variant::Small, &product[shift..shift + width], &row, Signal::FALSE);
        product[shift..shift + width].copy_from_slice(&sum);
        if let Some(above) = product.get_mut(shift + width) {
            *above = carry;
        }
    }
    product
}

/// All partial products at once, columns lowered to 2/3 of their height level by level (Dadda, "Some
/// schemes for parallel multipliers", 1965), then one addition of logarithmic depth.
fn tree(logic: &mut Logic, a: &[Signal], b: &[Signal], bits: usize) -> Word {
    let mut columns: Vec<Vec<Signal>> = vec![Vec::new(); bits];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            if i + j < bits {
                let product = logic.and(x, y);
                columns[i + j].push(product);
            }
        }
    }
    let highest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut heights = vec![2];
    while heights.last().is_some_and(|&height| height < highest) {
        heights.push(heights[heights.len() - 1] * 3 / 2);
    }
    for &height in heights.iter().rev().skip(1) {
        columns = lowered(logic, columns, height);
    }
    let row = |place: usize| -> Word {
        columns.iter().map(|column| column.get(place).copied().unwrap_or(Signal::FALSE)).collect()
    };
    add(logic, Variant::Shallow, &row(0), &row(1), Signal::FALSE).0
}

/// Columns of at most this height with the same sum, one AND deeper: full adders take three bits of
/// a column, half adders two, as few as suffice; what they return is not taken again.
fn lowered(logic: &mut Logic, columns: Vec<Vec<Signal>>, height: usize) -> Vec<Vec<Signal>> {
    let count = columns.len();
    let mut done: Vec<Vec<Signal>> = vec![Vec::new(); count];
    for (weight, mut column) in columns.into_iter().enumerate() {
        while column.len() + done[weight].len() > height {
            let excess = column.len() + done[weight].len() - height;
            let (Some(a), Some(b)) = (column.pop(), column.pop()) else { break };
            let c = if excess > 1 { column.pop() } else { None }.unwrap_or(Signal::FALSE);
            let half = logic.xor(a, b);
            done[weight].push(logic.xor(half, c));
            if weight + 1 < count {
                let carry = logic.majority(a, b, c);
                done[weight + 1].push(carry);
            }
        }
        done[weight].extend(column);
    }
    done
}

/// Three products of half the width for four (Karatsuba and Ofman, 1962).
fn karatsuba(logic: &mut Logic, a: &[Signal], b: &[Signal]) -> Word {
    let bits = a.len();
    if bits <= KARATSUBA_BITS {
        return schoolbook(logic, a, b, 2 * bits);
    }
    let half = bits.div_ceil(2);
    let (a_low, a_high) = a.split_at(half);
    let (b_low, b_high) = b.split_at(half);
    let low = karatsuba(logic, a_low, b_low);
    let high = karatsuba(logic, a_high, b_high);
    let (a_sum, b_sum) = (sum_of(logic, a_low, a_high), sum_of(logic, b_low, b_high));
    let crossed = karatsuba(logic, &a_sum, &b_sum);
    let without_low = subtract(logic, Variant::Small, &crossed, &padded(&low, crossed.len())).0;
    let middle = subtract(logic, Variant::Small, &without_low, &padded(&high, crossed.len())).0;
    let mut product = low;
    product.extend(high);
    let above = product.split_off(half);
    let middle = padded(&middle, above.len());
    product.extend(add(logic, Variant::Small, &above, &middle, Signal::FALSE).0);
    product
}

/// The lower half of the product: one whole product of the lower halves and two lower halves.
fn low_half(logic: &mut Logic, a: &[Signal], b: &[Signal]) -> Word {
    let bits = a.len();
    let half = bits.div_ceil(2);
    let mut product = karatsuba(logic, &a[..half], &b[..half]);
    product.truncate(bits);
    let above = bits - half;
    for (x, y) in [(&a[half..], &b[..above]), (&a[..above], &b[half..])] {
        let crossed = multiply(logic, Variant::Small, x, y, above);
        let sum = add(logic, Variant::Small, &product[half..], &crossed, Signal::FALSE).0;
        product[half..].copy_from_slice(&sum);
    }
    product
}

/// `a + b` with its carry; `b` may have fewer bits.
fn sum_of(logic: &mut Logic, a: &[Signal], b: &[Signal]) -> Word {
    let (mut sum, carry) = add(logic, Variant::Small, a, &padded(b, a.len()), Signal::FALSE);
    sum.push(carry);
    sum
}

/// The number with zeros above, or without what lies above.
fn padded(a: &[Signal], bits: usize) -> Word {
    let mut padded = a.to_vec();
    padded.resize(bits, Signal::FALSE);
    padded
}
