//! The library's numbers against the machine's, and the sizes that the literature names.

use ringassay_circuit::library::{FUNCTIONS, LibraryError, build, function};
use ringassay_circuit::netlist::{Figures, Netlist};

use super::random::inputs;
use crate::common::lanes::evaluate;

/// The 64 numbers whose bits `words` hold, bit by bit.
fn numbers(words: &[u64]) -> Vec<u128> {
    (0..64)
        .map(|lane| {
            let bits = words.iter().enumerate();
            bits.fold(0, |sum, (bit, word)| sum | u128::from(word >> lane & 1) << bit)
        })
        .collect()
}

/// Checks 64 assignments, the first of which are edges.
fn check(netlist: &Netlist, width: u32, name: &str, expected: impl Fn(u128, u128) -> u128) {
    let mut words = inputs(netlist, u64::from(width));
    let ports = netlist.inputs().len();
    for (bit, word) in words.iter_mut().enumerate() {
        // Lanes 0 to 3: both zero, both all ones, one of each, and equal numbers in lane 4.
        let first = bit < width as usize;
        *word = *word & !0xf | if first { 0b0110 } else { 0b1010 };
    }
    for bit in 0..width as usize {
        if ports == 2 {
            let same = words[bit] >> 4 & 1;
            let other = &mut words[bit + width as usize];
            *other = *other & !(1 << 4) | same << 4;
        }
    }
    let a = numbers(&words[..width as usize]);
    let b = if ports == 2 { numbers(&words[width as usize..]) } else { vec![0; 64] };
    let results = numbers(&evaluate(netlist, &words));
    for lane in 0..64 {
        let (a, b) = (a[lane], b[lane]);
        assert_eq!(results[lane], expected(a, b), "{name} of {width} bits: {a}, {b}");
    }
}

#[test]
fn arithmetic_is_that_of_integers() {
    for width in [1, 2, 3, 5, 8, 16, 17, 31, 33, 40, 63, 64] {
        let mask = u128::MAX >> (128 - width);
        for name in FUNCTIONS.iter().filter(|f| f.width.is_some()).map(|f| f.name) {
            for variant in function(name).unwrap().variants {
                let netlist = build(name, Some(variant.name()), Some(width)).unwrap();
                let shown = format!("{name} {}", variant.name());
                check(&netlist, width, &shown, |a, b| match name {
                    "adder" => a.wrapping_add(b) & mask,
                    "subtractor" => a.wrapping_sub(b) & mask,
                    "multiplier" => a.wrapping_mul(b),
                    "low-multiplier" => a.wrapping_mul(b) & mask,
                    "equal" => u128::from(a == b),
                    "less-than" => u128::from(a < b),
                    "population-count" => u128::from(a.count_ones()),
                    "hamming-distance" => u128::from((a ^ b).count_ones()),
                    _ => panic!("{name} is not tested"),
                });
            }
        }
    }
}

fn figures(name: &str, variant: &str, width: Option<u32>) -> Figures {
    build(name, Some(variant), width).unwrap().figures()
}

/// ANDs and AND depth.
fn size(name: &str, variant: &str) -> (u64, u32) {
    let figures = figures(name, variant, None);
    (figures.ands, figures.and_depth)
}

#[test]
fn sizes_are_those_of_the_literature_or_below() {
    for function in &FUNCTIONS {
        let Some(published) = function.published else { continue };
        let figures = figures(function.name, function.variants[0].name(), None);
        assert!(figures.ands <= published.ands, "{}: {figures:?}", function.name);
    }
    // 200 S-boxes of 32 ANDs and depth 6, or of 34 and depth 4.
    assert_eq!(size("aes128", "small"), (200 * 32, 60));
    assert_eq!(size("aes128", "shallow"), (200 * 34, 40));
    assert_eq!(size("keccak-f", "small"), (24 * 1600, 24));
    // One AND for each carry that is used.
    assert_eq!(size("adder", "small"), (63, 63));
    assert_eq!(size("subtractor", "small"), (63, 63));
    assert_eq!(size("less-than", "small"), (64, 64));
    assert_eq!(size("equal", "small"), (63, 6));
    assert_eq!(size("multiplier", "schoolbook").0, 64 * 64 + 63 * 64);
    assert_eq!(size("low-multiplier", "schoolbook").0, 4033);
    // Logarithmic depth: one for the generated carries of 63 bits, five of a prefix tree.
    assert_eq!(size("adder", "shallow").1, 6);
    assert!(size("less-than", "shallow").1 <= 7);
    assert!(size("multiplier", "shallow").1 <= 20);
    assert!(size("sha256", "shallow").1 < size("sha256", "small").1 / 2);
}

/// Boyar and Peralta: the weight of n bits takes n minus the ones of n.
#[test]
fn population_counts_are_as_small_as_can_be() {
    for width in 1..130u32 {
        let figures = figures("population-count", "small", Some(width));
        assert_eq!(figures.ands, u64::from(width - width.count_ones()), "{width}");
    }
}

#[test]
fn what_there_is_not_is_refused_with_what_there_is() {
    let unknown = build("aes-128", None, None).unwrap_err();
    assert!(unknown.to_string().contains("aes128, sha256"), "{unknown}");
    let variant = build("keccak-f", Some("shallow"), None).unwrap_err();
    assert_eq!(variant.to_string(), "keccak-f has no variant \"shallow\"; there are: small");
    for (name, width) in [("adder", 0), ("adder", 1025), ("aes128", 8)] {
        let error = build(name, None, Some(width)).unwrap_err();
        assert!(matches!(error, LibraryError::Width { .. }), "{error}");
    }
}
