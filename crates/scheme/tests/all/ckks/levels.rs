//! Levels, exact scales, two primes to a level.

use ringassay_scheme::{Error, ckks::Scale};

use super::common::{Complex, Fixture, Numbers, parameters, plus, times};

#[test]
fn scales_of_products_are_those_of_the_table_exactly() {
    let fixture = Fixture::new(&parameters(64, &[&[50], &[40], &[40], &[40], &[40]], 1, 1), &[]);
    let (context, keys) = (&fixture.context, &fixture.keys);
    let slots = fixture.parameters().slots();
    let x = Numbers(1).complexes(slots);
    let mut a = fixture.encrypt(&x);
    let mut expected = x.clone();
    while a.level() > 0 {
        assert_eq!(a.scale(), &context.canonical_scale(a.level()));
        a = context.rescale(&context.square(&a, keys).unwrap()).unwrap();
        expected = expected.iter().map(|&z| times(z, z)).collect();
        fixture.check(&a, &expected, 1.0);
    }
    assert_eq!(a.scale(), &context.canonical_scale(0));
}

#[test]
fn a_scale_is_adjusted_exactly_or_not_at_all() {
    let fixture = Fixture::new(&parameters(128, &[&[50], &[40], &[40], &[40]], 1, 1), &[]);
    let (context, keys) = (&fixture.context, &fixture.keys);
    let slots = fixture.parameters().slots();
    let (x, y) = (Numbers(1).complexes(slots), Numbers(2).complexes(slots));
    let (a, b) = (fixture.encrypt(&x), fixture.encrypt(&y));
    let square = context.rescale(&context.square(&a, keys).unwrap()).unwrap();
    assert!(matches!(context.add(&square, &b), Err(Error::Scales { .. })));
    let adjusted = context.adjust(&b, square.level(), square.scale()).unwrap();
    assert_eq!((adjusted.level(), adjusted.scale()), (square.level(), square.scale()));
    fixture.check(&adjusted, &y, 1.0);
    let sum = context.add(&square, &adjusted).unwrap();
    let expected: Vec<Complex> = x.iter().zip(&y).map(|(&x, &y)| plus(times(x, x), y)).collect();
    fixture.check(&sum, &expected, 1.0);
    // Any scale, at any lower level.
    let odd = Scale::from_factors(35, vec![(3, 2), (65_537, 2), (1_073_750_017, -1)]).unwrap();
    for level in 0..3 {
        let adjusted = context.adjust(&b, level, &odd).unwrap();
        assert_eq!((adjusted.level(), adjusted.scale()), (level, &odd));
        let (largest, _) = fixture.errors(&adjusted, &y);
        assert!(largest <= context.log2_worst_error(&adjusted));
    }
    // Not at its own level, not to a scale that is too small, not upwards.
    assert!(matches!(context.adjust(&b, 3, &odd), Err(Error::Modulus { .. })));
    let tiny = Scale::power_of_two(-10);
    assert!(matches!(context.adjust(&b, 2, &tiny), Err(Error::Parameters(_))));
    assert!(matches!(context.drop_to(&square, 3), Err(Error::Modulus { .. })));
}

#[test]
fn two_primes_to_a_level_carry_scales_beyond_50_bits() {
    let levels: [&[u32]; 4] = [&[45, 45], &[37, 38], &[37, 38], &[37, 38]];
    for digit_limbs in [1, 2, 3] {
        let mut parameters = parameters(256, &levels, digit_limbs, digit_limbs);
        parameters.log2_scale = 75;
        let fixture = Fixture::new(&parameters, &[1]);
        let (context, keys) = (&fixture.context, &fixture.keys);
        let slots = fixture.parameters().slots();
        // Powers of two and their squares are exact in the naive encoder's doubles: an impulse is not.
        let x: Vec<Complex> = vec![(0.5, 0.0); slots];
        let mut a = fixture.encrypt(&x);
        let mut expected = 0.5_f64;
        for level in (0..3).rev() {
            a = context.rescale(&context.square(&a, keys).unwrap()).unwrap();
            expected *= expected;
            assert_eq!(a.level(), level);
            let (largest, _) = fixture.errors(&a, &vec![(expected, 0.0); slots]);
            let worst = context.log2_worst_error(&a);
            // Doubles hold 53 bits.
            assert!(largest <= worst.max(-46.0), "{largest} {worst}");
            assert!(worst < -50.0, "{worst}");
        }
    }
}

#[test]
fn levels_of_any_shape() {
    let levels: [&[u32]; 4] = [&[50], &[25, 26], &[40], &[30, 30]];
    let fixture = Fixture::new(&parameters(64, &levels, 3, 2), &[1]);
    let (context, slots) = (&fixture.context, fixture.parameters().slots());
    let x = Numbers(4).complexes(slots);
    let mut a = fixture.encrypt(&x);
    for level in (0..4).rev() {
        assert_eq!(a.level(), level);
        let rotated = context.rotate(&a, 1, &fixture.keys).unwrap();
        let mut expected = x.clone();
        expected.rotate_left(1);
        fixture.check(&rotated, &expected, 1.0);
        if level > 0 {
            let q = Scale::of_primes(context.rescaling_primes(level));
            a = context.rescale(&context.multiply_constant(&a, 1.0, &q).unwrap()).unwrap();
            assert_eq!(a.scale(), &fixture.parameters().scale());
        }
    }
}
