# Two commands do everything on a fresh machine: `make demo` and `make test`.
# They need Python 3.11 or newer, a C compiler and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.built
SOURCES := $(shell find src csrc -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.h')
WORKERS ?= 2

NODE_PACKAGES := bots/javascript/node_modules

.PHONY: demo test build lint types unit javascript bench sanitize transcripts clean

demo: build
	rm -rf build/demo
	$(BIN)/palio tournament --name demo --bot random --bot greedy --bot flat --bot ismcts --game coup --game masters \
		--game lorenzo --players 2 --iterations 200 --blocks 4 --out build/demo --report build/demo.html
	$(BIN)/palio bench

test: build lint types unit

build: $(STAMP)

# Changed settings mean a new build from the first step: generated C does not depend on setup.py.
$(VENV)/.tools: pyproject.toml setup.py
	rm -rf build
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet 'setuptools>=77' 'cython>=3.0.11'
	touch $@

$(STAMP): $(VENV)/.tools $(SOURCES)
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[dev]'
	touch $@

lint: build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint src

types: build
	$(BIN)/mypy

unit: build javascript
	$(BIN)/python -m pytest -n $(WORKERS)

# The package that the JavaScript bot needs, where there is npm; without node its test is skipped.
javascript: $(if $(shell command -v npm),$(NODE_PACKAGES))

$(NODE_PACKAGES): bots/javascript/package.json
	cd bots/javascript && npm install --no-package-lock --no-audit --no-fund --silent
	touch $@

bench: build
	$(BIN)/palio bench

# Rewrites the golden transcripts after a change of the rules; read the diff before you commit it.
transcripts: build
	$(BIN)/python tests/transcripts/regenerate.py

# The tests against a debug build with AddressSanitizer and UndefinedBehaviorSanitizer. It is built from a copy of the
# sources into an environment of its own, so that it does not mix with the release build. A segmentation fault stays a
# signal: the referee tells by it how a bot died.
SANITIZE := .venv-sanitize
sanitize: javascript
	$(PYTHON) -m venv $(SANITIZE)
	$(SANITIZE)/bin/python -m pip install --quiet --upgrade pip 'setuptools>=77' 'cython>=3.0.11'
	rm -rf $(SANITIZE)/source && mkdir $(SANITIZE)/source
	tar -c --exclude='*.so' pyproject.toml setup.py README.md LICENSE csrc src | tar -x -C $(SANITIZE)/source
	PALIO_DEBUG=1 PALIO_SANITIZE=1 $(SANITIZE)/bin/python -m pip install --quiet --no-build-isolation \
		'$(SANITIZE)/source[test]'
	LD_PRELOAD=$$($(CC) -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0:handle_segv=0 PALIO_TEST_SCALE=0.1 \
		$(SANITIZE)/bin/python -m pytest -n $(WORKERS) -p no:cacheprovider

clean:
	rm -rf build dist $(VENV) $(SANITIZE) $(NODE_PACKAGES) src/*.egg-info
	find src -name '*.so' -delete
