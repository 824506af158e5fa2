//! Every function that there is.

use crate::library::Variant::{self, Schoolbook, Shallow, Small};
use crate::library::{aes, arithmetic, keccak, sha256};
use crate::netlist::{Netlist, NetlistError};

/// A function of the library.
#[derive(Debug)]
pub struct Function {
    /// The name that commands, suites and Python use.
    pub name: &'static str,
    /// What it computes.
    pub title: &'static str,
    /// Where it is defined.
    pub origin: &'static str,
    /// The variants, the usual one first.
    pub variants: &'static [Variant],
    /// The usual width of its numbers; none where there is nothing to choose.
    pub width: Option<u32>,
    /// What has been published for the usual width.
    pub published: Option<Published>,
    pub(super) make: fn(Variant, u32) -> Result<Netlist, NetlistError>,
}

/// The size of a netlist that others have published: Archer, Aly, Smart and others, "Bristol
/// Fashion MPC circuits" (nigelsmart.github.io/MPC-Circuits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The name of the file.
    pub file: &'static str,
    /// AND gates.
    pub ands: u64,
    /// XOR gates.
    pub xors: u64,
    /// Inverters.
    pub inverters: u64,
}

const fn published(file: &'static str, ands: u64, xors: u64, inverters: u64) -> Option<Published> {
    Some(Published { file, ands, xors, inverters })
}

/// Every function.
pub const FUNCTIONS: [Function; 11] = [
    Function {
        name: "aes128",
        title: "AES-128 encryption of one block, key schedule included",
        origin: "FIPS 197; S-boxes of Boyar and Peralta, 2009/191 and 2011/332",
        variants: &[Small, Shallow],
        width: None,
        published: published("aes_128", 6400, 28176, 2087),
        make: |variant, _| aes::aes128(variant),
    },
    Function {
        name: "sha256",
        title: "compression function of SHA-256",
        origin: "FIPS 180-4, section 6.2.2",
        variants: &[Small, Shallow],
        width: None,
        published: published("sha256", 22573, 110_644, 1856),
        make: |variant, _| sha256::sha256(variant),
    },
    Function {
        name: "keccak-f",
        title: "permutation Keccak-f[1600] of SHA-3",
        origin: "FIPS 202, section 3",
        variants: &[Small],
        width: None,
        published: published("Keccak_f", 38400, 115_200, 38486),
        make: |_, _| keccak::keccak_f(),
    },
    Function {
        name: "adder",
        title: "a + b modulo 2^width",
        origin: "ripple carry; Sklansky 1960",
        variants: &[Small, Shallow],
        width: Some(64),
        published: published("adder64", 63, 313, 0),
        make: arithmetic::adder,
    },
    Function {
        name: "subtractor",
        title: "a − b modulo 2^width",
        origin: "a + ¬b + 1",
        variants: &[Small, Shallow],
        width: Some(64),
        published: published("sub64", 63, 313, 63),
        make: arithmetic::subtractor,
    },
    Function {
        name: "multiplier",
        title: "a · b of twice the width",
        origin: "Karatsuba and Ofman 1962; Dadda 1965",
        variants: &[Small, Shallow, Schoolbook],
        width: Some(64),
        published: published("mult2_64", 8128, 19904, 0),
        make: arithmetic::multiplier,
    },
    Function {
        name: "low-multiplier",
        title: "a · b modulo 2^width",
        origin: "Karatsuba and Ofman 1962; Dadda 1965",
        variants: &[Small, Shallow, Schoolbook],
        width: Some(64),
        published: published("mult64", 4033, 9642, 0),
        make: arithmetic::low_multiplier,
    },
    Function {
        name: "equal",
        title: "whether a = b",
        origin: "a tree of ANDs",
        variants: &[Small],
        width: Some(64),
        published: None,
        make: arithmetic::equal,
    },
    Function {
        name: "less-than",
        title: "whether a < b, without sign",
        origin: "the borrow of a − b; a tree of comparisons",
        variants: &[Small, Shallow],
        width: Some(64),
        published: None,
        make: arithmetic::less,
    },
    Function {
        name: "population-count",
        title: "the number of ones in a",
        origin: "Boyar and Peralta, 2005/2008: width − (ones of width) ANDs",
        variants: &[Small],
        width: Some(64),
        published: None,
        make: arithmetic::population_count,
    },
    Function {
        name: "hamming-distance",
        title: "the number of places in which a and b differ",
        origin: "the population count of a ⊕ b",
        variants: &[Small],
        width: Some(64),
        published: None,
        make: arithmetic::hamming_distance,
    },
];
