//! The average error of each operation, measured, beside what is stated: within one bit. The measured
//! columns are printed (`--nocapture`); docs/ckks.md shows them.

use ringassay_ring::RnsRing;
use ringassay_scheme::ckks::{Ciphertext, Parameters, Plaintext, RingType, Scale};

use super::{
    common::{Complex, Fixture, Numbers, encode, magnitude, plus, seed, times},
    noise::{instance, real_instance},
};

const STEPS: i64 = 5;

/// An operation, its result, and what the slots should hold.
type Row = (&'static str, Ciphertext<RnsRing>, Vec<Complex>);

fn map(x: &[Complex], f: impl Fn(Complex) -> Complex) -> Vec<Complex> {
    x.iter().map(|&z| f(z)).collect()
}

fn zip(x: &[Complex], y: &[Complex], f: impl Fn(Complex, Complex) -> Complex) -> Vec<Complex> {
    x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect()
}

fn left(x: &[Complex], steps: i64) -> Vec<Complex> {
    let mut x = x.to_vec();
    x.rotate_left(steps as usize);
    x
}

/// Two fresh ciphertexts of independent messages, and what they hold.
struct Operands {
    fixture: Fixture,
    a: Ciphertext<RnsRing>,
    b: Ciphertext<RnsRing>,
    x: Vec<Complex>,
    y: Vec<Complex>,
}

/// Scales so small that noise, and not doubles, decides every slot.
const LEVELS: [&[u32]; 4] = [&[45], &[25], &[25], &[25]];

fn operands(parameters: &Parameters) -> Operands {
    let fixture = Fixture::new(parameters, &[STEPS]);
    let mut numbers = Numbers(11);
    let (x, y) = (numbers.message(parameters), numbers.message(parameters));
    let (a, b) = (fixture.encrypt(&x), fixture.encrypt(&y));
    Operands { fixture, a, b, x, y }
}

fn linear(Operands { fixture, a, b, x, y }: &Operands) -> Vec<Row> {
    let (context, keys) = (&fixture.context, &fixture.keys);
    let plaintext = fixture.plaintext(y, a.scale());
    let secret = {
        let scale = fixture.parameters().scale();
        let coefficients = encode(fixture.parameters(), x, &scale);
        let plaintext = Plaintext::new(coefficients, scale, magnitude(fixture.parameters()));
        context.encrypt_secret(&fixture.secret, &plaintext, &seed(5)).unwrap()
    };
    let hoisted = context.hoist(a).unwrap();
    vec![
        ("encrypt, public key", a.clone(), x.clone()),
        ("encrypt, secret key", secret, x.clone()),
        ("a + b", context.add(a, b).unwrap(), zip(x, y, plus)),
        ("a + a", context.add(a, a).unwrap(), zip(x, x, plus)),
        ("a - b", context.sub(a, b).unwrap(), zip(x, y, |x, y| (x.0 - y.0, x.1 - y.1))),
        ("-a", context.negate(a), map(x, |x| (-x.0, -x.1))),
        ("a + m", context.add_plain(a, &plaintext).unwrap(), zip(x, y, plus)),
        ("a + c", context.add_constant(a, 0.3).unwrap(), map(x, |x| (x.0 + 0.3, x.1))),
        ("a at a lower level", context.drop_to(a, 1).unwrap(), x.clone()),
        ("rotate", context.rotate(a, STEPS, keys).unwrap(), left(x, STEPS)),
        ("rotate, hoisted", context.rotate_hoisted(&hoisted, STEPS, keys).unwrap(), left(x, STEPS)),
    ]
}

/// What only complex slots allow.
fn complex(Operands { fixture, a, x, .. }: &Operands) -> Vec<Row> {
    let (context, keys) = (&fixture.context, &fixture.keys);
    if fixture.parameters().ring_type() == RingType::ConjugateInvariant {
        return Vec::new();
    }
    vec![
        ("i·a", context.multiply_by_i(a).unwrap(), map(x, |x| (-x.1, x.0))),
        ("conjugate", context.conjugate(a, keys).unwrap(), map(x, |x| (x.0, -x.1))),
    ]
}

fn products(Operands { fixture, a, b, x, y }: &Operands) -> Vec<Row> {
    let (context, keys) = (&fixture.context, &fixture.keys);
    let rescaled = |a: &Ciphertext<RnsRing>| context.rescale(a).unwrap();
    let scale = Scale::of_primes(context.rescaling_primes(a.level()));
    let factor = fixture.plaintext(y, &scale);
    let (xy, xx) = (zip(x, y, times), zip(x, x, times));
    let product = context.multiply(a, b, keys).unwrap();
    let square = rescaled(&context.square(a, keys).unwrap());
    let tensor = context.tensor(a, b).unwrap();
    let fourth = rescaled(&context.square(&square, keys).unwrap());
    let constant = context.multiply_constant(a, 0.7, &scale).unwrap();
    let adjusted = context.adjust(a, square.level(), square.scale()).unwrap();
    vec![
        ("a·b", product.clone(), xy.clone()),
        ("a·b, rescaled", rescaled(&product), xy.clone()),
        (
            "a·b, in one division",
            context.relinearise_and_rescale(tensor, keys).unwrap(),
            xy.clone(),
        ),
        ("a², rescaled", square.clone(), xx.clone()),
        ("a⁴, rescaled", fourth, map(&xx, |x| times(x, x))),
        ("a·m, rescaled", rescaled(&context.multiply_plain(a, &factor).unwrap()), xy),
        ("a·c, rescaled", rescaled(&constant), map(x, |x| (0.7 * x.0, 0.7 * x.1))),
        ("a at another scale", adjusted.clone(), x.clone()),
        ("a² + a", context.add(&square, &adjusted).unwrap(), zip(&xx, x, plus)),
    ]
}

#[test]
fn average_errors_of_all_operations_are_stated_within_a_bit() {
    for parameters in [instance(1024, &LEVELS, 25, 1), real_instance(1024, &LEVELS, 25, 1)] {
        println!("{}", parameters.index);
        let operands = operands(&parameters);
        let rows =
            [linear(&operands), complex(&operands), products(&operands)].into_iter().flatten();
        for (name, result, expected) in rows {
            let (largest, average) = operands.fixture.errors(&result, &expected);
            let context = &operands.fixture.context;
            let (stated, worst) =
                (context.log2_average_error(&result), context.log2_worst_error(&result));
            println!("| {name} | {average:.2} | {stated:.2} | {largest:.2} | {worst:.2} |");
            assert!((average - stated).abs() < 1.0, "{name}: 2^{average:.2}, stated 2^{stated:.2}");
            assert!(largest <= worst, "{name}: 2^{largest:.2}, bound 2^{worst:.2}");
        }
    }
}
