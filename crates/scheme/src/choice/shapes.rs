//! Which sizes of primes carry a depth.

use super::{
    Objective, Request,
    chain::{End, Follower, Sizes, Step},
    primes::PrimeSource,
};

/// HEtest's circuits may exceed the depth they are made for by less than this.
const SLACK: f64 = 1.0;

/// The most primes in a digit of key switching.
const MOST_DIGIT_LIMBS: usize = 4;

/// The most large primes of an instance.
const MOST_LARGE: usize = 48;

/// The sizes of primes that carry the depth within a modulus, for the least work or modulus.
pub(super) fn best_sizes(
    follower: &Follower,
    source: &PrimeSource,
    request: &Request,
    most_log2_qp: f64,
) -> Option<(Sizes, f64)> {
    let mut best: Option<(Sizes, f64, f64)> = None;
    for shape in shapes(source, request.objective) {
        let within = |sizes: &Sizes| {
            let lowest = best.as_ref().map_or(f64::INFINITY, |(sizes, ..)| sizes.log2_qp());
            sizes.log2_qp() <= most_log2_qp
                && (request.objective == Objective::Speed || sizes.log2_qp() < lowest)
        };
        let Some((sizes, work)) = least(follower, &shape, request, within) else { continue };
        let value = match request.objective {
            Objective::Speed => work,
            Objective::Size => sizes.log2_qp(),
        };
        if best.as_ref().is_none_or(|(_, _, other)| value < *other) {
            best = Some((sizes, work, value));
        }
    }
    best.map(|(sizes, work, _)| (sizes, work))
}

/// The fewest large primes with which a shape carries the depth.
fn least(
    follower: &Follower,
    shape: &Shape,
    request: &Request,
    within: impl Fn(&Sizes) -> bool,
) -> Option<(Sizes, f64)> {
    let carries = |count: usize, steps: &[Step]| {
        let sizes = shape.sizes(count);
        steps.iter().all(|&step| follow(follower, &sizes, step, request).capacity_bits > 0.0)
    };
    // More primes carry further: bisection.
    let most = (1..=MOST_LARGE).take_while(|&count| within(&shape.sizes(count))).count();
    let fewest = |mut low: usize, steps: &[Step]| {
        let mut high = most + 1;
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if carries(middle, steps) { high = middle } else { low = middle }
        }
        high
    };
    // Products decide nearly always.
    let mut count = fewest(0, &[Step::Multiply]);
    if count <= most && !carries(count, &Step::ALL) {
        count = fewest(count, &Step::ALL);
    }
    let sizes = shape.sizes(count);
    (count <= most).then(|| {
        let work = follow(follower, &sizes, Step::Multiply, request).work;
        (sizes, work)
    })
}

/// Where a chain of one kind of step ends at the depth asked for.
pub(super) fn follow(follower: &Follower, sizes: &Sizes, step: Step, request: &Request) -> End {
    follower.follow(sizes, step, request.depth + SLACK)
}

/// Sizes up to the number of large primes.
#[derive(Debug, Clone)]
struct Shape {
    large: f64,
    small: Vec<f64>,
    special: Vec<f64>,
    digit_limbs: usize,
}

impl Shape {
    fn sizes(&self, large: usize) -> Sizes {
        Sizes {
            large: vec![self.large; large],
            small: self.small.clone(),
            special: self.special.clone(),
            digit_limbs: self.digit_limbs,
        }
    }
}

/// What small primes to try, as fractions of a large one: their sums modulo a large prime should lie
/// evenly. \[1/2, 3/4\] gives quarters, \[2/3, 2/3\] thirds, \[4/7, 5/7, 6/7\] sevenths. Those at the
/// end leave the smallest gaps of all with three or four primes that are not small: indices whose
/// transforms ask much of a prime have no small ones.
const FRACTIONS: [&[f64]; 16] = [
    &[],
    &[0.5],
    &[0.75],
    &[0.5, 0.75],
    &[0.6, 0.8],
    &[0.667, 0.667],
    &[0.571, 0.714, 0.857],
    &[0.625, 0.75, 0.875],
    &[0.65, 0.85],
    &[0.75, 0.875],
    &[0.7, 0.8, 0.9],
    &[0.5, 0.63, 0.74],
    &[0.64, 0.68, 0.84],
    &[0.68, 0.68, 0.82],
    &[0.5, 0.64, 0.78, 0.94],
    &[0.64, 0.68, 0.72, 0.84],
];

/// What is tried: large primes of some sizes, small ones with which moduli lie fractions of a large
/// prime apart, digits of one or more primes with a P of as many.
fn shapes(source: &PrimeSource, objective: Objective) -> Vec<Shape> {
    let min = f64::from(source.min_bits());
    // A little below the limit, so that several primes fit.
    let max = f64::from(PrimeSource::MAX_BITS) - 0.2;
    let mut shapes = Vec::new();
    for step in 0..14 {
        let large = max - f64::from(step);
        if large < min {
            break;
        }
        for fractions in FRACTIONS {
            let small: Vec<f64> = fractions.iter().map(|f| (f * large).max(min)).collect();
            for digit_limbs in 1..=MOST_DIGIT_LIMBS {
                let with = |special: f64| Shape {
                    large,
                    small: small.clone(),
                    special: vec![special.max(min); digit_limbs],
                    digit_limbs,
                };
                if objective == Objective::Speed {
                    shapes.push(with(max));
                }
                if objective == Objective::Size || digit_limbs == 1 {
                    // Noise of key switching may be as large as that of a product.
                    shapes.extend([5.0, 8.0].map(|less| with(large - less)));
                }
            }
        }
    }
    shapes
}
