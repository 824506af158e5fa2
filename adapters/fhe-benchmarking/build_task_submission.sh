#!/bin/sh
# Makes the six programs of the suite's workload Zn-multiplication, in submission/target/release: links to
# stage.py. Copy this folder as `submission` and this file as scripts/build_task_submission.sh; the Python that
# `python3` names must have the package ringassay.
set -eu
python3 -c 'import ringassay.harness'
folder=$(cd "$(dirname "$0")/../submission" && pwd)
mkdir -p "$folder/target/release"
chmod +x "$folder/stage.py"
for stage in client_key_generation client_preprocess_input client_encode_encrypt_input \
	server_encrypted_compute client_decrypt_decode client_postprocess; do
	ln -sf ../../stage.py "$folder/target/release/$stage"
done
