# Everything happens in a local virtual environment, .venv, which make sets up by itself.
PYTHON ?= python3
BIN := .venv/bin
DEMO ?=
COMPILE = @$(BIN)/python -m compileall -q pbem  # where Python may not do so by itself

.PHONY: cluster-demo demo test lint wheel browser bench measure oracle presets soak mutants mail-demo season clean

demo: .venv/installed
	@$(BIN)/pbem demo $(DEMO)

test: .venv/installed-test
	$(BIN)/pytest -n 2 --kept-proofs
	@$(MAKE) --no-print-directory lint

lint: .venv/installed-test
	$(BIN)/mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# dist/pbem-VERSION.whl, with the cases and their proofs where `make test` has just made these.
wheel: .venv/installed-test
	@rm -rf build && mkdir build
	@$(BIN)/python -m build --wheel --no-isolation > build/log 2>&1 || { cat build/log; exit 1; }
	@grep ' packed' build/log; ls dist/*.whl

# docs/verify.html in a real browser.
browser: .venv/installed-test
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || \
	  { echo "install chromium and its driver: apt install chromium chromium-driver"; exit 1; }
	$(BIN)/pytest tests/page/test_browser.py

# The ratios of docs/performance.md, measured on this machine; ONLY='many_games window_by_mail'
# measures some and writes nothing.
bench: .venv/installed-test
	ONLY='$(ONLY)' $(BIN)/python -m tests.bench

# The figures of docs/measure.md and the functions over a limit; KEEP=1 writes them, OF=DIR measures
# another checkout.
measure: .venv/installed-test
	@$(BIN)/python -m tests.measure $(if $(KEEP),--keep) $(if $(OF),--of $(OF))

# The kept random games played again, docs/oracle.md. REPLAY=keep keeps what comes of them now,
# KEEP=1 draws new ones, FIGURES=1 tells what they meet; GAMES=n and ONLY=name-begins narrow it.
oracle: .venv/installed-test
	@PYTHONPATH=tests $(BIN)/python -m oracle \
	  $(if $(KEEP),draw,$(if $(FIGURES),figures,$(if $(filter keep,$(REPLAY)),rewrite,replay))) \
	  $(if $(ONLY),--only $(ONLY)) $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED))

# A scheduler and two workers on this machine, under TLS with certificates of the moment, play GAMES
# games; then this process plays the same alone, and all files must be the same.
cluster-demo: .venv/installed-test
	PYTHONPATH=tests $(BIN)/python -m clusters demo-out-cluster $(or $(GAMES),8)

# A hundred battles under each preset of Global War, a hundred impulses of Barbarossa in all: the tables
# of docs/global-war.md and docs/world-in-flames.md; SYSTEM=wif plays those of one game.
presets: .venv/installed-test
	PYTHONPATH=tests $(BIN)/python -m presets $(SYSTEM)

# Random games, and the random tests with far larger budgets, for so many HOURS; it goes on where
# the last one stopped. AGAIN='gw china-1937 12' plays one seed again; ONLY='files mail faults kills dice' are
# changed files, kills and failing disks, and the dice alone; PROCESSES=1 leaves room for others.
soak: .venv/installed-test
	PYTHONPATH=tests $(BIN)/python -m soak $(if $(AGAIN),--again '$(AGAIN)',--hours $(or $(HOURS),1)) \
	  $(if $(ONLY),--only '$(ONLY)') $(if $(PROCESSES),--processes $(PROCESSES))

# Rules and data changed one small thing at a time: what do the tests not notice? See CONTRIBUTING.md.
SYSTEM ?= gw
N ?= 200
mutants: .venv/installed-test
	$(BIN)/python -m tests.mutants $(SYSTEM) --number $(N) $(if $(CLAUSE),--clause $(CLAUSE)) \
	  $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

# A window of a game by mail: exim and dovecot where they are installed, else servers of the tests.
mail-demo: .venv/installed-test
	@PYTHONPATH=tests $(BIN)/python -m season demo

# Forty windows of three games by mail alone, eight mail programs, and what must hold at the end.
season: .venv/installed-test
	@PYTHONPATH=tests $(BIN)/python -m season season $(if $(SEED),--seed $(SEED))

clean:
	rm -rf .venv .proofs build dist *.egg-info demo-out*

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pbem needs Python 3.11 or later; name one: make PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml setup.py | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	$(COMPILE)
	@touch $@

.venv/installed-test: pyproject.toml setup.py | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	$(COMPILE)
	@touch $@ .venv/installed

include maps.mk
