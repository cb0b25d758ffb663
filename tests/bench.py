"""make bench: what players wait for, and times, queries, sizes of all parts, as a table. It asserts nothing.

Times are of the processor: of what players wait for the medians, of the rest the best of several runs. It ends in four
minutes and names what it left out then. On a busy machine compare only ratios, within one run or with `--against`.
"""

import argparse
import gzip
import io
import json
import os
import re
import resource
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings, setup_databases, teardown_databases
from django.urls import path
from django.utils.translation import gettext, override
from pypdf import PdfReader
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

import config.wsgi  # noqa: F401  it sets how often a web process looks for cycles
from builder.exports.registry import EXPORTS, ExportSource
from builder.imports.files import TextFile
from builder.imports.reading import lists_of
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle
from builder.pages.spec import PAGES
from builder.proposals.completing import Wishes, proposals
from builder.proposals.mending import mended
from builder.proposals.ways import ways_out
from builder.registry import example_file
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.paper import LAYOUTS
from builder.sheets.rendering import sheet_html
from builder.sheets.spec import SHEETS
from config.urls import urlpatterns as site
from rules import document as documents
from rules.loading import catalogue
from rules.registry import GAMES
from rules.verdict import answer, judge
from tests import make
from tests.bench_waits import Wait, floor, median_of, waits
from tests.client import make_sheets_at_once, post_urlencoded_forms
from tests.languages import in_language

MOST_SECONDS = 225  # and then what is begun ends
ENDS = time.monotonic() + MOST_SECONDS
urlpatterns = [*site, path("empty/", lambda request: HttpResponse("ok"))]

ROUNDS = 2
FIGHTERS = (
    {"stats": {"T": 3, "C": 3}, "weapons": ["fusil-d-assaut", "epee"], "equipment": ["armure"], "abilities": ["chef"]},
    {"stats": {"T": "-", "C": 4}, "weapons": ["epee", "batte"], "equipment": ["bouclier"]},
    {"stats": {"T": 5, "C": 5}, "weapons": [{"item": "fusil", "ammunition": ["balles-non-letales"]}, "matraque"]},
    {"stats": {"T": "-", "C": 4}, "weapons": ["hache-a-deux-mains"], "abilities": ["combattant-emerite"]},
    {"stats": {"T": 4, "C": 4}, "weapons": ["pistolet-mitrailleur"], "equipment": ["grappin"]},
    {"stats": {"T": "-", "C": 5}, "weapons": ["lance"], "abilities": ["fils-des-sables"]},
)
VEHICLES = (
    {"type": "moyen", "options": ["belier", "mitrailleuse-fixe"]},
    {"type": "leger", "options": ["tout-terrain"]},
    {"type": "lourd", "options": ["lance-flammes-sur-pivot", "mitrailleuse-sur-pivot", "belier"]},
)


def convoy(budget):
    """A document of a mutants' convoy of about `budget` points, a third of them in vehicles."""
    units, spent, turn = [], 0, 0
    while spent < budget - 20:
        kind, source = ("vehicle", VEHICLES) if turn % 4 == 3 else ("fighter", FIGHTERS)
        unit = {"kind": kind, "name": f"Numéro {turn + 1}", **source[turn // 4 % 3 if kind == "vehicle" else turn % 6]}
        if kind == "fighter" and turn:
            unit["abilities"] = [one for one in unit.get("abilities", []) if one != "chef"]
        units.append(unit)
        head = {"budget": budget, "faction": "mutants", "activity": "pillards", "name": "Les Chacals du bitume"}
        document = {"format": documents.FORMAT, "game": "rbn", **head, "units": units}
        spent = LoadedRoster.from_data(document).verdict.total
        turn += 1
    return document


def full(document):
    """The same document with all defaults written out."""
    shape = GAMES["rbn"].shape

    def written(record, value):
        return {key: spelt(shape, getattr(value, key)) for key, (shape, _default) in record.fields.items()}

    def spelt(shape, value):
        if hasattr(shape, "fields"):
            return written(shape, value)
        if hasattr(shape, "records"):
            return written(shape.records[value.kind], value)
        if isinstance(value, tuple) and hasattr(shape, "most"):
            return [spelt(shape.shape, one) for one in value]
        return None if value is None else shape.write(value)

    return written(shape, documents.read(document, GAMES))


class TimeIsUp(Exception):
    """Four minutes are over."""


def best(run, seconds=0.3):
    """The shortest processor time of one call, in seconds, of as many as fit into `seconds`."""
    if time.monotonic() > ENDS:
        raise TimeIsUp
    run()
    shortest, until = float("inf"), time.perf_counter() + seconds
    while shortest == float("inf") or time.perf_counter() < until:
        start = time.process_time()
        run()
        shortest = min(shortest, time.process_time() - start)
    return shortest


def sheet_pdf(loaded, layout, paper, language):
    return in_language(language, EXPORTS["pdf"].render, ExportSource(loaded, choices=PrintChoices(layout, paper)))


def row(what, measured, reach=""):
    print(f"  {what:<58} {measured:>26}  {reach}")


def heading(text):
    print(f"\n{text}")


def cold_sheets(document):
    """A sheet that is made, without the fork that a worker makes it in."""
    for layout, reach in (("cards", 750), ("roster", 360)):
        yield Wait(f"a cold sheet, {layout}", reach, lambda layout=layout: cold_sheet(document, layout))


def cold_sheet(document, layout):
    begun = time.process_time()
    content = sheet_pdf(LoadedRoster.from_data(document), layout, "a4", "fr")
    return (time.process_time() - begun) * 1e3, len(content)


def waiting(arguments):
    """What players wait for, beside what was saved of another run, and what is to be reached."""
    heading("What players wait for, through the WSGI application: median milliseconds of processor time")
    before = json.loads(arguments.against.read_text("utf-8")) if arguments.against else {}
    medians, document = {}, convoy(300)
    for wait in (floor(document), *waits(document, convoy(3000)), *cold_sheets(document)):
        ms, size = median_of(wait.ask)
        medians[wait.what] = ms
        against = f"{ms / before[wait.what]:.2f} x" if wait.what in before else ""
        reach = f"({wait.reach:g})" if wait.reach else ""
        row(wait.what, f"{ms:,.2f} ms", f"{against:>7} {reach:>7} {size:,} bytes")
    if arguments.save:
        arguments.save.write_text(json.dumps(medians, indent=1), "utf-8")


def judging():
    heading("Judging: from the decoded document to the verdict with all messages")
    book = catalogue("rbn")
    for budget in (300, 900, 3000):
        document = full(convoy(budget))
        text = json.dumps(document)
        loads = best(lambda text=text: json.loads(text))
        with override("fr"):
            judged = best(lambda document=document: verdict_on(document, book))
        row(
            f"{budget} points, {len(document['units'])} units",
            f"{judged * 1e6:,.0f} µs",
            f"{judged / loads:.1f} x json.loads (12)",
        )


def verdict_on(document, book):
    return answer(judge(documents.read(document, GAMES), book, GAMES["rbn"]), "fr", gettext)


def granted(client, document):
    roster, _key = history.create(LoadedRoster.from_data(document), "bench")
    make.grant(client, roster)
    return roster


def editing():
    heading("Editing: one round trip against an empty view through the same middleware")
    client = Client(headers={"accept-encoding": "gzip"})
    for budget in (300, 900, 3000):
        roster = granted(client, convoy(budget))
        empty = best(lambda: client.get("/empty/"))
        at = {"revision": 1, "opened": 0}

        def edit(roster=roster, at=at):
            command = "add-equipment 0 grappin" if at["revision"] % 2 else "remove-equipment 0 1"
            data = {"command": command, **at}
            response = client.post(f"/lists/{roster.pk}/edit/", data, headers={"HX-Request": "true"})
            assert response.status_code == 200, response.status_code
            at["revision"] += 1
            return response

        took = best(edit, 1.5)
        with CaptureQueriesContext(connection) as queries:
            response = edit()
        row(f"an edit at {budget} points", f"{took * 1e3:.1f} ms", f"{took / empty:.1f} x empty view (12)")
        row(
            "  queries; those that begin or end transactions",
            f"{len(queries)}, {transactions(queries)}",
            "(8)",
        )
        row("  bytes of the answer, compressed", f"{len(response.content):,}", "(6,144 at 300 points)")
        offers = f"/lists/{roster.pk}/offers/?unit=0&revision={at['revision']}"
        size = len(client.get(offers, headers={"HX-Request": "true"}).content)
        took = best(lambda offers=offers: client.get(offers, headers={"HX-Request": "true"}))
        row("  what may be added, asked for once edits pause", f"{took * 1e3:.1f} ms", f"{size:,} bytes")
        page = client.get(f"/lists/{roster.pk}/?unit=0")
        row("  bytes of the whole page, compressed", f"{len(page.content):,}")


def transactions(queries):
    return sum(query["sql"].split()[0] in ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE") for query in queries)


def stack_chunk():
    """The editor's page with and without `config.middleware.reserve_stack_chunk`, behind more and more frames."""
    heading("Stack memory: the editor's page of 300 points, best of 12, behind 0 to 198 more frames")
    times = {}
    for what in ("without", "with reserve_stack_chunk"):
        skipped = {"config.middleware.reserve_stack_chunk"} if what == "without" else set()
        with override_settings(MIDDLEWARE=[one for one in settings.MIDDLEWARE if one not in skipped]):
            client = Client()
            page = f"/lists/{granted(client, convoy(300)).pk}/?unit=0"
            client.get(page)  # the client keeps this middleware
        times[what] = (lambda client=client, page=page: client.get(page)), {}
    for _round in range(12):
        for frames in range(0, 199, 18):
            for run, best_of in times.values():
                best_of[frames] = min(best_of.get(frames, 9), behind(frames, run))
    before = None
    for what, (_run, best_of) in times.items():
        mean = sum(best_of.values()) / len(best_of)
        row(what, f"{mean * 1e3:.1f} ms, worst {max(best_of.values()) * 1e3:.1f}", f"{mean / (before or mean):.2f} x")
        before = mean


def behind(frames, run):
    """The seconds that `run` takes behind so many frames."""
    if frames:
        return behind(frames - 1, run)
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def first_page():
    heading("First page: everything a new visitor loads, compressed")
    html = Client().get("/").content
    total = len(gzip.compress(html, 9))
    row("page", f"{total:,} bytes")
    files = set(re.findall(rb'(?:href|src)="/static/([^"#?]+)', html))
    for name in sorted(file.decode() for file in files):
        total += asset(name)
        if name.endswith(".css"):
            found = finders.find(name)
            with open(found, encoding="utf-8") as stylesheet:
                for url in re.findall(r"url\([\"']?([^\"')#]+)", stylesheet.read()):
                    total += asset(os.path.normpath(os.path.join(os.path.dirname(name), url)))
    row("in all", f"{total:,} bytes", "(133,120)")


def asset(name):
    found = finders.find(name)
    if not found:
        return 0
    with open(found, "rb") as stream:
        content = stream.read()
    size = len(content) if name.endswith(("woff2", "png")) else len(gzip.compress(content, 9))
    row(f"  {name}", f"{size:,} bytes")
    return size


def views(roster):
    heading("Queries of each view (3,000 points)")
    client = Client()
    make.grant(client, roster)
    base, shared = f"/lists/{roster.pk}/", f"/s/{roster.share_key}/"
    for url in (
        "/",
        "/new/rbn/",
        base,
        f"{base}?unit=0",
        f"{base}links/",
        f"{base}print/",
        "/lists/",
        shared,
        f"{shared}json/",
        "/rules/rbn/",
    ):
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        query_count = len(queries)
        took = best(lambda url=url: client.get(url))
        row(url.replace(roster.share_key, "…"), f"{query_count} queries", f"{took * 1e3:.1f} ms")


def printing():
    heading("Printing: warm seconds, and against bare WeasyPrint on the same finished HTML")
    for layout in LAYOUTS:
        for budget in (300, 900):
            loaded = LoadedRoster.from_data(convoy(budget))
            about = {"layout": layout, "paper": "a4", "language": "fr"}
            took = best(lambda loaded=loaded, about=about: sheet_pdf(loaded, **about), 1)
            sheet = in_language("fr", SHEETS["rbn"].build, loaded.document, loaded.verdict)
            html = in_language("fr", sheet_html, sheet, PrintChoices(layout))
            plain = best(lambda html=html: bare(html), 1)
            units = len(loaded.document.units)
            row(
                f"{layout}, {budget} points, {units} units, {len(PdfReader(BytesIO(bare(html))).pages)} pages",
                f"{took:.2f} s, {took / units * 1e3:.0f} ms a unit",
                f"{took / plain:.2f} x bare (1.1)",
            )


def travelling():
    heading("Travelling: a list of 500 units as text and back, the same as somebody types it, the picture of a link")
    units = convoy(3000)["units"]
    many = [units[n % len(units)] | {"name": f"Unit {n}", "count": 1} for n in range(500)]
    loaded = LoadedRoster.from_data(convoy(3000) | {"units": [unit for unit in many if "crew" not in unit]})
    source = ExportSource(loaded)
    for form in ("full", "json"):
        text = in_language("fr", EXPORTS[form].render, source).decode()
        took = best(lambda text=text: imported(text), 2)
        row(f"import of {form}, {len(loaded.document.units)} units", f"{took * 1e3:,.0f} ms")
    typed = "Liste (Mutants)\n" + "\n".join(f"- Bo {n}: fusil d'assaut, epee, armure, T3 C4, chef" for n in range(500))
    row("import of a typed list, 500 units", f"{best(lambda: imported(typed), 2) * 1e3:,.0f} ms")
    row("picture", f"{best(lambda: EXPORTS['png'].render(source), 2) * 1e3:,.0f} ms")


def imported(text):
    (one,) = lists_of(TextFile("", text))
    assert one.data["units"]


def parsed(html):
    return HTML(string=html, base_url=pdf.static_root().as_uri() + "/", url_fetcher=pdf.OwnFiles())


def bare(html):
    """The PDF by WeasyPrint alone, for comparison."""
    fonts = FontConfiguration()
    root = pdf.static_root().as_uri() + "/"
    texts = [(pdf.static_root() / file).read_text("utf-8") for file in pdf.Sheet(html).stylesheets]
    css = CSS(string="".join(texts), base_url=root, url_fetcher=pdf.OwnFiles(), font_config=fonts)
    return parsed(html).write_pdf(stylesheets=[css], font_config=fonts, pdf_variant="pdf/ua-1")


def every_game():
    """The example list of each game: every page, and its ratio to the same page of the first game.

    The games are measured in turn, several rounds, so that a slower machine is slower for all of them.
    """
    heading("Every game: its example list; beside each time, how it compares with the first game")
    documents = {game: json.loads(example_file(game).read_text("utf-8")) for game in GAMES}
    results: dict[str, dict] = {game: {} for game in GAMES}
    for _round in range(ROUNDS):
        for game in GAMES:
            for what, took, detail in measured(game, documents[game]):
                least, first_detail = results[game].get(what, (took, detail))
                results[game][what] = min(least, took), first_detail
    first = next(iter(results.values()))
    for game, rows in results.items():
        row(f"{game}: {len(documents[game]['units'])} units", f"{len(json.dumps(documents[game])):,} bytes")
        for what, (took, detail) in rows.items():
            against = f"{took / first[what][0]:.2f} x" if what in first else ""
            row(f"  {what}", f"{took * 1e3:.1f} ms", f"{against} {detail}")


def measured(game, document):
    """(what, seconds, detail) of judging, of each page, of an edit and of each sheet of a game."""
    client = Client(headers={"accept-encoding": "gzip"})
    book, roster = catalogue(game), granted(client, document)
    yield "judging", best(lambda: answer(judge(documents.read(document, GAMES), book, GAMES[game]), "fr", gettext)), ""
    base, shared = f"/lists/{roster.pk}/", f"/s/{roster.share_key}/"
    pages = {
        "new": f"/new/{game}/",
        "editor": base,
        "editor, a unit open": f"{base}?unit=0",
        "shared": shared,
        "rules": f"/rules/{game}/",
        "": [f"{base}{slug}/" for slug in PAGES[game].list_pages]
        + [f"/rules/{game}/{slug}/" for slug in PAGES[game].game_pages],
    }
    for what, urls in pages.items():
        for url in [urls] if what else urls:
            with CaptureQueriesContext(connection) as queries:
                size = len(client.get(url).content)
            detail = f"{len(queries)} queries, {size:,} bytes"  # before `best` adds more
            yield what or url.replace(base, "lists/…/"), best(lambda url=url: client.get(url), 0.4), detail
    at = {"revision": 1, "opened": 0, "command": "describe 0"}

    def edit():
        response = client.post(f"{base}edit/", {**at, "notes": str(at["revision"])}, headers={"HX-Request": "true"})
        assert response.status_code == 200, response.status_code
        at["revision"] += 1

    yield "an edit", best(edit), ""
    loaded = LoadedRoster.from_data(document)
    for layout in LAYOUTS:
        about = {"layout": layout, "paper": "a4", "language": "fr"}
        took = best(lambda about=about: sheet_pdf(loaded, **about), 1)
        yield f"sheet, {layout}", took, f"{took / len(loaded.document.units) * 1e3:.0f} ms a unit"


def cached_sheet():
    heading("The same sheet again, which is kept")
    client = Client()
    roster = granted(client, convoy(900))
    empty = best(lambda: client.get("/empty/"))
    for what, url in (
        ("the owner's", f"/lists/{roster.pk}/pdf/"),
        ("behind the share link", f"/s/{roster.share_key}/pdf/"),
    ):
        client.get(url)
        took = best(lambda url=url: client.get(url))
        row(f"an unchanged sheet, {what}", f"{took * 1e3:.1f} ms", f"{took / empty:.1f} x empty view (5)")


def battles():
    """A battle of two convoys: a mark against an edit of one of them, a poll against an empty view, best of each."""
    heading("A battle of two lists: a mark as a phone sends it, and a page that asks what is new")
    client = Client(headers={"accept-encoding": "gzip"})
    for budget in (300, 900):
        rosters = [granted(client, convoy(budget)) for _side in range(2)]
        begun = client.post(f"/lists/{rosters[0].pk}/play/", {"others": rosters[1].pk})["Location"]
        battle = Battle.objects.get(pk=begun.strip("/").split("/")[-1])
        empty = best(lambda: client.get("/empty/"))
        turn = count(1)
        edit = best(lambda roster=rosters[0], turn=turn: named_unit(client, roster, next(turn)))
        marks, state = f"{begun}marks/", f"/w/{battle.watch_key}/state/"
        took = best(lambda marks=marks, turn=turn: marked(client, marks, next(turn)))
        with CaptureQueriesContext(connection) as queries:
            marked(client, marks, 10**9)
        row(
            f"a mark, {budget} points a side",
            f"{took * 1e3:.1f} ms",
            f"{took / edit:.2f} x an edit of that list (0.33)",
        )
        row("  queries; those that begin or end transactions", f"{len(queries)}, {transactions(queries)}")
        tag = client.get(state)["ETag"]
        took = best(lambda state=state, tag=tag: unchanged(client, state, tag))
        row("  nothing new since", f"{took * 1e3:.1f} ms", f"{took / empty:.1f} x empty view (1.5)")
        took = best(lambda state=state: client.get(state))
        row("  all that is marked", f"{took * 1e3:.1f} ms", f"{len(client.get(state).content):,} bytes")
        took = best(lambda begun=begun: client.get(begun))
        row("  the page", f"{took * 1e3:.1f} ms", f"{len(client.get(begun).content):,} bytes, compressed")


def named_unit(client, roster, revision):
    data = {"command": "describe 0", "notes": str(revision), "revision": revision, "opened": 0}
    response = client.post(f"/lists/{roster.pk}/edit/", data, headers={"HX-Request": "true"})
    assert response.status_code == 200, response.status_code


def marked(client, address, turn):
    batch = {"marks": [{"id": f"mark-{turn:08}", "command": f"set 0/0.0/activated {turn % 2}"}]}
    response = client.post(address, json.dumps(batch), content_type="application/json")
    assert response.status_code == 200, response.content


def unchanged(client, address, tag):
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


def proposing():
    heading("Proposals: processor time, and how close to the budget")
    for budget in (300, 900):
        document = convoy(budget)
        leaderless = [{key: value for key, value in unit.items() if key != "abilities"} for unit in document["units"]]
        loaded, over, head = (
            LoadedRoster.from_data(document | changed)
            for changed in ({"units": leaderless}, {"budget": budget * 2 // 3}, {"units": document["units"][:1]})
        )
        finding = next(error for error in loaded.verdict.errors if error.rule.id == "rbn.no-chef")
        states = proposals(head, 1, Wishes())
        left = max(state.loaded.verdict.budget - state.points for state in states)
        for what, run, reach in (
            ("ways out of a finding", partial(ways_out, loaded, finding), "(30)"),
            ("all mended, a third over the budget", partial(mended, over), "(300)"),
            ("three lists completed", partial(proposals, head, 1, Wishes()), f"(2,000) {left} points left at most"),
        ):
            row(f"{what}, {budget} points", f"{best(run) * 1e3:.1f} ms", reach)


def parts():
    """What is measured after the waits, in this order, while there is time."""
    roster = granted(Client(), convoy(3000))
    return {
        "judging": judging,
        "editing": editing,
        "proposals": proposing,
        "queries": lambda: views(roster),
        "battles": battles,
        "travelling": travelling,
        "kept sheets": cached_sheet,
        "first page": first_page,
        "stack memory": stack_chunk,
        "every game": every_game,
        "printing": printing,
    }


def measure_parts(parts: dict[str, Callable]):
    for what, part in parts.items():
        try:
            part()
        except TimeIsUp:
            left_out = list(parts)[list(parts).index(what) :]
            heading(f"Four minutes are over. Not measured, or not to its end: {', '.join(left_out)}")
            return


def arguments_of_command():
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__.splitlines()[0])
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the medians")
    parser.add_argument("--against", type=Path, metavar="FILE", help="print each median as a ratio to a kept one")
    parser.add_argument("--waits", action="store_true", help="measure nothing but what players wait for")
    return parser.parse_args()


def main(arguments):
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        from django.core.management import call_command

        call_command("books", "load", verbosity=0, stdout=io.StringIO())
        limits = dict.fromkeys(settings.RATE_LIMITS, "1000000/s")
        connection.settings_dict["CONN_MAX_AGE"] = None  # as sites keep theirs; tests do not
        post_urlencoded_forms()
        with override_settings(ROOT_URLCONF="tests.bench", RATE_LIMITS=limits), pytest.MonkeyPatch.context() as patch:
            make_sheets_at_once(patch)
            waiting(arguments)
            measure_parts({} if arguments.waits else parts())
    finally:
        connection.close()
        teardown_databases(databases, verbosity=0)
    heading("Memory")
    row("peak of this process", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main(arguments_of_command())
