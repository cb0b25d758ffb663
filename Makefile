# The commands of this project. `make help` lists them.

# PYTHON: the interpreter, 3.11 or newer; default: see scripts/find-python. VENV: the folder of the virtual environment.
# HOST, PORT: where `make run` listens. DATA_DIR: the folder of the database and generated files (config/settings.py).
PYTHON ?=
VENV ?= .venv
HOST ?= 127.0.0.1
PORT ?= 8000
export PYTHON VENV HOST PORT
export PYTHONUTF8 = 1
# Without bytecode each process compiles all that it imports: a second of `manage.py`, eight of a process of tests.
unexport PYTHONDONTWRITEBYTECODE

IN = $(VENV)/bin/
MANAGE = $(IN)python manage.py

.DEFAULT_GOAL := help
.PHONY: help run upgrade setup setup-dev test test-fast test-deep mutants test-deps lint format bench paper attack load screens audit messages vendor lock clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: setup ## Set up, then serve the site on http://127.0.0.1:8000/ (HOST= and PORT= change that)
	@scripts/run

upgrade: ## After git pull: packages, backup, migrations, books, static files, restart
	@scripts/upgrade

setup: ## Install Python packages and system libraries; does nothing if nothing changed
	@scripts/setup

setup-dev: # the same, with the packages for tests and checks
	@scripts/setup dev

test: setup-dev $(if $(CI),test-deps) ## Run all tests, on SQLite and on PostgreSQL (ARGS= goes to pytest)
	@scripts/test $(ARGS)

test-fast: setup-dev ## Run the tests without browsers, print, started sites and large battles, on SQLite only
	@$(IN)python -m pytest -n 2 --dist worksteal -m "not (attack or browser or large or paper or processes)" --hypothesis-profile=fast $(ARGS)

test-deep: setup-dev ## Run the property tests with 120 examples each instead of 30
	@$(IN)python -m pytest -n 2 --dist worksteal -m hypothesis --hypothesis-profile=deep $(ARGS)

mutants: setup-dev ## Change one thing at a time in FILES="..." and see whether a test fails (ARGS="--most 15")
	@$(IN)python -m tests.mutate $(FILES) $(ARGS)

test-deps: ## Install Chromium, PostgreSQL, Poppler and gettext for the tests (needs root)
	@scripts/system-packages tests

lint: setup-dev ## Check code, templates and types
	$(IN)ruff check .
	$(IN)ruff format --check .
	git ls-files -z --cached --others --exclude-standard 'templates/*.html' | xargs -0 -r $(IN)djade --check --target-version 5.2
	$(IN)mypy

format: setup-dev ## Format code and templates
	$(IN)ruff check --fix .
	$(IN)ruff format .
	git ls-files -z --cached --others --exclude-standard 'templates/*.html' | xargs -0 -r $(IN)djade --target-version 5.2 || true

bench: setup-dev ## Measure for four minutes what players wait for, and all parts (ARGS="--save FILE", "--against FILE")
	@$(IN)python -m tests.bench $(ARGS)

paper: setup-dev ## Measure the sheets of all documents of tests/rosters on paper (ARGS="--only rbn --most 10"; needs Poppler)
	@$(IN)python -m tests.paper $(ARGS)

screens: setup-dev ## Measure taps, heights and requests of a site that runs (ARGS="http://localhost:8000 --pictures FOLDER")
	@$(IN)python -m tests.screens $(ARGS)

audit: setup-dev ## Look for known weaknesses of the packages (AUDIT_FILE= names advisories where the service is out of reach)
	@$(IN)python scripts/audit.py

attack: setup-dev ## Attack the site in both set-ups, for half an hour (ARGS="one --short", ARGS=--list; tests/attack/README.md)
	@$(IN)python -m tests.attack $(ARGS)

load: setup-dev ## Let 300 players play for two minutes and measure how long they wait (ARGS=several)
	@$(IN)python -m tests.attack.load $(ARGS)

messages: setup-dev ## Collect texts into locale/ and compile the translations (needs gettext)
	@scripts/system-packages messages
	$(MANAGE) makemessages --locale fr --add-location file --no-wrap --no-obsolete \
	  --ignore 'tests/*' --ignore 'var/*' --ignore 'node_modules/*' --ignore '.venv*'
	$(MANAGE) compilemessages --locale fr --ignore '.venv*' --ignore node_modules

vendor: setup-dev ## Copy htmx, fonts and icons into static/ in the versions of package.json (needs node)
	@scripts/vendor

lock: ## Pin the packages of pyproject.toml with their hashes (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --quiet \
	  --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' --output-file requirements.lock
	uv pip compile pyproject.toml --group dev --constraint requirements.lock --universal --python-version 3.11 \
	  --generate-hashes --quiet --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	  --output-file requirements-dev.lock
	uv pip compile pyproject.toml --extra s3 --constraint requirements.lock --universal --python-version 3.11 \
	  --generate-hashes --quiet --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	  --output-file requirements-s3.lock

clean: ## Remove generated files, except the database and the secret key
	rm -rf $(VENV) $(VENV).lock node_modules var/static var/cache .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
