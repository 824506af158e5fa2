//! From a row to work.

use std::{collections::HashMap, hint::black_box};

use ringassay_kernels::{Backend, Zq};
use ringassay_ring::{
    Basis as RingBasis, CoefficientBasis, Crt, Decoding, Element, ElementError, IntElement,
    Powerful, RingExtension, RnsRing, index::Index, primes,
};

use super::{
    plain::{self, PlainCrt},
    row::{Basis, Library, Operation, Row},
};
use crate::{
    BenchError,
    case::{Prepared, Work, sure},
};

/// Rounds of butterflies in one call.
const BUTTERFLY_ROUNDS: usize = 1000;

/// Rings that were made, shared by the rows of one suite.
pub(crate) struct Rings {
    backend: Backend,
    made: HashMap<(u64, usize, u32), RnsRing>,
}

impl Rings {
    pub(crate) fn new(backend: Backend) -> Self {
        Self { backend, made: HashMap::new() }
    }

    /// The ring of index m modulo that many primes of that size, primes that allow the fastest
    /// transforms.
    fn ring(&mut self, m: u64, limbs: usize, bits: u32) -> Result<RnsRing, BenchError> {
        if let Some(ring) = self.made.get(&(m, limbs, bits)) {
            return Ok(ring.clone());
        }
        let index = Index::new(m)?;
        let moduli = primes::search(&index, bits, limbs, &[])?;
        let ring = RnsRing::with_backend(&index, &moduli, self.backend)?;
        self.made.insert((m, limbs, bits), ring.clone());
        Ok(ring)
    }
}

/// Makes a row ready.
pub(crate) fn prepare(row: &Row, rings: &mut Rings) -> Result<Prepared, BenchError> {
    if row.operation == Operation::Butterfly {
        return butterflies(row, rings);
    }
    let two = matches!(row.operation, Operation::Twace | Operation::Embed);
    if two != row.m_big.is_some() {
        let expected = if two { "two indices, m and m_big" } else { "one index, m" };
        return Err(BenchError::Indices { operation: row.operation.name(), expected });
    }
    let ring = rings.ring(row.m_big.unwrap_or(row.m), row.limbs, row.modulus_bits)?;
    let (n, method) = (ring.degree(), method(row, &ring));
    let (work, backend) = match row.library {
        Library::Plain => (plain_work(row, &ring)?, "portable".to_owned()),
        Library::Ringassay => {
            let backend = ring.zq(0).backend().to_string();
            (if two { between(row, &ring)? } else { within(row, &ring)? }, backend)
        }
    };
    Ok(Prepared { work, operations: 1, n, backend, method })
}

fn method(row: &Row, ring: &RnsRing) -> String {
    match row.operation {
        Operation::Crt | Operation::CrtInverse if row.library == Library::Ringassay => {
            ring.crt_methods(0).join("; ")
        }
        _ => String::new(),
    }
}

fn no_such_operation(row: &Row) -> BenchError {
    BenchError::NoSuchOperation {
        operation: row.operation.name(),
        basis: row.basis.name(),
        library: row.library.name(),
    }
}

fn butterflies(row: &Row, rings: &Rings) -> Result<Prepared, BenchError> {
    let index = Index::new(4)?;
    let q = primes::search(&index, row.modulus_bits, 1, &[])?[0];
    let zq = Zq::with_backend(q, rings.backend)?;
    let operations = (zq.butterflies_per_round() * BUTTERFLY_ROUNDS) as u64;
    let work = sure(move || {
        black_box(zq.butterflies(black_box(BUTTERFLY_ROUNDS)));
    });
    let backend = zq.backend().to_string();
    Ok(Prepared { work, operations, n: 1, backend, method: String::new() })
}

/// Operations within one ring.
fn within(row: &Row, ring: &RnsRing) -> Result<Work, BenchError> {
    let (p, d, c) = (sample::<Powerful>(ring), sample::<Decoding>(ring), sample::<Crt>(ring));
    Ok(match (row.operation, row.basis) {
        (Operation::Crt, Basis::Powerful) => {
            into(p?, zero::<Crt>(ring), Element::<Powerful>::crt_into)
        }
        (Operation::CrtInverse, Basis::Crt) => {
            into(c?, zero::<Powerful>(ring), Element::<Crt>::powerful_into)
        }
        (Operation::L, Basis::Decoding) => {
            into(d?, zero::<Powerful>(ring), Element::<Decoding>::powerful_into)
        }
        (Operation::LInverse, Basis::Powerful) => {
            into(p?, zero::<Decoding>(ring), Element::<Powerful>::decoding_into)
        }
        (Operation::Add, Basis::Powerful) => {
            let other = p.as_ref().map_err(Clone::clone)?.clone();
            into(other, p?, |x, y| y.try_add_assign(x))
        }
        (Operation::Multiply, Basis::Crt) => {
            let other = c.as_ref().map_err(Clone::clone)?.clone();
            into(c?, zero::<Crt>(ring), move |x, y| x.mul_into(&other, y))
        }
        (Operation::MulG, Basis::Powerful) => assign(p?, Element::mul_g_assign),
        (Operation::MulG, Basis::Decoding) => assign(d?, Element::mul_g_assign),
        (Operation::MulG, Basis::Crt) => assign(c?, Element::mul_g_assign),
        (Operation::DivG, Basis::Powerful) => assign(p?, Element::div_g_assign),
        (Operation::DivG, Basis::Decoding) => assign(d?, Element::div_g_assign),
        (Operation::DivG, Basis::Crt) => assign(c?, Element::div_g_assign),
        (Operation::Lift, Basis::Powerful) => lift(p?),
        _ => return Err(no_such_operation(row)),
    })
}

/// Operations between a ring and its subring.
fn between(row: &Row, big: &RnsRing) -> Result<Work, BenchError> {
    let small = RnsRing::with_backend(&Index::new(row.m)?, big.moduli(), big.zq(0).backend())?;
    let extension = RingExtension::new(&small, big)?;
    Ok(match (row.operation, row.basis) {
        (Operation::Twace, Basis::Powerful) => twace::<Powerful>(extension)?,
        (Operation::Twace, Basis::Decoding) => twace::<Decoding>(extension)?,
        (Operation::Twace, Basis::Crt) => twace::<Crt>(extension)?,
        (Operation::Embed, Basis::Powerful) => embed::<Powerful>(extension)?,
        (Operation::Embed, Basis::Decoding) => embed::<Decoding>(extension)?,
        (Operation::Embed, Basis::Crt) => embed::<Crt>(extension)?,
        _ => return Err(no_such_operation(row)),
    })
}

fn twace<B: RingBasis>(extension: RingExtension) -> Result<Work, BenchError> {
    let (x, out) = (sample::<B>(extension.big())?, zero::<B>(extension.small()));
    Ok(into(x, out, move |x, out| x.twace_into(&extension, out)))
}

fn embed<B: RingBasis>(extension: RingExtension) -> Result<Work, BenchError> {
    let (x, out) = (sample::<B>(extension.small())?, zero::<B>(extension.big()));
    Ok(into(x, out, move |x, out| x.embed_into(&extension, out)))
}

/// `f` from one element into another.
fn into<A: RingBasis, B: RingBasis>(
    from: Element<A>,
    mut to: Element<B>,
    f: impl Fn(&Element<A>, &mut Element<B>) -> Result<(), ElementError> + Send + 'static,
) -> Work {
    Box::new(move || {
        f(black_box(&from), &mut to)?;
        black_box(&to);
        Ok(())
    })
}

/// `f` in place.
fn assign<B: RingBasis>(mut x: Element<B>, f: impl Fn(&mut Element<B>) + Send + 'static) -> Work {
    sure(move || {
        f(black_box(&mut x));
        black_box(&x);
    })
}

fn lift<B: CoefficientBasis>(x: Element<B>) -> Work {
    let mut lifted = IntElement::<B>::zero(x.ring().index());
    Box::new(move || {
        black_box(&x).lift_into(&mut lifted)?;
        black_box(&lifted);
        Ok(())
    })
}

fn zero<B: RingBasis>(ring: &RnsRing) -> Element<B> {
    Element::zero(ring)
}

/// Residues without structure: a multiplicative generator's orbit, reduced.
fn sample<B: RingBasis>(ring: &RnsRing) -> Result<Element<B>, ElementError> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut residues = Vec::with_capacity(ring.limbs() * ring.degree());
    for &q in ring.moduli() {
        residues.extend((0..ring.degree()).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 1) % q
        }));
    }
    Element::from_residues(ring, &residues)
}

/// The definitions, on the first limb.
fn plain_work(row: &Row, ring: &RnsRing) -> Result<Work, BenchError> {
    let q = ring.moduli()[0];
    let mut x = sample::<Powerful>(ring)?.limb(0).to_vec();
    Ok(match (row.operation, row.basis, row.limbs) {
        (Operation::Crt, Basis::Powerful, 1) => {
            let crt = PlainCrt::new(ring.index(), q, ring.root(0), ring.zq(0).modulus());
            sure(move || crt.forward(black_box(&mut x)))
        }
        (Operation::Multiply, Basis::Crt, 1) => {
            let y = x.clone();
            sure(move || {
                for (x, y) in black_box(&mut x).iter_mut().zip(black_box(&y)) {
                    *x = plain::mul(*x, *y, q);
                }
            })
        }
        _ => return Err(no_such_operation(row)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference computes the same values as the ring, in its own order.
    #[test]
    fn the_reference_is_right() -> Result<(), BenchError> {
        for m in [1, 3, 4, 8, 9, 15, 45, 64, 105, 144, 1728] {
            let ring = Rings::new(Backend::Portable).ring(m, 1, 30)?;
            let x = sample::<Powerful>(&ring)?;
            let crt =
                PlainCrt::new(ring.index(), ring.moduli()[0], ring.root(0), ring.zq(0).modulus());
            let mut plain = x.limb(0).to_vec();
            crt.forward(&mut plain);
            let mut ours = x.to_crt().limb(0).to_vec();
            plain.sort_unstable();
            ours.sort_unstable();
            assert_eq!(plain, ours, "m = {m}");
        }
        Ok(())
    }
}
