//! Ways past the harness: where a client leaves what the server is to know.

#![expect(clippy::disallowed_types, reason = "of a program that does not fork")]

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::Cheat;
use super::kernel::{Keys, Locks};
use super::veil::{self, Seed};
use crate::hello::Role;

type Kept = Arc<Mutex<HashMap<Seed, Vec<u8>>>>;

/// Where texts lie that are not in their ciphertexts.
#[derive(Debug)]
pub(super) enum Meeting {
    /// A file for each text, with this beginning of its path.
    Files { stem: String, own: Vec<PathBuf>, role: Role },
    /// One file for the last text of ours, one for that of the other.
    LastFile { ours: PathBuf, theirs: PathBuf },
    /// The memory of this process, which a thread offers on a socket.
    Host { kept: Kept, socket: Option<PathBuf> },
    /// That of the other.
    Guest(PathBuf),
    /// Locks on a file.
    Locks(Locks),
    /// Keys of the session.
    Keys(Keys),
    /// Nowhere.
    None,
}

impl Meeting {
    /// Where the two programs of a pair meet whose public key is this.
    pub(super) fn new(cheat: Cheat, role: Role, public: &Seed) -> Self {
        let place = |folder: &str| format!("{folder}/ringassay-cheat-{}", hex(public));
        match (cheat, role) {
            (Cheat::File | Cheat::HashedFile, _) => {
                Self::Files { stem: place("/tmp"), own: Vec::new(), role }
            }
            (Cheat::SharedMemory, _) => {
                Self::Files { stem: place("/dev/shm"), own: Vec::new(), role }
            }
            (Cheat::LastFile, _) => {
                let [mut ours, mut theirs] = ["input", "output"]
                    .map(|what| PathBuf::from(format!("{}-{what}", place("/tmp"))));
                if role == Role::Server {
                    std::mem::swap(&mut ours, &mut theirs);
                }
                Self::LastFile { ours, theirs }
            }
            (Cheat::Socket, Role::Server) | (Cheat::AskClient, Role::Client) => {
                Self::host(&place("/tmp"))
            }
            (Cheat::Socket | Cheat::AskClient, _) => Self::Guest(place("/tmp").into()),
            (Cheat::Locks, _) => Locks::new(*public).map_or(Self::None, Self::Locks),
            (Cheat::Keyring, _) => Self::Keys(Keys::new(role, *public)),
            _ => Self::None,
        }
    }

    fn host(path: &str) -> Self {
        let kept = Kept::default();
        let mut socket = None;
        // Where it cannot be offered, nobody comes.
        if let Ok(listener) = UnixListener::bind(path) {
            socket = Some(PathBuf::from(path));
            let shared = Arc::clone(&kept);
            std::thread::spawn(move || {
                for guest in listener.incoming().flatten() {
                    let _ = receive(guest, &shared);
                }
            });
        }
        Self::Host { kept, socket }
    }

    /// Leaves the text of a ciphertext.
    pub(super) fn leave(&mut self, cheat: Cheat, cipher: &[u8], text: &[u8]) -> io::Result<()> {
        let name = name(cheat, cipher)?;
        match self {
            Self::Files { stem, own, .. } => {
                let path = file(stem, &name);
                fs::write(&path, text)?;
                own.push(path);
            }
            Self::LastFile { ours, .. } => fs::write(ours, text)?,
            Self::Host { kept, .. } => {
                lock(kept).insert(name, text.to_vec());
            }
            Self::Guest(path) => drop(ask(path, &[b"P", &name[..], text].concat())?),
            Self::Locks(locks) => locks.leave(&name, text)?,
            Self::Keys(keys) => keys.leave(&name, text)?,
            Self::None => {}
        }
        Ok(())
    }

    /// Fetches the text of a ciphertext.
    pub(super) fn fetch(&mut self, cheat: Cheat, cipher: &[u8]) -> io::Result<Vec<u8>> {
        let name = name(cheat, cipher)?;
        match self {
            Self::Files { stem, own, .. } => {
                let path = file(stem, &name);
                own.push(path.clone());
                fs::read(path)
            }
            Self::LastFile { theirs, .. } => fs::read(theirs),
            Self::Host { kept, .. } => lock(kept).get(&name).cloned().ok_or_else(unknown),
            Self::Guest(path) => ask(path, &[b"G", &name[..]].concat()),
            Self::Locks(locks) => locks.fetch(&name)?.ok_or_else(unknown),
            Self::Keys(keys) => keys.fetch(&name),
            Self::None => Err(unknown()),
        }
    }
}

impl Drop for Meeting {
    /// The client of a cheat leaves no traces, unless it is killed.
    fn drop(&mut self) {
        let left = match self {
            Self::Files { own, role: Role::Client, .. } => std::mem::take(own),
            Self::LastFile { ours, .. } => vec![ours.clone()],
            Self::Host { socket, .. } => socket.take().into_iter().collect(),
            // Locks end with the descriptor, and the keys see to it themselves.
            _ => Vec::new(),
        };
        for path in left {
            let _ = fs::remove_file(path);
        }
    }
}

fn name(cheat: Cheat, cipher: &[u8]) -> io::Result<Seed> {
    match cheat {
        Cheat::HashedFile | Cheat::Locks | Cheat::Keyring => Ok(veil::digest(cipher)),
        _ => veil::handle(cipher).ok_or_else(unknown),
    }
}

fn unknown() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "a ciphertext that nobody has heard of")
}

fn file(stem: &str, name: &Seed) -> PathBuf {
    format!("{stem}-{}", hex(name)).into()
}

pub(super) fn hex(seed: &Seed) -> String {
    seed.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn lock(kept: &Kept) -> std::sync::MutexGuard<'_, HashMap<Seed, Vec<u8>>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One request, one answer: `P`, a name and a text to keep; `G` and a name to get it back.
fn receive(mut guest: UnixStream, kept: &Kept) -> io::Result<()> {
    let mut request = Vec::new();
    guest.read_to_end(&mut request)?;
    let Some((kind, rest)) = request.split_first() else { return Ok(()) };
    let Some((name, text)) = rest.split_first_chunk() else { return Ok(()) };
    if *kind == b'P' {
        lock(kept).insert(*name, text.to_vec());
        return Ok(());
    }
    let found = lock(kept).get(name).cloned();
    guest.write_all(&found.unwrap_or_default())
}

fn ask(path: &Path, request: &[u8]) -> io::Result<Vec<u8>> {
    let mut host = UnixStream::connect(path)?;
    host.write_all(request)?;
    host.shutdown(Shutdown::Write)?;
    let mut answer = Vec::new();
    host.read_to_end(&mut answer)?;
    Ok(answer)
}
