#!/usr/bin/env bash
# Builds the wheel of the commit in two new folders, of names of different length, and compares. What differs
# is listed entry by entry (scripts/same_wheels.py). Nothing but the downloaded packages and the tools is shared.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
place=build/twice
folders=("$place/one" "$place/a-folder-of-another-name/and-depth")
rm -rf "$place"
for folder in "${folders[@]}"; do
  git clone --quiet --shared "$root" "$folder"
  # Python's packages are tools here: none of them goes into the wheel.
  ln -s "$root/.venv" "$folder/.venv"
  # Go states whether a tree has files of no commit.
  echo /.venv >>"$folder/.git/info/exclude"
done
for folder in "${folders[@]}"; do
  make --directory "$folder" --old-file .venv/bin/.packages wheel
done
.venv/bin/python scripts/same_wheels.py "${folders[0]}"/dist/*.whl "${folders[1]}"/dist/*.whl
rm -rf "$place"
