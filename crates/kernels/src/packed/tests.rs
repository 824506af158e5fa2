//! Both directions beside the definition, bit by bit.

use super::{unpack::unpack_with, *};
use crate::{Backend, Zq};

/// The definition, bit by bit.
fn by_definition(words: &[u64], bits: u32) -> Vec<u8> {
    let mut out = vec![0; (words.len() * bits as usize).div_ceil(8)];
    for (i, x) in words.iter().enumerate() {
        for j in 0..bits as usize {
            let bit = i * bits as usize + j;
            out[bit / 8] |= u8::from(x >> j & 1 == 1) << (bit % 8);
        }
    }
    out
}

fn words(bits: u32, count: usize) -> Vec<u64> {
    let mask = if bits == 0 { 0 } else { u64::MAX >> (u64::BITS - bits) };
    let mut state = u64::from(bits);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state ^ state >> 31) & mask
    };
    (0..count).map(|i| if i % 5 == 0 { mask } else { next() }).collect()
}

/// Every way to unpack: the backends that there are, and none.
fn ways() -> Vec<Option<Zq>> {
    let backends = Backend::available().into_iter();
    backends.map(|backend| Zq::with_backend(3, backend).ok()).chain([None]).collect()
}

#[test]
fn every_width_and_length() {
    let ways = ways();
    assert!(ways.len() == Backend::available().len() + 1 && ways[0].is_some());
    for bits in 0..=64 {
        for count in (0..40).chain([100, 257]) {
            let x = words(bits, count);
            let mut packed = vec![7; 3];
            pack_onto(&mut packed, &x, bits);
            assert_eq!(packed[..3], [7; 3]);
            assert_eq!(packed[3..], by_definition(&x, bits), "{count} words of {bits} bits");
            for way in &ways {
                let mut back = vec![u64::MAX; count];
                assert!(unpack_with(way.as_ref(), &mut back, &packed[3..], bits, u64::MAX));
                assert_eq!(back, x, "{count} words of {bits} bits, {way:?}");
            }
        }
    }
}

#[test]
fn one_word_above_the_bound_is_seen_wherever_it_is() {
    for bits in 1..=64_u32 {
        let largest = u64::MAX >> (u64::BITS - bits);
        for bound in [largest - 1, largest / 2, 0] {
            for (count, at) in [1, 8, 19].into_iter().flat_map(|n| (0..n).map(move |at| (n, at))) {
                for word in [bound, bound + 1, largest] {
                    let mut x = vec![bound; count];
                    x[at] = word;
                    let packed = by_definition(&x, bits);
                    for way in ways() {
                        let mut back = vec![0; count];
                        let within = unpack_with(way.as_ref(), &mut back, &packed, bits, bound);
                        let what = format!("{word} beside {bound}, {bits} bits, {way:?}");
                        assert_eq!((within, &back), (word == bound, &x), "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn bits_behind_the_last_word_are_seen() {
    for bits in 1..=64_u32 {
        for count in [1, 3, 7, 9, 31] {
            let x = words(bits, count);
            let whole = by_definition(&x, bits);
            for bit in count * bits as usize..8 * whole.len() {
                let mut padded = whole.clone();
                padded[bit / 8] |= 1 << (bit % 8);
                for way in ways() {
                    let mut back = vec![0; count];
                    let what = format!("bit {bit} of {bits}·{count}, {way:?}");
                    let fine = unpack_with(way.as_ref(), &mut back, &padded, bits, u64::MAX);
                    assert!(!fine && back == x, "{what}");
                }
            }
        }
    }
}

#[test]
fn nothing_moves_where_there_is_room() {
    let x = words(43, 1000);
    let mut out = Vec::with_capacity(packed_bytes(1000, 43));
    let address = out.as_ptr();
    pack_onto(&mut out, &x, 43);
    assert_eq!((out.as_ptr(), out.len()), (address, 5375));
}
