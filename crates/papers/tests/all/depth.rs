//! The depth formulas: every figure that is known of them, and exact arithmetic beside logarithms.

use num_bigint::BigInt;
use ringassay_papers::depth::{Formula, MAX_DEPTH, Setting, SettingError, depth};
use ringassay_scheme::Scheme;

const N: u32 = 4096;

fn levels(formula: Formula, log2_q: u32, log2_w: u32, t: u64) -> u32 {
    let setting = Setting::paper(N, log2_q.into(), log2_w.into(), t);
    depth(formula, &setting).unwrap().unwrap()
}

/// The smallest log2 q that keeps depth 10.
fn smallest_q(formula: Formula, log2_w: u32, t: u64) -> u32 {
    (50..400).find(|&log2_q| levels(formula, log2_q, log2_w, t) >= 10).unwrap()
}

/// The largest log2 w that keeps depth 10 at 300 bits.
fn largest_w(formula: Formula) -> u32 {
    (1..=300).filter(|&log2_w| levels(formula, 300, log2_w, 2) >= 10).max().unwrap()
}

#[test]
fn the_smallest_modulus_of_the_case_study() {
    assert_eq!(smallest_q(Formula::FvRecurrence, 28, 2), 281);
    assert_eq!(smallest_q(Formula::FvClosed, 28, 2), 284);
    // At 281 bits, 2^28 is also the largest base.
    assert_eq!(levels(Formula::FvRecurrence, 281, 29, 2), 9);
}

#[test]
fn plaintext_moduli_up_to_nine_keep_the_depth() {
    for t in 2..=9 {
        assert_eq!(levels(Formula::FvRecurrence, 300, 2, t), 10);
        assert_eq!(levels(Formula::FvClosed, 300, 2, t), 10);
    }
    assert_eq!(levels(Formula::FvRecurrence, 300, 2, 10), 9);
    assert_eq!(levels(Formula::FvClosed, 300, 2, 10), 9);
}

#[test]
fn the_largest_bases_at_300_bits() {
    assert_eq!(largest_w(Formula::FvClosed), 44);
    assert_eq!(largest_w(Formula::FvRecurrence), 47);
    // The paper says 22, which is neither.
    assert_eq!(largest_w(Formula::YasheClosed), 21);
    assert_eq!(largest_w(Formula::YasheRecurrence), 25);
}

#[test]
fn the_small_grid() {
    for (log2_q, log2_w, fv, yashe) in [
        (100, 2, 2, 2),
        (100, 28, 2, 2),
        (200, 2, 6, 6),
        (281, 2, 10, 9),
        (300, 2, 10, 10),
        (300, 28, 10, 9),
    ] {
        assert_eq!(levels(Formula::FvRecurrence, log2_q, log2_w, 2), fv, "{log2_q}, {log2_w}");
        assert_eq!(
            levels(Formula::YasheRecurrence, log2_q, log2_w, 2),
            yashe,
            "{log2_q}, {log2_w}"
        );
    }
}

#[test]
fn the_papers_range_for_f_ntru_begins_where_its_formula_does() {
    let published = |log2_q: u32| {
        let setting = Setting::paper(1024, log2_q.into(), 1.0, 2);
        depth(Formula::FntruPublished, &setting).unwrap()
    };
    // Multiples of five: 90 is the first.
    assert_eq!((published(85), published(90)), (Some(9), Some(10)));
    // Its worst case needs many more bits.
    let derived = |log2_q: u32| {
        let setting = Setting::paper(1024, log2_q.into(), 1.0, 2);
        depth(Formula::FntruDerived, &setting).unwrap()
    };
    assert!(derived(140) < Some(8));
}

#[test]
fn shield_chains_grow_by_sums() {
    let of = |formula, log2_q| depth(formula, &Setting::paper(1024, log2_q, 1.0, 2)).unwrap();
    assert_eq!(of(Formula::ShieldChain, 20.0), None);
    // ε0 = 588.8·2049, N n = 2·40·1024: (2^38/ε0 − 1)/(N n) = 2.7.
    assert_eq!(of(Formula::ShieldChain, 40.0), Some(2));
    assert_eq!(of(Formula::ShieldTree, 40.0), Some(1));
    assert_eq!(of(Formula::ShieldChain, 60.0), Some(MAX_DEPTH));
    assert_eq!(of(Formula::ShieldTree, 60.0), Some(2));
}

#[test]
fn nonsense_is_refused() {
    let good = Setting::paper(N, 300.0, 28.0, 2);
    let refused = |scheme: Scheme, setting: Setting| setting.validate(scheme).unwrap_err();
    let fv = Scheme::Fv;
    assert_eq!(refused(fv, Setting { degree: 3000, ..good }), SettingError::Degree(3000));
    assert!(matches!(refused(fv, Setting { log2_q: f64::NAN, ..good }), SettingError::Modulus(_)));
    assert!(matches!(refused(fv, Setting { log2_w: 301.0, ..good }), SettingError::Base { .. }));
    assert!(matches!(refused(fv, Setting { t: 1, ..good }), SettingError::Plaintext { .. }));
    assert_eq!(refused(Scheme::Fntru, Setting { t: 3, ..good }), SettingError::NotBits(3));
    let negative = Setting { error_bound: -1.0, ..good };
    assert!(matches!(refused(fv, negative), SettingError::Bounds { .. }));
    assert_eq!(
        depth(Formula::FvRecurrence, &Setting { log2_q: 12.0, log2_w: 2.0, ..good }),
        Ok(None)
    );
}

#[test]
fn every_formula_is_found_by_its_name() {
    for formula in Formula::ALL {
        assert_eq!(Formula::find(formula.scheme(), formula.name()), Some(formula));
    }
    assert_eq!(Formula::find(Scheme::Shield, "closed"), None);
}

/// The same formulas in whole numbers: every quantity times ten, so that B_err = 11776/10 is one.
struct Exact {
    fresh: BigInt,
    factor: BigInt,
    constant: BigInt,
    /// Twice the limit.
    limit: BigInt,
}

impl Exact {
    fn new(is_yashe: bool, log2_q: u32, log2_w: u32, t: u32) -> Self {
        let big = |value: u64| BigInt::from(value);
        let (n, t, error) = (big(N.into()), big(t.into()), big(11776));
        let q: BigInt = BigInt::from(1) << log2_q;
        let (quotient, remainder) = (&q / &t, &q % &t);
        let digits = big(u64::from(log2_q / log2_w + 1)) << log2_w;
        let limit = 10 * (quotient - &remainder);
        if is_yashe {
            Self {
                fresh: &n * &t * (2 * &error + 5 * remainder),
                factor: &n * &t * (4 + &n * &t),
                constant: 10 * &n * &n * &t * &t * (1 + &t) + &n * &n * &t * digits * error,
                limit,
            }
        } else {
            Self {
                fresh: &error * (1 + 2 * &n),
                factor: &n * &t * (4 + &n),
                constant: 10 * &n * &n * (1 + &t * &t) + &n * digits * error,
                limit,
            }
        }
    }

    fn recurrence(&self) -> Option<u32> {
        let (mut noise, mut found) = (self.fresh.clone(), None);
        while 2 * &noise < self.limit {
            found = Some(found.map_or(0, |depth: u32| depth + 1));
            noise = &self.factor * noise + &self.constant;
        }
        found
    }

    fn closed(&self) -> Option<u32> {
        let holds = |depth: u32| {
            let mut noise = self.factor.pow(depth) * &self.fresh;
            if depth > 0 {
                noise += depth * self.factor.pow(depth - 1) * &self.constant;
            }
            2 * noise < self.limit
        };
        (0..).take_while(|&depth| holds(depth)).last()
    }
}

#[test]
fn logarithms_are_exact_enough() {
    let mut points = 0;
    for t in [2, 3, 7, 10, 60, 65537] {
        for log2_w in [1, 2, 5, 16, 28, 44, 60] {
            for log2_q in (20..=440).filter(|&log2_q| log2_q > log2_w) {
                let setting = Setting::paper(N, log2_q.into(), log2_w.into(), t.into());
                for (is_yashe, recurrence, closed) in [
                    (false, Formula::FvRecurrence, Formula::FvClosed),
                    (true, Formula::YasheRecurrence, Formula::YasheClosed),
                ] {
                    let exact = Exact::new(is_yashe, log2_q, log2_w, t);
                    assert_eq!(
                        depth(recurrence, &setting).unwrap(),
                        exact.recurrence(),
                        "{setting:?}"
                    );
                    assert_eq!(depth(closed, &setting).unwrap(), exact.closed(), "{setting:?}");
                    points += 1;
                }
            }
        }
    }
    assert!(points > 30_000);
}
