//! Between ports and the names of single bits.

use crate::netlist::Port;

/// The name of each bit of the ports: that of a port of one bit, `name[i]` of a wider one; empty
/// for ports without name.
pub(super) fn bit_names(ports: &[Port]) -> impl Iterator<Item = String> + '_ {
    ports.iter().flat_map(|port| {
        (0..port.bits).map(move |bit| match (port.name.as_str(), port.bits) {
            ("", _) => String::new(),
            (name, 1) => name.to_owned(),
            (name, _) => format!("{name}[{bit}]"),
        })
    })
}

/// Collects single bits into ports: bits called `name[0]`, `name[1]`, … in a row become one port
/// `name`, bits without name in a row one port without.
#[derive(Debug, Default)]
pub(super) struct Grouping {
    ports: Vec<Port>,
    /// The base of a first bit `base[0]`, which a second bit `base[1]` would join.
    open: Option<String>,
}

impl Grouping {
    /// The next bit.
    pub(super) fn push(&mut self, name: &str) {
        let indexed = name
            .strip_suffix(']')
            .and_then(|rest| rest.rsplit_once('['))
            .and_then(|(base, digits)| {
                let canonical = digits == "0" || !digits.starts_with('0');
                let number = digits.bytes().all(|byte| byte.is_ascii_digit()) && canonical;
                Some((base, number.then(|| digits.parse::<u32>().ok()).flatten()?))
            })
            .filter(|(base, _)| !base.is_empty() && !base.ends_with(' '));
        if let Some(last) = self.ports.last_mut() {
            if name.is_empty() && last.name.is_empty() {
                last.bits += 1;
                return;
            }
            if let (Some((base, index)), Some(open)) = (indexed, &self.open)
                && base == open
                && index == last.bits
            {
                base.clone_into(&mut last.name);
                last.bits += 1;
                return;
            }
        }
        self.open = indexed.filter(|&(_, index)| index == 0).map(|(base, _)| base.to_owned());
        self.ports.push(Port::new(name, 1));
    }

    /// The ports of bits with these names.
    pub(super) fn of<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Vec<Port> {
        let mut grouping = Self::default();
        names.into_iter().for_each(|name| grouping.push(&String::from_utf8_lossy(name)));
        grouping.finish()
    }

    /// The ports.
    pub(super) fn finish(self) -> Vec<Port> {
        self.ports
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grouped(names: &[&str]) -> Vec<(String, u32)> {
        let mut grouping = Grouping::default();
        names.iter().for_each(|name| grouping.push(name));
        grouping.finish().into_iter().map(|port| (port.name, port.bits)).collect()
    }

    #[test]
    fn bits_in_a_row_are_one_port() {
        let names = ["a[0]", "a[1]", "a[2]", "b", "", "", "c[0]", "d[1]", "a[0]", "a[2]", "x[00]"];
        let expected = [
            ("a", 3),
            ("b", 1),
            ("", 2),
            ("c[0]", 1),
            ("d[1]", 1),
            ("a[0]", 1),
            ("a[2]", 1),
            ("x[00]", 1),
        ];
        assert_eq!(grouped(&names), expected.map(|(name, bits)| (name.to_owned(), bits)));
    }

    #[test]
    fn names_of_bits_survive_grouping() {
        for names in [vec!["a[0]", "a[1]", "a[1]", "[0]", "[1]", "a", "a"], vec!["", "x[0]", ""]] {
            let mut grouping = Grouping::default();
            names.iter().for_each(|name| grouping.push(name));
            assert_eq!(bit_names(&grouping.finish()).collect::<Vec<_>>(), names);
        }
    }
}
