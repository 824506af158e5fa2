//! One share for each polynomial: whatever happens to the file.

use std::{fs, os::unix::fs::symlink, path::PathBuf};

use ringassay_parties::{
    Error, Group, Guard, Ledger, LedgerError, Members, Permit, SecretShare, Step, Subject,
};
use ringassay_scheme::{bfv, hybrid::Context};

use crate::common::{Tried, fresh, seed};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("ringassay-ledger-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn group(members: Members, session: &str) -> Group<bfv::Parameters, ringassay_ring::RnsRing> {
    let context = Context::exact(&bfv::Parameters::numbered(0)).unwrap();
    Group::new(&context, members, session, &[1; 32], 40.0).unwrap()
}

/// Subjects that differ.
fn subjects(count: usize) -> Vec<Subject> {
    (0..count).map(|i| group(Members::all(2), &i.to_string()).subject(Step::PublicKey)).collect()
}

#[test]
fn a_second_share_is_refused_across_restarts() {
    let folder = Folder::new("restart");
    let path = folder.file("ledger");
    let all = subjects(5);
    let mut ledger = Ledger::create(&path).unwrap();
    let guard = ledger.guard();
    for &subject in &all[..3] {
        assert!(!ledger.has_given(subject));
        ledger.permit(subject).unwrap();
        assert!(matches!(ledger.permit(subject), Err(LedgerError::Given)));
    }
    drop(ledger);
    let mut ledger = Ledger::open(&path).unwrap();
    assert_eq!((ledger.len(), ledger.guard()), (3, guard));
    for (i, &subject) in all.iter().enumerate() {
        assert_eq!(ledger.permit(subject).is_ok(), i >= 3);
    }
    drop(ledger);
    assert_eq!(Ledger::open(&path).unwrap().len(), 5);
}

/// The record is in the file when the permit is there: who is killed before the share leaves gives none afterwards.
#[test]
fn the_record_comes_before_the_permit() {
    let folder = Folder::new("before");
    let path = folder.file("ledger");
    let subject = subjects(1)[0];
    let mut ledger = Ledger::create(&path).unwrap();
    ledger.permit(subject).unwrap();
    // As the file is at this moment, elsewhere: the process that held it is gone.
    let copy = folder.file("copy");
    fs::copy(&path, &copy).unwrap();
    assert!(matches!(Ledger::open(&copy).unwrap().permit(subject), Err(LedgerError::Given)));
}

/// Every byte matters, and every length.
#[test]
fn damage_is_refused() {
    let folder = Folder::new("damage");
    let path = folder.file("ledger");
    let mut ledger = Ledger::create(&path).unwrap();
    for subject in subjects(2) {
        ledger.permit(subject).unwrap();
    }
    drop(ledger);
    let whole = fs::read(&path).unwrap();
    assert_eq!(whole.len(), 60 + 2 * 64);
    let broken = folder.file("broken");
    let opens = |bytes: &[u8]| {
        fs::write(&broken, bytes).unwrap();
        Ledger::open(&broken).is_ok()
    };
    assert!(opens(&whole));
    for i in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[i] ^= 1 << (i % 8);
        assert!(!opens(&bytes), "byte {i}");
    }
    for length in 0..whole.len() {
        // What ends with a record cannot be told from an older ledger.
        assert_eq!(opens(&whole[..length]), length >= 60 && (length - 60) % 64 == 0, "{length}");
    }
    let swapped = [&whole[..60], &whole[124..], &whole[60..124]].concat();
    assert!(!opens(&swapped) && !opens(&[&whole[..], &whole[60..124]].concat()));
}

#[test]
fn a_lost_ledger_is_refused_and_with_it_the_secret() {
    let folder = Folder::new("lost");
    let path = folder.file("ledger");
    let mut ledger = Ledger::create(&path).unwrap();
    let group = group(Members::all(1), "lost");
    let secret = SecretShare::generate(&group, 1, ledger.guard(), fresh(1)).unwrap();
    let subject = group.subject(Step::PublicKey);
    let permit = ledger.permit(subject).unwrap();
    group.public_key_share(&secret, permit, fresh(2)).unwrap();
    drop(ledger);
    fs::remove_file(&path).unwrap();
    assert!(matches!(Ledger::open(&path), Err(LedgerError::Io { .. })));
    // A new one, or none, is not that of the secret.
    let mut other = Ledger::create(&path).unwrap();
    let foreign = other.permit(subject).unwrap();
    for permit in [foreign, Permit::unrecorded(subject)] {
        let refused = group.public_key_share(&secret, permit, fresh(3));
        assert!(matches!(refused, Err(Error::Permit(_))));
    }
    assert_ne!(other.guard(), secret.guard());
    assert_ne!(secret.guard(), Guard::None);
}

#[test]
fn a_ledger_is_a_file_of_its_own() {
    let folder = Folder::new("own");
    let path = folder.file("ledger");
    let ledger = Ledger::create(&path).unwrap();
    let is_alone =
        |found: Result<Ledger, LedgerError>| matches!(found, Err(LedgerError::NotAlone { .. }));
    assert!(is_alone(Ledger::open(&path)), "open twice");
    assert!(Ledger::create(&path).is_err(), "there is one");
    drop(ledger);
    let link = folder.file("link");
    symlink(&path, &link).unwrap();
    assert!(Ledger::open(&link).is_err() && Ledger::create(&link).is_err(), "a link");
    let second = folder.file("second");
    fs::hard_link(&path, &second).unwrap();
    assert!(is_alone(Ledger::open(&path)), "two names");
    fs::remove_file(&second).unwrap();
    let mut ledger = Ledger::open(&path).unwrap();
    // Somebody else writes to it.
    let grown = [fs::read(&path).unwrap(), vec![0; 64]].concat();
    fs::write(&path, grown).unwrap();
    assert!(matches!(ledger.permit(subjects(1)[0]), Err(LedgerError::Damaged { .. })));
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions());
    assert_eq!(mode & 0o077, 0);
}

/// Whichever parties are active and whatever the session is called: the polynomial is the same.
#[test]
fn one_share_for_a_ciphertext_whatever_the_active_set() {
    let folder = Folder::new("active");
    let mut ledger = Ledger::create(&folder.file("ledger")).unwrap();
    let all = group(Members::all(3), "first");
    let secret = SecretShare::generate(&all, 1, ledger.guard(), fresh(1)).unwrap();
    let message = bfv::Parameters::message(all.context(), 1);
    let a = all.context().encrypt_secret(secret.key(), &message, &seed(1)).unwrap();
    let subject = Subject::of(&a).unwrap();
    let permit = ledger.permit(subject).unwrap();
    all.decryption_share(secret.part(), &a, permit, fresh(2)).unwrap();
    for active in [vec![1, 2], vec![1, 3]] {
        let other = group(Members::of(3, active).unwrap(), "second");
        let subject = Subject::of(
            &other.context().add(&a, &other.context().trivial(&message).unwrap()).unwrap(),
        );
        // Even with another c_0.
        assert!(matches!(ledger.permit(subject.unwrap()), Err(LedgerError::Given)));
    }
    let again = all.context().encrypt_secret(secret.key(), &message, &seed(2)).unwrap();
    ledger.permit(Subject::of(&again).unwrap()).unwrap();
}
