//! From words, from other moduli, to integers and digits.

use super::Elementwise;
use crate::inputs::{Stream, residue_vectors};
use crate::laws::verdict::{Verdict, equal, holds};

/// The representative of x in `(-q/2, q/2]`.
fn centred(x: u64, q: u64) -> i64 {
    if x > q / 2 { x as i64 - q as i64 } else { x as i64 }
}

fn residue(x: i64, q: u64) -> u64 {
    i128::from(x).rem_euclid(i128::from(q)) as u64
}

pub(super) fn centring(z: &impl Elementwise, x: &[u64]) -> Verdict {
    let q = z.q();
    let expected: Vec<i64> = x.iter().map(|&x| centred(x, q)).collect();
    equal("centred representatives", &z.subject(), &z.centre(x), &expected)?;
    for width in [1, 2, 7, 20, 31, 50, 61] {
        digits(z, x, width, false)?;
        // A balanced digit of one bit would be 0 or -1.
        if width > 1 {
            digits(z, x, width, true)?;
        }
    }
    Ok(())
}

/// The digits are small, and put together they give the number.
fn digits(z: &impl Elementwise, x: &[u64], width: u32, balanced: bool) -> Verdict {
    let subject = format!("{}, width {width}, balanced {balanced}", z.subject());
    let base = 1_i128 << width;
    let range = if balanced { -base / 2..base / 2 } else { 0..base };
    let digits = z.digits(x, width, balanced);
    let count = digits.len();
    holds("as many digits as needed", &subject, count <= z.q().ilog2() as usize + 2, || {
        format!("{count} digits")
    })?;
    let outside = digits.iter().flatten().find(|&&d| !range.contains(&i128::from(d)));
    holds("digits within their range", &subject, outside.is_none(), || format!("{outside:?}"))?;
    for to in [3, (1 << 50) - 27, (1 << 62) - 57] {
        let residues = |row: &Vec<i64>| row.iter().map(|&d| residue(d, to)).collect::<Vec<_>>();
        let expected: Vec<_> = digits.iter().map(residues).collect();
        let found = z.digit_residues(x, width, balanced, to);
        equal("digits as residues", &subject, &found, &expected)?;
    }
    let number = |column: usize| {
        digits.iter().rev().fold(0_i128, |sum, digits| sum * base + i128::from(digits[column]))
    };
    let found: Vec<i128> = (0..x.len()).map(number).collect();
    let q = z.q();
    let value = |&x: &u64| i128::from(if balanced { centred(x, q) } else { x as i64 });
    let expected: Vec<i128> = x.iter().map(value).collect();
    equal("digits are put together again", &subject, &found, &expected)
}

pub(super) fn suite(z: &impl Elementwise, length: usize, stream: &mut Stream) -> Verdict {
    let (q, subject) = (z.q(), z.subject());
    let edges = [0, 1, q - 1, q, q + 1, 2 * q - 1, 2 * q, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 52];
    let words: Vec<u64> =
        edges.into_iter().chain(std::iter::repeat_with(|| stream.word())).take(length).collect();
    let reduced: Vec<u64> = words.iter().map(|x| x % q).collect();
    equal("reduction of words", &subject, &z.reduce(&words), &reduced)?;

    let (half, top) = ((q / 2) as i64, q as i64);
    let edges = [0, 1, -1, half, -half, top, -top, i64::MAX, i64::MIN, i64::MIN + 1, 1 << 52];
    let integers: Vec<i64> = edges
        .into_iter()
        .chain(std::iter::repeat_with(|| stream.word() as i64))
        .take(length)
        .collect();
    let reduced: Vec<u64> = integers.iter().map(|&x| residue(x, q)).collect();
    equal("reduction of signed words", &subject, &z.reduce_signed(&integers), &reduced)?;

    for from in OTHER_MODULI {
        let subject = format!("{subject}, from {from}");
        for x in residue_vectors(length, from, stream) {
            let least: Vec<u64> = x.iter().map(|x| x % q).collect();
            equal("reduction of residues", &subject, &z.reduce_from(&x, from), &least)?;
            let around: Vec<u64> = x.iter().map(|&x| residue(centred(x, from), q)).collect();
            let found = z.reduce_centred(&x, from);
            equal("reduction of centred residues", &subject, &found, &around)?;
        }
    }
    Ok(())
}

/// Moduli to come from: tiny, even, on both sides of 2^50, and the largest.
const OTHER_MODULI: [u64; 8] =
    [2, 3, 1 << 20, 998_244_353, (1 << 50) - 27, (1 << 50) + 55, (1 << 61) - 1, (1 << 62) - 57];
