//! Circuits over real and complex numbers: gates and polynomials.
//!
//! A polynomial of degree d takes ⌈log2(d + 1)⌉ levels: P = Q·x^(2^k) + R by halves, about d/2 products
//! (D. Knuth, The Art of Computer Programming, vol. 2, 4.6.4).

use std::rc::Rc;

use ringassay_circuit::{Circuit, Const, Gate, Node};

use crate::plan::arithmetic::Operand;
use crate::plan::emit::Emitter;
use crate::plan::gates::{Gates, bits};
use crate::plan::refusal::Refusal;

use Operand::{Known, Value as Made};

/// Real and imaginary part; the latter is 0 over reals.
type Number = [f64; 2];

/// The gates over real and complex numbers. Known values are the bits of doubles, two for each slot: real and
/// imaginary part.
pub(super) struct RealGates<'a> {
    pub(super) emitter: Emitter<'a>,
}

impl RealGates<'_> {
    fn uniform(&self, value: Number) -> Operand {
        Known(value.map(f64::to_bits).repeat(self.emitter.layout.batch as usize).into())
    }

    fn each(a: &[u64], b: &[u64], op: impl Fn(Number, Number) -> Number) -> Operand {
        let pairs = numbers(a).zip(numbers(b));
        Known(pairs.flat_map(|(a, b)| op(a, b).map(|part| (part + 0.0).to_bits())).collect())
    }

    fn add(&mut self, a: &Operand, b: &Operand) -> Result<Operand, Refusal> {
        Ok(match (a, b) {
            (Known(a), Known(b)) => Self::each(a, b, |[a, ai], [b, bi]| [a + b, ai + bi]),
            (Made(a), Made(b)) => Made(self.emitter.add(*a, *b)?),
            (Made(a), Known(c)) | (Known(c), Made(a)) if c.iter().all(|&x| x == 0) => Made(*a),
            (Made(a), Known(c)) | (Known(c), Made(a)) => {
                Made(self.emitter.add_plain(*a, c.to_vec())?)
            }
        })
    }

    fn negate(&mut self, a: &Operand) -> Result<Operand, Refusal> {
        Ok(match a {
            Known(a) => Self::each(a, a, |[a, ai], _| [-a, -ai]),
            Made(a) => Made(self.emitter.negate(*a)?),
        })
    }

    fn conjugate(&mut self, a: &Operand) -> Result<Operand, Refusal> {
        Ok(match a {
            Known(a) => Self::each(a, a, |[a, ai], _| [a, -ai]),
            Made(a) => Made(self.emitter.conjugate(*a)?),
        })
    }

    fn sub(&mut self, a: &Operand, b: &Operand) -> Result<Operand, Refusal> {
        if a.same(b) {
            return Ok(self.uniform([0.0; 2]));
        }
        if let (Made(a), Made(b)) = (a, b) {
            return Ok(Made(self.emitter.sub(*a, *b)?));
        }
        let negated = self.negate(b)?;
        self.add(a, &negated)
    }

    fn multiply(&mut self, a: &Operand, b: &Operand) -> Result<Operand, Refusal> {
        Ok(match (a, b) {
            (Known(a), Known(b)) => Self::each(a, b, product),
            (Made(a), Made(b)) => Made(self.emitter.multiply(*a, *b)?),
            (Made(a), Known(c)) | (Known(c), Made(a)) => {
                let uniform = numbers(c).next().filter(|first| numbers(c).all(|x| x == *first));
                match uniform {
                    Some([0.0, 0.0]) => Known(c.clone()),
                    Some([1.0, 0.0]) => Made(*a),
                    Some([-1.0, 0.0]) => Made(self.emitter.negate(*a)?),
                    _ => Made(self.emitter.multiply_plain(*a, c.to_vec())?),
                }
            }
        })
    }

    fn select(&mut self, a: &Operand, b: &Operand, mask: &[u64]) -> Result<Operand, Refusal> {
        if a.same(b) || mask.iter().all(|&bit| bit == 1) {
            return Ok(a.clone());
        }
        if mask.iter().all(|&bit| bit == 0) {
            return Ok(b.clone());
        }
        let difference = self.sub(a, b)?;
        let mask = mask.iter().flat_map(|&bit| [(bit as f64).to_bits(), 0]).collect();
        let chosen = self.multiply(&difference, &Known(mask))?;
        self.add(b, &chosen)
    }

    fn polynomial(&mut self, x: &Operand, coefficients: &[Number]) -> Result<Operand, Refusal> {
        let mut powers = vec![x.clone()];
        self.halves(&mut powers, coefficients)
    }

    /// `powers` holds x, x², x⁴, … as far as they were needed.
    fn halves(
        &mut self,
        powers: &mut Vec<Operand>,
        coefficients: &[Number],
    ) -> Result<Operand, Refusal> {
        let degree = coefficients.iter().rposition(|&c| c != [0.0; 2]);
        let Some(degree @ 1..) = degree else {
            return Ok(self.uniform(coefficients.first().copied().unwrap_or_default()));
        };
        let level = (degree + 1).next_power_of_two().ilog2() as usize - 1;
        while powers.len() <= level {
            let last = powers[powers.len() - 1].clone();
            powers.push(self.multiply(&last, &last)?);
        }
        let (low, high) = coefficients[..=degree].split_at(1 << level);
        let high = self.halves(powers, high)?;
        let power = powers[level].clone();
        let product = self.multiply(&high, &power)?;
        let low = self.halves(powers, low)?;
        self.add(&product, &low)
    }
}

impl Gates for RealGates<'_> {
    type Value = Operand;

    fn wire(&mut self, wire: u32) -> Result<Operand, Refusal> {
        Ok(Made(self.emitter.input(wire)?))
    }

    fn gate<'v>(
        &mut self,
        circuit: &Circuit,
        gate: Gate,
        get: impl Fn(Node) -> Result<&'v Operand, Refusal>,
        _: (u32, u32),
    ) -> Result<Operand, Refusal> {
        let is_complex = circuit.shape().space.is_complex();
        let pairs = |parts: &[f64]| -> Vec<Number> {
            if is_complex {
                parts.as_chunks::<2>().0.to_vec()
            } else {
                parts.iter().map(|&part| [part, 0.0]).collect()
            }
        };
        let known = |c: Const| {
            let found = pairs(&circuit.reals(c).collect::<Vec<_>>());
            Known(found.into_iter().flat_map(|number| number.map(f64::to_bits)).collect())
        };
        match gate {
            Gate::Add(a, b) => self.add(get(a)?, get(b)?),
            Gate::Sub(a, b) => self.sub(get(a)?, get(b)?),
            Gate::Neg(a) => self.negate(get(a)?),
            Gate::Conj(a) => self.conjugate(get(a)?),
            Gate::Mul(a, b) => self.multiply(get(a)?, get(b)?),
            Gate::AddConst(a, c) => self.add(get(a)?, &known(c)),
            Gate::MulConst(a, c) => self.multiply(get(a)?, &known(c)),
            Gate::Select(a, b, mask) => self.select(get(a)?, get(b)?, &bits(circuit, mask)),
            Gate::Rotate(a, amount) => match get(a)? {
                Known(a) => {
                    let mut rotated = a.to_vec();
                    rotated.rotate_right(2 * amount as usize);
                    Ok(Known(Rc::from(rotated)))
                }
                Made(a) => Ok(Made(self.emitter.rotate(*a, amount)?)),
            },
            Gate::Poly { x, .. } => self.polynomial(get(x)?, &pairs(circuit.coefficients(gate))),
            Gate::FanIn { .. } => Err(Refusal::Internal("a fan-in gate over reals")),
        }
    }
}

fn numbers(words: &[u64]) -> impl Iterator<Item = Number> + '_ {
    words.as_chunks::<2>().0.iter().map(|parts| parts.map(f64::from_bits))
}

fn product([a, ai]: Number, [b, bi]: Number) -> Number {
    // Reals stay reals, however large.
    if ai == 0.0 && bi == 0.0 { [a * b, 0.0] } else { [a * b - ai * bi, a * bi + ai * b] }
}
