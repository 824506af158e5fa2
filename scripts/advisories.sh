#!/usr/bin/env bash
# Known vulnerabilities of all dependencies. The data lie on hosts of their own (RustSec's repository,
# PyPI, vuln.go.dev), which not every machine reaches: what was not looked at is said, and is a failure.
set -uo pipefail
cd "$(dirname "$0")/.."

failed=0
check() {
  local program=$1 how=$2
  shift 2
  if ! command -v "$program" >/dev/null && [ ! -x ".venv/bin/$program" ]; then
    echo "not looked at: no $program here ($how)"
    failed=1
    return
  fi
  PATH="$PWD/.venv/bin:$PATH" "$@" || failed=1
}

for lock in Cargo.lock crates/code/Cargo.lock; do
  check cargo-audit "cargo install cargo-audit" cargo audit --file "$lock"
done
check pip-audit "pip install pip-audit" pip-audit --requirement requirements.txt --no-deps --disable-pip
check govulncheck "go install golang.org/x/vuln/cmd/govulncheck@latest" \
  govulncheck -C adapters/lattigo ./...
exit $failed
