#!/usr/bin/env bash
# Installs what some tests need from the operating system, where that needs no question: as root
# on a system with apt. Anywhere else it says what is missing; the tests that need it are skipped
# with that reason.
set -euo pipefail

declare -A package_of=(
  [pdflatex]="texlive-latex-base texlive-latex-recommended lmodern"
  [pdftotext]="poppler-utils"
  [strace]="strace"
  [valgrind]="valgrind libc6-dbg"
  [node]="nodejs"
  [npm]="npm"
)

postgres_present() {
  command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null
}

missing=()
for program in "${!package_of[@]}"; do
  command -v "$program" >/dev/null || missing+=(${package_of[$program]})
done
postgres_present || missing+=(postgresql)

if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi
if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
  echo "Not installed, so some tests will be skipped: ${missing[*]}"
  exit 0
fi
echo "Installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
  echo "Could not install ${missing[*]}; some tests will be skipped."
