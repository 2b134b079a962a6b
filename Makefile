# make demo: set up and see it work.  make test: set up, then lint, type checks and the whole test suite (minutes).
# make quick: what to run while working (a minute).  make fuzz: property tests over new examples, until Ctrl-C.
# make web: the page in build/web, for `csplib web`.  make test-web: its tests in a browser.
# make other-pythons: the tests that depend on Python itself, on the oldest and the newest Python of this machine.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Errors only: what pip says about mirrors and versions is not about csplib.
QUIET_PIP = -m pip --disable-pip-version-check -qq
PIP = $(BIN)/python $(QUIET_PIP)
WHEELS = build/wheels
# One process on each core, 8 at most. An idle one takes over tests of the others.
PARALLEL = -q -n logical --maxprocesses 8 --dist worksteal
PYTEST = -m pytest $(PARALLEL)

.PHONY: demo test quick lint types pure wheel compiled compiled-tests other-pythons docs web test-web bench fuzz coverage clean

demo: $(VENV)/runtime
	$(BIN)/python examples/demo.py

# The types are checked while the wheel is built, which takes about as long; each of the test runs uses all cores.
test: $(VENV)/development
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory -j2 types wheel
	@$(MAKE) --no-print-directory pure
	@$(MAKE) --no-print-directory compiled-tests

# For every few minutes of work: style, types, and the tests over the pure engine with few random examples each.
quick: lint
	$(BIN)/mypy
	HYPOTHESIS_PROFILE=quick $(BIN)/python $(PYTEST) tests src

lint: $(VENV)/development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/development
	$(BIN)/mypy
	PATH="$(abspath $(BIN)):$$PATH" pyright
	@PATH="$(abspath $(BIN)):$$PATH" pyright --verifytypes csplib --ignoreexternal > $(VENV)/verifytypes.txt \
		|| { cat $(VENV)/verifytypes.txt; exit 1; }
	@grep "completeness" $(VENV)/verifytypes.txt

# All tests, and the examples in docstrings and pages. Fails too if fewer branches are reached than pyproject.toml says.
# Tracing makes tests take three to six times as long: the slow ones run without it (tests/conftest.py lists them), and
# property tests with fewer examples than over the compiled engine.
pure: $(VENV)/development
	$(BIN)/python $(PYTEST) -m "not untraced" --cov --cov-report=
	HYPOTHESIS_PROFILE=short $(BIN)/python $(PYTEST) -m untraced

# A wheel with the compiled engine, installed as a user would get it; without a compiler the wheel is pure. Where there
# are a compiler and Python's headers, failing to compile is an error: a pure wheel would hide it.
HAS_HEADERS = import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))
wheel: $(VENV)/development
	@rm -rf $(WHEELS) $(VENV)-wheel
	@if command -v cc >/dev/null && $(BIN)/python -c '$(HAS_HEADERS)'; then \
		export CSPLIB_COMPILE=$${CSPLIB_COMPILE:-1}; \
	fi; \
	$(PIP) wheel --no-deps --wheel-dir $(WHEELS) .
	@if ls $(WHEELS)/csplib-*-none-any.whl >/dev/null 2>&1; then \
		echo "No compiled engine here (no C compiler, or CSPLIB_COMPILE=0): its tests are skipped."; \
	else \
		$(PYTHON) -m venv $(VENV)-wheel && \
		$(VENV)-wheel/bin/python $(QUIET_PIP) install --upgrade 'pip>=25.1' && \
		$(VENV)-wheel/bin/python $(QUIET_PIP) install --group test $(WHEELS)/csplib-*.whl; \
	fi

# The same tests over the compiled engine.
compiled: wheel
	@$(MAKE) --no-print-directory compiled-tests

compiled-tests:
	@if [ -d $(VENV)-wheel ]; then \
		echo "The compiled engine; tests that cannot differ are left out (documentation, pictures, texts: tests/conftest.py)" && \
		CSPLIB_EXPECT=compiled $(VENV)-wheel/bin/python $(PYTEST) -m "not same_in_both_builds" tests; \
	fi

other-pythons:
	$(PYTHON) tools/other_pythons.py $(PARALLEL)

# The property tests over examples never tried before, again and again until one fails or Ctrl-C is pressed.
fuzz: $(VENV)/development
	while HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -q -x tests -m hypothesis && \
		$(BIN)/python tools/checked_run.py --minutes 10; do :; done

# The documentation as a site in build/site, with links and references checked. It has an environment of its own.
docs: $(VENV)-docs/ready
	NO_MKDOCS_2_WARNING=1 $(VENV)-docs/bin/mkdocs build --strict --quiet

$(VENV)-docs/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)-docs
	$(VENV)-docs/bin/python $(QUIET_PIP) install --upgrade 'pip>=25.1'
	CSPLIB_COMPILE=0 $(VENV)-docs/bin/python $(QUIET_PIP) install --editable . --group docs
	@touch $@

# The page in build/web, for any static host. Pyodide comes from npm; nothing is loaded from elsewhere at run time.
web: web/node_modules/.package-lock.json
	$(PYTHON) tools/build_web.py

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# The tests of the page in Chromium, which is installed where apt-get may do so. Without npm or a browser they are skipped.
test-web: $(VENV)/development
	@CHROMIUM=$$(tools/find_chromium) && command -v npm >/dev/null \
		|| { echo "No npm, or no Chromium (put its path into CHROMIUM): the tests of the page are skipped."; exit 0; }; \
	set -e; $(MAKE) --no-print-directory web; $(PIP) install --group web; \
	CHROMIUM=$$CHROMIUM $(BIN)/python -m pytest -q web/tests

# csplib beside its peers, each in an environment of its own below build/; writes docs/performance.md. Takes half an hour.
bench:
	$(PYTHON) -m benchmarks --setup --quick

# Which lines and branches no test reaches, slow tests included.
coverage: $(VENV)/development
	$(BIN)/python $(PYTEST) --cov --cov-report=term-missing:skip-covered

$(VENV)/runtime: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --editable .
	@touch $@

$(VENV)/development: $(VENV)/runtime
	$(PIP) install --group dev
	@touch $@

clean:
	rm -rf .venv* build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
