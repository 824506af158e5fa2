//! Numbers as signals, lowest bit first, and arithmetic on them.
//!
//! In every sum the carry is a majority with one AND (Boyar, Peralta and Pochuev, "On the
//! multiplicative complexity of Boolean functions over the basis (∧, ⊕, 1)", 2000).

use std::collections::VecDeque;

use crate::library::Variant;
use crate::netlist::{Logic, Signal};

/// The bits of a number, lowest first.
pub(super) type Word = Vec<Signal>;

/// A constant of `bits` bits.
pub(super) fn constant(value: u64, bits: usize) -> Word {
    (0..bits).map(|bit| Signal::constant(bit < 64 && value >> bit & 1 == 1)).collect()
}

/// The complement of each bit.
pub(super) fn complement(a: &[Signal]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

/// `a ⊕ b`, bit by bit.
pub(super) fn xor(logic: &mut Logic, a: &[Signal], b: &[Signal]) -> Word {
    a.iter().zip(b).map(|(&a, &b)| logic.xor(a, b)).collect()
}

/// `a ∧ b`, bit by bit.
pub(super) fn and(logic: &mut Logic, a: &[Signal], b: &[Signal]) -> Word {
    a.iter().zip(b).map(|(&a, &b)| logic.and(a, b)).collect()
}

/// The bits `by` places further down, the lowest at the top.
pub(super) fn rotate_right(a: &[Signal], by: usize) -> Word {
    let mut rotated = a.to_vec();
    rotated.rotate_left(by);
    rotated
}

/// The bits `by` places further down, zeros at the top.
pub(super) fn shift_right(a: &[Signal], by: usize) -> Word {
    let mut shifted = a[by..].to_vec();
    shifted.resize(a.len(), Signal::FALSE);
    shifted
}

/// `a + b + carry`: the sum of as many bits as `a`, and the carry out. Equally many bits.
pub(super) fn add(
    logic: &mut Logic,
    variant: Variant,
    a: &[Signal],
    b: &[Signal],
    carry: Signal,
) -> (Word, Signal) {
    match variant {
        Variant::Shallow => prefix_add(logic, a, b, carry),
        Variant::Small | Variant::Schoolbook => ripple_add(logic, a, b, carry),
    }
}

/// Carry by carry: one AND to a bit, depth of as many.
fn ripple_add(logic: &mut Logic, a: &[Signal], b: &[Signal], mut carry: Signal) -> (Word, Signal) {
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let half = logic.xor(a, b);
        sum.push(logic.xor(half, carry));
        carry = logic.majority(a, b, carry);
    }
    (sum, carry)
}

/// A prefix tree of generated and propagated carries (Sklansky, "Conditional-sum addition logic",
/// 1960): depth 1 + ⌈log2 bits⌉. What is generated and what is propagated exclude each other, so
/// XOR joins them.
fn prefix_add(logic: &mut Logic, a: &[Signal], b: &[Signal], carry: Signal) -> (Word, Signal) {
    let half = xor(logic, a, b);
    let mut generated = and(logic, a, b);
    let mut propagated = half.clone();
    // The carry in is generated below the lowest bit: it joins as one more position.
    generated.insert(0, carry);
    propagated.insert(0, Signal::FALSE);
    let mut block = 1;
    while block < generated.len() {
        for at in 0..generated.len() {
            if at & block != 0 {
                let below = (at & !(block - 1)) - 1;
                let through = logic.and(propagated[at], generated[below]);
                generated[at] = logic.xor(generated[at], through);
                propagated[at] = logic.and(propagated[at], propagated[below]);
            }
        }
        block *= 2;
    }
    let sum = half.iter().zip(&generated).map(|(&half, &carry)| logic.xor(half, carry)).collect();
    (sum, generated.last().copied().unwrap_or(carry))
}

/// `a − b`: the difference, and whether it is not negative.
pub(super) fn subtract(
    logic: &mut Logic,
    variant: Variant,
    a: &[Signal],
    b: &[Signal],
) -> (Word, Signal) {
    add(logic, variant, a, &complement(b), Signal::TRUE)
}

/// The sum of many numbers of equally many bits, without carry out: three become two until two are
/// left, the shallowest first.
pub(super) fn sum(logic: &mut Logic, variant: Variant, numbers: &[Word]) -> Word {
    let pair = carry_save(logic, numbers);
    match &pair[..] {
        [a, b] => add(logic, variant, a, b, Signal::FALSE).0,
        [a] => a.clone(),
        _ => Vec::new(),
    }
}

/// At most two numbers with the same sum.
pub(super) fn carry_save(logic: &mut Logic, numbers: &[Word]) -> Vec<Word> {
    let depth = |logic: &Logic, number: &Word| {
        number.iter().map(|&bit| logic.and_depth(bit)).max().unwrap_or(0)
    };
    let mut left: Vec<Word> = numbers.to_vec();
    while left.len() > 2 {
        left.sort_by_key(|number| std::cmp::Reverse(depth(logic, number)));
        let (Some(a), Some(b), Some(c)) = (left.pop(), left.pop(), left.pop()) else { break };
        let mut sums = Vec::with_capacity(a.len());
        let mut carries = vec![Signal::FALSE];
        for ((&a, &b), &c) in a.iter().zip(&b).zip(&c) {
            let half = logic.xor(a, b);
            sums.push(logic.xor(half, c));
            carries.push(logic.majority(a, b, c));
        }
        carries.pop();
        left.extend([sums, carries]);
    }
    left
}

/// Adds up bits by weight: column k holds bits of weight 2^k. Full adders take three bits of a
/// column, the oldest first, until one is left in each; with carries the columns grow upwards.
pub(super) fn add_columns(logic: &mut Logic, columns: Vec<Vec<Signal>>) -> Word {
    let mut columns: Vec<VecDeque<Signal>> = columns.into_iter().map(Into::into).collect();
    let mut sum = Vec::new();
    let mut at = 0;
    while at < columns.len() {
        while columns[at].len() > 1 {
            let mut next = || columns[at].pop_front();
            let (Some(a), Some(b)) = (next(), next()) else { break };
            let c = next();
            let half = logic.xor(a, b);
            let (bit, carry) = match c {
                Some(c) => (logic.xor(half, c), logic.majority(a, b, c)),
                None => (half, logic.and(a, b)),
            };
            columns[at].push_back(bit);
            if columns.len() == at + 1 {
                columns.push(VecDeque::new());
            }
            columns[at + 1].push_back(carry);
        }
        sum.push(columns[at].front().copied().unwrap_or(Signal::FALSE));
        at += 1;
    }
    sum
}

/// The conjunction of all bits, as a balanced tree.
pub(super) fn all(logic: &mut Logic, bits: &[Signal]) -> Signal {
    let mut bits = bits.to_vec();
    while bits.len() > 1 {
        let pairs = bits.chunks(2);
        bits = pairs
            .map(|pair| match *pair {
                [a, b] => logic.and(a, b),
                _ => pair[0],
            })
            .collect();
    }
    bits.first().copied().unwrap_or(Signal::TRUE)
}

/// Whether `a < b`, both without sign.
pub(super) fn less_than(logic: &mut Logic, variant: Variant, a: &[Signal], b: &[Signal]) -> Signal {
    if variant != Variant::Shallow {
        // The borrow of a − b.
        let borrow = |less, (&a, &b): (&Signal, &Signal)| logic.majority(!a, b, less);
        return a.iter().zip(b).fold(Signal::FALSE, borrow);
    }
    let mut parts: Vec<(Signal, Signal)> = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        parts.push((logic.and(!a, b), !logic.xor(a, b)));
    }
    while parts.len() > 1 {
        let pairs = parts.chunks(2);
        parts = pairs
            .map(|pair| match *pair {
                [(low_less, low_equal), (high_less, high_equal)] => {
                    let through = logic.and(high_equal, low_less);
                    (logic.xor(high_less, through), logic.and(high_equal, low_equal))
                }
                _ => pair[0],
            })
            .collect();
    }
    parts.first().map_or(Signal::FALSE, |&(less, _)| less)
}
