# Everything happens in a local virtual environment, .venv, which make sets up by itself.
PYTHON ?= python3
BIN := .venv/bin
DEMO ?=

.PHONY: demo test lint bench soak mutants clean

demo: .venv/installed
	@$(BIN)/pbem demo $(DEMO)

test: .venv/installed-test
	$(BIN)/pytest -n 2 --kept-proofs
	@$(MAKE) --no-print-directory lint

lint: .venv/installed-test
	$(BIN)/mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# The ratios of docs/performance.md, measured on this machine.
bench: .venv/installed-test
	$(BIN)/python -m tests.bench

# The random tests again, with far larger budgets: property tests, fuzzing, kill -9.
soak: .venv/installed-test
	PBEM_SOAK=1 $(BIN)/pytest -n 2 -p soak tests/property tests/fuzz tests/cli

# Rules and data changed one small thing at a time: what do the tests not notice? See CONTRIBUTING.md.
SYSTEM ?= gw
N ?= 200
mutants: .venv/installed-test
	$(BIN)/python -m tests.mutants $(SYSTEM) --number $(N) $(if $(CLAUSE),--clause $(CLAUSE)) \
	  $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

clean:
	rm -rf .venv .proofs build dist *.egg-info demo-out*

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pbem needs Python 3.11 or later; name one: make PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml setup.py | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-test: pyproject.toml setup.py | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ .venv/installed

include maps.mk
