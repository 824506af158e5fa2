//! The command line.

use ringassay_kernels::Backend;

/// What to measure.
pub(crate) struct Arguments {
    pub(crate) backend: Backend,
    pub(crate) sizes: Vec<usize>,
    pub(crate) rounds: usize,
    pub(crate) bits: u32,
}

impl Arguments {
    /// # Errors
    /// A message for the user.
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self {
            backend: Backend::from_env().map_err(|error| error.to_string())?,
            sizes: (10..=17).map(|log| 1 << log).collect(),
            rounds: 301,
            bits: 50,
        };
        while let Some(option) = words.next() {
            let value = words.next().ok_or_else(|| format!("{option} needs a value"))?;
            match option.as_str() {
                "--backend" => {
                    arguments.backend = value.parse().map_err(|error| format!("{error}"))?
                }
                "--sizes" => {
                    arguments.sizes = value.split(',').map(size).collect::<Result<_, _>>()?;
                }
                "--rounds" => arguments.rounds = number(&value, 1, 1_000_000)?,
                "--bits" => arguments.bits = number(&value, 20, 50)? as u32,
                _ => return Err(format!("unknown option {option}; see the top of src/main.rs")),
            }
        }
        Ok(arguments)
    }
}

fn size(word: &str) -> Result<usize, String> {
    let n = number(word, 16, 1 << 17)?;
    if n.is_power_of_two() { Ok(n) } else { Err(format!("{n} is no power of two")) }
}

fn number(word: &str, least: usize, most: usize) -> Result<usize, String> {
    match word.parse() {
        Ok(n) if (least..=most).contains(&n) => Ok(n),
        _ => Err(format!("{word:?}: a number from {least} to {most} is wanted")),
    }
}
