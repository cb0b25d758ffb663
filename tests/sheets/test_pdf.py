"""The PDF: nothing is fetched, the text is as typed, no card splits or spills, whatever the names."""

import gc
import io
import json
import logging
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from weasyprint.formatting_structure.boxes import BlockBox
from weasyprint.text.line_break import split_first_line

from builder.exports.formats.pdf import html
from builder.exports.registry import ExportSource
from builder.games.rbn.sheet.build import build_sheet
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets import pdf, repeated
from builder.sheets.choices import PARTS, PrintChoices
from builder.sheets.parts import BOX
from builder.sheets.rendering import sheet_html
from rules.registry import GAMES
from rules.verdict import judge
from tests import make
from tests.languages import in_language
from tests.printed import page_texts
from tests.sheets.tagged import TaggedPdf
from tests.sheets.test_widths import installed, other_families

pytestmark = pytest.mark.paper

NAMES = ("W" * 200, "Les Dévoreurs des derniers jours " * 6, "////" * 50, "日本語の名前 " * 25, "a b " * 50)
BELOW_INK = 1  # CSS pixels
SHARE = "https://bivouac.example/l/3kq9vYb0tT2n5x8LZp1cQw/"


def convoy(*units, **fields):
    fields = {"name": "Les Chacals", "budget": 300, "faction": "mutants", "activity": "pillards", **fields}
    return make.Convoy(units=units, **fields)


def judged(roster):
    return judge(roster, make.catalogue(), GAMES["rbn"])


def finished(roster, layout="cards", language="fr", paper="a4", **about):
    return in_language(
        language,
        sheet_html,
        in_language(language, build_sheet, roster, judged(roster)),
        PrintChoices(layout, paper),
        **about,
    )


def printed(roster, layout="cards", language="fr", paper="a4", **about):
    return PdfReader(
        io.BytesIO(
            pdf.render(finished(roster, layout, language, paper, **about)),
        )
    )


def text(reader):
    return "\n".join(texts(reader))


def texts(reader):
    """The text of each page."""
    return page_texts(reader.stream.getvalue())


def crowd(name="Gordon", notes="", weapons=3):
    """Fighters and vehicles that carry much and say much."""
    everything = list(make.catalogue().equipment)
    return (
        make.fighter(*["fusil-d-assaut"] * weapons, T=3, C=3, name=name, notes=notes, abilities="chef"),
        make.fighter("epee", make.weapon("pistolet", *["munition-incendiaire"] * weapons), name=name, count=3),
        make.fighter(*["epee"] * weapons, equipment=everything, notes=notes, name=name),
        make.vehicle("moyen", *["mitrailleuse-sur-pivot"] * weapons, name=name, notes=notes, count=2),
        make.vehicle("lourd", *make.catalogue().options, name=name, crew=[(0, 0, "gunner"), (1, 2, "driver")]),
    )


def boxes(document, css_class):
    """(page, box) of every element of a class in a document as WeasyPrint lays it out, the outermost of its boxes."""
    for number, page in enumerate(laid_out(document).pages):
        seen = set()
        for box in page._page_box.descendants(placeholders=True):
            if has_class(box, css_class) and box.element not in seen:
                seen.add(box.element)
                yield number, box


@lru_cache(2)
def laid_out(document):
    """A document as it is laid out before it is drawn: a test looks at several classes of it."""
    with pdf.rare_garbage_collection(), repeated.once():
        return pdf.laid_out(document)


def parts_of(card):
    """The lowest edge of a card's lines, and where its foot begins."""
    placed = {}
    for box in (getattr(child, "_box", child) for child in card.children):
        name = box.element.get("class") if box.element is not None else None
        edges = [
            one.position_y + one.height for one in (box, *box.descendants()) if isinstance(one.height, (int, float))
        ]
        if name == "foot":
            placed["foot"] = box.position_y
        elif name == "lines":
            placed["lines"] = max(edges)
    return placed["lines"], placed.get("foot", card.position_y + card.height + BELOW_INK)


def has_class(box, css_class):
    return box.element is not None and css_class in (box.element.get("class") or "").split()


def test_a_sheet_has_language_and_title_and_is_tagged():
    reader = printed(convoy(*crowd()), language="en")
    root = reader.trailer["/Root"]
    assert (root["/Lang"], reader.metadata.title, root["/MarkInfo"]["/Marked"]) == ("en", "Les Chacals", True)


def test_fonts_are_embedded():
    fonts = [
        font for page in printed(convoy(*crowd()), language="en").pages for font in page["/Resources"]["/Font"].values()
    ]
    described = [font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"] for font in fonts]
    assert described
    assert all({"/FontFile2", "/FontFile3"} & one.get_object().keys() for one in described)


def test_absurd_numbers_print_over_nothing():
    roster = convoy(make.fighter(T=4), make.fighter(C=10**60), budget=10**60)
    printed_sheet = in_language("fr", build_sheet, roster, judged(roster))
    costs = [replace(one, cost=10**60, points=10**80) for one in printed_sheet.units]
    units = replace(printed_sheet, units=tuple(costs[:2]))
    cards, roster_page = (in_language("fr", sheet_html, units, PrintChoices(name)) for name in ("cards", "roster"))
    assert max(box.height * 0.75 for _page, box in boxes(roster_page, "points")) < 30
    assert max(box.height * 0.75 for _page, box in boxes(cards, "score")) < 50
    assert {"4+", "…"} <= {shield.element[0].text for _page, shield in boxes(cards, "shield")}
    assert "≈1·10^60" in cards
    assert "≈1·10^60" in roster_page


@pytest.mark.parametrize("family", other_families())
@pytest.mark.parametrize("layout", ["cards", "roster"])
def test_letters_of_every_script_are_printed(family, layout):
    """Where the fonts are installed: a letter that no font has would be a box, glyph 0 of one of them."""
    installed(family)
    name = "日本語の名前 한국어 中文 ไทย 😀🪓🗺"
    pdf = TaggedPdf(printed(convoy(make.fighter(name=name), name=name), layout))
    assert "".join(pdf.read_aloud.split()).count("".join(name.split())) >= 2
    assert [font for font in pdf.fonts if family.replace(" ", "-") in font]
    assert pdf.boxes == []


@pytest.mark.parametrize("layout", ["cards", "roster"])
def test_names_and_totals_stand_as_typed(layout):
    names = ("Gordon", "éPÉE Œil", "Suprématie Sud", "file d’office", "Clé de 12")
    roster = convoy(*(make.fighter("epee", name=name) for name in names), budget=12000, name="Ça va — « bien » ?")
    found = text(printed(roster, layout)).replace("\u202f", " ")  # of the stencil face, whose space is wide
    assert [name for name in (*names, roster.name) if name not in found] == []
    assert re.search(rf"\b{judged(roster).total}\b", found)
    assert "/ 12000" in found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cards_of_all_sizes_share_pages(paper):
    roster = convoy(make.fighter(count=13), make.vehicle("lourd", count=2))
    tags = [(page, box.element.text) for page, box in boxes(finished(roster, paper=paper), "tag")]
    pages = {tag: page for page, tag in tags}
    assert len(pages) == 15
    assert len(set(pages.values())) in (2, 3)
    assert pages["1M"] <= pages["2A"] <= pages["1M"] + 1


@pytest.mark.parametrize("number", range(len(NAMES)))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_card_splits_or_spills_whatever_the_names(paper, number):
    """Each unit with each name, on one paper or the other in turn."""
    name, first = NAMES[number], (number + (paper == "a4")) % 2
    roster = convoy(*crowd(name, notes=name * 12, weapons=25), name=name, notes=name)
    units = tuple(map(str, range(len(roster.units))))[first::2]
    sheet = in_language("fr", build_sheet, roster, judged(roster))
    document = in_language("fr", sheet_html, sheet, PrintChoices("cards", paper, units=units))
    cards = [card for _page, card in boxes(document, "card") if any(has_class(box, "bar") for box in card.children)]
    parts = [card for card in cards if not has_class(card, "back")]
    assert len(parts) >= sum(unit.count for unit in roster.units[first::2])
    edges = [parts_of(card) for card in cards]
    assert [(lines, foot) for lines, foot in edges if lines > foot] == []


@pytest.mark.parametrize("layout", ["cards", "roster"])
def test_no_word_is_lost(layout):
    words = [f"mot{number}" for number in range(1200)]
    roster = convoy(
        make.fighter(name="Bavard", notes=" ".join(words)), make.fighter(*["epee", "arc"] * 20, name="x" * 200)
    )
    found = text(printed(roster, layout)).replace("\n", "").replace(" ", "").replace("…", "")
    if layout == "cards":
        assert [word for word in words if word not in found] == []
        assert found.count("Épée") >= 20
    assert "x" * 200 in found


def test_a_copy_has_a_card_of_its_own():
    assert text(printed(convoy(make.fighter(name="Meute", count=3)))).count("Meute") == 3


def test_boxes_that_go_on_elsewhere_are_there_for_every_copy():
    found = text(printed(convoy(make.fighter(*["fusil"] * 50, count=2))))
    assert found.count(f"à sec {BOX}") == 2 * 50
    assert found.count("· 560\u00a0PC 1A") == found.count("· 560\u00a0PC 1B") > 10


def test_25_units_stand_on_two_pages_with_the_tables_of_the_game_and_the_rules_on_a_third():
    """Letter, which is lower, takes a fourth."""
    units = [*[make.fighter("epee", "fusil", T=3, C=3, name=f"Combattant {n}") for n in range(20)]]
    units += [make.vehicle("lourd", "belier", "sono", "tout-terrain", name=f"Véhicule {n}") for n in range(5)]
    roster = convoy(*units)
    titles = [table.title for table in in_language("fr", build_sheet, roster, judged(roster)).passages]
    for paper, before in (("a4", 2), ("letter", 3)):
        *first, rules = texts(printed(roster, "roster", paper=paper))
        assert len(first) == before
        assert [one.name for one in units if one.name not in " ".join(first)] == []
        assert [title for title in titles if title in first[1]]
        assert "Avaries" in rules


def test_an_illegal_list_prints_its_findings_with_their_pages():
    roster = convoy(make.fighter("batte-geante"))
    found = " ".join(text(printed(roster, "roster", "en")).split())
    assert [
        one.text
        for one in in_language("en", build_sheet, roster, judged(roster)).findings
        if " ".join(one.text.split()) not in found
    ] == []
    assert found.split("Checks")[1].count("p. ") >= len(judged(roster).findings)


def test_a_share_link_has_its_code_and_a_sheet_without_has_none():
    roster = convoy(make.fighter())
    with_code = finished(roster, share_url=SHARE, revision=7)
    assert (with_code.count("<svg"), SHARE in with_code, finished(roster).count("<svg")) == (1, True, 0)


def test_a_sheet_names_its_revision():
    assert "version 7" in text(printed(convoy(make.fighter()), language="en", revision=7))


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/x.css",
        "https://example.com/x.woff2",
        "ftp://example.com/x.svg",
        "data:text/css,p{}",
        "file:///etc/passwd",
        "file://example.com/x.css",
        "javascript:1",
    ],
)
def test_no_other_address_is_fetched(address):
    with pytest.raises(pdf.RefusedError):
        pdf.OwnFiles().fetch(address)


@pytest.mark.usefixtures("printed_anew")
def test_one_document_is_drawn_alike_each_time():
    """Tests print each document once for that (tests/printed.py)."""
    first, again = printed(convoy(*crowd())), printed(convoy(*crowd()))
    assert [page.get_contents().get_data() for page in first.pages] == [
        page.get_contents().get_data() for page in again.pages
    ]
    assert TaggedPdf(first).texts == TaggedPdf(again).texts


def test_no_file_beside_the_static_ones_is_fetched():
    root = pdf.static_root().as_uri()
    for path in ("../manage.py", "%2e%2e/config/settings.py", "", "../static2/x.css"):
        with pytest.raises(pdf.RefusedError):
            pdf.OwnFiles().fetch(f"{root}/{path}")
    assert pdf.OwnFiles().fetch(f"{root}/print.css").read()


@pytest.mark.usefixtures("printed_anew")
def test_what_a_player_types_is_text(caplog):
    attack = '<img src="http://example.com/x.png"><style>@import url(file:///etc/passwd)</style></title>'
    roster = convoy(make.fighter(name=attack, notes=attack), name=attack, notes=attack)
    with caplog.at_level(logging.DEBUG, "weasyprint"):
        reader = printed(roster)
    assert reader.metadata.title == attack
    assert [line for line in caplog.messages if "example.com" in line or "passwd" in line] == []
    assert "<img" in text(reader)


@pytest.mark.usefixtures("printed_anew")
def test_prints_at_the_same_time_leave_the_collection_of_garbage_as_it_was():
    before = gc.get_threshold()
    with ThreadPoolExecutor(2) as pool:
        assert all(pool.map(pdf.render, ["<html lang=fr><title>x</title><p>Rust"] * 4))
    assert gc.get_threshold() == before


def test_words_are_broken_into_lines_once_in_each_type_and_in_each_width_without_room_for_all_sheets(monkeypatch):
    words, broken = "Panic at the fuel depot", []

    def counted(text, *about, **flags):
        broken.append(text)
        return split_first_line(text, *about, **flags)

    monkeypatch.setattr(repeated, "split_first_line", counted)
    ways = "", "width: 90mm", "width: 20mm", "font-size: 20pt", "letter-spacing: 1pt"
    for styles in (("",), ("",) * 9, ways * 2):
        lines = "".join(f"<p style='{style}'>{words}</p>" for style in styles)
        pdf.render(f"<html lang=fr><title>x</title>{lines}")
    assert broken.count(words) == 4


@pytest.mark.parametrize("form_feed", ["", "\f"], ids=["well-formed", "a letter that XML has not"])
def test_a_sheet_is_read_with_all_that_is_written(form_feed):
    sheet = pdf.Sheet(f"<html><body><p>Rust{form_feed} &amp; ruin</p></body></html>")
    assert [element.text.replace("\f", "") for element in sheet.etree_element.iter("p")] == ["Rust & ruin"]


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_sheet_is_well_formed(game):
    for choices in (PrintChoices(parts=PARTS), PrintChoices("opponent"), PrintChoices(parts=("cards",), size="sleeve")):
        source = ExportSource(
            LoadedRoster.from_data(json.loads(example_file(game).read_text("utf-8"))), choices=choices
        )
        assert ElementTree.fromstring(html(source)).tag == "html"


def test_elements_of_equal_styles_share_them():
    page = "<html><body>{}</body></html>".format("<div style='width: 9pt'><p>Rust</p></div>" * 3)
    with repeated.once():
        (printed_page,) = pdf.laid_out(page).pages
    styles = [id(box.style) for box in printed_page._page_box.descendants() if isinstance(box, BlockBox)]
    assert len(set(styles[-6:])) == 2  # of three divisions and their paragraphs
