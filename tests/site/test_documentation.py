"""What README says is there, and what is there README says."""

from __future__ import annotations

import doctest
import re

from rules_site.setup.steps import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_setting_is_in_the_table() -> None:
    settings = (ROOT / "rules_site" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'"(SITE_[A-Z_]+)"', settings))
    assert read
    assert read == set(re.findall(r"`(SITE_[A-Z_]+)`", README))


def test_every_make_target_is_explained() -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", MAKEFILE)) - {"help", "python"}
    assert targets == set(re.findall(r'@echo "make ([a-z-]+)', MAKEFILE))
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert {target for target in targets if f"make {target}" not in README + contributing} == set()


def test_named_paths_are_there() -> None:
    tree = README.split("## The house")[1].split("```")[1]
    named = set(re.findall(r"`((?:rules_site|trainer|content|locale|tests)/[\w./-]+)`", README))
    named |= {
        line.split()[0]
        for line in tree.splitlines()
        if line and line[0].isalpha() and "{" not in line.split()[0]
    }
    assert {path for path in named if "/nn/" not in path and not (ROOT / path).exists()} == set()


def test_example_gives_what_it_says() -> None:
    code = README.split("```python\n")[1].split("```")[0]
    example = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert example.examples
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_screenshot_is_there_and_light() -> None:
    for path in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README):
        assert (ROOT / path).stat().st_size <= 150_000
