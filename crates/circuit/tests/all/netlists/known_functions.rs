//! The standards' own examples.

use ringassay_circuit::library::{build, function};
use ringassay_circuit::netlist::Netlist;

use crate::common::lanes::evaluate;

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().filter(|c| !c.is_whitespace()).collect();
    let pair = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(pair).collect()
}

/// The output bytes for input bytes; `high_first` says in which order bytes have their bits.
fn run(netlist: &Netlist, input: &[u8], high_first: bool) -> Vec<u8> {
    let place = |bit: usize| if high_first { 7 - bit } else { bit };
    let words: Vec<u64> = input
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| u64::from(byte >> place(bit) & 1)))
        .collect();
    let results = evaluate(netlist, &words);
    results
        .chunks(8)
        .map(|byte| (0..8).fold(0, |sum, bit| sum | ((byte[bit] & 1) as u8) << place(bit)))
        .collect()
}

#[test]
fn aes128_of_fips_197() {
    let appendix_b = (
        "2b7e151628aed2a6abf7158809cf4f3c",
        "3243f6a8885a308d313198a2e0370734",
        "3925841d02dc09fbdc118597196a0b32",
    );
    let appendix_c_1 = (
        "000102030405060708090a0b0c0d0e0f",
        "00112233445566778899aabbccddeeff",
        "69c4e0d86a7b0430d8cdb78070b4c55a",
    );
    for variant in function("aes128").unwrap().variants {
        let netlist = build("aes128", Some(variant.name()), None).unwrap();
        for (key, plaintext, ciphertext) in [appendix_b, appendix_c_1] {
            let input = [bytes(key), bytes(plaintext)].concat();
            assert_eq!(run(&netlist, &input, true), bytes(ciphertext), "{variant:?}");
        }
    }
}

const INITIAL: &str = "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19";

/// "abc", and the example of two blocks.
#[test]
fn sha256_of_fips_180() {
    for variant in function("sha256").unwrap().variants {
        let netlist = build("sha256", Some(variant.name()), None).unwrap();
        let mut abc = b"abc\x80".to_vec();
        abc.resize(63, 0);
        abc.push(24);
        let digest = run(&netlist, &[abc, bytes(INITIAL)].concat(), true);
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest, bytes(expected), "{variant:?}");

        let mut long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq\x80".to_vec();
        long.resize(126, 0);
        long.extend([0x01, 0xc0]);
        let middle = run(&netlist, &[&long[..64], &bytes(INITIAL)].concat(), true);
        let digest = run(&netlist, &[&long[64..], &middle].concat(), true);
        let expected = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(digest, bytes(expected), "{variant:?}");
    }
}

/// SHA3-256 of nothing, and the permutation of zeros twice (the Keccak team's KeccakF-1600 file).
#[test]
fn keccak_f_of_fips_202() {
    let netlist = build("keccak-f", None, None).unwrap();
    let mut block = vec![0; 200];
    (block[0], block[135]) = (0x06, 0x80);
    let state = run(&netlist, &block, false);
    let expected = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";
    assert_eq!(state[..32], bytes(expected));
    let zeros = run(&netlist, &[0; 200], false);
    assert_eq!(zeros[..8], bytes("e7dde140798f25f1"));
    assert_eq!(run(&netlist, &zeros, false)[..8], bytes("3ccb6ef94d955c2d"));
}
