# Requires git, make and Python 3.11 or newer. `make setup` installs everything else. Every target can be repeated safely.
BIN := .venv/bin
FITS = -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
# The first interpreter that is new enough: on some systems `python3` is older than another installed Python.
PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$each $(FITS); then echo $$each; break; fi; done)

.PHONY: help up setup dev test check format client docs lock bom train browser faults soak fuzz neighbours

help:
	@sed -n -E 's/^([a-z]+):.*## (.*)/make \1  \2/p' $(firstword $(MAKEFILE_LIST))

up: setup ## sets up, then runs the service on this machine
	@exec $(BIN)/orbweaver up $(ARGS)

setup: ## virtual environment, the runtime's locked packages, browser
	@$(or $(PYTHON),false) $(FITS) || { echo "setup: Python 3.11 or newer was not found. Install it, or set PYTHON=..." >&2; exit 1; }
	@$(PYTHON) maintenance/bootstrap.py $(SETUP_ARGS)

dev: setup ## sets up, then installs the development packages
	@$(PYTHON) maintenance/bootstrap.py --dev

# Three processes on two cores: many tests wait for a site, a timeout or a process that starts.
# Bytecode is stored even where the environment forbids it: the tests start hundreds of processes that import the same files.
test: export PYTHONDONTWRITEBYTECODE =
test: dev ## sets up, then runs the tests in three processes (ARGS: other arguments of pytest)
	@$(BIN)/python -m pytest $(or $(ARGS),-n 3 --dist loadfile)

check: dev ## checks format, lint, types, imports and known vulnerabilities, then runs the tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/orbweaver --help >/dev/null
	@$(BIN)/python -m maintenance.advisories
	@$(MAKE) --no-print-directory test

format: dev ## formats the code and fixes lint errors
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

client: dev ## writes the generated part of the Python client
	@$(BIN)/python -m maintenance.rest_generator

docs: dev ## writes the generated parts of the documentation
	@$(BIN)/python -m maintenance.documentation

lock: dev ## updates both lock files from setup.cfg (ARGS=--upgrade for newer versions)
	@$(BIN)/python maintenance/lock.py $(ARGS)

bom: dev ## writes the software bill of materials, build/bom.json (CycloneDX)
	@$(BIN)/python -m maintenance.bill_of_materials $(ARGS)

# These libraries are needed for training only, so they are installed outside the service's environment. Their versions are fixed,
# because other versions give different models. Libraries that the service has too get the service's version. readability-lxml asks for an
# older cssselect than the service has, but works with it, so it is installed without its dependencies.
train: setup ## trains the models of the main content (ARGS="folder of annotated pages, folder of articles with snippets")
	@mkdir -p build && $(BIN)/python -m pip freeze --exclude-editable >build/service.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target build/train --constraint build/service.txt \
		lightgbm==4.7.0 trafilatura==2.3.1 lxml_html_clean==0.4.6 chardet==5.2.0
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target build/train --no-deps readability-lxml==0.9
	@PYTHONPATH=build/train $(BIN)/python -m training $(ARGS)

browser: SETUP_ARGS = --browser
browser: setup ## installs a headless browser if none is found

faults: dev ## runs the slow fault tests: killed processes, floods of requests, flushed Redis
	@$(BIN)/python -m pytest -m long_faults $(ARGS)

soak: dev ## mixed work for 20 minutes with killed processes, then what grew and what is left (ARGS="--minutes 5")
	@$(BIN)/python -m benchmarks.soak $(ARGS)

# atheris is needed for this only, and not to be had for every platform, so it is installed outside the service's environment.
fuzz: dev ## coverage-guided fuzzing of everything that reads foreign bytes, a minute each (ARGS="--seconds 600 --only css,svg")
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target build/fuzz/atheris atheris==3.1.0
	@PYTHONPATH=build/fuzz/atheris $(BIN)/python -m maintenance.fuzz $(ARGS)

# The clients have many dependencies, so they are installed outside the service's environment. docs/contributing.md names the versions too.
neighbours: dev ## installs Firecrawl's clients in build/neighbours, and runs them against the service (Node 20, npm, 800 MB)
	@$(BIN)/python -m venv build/neighbours/python
	@build/neighbours/python/bin/python -m pip install --quiet --disable-pip-version-check \
		firecrawl-py==4.55.0 langchain-firecrawl==0.1.0 llama-index-core==0.14.25 llama-index-readers-web==0.7.0
	@npm install --silent --no-audit --no-fund --ignore-scripts --prefix build/neighbours/node \
		@mendable/firecrawl-js@4.42.0 firecrawl-mcp@3.26.0
	@$(BIN)/python -m pytest -m neighbours $(or $(ARGS),tests/neighbours)
