#!/usr/bin/env bash
# The lines of a crate that its own tests run: scripts/coverage.sh CRATE [ARGUMENTS OF cargo test].
# Only that crate carries counters, so that the crates below it stay as fast as they are. Needs llvm-profdata and
# llvm-cov of the toolchain in use (rustup component add llvm-tools).
set -euo pipefail
cd "$(dirname "$0")/.."

crate=$1
shift
tools=$(rustc --print target-libdir)/../bin
folder=$PWD/target/coverage
mkdir -p "$folder"
rm -f "$folder/$crate"-*.profraw

cat > "$folder/rustc-with-counters" <<'END'
#!/bin/sh
# Cargo names the package that it compiles.
[ "$CARGO_PKG_NAME" = "$COVERED" ] && set -- "$@" -C instrument-coverage
exec "$@"
END
chmod +x "$folder/rustc-with-counters"

export COVERED=$crate RUSTC_WORKSPACE_WRAPPER=$folder/rustc-with-counters
export CARGO_TARGET_DIR=$folder/build
cargo test --locked --package "$crate" --tests --no-run --message-format=json > "$folder/$crate.json"
LLVM_PROFILE_FILE="$folder/$crate-%p-%m.profraw" cargo test --locked --package "$crate" --tests "$@"

objects=()
while read -r program; do objects+=(--object "$program"); done < <(
    sed -n "s|.*\"package_id\":\"[^\"]*/crates/[^\"]*\".*\"executable\":\"\([^\"]*\)\".*|\1|p" "$folder/$crate.json")
"$tools/llvm-profdata" merge --sparse "$folder/$crate"-*.profraw --output "$folder/$crate.profdata"
"$tools/llvm-cov" report --instr-profile "$folder/$crate.profdata" "${objects[@]}" --show-region-summary=false \
    --show-branch-summary=false --ignore-filename-regex='/tests/|registry|rustc' 
