# The house's own commands; `make` lists them. Needed: make, and Python 3.11 or newer with venv.
SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

PY := .venv/bin/python
PYTEST := $(PY) -m pytest
# The wheel's Node comes before any other; what a person says on make's command line reaches all.
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export PORT HOST DATA TABLES DATABASE_URL NATS_URL CONTAINERS CHROMIUM PYTHON

# Runs deploy/local/bootstrap.py under the first Python here that is new enough.
define bootstrap
@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
        exec "$$python" deploy/local/bootstrap.py $(1); \
    fi; \
done; \
echo "✗ Python 3.11 oder neuer fehlt. Unter Debian, Ubuntu: apt install python3 python3-venv" >&2; \
echo "  Python 3.11 or newer is missing. On Debian, Ubuntu: apt install python3 python3-venv" >&2; \
exit 1
endef

.PHONY: help
help: ## This list
	@printf 'make run [PORT=8000] [DATA=.data]\n\n'
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' Makefile

.PHONY: run-environment
run-environment:
	$(call bootstrap,run)

.PHONY: setup
setup: ## Everything for working on the house: Python packages, npm packages
	$(call bootstrap,dev)
	@$(PY) -m deploy.local tools

.PHONY: run
run: run-environment ## Start the Spielcenter and print its address; Ctrl-C ends it
	@exec $(PY) -m deploy.local run

.PHONY: test
test: setup ## Everything: check, contract, integration, golden, a real browser, crashes
	@$(MAKE) -j2 lint check-client
	@$(PY) -m deploy.local client
	@$(MAKE) -j2 test-here test-servers

# The two halves take about as long as each other; each has ports and folders of its own. One is
# shown while it runs, the other when it is over.
TOLD_HERE := tests/integration/live tests/integration/lobby tests/integration/matchmaking
.PHONY: test-here test-servers
test-here:
	@$(PYTEST) tests/unit tests/house tests/golden tests/contract tests/e2e $(TOLD_HERE)
test-servers:
	@log=$$(mktemp) && { $(PYTEST) tests/integration $(TOLD_HERE:%=--ignore=%) >"$$log" 2>&1; \
	    code=$$?; cat "$$log"; rm -f "$$log"; exit $$code; }

.PHONY: tables
tables: run-environment ## Build exact endgame tables of Mühle ([STONES=9] [RULES=all] [CORES=2])
	@exec $(PY) -m libs.engines.tables build $(if $(STONES),--stones $(STONES)) \
	    $(if $(RULES),--rules $(RULES)) $(if $(CORES),--cores $(CORES))

.PHONY: rebuild
rebuild: run-environment ## Throw JetStream and all read tables away, make them again from the logs
	@exec $(PY) -m deploy.local rebuild

.PHONY: role
role: run-environment ## Give an account a role: make role NAME=Anna ROLE=moderator (or player)
	@exec $(PY) -m deploy.local role "$(NAME)" "$(ROLE)"

.PHONY: check
check: setup ## Lint, types, import law, unit tests, the web client's checks: under a minute
	@$(MAKE) -j2 check-house check-client

.PHONY: check-house check-client lint
check-house: lint
	@$(PYTEST) -q -m "not slow" tests/unit tests/house
check-client:
	@$(PY) -m deploy.local client-check
lint:
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m mypy
	@lint-imports --no-logo

.PHONY: fmt
fmt: setup ## Format the Python sources
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .

.PHONY: unit
unit: setup ## Unit tests
	@$(PYTEST) -q tests/unit

.PHONY: contract
contract: setup ## Contract tests: samples, every game's rules, memory and real stores alike
	@$(PYTEST) -q tests/contract tests/golden

.PHONY: integration
integration: setup ## Tests on real PostgreSQL and NATS (CONTAINERS=1: out of containers)
	@$(PYTEST) -q tests/integration

.PHONY: e2e
e2e: setup ## Tests in a real browser (CHROMIUM=/path: in that one)
	@$(PYTEST) -q tests/e2e

.PHONY: proto
proto: setup ## Generate schemas and the client's types from libs/contracts again
	@$(PY) -m libs.contracts.generate

.PHONY: bench
bench: ## Measure beside yardsticks: a JSON object a line ([ROW=spectators] [QUICK=1])
	@$(MAKE) setup >&2
	@$(PY) -m tests.bench $(ROW) $(if $(QUICK),--quick)

.PHONY: strength
strength: ## How well the opponents play, in half an hour ([PAIR=mills-strong] [GAMES=20])
	@$(MAKE) setup >&2
	@$(PY) -m tests.bench.strength $(PAIR) $(if $(GAMES),--games $(GAMES))

.PHONY: lock
lock: setup ## Resolve deploy/requirements/*.in into the lock files (ARGS=--upgrade: newest versions)
	@cd deploy/requirements && $(call compile,run) $(ARGS) && $(call compile,dev) -c run.lock $(ARGS)

compile = uv pip compile $(1).in -o $(1).lock --quiet --universal --python-version 3.11 \
    --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links
