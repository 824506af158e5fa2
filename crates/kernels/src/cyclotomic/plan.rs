//! Which steps a transform takes.

use crate::{
    HeapBytes, Zq,
    cyclotomic::{
        Method, MethodKind, Scratch,
        axis::Axis,
        cost::{Costs, padded_length},
        dft::{Dft, Rader, inverse, radices},
        line::Line,
        method::allowed,
        number::{generator, pow_mod, root_of_unity},
        padded::Padded,
        power::Power,
        stage::Direction,
        twist::Twist,
    },
    ntt::Negacyclic,
};

crate::heap_bytes!(Plan: exponents, steps, narrow; Step: work; RaderWork: axis, line);

/// The rows of a tile at most: eight columns of them fit into the first-level cache.
const TILE_ROWS: u32 = 512;

/// Rader's tile keeps up with the three sweeps of [`Line`] a little longer.
const RADER_ROWS: u32 = 1100;

/// Below as many columns vectors are not full.
const FEW_COLUMNS: usize = 6;

/// One step, on the tensor `[..][rows][after · inner]`.
#[derive(Debug, Clone)]
struct Step {
    after: usize,
    work: Work,
}

#[derive(Debug, Clone)]
enum Work {
    Axis(Axis),
    /// CRT_p by Rader, in tiles or (for few columns or long ones) line by line.
    Rader(Box<RaderWork>),
    Padded(Padded),
    Power(Power),
    Twist(Twist),
}

impl HeapBytes for Work {
    fn heap_bytes(&self) -> usize {
        match self {
            Self::Axis(axis) => axis.heap_bytes(),
            Self::Rader(work) => work.heap_bytes(),
            Self::Padded(padded) => padded.heap_bytes(),
            Self::Power(power) => power.heap_bytes(),
            Self::Twist(twist) => twist.heap_bytes(),
        }
    }
}

/// At least one of the two.
#[derive(Debug, Clone)]
struct RaderWork {
    axis: Option<Axis>,
    line: Option<Line>,
}

impl RaderWork {
    /// p - 1.
    fn rows(&self) -> usize {
        self.line.as_ref().map(Line::rows).or(self.axis.as_ref().map(Axis::rows)).unwrap_or(1)
    }
}

impl Step {
    fn run(
        &self,
        zq: &Zq,
        direction: Direction,
        data: &mut [u64],
        inner: usize,
        scratch: &mut Scratch,
    ) {
        let inner = inner * self.after;
        match &self.work {
            Work::Axis(axis) => axis.run(zq, direction, data, inner, scratch),
            Work::Twist(twist) => twist.run(zq, direction, data, inner),
            Work::Padded(padded) => padded.run(zq, direction, data, inner, scratch),
            Work::Power(power) => power.run(direction, data, inner, scratch),
            Work::Rader(rader) => {
                let columns = data.len() / rader.rows();
                match &**rader {
                    RaderWork { axis: Some(axis), line }
                        if columns >= FEW_COLUMNS || line.is_none() =>
                    {
                        axis.run(zq, direction, data, inner, scratch);
                    }
                    RaderWork { line: Some(line), .. } => {
                        line.run(zq, direction, data, inner, scratch);
                    }
                    RaderWork { .. } => {}
                }
            }
        }
    }
}

#[cfg(feature = "fault-injection")]
impl Work {
    /// Changes a multiplier of the way forward.
    fn plant_fault(&mut self, position: usize) {
        match self {
            Work::Axis(axis) => axis.plant_fault(position),
            Work::Rader(rader) => {
                let RaderWork { axis, line } = &mut **rader;
                axis.iter_mut().for_each(|axis| axis.plant_fault(position));
                line.iter_mut().for_each(|line| line.plant_fault(position));
            }
            Work::Padded(padded) => padded.plant_fault(position),
            Work::Power(power) => power.plant_fault(position),
            Work::Twist(_) => {}
        }
    }
}

/// The steps of a transform.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) exponents: Vec<u32>,
    pub(super) method: Method,
    steps: Vec<Step>,
    /// Better ones for few columns, in the same order of results.
    narrow: Vec<Step>,
}

impl Plan {
    /// By the first method, with results in the order that the second one has by the costs of
    /// [`Costs::of_order`]. None where q does not allow the methods.
    pub(super) fn new(
        zq: &Zq,
        p: u32,
        e: u32,
        root: u64,
        [kind, of_order]: [MethodKind; 2],
    ) -> Option<Self> {
        if p > 2 && !allowed(kind, p, zq.q()) {
            return None;
        }
        let totient = p.pow(e - 1) * (p - 1);
        let method = match kind {
            MethodKind::Dense => Method::Dense { prime: p },
            MethodKind::Rader => Method::Rader { length: p - 1 },
            MethodKind::Padded => Method::Padded { length: padded_length(p) },
        };
        if p == 2 && totient >= 16 {
            let power = Power::new(zq, e, root).ok()?;
            return Some(Self {
                exponents: power.exponents(),
                method: Method::Negacyclic { length: totient },
                steps: vec![Step { after: 1, work: Work::Power(power) }],
                narrow: vec![],
            });
        }
        let mut plan = Self { exponents: vec![], method, steps: vec![], narrow: vec![] };
        let natural = p == 2 || of_order == MethodKind::Dense;
        if kind == MethodKind::Dense && natural && (e == 1 || totient <= TILE_ROWS) {
            let (axis, exponents) = Axis::dense(zq, p, e, root, 1);
            plan.steps = vec![Step { after: 1, work: Work::Axis(axis) }];
            plan.exponents = exponents;
            if e > 2 && p > 2 {
                plan.narrow = cut(zq, p, e, root, [kind, of_order])?.0;
            }
            return Some(plan);
        }
        (plan.steps, plan.exponents) = cut(zq, p, e, root, [kind, of_order])?;
        Some(plan)
    }

    /// The plan with one bit of one multiplier turned, in every sequence of steps that has one.
    #[cfg(feature = "fault-injection")]
    pub(super) fn with_planted_fault(mut self, position: usize) -> Self {
        for steps in [&mut self.steps, &mut self.narrow] {
            for step in steps.iter_mut() {
                step.work.plant_fault(position);
            }
        }
        self
    }

    /// The transform of a row, if it is a negacyclic one.
    pub(super) fn negacyclic(&self) -> Option<&Negacyclic> {
        match &self.steps[..] {
            [Step { work: Work::Power(power), .. }] => Some(power.ntt()),
            _ => None,
        }
    }

    /// Runs on a tensor `[..][φ(p^e)][inner]`.
    pub(super) fn run(
        &self,
        zq: &Zq,
        direction: Direction,
        data: &mut [u64],
        inner: usize,
        scratch: &mut Scratch,
    ) {
        let few = data.len() < FEW_COLUMNS * self.exponents.len();
        let steps = if few && !self.narrow.is_empty() { &self.narrow } else { &self.steps };
        match direction {
            Direction::Forward => {
                steps.iter().for_each(|step| step.run(zq, direction, data, inner, scratch));
            }
            Direction::Inverse => {
                steps.iter().rev().for_each(|step| step.run(zq, direction, data, inner, scratch));
            }
        }
    }
}

/// CRT_p, twiddles, and the DFT of p^(e-1) points in pieces that fit into tiles, with twiddles
/// between; and the exponents.
fn cut(
    zq: &Zq,
    p: u32,
    e: u32,
    root: u64,
    [kind, of_order]: [MethodKind; 2],
) -> Option<(Vec<Step>, Vec<u32>)> {
    let modulus = zq.modulus();
    let mut rest = p.pow(e - 1);
    let scale = inverse(modulus, u64::from(rest));
    let w = modulus.pow(root, u64::from(rest));
    let mut exponents = order(zq, p, of_order)?;
    // The row of the value at ω^i.
    let mut places = vec![0; p as usize];
    for (place, &i) in exponents.iter().enumerate() {
        places[i as usize] = place as u32;
    }
    let work = match kind {
        MethodKind::Dense => {
            let (axis, natural) = Axis::dense(zq, p, 1, w, scale);
            let places: Vec<u32> = natural.iter().map(|&i| places[i as usize]).collect();
            Work::Axis(axis.with_places(&places))
        }
        MethodKind::Rader => rader(zq, p, w, scale, &places)?,
        MethodKind::Padded => Work::Padded(Padded::new(zq, p, w, scale, &places)?),
    };
    let mut steps = vec![Step { after: rest as usize, work }];
    let largest = (1..=e).take_while(|&k| p.pow(k) <= TILE_ROWS.max(p)).count() as u32;
    // The values are known for i modulo `order`; `news` are the parts of i that came last. With
    // j < rest and i = i' + order·f the sum over j of x_j·ω^ij wants the twiddles ω^(i'·j), and
    // then the DFT by ω^order, of which the high part of j comes first.
    let (mut order, mut news, mut remaining) = (p, exponents.clone(), e - 1);
    while remaining > 0 {
        let piece = remaining.div_ceil(remaining.div_ceil(largest));
        let table: Vec<u64> = news
            .iter()
            .flat_map(|&i| (0..u64::from(rest)).map(move |j| u64::from(i) * j))
            .collect();
        let twist = Twist::new(zq, &table, root, inverse(modulus, root));
        steps.push(Step { after: 1, work: Work::Twist(twist) });
        let points = p.pow(piece);
        rest /= points;
        let w = modulus.pow(root, u64::from(order) * u64::from(rest));
        let (axis, outputs) = Axis::dft(zq, &radices(p, piece), w);
        steps.push(Step { after: rest as usize, work: Work::Axis(axis) });
        news = outputs.iter().map(|&f| order * f).collect();
        exponents = exponents.iter().flat_map(|&i| news.iter().map(move |&f| i + f)).collect();
        order *= points;
        remaining -= piece;
    }
    Some((steps, exponents))
}

/// The exponents of CRT_p in the order that a method has by the costs of [`Costs::of_order`].
fn order(zq: &Zq, p: u32, kind: MethodKind) -> Option<Vec<u32>> {
    match kind {
        MethodKind::Dense => Some((1..p).collect()),
        MethodKind::Padded => Some(Padded::exponents(p)),
        MethodKind::Rader => {
            let costs = Costs::of_order();
            // The same in tiles and lines.
            let logarithms = Line::logarithms(zq, costs, p).or_else(|| {
                let root = root_of_unity(zq.modulus(), u64::from(p - 1))?;
                Some(Dft::new(zq, costs, p - 1, root).input)
            })?;
            let g = generator(p);
            Some(logarithms.iter().map(|&l| pow_mod(g, l, p)).collect())
        }
    }
}

/// CRT_p by Rader, with the value at ω^i in row `places[i]`.
fn rader(zq: &Zq, p: u32, root: u64, scale: u64, places: &[u32]) -> Option<Work> {
    let g = generator(p);
    let places: Vec<u32> = (0..p - 1).map(|l| places[pow_mod(g, l, p) as usize]).collect();
    let line = Line::new(zq, p, root, scale, &places);
    let rader = if line.is_none() || p <= RADER_ROWS {
        let shrink = zq.modulus().mul(scale, inverse(zq.modulus(), u64::from(p)));
        Some(Rader::new(zq, Costs::of(zq.backend()), p, root, shrink)?)
    } else {
        None
    };
    let axis = rader.map(|rader| Axis::rader(zq, p, &rader, &places, scale));
    Some(Work::Rader(Box::new(RaderWork { axis, line })))
}
