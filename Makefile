# What people type. Everything longer lives in scripts/.

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))) python3)
BOOTSTRAP := $(PYTHON) -m scripts.bootstrap
VENV_PYTHON := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run test test-long lint test-python coverage test-frontend test-e2e faults fuzz format minilm lock outdated schema benchmark screenshots nlp training reader release package release-check clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

run: ## set up and serve; the demo is loaded on the first start (HOST, PORT, DATA_DIR, DEMO, WORKERS)
	@$(BOOTSTRAP) --build
	@exec $(VENV_PYTHON) -m annotator.running.serving.serve

test: ## install what the tests need and run every check at a small size
	@started=$$(date +%s) && $(BOOTSTRAP) --dev --node --chromium \
		&& exec $(VENV_PYTHON) -m scripts.test --started $$started

test-long: ## the same at full size, and what takes minutes (PART: a step or group of scripts/test.mk)
	@started=$$(date +%s) && $(BOOTSTRAP) --dev --long --node --chromium \
		&& exec $(VENV_PYTHON) -m scripts.test --started $$started --long $(PART)

lint: ## formatting, lint, types, import directions, migrations, schema
	@$(BOOTSTRAP) --dev --frontend
	@exec $(VENV_PYTHON) -m scripts.test lint

test-python: ## pytest on SQLite, and on PostgreSQL with Redis
	@$(BOOTSTRAP) --dev
	@exec $(VENV_PYTHON) -m scripts.test python

coverage: ## the branch coverage of pytest on both databases
	@$(BOOTSTRAP) --dev
	@exec $(VENV_PYTHON) -m scripts.test coverage

test-frontend: ## Vitest and the front end's build
	@$(BOOTSTRAP) --dev --frontend
	@exec $(VENV_PYTHON) -m scripts.test frontend

test-e2e: ## the browser tests, on SQLite; make test-long also on PostgreSQL with Redis
	@$(BOOTSTRAP) --dev --build --chromium
	@exec $(VENV_PYTHON) -m scripts.test e2e

faults: ## kill parts of a running platform, for about a quarter of an hour (SUBMISSIONS, KILLS, JOBS, TABS, SEED, MINUTES, LOGS)
	@$(BOOTSTRAP) --dev
	@exec $(VENV_PYTHON) -m tests.faults $(if $(SUBMISSIONS),--submissions $(SUBMISSIONS)) \
		$(if $(KILLS),--kills $(KILLS)) $(if $(JOBS),--jobs $(JOBS)) $(if $(TABS),--tabs $(TABS)) \
		$(if $(SEED),--seed $(SEED)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(LOGS),--logs $(LOGS))

fuzz: ## send the API random requests made from its schema, as every role (SCHEMA_EXAMPLES)
	@$(BOOTSTRAP) --dev
	@exec env SCHEMA_EXAMPLES=$(or $(SCHEMA_EXAMPLES),100) $(VENV_PYTHON) -m pytest --long \
		-n 2 --dist worksteal tests/api/every_caller/test_schema.py

screenshots: ## the browser tests, which take the pictures in docs/screenshots again
	@$(BOOTSTRAP) --dev --build --chromium
	@exec env UPDATE_SCREENSHOTS=1 $(VENV_PYTHON) -m scripts.test --long e2e

format: ## format all code, and fix what can be fixed automatically
	@$(BOOTSTRAP) --dev --frontend
	@$(VENV_PYTHON) -m ruff check --fix --exit-zero --quiet .
	@$(VENV_PYTHON) -m ruff format .
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm --prefix frontend run --silent format

minilm: ## install the sentence encoder minilm (100 MB), for evaluate_retrieval
	@$(BOOTSTRAP) --minilm

lock: ## write requirements.txt and the lock files after a change of pyproject.toml (UPGRADE=1: the newest versions)
	@$(BOOTSTRAP)
	@$(VENV_PYTHON) -m scripts.lock $(if $(UPGRADE),--upgrade)

package: ## build the wheel in dist/, which serves without a clone and without Node
	@$(BOOTSTRAP) --build
	@exec $(VENV_PYTHON) -m scripts.package dist

release-check: ## say what stands in the way of a release, and what a person has to do for it
	@$(BOOTSTRAP) --dev --build --chromium
	@exec $(VENV_PYTHON) -m scripts.release_check

outdated: ## ask the registries which images and packages are behind or have a published hole
	@$(BOOTSTRAP) --dev --frontend
	@code=0; export PATH="$(CURDIR)/.venv/bin:$$PATH"; \
	echo "Images"; $(VENV_PYTHON) -m scripts.images || code=1; \
	echo "Python packages that are behind"; \
	uv pip list --python $(VENV_PYTHON) --outdated || code=1; \
	echo "Published holes of what a site runs"; \
	$(VENV_PYTHON) -m scripts.locked_parts platform nginx reader > .venv/site.lock; \
	uvx "pip-audit>=2.7,<3" --progress-spinner off --disable-pip --no-deps \
		-r .venv/site.lock || code=1; \
	echo "Node packages that are behind"; npm --prefix frontend outdated; \
	echo "Published holes of Node packages"; npm --prefix frontend audit || code=1; exit $$code

schema: ## write frontend/openapi.json and the client's types from the API
	@$(BOOTSTRAP) --dev --frontend
	@$(VENV_PYTHON) -m scripts.api_schema --write

benchmark: ## run benchmarks/ and print their tables
	@$(BOOTSTRAP) --dev --build
	@exec $(VENV_PYTHON) -m benchmarks

reader: ## install what reads long-form answers (75 MB), for evaluate_asqa --reader
	@$(BOOTSTRAP) --reader

nlp: ## install spaCy and an English model, which import_queries needs (about 210 MB)
	@$(BOOTSTRAP) --nlp

training: ## install JAX, which train_reader needs (about 360 MB)
	@$(BOOTSTRAP) --training

release: ## install pyarrow, which the command `release` writes Parquet files with (about 200 MB)
	@$(BOOTSTRAP) --release

clean: ## remove what was installed and built here; var/ with its data stays
	rm -rf .venv frontend/node_modules frontend/dist dist test-results htmlcov .coverage .coverage.* \
		.mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
