#!/usr/bin/env bash
# The wheel under several Pythons: installed into an environment of each, and the suite `quick` run on every
# system that is there.
#
#     scripts/try-pythons.sh dist/ringassay-*.whl [PYTHON…]     # python3.11, 3.12 and 3.13 by default
#
# SEAL is run where it has a wheel for that Python. Fails when an installation, a run or an answer fails.
set -euo pipefail

if [[ $# -lt 1 || ! -f $1 ]]; then
  echo "usage: $0 WHEEL [PYTHON…]   (make wheel builds one)" >&2
  exit 2
fi
wheel=$(realpath "$1")
shift
pythons=("$@")
[[ ${#pythons[@]} -gt 0 ]] || pythons=(python3.11 python3.12 python3.13)

# pyenv has more than it puts on PATH.
find_python() {
  local versions
  if "$1" -c '' 2>/dev/null; then
    echo "$1"
    return
  fi
  versions=("${PYENV_ROOT:-$HOME/.pyenv}"/versions/"${1#python}".*/bin/python)
  [[ -x ${versions[0]} ]] && echo "${versions[0]}"
}

folder=$(mktemp -d "${TMPDIR:-/tmp}/ringassay-pythons.XXXXXX")
failed=0
for name in "${pythons[@]}"; do
  if ! python=$(find_python "$name"); then
    echo "$name: not on this machine" >&2
    failed=1
    continue
  fi
  env=$folder/$(basename "$name")
  "$python" -m venv "$env"
  seal="with SEAL"
  suts=(plaintext ringassay-bgv ringassay-fv)
  if ! "$env/bin/pip" install --quiet --only-binary :all: "$wheel[seal]" >"$env/seal.log" 2>&1; then
    seal="SEAL has no wheel for it"
    "$env/bin/pip" install --quiet --only-binary :all: "$wheel"
  fi
  "$env/bin/ringassay" sut list --json >"$env/suts.json"
  for sut in seal lattigo; do
    "$env/bin/python" -c '
import json, sys
listed = json.load(open(sys.argv[1]))
sys.exit(not next(each["available"] for each in listed if each["name"] == sys.argv[2]))
' "$env/suts.json" "$sut" && suts+=("$sut")
  done
  code=0
  "$env/bin/ringassay" run quick "${suts[@]/#/--sut=}" --store "$env/quick.db" --json \
    >"$env/quick.json" 2>"$env/quick.log" || code=$?
  "$env/bin/python" - "$env" "$code" "$seal" "${suts[@]}" <<'PYTHON' || failed=1
import platform
import sys

from ringassay.store import Store, load

env, code, seal, *suts = sys.argv[1:]
with Store(f"{env}/quick.db") as store:
    data = load(store, [store.find("latest")])
outcomes = data.evaluations.groupby("sut")["outcome"].value_counts()
counted = "; ".join(f"{sut} {count} {outcome}" for (sut, outcome), count in outcomes.items())
print(f"Python {platform.python_version()}, {seal}: exit code {code}; {counted}")
sys.exit(int(code))
PYTHON
done
echo "all in $folder"
exit "$failed"
