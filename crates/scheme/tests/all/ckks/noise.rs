//! Random circuits, with related operands and messages at the edge of what is stated: no error is larger
//! than its bound.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error,
    ckks::{Ciphertext, Parameters, Plaintext, RingType, Scale},
};

use super::common::{
    Complex, Fixture, Numbers, encode, magnitude, parameters, plus, real_parameters, seed, times,
};

/// A ciphertext, and what it should hold.
type Pair = (Ciphertext<RnsRing>, Vec<Complex>);

/// One step: a result of two earlier ones, or nothing where it would be refused.
fn step(fixture: &Fixture, numbers: &mut Numbers, pool: &[Pair]) -> Result<Pair, Error> {
    let (context, keys) = (&fixture.context, &fixture.keys);
    let (a, x) = &pool[numbers.below(pool.len())];
    let (b, y) = &pool[numbers.below(pool.len())];
    let zip = |f: fn(Complex, Complex) -> Complex| -> Vec<Complex> {
        x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect()
    };
    Ok(match numbers.below(9) {
        0 | 1 => {
            let (a, b) = aligned(fixture, a, b)?;
            (context.add(&a, &b)?, zip(plus))
        }
        2 => {
            let (a, b) = aligned(fixture, a, b)?;
            (context.sub(&a, &b)?, zip(|x, y| (x.0 - y.0, x.1 - y.1)))
        }
        3 | 4 => (context.rescale(&context.multiply(a, b, keys)?)?, zip(times)),
        5 => {
            let square = context.rescale(&context.square(a, keys)?)?;
            (square, x.iter().map(|&x| times(x, x)).collect())
        }
        6 => {
            let mut rotated = x.clone();
            rotated.rotate_left(1);
            (context.rotate(a, 1, keys)?, rotated)
        }
        7 => {
            let m = numbers.message(fixture.parameters());
            let scale = Scale::of_primes(context.rescaling_primes(a.level()));
            let product = context.multiply_plain(a, &fixture.plaintext(&m, &scale))?;
            (context.rescale(&product)?, x.iter().zip(&m).map(|(&x, &y)| times(x, y)).collect())
        }
        _ => {
            let c = 2.0 * numbers.real();
            let scale = Scale::of_primes(context.rescaling_primes(a.level()));
            let product = context.multiply_constant(a, c, &scale)?;
            (context.rescale(&product)?, x.iter().map(|&x| (c * x.0, c * x.1)).collect())
        }
    })
}

/// Both at one scale.
fn aligned(
    fixture: &Fixture,
    a: &Ciphertext<RnsRing>,
    b: &Ciphertext<RnsRing>,
) -> Result<(Ciphertext<RnsRing>, Ciphertext<RnsRing>), Error> {
    if a.scale() == b.scale() {
        return Ok((a.clone(), b.clone()));
    }
    let context = &fixture.context;
    if a.level() > b.level() {
        return Ok((context.adjust(a, b.level(), b.scale())?, b.clone()));
    }
    Ok((a.clone(), context.adjust(b, a.level(), a.scale())?))
}

pub(super) fn instance(m: u64, levels: &[&[u32]], log2_scale: u32, digits: usize) -> Parameters {
    Parameters { log2_scale, ..parameters(m, levels, digits, digits) }
}

/// Likewise, in the conjugate-invariant ring of index m.
pub(super) fn real_instance(
    m: u64,
    levels: &[&[u32]],
    log2_scale: u32,
    digits: usize,
) -> Parameters {
    Parameters { log2_scale, ..real_parameters(m, levels, digits, digits) }
}

/// A message with |z_j| = 1 in every slot, as large as is stated.
fn at_the_edge(numbers: &mut Numbers, parameters: &Parameters) -> Vec<Complex> {
    let is_real = parameters.ring_type() == RingType::ConjugateInvariant;
    let angle = |_| {
        let angle = std::f64::consts::PI * numbers.real();
        if is_real { (angle.signum(), 0.0) } else { (angle.cos(), angle.sin()) }
    };
    (0..parameters.slots()).map(angle).collect()
}

fn circuits(parameters: &Parameters, rounds: u64, steps: usize) -> (usize, f64) {
    let fixture = Fixture::new(parameters, &[1]);
    let slots = parameters.slots();
    let (mut made, mut nearest) = (0, f64::NEG_INFINITY);
    for round in 0..rounds {
        let mut numbers = Numbers(round);
        let edge = at_the_edge(&mut numbers, parameters);
        let inside = numbers.message(parameters);
        let mut pool: Vec<Pair> = [edge, inside].map(|x| (fixture.encrypt(&x), x)).into();
        for _ in 0..steps {
            let Ok((a, x)) = step(&fixture, &mut numbers, &pool) else { continue };
            let (largest, _) = fixture.errors(&a, &x);
            let worst = fixture.context.log2_worst_error(&a);
            // What doubles of the naive embedding get wrong.
            let size = x.iter().map(|&z| super::common::absolute(z)).fold(1.0, f64::max).log2();
            let numeric = size - 50.0 + (slots as f64).log2() / 2.0;
            assert!(
                largest <= worst.max(numeric),
                "round {round}: 2^{largest:.2}, bound 2^{worst:.2}"
            );
            nearest = nearest.max(largest - worst);
            made += 1;
            pool.push((a, x));
        }
    }
    (made, nearest)
}

#[test]
fn no_error_exceeds_its_bound() {
    let many: [&[u32]; 5] = [&[50], &[30], &[30], &[30], &[30]];
    let mut all = 0;
    for make in [instance, real_instance] {
        for (m, log2_scale, digits) in [(64, 30, 1), (64, 30, 2), (256, 30, 3), (1024, 28, 2)] {
            let rounds = if m > 256 { 3 } else { 25 };
            let parameters = make(m, &many, log2_scale, digits);
            let (made, nearest) = circuits(&parameters, rounds, 12);
            let index = &parameters.index;
            eprintln!("m = {index}: {made} results, nearest to the bound 2^{nearest:.2}");
            // The bound is no idle one.
            assert!(nearest > -6.0, "m = {index}: {nearest}");
            all += made;
        }
    }
    assert!(all > 800, "{all}");
}

#[test]
#[ignore = "minutes: cargo test --release --package ringassay-scheme -- --ignored ten_thousand"]
fn no_error_of_ten_thousand_circuits_exceeds_its_bound() {
    let many: [&[u32]; 5] = [&[50], &[30], &[30], &[30], &[30]];
    for make in [instance, real_instance] {
        for (m, log2_scale, digits) in [(16, 30, 1), (64, 30, 2), (64, 28, 3), (256, 30, 2)] {
            let parameters = make(m, &many, log2_scale, digits);
            let (made, nearest) = circuits(&parameters, 2500, 12);
            let index = &parameters.index;
            println!("m = {index}: {made} results, nearest to the bound 2^{nearest:.2}");
        }
    }
}

/// One product where noise alone decides: scales so small that rounding is seen in every slot.
#[test]
fn average_errors_are_predicted_within_a_bit() {
    for make in [instance, real_instance] {
        average_errors_in(&make(2048, &[&[45], &[25], &[25]], 25, 1));
    }
}

fn average_errors_in(parameters: &Parameters) {
    let fixture = Fixture::new(parameters, &[1]);
    let (context, keys) = (&fixture.context, &fixture.keys);
    let x = Numbers(11).message(parameters);
    let a = fixture.encrypt(&x);
    fixture.check(&a, &x, 0.25);
    let square = context.rescale(&context.square(&a, keys).unwrap()).unwrap();
    fixture.check(&square, &x.iter().map(|&x| times(x, x)).collect::<Vec<_>>(), 0.5);
    let mut expected = x.clone();
    expected.rotate_left(1);
    fixture.check(&context.rotate(&a, 1, keys).unwrap(), &expected, 0.25);
    let secret = {
        let scale = fixture.parameters().scale();
        let coefficients = encode(fixture.parameters(), &x, &scale);
        let plaintext = Plaintext::new(coefficients, scale, magnitude(parameters));
        let fresh = context.encrypt_secret(&fixture.secret, &plaintext, &seed(5)).unwrap();
        // The error of the ciphertext alone, exactly.
        let measured = context.measured(&fixture.secret, &fresh, &plaintext).unwrap();
        let stated = context.model().secret_key_encryption().log2_mean();
        assert!((measured.log2_embedding - stated).abs() < 0.1, "{measured:?} {stated}");
        fresh
    };
    fixture.check(&secret, &x, 0.25);
}
