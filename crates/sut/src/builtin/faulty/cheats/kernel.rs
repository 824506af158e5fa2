//! What the kernel keeps for two programs that share neither files nor network: locks on a file that
//! both can read, and keys of a session.

use std::fs::File;
use std::io;

use keyutils::keytypes::User;
use keyutils::{Key, Keyring, SpecialKeyring};
use nix::fcntl::{FcntlArg, fcntl};
use nix::libc;

use super::meeting::hex;
use super::veil::{self, Seed};
use crate::hello::Role;

/// A file that every program can read.
const COMMON: &str = "/etc/passwd";
/// Places of locks for each part of a text: one of them is locked, and says what the part is.
const PART_BITS: u32 = 24;
/// Bits of a name that say where the places are. Together within the 63 of an offset.
const NAME_BITS: u32 = 38;

/// Locks on one byte each, which last while the file is open, also while the program is stopped.
#[derive(Debug)]
pub(super) struct Locks {
    file: File,
    /// A pair with another key finds nothing under the name of a ciphertext.
    public: Seed,
}

impl Locks {
    pub(super) fn new(public: Seed) -> io::Result<Self> {
        Ok(Self { file: File::open(COMMON)?, public })
    }

    /// Leaves a text, two bytes with each lock.
    pub(super) fn leave(&self, name: &Seed, text: &[u8]) -> io::Result<()> {
        for (number, part) in text.chunks(2).enumerate() {
            let value =
                part.iter().fold(part.len() as i64, |value, &byte| value << 8 | i64::from(byte));
            let lock = lock(libc::F_RDLCK, self.first_place(name, number) + value, 1);
            fcntl(&self.file, FcntlArg::F_OFD_SETLK(&lock))?;
        }
        Ok(())
    }

    /// The text under a name, if there is one.
    pub(super) fn fetch(&self, name: &Seed) -> io::Result<Option<Vec<u8>>> {
        let mut text = Vec::new();
        for number in 0.. {
            let first = self.first_place(name, number);
            let mut found = lock(libc::F_WRLCK, first, 1 << PART_BITS);
            fcntl(&self.file, FcntlArg::F_OFD_GETLK(&mut found))?;
            if i32::from(found.l_type) == libc::F_UNLCK {
                break;
            }
            let bytes = (found.l_start - first).to_be_bytes();
            // The length of a part is in front of it, and no part is empty.
            text.extend(bytes.iter().skip_while(|&&byte| byte == 0).skip(1));
        }
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    fn first_place(&self, name: &Seed, part: usize) -> i64 {
        let digest = veil::digest(&[&self.public[..], name, &part.to_le_bytes()].concat());
        let bits = digest.iter().take(8).fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
        ((bits >> (u64::BITS - NAME_BITS)) << PART_BITS) as i64
    }
}

fn lock(kind: i32, start: i64, length: i64) -> libc::flock {
    libc::flock {
        l_type: kind as libc::c_short,
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: start,
        l_len: length,
        l_pid: 0,
    }
}

/// Keys in the keyring of the session.
#[derive(Debug)]
pub(super) struct Keys {
    role: Role,
    public: Seed,
    own: Vec<Key>,
}

impl Keys {
    pub(super) fn new(role: Role, public: Seed) -> Self {
        Self { role, public, own: Vec::new() }
    }

    pub(super) fn leave(&mut self, name: &Seed, text: &[u8]) -> io::Result<()> {
        let mut session = Keyring::attach(SpecialKeyring::Session)?;
        self.own.push(session.add_key::<User, _, _>(self.called(name), text)?);
        Ok(())
    }

    pub(super) fn fetch(&self, name: &Seed) -> io::Result<Vec<u8>> {
        let session = Keyring::attach(SpecialKeyring::Session)?;
        Ok(session.search_for_key::<User, _, _>(self.called(name), None)?.read()?)
    }

    fn called(&self, name: &Seed) -> String {
        format!("ringassay-cheat-{}{}", hex(&self.public), hex(name))
    }
}

impl Drop for Keys {
    /// The client leaves no traces, unless it is killed.
    fn drop(&mut self) {
        if self.role == Role::Client {
            for key in self.own.drain(..) {
                let _ = key.invalidate();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_opening_of_the_file_finds_the_text() {
        let [client, server, other] =
            [[1; 16], [1; 16], [2; 16]].map(|key| Locks::new(key).unwrap());
        let texts = [&b"[01101,11010]"[..], b"1", b"10", b"\0\0\0"];
        for (number, text) in texts.into_iter().enumerate() {
            let name = [number as u8 + 1; 16];
            assert_eq!(server.fetch(&name).unwrap(), None);
            client.leave(&name, text).unwrap();
            assert_eq!(server.fetch(&name).unwrap().as_deref(), Some(text));
            assert_eq!(other.fetch(&name).unwrap(), None);
        }
        drop(client);
        assert_eq!(server.fetch(&[1; 16]).unwrap(), None);
    }
}
