//! Integers of up to 127 bits as coefficients of elements, and back.

use ringassay_kernels::{secrecy, vectorised};
use ringassay_ring::{Element, Powerful, RnsRing, meter, recorder::Kernel, rns::Lift};
use zeroize::{Zeroize, Zeroizing};

use crate::Error;

/// The bits of the low part of an integer that has more than 64.
const LOW_BITS: u32 = 62;

/// The most bits of an integer, sign included.
const MAX_BITS: u32 = 124;

/// The bits of the integers that an element is made of, sign included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntegerBits(u32);

impl IntegerBits {
    /// From 1 to 124 bits.
    ///
    /// # Errors
    /// For fewer or more.
    pub fn new(bits: u32) -> Result<Self, Error> {
        if (1..=MAX_BITS).contains(&bits) {
            return Ok(Self(bits));
        }
        Err(Error::Parameters(format!(
            "coefficients of a message have from 1 to {MAX_BITS} bits, not {bits}: choose a smaller scale \
             or range"
        )))
    }

    /// Whether they are taken as one word each.
    pub fn fit_a_word(self) -> bool {
        self.0 <= 64
    }
}

/// The element with these coefficients. What has more than 64 bits is high·2^62 + low.
pub(super) fn integers(
    ring: &RnsRing,
    coefficients: &[i128],
    bits: u32,
) -> Result<Element<Powerful>, Error> {
    let one_word = IntegerBits::new(bits)?.fit_a_word();
    let mut words = Zeroizing::new(vec![0; coefficients.len()]);
    let are_inside = if one_word {
        narrow_into(&mut words, coefficients, bits)
    } else {
        secrecy::all(coefficients.iter().map(|&c| c == c << (128 - bits) >> (128 - bits)))
    };
    if !are_inside {
        return Err(Error::Parameters(format!(
            "a coefficient of a message has more than {bits} bits"
        )));
    }
    if one_word {
        return Ok(Element::from_i64(ring, &words)?);
    }
    let half = 1_i128 << (LOW_BITS - 1);
    let high = |c: i128| (c + half) >> LOW_BITS;
    let mut part = |f: &dyn Fn(i128) -> i64| {
        words.iter_mut().zip(coefficients).for_each(|(word, &c)| *word = f(c));
        Element::from_i64(ring, &words)
    };
    let mut element = part(&|c| high(c) as i64)?;
    let factors: Vec<u64> = ring.moduli().iter().map(|q| (1_u64 << LOW_BITS) % q).collect();
    element.scale_limbs_assign(&factors)?;
    element.try_add_assign(&part(&|c| (c - (high(c) << LOW_BITS)) as i64)?)?;
    Ok(element)
}

/// The lowest words of integers, and whether all have at most `bits` bits, from 1 to 64: that alone is
/// published.
fn narrow_into(words: &mut [i64], integers: &[i128], bits: u32) -> bool {
    let spare = 64 - bits;
    let differences = vectorised(
        #[inline(always)]
        || {
            let pairs = words.iter_mut().zip(integers);
            pairs.fold(0, |differences, (word, &integer)| {
                *word = integer as i64;
                let extended = *word << spare >> spare;
                let high = (integer >> 64) as i64;
                differences | (extended ^ *word) | ((extended >> 63) ^ high)
            })
        },
    );
    secrecy::revealed(u64::from(differences == 0)) == 1
}

/// The integers that the coefficients stand for, divided by 2^`dropped_bits` and rounded.
pub(super) fn centred(x: &Element<Powerful>, dropped_bits: u32) -> Result<Vec<i128>, Error> {
    let ring = x.ring();
    let plan = Kernel::PlanExtension { from: ring.limbs() as u32, to: 1 };
    meter::block(plan, 1, []);
    let lift = Lift::new(&ring.rns_moduli()?);
    let mut integers = vec![0; ring.degree()];
    if lift.lift_i128_into(&mut integers, x.as_limbs(), dropped_bits) {
        return Ok(integers);
    }
    integers.zeroize();
    Err(Error::Unsupported(
        "a decrypted message has coefficients of more bits than were stated of it: it was made with another \
         key, or its numbers are larger than they were said to be"
            .to_owned(),
    ))
}

#[cfg(test)]
mod tests {
    use super::narrow_into;

    #[test]
    fn what_has_more_bits_is_noticed_wherever_it_stands() {
        for bits in 1..=64 {
            let end = 1_i128 << (bits - 1);
            let mut edges = vec![0, -1, end - 1, -end, end, -end - 1, i128::MAX, i128::MIN];
            edges.extend((64..127).flat_map(|exponent| [1 << exponent, -1 << exponent]));
            for value in edges {
                for place in 0..19 {
                    let mut integers = vec![-1_i128; 19];
                    integers[place] = value;
                    let mut words = vec![7; 19];
                    let are_inside = narrow_into(&mut words, &integers, bits);
                    assert_eq!(are_inside, (-end..end).contains(&value), "{value} in {bits} bits");
                    if are_inside {
                        assert!(words.iter().map(|&word| i128::from(word)).eq(integers));
                    }
                }
            }
        }
    }
}
