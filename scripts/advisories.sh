#!/usr/bin/env bash
# Known vulnerabilities of all dependencies: every lock file of the tree. The data lie on hosts of their own
# (RustSec's repository, PyPI, npm's registry, vuln.go.dev), which not every machine reaches: what was not looked at is said, and
# is a failure. `--strict`: a package of which nothing could be learnt is not one without vulnerabilities.
set -uo pipefail
cd "$(dirname "$0")/.."

failed=0
check() {
  local program=$1 how=$2 what=$3
  shift 3
  if ! PATH="$PWD/.venv/bin:$PATH" command -v "$program" >/dev/null; then
    echo "$what: not looked at: no $program here ($how)"
    failed=1
  elif PATH="$PWD/.venv/bin:$PATH" "$@"; then
    echo "$what: looked at, nothing known"
  else
    echo "$what: something is known, or could not be looked at: see above"
    failed=1
  fi
}

echo "Advisories of $(date -u +%Y-%m-%d), commit $(git describe --always --dirty=-modified)"
while read -r lock; do
  check cargo-audit "cargo install cargo-audit" "$lock" cargo audit --file "$lock"
done < <(git ls-files '*Cargo.lock')
while read -r lock; do
  check pip-audit "pip install pip-audit" "$lock" \
    pip-audit --strict --requirement "$lock" --no-deps --disable-pip
done < <(git ls-files '*requirements.txt' 'python/ringassay/sut/requirements/*.txt')
while read -r lock; do
  check npm "apt-get install npm" "$lock" npm audit --package-lock-only --prefix "$(dirname "$lock")"
done < <(git ls-files '*package-lock.json')
while read -r sums; do
  check govulncheck "go install golang.org/x/vuln/cmd/govulncheck@latest" "$sums" \
    govulncheck -C "$(dirname "$sums")" ./...
done < <(git ls-files '*go.sum')
exit $failed
