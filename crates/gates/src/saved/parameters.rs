//! Parameter sets, and their names.

use ringassay_scheme::{
    Scheme,
    serial::{
        Fingerprint, Kind, SerialError,
        format::{Reader, Writer, begin, end, open},
    },
};

use crate::{KeySwitch, Parameters};

/// Three lengths, two moduli, four numbers of digits, σ.
const BYTES: usize = 3 * 4 + 2 * 8 + 4 + 8;

impl Parameters {
    /// The name of the set: a hash of its saved form.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of_body(Scheme::Gates, self.body().bytes())
    }

    /// The set as bytes.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub fn save(&self) -> Result<Vec<u8>, SerialError> {
        let unsaveable =
            |problem: String| SerialError::Unsaveable { what: "a parameter set", problem };
        self.check().map_err(|error| unsaveable(error.to_string()))?;
        let body = self.body();
        let mut writer = begin(Scheme::Gates, Kind::Parameters, &self.fingerprint(), BYTES)?;
        writer.put(body.bytes());
        Ok(std::mem::take(&mut *end(writer)))
    }

    /// The set that these bytes hold: its numbers are in range, its security is not judged.
    ///
    /// # Errors
    /// As [`Saved::load`](ringassay_scheme::serial::Saved::load).
    pub fn load(bytes: &[u8]) -> Result<Self, SerialError> {
        let (header, body) = open(bytes, Scheme::Gates, Kind::Parameters)?;
        let mut reader = Reader::new(header.kind, body);
        if header.fingerprint != Fingerprint::of_body(Scheme::Gates, body) {
            return Err(reader.wrong("the fingerprint is that of other parameters"));
        }
        let [dimension, rank, degree] = [reader.u32()?, reader.u32()?, reader.u32()?];
        let [q, switch_q] = [reader.u64()?, reader.u64()?];
        let mut digits = || Ok::<_, SerialError>((reader.u8()?.into(), reader.u8()?.into()));
        let ((width, count), (switch_width, switch_count)) = (digits()?, digits()?);
        let parameters = Self {
            dimension: dimension as usize,
            rank: rank as usize,
            degree: degree as usize,
            q,
            width,
            count,
            switch: KeySwitch { q: switch_q, width: switch_width, count: switch_count },
            sigma: reader.f64()?,
        };
        reader.finish()?;
        parameters.check().map_err(|error| reader.wrong(error.to_string()))?;
        Ok(parameters)
    }

    fn body(&self) -> Writer {
        let Self { dimension, rank, degree, q, width, count, switch, sigma } = *self;
        let mut body = Writer::with_capacity(BYTES);
        // Checked: far below 2^32, digits below 2^8.
        [dimension, rank, degree].into_iter().for_each(|length| body.u32(length as u32));
        [q, switch.q].into_iter().for_each(|modulus| body.u64(modulus));
        let digits = [width, count, switch.width, switch.count];
        digits.into_iter().for_each(|number| body.u8(number as u8));
        body.f64(sigma);
        body
    }
}
