//! A small vector within a large one: equal blocks at regular distances, in nested loops.

/// The number of loops that a strided map can have.
pub const MAX_LOOPS: usize = 8;

/// One loop: `count` times the pattern below it, `pitch` words apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Loop {
    count: usize,
    pitch: usize,
}

/// Where the words of a small vector, in their order, lie within a large one: a sub-tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StridedMap {
    /// Words that are neighbours in both.
    block: usize,
    /// Around the blocks, the innermost first; neighbouring loops of one pattern are merged.
    loops: Vec<Loop>,
}

impl StridedMap {
    /// The strided map of nested loops (count, pitch), the innermost first: word (i_1, i_2, …) of the small
    /// vector, of which i_1 varies fastest, is word Σ i_k·pitch_k of the large one.
    ///
    /// # Panics
    /// When a pitch is no multiple of the span count·pitch of the loop within, a number is 0, or more
    /// than [`MAX_LOOPS`] loops remain after merging.
    pub fn new(levels: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut strided_map = Self { block: 1, loops: Vec::new() };
        let mut span = 1;
        for (count, pitch) in levels {
            assert!(count > 0 && pitch > 0, "loops of at least one step");
            assert!(pitch.is_multiple_of(span), "loops lie within one another");
            span = count * pitch;
            match strided_map.loops.last_mut() {
                _ if count == 1 => {}
                None if pitch == strided_map.block => strided_map.block *= count,
                Some(last) if pitch == last.count * last.pitch => last.count *= count,
                _ => strided_map.loops.push(Loop { count, pitch }),
            }
        }
        assert!(strided_map.loops.len() <= MAX_LOOPS, "at most {MAX_LOOPS} loops");
        strided_map
    }

    /// The number of words of the small vector.
    pub fn len(&self) -> usize {
        self.loops.iter().fold(self.block, |len, level| len * level.count)
    }

    /// Never: a strided map has a word at least.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The words of the small vector, if they are neighbours in the large one too.
    #[inline]
    pub(super) fn as_block(&self) -> Option<usize> {
        self.loops.is_empty().then_some(self.block)
    }

    /// The number of words of the large vector that whole loops (of more than one step) cover.
    pub fn span(&self) -> usize {
        self.loops.last().map_or(self.block, |outermost| outermost.count * outermost.pitch)
    }

    /// Takes the strided map's words out of the large vector.
    ///
    /// # Panics
    /// When `out` is not [`StridedMap::len`] words long, or `big` is shorter than [`StridedMap::span`].
    #[inline(always)]
    pub fn pick_into<T: Copy>(&self, out: &mut [T], big: &[T]) {
        assert_eq!(out.len(), self.len(), "the length of the small vector");
        assert!(big.len() >= self.span(), "the length of the large vector");
        let Some((&Loop { count, pitch }, outer)) = self.loops.split_first() else {
            return out.copy_from_slice(&big[..self.block]);
        };
        let mut offsets = Offsets::new(outer);
        let mut rest = out;
        while let Some((out, after)) = rest.split_at_mut_checked(count * self.block) {
            rest = after;
            let big = &big[offsets.next()..];
            match self.block {
                1 => pick(out, big, pitch),
                2 => pick(out.as_chunks_mut::<2>().0, big.as_chunks::<2>().0, pitch / 2),
                4 => pick(out.as_chunks_mut::<4>().0, big.as_chunks::<4>().0, pitch / 4),
                8 => pick(out.as_chunks_mut::<8>().0, big.as_chunks::<8>().0, pitch / 8),
                block => {
                    for (out, big) in out.chunks_exact_mut(block).zip(big.chunks(pitch)) {
                        out.copy_from_slice(&big[..block]);
                    }
                }
            }
        }
    }

    /// Fills the large vector: the strided map's words from the small one, `zero` elsewhere.
    ///
    /// # Panics
    /// When `small` is not [`StridedMap::len`] words long, or `out` is shorter than [`StridedMap::span`].
    #[inline(always)]
    pub fn spread_into<T: Copy>(&self, out: &mut [T], small: &[T], zero: T) {
        assert_eq!(small.len(), self.len(), "the length of the small vector");
        assert!(out.len() >= self.span(), "the length of the large vector");
        // A single loop is written in one pass; else the zeros go first.
        let [Loop { pitch, .. }] = *self.loops else {
            out.fill(zero);
            return self.place_with(
                out,
                small,
                #[inline(always)]
                |x| x,
            );
        };
        let (out, rest) = out.split_at_mut(self.span());
        rest.fill(zero);
        match self.block {
            1 => spread(out, small, pitch, zero),
            2 => spread(out.as_chunks_mut::<2>().0, small.as_chunks::<2>().0, pitch / 2, [zero; 2]),
            4 => spread(out.as_chunks_mut::<4>().0, small.as_chunks::<4>().0, pitch / 4, [zero; 4]),
            8 => spread(out.as_chunks_mut::<8>().0, small.as_chunks::<8>().0, pitch / 8, [zero; 8]),
            block => {
                for (out, small) in out.chunks_exact_mut(pitch).zip(small.chunks_exact(block)) {
                    out[..block].copy_from_slice(small);
                    out[block..].fill(zero);
                }
            }
        }
    }

    /// Puts `f` of the words of the small vector at the strided map's places in `out`, and leaves the others
    /// alone. `out` may begin anywhere in the large vector if all places are within.
    ///
    /// # Panics
    /// When `small` is not [`StridedMap::len`] words long, or a place is beyond the end of `out`.
    #[inline(always)]
    pub fn place_with<T: Copy>(&self, out: &mut [T], small: &[T], f: impl Fn(T) -> T + Copy) {
        assert_eq!(small.len(), self.len(), "the length of the small vector");
        let Some((&Loop { count, pitch }, outer)) = self.loops.split_first() else {
            return map(&mut out[..self.block], small, f);
        };
        let mut offsets = Offsets::new(outer);
        let mut rest = small;
        while let Some((small, after)) = rest.split_at_checked(count * self.block) {
            rest = after;
            let out = &mut out[offsets.next()..];
            assert!(out.len() >= (count - 1) * pitch + self.block, "the end of the large vector");
            match self.block {
                1 => place::<T, 1>(out, small, pitch, f),
                2 => place::<T, 2>(out, small, pitch, f),
                4 => place::<T, 4>(out, small, pitch, f),
                8 => place::<T, 8>(out, small, pitch, f),
                block => {
                    for (out, small) in out.chunks_mut(pitch).zip(small.chunks_exact(block)) {
                        map(&mut out[..block], small, f);
                    }
                }
            }
        }
    }
}

/// The offsets of the steps of nested loops, the first loop fastest: a counter with carries.
struct Offsets<'a> {
    loops: &'a [Loop],
    counts: [usize; MAX_LOOPS],
    offset: usize,
}

impl<'a> Offsets<'a> {
    #[inline(always)]
    fn new(loops: &'a [Loop]) -> Self {
        Self { loops, counts: [0; MAX_LOOPS], offset: 0 }
    }

    /// The next offset, from 0; after that of the last step the first again.
    #[inline(always)]
    fn next(&mut self) -> usize {
        let offset = self.offset;
        for (level, steps) in self.loops.iter().zip(&mut self.counts) {
            *steps += 1;
            self.offset += level.pitch;
            if *steps < level.count {
                break;
            }
            *steps = 0;
            self.offset -= level.count * level.pitch;
        }
        offset
    }
}

/// out[i] = big[pitch·i].
#[inline(always)]
pub(super) fn pick<E: Copy>(out: &mut [E], big: &[E], pitch: usize) {
    // Only the last pitch may be cut short.
    let Some((last, out)) = out.split_last_mut() else { return };
    *last = big[pitch * out.len()];
    match pitch {
        2 => pick_const::<E, 2>(out, big),
        4 => pick_const::<E, 4>(out, big),
        _ => {
            for (out, big) in out.iter_mut().zip(big.chunks(pitch)) {
                *out = big[0];
            }
        }
    }
}

#[inline(always)]
fn pick_const<E: Copy, const PITCH: usize>(out: &mut [E], big: &[E]) {
    for (out, big) in out.iter_mut().zip(big.as_chunks::<PITCH>().0) {
        *out = big[0];
    }
}

/// out[pitch·i] = small[i], `zero` between. `out` consists of whole pitches.
#[inline(always)]
fn spread<E: Copy>(out: &mut [E], small: &[E], pitch: usize, zero: E) {
    match pitch {
        2 => spread_const::<E, 2>(out, small, zero),
        4 => spread_const::<E, 4>(out, small, zero),
        _ => {
            for (out, &x) in out.chunks_exact_mut(pitch).zip(small) {
                out[0] = x;
                out[1..].fill(zero);
            }
        }
    }
}

/// Four at a time: zeros in whole vectors, then the words.
#[inline(always)]
fn spread_const<E: Copy, const PITCH: usize>(out: &mut [E], small: &[E], zero: E) {
    let (fours, rest) = out.as_chunks_mut::<PITCH>().0.as_chunks_mut::<4>();
    let (small_fours, small_rest) = small.as_chunks::<4>();
    for (out, small) in fours.iter_mut().zip(small_fours) {
        for out in &mut *out {
            out.fill(zero);
        }
        for i in 0..4 {
            out[i][0] = small[i];
        }
    }
    for (out, &x) in rest.iter_mut().zip(small_rest) {
        out.fill(zero);
        out[0] = x;
    }
}

/// Blocks of constant length at distances of `pitch` words.
#[inline(always)]
fn place<T: Copy, const BLOCK: usize>(
    out: &mut [T],
    small: &[T],
    pitch: usize,
    f: impl Fn(T) -> T + Copy,
) {
    for (out, small) in out.chunks_mut(pitch).zip(small.as_chunks::<BLOCK>().0) {
        let mut image = *small;
        for x in &mut image {
            *x = f(*x);
        }
        out[..BLOCK].copy_from_slice(&image);
    }
}

#[inline(always)]
fn map<T: Copy>(out: &mut [T], x: &[T], f: impl Fn(T) -> T) {
    for (out, &x) in out.iter_mut().zip(x) {
        *out = f(x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Zq};

    /// The offset of every word of the small vector, by the definition.
    fn offsets(levels: &[(usize, usize)]) -> Vec<usize> {
        levels.iter().fold(vec![0], |inner, &(count, pitch)| {
            (0..count).flat_map(|i| inner.iter().map(move |at| i * pitch + at)).collect()
        })
    }

    const LEVELS: [&[(usize, usize)]; 16] = [
        &[],
        &[(1, 1), (1, 5)],
        &[(64, 1)],
        &[(64, 1), (3, 64)],
        &[(4, 4), (72, 16)],
        &[(4, 1), (72, 16)],
        &[(2, 1), (9, 4)],
        &[(8, 1), (5, 24)],
        &[(20, 1), (5, 60)],
        &[(6, 2)],
        &[(1, 7), (6, 7)],
        &[(7, 6)],
        &[(2, 3), (4, 18), (5, 72)],
        &[(3, 1), (2, 9), (3, 18), (2, 108)],
        &[(4, 4), (3, 32), (2, 192)],
        &[(8, 1), (2, 16), (3, 64), (2, 192), (2, 768)],
    ];

    #[test]
    fn strided_maps_by_definition_on_every_backend() {
        for levels in LEVELS {
            let strided_map = StridedMap::new(levels.iter().copied());
            let offsets = offsets(levels);
            let outermost = levels.iter().rfind(|&&(count, _)| count > 1);
            let span = outermost.map_or(1, |&(count, pitch)| count * pitch);
            assert_eq!(
                (strided_map.len(), strided_map.span()),
                (offsets.len(), span),
                "{levels:?}"
            );
            for len in [span, span + 5] {
                for backend in Backend::available() {
                    let zq = Zq::with_backend(1009, backend).expect("a modulus");
                    let big: Vec<u64> = (0..len as u64).map(|i| 1000 - i % 1001).collect();
                    let mut small = vec![7; offsets.len()];
                    zq.pick_into(&strided_map, &mut small, &big);
                    let expected: Vec<u64> = offsets.iter().map(|&at| big[at]).collect();
                    assert_eq!(small, expected, "{backend} {levels:?}");

                    let mut out = vec![7; len];
                    zq.spread_into(&strided_map, &mut out, &small);
                    let mut expected = vec![0; len];
                    for (&at, &x) in offsets.iter().zip(&small) {
                        expected[at] = x;
                    }
                    assert_eq!(out, expected, "{backend} {levels:?}");

                    // Shifted as far as it goes.
                    let shift = len - 1 - offsets.last().expect("a word");
                    let mut out = vec![7; len];
                    zq.place_negated(&strided_map, &mut out[shift..], &small);
                    let mut expected = vec![7; len];
                    for (&at, &x) in offsets.iter().zip(&small) {
                        expected[at + shift] = (1009 - x) % 1009;
                    }
                    assert_eq!(out, expected, "{backend} {levels:?}");
                }
            }
        }
    }

    #[test]
    fn neighbouring_loops_are_one() {
        assert_eq!(StridedMap::new([(4, 1), (6, 4), (12, 24)]), StridedMap::new([(288, 1)]));
        assert_eq!(StridedMap::new([(4, 4), (6, 16), (12, 96)]), StridedMap::new([(288, 4)]));
        assert_eq!(
            StridedMap::new([(4, 1), (6, 16), (12, 96)]),
            StridedMap::new([(4, 1), (72, 16)])
        );
    }
}
