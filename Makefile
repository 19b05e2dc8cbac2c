# Everything runs in .venv, which the first command that needs it makes. `make` alone prints help.

PYTHON ?= python3
ARGS ?=
RUN ?= $(lastword $(sort $(wildcard outputs/*/*/)))

BIN := .venv/bin
ENV := .venv/.installed
MODEL := data/models/SmolLM2-135M-Instruct/config.json
TEMPLATE := src/provelight/models/templates/chatml_tools.jinja
TORCH := $(shell grep '^torch==' constraints.txt)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup train test test-slow lint type format synth eval tensorboard report \
	benchmark-quickstart benchmark-servers clean

help: ## print this help
	@echo "make TARGET [ARGS='hydra overrides'] [PYTHON=python3.11]"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-22s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(ENV) $(MODEL) ## make .venv, install everything, fetch the small model

train: setup ## train the small model on live servers: the quick start, about 30 minutes on 2 cores
	$(BIN)/provelight train experiment=quickstart $(ARGS)

test: setup ## run the tests (minutes); ARGS='-k name' for some of them
	$(BIN)/pytest --numprocesses 2 --dist loadfile $(ARGS)

test-slow: setup ## run the tests that take minutes each
	$(BIN)/pytest -m 'slow and not gpu' --timeout=1800 $(ARGS)

lint: $(ENV) ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

type: $(ENV) ## check types, strictly
	$(BIN)/mypy

format: $(ENV) ## format the code and mend what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

synth: setup ## write tasks: ARGS='count=200 seed=7 output=tasks.jsonl'
	$(BIN)/provelight synthesize $(ARGS)

eval: setup ## evaluate a model on held-out tasks: ARGS='evaluation.split=development'
	$(BIN)/provelight evaluate $(ARGS)

tensorboard: $(ENV) ## show the curves of all runs in a browser
	$(BIN)/tensorboard --logdir outputs $(ARGS)

report: $(ENV) ## show the rollouts of RUN=outputs/DATE/TIME-NAME (the newest unless given)
	$(BIN)/provelight report $(RUN)

benchmark-quickstart: setup ## the quick start and its control: the same time of supervised training
	$(BIN)/python -m benchmarks.quickstart $(ARGS)

benchmark-servers: setup ## the speed of the servers: calls, worlds, start, memory; two minutes
	$(BIN)/python -m benchmarks.servers $(ARGS)

clean: ## remove caches and builds; .venv, data and outputs stay
	rm -rf build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

$(ENV): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Provelight needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." \
	  "Name another one: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --constraint constraints.txt '$(TORCH)' setuptools
	$(BIN)/python -m pip install --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	@touch $@

$(MODEL): $(TEMPLATE) src/provelight/models/embedded.py | $(ENV)
	$(BIN)/python -m provelight.models.embedded
	@touch $@
