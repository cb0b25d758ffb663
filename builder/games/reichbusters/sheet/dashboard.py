"""A hero's dashboard on paper: figures to copy, things on it, boxes to tick; and all of it in a row."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from builder.games.reichbusters.sheet.words import (
    BLANK,
    NONE,
    WIDEST,
    boxes,
    display_name,
    short_figure,
)
from builder.sheets.common import listed, numbered_names, one_box, short, text_in, uncapitalised
from builder.sheets.parts import (
    NUMBER,
    SEPARATOR,
    TICKED,
    Aside,
    BoxTable,
    CardItem,
    CardLine,
    Cell,
    FigureRow,
    Frame,
    LabelledFigure,
    NotedTrack,
    PlainItem,
    SheetCard,
    Track,
    UnitRow,
    WeaponRow,
    Writing,
)
from builder.wording import clean, local
from rules.catalogue import TableRow
from rules.games.reichbusters.analysis import DOWN_AT, MELEE, RANGED, HeroAnalysis
from rules.games.reichbusters.document import TOKENS, Object, Weapon, WeaponSide

KIND_ICONS = {MELEE: "bowie-knife", RANGED: "crosshair"}
MORE = 4  # boxes for wounds after the one that puts a hero down
WIDE = 6  # blanks of a box in a column
WRITTEN = "hand", "removed"  # counters that all heroes have
SKILL_LINES = 5  # of a skill: its label, its name, what it does
NOTES = 3  # further lines to write on
RULES = ("resultats-speciaux", "heroisme", "bruit", "defense-et-blessures", "capture", "vril")  # on the back


def badges(hero: HeroAnalysis) -> Iterator[str]:
    """The card where the hero has another name, the player, down, captured, what a hero does unarmed."""
    title = text_in(hero.title)
    if title and title != display_name(hero):
        yield title
    if player := clean(hero.unit.player):
        yield player
    if hero.down:
        yield _("down")
    if hero.unit.captured:
        yield _("captured")
    yield unarmed(hero.context.unarmed)


def card(hero: HeroAnalysis) -> SheetCard:
    lines = (
        *in_full(numbers(hero)),
        noted_wounds(hero),
        *weapons(hero),
        skills(hero),
        *objects(hero),
        *notes(hero),
    )
    reminders = hero.context.catalogue.reminders
    on_back = tuple(local(reminders[slug].name) for slug in RULES)
    return SheetCard(tuple(stats(hero)), lines, tuple(tracks(hero)), on_back)


# --- Figures --------------------------------------------------------------------------------------------------------


Number = tuple[str, int | None]  # (label, number), None where nobody wrote it in


def stats(hero: HeroAnalysis) -> Iterator[LabelledFigure]:
    """What is counted of a hero, for screens: on paper it stands among the lines."""
    for label, number in numbers(hero):
        yield LabelledFigure(label, short_figure(number), on_paper=False)


def numbers(hero: HeroAnalysis) -> tuple[Number, ...]:
    unit = hero.unit
    return (
        (_("Defence"), unit.defense),
        (_("Wounds"), unit.wounds or None),
        (_("Hand"), unit.hand),
        (_("Cards in the game"), hero.deck),
        (pgettext("cards", "Removed"), unit.removed_cards or None),
        (_("Globes"), hero.globes or None),
        (_("Upgrades"), hero.upgrades or None),
    )


def counters(hero: HeroAnalysis) -> Iterator[Track]:
    """Numbers, each a box where nobody wrote it in; of globes and upgrades those that are there."""
    _defence, _wounds, hand, _deck, removed, globes, upgrades = numbers(hero)
    yield Track(_("Cards"), "")
    for key, (label, number) in {"hand": hand, "removed": removed, "globes": globes, "": upgrades}.items():
        if number or key in WRITTEN:
            yield Track(label, NUMBER if number is None else short(number, WIDEST), key=key)


def in_full(labelled: Iterable[Number]) -> Iterator[CardLine]:
    """A line for each number that is too long for its place."""
    for label, number in labelled:
        if number is not None and len(str(number)) > WIDEST:
            yield CardLine(label, str(number), splits=True)


# --- On the dashboard ------------------------------------------------------------------------------------------------


def weapons(hero: HeroAnalysis) -> Iterator[CardItem]:
    """A frame for each place of a weapon token, filled or to write on: range 0 says that it is for melee (p. 14)."""
    weapons = hero.unit.weapons
    free = ((None, f"{_('Weapon')} {place}") for place in range(len(weapons) + 1, hero.context.weapon_places + 1))
    places = *zip(weapons, weapon_names(weapons), strict=True), *free
    yield from (Frame(tuple(weapon_items(*both))) for both in places)


def weapon_names(weapons: Iterable[Weapon]) -> Iterator[str]:
    """Names told apart."""
    return numbered_names([clean(weapon.name) or _("Weapon") for weapon in weapons])


def unarmed(attack: TableRow) -> str:
    """What a hero does without a weapon."""
    words = (
        _("range {number}").format(number=attack.figures["range"]),
        _("attack {number}").format(number=attack.figures["attack_dice"]),
        _("noise {number}").format(number=attack.figures["noise_dice"]),
    )
    return listed(local(attack.name), words)


def place_icon(hero: HeroAnalysis, place: str) -> str:
    """The icon of such places on the dashboard."""
    return str(hero.context.catalogue.tables["tableau-de-bord"].rows[place].icon)


def weapon_items(weapon: Weapon | None, name: str) -> Iterator[PlainItem]:
    """A weapon: the figures of the side that is up, those too long for a column in full below; the other in words."""
    side = weapon.side if weapon else None
    words = [*rules(side), *state(weapon)] if weapon and side else [_("Melee or ranged, keywords:")]
    figures = side_numbers(side)
    asides = tuple(Aside(label, short_figure(number)) for label, number in figures)
    icon = KIND_ICONS.get(side.type, "") if side else ""
    line = CardLine(name, SEPARATOR.join(words), weapon_boxes(weapon), asides, icon=icon, text_beside=True)
    yield replace(line, written=weapon is None)
    yield from in_full(figures)
    if weapon and (other := weapon.other_side):
        said = filter(None, [*(cell.words for cell in cells_of(other)), *rules(other)])
        yield CardLine(_("first side") if weapon.upgraded else _("upgraded side"), SEPARATOR.join(said))


def rules(side: Weapon | WeaponSide) -> list[str]:
    """What a side is for, and its keywords."""
    return [kind_words(side.type), *map(uncapitalised, map(clean, side.keywords))]


def side_numbers(side: Weapon | WeaponSide | None) -> list[tuple[str, int | None]]:
    """(label, number) of the figures of a weapon's side; None where nobody wrote one in."""
    reach = 0 if side and side.range is None and side.type == MELEE else getattr(side, "range", None)
    dice = (getattr(side, name, None) for name in ("attack_dice", "noise_dice", "vril_dice"))
    return list(zip((_("Range"), _("Attack"), _("Noise"), _("Vril")), (reach, *dice), strict=True))


def state(thing: Weapon | Object) -> Iterator[str]:
    """Upgraded, jammed, discharged: in words, for readers who see no boxes."""
    if getattr(thing, "upgraded", False):
        yield _("upgraded")
    yield from (box.label for box in token_boxes(thing.token) if box.boxes == TICKED)


def kind_words(kind: str) -> str:
    return {MELEE: pgettext("a weapon for", "melee"), RANGED: pgettext("a weapon for", "ranged")}.get(kind, kind)


def weapon_boxes(weapon: Weapon | None) -> tuple[Track, ...]:
    upgraded = one_box(_("upgraded"), "upgraded", bool(weapon and weapon.upgraded))
    return upgraded, *token_boxes(weapon.token if weapon else None)


def token_boxes(token: str | None) -> tuple[Track, ...]:
    """The boxes for the two tokens, and the name of a token that no box holds."""
    words = {"jammed": _("jammed"), "discharged": _("discharged")}
    boxes = tuple(one_box(word, slug, token == slug) for slug, word in words.items())
    return boxes if token is None or token in words else (*boxes, one_box(token, "token", True))


def skills(hero: HeroAnalysis) -> FigureRow:
    """A box for each place: the name, and room for what the hero's card says of it."""
    names = [clean(skill) or BLANK for skill in hero.skills]
    names += [BLANK] * (hero.context.skill_places - len(names))
    labels = (_("Skill {number}").format(number=number) for number in range(1, len(names) + 1))
    return FigureRow(tuple(map(LabelledFigure, labels, names)), across=1, plain=True, lines=SKILL_LINES)


def objects(hero: HeroAnalysis) -> Iterator[CardItem]:
    """A row for each, and for each free place, with the boxes for its tokens."""
    things = hero.unit.objects
    free = max(0, hero.context.object_places - len(things))
    unknown = dict.fromkeys(thing.token for thing in things if thing.token and thing.token not in TOKENS)
    rows = [
        *zip(numbered_names([*map(object_name, things)]), (object_boxes(one, unknown) for one in things), strict=True),
        *[("", object_boxes(Object(), unknown))] * free,
    ]
    if rows:
        yield BoxTable(tuple(rows), head=_("Objects"), icon=place_icon(hero, "objets"), breaks=True)


def object_name(thing: Object) -> str:
    """What it is called, and whether it is a globe."""
    name, globe = clean(thing.name), _("globe of vril")
    says_so = not thing.globe or globe in name.lower()
    return name if name and says_so else SEPARATOR.join(filter(None, [name, globe * thing.globe])) or NONE


def object_boxes(thing: Object, unknown: Iterable[str]) -> tuple[Track, ...]:
    """The boxes of an object for the two tokens, and for those that nobody knows."""
    known = token_boxes(thing.token if thing.token in TOKENS else None)
    others = (one_box(token, "token" if token == thing.token else "", token == thing.token) for token in unknown)
    return *known, *others


# --- In play --------------------------------------------------------------------------------------------------------


def notes(hero: HeroAnalysis) -> Iterator[CardItem]:
    words = clean(hero.unit.notes)
    yield CardLine(_("Notes:"), words, splits=True) if words else Writing(_("Notes:"), spare=True)
    yield from (Writing(spare=True),) * NOTES


def tracks(hero: HeroAnalysis) -> Iterator[Track]:
    """Heroism, states, cards."""
    yield from heroism(hero)
    yield Track(_("State"), "")
    yield one_box(_("down"), "down", hero.down)
    yield one_box(_("captured"), "captured", hero.unit.captured)
    yield from counters(hero)


def heroism(hero: HeroAnalysis) -> Iterator[Track]:
    """How many tokens of each kind: a box to write in where there are none."""
    yield Track(local(hero.context.catalogue.reminders["heroisme"].name), "")
    for kind, row in hero.context.heroism.items():
        yield Track(local(row.name).lower(), str(hero.heroism.get(kind) or NUMBER), key=f"heroism-{kind}")


def noted_wounds(hero: HeroAnalysis) -> NotedTrack:
    """Lasting wounds, each with room for what its card does; more than put a hero down (p. 26) where they are there."""
    number = max(DOWN_AT, min(hero.unit.wounds, DOWN_AT + MORE))
    track = replace(wounds_track(hero, number), effect=listed(f"{DOWN_AT}+", [_("down")]))
    label, dice = numbers(hero)[0]
    return NotedTrack(track, LabelledFigure(label, short_figure(dice)))


def wounds_track(hero: HeroAnalysis, number: int) -> Track:
    """So many boxes for lasting wounds; the one that puts the hero down is black."""
    return Track(
        _("Lasting wounds"),
        boxes(number, hero.unit.wounds),
        icon="broken-heart",
        names=tuple(map(str, range(1, number + 1))),
        fatal=DOWN_AT,
    )


# --- In the dense sheet ---------------------------------------------------------------------------------------------


def row(hero: HeroAnalysis) -> UnitRow:
    """The hero in the table of the dense sheet, with boxes for lasting wounds."""
    unit = hero.unit
    words = [listed(_("Skills"), map(clean, hero.skills))]
    objects = Counter(" ".join([clean(thing.name) or _("globe of vril"), *state(thing)]) for thing in unit.objects)
    words += [f"{name} ×{number}" if number > 1 else name for name, number in objects.items()]
    if unit.wounds > DOWN_AT:
        words.append(ngettext("{number} wound", "{number} wounds", abs(unit.wounds)).format(number=unit.wounds))
    words += [_("captured")] * unit.captured
    tokens = ((row, hero.heroism.get(kind)) for kind, row in hero.context.heroism.items())
    held = (f"{local(row.name)} {number}" for row, number in tokens if number)
    return UnitRow(
        cells=(Cell(_("Defence"), short_figure(unit.defense)),),
        about=clean(unit.player),
        made=listed(_("heroism"), held),
        weapons=tuple(weapon_rows(hero)),
        words=SEPARATOR.join(filter(None, words)),
        tracks=(*heroism(hero), *counters(hero)),
        life=replace(wounds_track(hero, DOWN_AT), label=_("Wounds")),
    )


def weapon_rows(hero: HeroAnalysis) -> Iterator[WeaponRow]:
    """A row for each place of a weapon token: figures of the side that is up, boxes for those that nobody copied."""
    weapons = hero.unit.weapons
    for weapon, name in zip(weapons, weapon_names(weapons), strict=True):
        side = weapon.side
        words = tuple(filter(None, [*rules(side), *state(weapon)]))
        yield WeaponRow(name, cells_of(side), words, KIND_ICONS.get(side.type, ""))
    yield from [WeaponRow("", cells_of(None))] * (hero.context.weapon_places - len(weapons))


def cells_of(side: Weapon | WeaponSide | None) -> tuple[Cell, ...]:
    columns = zip((_("range"), _("attack"), _("noise"), _("vril")), side_numbers(side), strict=True)
    return tuple(Cell(column, BLANK * WIDE if number is None else str(number)) for column, (_label, number) in columns)
