# Every target sets up what it needs: on a bare Debian machine, as root or with sudo.
# Elsewhere, with Python 3.11 or newer, Chromium and Node in place, nothing is installed
# outside this folder. A second run finds its stamps and starts at once.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
APT := bash tools/apt-install
# The popup that asks about news stands between a learner and the first move.
NO_POPUP := $(BIN)/jupyter labextension disable --level=sys_prefix \
	"@jupyterlab/apputils-extension:announcements" 2>/dev/null
# Set order must not differ between a stored output and a new one.
export PYTHONHASHSEED := 0

.PHONY: help lab test test-fast lint bench bundles notebooks \
	stages types style unit nbval browser front-end docs site-checks lite clean \
	fuzz fuzz-guided invariants coverage mutants

help:
	@echo "make lab        open the notebooks in JupyterLab"
	@echo "make test       check everything: half an hour and more"
	@echo "make test-fast  unit tests and doctests (for development)"
	@echo "make lint       ruff and mypy --strict"
	@echo "make bench      measure the engines"
	@echo "make docs       build the documentation into build/docs"
	@echo "make lite       build a site that runs in a browser alone, into build/lite (needs Node)"
	@echo "make notebooks  run every notebook again and store its outputs"
	@echo "make bundles    rebuild the widgets' front end (needs Node)"
	@echo "make invariants a million random games of each game, 2,000 with everything checked (half an hour)"
	@echo "make fuzz       100,000 spoilt inputs of every format (half an hour and more)"
	@echo "make coverage   the lines that the tests reach, browser tests aside"
	@echo "make mutants GAME=overture   small changes to the rules: do the tests notice? (an hour a game)"

lab: $(VENV)/.ready
	$(BIN)/theatre-lab lab

# Every stage runs, also after one has failed; the whole fails if any did.
test:
	@$(MAKE) --keep-going stages
	@echo "All stages passed."

stages: style types unit nbval browser front-end site-checks

test-fast: $(VENV)/.ready-test
	$(BIN)/python -m pytest -q -n 2 --dist loadscope -m "not slow and not browser"

lint: style types

bench: $(VENV)/.ready
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python "$$file" || exit 1; done

notebooks: $(VENV)/.ready-test
	$(BIN)/python tools/refresh_notebooks.py

# Long checks, each by one command; the results are kept in docs/trust.md and docs/mutants.md.
GAMES ?= 1000000
WHOLE ?= 2000
INPUTS ?= 100000
GAME ?= overture
SAMPLE ?= 0
SECONDS_EACH ?= 3600

invariants: $(VENV)/.ready-test
	PYTHONPATH=tests $(BIN)/python -m trust.invariants --games $(GAMES) --whole $(WHOLE) --write

fuzz: $(VENV)/.ready-test
	PYTHONPATH=tests $(BIN)/python -m trust.fuzz --inputs $(INPUTS) --write

fuzz-guided: $(VENV)/.ready-test
	$(BIN)/python -m pip install --quiet --editable '.[trust]'
	PYTHONPATH=tests $(BIN)/python -m trust.guided $(INPUTS)

coverage: $(VENV)/.ready-test
	$(BIN)/python -m pip install --quiet --editable '.[trust]'
	PYTHONPATH=tests $(BIN)/python -m trust.coverage_report --write

mutants: $(VENV)/.ready-test
	$(BIN)/python -m pip install --quiet --editable '.[trust]'
	$(BIN)/python tools/mutants.py $(GAME) --sample $(SAMPLE) --seconds $(SECONDS_EACH) --quick 0.1 --write
	$(BIN)/python tools/mutants.py $(GAME) --again --seconds $(SECONDS_EACH) --write

bundles: widgets/node_modules/.ready
	cd widgets && npm run build

lite: $(VENV)/.ready-lite lite/node_modules/.ready
	$(BIN)/python lite/build.py

style: $(VENV)/.ready-test
	$(BIN)/ruff check .

types: $(VENV)/.ready-test
	$(BIN)/mypy --strict theatre_lab

unit: $(VENV)/.ready-test
	$(BIN)/python -m pytest -n 2 --dist loadscope -m "not browser" --ignore=tests/test_bundles.py --ignore=tests/docs

nbval: $(VENV)/.ready-test
	$(BIN)/python -m pytest --nbval --nbval-current-env --nbval-cell-timeout=60 \
		-p no:randomly notebooks

browser: $(VENV)/.ready-test $(VENV)/.ready-chromium widgets/node_modules/.ready lite/node_modules/.ready
	$(BIN)/python -m pytest tests/browser

front-end: $(VENV)/.ready-test widgets/node_modules/.ready
	cd widgets && npm run check && npm test
	$(BIN)/python -m pytest tests/test_bundles.py

docs: $(VENV)/.ready-docs
	rm -rf build/docs
	$(BIN)/python -m sphinx -W --keep-going -n -q -b html docs build/docs
	@echo "The documentation is in build/docs/index.html"

site-checks: docs $(VENV)/.ready-test
	THEATRE_LAB_SITE=build/docs $(BIN)/python -m pytest tests/docs

clean:
	rm -rf $(VENV) widgets/node_modules lite/node_modules build dist

$(VENV)/.venv:
	@command -v $(PYTHON) >/dev/null || $(APT) python3
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or \
		sys.exit(f"Python {v[0]}.{v[1]} is too old: theatre_lab needs 3.11 or newer. Try make PYTHON=python3.12")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(APT) python3-venv
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.ready: pyproject.toml | $(VENV)/.venv
	$(BIN)/python -m pip install --quiet --editable .
	@$(NO_POPUP)
	@touch $@

$(VENV)/.ready-test: pyproject.toml | $(VENV)/.venv
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@$(NO_POPUP)
	@touch $(VENV)/.ready $@

$(VENV)/.ready-docs: pyproject.toml | $(VENV)/.venv
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@

$(VENV)/.ready-lite: pyproject.toml | $(VENV)/.venv
	$(BIN)/python -m pip install --quiet --editable '.[lite]'
	@touch $@

$(VENV)/.ready-chromium: | $(VENV)/.venv
	@command -v chromium >/dev/null || $(APT) chromium
	@fc-list 2>/dev/null | grep -qi "dejavu" || $(APT) fontconfig fonts-dejavu-core
	@fc-list 2>/dev/null | grep -qi "noto color emoji" || $(APT) fonts-noto-color-emoji
	@# Playwright brings a Node of its own, which wants this library.
	@$(BIN)/python -c 'import ctypes; ctypes.CDLL("libatomic.so.1")' 2>/dev/null || $(APT) libatomic1
	@touch $@

widgets/node_modules/.ready lite/node_modules/.ready: %/node_modules/.ready: %/package-lock.json
	@command -v npm >/dev/null || $(APT) nodejs npm
	cd $* && npm ci
	@touch $@
