//! Arithmetic with levels and scales on numbers that are not encrypted: what polynomials are tested with.

use std::cell::Cell;

use ringassay_functions::{ApproximateArithmetic, Arithmetic, Factor};
use ringassay_scheme::{
    Error,
    ckks::{
        Scale,
        encoding::{Complex, DoubleDouble},
    },
};

pub(crate) type Extended = Complex<DoubleDouble>;

/// Neighbours of 2^40, not in order.
const DIVISORS: [u64; 6] = [
    1_099_511_627_689,
    1_099_511_627_791,
    1_099_510_054_913,
    1_099_515_691_009,
    1_099_507_695_617,
    1_099_516_870_657,
];

#[derive(Debug, Clone)]
pub(crate) struct Slots {
    pub level: usize,
    pub scale: Scale,
    pub components: usize,
    pub values: Vec<Extended>,
}

/// Counts what it is asked for and refuses what a scheme would refuse.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// Whether coefficients are rounded at their scale, as encoding does.
    pub is_rounding: bool,
    pub products: Cell<usize>,
    pub relinearisations: Cell<usize>,
    pub factors: Cell<usize>,
}

fn more(counter: &Cell<usize>) {
    counter.set(counter.get() + 1);
}

pub(crate) fn number(x: f64) -> Extended {
    Complex::new(x.into(), DoubleDouble::ZERO)
}

impl Numbers {
    pub(crate) fn fresh(values: Vec<Extended>, level: usize, scale: Scale) -> Slots {
        Slots { level, scale, components: 2, values }
    }

    /// A factor in every slot, rounded to the scale.
    fn encoded(&self, factor: &Factor<'_>, count: usize, scale: &Scale) -> Vec<Extended> {
        let mut all = match factor {
            Factor::Constant(z) => vec![*z; count],
            Factor::Entries(z) => z.iter().map(|z| z.rounded().extended()).collect(),
        };
        all.resize(count, Extended::default());
        if self.is_rounding {
            let (hi, lo, exponent) = scale.double_double();
            let scale = DoubleDouble::new(hi, lo).times_power_of_two(exponent as i32);
            let round = |x: DoubleDouble| DoubleDouble::from_i128((x * scale).round()) / scale;
            for z in &mut all {
                *z = Complex::new(round(z.re), round(z.im));
            }
        }
        all
    }

    fn zip(a: &Slots, b: &[Extended], f: impl Fn(Extended, Extended) -> Extended) -> Slots {
        assert_eq!(a.values.len(), b.len());
        let values = a.values.iter().zip(b).map(|(&a, &b)| f(a, b)).collect();
        Slots { values, ..a.clone() }
    }
}

/// What rescaling divides by at a level.
pub(crate) fn divisor(level: usize) -> Result<Scale, Error> {
    match level {
        0 => Err(Error::Unsupported("level 0".into())),
        _ => Ok(Scale::of_primes(&[DIVISORS[level % DIVISORS.len()]])),
    }
}

impl Arithmetic for Numbers {
    type Ciphertext = Slots;
    type Number = Extended;
    type Scale = Scale;

    fn level(&self, a: &Slots) -> usize {
        a.level
    }

    fn scale(&self, a: &Slots) -> Scale {
        a.scale.clone()
    }

    fn before_rescaling(&self, after: &Scale, level: usize) -> Result<Scale, Error> {
        Ok(after.multiplied(&divisor(level)?))
    }

    fn cofactor(&self, product: &Scale, a: &Slots) -> Scale {
        product.divided(&a.scale)
    }

    fn integer(&self, x: i64) -> Extended {
        number(x as f64)
    }

    fn add(&self, a: Slots, b: &Slots) -> Result<Slots, Error> {
        assert_eq!((a.level, &a.scale), (b.level, &b.scale), "sums need equal levels and scales");
        let sum = Self::zip(&a, &b.values, |a, b| a + b);
        Ok(Slots { components: a.components.max(b.components), ..sum })
    }

    fn sub(&self, a: Slots, b: &Slots) -> Result<Slots, Error> {
        let negative = Slots { values: b.values.iter().map(|&b| -b).collect(), ..b.clone() };
        self.add(a, &negative)
    }

    fn double(&self, a: &Slots) -> Result<Slots, Error> {
        self.add(a.clone(), a)
    }

    fn multiply(&self, a: &Slots, b: &Slots) -> Result<Slots, Error> {
        assert_eq!((a.level, a.components, b.components), (b.level, 2, 2), "operands of products");
        more(&self.products);
        let product = Self::zip(a, &b.values, |a, b| a * b);
        Ok(Slots { components: 3, scale: a.scale.multiplied(&b.scale), ..product })
    }

    fn square(&self, a: &Slots) -> Result<Slots, Error> {
        self.multiply(a, a)
    }

    fn relinearise(&self, a: Slots) -> Result<Slots, Error> {
        if a.components > 2 {
            more(&self.relinearisations);
        }
        Ok(Slots { components: 2, ..a })
    }

    fn multiply_to(&self, a: Slots, factor: &Factor<'_>, scale: &Scale) -> Result<Slots, Error> {
        let of_factor = scale.divided(&a.scale);
        if of_factor.log2() < 10.0 {
            return Err(Error::Unsupported("a factor would be rounded away".into()));
        }
        more(&self.factors);
        let factor = self.encoded(factor, a.values.len(), &of_factor);
        Ok(Slots { scale: scale.clone(), ..Self::zip(&a, &factor, |a, b| a * b) })
    }

    fn add_to(&self, a: Slots, term: &Factor<'_>) -> Result<Slots, Error> {
        Ok(Self::zip(&a, &self.encoded(term, a.values.len(), &a.scale), |a, b| a + b))
    }

    fn rescale(&self, a: &Slots) -> Result<Slots, Error> {
        let scale = a.scale.divided(&divisor(a.level)?);
        let bits = scale.log2();
        assert!((20.0..70.0).contains(&bits), "a scale of 2^{bits} would not be one to work with");
        Ok(Slots { level: a.level - 1, scale, ..a.clone() })
    }

    fn drop_to(&self, a: &Slots, level: usize) -> Result<Slots, Error> {
        assert!(level <= a.level, "levels only become lower");
        Ok(Slots { level, ..a.clone() })
    }

    fn rotate(&self, a: &Slots, steps: i64) -> Result<Slots, Error> {
        let mut values = a.values.clone();
        values.rotate_left(steps.rem_euclid(a.values.len() as i64) as usize);
        Ok(Slots { values, ..a.clone() })
    }

    fn to_unit_interval(&self, x: &Slots, from: f64, to: f64) -> Result<Slots, Error> {
        // The definition, in one factor and one term.
        let scale = self.before_rescaling(&x.scale, x.level)?;
        let product =
            self.multiply_to(x.clone(), &Factor::Constant(number(2.0 / (to - from))), &scale)?;
        self.add_to(self.rescale(&product)?, &Factor::Constant(number(-(from + to) / (to - from))))
    }
}

impl ApproximateArithmetic for Numbers {
    fn real_part(&self, a: &Slots) -> Result<Slots, Error> {
        assert_eq!(a.components, 2);
        let values = a.values.iter().map(|z| Complex::new(z.re, DoubleDouble::ZERO)).collect();
        Ok(Slots { values, scale: a.scale.multiplied(&Scale::power_of_two(1)), ..a.clone() })
    }
}
