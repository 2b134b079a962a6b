# make demo: set up and see it work.  make test: set up, then lint, type checks and the whole test suite.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
WHEELS = build/wheels

.PHONY: demo test lint types pure compiled docs bench fuzz coverage clean

demo: $(VENV)/runtime
	$(BIN)/python examples/demo.py

test: lint types pure compiled

lint: $(VENV)/development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/development
	$(BIN)/mypy
	PATH="$(abspath $(BIN)):$$PATH" pyright
	@PATH="$(abspath $(BIN)):$$PATH" pyright --verifytypes csplib --ignoreexternal > $(VENV)/verifytypes.txt \
		|| { cat $(VENV)/verifytypes.txt; exit 1; }
	@grep "completeness" $(VENV)/verifytypes.txt

pure: $(VENV)/development
	$(BIN)/python -m pytest -q

# The same tests over the compiled engine, installed as a user would get it; skipped where there is no compiler.
compiled: $(VENV)/development
	rm -rf $(WHEELS) $(VENV)-wheel
	$(PIP) wheel --no-deps --wheel-dir $(WHEELS) .
	@if ls $(WHEELS)/csplib-*-none-any.whl >/dev/null 2>&1; then \
		echo "No compiled engine here (no C compiler, or CSPLIB_COMPILE=0): its tests are skipped."; \
	else \
		$(PYTHON) -m venv $(VENV)-wheel && \
		$(VENV)-wheel/bin/python -m pip --disable-pip-version-check --quiet install --upgrade 'pip>=25.1' && \
		$(VENV)-wheel/bin/python -m pip --disable-pip-version-check --quiet install --group test $(WHEELS)/csplib-*.whl && \
		CSPLIB_EXPECT=compiled $(VENV)-wheel/bin/python -m pytest -q tests README.md docs; \
	fi

# The property tests over examples never tried before, again and again until one fails or Ctrl-C is pressed.
fuzz: $(VENV)/development
	while HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -q -x tests -m hypothesis; do :; done

# The documentation as a site in build/site, with links and references checked. It has an environment of its own.
docs: $(VENV)-docs/ready
	NO_MKDOCS_2_WARNING=1 $(VENV)-docs/bin/mkdocs build --strict --quiet

$(VENV)-docs/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)-docs
	$(VENV)-docs/bin/python -m pip --disable-pip-version-check --quiet install --upgrade 'pip>=25.1'
	CSPLIB_COMPILE=0 $(VENV)-docs/bin/python -m pip --disable-pip-version-check --quiet install --editable . --group docs
	@touch $@

# csplib beside its peers, each in an environment of its own below build/; writes docs/performance.md. Takes half an hour.
bench:
	$(PYTHON) -m benchmarks --setup --quick

coverage: $(VENV)/development
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

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
