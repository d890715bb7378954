# The steps of the checks and what each waits for. `python -m scripts.test` runs them.
#
# make begins them in the order in which the goals name them. The tests of both databases take
# longest and can't be divided: they come first. Lint and Vitest wait for both preparations, so that
# they take no lane from those; they yield to them, and fill both cores once one of them has ended.

PYTHON := .venv/bin/python
NPM := npm --prefix frontend run --silent
YIELDING := nice -n 10
STEP = @exec $(PYTHON) -m scripts.step --rows "$$CHECK_ROWS"
SERVICES := env $(if $(CHECK_DATABASE_URL),DATABASE_URL="$$CHECK_DATABASE_URL" REDIS_URL="$$CHECK_REDIS_URL")

COVER := $(if $(filter coverage,$(MAKECMDGOALS)),--cov --cov-branch --cov-report=)
SLOWEST := --durations=5 --durations-min=2
# In the long run two such steps fill two cores with two workers each. In the short one each worker
# would read all tests for itself.
APART := --ignore=tests/e2e --ignore=tests/faults -m "not browser and not faults"
PYTEST := $(PYTHON) -m pytest -q $(SLOWEST) $(COVER) $(APART) $(if $(LONG),-n 2 --dist worksteal)
# A test that passes the second time is named: it hides a race that is to be found. Most of their
# time is waiting, so that two servers cost less than they win; Schemathesis is for the API's tests.
BROWSER := $(PYTHON) -m pytest -q $(SLOWEST) -rfER tests/e2e --reruns 1 -n 2 --dist loadfile \
	-p no:schemathesis

.PHONY: python e2e frontend lint coverage databases build pytest-postgres pytest-sqlite lowest \
	faults browser browser-on-services vitest typescript-types schema imports python-lint \
	python-formatting python-types typescript-lint migrations

# Groups ---------------------------------------------------------------------------------------

python: pytest-postgres pytest-sqlite $(if $(LONG),lowest faults)
e2e: browser $(if $(LONG),browser-on-services)
frontend: build vitest
lint: typescript-types schema imports python-lint python-formatting python-types typescript-lint \
	migrations

# Preparations ---------------------------------------------------------------------------------

databases:
	$(STEP) $@ $(SERVICES) $(PYTHON) -m scripts.migrated

build:
	$(STEP) $@ $(PYTHON) -m scripts.bootstrap --dev --build

# pytest ---------------------------------------------------------------------------------------

# In the short run, what commits nothing runs on one of the two databases. In the long run, what
# needs none runs once, on SQLite.
pytest-postgres: databases
	$(STEP) --missing "$$NO_SERVICES" $@ $(SERVICES) COVERAGE_FILE=.coverage.postgres \
		$(PYTEST) --create-db $(if $(LONG),--only-database,--take-turns)

pytest-sqlite: databases
	$(STEP) $@ env COVERAGE_FILE=.coverage.sqlite \
		$(PYTEST) $(if $(LONG)$(NO_SERVICES),,--take-turns)

coverage: pytest-postgres pytest-sqlite
	$(STEP) $@ sh -c '$(PYTHON) -m coverage combine --quiet && $(PYTHON) -m coverage report'

# The short tests with the oldest versions that the requirements allow.
lowest: databases
	$(STEP) $@ sh -ec '.venv/bin/uv venv --quiet --python $(PYTHON) "$$TMPDIR/lowest"; \
		.venv/bin/uv pip install --quiet --python "$$TMPDIR/lowest/bin/python" \
			--no-deps --require-hashes -r requirements-lowest.lock; \
		TEST_SIZE=short exec "$$TMPDIR/lowest/bin/python" -m pytest -q $(APART) -n 2 --dist worksteal'

# They start a PostgreSQL and a Redis of their own, and kill them.
faults: $(if $(filter python,$(MAKECMDGOALS)),pytest-postgres pytest-sqlite lowest)
	$(STEP) $@ $(PYTHON) -m pytest -q tests/faults -m faults

# Chromium -------------------------------------------------------------------------------------

browser: databases build
	$(STEP) --missing "$$NO_CHROMIUM" $@ $(BROWSER) -m browser

# How a page looks, is read out and is kept harmless is the same on both databases.
browser-on-services: databases build
	$(STEP) --missing "$$NO_CHROMIUM$$NO_SERVICES" $@ \
		$(SERVICES) E2E_SERVICES=1 UPDATE_SCREENSHOTS=0 \
		$(BROWSER) -m "browser and not above_database"

# The front end, and lint ----------------------------------------------------------------------

vitest: build $(if $(filter python,$(MAKECMDGOALS)),databases)
	$(STEP) $@ $(YIELDING) $(NPM) test

typescript-types: databases build
	$(STEP) $@ $(YIELDING) $(NPM) typecheck

schema: databases build
	$(STEP) $@ $(YIELDING) $(PYTHON) -m scripts.api_schema --check

imports: databases build
	$(STEP) $@ $(YIELDING) .venv/bin/lint-imports

python-lint: databases build
	$(STEP) $@ $(YIELDING) $(PYTHON) -m ruff check .

python-formatting: databases build
	$(STEP) $@ $(YIELDING) $(PYTHON) -m ruff format --check .

python-types: databases build
	$(STEP) $@ $(YIELDING) $(PYTHON) -m mypy

typescript-lint: databases build
	$(STEP) $@ $(YIELDING) $(NPM) lint

migrations: databases build
	$(STEP) $@ $(YIELDING) $(PYTHON) -m scripts.migrations $(if $(LONG),--all)
