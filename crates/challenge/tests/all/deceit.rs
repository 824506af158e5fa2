//! What an author could publish to deceive, and what could go wrong on a disk.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use ringassay_challenge::beacon::Record;
use ringassay_challenge::folder::{self, Verified};
use ringassay_challenge::verify::{Seeds, opened};
use ringassay_challenge::{ChallengeError, Parameters, Right, format};

use crate::common::{challenge, kinds, made};

fn generated(parent: &Path, parameters: Parameters) -> PathBuf {
    folder::generate(parent, &challenge(parameters), "toy", &mut |_, _| {}).unwrap()
}

fn verify(folder: &Path, seeds: Seeds) -> Result<Verified, ChallengeError> {
    folder::verify(folder, None, seeds, &mut |_, _| {})
}

fn file(folder: &Path, suffix: &str) -> PathBuf {
    folder.join(format!("{}{suffix}", folder.file_name().unwrap().to_str().unwrap()))
}

/// Beyond 2^53 a number has no digits left for its residue: every secret would fit.
#[test]
fn a_huge_real_coefficient_fits_no_secret() {
    let (challenge, mut instance, mut secret) = made(kinds(8)[0], 1);
    for sample in &mut instance.samples {
        sample.b = Right::Real(vec![769.0 * (2.0f64).powi(900); 4]);
    }
    secret.s = vec![1, 2, 3, 4];
    assert!(opened(&challenge, &instance, &secret, Seeds::Foreign).is_err());
    let read = format::read_instance(&format::write_instance(&instance), &instance.parameters);
    assert!(opened(&challenge, &read.unwrap(), &secret, Seeds::Foreign).is_err());
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    for x in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
        assert!(Parameters::continuous(8, 17, x, 2).is_err());
        assert!(Parameters::discrete(8, 17, x, 2).is_err());
        let (_, mut instance, _) = made(kinds(8)[0], 1);
        instance.samples[0].b = Right::Real(vec![x; 4]);
        let bytes = format::write_instance(&instance);
        assert!(format::read_instance(&bytes, &instance.parameters).is_err());
        for place in [3, 4] {
            let of = challenge(kinds(8)[0]);
            let mut bytes = format::write_challenge(&of);
            let key = (place << 3 | 1) as u8;
            let at = bytes.windows(1).rposition(|w| w[0] == key).unwrap();
            bytes[at + 1..at + 9].copy_from_slice(&x.to_le_bytes());
            assert!(format::read_challenge(&bytes).is_err(), "{place}");
        }
    }
}

/// Two programs could read two things from one file.
#[test]
fn fields_that_are_there_twice_are_refused() {
    for parameters in kinds(9) {
        let (challenge, instance, secret) = made(parameters, 2);
        let twice = |bytes: &[u8]| [bytes, &bytes[..2]].concat();
        assert!(format::read_challenge(&twice(&format::write_challenge(&challenge))).is_err());
        let bytes = twice(&format::write_instance(&instance));
        assert!(format::read_instance(&bytes, &parameters).is_err());
        assert!(format::read_secret(&twice(&format::write_secret(&secret)), &parameters).is_err());
    }
}

#[test]
fn integers_of_more_than_64_bits_are_refused() {
    let of = challenge(kinds(9)[2]);
    let mut bytes = format::write_challenge(&of);
    assert_eq!(bytes[..2], [8, 7]);
    bytes.splice(1..2, [0x87, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00]);
    assert_eq!(format::read_challenge(&bytes).unwrap(), of);
    bytes[10] = 2;
    assert!(format::read_challenge(&bytes).is_err());
}

/// 8 MiB of empty factors: refused at the second, not gathered.
#[test]
fn many_factors_are_not_gathered() {
    let (_, instance, _) = made(kinds(9)[1], 2);
    let mut bytes = format::write_instance(&instance);
    let factors: Vec<u8> = [0x0a, 0x00].repeat(4 << 20);
    let sample = [vec![0x0a, 0x80, 0x80, 0x80, 0x04], factors].concat();
    bytes.extend([0x22, 0x85, 0x80, 0x80, 0x04]);
    bytes.extend(sample);
    assert!(format::read_instance(&bytes, &instance.parameters).is_err());
}

/// An instance that is repeated under another number is opened with the first.
#[test]
fn repeated_instances_are_refused() {
    for parameters in kinds(27) {
        let parent = tempfile::tempdir().unwrap();
        let folder = generated(parent.path(), parameters);
        let mut instance = folder::instance_in(&folder, 1).unwrap();
        instance.instance = 3;
        fs::write(file(&folder, "-03.instance"), format::write_instance(&instance)).unwrap();
        let said = verify(&folder, Seeds::Foreign).unwrap_err().to_string();
        assert!(said.contains("same a"), "{said}");
        // The same with the secret beside it, and closed.
        let mut secret = folder::secret_in(&folder, 1).unwrap().unwrap();
        secret.instance = 3;
        fs::write(file(&folder, "-03.secret"), format::write_secret(&secret)).unwrap();
        for seeds in [Seeds::Ours, Seeds::Foreign] {
            assert!(verify(&folder, seeds).is_err());
        }
        fs::remove_file(file(&folder, "-03.secret")).unwrap();
        assert!(verify(&folder, Seeds::Ours).is_err());
        fs::remove_file(file(&folder, "-03.instance")).unwrap();
        fs::hard_link(file(&folder, "-01.instance"), file(&folder, "-03.instance")).unwrap();
        assert!(verify(&folder, Seeds::Ours).is_err());
    }
}

#[test]
fn files_of_other_instances_names_and_challenges_are_refused() {
    let parent = tempfile::tempdir().unwrap();
    let folder = generated(parent.path(), kinds(8)[2]);
    let bytes = fs::read(file(&folder, "-02.secret")).unwrap();
    for suffix in
        ["-04.instance", "-04.secret", "-02.SECRET", "-002.secret", "-0a.secret", ".copy.secret"]
    {
        fs::write(file(&folder, suffix), &bytes).unwrap();
        assert!(verify(&folder, Seeds::Ours).is_err(), "{suffix}");
        fs::remove_file(file(&folder, suffix)).unwrap();
    }
    fs::write(folder.join("README"), "what a challenge may have beside it").unwrap();
    fs::write(folder.join("1492456740.xml"), "").unwrap();
    verify(&folder, Seeds::Ours).unwrap();
    // A second challenge; one of another name.
    let own = file(&folder, ".challenge");
    let other = folder.join("chall-id0008-rlwr-m8-q256-p32-l3-toy.challenge");
    fs::copy(&own, &other).unwrap();
    assert!(verify(&folder, Seeds::Ours).is_err());
    fs::rename(&other, &own).unwrap();
    verify(&folder, Seeds::Ours).unwrap();
    for name in [
        "x",
        "chall-id0007-rlwr-m8-q256-p32-l3-",
        "chall-id07-rlwr-m8-q256-p32-l3-toy",
        "chall-id0007-rlwr-m16-q256-p32-l3-toy",
        "chall-id0007-rlwr-m8-q256-p32-l3-a.b",
    ] {
        let named = folder.join(format!("{name}.challenge"));
        fs::rename(&own, &named).unwrap();
        assert!(verify(&folder, Seeds::Ours).is_err(), "{name}");
        fs::rename(&named, &own).unwrap();
    }
}

/// A challenge that says that it has fewer or more instances than there are.
#[test]
fn another_number_of_instances_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let folder = generated(parent.path(), kinds(8)[1]);
    for instances in [1, 3, 5, 256] {
        let other = ringassay_challenge::Challenge { instances, ..challenge(kinds(8)[1]) };
        fs::write(file(&folder, ".challenge"), format::write_challenge(&other)).unwrap();
        assert!(verify(&folder, Seeds::Ours).is_err(), "{instances}");
    }
}

#[test]
fn what_is_left_of_a_killed_program_is_named_and_kept() {
    let parent = tempfile::tempdir().unwrap();
    let name = folder::name(&challenge(kinds(8)[2]), "toy");
    let left = parent.path().join(format!(".{name}.unfinished"));
    fs::create_dir(&left).unwrap();
    let made = || folder::generate(parent.path(), &challenge(kinds(8)[2]), "toy", &mut |_, _| {});
    let said = made().unwrap_err().to_string();
    assert!(said.contains("remove this folder"), "{said}");
    assert!(left.exists());
    fs::remove_dir(&left).unwrap();
    // A link in the place is not followed.
    let elsewhere = parent.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, &left).unwrap();
    assert!(made().is_err());
    symlink(&elsewhere, parent.path().join(&name)).unwrap();
    assert!(made().is_err());
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
}

#[test]
fn a_folder_that_takes_nothing_is_left_as_it_was() {
    let parent = tempfile::tempdir().unwrap();
    let absent = parent.path().join("absent");
    let made = folder::generate(&absent, &challenge(kinds(8)[2]), "toy", &mut |_, _| {});
    assert!(made.unwrap_err().is_of_the_request());
    assert!(!absent.exists());
}

/// A folder that appears while its challenge is generated is not replaced.
#[test]
fn a_folder_that_appears_meanwhile_is_kept() {
    let parent = tempfile::tempdir().unwrap();
    let of = challenge(kinds(8)[2]);
    let folder = parent.path().join(folder::name(&of, "toy"));
    let mut appears = |_, _| fs::create_dir_all(&folder).unwrap();
    assert!(folder::generate(parent.path(), &of, "toy", &mut appears).is_err());
    let names: Vec<_> =
        fs::read_dir(parent.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, [folder.file_name().unwrap()]);
}

#[test]
fn two_that_suppress_at_once_remove_one_secret() {
    let parent = tempfile::tempdir().unwrap();
    let folder = generated(parent.path(), kinds(45)[0]);
    let beacon = |chosen: u8| Record::from([chosen; 64]);
    let done = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for chosen in [1, 2, 1, 2] {
            let (folder, done) = (&folder, &done);
            scope.spawn(move || {
                let outcome =
                    folder::suppress(folder, &beacon(chosen), Seeds::Ours, &mut |_, _| {});
                done.fetch_add(usize::from(outcome.is_ok()), Ordering::Relaxed);
            });
        }
    });
    assert_eq!(done.into_inner(), 1);
    assert_eq!(folder::opened_in(&folder).unwrap().len(), 3);
    let closed = verify(&folder, Seeds::Ours).unwrap().closed[0];
    let again = folder::suppress(&folder, &beacon(closed as u8), Seeds::Ours, &mut |_, _| {});
    assert!(again.unwrap_err().to_string().contains("suppressed already"));
}

/// A copy by link in another folder would keep what is removed here.
#[test]
fn a_secret_with_two_names_is_not_removed() {
    let parent = tempfile::tempdir().unwrap();
    let folder = generated(parent.path(), kinds(8)[2]);
    let copy = parent.path().join("copy");
    fs::hard_link(file(&folder, "-01.secret"), &copy).unwrap();
    let suppress = |chosen| {
        folder::suppress(&folder, &Record::from([chosen; 64]), Seeds::Ours, &mut |_, _| {})
    };
    assert!(suppress(1).unwrap_err().to_string().contains("another name"));
    assert_eq!(folder::opened_in(&folder).unwrap().len(), 4);
    fs::remove_file(&copy).unwrap();
    assert_eq!(suppress(1).unwrap(), 1);
}

#[test]
fn numbers_that_messages_do_not_hold_are_refused() {
    let of = ringassay_challenge::Challenge { id: 1 << 31, ..challenge(kinds(8)[2]) };
    assert!(of.checked().is_err());
    assert!(format::read_challenge(&format::write_challenge(&of)).is_err());
}

#[test]
fn secrets_are_their_owners_whatever_the_parent_is() {
    let parent = tempfile::tempdir().unwrap();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let folder = generated(parent.path(), kinds(8)[0]);
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    for number in 0..4 {
        let mode = fs::metadata(file(&folder, &format!("-0{number}.secret"))).unwrap();
        assert_eq!(mode.permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn progress_ends_where_it_said() {
    for seeds in [Seeds::Ours, Seeds::Foreign] {
        let parent = tempfile::tempdir().unwrap();
        let folder = generated(parent.path(), kinds(9)[0]);
        fs::remove_file(file(&folder, "-01.secret")).unwrap();
        let (mut last, mut steps) = ((0, 0), 0);
        let mut hear = |done, total| {
            assert!(done > last.0 && done <= total);
            last = (done, total);
            steps += 1;
        };
        folder::verify(&folder, None, seeds, &mut hear).unwrap();
        assert_eq!((last.0, last.0), (last.1, steps));
    }
}

#[test]
fn p_values_of_right_challenges_are_no_reason_to_doubt() {
    let parent = tempfile::tempdir().unwrap();
    let folder = generated(parent.path(), kinds(105)[0]);
    let values = verify(&folder, Seeds::Ours).unwrap().p_values;
    assert_eq!(values.len(), 9);
    assert!(values.iter().all(|p| *p > 1e-7 && *p <= 1.0), "{values:?}");
}
