//! Every kernel against its definition in double words, on every backend.

use crate::{
    AlignedVec, Backend, Digits, DigitsError, InnerTable, Modulus, PairSum, Rearrangement, Table,
    Zq,
};

/// Moduli at the edges: tiny, even, powers of two, the largest narrow and wide ones.
const MODULI: [u64; 14] = [
    2,
    3,
    4,
    5,
    6,
    97,
    998_244_353,
    (1 << 31) - 1,
    1 << 32,
    (1 << 49) + 9,
    (1 << 50) - 27,
    (1 << 50) - 1,
    (1 << 61) - 1,
    (1 << 62) - 1,
];

/// Every length up to several vectors and their tails, and some longer ones.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=70).chain([128, 1003])
}

struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ (self.0 >> 31)
    }

    /// Residues, every fourth one 0 or q - 1.
    fn residues(&mut self, q: u64, n: usize) -> Vec<u64> {
        let residue = |_| match self.word() >> 60 {
            0 | 1 => 0,
            2 | 3 => q - 1,
            _ => self.word() % q,
        };
        (0..n).map(residue).collect()
    }

    /// Words, every fourth one at an end of the range.
    fn words(&mut self, n: usize) -> Vec<u64> {
        let ends = [0, 1, u64::MAX, 1 << 63, (1 << 63) - 1, (1 << 52) - 1, 1 << 52, u64::MAX << 32];
        let word = |_| match self.word() >> 59 {
            end @ 0..8 => ends[end as usize],
            _ => self.word(),
        };
        (0..n).map(word).collect()
    }
}

/// Runs a check on every backend, modulus and length.
fn everywhere(mut check: impl FnMut(&Zq, usize, &mut Random, &str)) {
    let mut random = Random(7);
    for backend in Backend::available() {
        for q in MODULI {
            let zq = Zq::with_backend(q, backend).expect("available");
            let narrow = q < 1 << 50;
            assert_eq!(zq.backend(), if narrow { backend } else { Backend::Portable });
            for n in lengths() {
                check(&zq, n, &mut random, &format!("{backend}, q = {q}, n = {n}"));
            }
        }
    }
}

/// x mod q for a signed number.
fn signed_mod(x: i128, q: u64) -> u64 {
    x.rem_euclid(i128::from(q)) as u64
}

/// `out[i]` = definition(`x[i]`, `y[i]`, `z[i]`) mod q.
fn define(q: u64, xyz: [&[u64]; 3], definition: impl Fn(i128, i128, i128) -> i128) -> Vec<u64> {
    let [x, y, z] = xyz;
    (0..x.len()).map(|i| signed_mod(definition(x[i].into(), y[i].into(), z[i].into()), q)).collect()
}

#[test]
fn arithmetic_by_definition() {
    everywhere(|zq, n, random, context| {
        let q = zq.q();
        let [x, y, z] = [(); 3].map(|()| random.residues(q, n));
        let c = random.word() % q;
        let expect = |result: &[u64], definition: &dyn Fn(i128, i128, i128) -> i128| {
            assert_eq!(result, define(q, [&x, &y, &z], definition), "{context}");
        };
        let in_place = |kernel: &dyn Fn(&mut [u64])| {
            let mut result = x.clone();
            kernel(&mut result);
            result
        };
        let fresh = |kernel: &dyn Fn(&mut [u64])| {
            let mut result = vec![u64::MAX; n];
            kernel(&mut result);
            result
        };
        expect(&in_place(&|x| zq.add_assign(x, &y)), &|x, y, _| x + y);
        expect(&fresh(&|out| zq.add_into(out, &x, &y)), &|x, y, _| x + y);
        expect(&in_place(&|x| zq.sub_assign(x, &y)), &|x, y, _| x - y);
        expect(&in_place(&|x| zq.sub_from_assign(x, &y)), &|x, y, _| y - x);
        expect(&fresh(&|out| zq.sub_into(out, &x, &y)), &|x, y, _| x - y);
        expect(&in_place(&|x| zq.neg_assign(x)), &|x, _, _| -x);
        expect(&fresh(&|out| zq.neg_into(out, &x)), &|x, _, _| -x);
        expect(&in_place(&|x| zq.add_scalar_assign(x, c)), &|x, _, _| x + i128::from(c));
        expect(&in_place(&|x| zq.mul_assign(x, &y)), &|x, y, _| x * y);
        expect(&fresh(&|out| zq.mul_into(out, &x, &y)), &|x, y, _| x * y);
        expect(&in_place(&|x| zq.mul_add_assign(x, &y, &z)), &|x, y, z| x + y * z);
        expect(&in_place(&|x| zq.mul_sub_assign(x, &y, &z)), &|x, y, z| x - y * z);
        expect(&in_place(&|x| zq.select_assign(x, &y, &z)), &|x, y, z| y + (x - y) * z);
        expect(&fresh(&|out| zq.select_into(out, &x, &y, &z)), &|x, y, z| y + (x - y) * z);
        for c in [c, 0, 1 % q, q - 1] {
            let (w, c) = (zq.prepare(c), i128::from(c));
            expect(&in_place(&|x| zq.scale_assign(x, w)), &|x, _, _| c * x);
            expect(&fresh(&|out| zq.scale_into(out, &x, w)), &|x, _, _| c * x);
            expect(&in_place(&|x| zq.scale_add_assign(x, &y, w)), &|x, y, _| x + c * y);
            expect(&in_place(&|x| zq.sub_scale_assign(x, &y, w)), &|x, y, _| {
                (x - y).rem_euclid(i128::from(q)) * c
            });
        }
        let table = Table::new(zq, y.iter().copied());
        expect(&in_place(&|x| zq.mul_table_assign(x, &table)), &|x, y, _| x * y);
        expect(&fresh(&|out| zq.mul_table_into(out, &x, &table)), &|x, y, _| x * y);
        expect(&in_place(&|acc| zq.mul_table_add_assign(acc, &z, &table)), &|x, y, z| x + y * z);
    });
}

#[test]
fn any_words_become_residues() {
    everywhere(|zq, n, random, context| {
        let x = random.words(n);
        let mut out = vec![u64::MAX; n];
        zq.reduce_into(&mut out, &x);
        assert_eq!(out, x.iter().map(|x| x % zq.q()).collect::<Vec<_>>(), "{context}");
        let signed: Vec<i64> = x.iter().map(|&x| x as i64).collect();
        zq.reduce_signed_into(&mut out, &signed);
        let expected: Vec<u64> = signed.iter().map(|&x| signed_mod(x.into(), zq.q())).collect();
        assert_eq!(out, expected, "{context}");
    });
}

#[test]
fn residues_pass_from_modulus_to_modulus() {
    everywhere(|zq, n, random, context| {
        for from in MODULI {
            let modulus = Modulus::new(from).expect("a modulus");
            let mut x = random.residues(from, n);
            // The two next to the middle, where the representative changes its sign.
            x.iter_mut().zip([from / 2, from / 2 + 1]).for_each(|(x, middle)| *x = middle % from);
            let mut out = vec![u64::MAX; n];
            zq.reduce_from_into(&mut out, &x, &modulus);
            let expected: Vec<u64> = x.iter().map(|x| x % zq.q()).collect();
            assert_eq!(out, expected, "{context}, from {from}");
            zq.reduce_centred_into(&mut out, &x, &modulus);
            let centred = |&x: &u64| {
                let x = i128::from(x);
                if 2 * x > i128::from(from) { x - i128::from(from) } else { x }
            };
            let expected: Vec<u64> = x.iter().map(|x| signed_mod(centred(x), zq.q())).collect();
            assert_eq!(out, expected, "{context}, from {from}");
        }
    });
}

#[test]
fn a_centred_residue_is_the_smallest() {
    everywhere(|zq, n, random, context| {
        let x = random.residues(zq.q(), n);
        let mut out = vec![i64::MAX; n];
        zq.centre_into(&mut out, &x);
        for (&c, &x) in out.iter().zip(&x) {
            let (c, q) = (i128::from(c), i128::from(zq.q()));
            assert!(2 * c <= q && 2 * c > -q, "{context}");
            assert_eq!(signed_mod(c, zq.q()), x, "{context}");
        }
    });
}

#[test]
fn digits_recompose_and_keep_their_range() {
    everywhere(|zq, n, random, context| {
        let mut x = random.residues(zq.q(), n);
        let middle = zq.q() / 2;
        x.iter_mut().zip([middle, middle + 1]).for_each(|(x, middle)| *x = middle % zq.q());
        let to = Zq::with_backend(MODULI[random.word() as usize % MODULI.len()], zq.backend());
        let to = to.expect("available");
        for width in [1, 2, 3, 7, 16, 30, 31, 45, 61] {
            let kinds = [Digits::unsigned(zq, width), Digits::balanced(zq, width)];
            assert_eq!(kinds[1].is_err(), width == 1);
            for digits in kinds.into_iter().flatten() {
                let mut sums = vec![0_i128; n];
                for position in 0..digits.count() {
                    let mut out = vec![i64::MAX; n];
                    digits.extract_into(&mut out, &x, position);
                    for (sum, &digit) in sums.iter_mut().zip(&out) {
                        *sum += i128::from(digit) << (position * width);
                        let (least, end) = match digits.is_balanced() {
                            false => (0, 1 << width),
                            true => (-1_i64 << (width - 1), 1 << (width - 1)),
                        };
                        assert!((least..end).contains(&digit), "{digit}: {context}, width {width}");
                    }
                    let mut residues = vec![u64::MAX; n];
                    digits.extract_residues_into(&mut residues, &x, position, &to);
                    let expected: Vec<u64> =
                        out.iter().map(|&digit| signed_mod(digit.into(), to.q())).collect();
                    assert_eq!(residues, expected, "{context}, width {width}");
                }
                let represented = |&x: &u64| match digits.is_balanced() {
                    false => i128::from(x),
                    true => i128::from(zq.modulus().centre(x)),
                };
                let expected: Vec<i128> = x.iter().map(represented).collect();
                assert_eq!(sums, expected, "{context}, width {width}");
            }
        }
    });
}

#[test]
fn leading_digits_are_those_of_the_rounded_quotient() {
    everywhere(|zq, n, random, context| {
        let mut x = random.residues(zq.q(), n);
        let middle = zq.q() / 2;
        x.iter_mut().zip([middle, middle + 1]).for_each(|(x, middle)| *x = middle % zq.q());
        let bits = (zq.q() - 1).ilog2() + 1;
        for (width, count) in [(2, 1), (4, 2), (7, 3), (16, 1), (10, 2), (23, 1), (8, 6)] {
            let digits = Digits::leading(zq, width, count);
            assert_eq!(digits.is_ok(), count * width <= bits, "{context}, {count} of {width} bits");
            let Ok(digits) = digits else { continue };
            assert_eq!((digits.count(), digits.dropped()), (count, bits - count * width));
            let half = 1_i64 << (width - 1);
            let mut sums = vec![0_i128; n];
            for position in 0..count {
                let mut out = vec![i64::MAX; n];
                digits.extract_into(&mut out, &x, position);
                let last = position + 1 == count;
                let range = -half..half + i64::from(last);
                assert!(out.iter().all(|digit| range.contains(digit)), "{context}");
                let places = sums.iter_mut().zip(&out);
                places.for_each(|(sum, &digit)| *sum += i128::from(digit) << (position * width));
            }
            for (&x, sum) in x.iter().zip(sums) {
                let rest = i128::from(zq.modulus().centre(x)) - (sum << digits.dropped());
                let half = 1_i128 << digits.dropped();
                // Ties are rounded up.
                assert!((-half..half.max(1)).contains(&(2 * rest)), "{context}, {width}: {rest}");
            }
        }
        assert!(Digits::leading(zq, 2, 0).is_err() && Digits::leading(zq, 1, 1).is_err());
    });
}

#[test]
fn there_are_as_few_digits_as_possible() {
    let zq = |q| Zq::with_backend(q, Backend::Portable).expect("a modulus");
    for (q, width, unsigned, balanced) in [
        (2, 1, 1, None),
        // 97/2 = 48: two balanced digits of 3 bits reach 3·9 = 27, three reach 3·73.
        (97, 3, 3, Some(3)),
        (97, 7, 1, Some(1)),
        (97, 6, 2, Some(2)),
        ((1 << 62) - 1, 61, 2, Some(2)),
        ((1 << 62) - 1, 31, 2, Some(3)),
        ((1 << 50) - 27, 10, 5, Some(6)),
    ] {
        let zq = zq(q);
        assert_eq!(Digits::unsigned(&zq, width).map(|d| d.count()), Ok(unsigned));
        assert_eq!(Digits::balanced(&zq, width).map(|d| d.count()).ok(), balanced, "{q}, {width}");
    }
    for width in [0, 62] {
        let refused = Err(DigitsError::Width { width, least: 1 });
        assert_eq!(Digits::unsigned(&zq(97), width), refused);
    }
}

#[test]
fn gathering_undoes_scattering() {
    let zq = Zq::with_backend(97, Backend::Portable).expect("a modulus");
    let x: Vec<u64> = (0..31).collect();
    let index: Vec<u32> = (0..31).map(|i| i * 12 % 31).collect();
    let (mut scattered, mut gathered) = (vec![0; 31], vec![0; 31]);
    zq.scatter_into(&mut scattered, &x, &index);
    assert_eq!(scattered[12], 1);
    zq.gather_into(&mut gathered, &scattered, &index);
    assert_eq!(gathered, x);
}

#[test]
fn rearrangements_by_definition() {
    everywhere(|zq, n, random, context| {
        let x = random.residues(zq.q(), n);
        let mut anywhere: Vec<u32> = (0..n).map(|_| (random.word() % n as u64) as u32).collect();
        // Blocks of eight in another order, and words within them in one of three.
        let blocks = n as u32 / 8;
        let within = |i: u32| {
            if (i / 8).is_multiple_of(3) { 7 - i % 8 } else { (i % 8 * 3 + i / 8 % 2) % 8 }
        };
        let by_blocks: Vec<u32> =
            (0..8 * blocks).map(|i| (blocks - 1 - i / 8) * 8 + within(i)).collect();
        for (index, is_by_blocks) in [(by_blocks.clone(), true), (anywhere.clone(), false)] {
            let mut out = vec![u64::MAX; index.len()];
            let rearrangement = Rearrangement::new(index);
            assert!(rearrangement.is_by_blocks() || !is_by_blocks, "{context}");
            zq.rearrange_into(&mut out, &x, &rearrangement);
            let expected = rearrangement.index().iter().map(|&i| x[i as usize]);
            assert!(out.iter().copied().eq(expected), "{context}");
        }
        // More orders than there is room for.
        anywhere.truncate(0);
        anywhere.extend((0..8 * blocks).map(|i| i / 8 * 8 + (i % 8) * (i / 8 % 64) % 8));
        let mut out = vec![0; anywhere.len()];
        zq.rearrange_into(&mut out, &x, &Rearrangement::new(anywhere.clone()));
        assert!(out.iter().zip(&anywhere).all(|(&out, &i)| out == x[i as usize]), "{context}");
    });
}

#[test]
fn inner_products_by_definition() {
    everywhere(|zq, n, random, context| {
        let q = zq.q();
        if q % 2 == 0 || n == 0 {
            return;
        }
        for terms in [1, 2, 7, 8, 9, 16, 17, 33] {
            // All operands as large as they can be, or not.
            let rows =
                if n % 4 == 1 { vec![q - 1; n * terms] } else { random.residues(q, n * terms) };
            let stride = n + random.word() as usize % 9;
            let x = if n % 2 == 1 {
                vec![q - 1; stride * terms]
            } else {
                random.residues(q, stride * terms)
            };
            let table = InnerTable::new(zq, rows.chunks_exact(n));
            let mut out = AlignedVec::zeroed(n);
            // The table's vectors in another order.
            let which: Vec<usize> = (0..terms).rev().collect();
            let vectors: Vec<&[u64]> = x.chunks_exact(stride).map(|x| &x[..n]).collect();
            zq.inner_product_into(&mut out, &vectors, &table, &which);
            let expected = |rows: &[u64], c: usize| {
                (0..terms).fold(0, |sum, i| {
                    let product =
                        u128::from(x[i * stride + c]) * u128::from(rows[which[i] * n + c]);
                    (sum + product % u128::from(q)) % u128::from(q)
                })
            };
            for (c, &sum) in out.iter().enumerate() {
                assert_eq!(u128::from(sum), expected(&rows, c), "{context}, {terms} terms");
            }
            // Two at once, with a table of more vectors than are asked for.
            let others = random.residues(q, n * (terms + 1));
            let other = InnerTable::new(zq, others.chunks_exact(n));
            let mut both = [AlignedVec::zeroed(n), AlignedVec::zeroed(n)];
            let [first, second] = &mut both;
            zq.inner_products_into([first, second], &vectors, [&table, &other], &which);
            assert_eq!(both[0], out, "{context}, {terms} terms");
            for (c, &sum) in both[1].iter().enumerate() {
                assert_eq!(u128::from(sum), expected(&others, c), "{context}, {terms} terms");
            }
        }
    });
}

#[test]
fn sums_of_pairs_by_definition() {
    everywhere(|zq, n, random, context| {
        let q = zq.q();
        if q % 2 == 0 || n == 0 {
            return;
        }
        // Pairs that are the largest there are, and others; some used twice, one not at all.
        let count = 5;
        let largest = vec![q - 1; n];
        let vectors: Vec<Vec<u64>> = (0..2 * count)
            .map(|i| if i < 4 { largest.clone() } else { random.residues(q, n) })
            .collect();
        let pairs: Vec<[&[u64]; 2]> =
            vectors.chunks_exact(2).map(|pair| [&pair[0][..], &pair[1][..]]).collect();
        let whiches: [Vec<usize>; 3] =
            [vec![3], vec![0, 1, 1], (0..35).map(|i| [0, 1, 3, 4][i % 4]).collect()];
        let rows: Vec<Vec<Vec<u64>>> = whiches
            .iter()
            .map(|which| {
                let row = |i: usize| {
                    if i.is_multiple_of(2) { largest.clone() } else { random.residues(q, n) }
                };
                (0..which.len()).map(row).collect()
            })
            .collect();
        let tables: Vec<InnerTable> =
            rows.iter().map(|rows| InnerTable::new(zq, rows.iter().map(Vec::as_slice))).collect();
        let sums: Vec<PairSum<'_>> =
            tables.iter().zip(&whiches).map(|(table, pairs)| PairSum { table, pairs }).collect();
        let mut out = vec![vec![0; n]; 2 * sums.len()];
        let mut results: Vec<[&mut [u64]; 2]> = Vec::new();
        for pair in out.chunks_exact_mut(2) {
            let [first, second] = pair else { continue };
            results.push([first, second]);
        }
        zq.pair_sums_into(&mut results, &pairs, &sums);
        for (k, (which, rows)) in whiches.iter().zip(&rows).enumerate() {
            for (t, c) in (0..2).flat_map(|t| (0..n).map(move |c| (t, c))) {
                let sum = which.iter().zip(rows).fold(0, |sum, (&pair, row)| {
                    let product = u128::from(pairs[pair][t][c]) * u128::from(row[c]);
                    (sum + product % u128::from(q)) % u128::from(q)
                });
                assert_eq!(u128::from(out[2 * k + t][c]), sum, "{context}, sum {k}, {t}");
            }
        }
    });
}
