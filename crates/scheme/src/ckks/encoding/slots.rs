//! Which root of X^N + 1 belongs to which slot.

/// g: slot j is the value at ζ^(g^j). Libraries differ, and coefficients that one of them made are read right
/// only with its generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Generator {
    /// 5: Lattigo, OpenFHE, HEAAN, and ringassay.
    #[default]
    Five,
    /// 3: SEAL.
    Three,
}

impl Generator {
    /// g.
    pub const fn value(self) -> u64 {
        match self {
            Self::Five => 5,
            Self::Three => 3,
        }
    }
}

/// Where the value of a slot lies in the transform, and whether it is conjugated there: the transform has the
/// roots ζ^(4k+1), and powers of 3 are 3 modulo 4 every second time; ζ^-x has the conjugate value of ζ^x.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position {
    place: u32,
    pub(super) is_conjugate: bool,
}

impl Position {
    /// The place among n values, if this one is of a table for 2^`more`·n.
    pub(super) fn place(self, more: u32) -> usize {
        (self.place >> more) as usize
    }
}

/// The positions of n slots, n a power of two. With 2^e times fewer slots, the first of them at the places
/// shifted by e: reversed bits of k lose those that do not count modulo n.
pub(super) fn positions(n: usize, generator: Generator) -> Vec<Position> {
    let (order, bits) = (4 * n as u64, n.trailing_zeros());
    let mut power = 1 % order;
    let mut all = Vec::with_capacity(n);
    for _ in 0..n {
        let is_conjugate = power % 4 == 3;
        let exponent = if is_conjugate { order - power } else { power };
        let k = (exponent / 4) as u32;
        let place = if bits == 0 { 0 } else { k.reverse_bits() >> (u32::BITS - bits) };
        all.push(Position { place, is_conjugate });
        power = power * generator.value() % order;
    }
    all
}
