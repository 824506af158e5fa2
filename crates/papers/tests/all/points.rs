//! Points of PAnTHErS' case study.

use ringassay_circuit::{Facts, Shape, Space, read_expression};
use ringassay_papers::{
    depth::Formula,
    grid::{Depth, ErrorWidth, Key, Point, Security, Structure, assess},
};
use ringassay_scheme::Scheme;

fn case_study() -> Facts {
    let text = "c1^3*c2^2*c3^2*S*T*(S+c3)*(S+c2+c3) where S = c1*T+c1+c2, T = c1*c2+c3";
    let shape = Shape { space: Space::Zt { modulus: 2 }, batch: 1 };
    read_expression(text.as_bytes(), shape).unwrap().circuit.facts().unwrap()
}

fn point(scheme: Scheme, degree: u32, log2_q: f64, log2_w: f64) -> Point {
    let (key, error) = (Key::Ternary, ErrorWidth::TwoRootN);
    Point { scheme, degree, log2_q, log2_w, t: 2, key, error }
}

#[test]
fn the_papers_selection() {
    let points = [
        point(Scheme::Fv, 4096, 281.0, 28.0),
        point(Scheme::Fv, 4096, 280.0, 28.0),
        point(Scheme::Fv, 16384, 320.0, 28.0),
        point(Scheme::Fv, 4096, 20.0, 28.0),
        point(Scheme::Fv, 4096, 13.0, 2.0),
    ];
    let found = assess(&points, Formula::FvRecurrence, &case_study());
    assert_eq!(found[0].depth, Depth::Levels(10));
    assert!(matches!(found[0].security, Security::Bits(bits) if (48.0..52.0).contains(&bits)));
    assert_eq!(found[1].depth, Depth::Levels(9));
    assert!(matches!(found[2].security, Security::Bits(bits) if bits > 128.0));
    assert_eq!(found[3].depth, Depth::Impossible);
    assert_eq!(found[4].depth, Depth::Undecryptable);
    assert!((-55.0..-40.0).contains(&found[0].log2_failure.unwrap()));
}

#[test]
fn ntru_schemes_are_marked() {
    let yashe = assess(
        &[point(Scheme::Yashe, 4096, 300.0, 8.0), point(Scheme::Yashe, 4096, 21.0, 8.0)],
        Formula::YasheRecurrence,
        &case_study(),
    );
    assert_eq!(yashe[0].security, Security::Overstretched);
    assert!(matches!(yashe[1].security, Security::Bits(_)));
    let fntru =
        assess(&[point(Scheme::Fntru, 1024, 90.0, 1.0)], Formula::FntruPublished, &case_study());
    assert_eq!(fntru[0].security, Security::Overstretched);
    // An average case bounds no failure.
    assert_eq!(fntru[0].log2_failure, None);
}

#[test]
fn structure_is_that_of_the_definitions() {
    let facts = case_study();
    let fv = Structure::of(&point(Scheme::Fv, 4096, 281.0, 28.0), &facts);
    assert_eq!((fv.digits, fv.ring_products), (11, 13.0 + 6.0 + 26.0 * 12.0 + 1.0));
    let element = 4096.0 * 281.0 / 8.0;
    assert_eq!((fv.ciphertext_bytes, fv.key_bytes), (2.0 * element, 24.0 * element));
    assert_eq!(fv.data_bytes, (24.0 + 14.0) * element);
    let yashe = Structure::of(&point(Scheme::Yashe, 4096, 300.0, 8.0), &facts);
    assert_eq!((yashe.digits, yashe.ring_products), (38, 39.0 + 3.0 + 12.0 + 38.0 * 11.0 + 2.0));
    let shield = Structure::of(&point(Scheme::Shield, 1024, 40.0, 1.0), &facts);
    assert_eq!(shield.ring_products, 1.0 + 480.0 + 12.0 * 8.0 * 1600.0 + 40.0);
}

#[test]
fn a_formula_of_another_scheme_finds_nothing() {
    let found =
        assess(&[point(Scheme::Fv, 4096, 281.0, 28.0)], Formula::YasheClosed, &case_study());
    assert_eq!(found[0].depth, Depth::Impossible);
}

#[test]
fn secrets_are_read_strictly() {
    assert_eq!(Key::parse("ternary"), Some(Key::Ternary));
    assert_eq!(Key::parse("sparse-64"), Some(Key::Sparse(64)));
    assert_eq!(Key::parse("gaussian-3.2"), Some(Key::Gaussian(3.2)));
    for text in ["", "ternary-1", "sparse", "sparse-0", "sparse--1", "gaussian-NaN", "gaussian-0"] {
        assert_eq!(Key::parse(text), None, "{text}");
    }
}
