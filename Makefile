# The project's commands. `make` lists them; rules_site/setup does the work.

PORT ?= 8000
# The first Python on this machine that is new enough.
PYTHON ?= $(shell for p in python3.13 python3 python3.14 python3.15 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 13))' 2>/dev/null && echo $$p && break; done)
SET_UP = "$(PYTHON)" -m rules_site.setup

.PHONY: help run test test-all teacher lock audit bench-web bench-play python

help:
	@echo "make run        set up what is missing and serve http://127.0.0.1:8000/ (PORT=8001 make run)"
	@echo "make teacher    make a teacher account to try"
	@echo "make test       style, types, import contracts and tests"
	@echo "make test-all   the same with PostgreSQL and the tests that take longer"
	@echo "make audit      measure every kind of page: Lighthouse, HTML validation, weights (PAGES=regler for some)"
	@echo "make bench-web  measure drill pages and answers beside a bare Django view"
	@echo "make bench-play measure moves against each player beside a bare Django view"
	@echo "make lock       write requirements.txt and requirements-dev.txt anew"

run: python
	@$(SET_UP) run --port $(PORT)

teacher: python
	@$(SET_UP) teacher

test: python
	@$(SET_UP) test -- $(ARGS)

test-all: python
	@$(SET_UP) test-all -- $(ARGS)

audit: python
	@$(SET_UP) audit $(PAGES)

bench-web: python
	@$(SET_UP) bench-web

bench-play: python
	@$(SET_UP) bench-play

lock: python
	@$(SET_UP) lock

python:
	@test -n "$(PYTHON)" || { \
	echo "This needs Python 3.13 or newer, and none was found (python3 is: $$(python3 --version 2>&1))."; \
	echo "Install one (Debian 13 and Ubuntu 25.04: apt install python3 python3-venv; macOS: brew install python@3.13;"; \
	echo "elsewhere: pyenv install 3.13, or python.org), or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3.13"; \
	exit 1; }
