#!/bin/sh
# Fuzzes one target: fuzz/run.sh TARGET SECONDS [libFuzzer options…]
#
# Needs a Rust toolchain and a C++ compiler, nothing else: libFuzzer is compiled from the
# libfuzzer-sys crate and the coverage it needs is switched on by hand, which stable Rust can do.
# SANITIZER=address adds AddressSanitizer and needs a nightly toolchain.
#
# New inputs are gathered in fuzz/work/TARGET, a crash as fuzz/work/TARGET-crash-…. To keep what a
# run has found, minimised:
#   fuzz/run.sh TARGET 600 -merge=1     (merges fuzz/work/TARGET into fuzz/corpus/TARGET)
set -eu
if [ $# -lt 2 ]; then
    echo "usage: $0 beacon_record|bfv_load|bgv_load|ckks_load|challenge_instance|challenge_message|challenge_name|challenge_secret|circuit|expression|gates_load|input|key_parameters|multiprecision_load|netlist_aag|netlist_aig|netlist_blif|netlist_bristol|netlist_bristol_old|script|slot_program|parties_load|slot_target|packets SECONDS [libFuzzer options]" >&2
    exit 2
fi
target=$1 seconds=$2
shift 2
cd "$(dirname "$0")"
if [ ! -f "fuzz_targets/$target.rs" ]; then
    echo "$0: no target $target; there are: $(ls fuzz_targets | sed 's/\.rs$//' | tr '\n' ' ')" >&2
    exit 2
fi
host=$(rustc -vV | sed -n 's/^host: //p')
flags="--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module"
flags="$flags -Cllvm-args=-sanitizer-coverage-level=4"
flags="$flags -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
flags="$flags -Cllvm-args=-sanitizer-coverage-pc-table"
flags="$flags -Cllvm-args=-sanitizer-coverage-trace-compares"
toolchain=
if [ "${SANITIZER:-none}" != none ]; then
    toolchain=+nightly
    flags="$flags -Zsanitizer=$SANITIZER"
fi
# Naming the target keeps the flags away from build scripts.
RUSTFLAGS=$flags cargo $toolchain build --quiet --release --target "$host" --bin "$target"
program=${CARGO_TARGET_DIR:-target}/$host/release/$target
mkdir -p "work/$target" "corpus/$target"
case " $* " in
    *" -merge=1 "*) directories="corpus/$target work/$target" ;;
    *) directories="work/$target corpus/$target" ;;
esac
# shellcheck disable=SC2086
exec "$program" -max_total_time="$seconds" -max_len=16384 -timeout=10 -rss_limit_mb=1024 \
    -print_final_stats=1 -artifact_prefix="work/$target-" "$@" $directories
