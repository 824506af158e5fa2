//! From calls to nanoseconds.

use std::{
    collections::HashMap,
    hash::BuildHasherDefault,
    mem::{Discriminant, discriminant},
    sync::{PoisonError, RwLock},
};

use super::{
    Calibration,
    prediction::{PredictedPhase, Prediction},
    shape::Shape,
    table::{Point, Table},
};
use ringassay_ring::ledger::Mixer;

use crate::{Call, Kernel, Observation, Phase};

/// The price of one call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    /// Nanoseconds on a processor.
    pub ns: f64,
    /// The relative spread of the cells it comes from.
    pub spread: f64,
    /// How it was found.
    pub origin: Origin,
}

/// How a price was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Between measured cells.
    Measured,
    /// Beyond them, or from another ring's: the kernel has to be measured for a better one.
    Extrapolated,
    /// Nothing like it was measured; the price is 0.
    Unknown,
}

/// Lengths of rows, and the kernel that was measured there.
type Families = Vec<(u32, Kernel)>;

/// Cells that were measured in surroundings of one kind.
#[derive(Debug, Default)]
struct Cells {
    tables: HashMap<(Kernel, bool), Table>,
    /// Families of a kind of kernel, for those that were not measured, with their lengths.
    kinds: HashMap<(Discriminant<Kernel>, bool), Families>,
}

/// Prices by call, working set in half octaves, and whether in a positional ring.
type Known = HashMap<(Call, u8, bool), Price, BuildHasherDefault<Mixer>>;

/// Prices calls and observations by a calibration. Shared by threads; each price is worked out once.
#[derive(Debug)]
pub struct Pricer {
    plain: Cells,
    positional: Cells,
    fresh_ns_per_byte: [f64; 2],
    far_ns_per_byte: Vec<f64>,
    known: RwLock<Known>,
}

/// Working sets in half octaves: prices hardly change within one.
fn half_octaves(bytes: u64) -> u8 {
    (2.0 * (bytes.max(1) as f64).log2()).round() as u8
}

impl Cells {
    fn at(&self, family: (Kernel, bool), shape: &Shape, length: u32, log2: f64) -> Option<Point> {
        self.tables.get(&family)?.at(&place(shape, length, log2), SIZES)
    }

    /// From cells of the very family.
    fn measured(&self, call: &Call, log2_bytes: f64) -> Option<Price> {
        let shape = Shape::new(call);
        let point = self.at(shape.family, &shape, call.length, log2_bytes)?;
        let origin = if point.outside { Origin::Extrapolated } else { Origin::Measured };
        Some(Price { ns: point.ns * shape.work, spread: point.spread, origin })
    }

    /// Of another ring, the nearest in length: the steps of a coefficient grow with log n.
    fn nearest(&self, call: &Call, log2_bytes: f64) -> Option<Price> {
        let shape = Shape::new(call);
        let (kernel, wide) = shape.family;
        let ((length, _), point) = [wide, !wide].into_iter().find_map(|wide| {
            let kind = self.kinds.get(&(discriminant(&kernel), wide))?;
            let distance = |length: u32| (f64::from(length) / f64::from(call.length)).ln().abs();
            let nearest =
                kind.iter().min_by(|a, b| distance(a.0).total_cmp(&distance(b.0))).copied()?;
            Some((nearest, self.at((nearest.1, wide), &shape, nearest.0, log2_bytes)?))
        })?;
        let steps = |length: u32| f64::from(length.max(2)).log2();
        let ns = point.ns * shape.work * steps(call.length) / steps(length);
        Some(Price { ns, spread: point.spread, origin: Origin::Extrapolated })
    }
}

impl Pricer {
    /// The prices of a calibration.
    pub fn new(calibration: &Calibration) -> Self {
        let (mut plain, mut positional) = (Cells::default(), Cells::default());
        for cell in &calibration.cells {
            let Cells { tables, kinds } =
                if cell.positional { &mut positional } else { &mut plain };
            let shape = Shape::new(&cell.call);
            let place = place(&shape, cell.call.length, (cell.working_set_bytes as f64).log2());
            let table = tables.entry(shape.family).or_insert_with(Table::new);
            table.insert(&place, cell.cpu_ns / shape.work, cell.spread);
            let (kernel, wide) = shape.family;
            let kind = kinds.entry((discriminant(&kernel), wide)).or_default();
            if !kind.contains(&(cell.call.length, kernel)) {
                kind.push((cell.call.length, kernel));
            }
        }
        let fresh_ns_per_byte =
            [calibration.fresh_ns_per_byte, calibration.large_fresh_ns_per_byte];
        let far_ns_per_byte = far_prices(&plain.tables);
        Self { plain, positional, fresh_ns_per_byte, far_ns_per_byte, known: RwLock::default() }
    }

    /// The price of one call in a program that goes through so many bytes again and again.
    pub fn price(&self, call: &Call, working_set_bytes: u64) -> Price {
        self.price_in(call, working_set_bytes, false)
    }

    /// Likewise, in a positional ring: by what was measured there, where anything was.
    pub fn price_in(&self, call: &Call, working_set_bytes: u64, positional: bool) -> Price {
        let key = (*call, half_octaves(working_set_bytes), positional);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let log2_bytes = f64::from(key.1) / 2.0;
            let own = if positional { self.positional.measured(call, log2_bytes) } else { None };
            // Inside the cells of its own surroundings, or of others, or beyond all.
            let inside = |price: &Price| price.origin == Origin::Measured;
            let plain = self.plain.measured(call, log2_bytes);
            let price = own
                .filter(inside)
                .or_else(|| plain.filter(inside))
                .or(own)
                .or(plain)
                .or_else(|| self.positional.nearest(call, log2_bytes).filter(|_| positional))
                .or_else(|| self.plain.nearest(call, log2_bytes))
                .unwrap_or(Price { ns: 0.0, spread: 0.0, origin: Origin::Unknown });
            self.known.write().unwrap_or_else(PoisonError::into_inner).insert(key, price);
            price
        })
    }

    /// The calls of an observation that were not measured: what to measure before pricing it.
    pub fn unmeasured(&self, observation: &Observation) -> Vec<Call> {
        let calls = observation.counts().into_keys();
        calls.filter(|call| self.price(call, 1 << 20).origin != Origin::Measured).collect()
    }

    /// The time of a program that has run before: its memory is there already.
    pub fn predict(&self, observation: &Observation) -> Prediction {
        let phases = observation.phases.iter().map(|phase| self.phase(phase));
        Prediction::new(phases.collect())
    }

    /// The time of a program that runs for the first time: what it holds at most is new memory.
    pub fn predict_first(&self, observation: &Observation) -> Prediction {
        let phases = observation.phases.iter().map(|phase| {
            let fresh = [phase.visits.fresh_bytes, phase.visits.large_fresh_bytes];
            let mut priced = self.phase(phase);
            for (ns, bytes) in self.fresh_ns_per_byte.into_iter().zip(fresh) {
                priced.add("fresh memory", 1, ns * bytes as f64, 0.0);
            }
            priced
        });
        Prediction::new(phases.collect())
    }

    fn phase(&self, phase: &Phase) -> PredictedPhase {
        let mut priced = PredictedPhase::new(&phase.name);
        let positional = phase.counts.keys().any(|call| call.kernel.is_positional());
        let digits = phase.counts.keys().map(|call| match call.kernel {
            Kernel::InnerProduct { terms } => 8 * u64::from(call.length) * u64::from(terms),
            _ => 0,
        });
        let prepared = |(call, times): (&Call, &u64)| {
            if matches!(call.kernel, Kernel::PrepareTable { .. }) { *times } else { 0 }
        };
        let prepared = phase.counts.iter().map(prepared).sum::<u64>();
        let digits = digits.max().unwrap_or(0);
        let touched = phase.counts.iter().map(row_bytes).sum::<u64>();
        for (call, &times) in &phase.counts {
            let bytes = match call.kernel {
                // Its tables are visited once in a program, and are most of it.
                Kernel::InnerProduct { terms } if positional => {
                    let tables = if prepared > 0 { prepared.min(times) } else { times };
                    8 * u64::from(call.length) * u64::from(terms) * tables
                }
                Kernel::InnerProduct { .. } => phase.peak_bytes.min(touched),
                // Keys are put together from parts that are larger than caches; an operation goes
                // through about half of what the function holds. (Residues are written to memory
                // that was cleared just before, which has its own price.)
                Kernel::Copy
                | Kernel::WholeAdd { .. }
                | Kernel::WholeAddSmall { .. }
                | Kernel::WholeNeg { .. }
                | Kernel::WholeScale { .. }
                | Kernel::WholeUniform { .. }
                | Kernel::Join { .. }
                | Kernel::PrepareTable { .. }
                    if positional =>
                {
                    (phase.growth_bytes / 2).max(NEAR_BYTES)
                }
                // Written before they are all read again.
                Kernel::Digit { .. } => digits,
                _ => NEAR_BYTES,
            };
            let price = self.price_in(call, bytes, positional);
            priced.add(call.kernel.name(), times, price.ns * times as f64, price.spread);
            match price.origin {
                Origin::Measured => {}
                Origin::Extrapolated => priced.extrapolated += times,
                Origin::Unknown => priced.unknown += times,
            }
        }
        if positional {
            let ns = self.far_ns_per_byte.last().copied().unwrap_or_default();
            priced.add("from far memory", 0, ns * cold_bytes(phase) as f64, 0.0);
        }
        for (log2_distance, bytes) in phase.visits.by_log2_distance() {
            let eighth = (8.0 * log2_distance).round() as usize;
            let ns = self.far_ns_per_byte.get(eighth).copied().unwrap_or_default();
            if ns > 0.0 {
                priced.add("from far memory", 0, ns * bytes as f64, 0.0);
            }
        }
        priced
    }
}

/// A working set that is in a near cache: kernels are priced there, and what comes from far is
/// charged by the byte.
const NEAR_BYTES: u64 = 1 << 17;

/// What a function of a positional scheme finds in no cache when it begins, because others came before:
/// the tables of its primes' transforms, and its operands and buffers up to the size of a cache, read
/// and written.
fn cold_bytes(phase: &Phase) -> u64 {
    let tables = phase.counts.keys().map(|call| match call.kernel {
        Kernel::Split { limbs, .. } | Kernel::Join { limbs, .. } | Kernel::Round { limbs, .. } => {
            32 * u64::from(call.length) * u64::from(limbs)
        }
        _ => 0,
    });
    tables.max().unwrap_or(0) + 2 * phase.growth_bytes.min(CACHE_BYTES)
}

/// The size of a second-level cache.
const CACHE_BYTES: u64 = 2 << 20;

/// What the calls would read, had each met a row that none had met before.
fn row_bytes((call, &times): (&Call, &u64)) -> u64 {
    8 * u64::from(call.length) * times
}

/// Nanoseconds for each byte that comes from so far, more than from near: by the distance in eighths
/// of octaves. The mean of a sum, which reads two rows and writes one, and of a copy, which reads
/// one.
fn far_prices(tables: &HashMap<(Kernel, bool), Table>) -> Vec<f64> {
    let extra = |kernel, bytes_per_word: f64, log2_bytes: f64| {
        let call = Call { kernel, length: 1 << 12, wide: false };
        let shape = Shape::new(&call);
        let table = tables.get(&shape.family)?;
        let at = |log2_bytes| table.at(&place(&shape, call.length, log2_bytes), SIZES);
        let near = at((NEAR_BYTES as f64).log2())?;
        Some((at(log2_bytes)?.ns - near.ns).max(0.0) / bytes_per_word)
    };
    let price = |eighth: u32| {
        let log2_bytes = f64::from(eighth) / 8.0;
        let prices = [extra(Kernel::Add, 16.0, log2_bytes), extra(Kernel::Copy, 8.0, log2_bytes)];
        let known = prices.iter().flatten();
        known.clone().sum::<f64>() / known.count().max(1) as f64
    };
    (0..320).map(price).collect()
}

/// The levels of a table that are sizes of the call; the last is the working set.
const SIZES: usize = 3;

fn place(shape: &Shape, length: u32, log2_bytes: f64) -> [f64; 4] {
    let log2 = |size: u32| (f64::from(size) + 1.0).log2();
    [log2(shape.sizes[0]), log2(shape.sizes[1]), f64::from(length.max(1)).log2(), log2_bytes]
}
