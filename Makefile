# Targets for people who change tidegate. `make test` needs Python 3.11 or newer, git and make.
SHELL := /bin/sh
PY := .venv/bin/python
PYTEST_ARGS ?=
# The real client waits half of the time: two workers for each core keep the cores busy.
WORKERS = $${PYTEST_XDIST_AUTO_NUM_WORKERS:-$$(expr 2 \* "$$(getconf _NPROCESSORS_ONLN)")}

# Else each worker rewrites the assertions of every test file anew, in each run.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := check
.PHONY: help check test lint format types coverage bench mutation properties docs clean

check: lint types test  ## all that has to pass; what `make` does

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "%-11s %s\n", $$1, $$2}' Makefile

.venv/ready: requirements/dev.txt .ci/dev-env
	@.ci/dev-env

test: .venv/ready  ## the whole suite, the real client's too where npm is there
	@$(PY) -m pytest -rs -n $(WORKERS) --dist loadgroup $(PYTEST_ARGS)

lint: .venv/ready  ## rules and format, nothing is changed
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

format: .venv/ready  ## mends what the rules can mend, and the format
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

types: .venv/ready  ## strict types
	@$(PY) -m mypy

coverage: .venv/ready  ## which lines the tests of this process reach
	@rm -f .coverage
	@$(PY) -m coverage run -m pytest -p no:xdist -m 'not client' $(PYTEST_ARGS)
	@$(PY) -m coverage report

bench: .venv/ready  ## costs as ratios to a bare interpreter
	@$(PY) benchmarks/hook_cost.py
	@$(PY) benchmarks/growth.py
	@$(PY) benchmarks/shell_parse.py
	@$(PY) benchmarks/recall_index.py

mutation: .venv/ready  ## do the tests notice when deciding code changes
	@.ci/mutation

properties: .venv/ready  ## ten thousand generated documents for each property of sembr
	@$(PY) -m pytest -n auto tests/slices/sembr/test_properties.py --hypothesis-profile=properties

docs: .venv/ready  ## the pages and the schema made from the code; the site, its links checked
	@$(PY) -m host.documents
	@.ci/docs

clean:  ## takes away what is made: tools, environment, caches
	@rm -rf .venv .tidegate .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .cache/mutation
	@find . -name __pycache__ -type d -not -path './.cache/*' -prune -exec rm -rf {} +
