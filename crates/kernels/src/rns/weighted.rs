//! Σ y_i·w_i modulo p, the y_i from elsewhere.
//!
//! # Words from elsewhere
//!
//! The rows hold residues modulo other numbers, thus no values of a class of p. A word below 2^50
//! may nevertheless be an operand of `dot` for any narrow odd p, and counts as class 1:
//!
//! - `Scalar`: Shoup's multiplication takes any word.
//! - doubles: |y| ≤ 2^50 < 2^52 is all that `mul` asks for; the quotient y·w/p ≤ 2^49 is estimated
//!   within 2^50·2^-1·2^-53 = 1/16, so the product's remainder lies within (1/2 + 1/16)·p.
//! - `Avx512`: IFMA multiplies 52-bit words; a term is below 2^50·p and adds less than p/4 to the
//!   sum divided by 2^52, which is what `dot_end` assumes of class 1.
//!
//! Larger words, and even p, are left to the portable lanes.

use crate::{
    NARROW_BITS, Prepared, Zq,
    lanes::{Lanes, Task, array},
    rns::COLUMNS,
};

/// The most products that [`Lanes::dot`] sums up.
const TERMS: usize = 16;

/// Vectors that are summed up side by side, so that a multiplier is loaded once for all of them
/// and their sums do not wait for each other.
const WIDTH: usize = 4;

/// A linear form modulo p with fixed weights: out ↦ w·out + Σ y_i·w_i + c, coefficient by
/// coefficient, or without the first term.
///
/// This is the inner loop of base extension and exact division in RNS (Bajard, Eynard, Hasan,
/// Zucca, ePrint 2016/510, §2; Halevi, Polyakov, Shoup, ePrint 2018/117, §2).
#[derive(Debug, Clone)]
pub struct WeightedSum {
    zq: Zq,
    own: Option<Prepared>,
    weights: Vec<Prepared>,
    constant: u64,
}

impl WeightedSum {
    /// The form with these weights, reduced modulo p, for words below 2^`source_bits`.
    ///
    /// It is computed by the backend of `zq` if p is odd and `source_bits` at most
    /// [`NARROW_BITS`], and portably otherwise.
    pub fn new(zq: &Zq, source_bits: u32, weights: impl IntoIterator<Item = u64>) -> Self {
        let zq =
            if source_bits > NARROW_BITS || zq.q().is_multiple_of(2) { zq.portable() } else { *zq };
        let prepare = |w| zq.prepare_dot(zq.modulus().reduce(w));
        let weights = weights.into_iter().map(prepare).collect();
        Self { zq, own: None, weights, constant: 0 }
    }

    /// The form that also takes what lies in `out`, with this weight.
    #[must_use]
    pub fn with_own(mut self, weight: u64) -> Self {
        self.own = Some(self.zq.prepare_dot(self.zq.modulus().reduce(weight)));
        self
    }

    /// The form with a constant term.
    #[must_use]
    pub fn with_constant(mut self, constant: u64) -> Self {
        self.constant = self.zq.modulus().reduce(constant);
        self
    }

    /// Z_p, with the backend that really computes.
    pub fn zq(&self) -> &Zq {
        &self.zq
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.weights.len()
    }

    /// out\[c\] = w·out\[c\] + Σ_i rows\[i·stride + c\]·w_i + constant mod p, canonical.
    ///
    /// `out` holds canonical residues if the form takes them, otherwise anything. The rows hold
    /// words below the 2^`source_bits` guaranteed, `out.len()` ≤ `stride` of them that matter.
    ///
    /// # Panics
    /// When `stride` is no multiple of [`COLUMNS`] or shorter than `out`, or the rows are not as
    /// many as the weights.
    pub fn apply(&self, out: &mut [u64], rows: &[u64], stride: usize) {
        assert!(stride.is_multiple_of(COLUMNS) && out.len() <= stride, "rows of {stride} words");
        assert_eq!(rows.len(), self.weights.len() * stride, "as many rows as weights");
        self.zq.run(Apply { form: self, out, rows, stride });
    }
}

struct Apply<'a> {
    form: &'a WeightedSum,
    out: &'a mut [u64],
    rows: &'a [u64],
    stride: usize,
}

impl Task for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let (blocks, rest) = L::blocks_mut(self.out);
        let (rows, _) = L::blocks(self.rows);
        let stride = self.stride / L::LANES;
        let (groups, others) = blocks.as_chunks_mut::<WIDTH>();
        let mut column = groups.len() * WIDTH;
        let form = self.form;
        let sums = Sums::<L> { form, groups, rows, stride };
        // Each number of rows is a loop of its own, in which all is unrolled.
        macro_rules! rows {
            ($own:literal: $($n:literal)*) => {
                match form.weights.len() {
                    $($n => lanes.apart(
                        #[inline(always)]
                        move |lanes| sums.of_rows::<$own, $n>(lanes),
                    ),)*
                    _ => lanes.apart(
                        #[inline(always)]
                        move |lanes| sums.of_any_rows(lanes),
                    ),
                }
            };
        }
        match form.own {
            None => rows!(false: 1 2 3 4 5 6 7 8),
            Some(_) => rows!(true: 1),
        }
        for block in others {
            combine::<L, 1>(lanes, self.form, std::slice::from_mut(block), rows, stride, column);
            column += 1;
        }
        if !rest.is_empty() {
            let mut block = L::pad(rest);
            combine::<L, 1>(
                lanes,
                self.form,
                std::slice::from_mut(&mut block),
                rows,
                stride,
                column,
            );
            rest.copy_from_slice(&L::words(&block)[..rest.len()]);
        }
    }
}

/// The form in groups of [`WIDTH`] vectors, which begin with the first column.
struct Sums<'a, L: Lanes> {
    form: &'a WeightedSum,
    groups: &'a mut [[L::Block; WIDTH]],
    rows: &'a [L::Block],
    stride: usize,
}

impl<L: Lanes> Sums<'_, L> {
    #[inline(always)]
    fn of_any_rows(self, lanes: L) {
        for (i, group) in self.groups.iter_mut().enumerate() {
            let column = i * WIDTH;
            combine::<L, WIDTH>(lanes, self.form, group, self.rows, self.stride, column);
        }
    }

    /// Of `N` rows, and of `out` if `OWN`: few enough for one sum that needs no care in between.
    #[inline(always)]
    fn of_rows<const OWN: bool, const N: usize>(self, lanes: L) {
        let Self { form, groups, rows, stride } = self;
        let multiplier = |weight: Prepared| lanes.dot_multiplier((weight.0, weight.1));
        let own = multiplier(form.own.unwrap_or(form.weights[0]));
        let weights: [L::D; N] = array(
            #[inline(always)]
            |i| multiplier(form.weights[i]),
        );
        let sources: [&[[L::Block; WIDTH]]; N] = array(
            #[inline(always)]
            |i| &rows[i * stride..(i + 1) * stride].as_chunks().0[..groups.len()],
        );
        let constant = lanes.splat(form.constant);
        for (i, group) in groups.iter_mut().enumerate() {
            let (first, from) = if OWN { (&*group, 0) } else { (&sources[0][i], 1) };
            let weight = if OWN { own } else { weights[0] };
            let mut sums: [L::Sum; WIDTH] = array(
                #[inline(always)]
                |u| lanes.dot(lanes.load(&first[u]), weight),
            );
            for n in from..N {
                let source = &sources[n][i];
                for u in 0..WIDTH {
                    sums[u] = lanes.dot_add(sums[u], lanes.load(&source[u]), weights[n]);
                }
            }
            for u in 0..WIDTH {
                let sum = lanes.dot_onto(constant, sums[u], N + usize::from(OWN), 1);
                lanes.store_product(&mut group[u], sum);
            }
        }
    }
}

/// The form in `W` vectors from `column` on. Sums of at most [`TERMS`] products, of class 2 each,
/// are added up in class 4 and folded.
#[inline(always)]
fn combine<L: Lanes, const W: usize>(
    lanes: L,
    form: &WeightedSum,
    out: &mut [L::Block],
    rows: &[L::Block],
    stride: usize,
    column: usize,
) {
    let mut total = [lanes.splat(form.constant); W];
    let mut own = form.own;
    let mut weights = form.weights.as_slice();
    let mut at = column;
    loop {
        let source: &[L::Block] =
            if own.is_some() { out } else { rows.get(at..).unwrap_or_default() };
        let weight = match (own.take(), weights.split_first()) {
            (Some(weight), _) => weight,
            (None, Some((weight, later))) => {
                weights = later;
                at += stride;
                *weight
            }
            (None, None) => break,
        };
        let w = lanes.dot_multiplier((weight.0, weight.1));
        let mut sums = [lanes.dot(lanes.load(&source[0]), w); W];
        for u in 1..W {
            sums[u] = lanes.dot(lanes.load(&source[u]), w);
        }
        let (now, later) = weights.split_at(weights.len().min(TERMS - 1));
        weights = later;
        for (before, weight) in now.iter().enumerate() {
            let w = lanes.dot_multiplier((weight.0, weight.1));
            let blocks = &rows[at..at + W];
            at += stride;
            for u in 0..W {
                // After every eighth term.
                if before % 8 == 7 {
                    sums[u] = lanes.dot_relax(sums[u]);
                }
                sums[u] = lanes.dot_add(sums[u], lanes.load(&blocks[u]), w);
            }
        }
        for u in 0..W {
            total[u] = lanes.dot_onto(total[u], sums[u], now.len() + 1, 1);
        }
    }
    for u in 0..W {
        lanes.store(&mut out[u], total[u]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlignedVec, Backend};

    /// The definition, in double words.
    fn by_definition(p: u64, own: Option<(u64, u64)>, terms: &[(u64, u64)], constant: u64) -> u64 {
        let p = u128::from(p);
        let product = |(x, w): (u64, u64)| u128::from(x) % p * (u128::from(w) % p) % p;
        let sum = terms.iter().map(|&t| product(t)).sum::<u128>() + own.map_or(0, product);
        ((sum + u128::from(constant)) % p) as u64
    }

    #[test]
    fn sums_equal_the_definition_on_every_backend() {
        let moduli =
            [2, 3, 4, 5, 97, 65537, (1 << 31) - 1, (1 << 45) - 55, (1 << 50) - 27, (1 << 61) - 1];
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ (state >> 29)
        };
        for (backend, p) in Backend::available().into_iter().flat_map(|b| moduli.map(|p| (b, p))) {
            let zq = Zq::with_backend(p, backend).expect("available");
            for (count, bits, columns) in [
                (0, 50, 9),
                (1, 50, 8),
                (2, 62, 31),
                (3, 50, 32),
                (6, 50, 70),
                (7, 50, 40),
                (8, 50, 72),
                (9, 50, 45),
                (16, 50, 70),
                (17, 50, 33),
                (40, 50, 64),
            ] {
                let stride = 72;
                let mut rows = AlignedVec::zeroed(count * stride);
                rows.iter_mut().for_each(|y| *y = random() >> (64 - bits));
                for row in rows.chunks_exact_mut(stride) {
                    // All words and weights as large as they may be.
                    row[0] = (1 << bits) - 1;
                }
                let weights: Vec<u64> =
                    (0..count).map(|i| if i % 3 == 0 { p - 1 } else { random() }).collect();
                let (own, constant) = (random() % p, p - 1);
                let form = WeightedSum::new(&zq, bits, weights.iter().copied());
                let full = form.clone().with_own(own).with_constant(constant);
                let before: Vec<u64> = (0..columns).map(|_| random() % p).collect();
                let (mut plain, mut with_own) = (before.clone(), before.clone());
                form.apply(&mut plain, &rows, stride);
                full.apply(&mut with_own, &rows, stride);
                for c in 0..columns {
                    let terms: Vec<_> =
                        (0..count).map(|i| (rows[i * stride + c], weights[i])).collect();
                    let context = format!("{backend}, {count} rows modulo {p}, column {c}");
                    assert_eq!(plain[c], by_definition(p, None, &terms, 0), "{context}");
                    let expected = by_definition(p, Some((before[c], own)), &terms, constant);
                    assert_eq!(with_own[c], expected, "{context}");
                }
            }
        }
    }

    #[test]
    fn what_vectors_cannot_sum_is_summed_portably() {
        for backend in Backend::available() {
            let zq = |p| Zq::with_backend(p, backend).expect("available");
            assert_eq!(WeightedSum::new(&zq(97), 50, [1]).zq().backend(), backend);
            assert_eq!(WeightedSum::new(&zq(97), 51, [1]).zq().backend(), Backend::Portable);
            assert_eq!(WeightedSum::new(&zq(96), 50, [1]).zq().backend(), Backend::Portable);
        }
    }
}
