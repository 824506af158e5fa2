#!/usr/bin/env bash
# The wheel as a new user has it: an account that owns nothing, an empty home, no Rust and no Go.
#
#     scripts/try-wheel.sh dist/ringassay-*.whl      # as root, under a user number nobody has
#     PYTHON=/usr/bin/python3.12 scripts/try-wheel.sh …
#
# Makes an environment, installs the wheel with SEAL, runs the demonstration, and says how long each part
# took; what it did is left in a folder that the last line names. Then it tries everything else that uses
# the runtime: a run, an exploration that is proven, a benchmark, BGV in Python. Fails with the first part
# that fails, or when environment and demonstration together took more than LIMIT_S seconds.
set -euo pipefail

readonly LIMIT_S=${LIMIT_S:-240}
readonly STRANGER=${STRANGER:-54321}

if [[ $# -ne 1 || ! -f $1 ]]; then
  echo "usage: $0 WHEEL   (make wheel builds one)" >&2
  exit 2
fi

# What the machine's owner has to say about the network is kept; nothing else of the environment is.
declare -a passed=()
while IFS='=' read -r name value; do
  case $name in
    PIP_* | SSL_CERT_* | *_proxy | *_PROXY | REQUESTS_CA_BUNDLE) passed+=("$name=$value") ;;
  esac
done < <(env)

enter_as_stranger() {
  local home
  home=$(mktemp -d "${TMPDIR:-/tmp}/ringassay-try.XXXXXX")
  mkdir "$home/home"
  cp "$1" "$home"
  cp "$0" "$home/try-wheel.sh"
  local -a become=()
  if [[ $(id -u) -eq 0 ]]; then
    chown -R "$STRANGER:$STRANGER" "$home"
    become=(setpriv --reuid "$STRANGER" --regid "$STRANGER" --clear-groups --inh-caps=-all)
  fi
  cd "$home"
  exec "${become[@]}" env -i HOME="$home/home" PATH=/usr/local/bin:/usr/bin:/bin LIMIT_S="$LIMIT_S" \
    "${passed[@]}" RINGASSAY_TRY="$home" PYTHON="${PYTHON:-/usr/bin/python3}" \
    bash "$home/try-wheel.sh" "$home/$(basename "$1")"
}

[[ -n ${RINGASSAY_TRY:-} ]] || enter_as_stranger "$1"

for tool in cargo rustc go; do
  if command -v "$tool" >/dev/null; then
    echo "$tool is on PATH: this is no machine without it" >&2
    exit 2
  fi
done
echo "user $(id -u), $($PYTHON --version), $(nproc) processors, load $(cut -d' ' -f1-3 /proc/loadavg)"

seconds_now() { printf '%s' "${EPOCHREALTIME/,/.}"; }

compute() { "$PYTHON" -c "print(round($1, 1))"; }

part() { # NAME COMMAND…: runs it, says how long it took, and how much of that it computed
  local name=$1 TIMEFORMAT='%R %U %S' code=0
  shift
  { time "$@" >"$name.log" 2>&1; } 2>"$name.time" || code=$?
  if [[ $code -ne 0 ]]; then
    tail -n 40 "$name.log" >&2
    echo "$name failed with exit code $code" >&2
    exit 1
  fi
  local real user system
  read -r real user system <"$name.time"
  printf '%8.1f s, %6.1f s of CPU time  %s\n' "$real" "$(compute "$user + $system")" "$name"
}

readonly STARTED=$(seconds_now)
part environment "$PYTHON" -m venv env
part installation env/bin/pip install --disable-pip-version-check "$1[seal]"
part demo env/bin/ringassay demo --out demo
readonly taken=$(compute "$(seconds_now) - $STARTED")
printf '%8.1f s  together, at most %s\n' "$taken" "$LIMIT_S"
env/bin/ringassay store export --store demo/demo.db --format csv --out data >/dev/null
env/bin/python - <<'PYTHON'
import pandas

rows = pandas.read_csv("data/evaluations.csv")
print(rows.groupby("sut")["outcome"].value_counts().to_string())
ours = rows[rows["sut"].isin({"seal", "ringassay-bgv"})]
assert set(ours["sut"]) == {"seal", "ringassay-bgv"}, "SEAL or our engine did not run"
assert (ours["outcome"] == "ok").all(), "not every answer was right"
PYTHON

part doctor env/bin/ringassay doctor
part run env/bin/ringassay run quick --sut plaintext --sut seal --sut ringassay-bgv --store run.db
cat >app.toml <<'TOML'
version = 1
name = "small"
title = "A product"
[application]
expression = "a*b+a"
[constraints]
security_bits = 128
[[scheme]]
scheme = "fv"
n = [2048, 4096]
log2_q = { from = 40, to = 60, step = 10 }
log2_w = [10, 20]
t = 2
TOML
part explore env/bin/ringassay explore app.toml --prove --store explore.db --out explored
part bench env/bin/ringassay bench ring --groups conversions --rounds 5 --sample-us 50 --store bench.db
part bgv env/bin/python -c '
from ringassay import bgv
keys = bgv.choose(length=6, depth=2, security=128).keys()
a, b = keys.encrypt([1, 0, 0, 1, 1, 0]), keys.encrypt([1, 1, 0, 0, 1, 1])
assert keys.decrypt(a * b + a).tolist() == [0, 0, 0, 1, 0, 0], keys.decrypt(a * b + a)
'
if [[ -n $(ls -A home) ]]; then
  echo "left in the home: $(ls -A home)"
fi
echo "disk: $(du -sh env | cut -f1) environment, $(du -sh demo | cut -f1) demonstration; all in $RINGASSAY_TRY"
"$PYTHON" -c "import sys; sys.exit($taken > $LIMIT_S)"
