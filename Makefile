# Needs git, make and Python 3.11 or newer; `setup` brings everything else. Every target can be run again and again.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help up setup test check format lock train browser faults

help:
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/:/'

up: setup ## sets up, then runs the service on this machine
	@$(BIN)/orbweaver up $(ARGS)

setup: ## virtual environment, locked packages, browser
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing: install Python 3.11 or newer."; exit 1; }
	@$(PYTHON) orbweaver/bootstrap.py

test: setup ## sets up, then runs the tests
	@$(BIN)/python -m pytest $(ARGS)

check: setup ## format, lint, types, floors, documents, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/orbweaver --help >/dev/null
	$(BIN)/python -m pytest $(ARGS)

format: setup ## rewrites the code in the house's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: ## remakes requirements.lock from setup.cfg
	@$(BIN)/python orbweaver/lock.py

train: setup ## fits the reading models on the labelled pages
	@$(BIN)/python -m extraction.training $(ARGS)

browser: ## looks for a headless browser and installs one when there is none
	@$(PYTHON) orbweaver/bootstrap.py --browser

faults: setup ## the tests that kill, flood and flush for minutes
	@$(BIN)/python -m pytest -m long_faults $(ARGS)
