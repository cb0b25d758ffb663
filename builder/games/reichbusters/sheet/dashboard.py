"""A hero's dashboard on paper: figures to copy, things on it, boxes to tick; and all of it in a row."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from builder.games.reichbusters.forms import join_entries
from builder.games.reichbusters.sheet.words import (
    NONE,
    WIDEST,
    WRITE_IN,
    boxes,
    display_name,
    figure,
    short_figure,
    ticks,
)
from builder.sheets.common import NO_BREAK, listed, numbered_names, one_box, text_in
from builder.sheets.parts import (
    SEPARATOR,
    TICKED,
    CardItem,
    CardLine,
    Cell,
    FigureRow,
    Frame,
    LabelledFigure,
    PlainItem,
    SheetCard,
    TickLine,
    Track,
    UnitRow,
    WeaponRow,
    Writing,
)
from builder.wording import clean, local
from rules.games.reichbusters.analysis import DOWN_AT, MELEE, RANGED, HeroAnalysis
from rules.games.reichbusters.document import Object, Weapon, WeaponSide

KIND_ICONS = {MELEE: "bowie-knife", RANGED: "machine-gun"}
NAME_LETTERS = 60  # of a weapon, before the names of its boxes
MORE = 4  # boxes for wounds after the one that puts a hero down
HEROISM = {"attack": "crossed-swords", "defense": "shield", "joker": "juggler"}  # icons
RULES = ("resultats-speciaux", "heroisme", "bruit", "defense-et-blessures", "capture", "vril")  # on the back
ATTACK = 1  # the place of the attack dice among the figures of a weapon's side


def badges(hero: HeroAnalysis) -> Iterator[str]:
    """The card where the hero has another name, the player, down, captured."""
    title = text_in(hero.title)
    if title and title != display_name(hero):
        yield title
    if player := clean(hero.unit.player):
        yield player
    if hero.down:
        yield _("down")
    if hero.unit.captured:
        yield _("captured")


def card(hero: HeroAnalysis) -> SheetCard:
    lines = (
        *in_full(numbers(hero)),
        *weapons(hero),
        *skills(hero),
        *notes(hero),
        *objects(hero),
        *wound_lines(),
    )
    reminders = hero.context.catalogue.reminders
    rules = tuple(local(reminders[slug].name) for slug in RULES)
    return SheetCard(tuple(stats(hero)), lines, tuple(tracks(hero)), rules)


# --- Figures --------------------------------------------------------------------------------------------------------


def numbers(hero: HeroAnalysis) -> Iterator[tuple[str, int | None]]:
    """What is counted of a hero: (label, number); None where nobody wrote it in."""
    unit = hero.unit
    yield _("Defence"), unit.defense
    yield _("Wounds"), unit.wounds or None
    yield _("Hand"), unit.hand
    yield _("Cards in the game"), hero.deck
    yield _("Out of the game"), unit.removed_cards or None
    yield _("Globes"), hero.globes or None
    yield _("Upgrades"), hero.upgrades or None


def stats(hero: HeroAnalysis) -> Iterator[LabelledFigure]:
    for label, number in numbers(hero):
        yield LabelledFigure(label, short_figure(number), loud=label == _("Defence"), on_paper=label != _("Wounds"))


def in_full(labelled: Iterable[tuple[str, int | None]]) -> Iterator[CardLine]:
    """A line for each of (label, number) whose number is too long for a box."""
    for label, number in labelled:
        if number is not None and len(str(number)) > WIDEST:
            yield CardLine(label, str(number), splits=True)


# --- On the dashboard ------------------------------------------------------------------------------------------------


def weapons(hero: HeroAnalysis) -> Iterator[CardItem]:
    """A frame for each place of a weapon token, filled or to write on, and what an unarmed hero does."""
    free = hero.context.weapon_places - len(hero.unit.weapons)
    names = [*(clean(weapon.name) for weapon in hero.unit.weapons), *[""] * free]
    whose = list(numbered_names([name[:NAME_LETTERS] or _("Weapon") for name in names]))
    for weapon, name, owner in zip(hero.unit.weapons, numbered(names), whose, strict=False):
        yield Frame(tuple(weapon_items(weapon, name, owner)))
    for owner in whose[len(hero.unit.weapons) :]:
        kinds = Writing(_("Weapon"), ticks=ticks((kind_words(MELEE), False), (kind_words(RANGED), False)))
        yield Frame((kinds, side_row(None), weapon_ticks(None, owner)))
    unarmed = hero.context.unarmed
    figures = unarmed.figures
    words = dice_words(figures["range"], figures["attack_dice"], figures["noise_dice"])
    yield CardLine(local(unarmed.name), words, icon=unarmed.icon)


def heading(words: str, hero: HeroAnalysis, place: str, text: str = "") -> CardLine:
    """The title of a group of lines, with the icon of such places on the dashboard."""
    return CardLine(words, text, title=True, icon=hero.context.catalogue.tables["tableau-de-bord"].rows[place].icon)


def numbered(names: Sequence[str]) -> Iterator[str]:
    """Names told apart; a weapon without one stays so."""
    return (numbered_name if name else "" for name, numbered_name in zip(names, numbered_names(names), strict=True))


def weapon_items(weapon: Weapon, name: str, owner: str) -> Iterator[PlainItem]:
    """A weapon: the figures of the side that is up in boxes, the side that lies down in words, boxes for its state."""
    words = SEPARATOR.join([*side_words(weapon.side), *state(weapon)])
    yield CardLine(name, words, icon=KIND_ICONS.get(weapon.side.type, "")) if name else Writing(words)
    yield side_row(weapon.side)
    yield from in_full(side_numbers(weapon.side))
    if side := weapon.other_side:
        words = dice_words(*(number for _label, number in side_numbers(side)))
        label = _("first side") if weapon.upgraded else _("upgraded side")
        yield CardLine(label, SEPARATOR.join([*side_words(side), words]))
    yield weapon_ticks(weapon, owner)


def side_row(side: Weapon | WeaponSide | None) -> FigureRow:
    """Range and dice of a weapon's side, the attack dice loud; boxes to fill in where there is no side yet."""
    labelled = side_numbers(side)
    figures = tuple(
        LabelledFigure(label, short_figure(number), loud=place == ATTACK)
        for place, (label, number) in enumerate(labelled)
    )
    return FigureRow(figures, across=len(figures))


def side_numbers(side: Weapon | WeaponSide | None) -> list[tuple[str, int | None]]:
    """(label, number) of the figures of a weapon's side; None where nobody wrote one in."""
    reach = 0 if side and side.range is None and side.type == MELEE else getattr(side, "range", None)
    dice = (getattr(side, name, None) for name in ("attack_dice", "noise_dice", "vril_dice"))
    return list(zip((_("Range"), _("Attack"), _("Noise"), _("Vril")), (reach, *dice), strict=True))


def side_words(side: Weapon | WeaponSide) -> list[str]:
    return [kind_words(side.type), *map(clean, side.keywords)]


def state(thing: Weapon | Object) -> Iterator[str]:
    """Upgraded, jammed, discharged: in words, for readers who see no boxes."""
    if getattr(thing, "upgraded", False):
        yield _("upgraded")
    yield from (box.label for box in token_boxes(thing.token) if box.boxes == TICKED)


def kind_words(kind: str) -> str:
    return {MELEE: pgettext("a weapon for", "melee"), RANGED: pgettext("a weapon for", "ranged")}.get(kind, kind)


def dice_words(reach: int | None, attack: int | None, noise: int | None, *vril: int | None) -> str:
    """Range, attack and noise dice, and vril dice where they are given; boxes to write in for None."""
    words = [
        _("range {number}").format(number=figure(reach)),
        _("attack {number}").format(number=figure(attack)),
        _("noise {number}").format(number=figure(noise)),
        *(_("vril {number}").format(number=figure(number)) for number in vril),
    ]
    return SEPARATOR.join(words).replace(" ", NO_BREAK)


def weapon_ticks(weapon: Weapon | None, owner: str) -> TickLine:
    upgraded = one_box(_("upgraded"), "upgraded", bool(weapon and weapon.upgraded))
    return TickLine((upgraded, *token_boxes(weapon.token if weapon else None)), owner)


def token_boxes(token: str | None) -> tuple[Track, ...]:
    """The boxes for the two tokens, and the name of a token that no box holds."""
    words = {"jammed": _("jammed"), "discharged": _("discharged")}
    boxes = tuple(one_box(word, slug, token == slug) for slug, word in words.items())
    return boxes if token is None or token in words else (*boxes, one_box(token, "token", True))


def skills(hero: HeroAnalysis) -> Iterator[CardItem]:
    """Each with room to copy what it does, and a line for each free place; more of them where there is room."""
    yield heading(_("Skills"), hero, "competences")
    yield from (CardLine(clean(skill), written=True) for skill in hero.skills)
    if (free := hero.context.skill_places - len(hero.skills)) > 0:
        yield Writing(lines=free)
    yield from (Writing(spare=True),) * hero.context.skill_places


def objects(hero: HeroAnalysis) -> Iterator[CardItem]:
    yield replace(heading(_("Objects"), hero, "objets"), breaks=True)
    names = [clean(thing.name) or (_("globe of vril") if thing.globe else NONE) for thing in hero.unit.objects]
    yield from map(object_line, hero.unit.objects, numbered_names(names))
    if (free := hero.context.object_places - len(hero.unit.objects)) > 0:
        tokens = ((box.label, False) for box in token_boxes(None))
        yield Writing(lines=free, ticks=ticks((_("globe of vril"), False), *tokens))


def object_line(thing: Object, label: str) -> CardLine:
    """An object, with the boxes for its tokens; a globe that was given another name says that it is one."""
    kind, name = _("globe of vril") if thing.globe else "", clean(thing.name)
    words = [kind] if kind and name and name.casefold() != kind.casefold() else []
    return CardLine(label, SEPARATOR.join([*words, *state(thing)]), tuple(spaced(token_boxes(thing.token))))


def spaced(boxes: Sequence[Track]) -> Iterator[Track]:
    """Boxes behind a point, with room between them."""
    for number, box in enumerate(boxes, start=1):
        first, last = number == 1, number == len(boxes)
        yield replace(box, label=f"· {box.label}" if first else box.label, boxes=box.boxes + NO_BREAK * 2 * (not last))


# --- In play --------------------------------------------------------------------------------------------------------


def each_turn(hero: HeroAnalysis) -> Iterator[Track]:
    """A box for each thing that may be done once a turn."""
    tables = hero.context.catalogue.tables
    rows = (row for slug in ("actions-bonus", "actions-de-base") for row in tables[slug].rows.values())
    yield Track(pgettext("above boxes", "once per turn"), "")
    yield from (worded(one_box(local(row.name), row.slug)) for row in rows if row.figures.get("once"))


def notes(hero: HeroAnalysis) -> Iterator[CardItem]:
    words = clean(hero.unit.notes)
    yield CardLine(_("Notes:"), words, splits=True) if words else Writing(_("Notes:"))


def wound_lines() -> Iterator[CardItem]:
    """A line for what each wound card does that stays under the dashboard, up to the one that puts the hero down.

    All of them or none: three would say that the third is the last.
    """
    first, *others = (_("Wound {number}").format(number=number) for number in range(1, DOWN_AT + 1))
    yield Writing(first, below=tuple(others), spare=True)


def tracks(hero: HeroAnalysis) -> Iterator[Track]:
    """Lasting wounds, of which a hero who is down may get more (p. 26), heroism, what is done once a turn, states."""
    heroism = local(hero.context.catalogue.reminders["heroisme"].name)
    yield wounds_track(hero, DOWN_AT + MORE)
    for kind, row in hero.context.heroism.items():
        taken = boxes(row.figures["count"], hero.heroism.get(kind, 0))
        yield Track(f"{heroism} {local(row.name).lower()}", taken, key=f"heroism-{kind}", icon=HEROISM.get(kind, ""))
    yield from each_turn(hero)
    yield Track(_("State"), "")
    yield worded(one_box(_("down"), "down", hero.down))
    yield worded(one_box(_("captured"), "captured", hero.unit.captured))


def worded(track: Track) -> Track:
    """A box with its word in it."""
    return replace(track, names=(track.label,))


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
    heroism = {local(row.name): hero.heroism.get(kind) for kind, row in hero.context.heroism.items()}
    words.append(listed(_("heroism"), [f"{name} {number}" for name, number in heroism.items() if number]))
    words += [_("captured")] * unit.captured
    return UnitRow(
        cells=(Cell(_("Defence"), WRITE_IN if unit.defense is None else short_figure(unit.defense)),),
        about=clean(unit.player),
        weapons=tuple(map(weapon_row, unit.weapons)),
        words=SEPARATOR.join(filter(None, words)),
        life=wounds_track(hero, DOWN_AT),
    )


def weapon_row(weapon: Weapon) -> WeaponRow:
    """A weapon with the figures of the side that is up, as far as they were copied."""
    side = weapon.side
    columns = zip((_("range"), _("attack"), _("noise"), _("vril")), side_numbers(side), strict=True)
    cells = tuple(Cell(column, "" if number is None else str(number)) for column, (_label, number) in columns)
    rules = [kind_words(side.type), clean(join_entries(side.keywords)) if side.keywords else "", *state(weapon)]
    return WeaponRow(clean(weapon.name) or NONE, cells, tuple(filter(None, rules)))
