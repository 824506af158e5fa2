//! Cyclic DFTs of any smooth length as stages on the rows of a tile.
//!
//! Forward stages decimate in frequency and take rows in the order `input` to rows in the order
//! `output`; inverse stages go back, decimating in time, without the factor 1/n. Neither order is
//! the natural one, and no pass reorders: whoever loads a tile follows `input`, and a spectrum is
//! prepared in the order of `output`.
//!
//! Coprime factors are combined by Good and Thomas: with k and f mapped to their residues by the
//! Chinese remainder theorem, ω^kf = ∏ ω_i^(k_i·f_i), so no twiddles arise. Powers of a prime are
//! combined by Cooley and Tukey. A prime for which sums of products are too dear becomes, by
//! Rader, a convolution of one less.

use crate::{
    Modulus, Prepared, Zq,
    cyclotomic::{
        cost::Costs,
        number::{factorise, generator, mul_mod, pow_mod, root_of_unity},
        radix::Waves,
        stage::{Kernel, Side, Stage, Twiddles, leave_open, paired},
        sweep::on_rows,
    },
};

/// A DFT of n points: row `a` holds x_{input[a]} before and the value at ω^output[a] after.
#[derive(Debug, Clone)]
pub(super) struct Dft {
    pub(super) input: Vec<u32>,
    pub(super) output: Vec<u32>,
    pub(super) forward: Vec<Stage>,
    pub(super) inverse: Vec<Stage>,
}

/// A DFT of one point.
fn trivial() -> Dft {
    Dft { input: vec![0], output: vec![0], forward: vec![], inverse: vec![] }
}

impl Dft {
    /// The DFT by a root ω of order n, its method chosen by these costs.
    pub(super) fn new(zq: &Zq, costs: &Costs, n: u32, root: u64) -> Self {
        let modulus = zq.modulus();
        let mut powers = factorise(n);
        // Those with twiddles first: there a factor serves many rows.
        powers.sort_by_key(|&(_, exponent)| std::cmp::Reverse(exponent));
        let mut result = trivial();
        for (r, exponent) in powers {
            let (done, part) = (result.input.len() as u32, r.pow(exponent));
            // ω_i: the power of ω whose exponent is 1 modulo the part and 0 modulo the rest.
            let lift = n / part * inverse_mod(n / part % part, part);
            let root = modulus.pow(root, u64::from(lift));
            let chain = Self::chain(zq, costs, &radices(r, exponent), root);
            result = result.times(&chain, done, part);
        }
        if costs.pairs {
            result.forward = paired(result.forward);
            result.inverse = paired(result.inverse);
        }
        result
    }

    /// Good and Thomas: the DFT of a·b points, a and b coprime.
    fn times(&self, other: &Dft, a: u32, b: u32) -> Dft {
        let n = a * b;
        let (e_a, e_b) = (b * inverse_mod(b % a, a) % n, a * inverse_mod(a % b, b) % n);
        let combine = |x: u32, y: u32| (mul_mod(x, e_a, n) + mul_mod(y, e_b, n)) % n;
        let map = |xs: &[u32], ys: &[u32]| {
            xs.iter().flat_map(|&x| ys.iter().map(move |&y| combine(x, y))).collect()
        };
        let (a, b) = (a as usize, b as usize);
        let high = |stage: &Stage| stage.embedded(1, 0, 0, b);
        let low = |stage: &Stage| stage.embedded(a, b, 0, 1);
        Dft {
            input: map(&self.input, &other.input),
            output: map(&self.output, &other.output),
            forward: self.forward.iter().map(high).chain(other.forward.iter().map(low)).collect(),
            inverse: other.inverse.iter().map(low).chain(self.inverse.iter().map(high)).collect(),
        }
    }

    /// Cooley and Tukey: the DFT of ∏ radices points by a root ω of that order.
    pub(super) fn chain(zq: &Zq, costs: &Costs, radices: &[u32], root: u64) -> Dft {
        let [radix, others @ ..] = radices else { return trivial() };
        let modulus = zq.modulus();
        let rest: u32 = others.iter().product();
        let head = Self::radix(zq, costs, *radix, modulus.pow(root, u64::from(rest)));
        if rest == 1 {
            return head;
        }
        let tail = Self::chain(zq, costs, others, modulus.pow(root, u64::from(*radix)));
        let twiddles = |side: Side, root: u64| {
            let factor =
                |j: u32, f: u32| zq.prepare(modulus.pow(root, u64::from(j) * u64::from(f)));
            let factors =
                tail.input.iter().flat_map(|&j| head.output.iter().map(move |&f| factor(j, f)));
            Twiddles { side, first: false, factors: factors.collect() }
        };
        let inverse_root = inverse(modulus, root);
        let (rows, mid) = (*radix as usize, rest as usize);
        let mut forward = with_twiddles(&head.forward, rows, mid, twiddles(Side::After, root));
        forward.extend(tail.forward.iter().map(|stage| stage.embedded(rows, mid, 0, 1)));
        let mut backward: Vec<Stage> =
            tail.inverse.iter().map(|stage| stage.embedded(rows, mid, 0, 1)).collect();
        backward.extend(with_twiddles(
            &head.inverse,
            rows,
            mid,
            twiddles(Side::Before, inverse_root),
        ));
        let map = |high: &[u32], scale: u32, low: &[u32], low_scale: u32| {
            high.iter().flat_map(|&h| low.iter().map(move |&l| h * scale + l * low_scale)).collect()
        };
        Dft {
            input: map(&head.input, rest, &tail.input, 1),
            output: map(&head.output, 1, &tail.output, *radix),
            forward,
            inverse: backward,
        }
    }

    /// The DFT of r points, r prime or 4 or 8.
    fn radix(zq: &Zq, costs: &Costs, r: u32, root: u64) -> Dft {
        let modulus = zq.modulus();
        let kernel = |w: u64| match r {
            2 => Kernel::Two,
            3 => Kernel::Three(zq.prepare(w)),
            4 => Kernel::Four(zq.prepare(w)),
            8 => Kernel::Eight([1, 2, 3].map(|k| zq.prepare(modulus.pow(w, k)))),
            _ => Kernel::Odd(Waves::new(zq, r, w, 1)),
        };
        // A composite q may lack the roots that its divisibility promises: then sums of products.
        let nested = r > 8 && costs.nests(r, modulus.value());
        match nested.then(|| Rader::new(zq, costs, r, root, 1)).flatten() {
            Some(rader) => rader.into_dft(zq),
            None => Dft {
                input: (0..r).collect(),
                output: (0..r).collect(),
                forward: vec![Stage::new(kernel(root))],
                inverse: vec![Stage::new(kernel(inverse(modulus, root)))],
            },
        }
    }
}

/// The stages of a radix with twiddles: in its one stage, or in one of their own.
fn with_twiddles(stages: &[Stage], rows: usize, mid: usize, twiddles: Twiddles) -> Vec<Stage> {
    if let [stage] = stages {
        return vec![Stage { mid, twiddles: Some(twiddles), ..stage.clone() }];
    }
    let mut result: Vec<Stage> = stages.iter().map(|stage| stage.embedded(1, 0, 0, mid)).collect();
    let at = if twiddles.side == Side::Before { 0 } else { result.len() };
    let twiddles = Some(twiddles);
    result.insert(at, Stage { mid, twiddles, ..Stage::new(Kernel::Scale(rows)) });
    result
}

/// How a prime power is cut: eights and fours for powers of two, the prime itself otherwise.
pub(super) fn radices(r: u32, exponent: u32) -> Vec<u32> {
    if r != 2 {
        return vec![r; exponent as usize];
    }
    let (eights, rest) = match exponent {
        1 => (0, vec![2]),
        e if e % 3 == 0 => (e / 3, vec![]),
        e if e % 3 == 2 => (e / 3, vec![4]),
        e => ((e - 4) / 3, vec![4, 4]),
    };
    [vec![8; eights as usize], rest].concat()
}

/// 1/x modulo n, x and n coprime.
fn inverse_mod(x: u32, n: u32) -> u32 {
    // φ(n) - 1 is one less than a multiple of the order of x.
    let totient: u32 = factorise(n).iter().map(|&(p, e)| p.pow(e - 1) * (p - 1)).product();
    pow_mod(x, totient - 1, n)
}

/// The inverse of a root of unity.
pub(super) fn inverse(modulus: &Modulus, root: u64) -> u64 {
    modulus.pow(root, modulus.value() - 2)
}

/// Rader's convolution for a prime p: with a generator g, for i = g^l and j = g^-k,
/// Σ_{j≠0} x_j ω^ij = Σ_k x_{g^-k} ω^g^(l-k) is a cyclic convolution of length p - 1, here
/// between a DFT and its inverse.
pub(super) struct Rader {
    pub(super) dft: Dft,
    /// The index j that each position of the DFT's input holds.
    pub(super) inputs: Vec<u32>,
    /// The index i of the value that each position of the convolution's result holds.
    pub(super) outputs: Vec<u32>,
    /// The spectrum of ω^g^k over p - 1, times the scale.
    pub(super) spectrum: Vec<u64>,
    /// The spectrum that leads back, from the positions of `outputs` to those of `inputs`:
    /// of ω^-g^-k over p - 1, times the inverse scale.
    pub(super) inverse_spectrum: Vec<u64>,
}

impl Rader {
    /// For a root of order p, where q has roots of order p - 1; the way back is scaled by `scale`.
    pub(super) fn new(zq: &Zq, costs: &Costs, p: u32, root: u64, scale: u64) -> Option<Self> {
        let modulus = zq.modulus();
        let n = p - 1;
        let dft = Dft::new(zq, costs, n, root_of_unity(modulus, u64::from(n))?);
        let g = generator(p);
        let g_inverse = pow_mod(g, p - 2, p);
        let inputs = dft.input.iter().map(|&k| pow_mod(g_inverse, k, p)).collect::<Vec<_>>();
        let outputs = dft.input.iter().map(|&k| pow_mod(g, k, p)).collect::<Vec<_>>();
        let shrink = inverse(modulus, u64::from(n));
        let spectrum = |root: u64, exponents: &[u32], scale: u64| {
            let scale = modulus.mul(scale, shrink);
            let term = |&i: &u32| modulus.mul(scale, modulus.pow(root, u64::from(i)));
            let mut sequence: Vec<u64> = exponents.iter().map(term).collect();
            on_rows(zq, &dft.forward, n as usize, 1, &mut sequence);
            sequence
        };
        let forth = spectrum(root, &outputs, 1);
        let back = spectrum(inverse(modulus, root), &inputs, scale);
        Some(Self { inputs, outputs, spectrum: forth, inverse_spectrum: back, dft })
    }

    /// Forward stages on p rows, x_0 in the first; they leave y_0 there.
    pub(super) fn forward(&self, zq: &Zq) -> Vec<Stage> {
        self.between(Kernel::Spectrum(prepared(zq, &self.spectrum)))
    }

    /// Backward stages likewise, for a DFT.
    pub(super) fn backward(&self, zq: &Zq) -> Vec<Stage> {
        self.between(Kernel::Spectrum(prepared(zq, &self.inverse_spectrum)))
    }

    /// Backward stages for the CRT: the first row is only written, with the sum of the others
    /// times `scale`.
    pub(super) fn backward_crt(&self, zq: &Zq, scale: u64) -> Vec<Stage> {
        let table = prepared(zq, &self.inverse_spectrum);
        self.between(Kernel::SpectrumInverse(table, zq.prepare(scale)))
    }

    fn between(&self, middle: Kernel) -> Vec<Stage> {
        let shifted = |stage: &Stage| stage.embedded(1, 0, 1, 1);
        let mut stages: Vec<Stage> = self.dft.forward.iter().map(shifted).collect();
        leave_open(&mut stages, true);
        stages.push(Stage::new(middle));
        let mut back: Vec<Stage> = self.dft.inverse.iter().map(shifted).collect();
        leave_open(&mut back, false);
        stages.extend(back);
        stages
    }

    /// The DFT of all p points.
    fn into_dft(self, zq: &Zq) -> Dft {
        let with_zero = |others: &[u32]| [&[0], others].concat();
        Dft {
            input: with_zero(&self.inputs),
            output: with_zero(&self.outputs),
            forward: self.forward(zq),
            inverse: self.backward(zq),
        }
    }
}

/// Many multipliers.
pub(super) fn prepared(zq: &Zq, values: &[u64]) -> Vec<Prepared> {
    values.iter().map(|&w| zq.prepare(w)).collect()
}
