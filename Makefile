# Needs git, make and Python 3.11 or newer; `setup` brings everything else. Every target can be run again without harm.
BIN := .venv/bin
FITS = -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
# The first of these that is new enough: some systems keep a newer Python beside their own.
PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$each $(FITS); then echo $$each; break; fi; done)

.PHONY: help up setup dev test check format lock train browser faults

help:
	@sed -n -E 's/^([a-z]+):.*## (.*)/make \1  \2/p' $(firstword $(MAKEFILE_LIST))

up: setup ## sets up, then runs the service on this machine
	@exec $(BIN)/orbweaver up $(ARGS)

setup: ## virtual environment, the runtime's locked packages, browser
	@$(or $(PYTHON),false) $(FITS) || { echo "setup: Python 3.11 or newer is missing: install it, or name it with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) orbweaver/bootstrap.py $(SETUP_ARGS)

dev: setup ## sets up, then adds the packages of development
	@$(PYTHON) orbweaver/bootstrap.py --dev

test: dev ## sets up, then runs the tests
	@$(BIN)/python -m pytest $(ARGS)

check: dev ## format, lint, types, floors, documents, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/orbweaver --help >/dev/null
	@$(MAKE) --no-print-directory test

format: dev ## rewrites the code in the house's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: dev ## remakes both locks from setup.cfg (ARGS=--upgrade for newer versions)
	@$(BIN)/python orbweaver/lock.py $(ARGS)

# What only training needs stays out of the service's environment; another version of it grows other trees.
train: setup ## fits the reading models on the labelled pages (ARGS=their folder)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target build/train lightgbm==4.7.0
	@PYTHONPATH=build/train $(BIN)/python -m training $(ARGS)

browser: SETUP_ARGS = --browser
browser: setup ## looks for a headless browser and brings one when there is none

faults: dev ## the tests that kill, flood and flush for minutes
	@$(BIN)/python -m pytest -m long_faults $(ARGS)
