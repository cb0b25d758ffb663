"""manage.py rosters: what it prints, and its exit status."""

import io
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pypdf
import pytest
from django.core.management import CommandError, call_command

from builder.exports.registry import EXPORTS
from builder.management.commands.rosters import CHOICES as CHOICES_OF_PDF
from builder.sheets.choices import PARTS, PRESETS, SIDES, SIZES, PrintChoices
from builder.sheets.paper import LAYOUTS, PAPERS
from rules.registry import GAMES

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "fixtures" / "rbn" / "example.json"


@pytest.fixture
def documents(tmp_path):
    """The paths of three documents: a legal one, an illegal one and one that is refused."""
    legal = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    texts = {"legal": legal, "illegal": legal | {"budget": 100}, "refused": legal | {"budget": "much"}}
    paths = {name: tmp_path / f"{name}.json" for name in texts}
    for name, document in texts.items():
        paths[name].write_text(json.dumps(document), encoding="utf-8")
    return {name: str(path) for name, path in paths.items()}


def run(*arguments):
    """(exit status, standard output, standard error) of `manage.py rosters ...`."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("rosters", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(("names", "status"), [("legal", 0), ("legal illegal", 1), ("refused illegal legal", 2)])
def test_check_prints_a_line_a_document_and_exits_with_the_worst(documents, names, status):
    code, output, _errors = run("check", *[documents[name] for name in names.split()])
    answers = [json.loads(line) for line in output.splitlines()]
    assert code == status
    assert ["error" if "error" in answer else answer["legal"] for answer in answers] == [
        {"legal": True, "illegal": False, "refused": "error"}[name] for name in names.split()
    ]
    assert output.isascii()


def test_check_reads_a_document_a_line_from_standard_input(monkeypatch):
    line = json.dumps(json.loads(EXAMPLE.read_text(encoding="utf-8"))).encode()
    stream = SimpleNamespace(buffer=io.BytesIO(line + b"\r\n\n" + line + b"\n"))
    monkeypatch.setattr("sys.stdin", stream)
    code, output, _errors = run("check", "-")
    assert (code, [json.loads(line)["legal"] for line in output.splitlines()]) == (0, [True, True])


@pytest.mark.parametrize("language", ["fr", "en"])
def test_check_speaks_the_language_that_is_asked_for(documents, language):
    findings = json.loads(run("check", "--language", language, documents["illegal"])[1])["findings"]
    (message,) = [finding["message"] for finding in findings if finding["rule"] == "rbn.budget-exceeded"]
    assert {"fr": "pour un budget", "en": "for a budget"}[language] in message


def test_a_file_that_is_not_there_is_refused(tmp_path):
    code, output, _errors = run("check", "--language", "en", str(tmp_path / "none.json"))
    assert code == 2
    assert "Can’t read" in json.loads(output)["error"]["message"]


@pytest.mark.paper
def test_pdf_writes_the_sheet_of_an_illegal_list_too(documents, tmp_path):
    for name in ("legal", "illegal"):
        out = tmp_path / f"{name}.pdf"
        assert run("pdf", documents[name], "-o", str(out), "--layout", "roster", "--paper", "letter")[0] == 0
        page = pypdf.PdfReader(out).pages[0]
        assert [round(float(side)) for side in page.mediabox[2:]] == [612, 792]
        assert "La Meute des Cendres" in page.extract_text()


CHOICES = {
    "--layout roster --paper letter": PrintChoices("roster", "letter"),
    "": PrintChoices(),
    "--layout play --paper letter": PrintChoices(paper="letter", parts=PARTS),
    "--layout play --parts kit": PrintChoices(parts=("kit",)),
    "--layout sleeves": PrintChoices(parts=("cards",), size="sleeve"),
    "--layout opponent --sides double": PrintChoices("opponent", sides="double"),
    "--layout cards --language en": PrintChoices("cards"),
    "--parts cards,kit --units 0,2.1": PrintChoices(parts=("cards", "kit"), units=("0", "2.1")),
    "--parts kit --kit flames,accident": PrintChoices(parts=("kit",), kit=("accident", "flames")),
    "--parts= --units=": PrintChoices(parts=(), units=()),
    "--size sleeve --sides fold --blank 12": PrintChoices(size="sleeve", sides="fold", blank=12),
    "--crowd --ink-saver --large-print": PrintChoices(crowd=True, ink_saver=True, large_print=True),
}


@pytest.mark.parametrize("options", CHOICES)
def test_pdf_takes_the_choices_of_the_print_page(documents, tmp_path, monkeypatch, options):
    printed = []
    export = replace(EXPORTS["pdf"], render=lambda source: printed.append(source.choices) or b"%PDF")
    monkeypatch.setitem(EXPORTS, "pdf", export)
    assert run("pdf", documents["legal"], "-o", str(tmp_path / "out.pdf"), *options.split())[0] == 0
    assert printed == [CHOICES[options]]


@pytest.mark.parametrize(
    "option", ["--parts cards,x", "--kit A", "--units 1.x", "--units 1.2.3", "--blank 13", "--sides both"]
)
def test_pdf_refuses_choices_that_there_are_not(documents, tmp_path, option):
    with pytest.raises(CommandError):
        run("pdf", documents["legal"], "-o", str(tmp_path / "out.pdf"), *option.split())


def test_each_choice_of_pdf_is_documented():
    section = (ROOT / "docs" / "exchange-format.md").read_text("utf-8").split("## Printing without a server")[1]
    table = section.partition("\n## ")[0]
    options = {"--" + name.replace("_", "-") for name in CHOICES_OF_PDF} | {"--language"}
    words = {*PRESETS, *LAYOUTS, *PARTS, *SIZES, *SIDES, *PAPERS}
    assert [word for word in options | words if f"`{word}`" not in table] == []


def test_pdf_refuses_what_it_cannot_read_and_where_it_cannot_write(documents, tmp_path):
    code, _output, errors = run("pdf", documents["refused"], "-o", str(tmp_path / "out.pdf"))
    assert (code, json.loads(errors)["error"]["pointer"]) == (2, "/budget")
    with pytest.raises(CommandError):
        run("pdf", documents["legal"], "-o", str(tmp_path / "no" / "folder" / "out.pdf"))


def test_schema_is_that_of_every_game():
    code, output, _errors = run("schema")
    assert code == 0
    assert all(f'"{game}"' in output for game in GAMES)
    assert json.loads(output)["$schema"]


# --- lists that travel ----------------------------------------------------------------------------------------------


def test_text_that_is_printed_is_imported_as_the_same_document(documents, tmp_path):
    code, text, _errors = run("text", documents["legal"], "--language", "en")
    assert (code, text.splitlines()[:2]) == (
        0,
        ["La Meute des Cendres", "Red Button’s Nation · 294/300 pts · Legal"],
    )
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    code, output, errors = run("import", str(file))
    assert (code, json.loads(output), errors) == (0, json.loads(EXAMPLE.read_text("utf-8")), "")
    assert output.isascii()
    assert output.count("\n") == 1


@pytest.mark.parametrize("form", ["full", "short", "markdown", "discord", "bbcode", "csv"])
def test_text_has_six_forms(documents, form):
    code, text, errors = run("text", documents["legal"], "--form", form)
    assert (code, errors) == (0, "")
    assert "Griffus" in text


def test_text_of_a_refused_document_is_none(documents):
    code, output, errors = run("text", documents["refused"])
    assert (code, output, json.loads(errors)["error"]["pointer"]) == (2, "", "/budget")


def test_import_says_which_lines_it_does_not_understand_and_reads_the_others(documents, tmp_path):
    _code, text, _errors = run("text", documents["legal"])
    file = tmp_path / "list.txt"
    file.write_text(text.replace("Budget\u00a0: 300", "Budget\u00a0: 300\nMoral : excellent"), encoding="utf-8")
    code, output, errors = run("import", str(file))
    assert (code, errors) == (1, f"{file}:4: Moral : excellent\n")
    assert json.loads(output) == json.loads(EXAMPLE.read_text("utf-8"))


def test_import_reads_several_lists_from_standard_input(documents, monkeypatch):
    texts = "\n".join(run("text", documents[name], "--form", "bbcode")[1] for name in ("legal", "illegal"))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(texts.encode())))
    code, output, _errors = run("import", "-")
    assert (code, [json.loads(line)["budget"] for line in output.splitlines()]) == (0, [300, 100])


def test_import_reads_documents_and_says_why_one_is_none(documents, tmp_path):
    file = tmp_path / "lists.jsonl"
    file.write_text("\n".join(Path(documents[name]).read_text() for name in documents), encoding="utf-8")
    code, output, errors = run("import", str(file), "--language", "en")
    assert (code, [json.loads(line)["budget"] for line in output.splitlines()]) == (2, [300, 100])
    assert errors == f"{file}: Whole number expected. /budget\n"


def test_diff_prints_what_differs(documents, tmp_path):
    after = json.loads(EXAMPLE.read_text("utf-8"))
    after["budget"] = 350
    first, second, *others = after["units"]
    second["abilities"] = [*second["abilities"], "eclaireur"]
    after["units"] = [second, *others, {"kind": "fighter", "name": "Neuf"}]
    file = tmp_path / "after.json"
    file.write_text(json.dumps(after), encoding="utf-8")
    code, output, _errors = run("diff", documents["legal"], str(file))
    answer = json.loads(output)
    assert (code, answer["head"]) == (0, {"budget": [300, 350]})
    assert [unit["name"] for unit in answer["removed"]] == [first["name"]]
    assert [(unit["name"], unit["points"]) for unit in answer["added"]] == [("Neuf", 10)]
    (changed,) = answer["changed"]
    assert (changed["name"], changed["before"], changed["index"]) == (second["name"], 1, 0)
    assert changed["items"] == {"abilities": {"added": ["eclaireur"], "removed": []}}
    assert (answer["moved"], answer["points"][0]) == ([], 294)


def test_diff_of_a_list_and_its_text_is_nothing(documents, tmp_path):
    file = tmp_path / "list.txt"
    file.write_text(run("text", documents["legal"])[1], encoding="utf-8")
    answer = json.loads(run("diff", documents["legal"], str(file))[1])
    assert [answer[key] for key in ("head", "added", "removed", "changed", "moved")] == [{}, [], [], [], []]
