"""Loading the library: what is added, kept, changed, withdrawn and refused."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.drills.conftest import LIBRARY
from trainer.drills import library
from trainer.drills.labels import theme_name
from trainer.drills.library import LibraryError, Loaded, library_files, load, read_library, stored_versions
from trainer.drills.models import Drill, DrillVersion

LINES = [json.loads(text) for text in LIBRARY.read_text("utf-8").splitlines()]


def write(folder: Path, *lines: dict[str, Any]) -> Path:
    path = folder / "some.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def changed(line: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**line, **fields}


@pytest.mark.django_db
def test_loading_twice_does_nothing_the_second_time() -> None:
    assert load(read_library([LIBRARY])) == Loaded(added=len(LINES))
    assert load(read_library([LIBRARY])) == Loaded(unchanged=len(LINES))
    assert DrillVersion.objects.count() == len(LINES)


@pytest.mark.django_db
def test_loading_again_costs_few_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries, drills: dict[str, Drill]
) -> None:
    with django_assert_max_num_queries(5):
        load(read_library([LIBRARY]))


@pytest.mark.django_db
def test_unchanged_lines_are_not_checked_anew_but_changed_ones_are(
    drills: dict[str, Drill], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    monkeypatch.setattr(library, "_checked_side", lambda fields: checked.append(fields["id"]) or "")
    assert load(read_library([LIBRARY], stored_versions())).unchanged == len(LINES)
    assert checked == []
    other = changed(LINES[0], kind="lead")
    list(read_library([write(tmp_path, other, changed(LINES[1], question="lead"))], stored_versions()))
    assert checked == [LINES[0]["id"], LINES[1]["id"]]


@pytest.mark.django_db
def test_changed_line_becomes_the_next_version(tmp_path: Path) -> None:
    load(read_library([write(tmp_path, LINES[0])]))
    other = changed(LINES[0], facts={**LINES[0]["facts"], "worlds": 999})
    assert load(read_library([write(tmp_path, other)])) == Loaded(changed=1)
    drill = Drill.objects.get()
    assert drill.current is not None
    assert (drill.current.number, drill.current.facts["worlds"]) == (2, 999)
    assert drill.versions.get(number=1).facts["worlds"] == LINES[0]["facts"]["worlds"]


@pytest.mark.django_db
def test_missing_line_withdraws_the_drill_and_its_return_brings_the_same_version(tmp_path: Path) -> None:
    load(read_library([write(tmp_path, *LINES[:2])]))
    assert load(read_library([write(tmp_path, LINES[0])])) == Loaded(unchanged=1, withdrawn=1)
    assert Drill.objects.filter(current=None).count() == 1
    assert load(read_library([write(tmp_path, LINES[0])])) == Loaded(unchanged=1)
    load(read_library([write(tmp_path, *LINES[:2])]))
    assert Drill.objects.filter(current=None).count() == 0
    assert DrillVersion.objects.count() == 2


@pytest.mark.django_db
def test_theme_changes_without_a_new_version(tmp_path: Path) -> None:
    load(read_library([write(tmp_path, LINES[0])]))
    load(read_library([write(tmp_path, changed(LINES[0], theme="other"))]))
    assert (Drill.objects.get().theme, DrillVersion.objects.count()) == ("other", 1)


def test_stored_version_cannot_be_changed(follow: DrillVersion) -> None:
    follow.question = "other"
    with pytest.raises(TypeError, match="cannot be changed"):
        follow.save()


def test_side_of_the_best_card_is_stored(drills: dict[str, Drill]) -> None:
    sides = {
        drill.theme: drill.current.side
        for drill in drills.values()
        if drill.kind == "follow" and drill.current
    }
    assert sides == {"win": "win", "duck": "duck"}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"id": "1"}, "6 to 12 small letters"),
        ({"kind": "luck"}, "expected one of follow"),
        ({"rule_set": "none"}, "expected one of base"),
        ({"position": "phase1.nonsense"}, "phase1 notation has"),
        ({"position": "deal.x"}, "expected phase1 or phase2"),
        ({"question": "why"}, "question 'why'"),
        (
            {"choices": {"SK": LINES[0]["choices"][next(iter(LINES[0]["choices"]))]}},
            "one right and one wrong",
        ),
    ],
)
@pytest.mark.django_db
def test_wrong_line_is_named_and_nothing_is_loaded(
    fields: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    path = write(tmp_path, LINES[1], changed(LINES[0], **fields))
    with pytest.raises(LibraryError, match=rf"some.jsonl line 2: .*{reason}"):
        load(read_library([path]))
    assert not Drill.objects.exists()


@pytest.mark.django_db
def test_choices_must_be_the_legal_cards(tmp_path: Path) -> None:
    fewer = dict(list(LINES[0]["choices"].items())[:-1])
    with pytest.raises(LibraryError, match=r"cards that may be played|one right and one wrong"):
        load(read_library([write(tmp_path, changed(LINES[0], choices=fewer))]))


@pytest.mark.django_db
def test_id_that_comes_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="comes twice"):
        load(read_library([write(tmp_path, LINES[0], LINES[0])]))


@pytest.mark.django_db
def test_command_tells_what_it_did(tmp_path: Path) -> None:
    write(tmp_path, *LINES[:3])
    out = StringIO()
    call_command("load_drills", directory=tmp_path, stdout=out)
    assert out.getvalue() == "Drills: 3 added, 0 changed, 0 unchanged, 0 withdrawn.\n"


@pytest.mark.django_db
def test_command_refuses_an_empty_folder_and_a_broken_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no \*.jsonl files"):
        call_command("load_drills", directory=tmp_path)
    (tmp_path / "broken.jsonl").write_text("{", "utf-8")
    with pytest.raises(CommandError, match=r"nothing was loaded: broken\.jsonl line 1"):
        call_command("load_drills", directory=tmp_path)


def test_shipped_files_can_be_read() -> None:
    lines = list(read_library(library_files()))
    assert len({line.public_id for line in lines}) == len(lines)


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_shipped_themes_have_names(language: str) -> None:
    with override(language):
        nameless = {
            line.theme for line in read_library(library_files()) if theme_name(line.theme) == line.theme
        }
    assert nameless == set()
