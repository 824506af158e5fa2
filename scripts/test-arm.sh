#!/usr/bin/env bash
# The crates below everything, kernels and ring, built for aarch64 and tested with NEON and with the portable backend, on a
# machine of another kind under emulation. Arguments go to `cargo test`: `scripts/test-arm.sh --package ringassay-kernels`.
# Needs Rust's standard library for aarch64, a linker with the C library, and an emulator: what can be had without
# asking is installed, else it is said what is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

target=aarch64-unknown-linux-gnu
packages=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static)

missing() {
    echo "Missing: $1; get it: $2" >&2
    exit 1
}

if [ "$(uname -m)" != aarch64 ]; then
    if ! command -v qemu-aarch64-static aarch64-linux-gnu-gcc >/dev/null; then
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet "${packages[@]}" >/dev/null ||
                missing "${packages[*]}" "apt-get update, then apt-get install ${packages[*]}"
        else
            missing "an emulator and a linker for aarch64" "apt-get install ${packages[*]}"
        fi
    fi
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -L /usr/aarch64-linux-gnu"
fi

if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    command -v rustup >/dev/null && rustup target add "$target" ||
        missing "Rust's standard library for $target" "rustup target add $target"
fi

if [ $# = 0 ]; then
    set -- --package ringassay-kernels --package ringassay-ring --package ringassay-bigring
fi
# Documentation tests are left out: they are compiled and run where the library is used.
exec cargo test --locked --target "$target" --target-dir target/arm --lib --tests "$@"
