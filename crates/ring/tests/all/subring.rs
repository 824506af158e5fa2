//! `embed` and `twace` against their definitions: traces as sums of conjugates, computed with
//! polynomials over the integers modulo the cyclotomic polynomial, and evaluation at roots.

use proptest::prelude::*;
use ringassay_kernels::{Backend, Modulus, Zq};
use ringassay_ring::index::Index;
use ringassay_ring::primes::{root_of_unity, search_with};
use ringassay_ring::subring::{Subring, SubringError};

use crate::{common::cyclotomic::Field, common::random::Random};

/// Pairs m | m' with m' up to 75, and some with three and four primes.
fn pairs() -> Vec<(Index, Index)> {
    let bigs = (1..=75u64).chain([84, 105, 120, 144, 180]).filter(|m| m % 4 != 2);
    bigs.flat_map(|big| {
        let divides = move |m: &u64| m % 4 != 2 && big % m == 0;
        (1..=big).filter(divides).map(move |m| (Index::new(m).unwrap(), Index::new(big).unwrap()))
    })
    .collect()
}

/// The units of each axis ascending, as a tensor.
fn tensor_order(index: &Index) -> Vec<u32> {
    let axes: Vec<Vec<u32>> = index
        .factors()
        .iter()
        .map(|f| (0..f.value() as u32).filter(|a| a % f.prime != 0).collect())
        .collect();
    index.crt_exponents(&axes.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn subring(small: &Index, big: &Index) -> Subring {
    Subring::new(small, big, &tensor_order(small), &tensor_order(big)).unwrap()
}

fn moduli_and_backends() -> impl Iterator<Item = (u64, Backend)> {
    let backends = || Backend::available().into_iter();
    [12_289, (1 << 50) - 27, (1 << 62) - 57]
        .into_iter()
        .flat_map(move |q| backends().map(move |b| (q, b)))
}

#[test]
fn embedding_is_the_substitution_of_a_power() {
    let mut random = Random::new(1);
    for (small, big) in pairs() {
        let subring = subring(&small, &big);
        let field = Field::new(&big);
        let x = random.integers(small.degree());
        let step = big.m() / small.m();

        let mut out = vec![77; big.degree()];
        subring.embed_powerful_signed(&mut out, &x);
        let expected = field.substitute(&Field::new(&small).powerful(&x), step);
        assert_eq!(field.powerful(&out), expected, "{small} in {big}");

        let mut out = vec![77; big.degree()];
        subring.embed_decoding_signed(&mut out, &x);
        let expected = field.substitute(&Field::new(&small).decoding(&x), step);
        assert_eq!(field.decoding(&out), expected, "{small} in {big}");

        // Residues give the residues of that.
        for (q, backend) in moduli_and_backends() {
            let zq = Zq::with_backend(q, backend).unwrap();
            let reduce =
                |x: &[i64]| x.iter().map(|&x| zq.modulus().reduce_i64(x)).collect::<Vec<_>>();
            let mut residues = vec![77; big.degree()];
            subring.embed_decoding(&zq, &mut residues, &reduce(&x));
            assert_eq!(residues, reduce(&out), "{small} in {big}, {backend}");
        }
    }
}

/// (m̂'/m̂)·twace(x) = Tr(g'/g·x), where the trace is the sum over the automorphisms ζ ↦ ζ^u with
/// u ≡ 1 mod m.
#[test]
fn twace_is_the_tweaked_trace() {
    let mut random = Random::new(2);
    for (small, big) in pairs() {
        let subring = subring(&small, &big);
        let (field, small_field) = (Field::new(&big), Field::new(&small));
        let trace = |x: &[i128]| {
            let tweaked = big
                .odd_primes()
                .filter(|&p| small.factor_of(p).is_none())
                .fold(x.to_vec(), |x, p| field.times_one_minus_power(&x, big.m() / u64::from(p)));
            let units = big.units().filter(|u| u64::from(*u) % small.m() == 1 % small.m());
            field.sum(units.map(|u| field.substitute(&tweaked, u64::from(u))))
        };
        let scale = i128::from(big.m_hat() / small.m_hat());
        let x = random.integers(big.degree());
        let mut out = vec![77; small.degree()];
        subring.twace_signed(&mut out, &x);
        for (result, argument) in [
            (small_field.powerful(&out), field.powerful(&x)),
            (small_field.decoding(&out), field.decoding(&x)),
        ] {
            let embedded = field.substitute(&result, big.m() / small.m());
            let scaled: Vec<i128> = embedded.iter().map(|&c| c * scale).collect();
            assert_eq!(scaled, trace(&argument), "{small} in {big}");
        }
    }
}

/// The oracle's decoding basis is what the toolkit calls so: Tr(g/m̂·d_i·conj(p_j)) = δ_ij with the
/// powerful basis p (ePrint 2013/293, definition of the dual and §6.2).
#[test]
fn the_decoding_basis_is_dual_to_the_powerful_basis() {
    for m in [1, 3, 4, 5, 9, 12, 15, 20, 45, 36] {
        let index = Index::new(m).unwrap();
        let field = Field::new(&index);
        let n = index.degree();
        let unit = |i: usize| (0..n).map(|j| i64::from(i == j)).collect::<Vec<_>>();
        for i in 0..n {
            let tweaked = index.odd_primes().fold(field.decoding(&unit(i)), |x, p| {
                field.times_one_minus_power(&x, m / u64::from(p))
            });
            for j in 0..n {
                let conjugate = field.substitute(&field.powerful(&unit(j)), m - 1);
                let product = field.multiply(&tweaked, &conjugate);
                let conjugates = index.units().map(|u| field.substitute(&product, u64::from(u)));
                let trace = field.sum(conjugates);
                assert!(trace[1..].iter().all(|&c| c == 0));
                assert_eq!(trace[0], i128::from(i == j) * i128::from(index.m_hat()), "{m}");
            }
        }
    }
}

/// The values at all units, in the given order, of the polynomial that belongs to powerful
/// coefficients.
fn values(index: &Index, x: &[u64], modulus: &Modulus, root: u64, order: &[u32]) -> Vec<u64> {
    let exponents = index.powerful_exponents();
    let m = index.m();
    let powers: Vec<u64> = (0..m).map(|k| modulus.pow(root, k)).collect();
    let value = |&unit: &u32| {
        let sum = exponents.iter().zip(x).fold(0, |sum, (&e, &x)| {
            let power = powers[(u64::from(e) * u64::from(unit) % m) as usize];
            sum + u128::from(x) * u128::from(power) % u128::from(modulus.value())
        });
        modulus.reduce_u128(sum)
    };
    order.iter().map(value).collect()
}

fn check_crt(small: &Index, big: &Index, order: [&[u32]; 2], bits: u32, random: &mut Random) {
    let q = search_with(big, bits, 1, &[], |_| 1).unwrap()[0];
    let (small_root, big_root) =
        (root_of_unity(q, small.m()).unwrap(), root_of_unity(q, big.m()).unwrap());
    let subring = Subring::new(small, big, order[0], order[1]).unwrap();
    assert_eq!(subring.relative_degree() * small.degree(), big.degree());
    for backend in Backend::available() {
        let zq = Zq::with_backend(q, backend).unwrap();
        let modulus = zq.modulus();

        let x = random.residues(small.degree(), q);
        let mut embedded = vec![0; big.degree()];
        subring.embed_powerful(&zq, &mut embedded, &x);
        let mut out = vec![77; big.degree()];
        subring.embed_crt(&zq, &mut out, &values(small, &x, modulus, small_root, order[0]));
        assert_eq!(out, values(big, &embedded, modulus, big_root, order[1]), "{small} in {big}");

        let x = random.residues(big.degree(), q);
        let mut twaced = vec![0; small.degree()];
        subring.twace(&zq, &mut twaced, &x);
        let weights = subring.twace_weights(&zq, big_root).unwrap();
        let mut out = vec![77; small.degree()];
        let mut scratch = vec![77; subring.scratch_len()];
        let x = values(big, &x, modulus, big_root, order[1]);
        subring.twace_crt(&zq, &weights, &mut out, &x, &mut scratch);
        let expected = values(small, &twaced, modulus, small_root, order[0]);
        assert_eq!(out, expected, "{small} in {big}, {backend}");
    }
}

#[test]
fn crt_maps_commute_with_evaluation() {
    let mut random = Random::new(3);
    for (small, big) in pairs() {
        let (small_order, big_order) = (tensor_order(&small), tensor_order(&big));
        for bits in [30, 50, 62] {
            check_crt(&small, &big, [&small_order, &big_order], bits, &mut random);
        }
    }
}

/// Nothing depends on the order of the values.
#[test]
fn crt_maps_in_any_order() {
    let mut random = Random::new(4);
    for (small, big) in pairs() {
        let mut orders = [tensor_order(&small), tensor_order(&big)];
        orders.iter_mut().for_each(|order| random.shuffle(order));
        check_crt(&small, &big, [&orders[0], &orders[1]], 40, &mut random);
    }
}

/// The pairs of Λ∘λ's table, with values at some units by definition, and further ones in which
/// axes of every kind lie on both sides of each other.
#[test]
fn larger_rings() {
    let mut random = Random::new(5);
    let pairs = [(728, 2912), (728, 3640), (128, 11_648), (21, 4851), (4, 1820), (9, 1755)];
    for (small, big) in pairs.map(|(m, big)| (Index::new(m).unwrap(), Index::new(big).unwrap())) {
        let orders = [tensor_order(&small), tensor_order(&big)];
        let subring = Subring::new(&small, &big, &orders[0], &orders[1]).unwrap();
        let q = search_with(&big, 50, 1, &[], |_| 1).unwrap()[0];
        let root = root_of_unity(q, big.m()).unwrap();
        let zq = Zq::new(q).unwrap();
        let weights = subring.twace_weights(&zq, root).unwrap();
        let mut scratch = vec![0; subring.scratch_len()];

        // A few of the values of a random element.
        let x = random.residues(big.degree(), q);
        let mut twaced = vec![0; small.degree()];
        subring.twace(&zq, &mut twaced, &x);
        let all = values(&big, &x, zq.modulus(), root, &orders[1]);
        let mut out = vec![0; small.degree()];
        subring.twace_crt(&zq, &weights, &mut out, &all, &mut scratch);
        let small_root = root_of_unity(q, small.m()).unwrap();
        assert_eq!(out, values(&small, &twaced, zq.modulus(), small_root, &orders[0]));

        let x = random.residues(small.degree(), q);
        let mut embedded = vec![0; big.degree()];
        let mut back = vec![0; small.degree()];
        subring.embed_crt(&zq, &mut embedded, &x);
        subring.twace_crt(&zq, &weights, &mut back, &embedded, &mut scratch);
        assert_eq!(back, x, "{small} in {big}");
        subring.embed_decoding(&zq, &mut embedded, &x);
        subring.twace(&zq, &mut back, &embedded);
        assert_eq!(back, x);
    }
}

/// Any pair of indices.
fn any_pair() -> impl Strategy<Value = (Index, Index)> {
    let index = (1u64..5000).prop_filter_map("an index", |m| Index::new(m).ok());
    (index, 1u64..40).prop_filter_map("a multiple", |(small, factor)| {
        let big = Index::new(small.m() * factor).ok().filter(|big| big.degree() < 20_000)?;
        Some((small, big))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// twace ∘ embed = id in every basis.
    #[test]
    fn twace_undoes_embed((small, big) in any_pair(), seed: u64) {
        let mut random = Random::new(seed);
        let mut orders = [tensor_order(&small), tensor_order(&big)];
        if seed % 2 == 0 {
            orders.iter_mut().for_each(|order| random.shuffle(order));
        }
        let subring = Subring::new(&small, &big, &orders[0], &orders[1]).unwrap();
        let q = search_with(&big, 45, 1, &[], |_| 1).unwrap()[0];
        let zq = Zq::new(q).unwrap();
        let weights = subring.twace_weights(&zq, root_of_unity(q, big.m()).unwrap()).unwrap();
        let x = random.residues(small.degree(), q);
        let (mut out, mut back) = (vec![7; big.degree()], vec![7; small.degree()]);
        subring.embed_powerful(&zq, &mut out, &x);
        subring.twace(&zq, &mut back, &out);
        prop_assert_eq!(&back, &x);
        subring.embed_decoding(&zq, &mut out, &x);
        subring.twace(&zq, &mut back, &out);
        prop_assert_eq!(&back, &x);
        subring.embed_crt(&zq, &mut out, &x);
        let mut scratch = vec![7; subring.scratch_len()];
        subring.twace_crt(&zq, &weights, &mut back, &out, &mut scratch);
        prop_assert_eq!(&back, &x);
    }

    /// A tower: embedding in two steps is embedding at once, and so is twace.
    #[test]
    fn towers((small, middle) in any_pair(), factor in 1u64..12, seed: u64) {
        let Ok(big) = Index::new(middle.m() * factor) else { return Ok(()) };
        let [lower, upper, whole] =
            [(&small, &middle), (&middle, &big), (&small, &big)].map(|(a, b)| subring(a, b));
        let mut random = Random::new(seed);
        let zq = Zq::new(65_537).unwrap();
        let x = random.residues(small.degree(), 65_537);
        let (mut step, mut out, mut once) =
            (vec![0; middle.degree()], vec![0; big.degree()], vec![0; big.degree()]);
        lower.embed_decoding(&zq, &mut step, &x);
        upper.embed_decoding(&zq, &mut out, &step);
        whole.embed_decoding(&zq, &mut once, &x);
        prop_assert_eq!(&out, &once);
        let y = random.residues(big.degree(), 65_537);
        let (mut back, mut back_once) = (vec![0; small.degree()], vec![0; small.degree()]);
        upper.twace(&zq, &mut step, &y);
        lower.twace(&zq, &mut back, &step);
        whole.twace(&zq, &mut back_once, &y);
        prop_assert_eq!(back, back_once);
    }
}

#[test]
fn what_does_not_belong_together() {
    let (small, big) = (Index::new(12).unwrap(), Index::new(20).unwrap());
    let error = Subring::new(&small, &big, &tensor_order(&small), &tensor_order(&big)).unwrap_err();
    assert_eq!(error, SubringError::NotDivisor { small: 12, big: 20 });
    let small = Index::new(4).unwrap();
    let subring = subring(&small, &big);
    let zq = Zq::new(41).unwrap();
    for root in [0, 1, root_of_unity(41, 10).unwrap(), root_of_unity(41, 40).unwrap()] {
        let error = subring.twace_weights(&zq, root).unwrap_err();
        assert_eq!(error, SubringError::NotRoot { root, order: 20, q: 41 });
    }
}

/// The ring of integers in itself, and in others, even modulo 2.
#[test]
fn index_one() {
    let one = Index::new(1).unwrap();
    let subring = subring(&one, &one);
    let zq = Zq::new(2).unwrap();
    let weights = subring.twace_weights(&zq, 1).unwrap();
    let mut out = [0];
    subring.twace_crt(&zq, &weights, &mut out, &[1], &mut []);
    assert_eq!(out, [1]);
}
