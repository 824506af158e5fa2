//! Indices against definitions: trial division over all residues, powers of complex roots of unity
//! counted as exponents, orders by repeated multiplication.

use ringassay_ring::index::{Index, IndexError, PrimePower, UnitGroup};

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Every index up to 200.
fn small() -> impl Iterator<Item = Index> {
    (1..=200u64).filter(|m| m % 4 != 2).map(|m| Index::new(m).unwrap())
}

#[test]
fn factorisation_and_totient_by_counting() {
    for index in small() {
        let m = index.m();
        let product: u64 = index.factors().iter().map(|f| f.value()).product();
        assert_eq!(product, m);
        assert!(index.factors().windows(2).all(|w| w[0].prime > w[1].prime), "{index}");
        for factor in index.factors() {
            let p = u64::from(factor.prime);
            assert!((2..p).all(|d| p % d != 0), "{p} is prime");
            let coprime = (1..=factor.value()).filter(|&a| gcd(a, factor.value()) == 1).count();
            assert_eq!(factor.totient(), coprime);
        }
        let units: Vec<u32> = (0..m).filter(|&a| gcd(a, m) == 1).map(|a| a as u32).collect();
        assert_eq!(index.units().collect::<Vec<_>>(), units);
        assert_eq!(index.degree(), units.len());
        let primes: Vec<u64> =
            (2..=m).filter(|p| m % p == 0 && (2..*p).all(|d| p % d != 0)).collect();
        assert_eq!(index.radical(), primes.iter().product::<u64>());
        assert_eq!(index.radical_odd(), primes.iter().filter(|&&p| p != 2).product::<u64>());
        assert_eq!(index.m_hat(), if m % 2 == 0 { m / 2 } else { m });
        assert_eq!(index.is_power_of_two(), primes.iter().all(|&p| p == 2));
    }
}

#[test]
fn axes_and_positions() {
    for index in small() {
        let mut seen = vec![false; index.degree()];
        for position in 0..index.degree() {
            let coordinates = index.coordinates(position);
            assert_eq!(index.position(&coordinates), position);
            let offset: usize =
                index.axes().zip(&coordinates).map(|(axis, j)| axis.inner * j).sum();
            assert_eq!(offset, position);
            seen[offset] = true;
        }
        assert!(seen.iter().all(|&s| s));
        for axis in index.axes() {
            assert_eq!(axis.outer * axis.len * axis.inner, index.degree());
        }
        let smallest_last = index.axes().last().is_none_or(|axis| axis.inner == 1);
        assert!(smallest_last, "{index}: the last axis is contiguous");
    }
}

#[test]
fn powerful_exponents_are_products_of_roots() {
    for index in small() {
        let exponents = index.powerful_exponents();
        assert_eq!(exponents.len(), index.degree());
        for (position, &exponent) in exponents.iter().enumerate() {
            // ζ_{m_i} = ζ_m^{m/m_i}
            let factors = index.factors().iter().zip(index.coordinates(position));
            let sum: u64 = factors.map(|(f, j)| j as u64 * (index.m() / f.value())).sum();
            assert_eq!(u64::from(exponent), sum % index.m());
            let split = index.split_power(u64::from(exponent));
            assert!(split.iter().zip(index.coordinates(position)).all(|(&s, j)| s as usize == j));
        }
        for k in 0..index.m() {
            let split = index.split_power(k);
            let sum: u64 = index
                .factors()
                .iter()
                .zip(&split)
                .map(|(f, &s)| u64::from(s) * (index.m() / f.value()))
                .sum();
            assert_eq!(sum % index.m(), k, "{index}");
        }
    }
}

#[test]
fn crt_exponents_are_congruent_to_the_axes() {
    for index in small() {
        // Any order of the units of an axis will do; take them descending.
        let axes: Vec<Vec<u32>> = index
            .factors()
            .iter()
            .map(|f| {
                let value = f.value() as u32;
                (0..value).rev().filter(|a| a % f.prime != 0).collect()
            })
            .collect();
        let axes: Vec<&[u32]> = axes.iter().map(Vec::as_slice).collect();
        let units = index.crt_exponents(&axes);
        for (position, &unit) in units.iter().enumerate() {
            let coordinates = index.coordinates(position);
            for ((factor, axis), j) in index.factors().iter().zip(&axes).zip(coordinates) {
                assert_eq!(u64::from(unit) % factor.value(), u64::from(axis[j]));
            }
            assert_eq!(index.combine(&index.residues(u64::from(unit))), unit);
        }
        let mut sorted = units;
        sorted.sort_unstable();
        assert_eq!(sorted, index.units().collect::<Vec<_>>());
    }
}

#[test]
fn orders_and_generators_by_enumeration() {
    for index in small() {
        let group = UnitGroup::new(&index);
        let m = index.m();
        let mut largest = 1;
        for unit in index.units().map(u64::from) {
            let mut powers = vec![1 % m];
            while powers.last().unwrap() * unit % m != 1 % m {
                powers.push(powers.last().unwrap() * unit % m);
            }
            assert_eq!(group.order(unit), powers.len() as u64, "{unit} mod {m}");
            let counted: Vec<u64> = group.powers(unit).into_iter().map(u64::from).collect();
            assert_eq!(counted, powers);
            largest = largest.max(powers.len() as u64);
        }
        assert_eq!(group.exponent(), largest);
        let mut products = vec![1 % m];
        for g in group.generators() {
            assert_eq!(group.order(u64::from(g.unit)), u64::from(g.order));
            products = products
                .iter()
                .flat_map(|&x| group.powers(u64::from(g.unit)).into_iter().map(move |y| (x, y)))
                .map(|(x, y)| x * u64::from(y) % m)
                .collect();
        }
        products.sort_unstable();
        assert_eq!(products, index.units().map(u64::from).collect::<Vec<_>>(), "{m}");
    }
}

#[test]
fn divisibility() {
    for small_index in small() {
        for big in small() {
            assert_eq!(small_index.divides(&big), big.m() % small_index.m() == 0);
        }
    }
}

#[test]
fn what_is_no_index() {
    assert_eq!(Index::new(0), Err(IndexError::Zero));
    for m in [2, 6, 10, 5_000_002, u64::MAX - 1] {
        let error = Index::new(m).unwrap_err();
        assert_eq!(error, IndexError::TwiceOdd { m });
        assert!(error.to_string().contains(&format!("use index {}", m / 2)), "{error}");
    }
    // φ(2^18) = 2^17 is the last power of two; 131101 the first prime above 2^17 + 1.
    assert_eq!(Index::new(1 << 18).unwrap().degree(), Index::MAX_DEGREE);
    for m in [1 << 19, 131_101, 3 * 131_071, u64::MAX, (1 << 61) - 1, 1 << 63] {
        assert_eq!(Index::new(m), Err(IndexError::TooLarge { m }));
    }
    // The largest index of all, found by a sieve of φ up to 760000: many small primes.
    assert_eq!(Index::new(660_660).unwrap().degree(), 126_720);
}

#[test]
fn indices_of_the_tables() {
    let cases: [(u64, usize, &str); 9] = [
        (1, 1, "1"),
        (7, 6, "7"),
        (1024, 512, "1024 = 2^10"),
        (1728, 576, "1728 = 3^3·2^6"),
        (14_400, 3840, "14400 = 5^2·3^2·2^6"),
        (5461, 5292, "5461 = 127·43"),
        (13_981, 12_000, "13981 = 41·31·11"),
        (21_845, 16_384, "21845 = 257·17·5"),
        (11_648, 4608, "11648 = 13·7·2^7"),
    ];
    for (m, totient, text) in cases {
        let index = Index::new(m).unwrap();
        assert_eq!((index.degree(), index.to_string().as_str()), (totient, text));
    }
    let index = Index::new(14_400).unwrap();
    assert_eq!(index.factor_of(3), Some(PrimePower { prime: 3, exponent: 2 }));
    assert_eq!((index.exponent_of(2), index.exponent_of(7)), (6, 0));
    assert_eq!(index.odd_primes().collect::<Vec<_>>(), [5, 3]);
}
