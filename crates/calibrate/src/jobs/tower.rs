//! Kernels between a ring and its subring.

use ringassay_cost::{Call, Kernel};
use ringassay_ring::{
    BasisKind, Decoding, IntElement, Powerful, RingExtension, RnsRing, index::Index,
    subring::Subring,
};

use super::{Cell, Job};
use crate::error::Result;

/// Both rings, with the primes of the larger.
fn extension(cell: &Cell<'_>, small: u32, big: u32) -> Result<RingExtension> {
    let big = cell.bench.ring(big.into(), cell.call.wide, 1)?;
    let small = RnsRing::new(&Index::new(small.into())?, big.moduli())?;
    Ok(RingExtension::new(&small, &big)?)
}

macro_rules! in_basis {
    ($cell:expr, $extension:expr, $ring:expr, $basis:expr, $map:ident) => {{
        let (extension, ring) = ($extension, $ring.clone());
        macro_rules! job {
            ($elements:expr) => {{
                let elements = $elements;
                let work =
                    move || drop(std::hint::black_box(elements.borrow()[0].$map(&extension)));
                $cell.job(&ring, (2, 1), work, &[])
            }};
        }
        match $basis {
            BasisKind::Powerful => job!($cell.bench.powerful(&ring, 1)),
            BasisKind::Decoding => job!($cell.bench.decoding(&ring, 1)),
            BasisKind::Crt => job!($cell.bench.crt(&ring, 1)),
        }
    }};
}

pub(super) fn embed(cell: &Cell<'_>, small: u32, big: u32, basis: BasisKind) -> Result<Job> {
    let extension = extension(cell, small, big)?;
    // Elements of the subring modulo these primes: none that others share.
    let ring = extension.small().clone();
    macro_rules! job {
        ($basis:ty) => {{
            let x = ringassay_ring::Element::<$basis>::zero(&ring);
            let work = move || drop(std::hint::black_box(x.embed(&extension)));
            cell.job(&ring, (2, 1), work, &[])
        }};
    }
    Ok(match basis {
        BasisKind::Powerful => job!(Powerful),
        BasisKind::Decoding => job!(Decoding),
        BasisKind::Crt => job!(ringassay_ring::Crt),
    })
}

pub(super) fn twace(cell: &Cell<'_>, small: u32, big: u32, basis: BasisKind) -> Result<Job> {
    let extension = extension(cell, small, big)?;
    let ring = extension.big().clone();
    Ok(in_basis!(cell, extension, ring, basis, twace))
}

fn subring(small: u32, big: u32) -> Result<Subring> {
    let ring = |m: u32| -> Result<RnsRing> {
        let q = ringassay_ring::primes::search(&Index::new(big.into())?, 45, 1, &[])?;
        Ok(RnsRing::new(&Index::new(m.into())?, &q)?)
    };
    Ok(RingExtension::new(&ring(small)?, &ring(big)?)?.subring().clone())
}

fn integers(cell: &Cell<'_>, n: usize, work: impl FnMut() + 'static) -> Job {
    let others = [Kernel::Clear, Kernel::Erase].map(|kernel| (Call::plain(kernel, n), 1));
    Job::new(cell.call, 1, 16 * cell.n(), work).beside(others)
}

pub(super) fn embed_integers(
    cell: &Cell<'_>,
    small: u32,
    big: u32,
    basis: BasisKind,
) -> Result<Job> {
    let subring = subring(small, big)?;
    let (index, n) = (subring.small().clone(), subring.big().degree());
    Ok(match basis {
        BasisKind::Decoding => {
            let x = IntElement::<Decoding>::zero(&index);
            integers(cell, n, move || drop(std::hint::black_box(x.embed(&subring))))
        }
        _ => {
            let x = IntElement::<Powerful>::zero(&index);
            integers(cell, n, move || drop(std::hint::black_box(x.embed(&subring))))
        }
    })
}

pub(super) fn twace_integers(cell: &Cell<'_>, small: u32, big: u32) -> Result<Job> {
    let subring = subring(small, big)?;
    let (x, n) = (IntElement::<Powerful>::zero(subring.big()), subring.small().degree());
    Ok(integers(cell, n, move || drop(std::hint::black_box(x.twace(&subring)))))
}
