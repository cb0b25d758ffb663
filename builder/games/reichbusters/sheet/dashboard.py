"""A hero's dashboard on paper: figures to copy, things on it, boxes to tick; and all of it in a row."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from builder.games.reichbusters.forms import join_entries
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
    DiceRow,
    Frame,
    LabelledFigure,
    NotedTrack,
    PlainItem,
    SheetCard,
    TickLine,
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
NAME_LETTERS = 60  # of a weapon, before the names of its boxes
MORE = 4  # boxes for wounds after the one that puts a hero down
WIDE = 6  # blanks of a box in a column
NOTES = 3  # further lines to write on
HEROISM = {"attack": "crossed-swords", "defense": "shield", "joker": "juggler"}  # icons
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
        *skills(hero),
        *objects(hero),
        *notes(hero),
    )
    reminders = hero.context.catalogue.reminders
    rules = tuple(local(reminders[slug].name) for slug in RULES)
    return SheetCard(tuple(stats(hero)), lines, tuple(tracks(hero)), rules)


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
        (_("Out of the game"), unit.removed_cards or None),
        (_("Globes"), hero.globes or None),
        (_("Upgrades"), hero.upgrades or None),
    )


def counters(hero: HeroAnalysis) -> Iterator[Track]:
    """Numbers, each a box where nobody wrote it in; of globes and upgrades those that are there."""
    _defence, _wounds, hand, _deck, removed, *globes = numbers(hero)
    yield Track(local(hero.context.catalogue.reminders["cartes-action"].name), "")
    for label, number in (hand, removed, *filter(itemgetter(1), globes)):
        yield Track(label, NUMBER if number is None else short(number, WIDEST))


def in_full(labelled: Iterable[Number]) -> Iterator[CardLine]:
    """A line for each number that is too long for its place."""
    for label, number in labelled:
        if number is not None and len(str(number)) > WIDEST:
            yield CardLine(label, str(number), splits=True)


# --- On the dashboard ------------------------------------------------------------------------------------------------


def weapons(hero: HeroAnalysis) -> Iterator[CardItem]:
    """A frame for each place of a weapon token, filled or to write on: range 0 says that it is for melee (p. 14)."""
    free = hero.context.weapon_places - len(hero.unit.weapons)
    names = [*(clean(weapon.name) for weapon in hero.unit.weapons), *[""] * free]
    whose = list(numbered_names([name[:NAME_LETTERS] or _("Weapon") for name in names]))
    for weapon, name, owner in zip(hero.unit.weapons, numbered(names), whose, strict=False):
        yield Frame(tuple(weapon_items(weapon, name, owner)))
    for owner in whose[len(hero.unit.weapons) :]:
        yield Frame((with_dice(CardLine(_("Weapon"), written=True), None), weapon_ticks(None, owner)))


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


def numbered(names: Sequence[str]) -> Iterator[str]:
    """Names told apart; a weapon without one stays so."""
    return (numbered_name if name else "" for name, numbered_name in zip(names, numbered_names(names), strict=True))


def weapon_items(weapon: Weapon, name: str, owner: str) -> Iterator[PlainItem]:
    """A weapon: the figures of the side that is up, then of the other; boxes for its state."""
    yield from side_lines(weapon.side, name, state(weapon))
    if side := weapon.other_side:
        yield from side_lines(side, _("first side") if weapon.upgraded else _("upgraded side"), is_up=False)
    yield weapon_ticks(weapon, owner)


def side_lines(
    side: Weapon | WeaponSide, name: str, more: Iterable[str] = (), is_up: bool = True
) -> Iterator[PlainItem]:
    """A weapon's side with its figures; those that are too long for a column in full below."""
    words = SEPARATOR.join([kind_words(side.type), *map(uncapitalised, map(clean, side.keywords)), *more])
    yield with_dice(CardLine(name, words, icon=KIND_ICONS.get(side.type, ""), written=True), side, is_up)
    yield from in_full(side_numbers(side))


def with_dice(line: CardLine, side: Weapon | WeaponSide | None, is_up: bool = True) -> CardLine:
    """A line with range and dice of a weapon's side, below it where that is up; blanks where there is no side yet."""
    asides = tuple(Aside(label, short_figure(number)) for label, number in side_numbers(side))
    return replace(line, asides=asides, rows=(DiceRow("", tuple(aside.value for aside in asides)),) * is_up)


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


def weapon_ticks(weapon: Weapon | None, owner: str) -> TickLine:
    upgraded = one_box(_("upgraded"), "upgraded", bool(weapon and weapon.upgraded))
    return TickLine((upgraded, *token_boxes(weapon.token if weapon else None)), owner)


def token_boxes(token: str | None) -> tuple[Track, ...]:
    """The boxes for the two tokens, and the name of a token that no box holds."""
    words = {"jammed": _("jammed"), "discharged": _("discharged")}
    boxes = tuple(one_box(word, slug, token == slug) for slug, word in words.items())
    return boxes if token is None or token in words else (*boxes, one_box(token, "token", True))


def skills(hero: HeroAnalysis) -> Iterator[CardItem]:
    """A number for each place, with a line for the name and one for what the hero's card says of it."""
    yield CardLine(_("Skills"), _("name, then effect"), title=True, icon=place_icon(hero, "competences"))
    names = [clean(skill) for skill in hero.skills]
    names += [""] * max(0, hero.context.skill_places - len(names))
    for number, name in enumerate(names, start=1):
        yield CardLine(str(number), name, written=True)
        yield Writing(spare=True)


def objects(hero: HeroAnalysis) -> Iterator[CardItem]:
    """A row for each, and for each free place, with the boxes for its tokens."""
    things = hero.unit.objects
    names = [clean(thing.name) or (_("globe of vril") if thing.globe else NONE) for thing in things]
    free = max(0, hero.context.object_places - len(things))
    unknown = dict.fromkeys(thing.token for thing in things if thing.token and thing.token not in TOKENS)
    rows = [
        *zip(numbered_names(names), (object_boxes(thing, unknown) for thing in things), strict=True),
        *[("", object_boxes(Object(), unknown))] * free,
    ]
    if rows:
        yield BoxTable(tuple(rows), head=_("Objects"), icon=place_icon(hero, "objets"), breaks=True)


def object_boxes(thing: Object, unknown: Iterable[str]) -> tuple[Track, ...]:
    """Whether an object is a globe, the boxes for the two tokens, and for those that nobody knows."""
    known = token_boxes(thing.token if thing.token in TOKENS else None)
    others = (one_box(token, "token" if token == thing.token else "", token == thing.token) for token in unknown)
    return one_box(_("globe of vril"), "", thing.globe), *known, *others


# --- In play --------------------------------------------------------------------------------------------------------


def each_turn(hero: HeroAnalysis) -> Iterator[Track]:
    """A box for each thing that may be done once a turn."""
    tables = hero.context.catalogue.tables
    rows = (row for slug in ("actions-bonus", "actions-de-base") for row in tables[slug].rows.values())
    yield Track(pgettext("above boxes", "once per turn"), "")
    yield from (worded(one_box(local(row.name), row.slug)) for row in rows if row.figures.get("once"))


def notes(hero: HeroAnalysis) -> Iterator[CardItem]:
    words = clean(hero.unit.notes)
    yield CardLine(_("Notes:"), words, splits=True) if words else Writing(_("Notes:"), spare=True)
    yield from (Writing(spare=True),) * NOTES


def tracks(hero: HeroAnalysis) -> Iterator[Track]:
    """Heroism with what it is spent on, what is done once a turn, states."""
    reminder = hero.context.catalogue.reminders["heroisme"]
    spent = (listed(local(row.left), [local(row.right)]) for row in reminder.rows[:2])
    yield Track(local(reminder.name), "", note=" · ".join(spent))
    for kind, row in hero.context.heroism.items():
        yield Track(
            f"{local(reminder.name)} {local(row.name).lower()}",
            boxes(row.figures["count"], hero.heroism.get(kind, 0)),
            key=f"heroism-{kind}",
            icon=HEROISM.get(kind, ""),
            short=f"{local(reminder.name)[:3].lower()}. {local(row.name).lower()}",
        )
    yield from each_turn(hero)
    yield Track(_("State"), "")
    yield worded(one_box(_("down"), "down", hero.down))
    yield worded(one_box(_("captured"), "captured", hero.unit.captured))
    yield from counters(hero)


def worded(track: Track) -> Track:
    """A box with its word in it."""
    return replace(track, names=(track.label,))


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
        tracks=(*heroism_numbers(hero), *list(counters(hero))[1:]),
        life=replace(wounds_track(hero, DOWN_AT), label=_("Wounds")),
    )


def weapon_rows(hero: HeroAnalysis) -> Iterator[WeaponRow]:
    """A row for each place of a weapon token: figures of the side that is up, boxes for those that nobody copied."""
    weapons = hero.unit.weapons
    for weapon, name in zip(weapons, numbered([clean(weapon.name) for weapon in weapons]), strict=True):
        side = weapon.side
        rules = [kind_words(side.type), clean(join_entries(side.keywords)) if side.keywords else "", *state(weapon)]
        yield WeaponRow(name or NONE, cells_of(side), tuple(filter(None, rules)), KIND_ICONS.get(side.type, ""))
    yield from [WeaponRow("", cells_of(None))] * (hero.context.weapon_places - len(weapons))


def cells_of(side: Weapon | WeaponSide | None) -> tuple[Cell, ...]:
    columns = zip((_("range"), _("attack"), _("noise"), _("vril")), side_numbers(side), strict=True)
    return tuple(Cell(column, BLANK * WIDE if number is None else str(number)) for column, (_label, number) in columns)


def heroism_numbers(hero: HeroAnalysis) -> Iterator[Track]:
    """How many tokens of each kind: a box to write in where there are none."""
    first = f"{local(hero.context.catalogue.reminders['heroisme'].name)} "
    for number, (kind, row) in enumerate(hero.context.heroism.items()):
        yield Track(first * (number == 0) + local(row.name).lower(), str(hero.heroism.get(kind) or NUMBER))
