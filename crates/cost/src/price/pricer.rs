//! From calls to nanoseconds.

use std::{
    collections::HashMap,
    hash::BuildHasherDefault,
    mem::{Discriminant, discriminant},
};

use ringassay_kernels::fork::Mutex;

use super::{
    Calibration, Family,
    caches::{Far, NEAR_BYTES, operands_of_tables, reads_tables},
    prediction::{PredictedPhase, Prediction},
    shape::Shape,
    table::{Point, Table},
};
use ringassay_ring::recorder::Mixer;

use crate::{Call, CostRecord, Kernel, Phase};

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

/// Cells that were measured in one kind of ring.
#[derive(Debug, Default)]
struct Cells {
    tables: HashMap<(Kernel, bool), Table>,
    /// Families of a kind of kernel, for those that were not measured, with their lengths.
    kinds: HashMap<(Discriminant<Kernel>, bool), Families>,
}

/// What others go through between two runs of a program: more than a processor's share of its caches.
const COLD_BYTES: u64 = 32 << 20;

/// Prices by call, working set in half octaves, and family.
type Known = HashMap<(Call, u8, Family), Price, BuildHasherDefault<Mixer>>;

/// Prices calls and records by a calibration. Shared by threads; each price is worked out once.
#[derive(Debug)]
pub struct Pricer {
    /// By family.
    cells: [Cells; Family::COUNT],
    fresh_ns_per_byte: [f64; 2],
    far: Far,
    known: Mutex<Known>,
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
        let mut cells: [Cells; Family::COUNT] = Default::default();
        for cell in &calibration.cells {
            let Cells { tables, kinds } = &mut cells[cell.family as usize];
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
        let ns_per_byte = far_prices(&cells[Family::Rns as usize].tables);
        let sums = calibration
            .cells
            .iter()
            .filter(|cell| cell.family == Family::Big)
            .filter(|cell| matches!(cell.call.kernel, Kernel::WholeAdd { .. }));
        let key_bytes = sums.map(|cell| cell.working_set_bytes).max().unwrap_or(0);
        let known = Mutex::default();
        Self { cells, fresh_ns_per_byte, far: Far { ns_per_byte, key_bytes }, known }
    }

    /// The price of one call in a program that goes through so many bytes again and again.
    pub fn price(&self, call: &Call, working_set_bytes: u64) -> Price {
        self.price_in(call, working_set_bytes, Family::Rns)
    }

    /// Likewise, among the kernels of a family: by what was measured there, where anything was.
    pub fn price_in(&self, call: &Call, working_set_bytes: u64, family: Family) -> Price {
        let key = (*call, half_octaves(working_set_bytes), family);
        let known = self.known.lock().get(&key).copied();
        known.unwrap_or_else(|| {
            let log2_bytes = f64::from(key.1) / 2.0;
            let [own_cells, rns_cells] = [family, Family::Rns].map(|one| &self.cells[one as usize]);
            let [own, rns] = [own_cells, rns_cells].map(|cells| cells.measured(call, log2_bytes));
            // Inside the cells of its own family, or of rings in RNS form, or beyond all.
            let inside = |price: &Price| price.origin == Origin::Measured;
            let price = own
                .filter(inside)
                .or_else(|| rns.filter(inside))
                .or(own)
                .or(rns)
                .or_else(|| own_cells.nearest(call, log2_bytes))
                .or_else(|| rns_cells.nearest(call, log2_bytes))
                .unwrap_or(Price { ns: 0.0, spread: 0.0, origin: Origin::Unknown });
            self.known.lock().insert(key, price);
            price
        })
    }

    /// The calls of a record that were not measured: what to measure before pricing it.
    pub fn unmeasured(&self, record: &CostRecord) -> Vec<Call> {
        let calls = record.counts().into_keys();
        calls.filter(|call| self.price(call, 1 << 20).origin != Origin::Measured).collect()
    }

    /// The time of a program that has run before: its memory is there already.
    pub fn predict(&self, record: &CostRecord) -> Prediction {
        Prediction::new(self.phases(record).collect())
    }

    fn phases(&self, record: &CostRecord) -> impl Iterator<Item = PredictedPhase> {
        let mut used = false;
        record.phases.iter().map(move |phase| {
            let is_first_use = !used && reads_tables(phase);
            used |= is_first_use;
            self.phase(phase, is_first_use)
        })
    }

    /// The time of a program that runs for the first time: what it holds at most is new memory.
    pub fn predict_first(&self, record: &CostRecord) -> Prediction {
        let priced = self.phases(record).zip(&record.phases);
        let phases = priced.map(|(mut priced, phase)| {
            for ns in self.of_new_memory(phase) {
                priced.add("fresh memory", 1, ns, 0.0);
            }
            priced
        });
        Prediction::new(phases.collect())
    }

    /// What memory costs a program that runs for the first time, or gave it back: part of
    /// [`predict_first`](Self::predict_first).
    pub fn new_memory_ns(&self, record: &CostRecord) -> f64 {
        record.phases.iter().flat_map(|phase| self.of_new_memory(phase)).sum()
    }

    /// Of small blocks, of large ones.
    fn of_new_memory(&self, phase: &Phase) -> [f64; 2] {
        let [small_ns, large_ns] = self.fresh_ns_per_byte;
        let visits = &phase.visits;
        [small_ns * visits.fresh_bytes as f64, large_ns * visits.large_fresh_bytes as f64]
    }

    /// The time of a program that has run before, but so much else in between that caches hold nothing of
    /// it: what it visits for the first time, and `table_bytes` of its transforms, come from memory.
    pub fn predict_cold(&self, record: &CostRecord, table_bytes: u64) -> Prediction {
        let memory = self.far.ns(COLD_BYTES);
        let mut table_ns = memory * table_bytes as f64;
        let priced = self.phases(record).zip(&record.phases);
        let phases = priced.map(|(mut priced, phase)| {
            let visits = phase.visits.first_by_log2_distance();
            let farther = |log2: f64| (memory - self.far.ns(log2.exp2() as u64)).max(0.0);
            let first: f64 = visits.map(|(log2, bytes)| farther(log2) * bytes as f64).sum();
            let read = operands_of_tables(phase);
            let tables = farther((read.max(1) as f64).log2());
            let tables = tables * phase.visits.first_uncharged_bytes as f64;
            let ns = first + tables + std::mem::take(&mut table_ns);
            priced.add("first visits", 0, ns, 0.0);
            priced
        });
        Prediction::new(phases.collect())
    }

    fn phase(&self, phase: &Phase, is_first_use: bool) -> PredictedPhase {
        let mut priced = PredictedPhase::new(&phase.name);
        let (family, caches) = Family::of(phase);
        for (call, &times) in &phase.counts {
            let bytes = caches.working_set(call, times);
            let price = self.price_in(call, bytes, family);
            priced.add(call.kernel.name(), times, price.ns * times as f64, price.spread);
            match price.origin {
                Origin::Measured => {}
                Origin::Extrapolated => priced.extrapolated += times,
                Origin::Unknown => priced.unknown += times,
            }
        }
        let mut far = caches.far_ns(&self.far, is_first_use);
        for (log2_distance, bytes) in phase.visits.by_log2_distance() {
            far += self.far.ns(log2_distance.exp2() as u64) * bytes as f64;
        }
        if far > 0.0 {
            priced.add("from far memory", 0, far, 0.0);
        }
        let [small_ns, large_ns] = self.fresh_ns_per_byte;
        let mapped = small_ns * phase.visits.mapped_bytes as f64;
        let mapped = mapped + large_ns * phase.visits.huge_bytes as f64;
        if mapped > 0.0 {
            priced.add("mapped memory", 0, mapped, 0.0);
        }
        priced
    }
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
