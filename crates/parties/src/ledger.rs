//! For which public polynomials a party has given a share: a file of its own.
//!
//! The file has a header, with an identity that the secret names, and a record for each polynomial: its hash, and a hash of
//! that with all before, so that a record that was changed, removed from the middle or cut off shows. A record is on the
//! disk before the permit for its share exists. A file that is missing, damaged or another's is refused, and with it
//! every share of the secret: which shares were given would not be known. An older copy of the same file cannot be told:
//! do not restore it.

use std::{
    collections::HashSet,
    fmt,
    fs::File,
    io::{Read as _, Write as _},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use ringassay_kernels::fork::generation;
use ringassay_ring::sample::Seed;
use rustix::fs::{Mode, OFlags};

use crate::{Guard, LedgerError, Permit, Subject, guard};

const MAGIC: [u8; 8] = *b"\x89rled\r\n\x1a";
const VERSION: u32 = 1;
const TAG_BYTES: usize = 32;
/// Magic, version, identity, hash of these.
const HEADER_BYTES: usize = 8 + 4 + Ledger::ID_BYTES + TAG_BYTES;
const RECORD_BYTES: usize = Subject::BYTES + TAG_BYTES;
/// The largest file: 16 million shares.
const MAX_BYTES: u64 = 1 << 30;

/// The ledger of one secret: open once at a time.
pub struct Ledger {
    path: PathBuf,
    file: File,
    id: [u8; Self::ID_BYTES],
    given: HashSet<Subject>,
    /// The hash of all records.
    tag: [u8; TAG_BYTES],
    bytes: u64,
    /// Set while a record is written, and for good if that fails.
    is_unsure: bool,
    /// Of forks of this process: a copy in another has the same lock.
    generation: u64,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ledger({}, {} shares)", self.path.display(), self.given.len())
    }
}

impl Ledger {
    /// The length of an identity.
    pub const ID_BYTES: usize = guard::ID_BYTES;

    /// A new ledger, of a new identity, in a file that its owner alone reads.
    ///
    /// # Errors
    /// Returns an error if there is something at that path, or the file cannot be written.
    pub fn create(path: &Path) -> Result<Self, LedgerError> {
        let io = |done| move |source| LedgerError::Io { path: path.into(), done, source };
        let flags =
            OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR);
        let mut file = File::from(opened.map_err(|error| io("created")(error.into()))?);
        let mut id = [0; Self::ID_BYTES];
        let random =
            Seed::from_os().map_err(|error| io("created")(std::io::Error::other(error)))?;
        id.copy_from_slice(&random.expose()[..Self::ID_BYTES]);
        let header = header(&id);
        lock(&file, path)?;
        file.write_all(&header).map_err(io("written"))?;
        file.sync_all().map_err(io("written"))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = File::open(folder.unwrap_or(Path::new("."))).map_err(io("written"))?;
        folder.sync_all().map_err(io("written"))?;
        let (bytes, tag) = (HEADER_BYTES as u64, tag_of(&header));
        let path = path.into();
        Ok(Self {
            path,
            file,
            id,
            given: HashSet::new(),
            tag,
            bytes,
            is_unsure: false,
            generation: generation(),
        })
    }

    /// A ledger that there is. A link is not followed.
    ///
    /// # Errors
    /// Returns an error if there is none, it is open elsewhere, or is not as it was left.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let io = |done| move |source| LedgerError::Io { path: path.into(), done, source };
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let opened = rustix::fs::open(path, flags, Mode::empty());
        let file = File::from(opened.map_err(|error| io("opened")(error.into()))?);
        let facts = file.metadata().map_err(io("opened"))?;
        if !facts.is_file() || facts.nlink() != 1 {
            return Err(LedgerError::NotAlone { path: path.into(), problem: "something else" });
        }
        lock(&file, path)?;
        let damaged = |problem| LedgerError::Damaged { path: path.into(), problem };
        let bytes = file.metadata().map_err(io("read"))?.len();
        if bytes > MAX_BYTES {
            return Err(damaged("is larger than a ledger can be"));
        }
        let mut all = Vec::new();
        (&file).take(MAX_BYTES).read_to_end(&mut all).map_err(io("read"))?;
        let (header, records) =
            all.split_first_chunk::<HEADER_BYTES>().ok_or_else(|| damaged("is cut off"))?;
        let mut id = [0; Self::ID_BYTES];
        id.copy_from_slice(&header[12..12 + Self::ID_BYTES]);
        if *header != self::header(&id) {
            return Err(damaged("is none, or of another version"));
        }
        let (records, rest) = records.as_chunks::<RECORD_BYTES>();
        if !rest.is_empty() {
            return Err(damaged("is cut off"));
        }
        let (mut tag, mut given) = (tag_of(header), HashSet::with_capacity(records.len()));
        for record in records {
            let (subject, found) = record.split_at(Subject::BYTES);
            tag = next_tag(&tag, subject);
            let mut hash = [0; Subject::BYTES];
            hash.copy_from_slice(subject);
            if tag != found || !given.insert(Subject(hash)) {
                return Err(damaged("was changed"));
            }
        }
        Ok(Self {
            path: path.into(),
            file,
            id,
            given,
            tag,
            bytes,
            is_unsure: false,
            generation: generation(),
        })
    }

    /// What the secret names it by.
    pub fn guard(&self) -> Guard {
        Guard::Ledger(self.id)
    }

    /// For how many polynomials shares were given.
    pub fn len(&self) -> usize {
        self.given.len()
    }

    /// Whether none was given.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Whether a share was given.
    pub fn has_given(&self, subject: Subject) -> bool {
        self.given.contains(&subject)
    }

    /// The permit for a share, once: it is on the disk before this returns.
    ///
    /// # Errors
    /// Returns [`LedgerError::Given`] the second time, another error if the file cannot be written or was changed.
    pub fn permit(&mut self, subject: Subject) -> Result<Permit, LedgerError> {
        if self.given.contains(&subject) {
            return Err(LedgerError::Given);
        }
        let damaged = |problem| LedgerError::Damaged { path: self.path.clone(), problem };
        if self.is_unsure {
            return Err(damaged("could not be written before"));
        }
        if self.generation != generation() {
            let problem = "open in the process that this one was forked from";
            return Err(LedgerError::NotAlone { path: self.path.clone(), problem });
        }
        if self.bytes + RECORD_BYTES as u64 > MAX_BYTES {
            return Err(damaged("is full"));
        }
        let io = |source| LedgerError::Io { path: self.path.clone(), done: "written", source };
        let facts = self.file.metadata().map_err(io)?;
        if facts.len() != self.bytes || facts.nlink() != 1 {
            return Err(damaged("was changed while it was open"));
        }
        let tag = next_tag(&self.tag, &subject.0);
        let mut record = [0; RECORD_BYTES];
        record[..Subject::BYTES].copy_from_slice(&subject.0);
        record[Subject::BYTES..].copy_from_slice(&tag);
        self.is_unsure = true;
        self.file.write_all(&record).map_err(io)?;
        self.file.sync_all().map_err(io)?;
        self.is_unsure = false;
        self.tag = tag;
        self.bytes += RECORD_BYTES as u64;
        self.given.insert(subject);
        Ok(Permit::new(subject, self.guard()))
    }
}

fn lock(file: &File, path: &Path) -> Result<(), LedgerError> {
    let problem = "open elsewhere";
    file.try_lock().map_err(|_| LedgerError::NotAlone { path: path.into(), problem })
}

fn header(id: &[u8; Ledger::ID_BYTES]) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12..12 + Ledger::ID_BYTES].copy_from_slice(id);
    let hash =
        blake3::derive_key("ringassay 2026 header of a ledger", &header[..12 + Ledger::ID_BYTES]);
    header[12 + Ledger::ID_BYTES..].copy_from_slice(&hash);
    header
}

fn tag_of(header: &[u8; HEADER_BYTES]) -> [u8; TAG_BYTES] {
    blake3::derive_key("ringassay 2026 records of a ledger", header)
}

fn next_tag(tag: &[u8; TAG_BYTES], subject: &[u8]) -> [u8; TAG_BYTES] {
    let mut hasher = blake3::Hasher::new_keyed(tag);
    hasher.update(subject);
    hasher.finalize().into()
}
