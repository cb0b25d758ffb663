"""What docs/adding-an-export.md, -a-rule.md and -play.md work through: done as written, in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from django.conf import settings

pytestmark = pytest.mark.processes
ROOT = Path(settings.BASE_DIR)
COPIED = ("builder", "config", "fixtures", "locale", "pyproject.toml", "rules", "static", "templates", "tests")
BLOCK = re.compile(r"^( *)```(python|yaml|json|diff)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w/-]+/[\w/-]+\.(?:py|yaml|json))`")


def blocks(document):
    """(the file that was named last before it, code) of each block."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    for block in BLOCK.finditer(text):
        yield FILE.findall(text[: block.start()])[-1], dedent(block[3])


def patched(text, lines):
    """A text with the lines that begin with a + in place among the others, which stand in it once."""
    before = "".join(line[1:] for line in lines if not line.startswith("+"))
    assert text.count(before) == 1, before
    return text.replace(before, "".join(line[1:] for line in lines))


@pytest.fixture
def project(tmp_path):
    for name in COPIED:
        source = ROOT / name
        if source.is_file():
            shutil.copy(source, tmp_path)
        else:
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("attack"))  # with what is compiled
    return tmp_path


def run_tests(project, *words):
    """The last line of pytest in a project whose code is as `make lint` wants it."""
    ruff = [sys.executable, "-m", "ruff"]
    for check in (["check", "-q"], ["format", "-q", "--check"]):
        linted = subprocess.run([*ruff, *check, "builder", "rules"], cwd=project, capture_output=True, text=True)
        assert linted.returncode == 0, linted.stdout
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=project,
        env=environment | {"DATABASE_URL": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()[-1]


def test_all_is_added_as_written(project):
    add_an_export(project)
    add_two_rules(project)
    add_a_scenario(project)
    files = "tests/builder/test_text_export.py", "tests/rules/rbn/test_convoy.py", "tests/plays"
    assert run_tests(project, *files, "-k", "test_text_export or boomerang or last-can").startswith("4 passed")


def add_an_export(project):
    files = dict(blocks("adding-an-export.md"))
    assert files.keys() == {"builder/exports/formats/txt.py", "tests/builder/test_text_export.py"}
    for name, code in files.items():
        (project / name).write_text(code, encoding="utf-8")


def add_two_rules(project):
    row, *codes = blocks("adding-a-rule.md")
    book = project / row[0]
    *there, limit = row[1].splitlines(keepends=True)  # the row as it is, and the line to add
    whole = book.read_text("utf-8")
    before = "".join(f"  {line}" for line in there)
    assert whole.count(before) == 1
    book.write_text(whole.replace(before, f"{before}  {limit}"), encoding="utf-8")
    tests = project / "tests/rules/rbn/test_convoy.py"
    for name, code in codes:
        file = tests if code.startswith("def test_") else project / name
        file.write_text(f"{file.read_text('utf-8')}\n\n{code}", encoding="utf-8")


def add_a_scenario(project):
    for name, code in blocks("adding-play.md"):
        file, lines = project / name, code.splitlines(keepends=True)
        if any(line.startswith("+") for line in lines):
            code = patched(file.read_text("utf-8"), lines)
        file.write_text(code, encoding="utf-8")
