"""A character on paper: the sections of its card, and all of it in a row."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from builder.games.of_the_dead.sheet.words import (
    NONE,
    boxes,
    gained_circles,
    modifier_words,
    row_name,
    start_circles,
    state_words,
    ticked,
)
from builder.games.of_the_dead.words import WORDS
from builder.sheets.common import listed, note_lines, numbered_names, one_box, short, signed, tick
from builder.sheets.parts import (
    BOX,
    COMPASS,
    NO_BREAK,
    SEPARATOR,
    STRUCK_OUT,
    CardItem,
    CardLine,
    Cell,
    FigureRow,
    Frame,
    LabelledFigure,
    PlainItem,
    SheetCard,
    SheetUnit,
    TickLine,
    Track,
    UnitRow,
    WeaponRow,
    Writing,
)
from builder.wording import clean, local
from rules.games.of_the_dead.analysis import HANDS, POCKETS, CharacterAnalysis
from rules.games.of_the_dead.document import ATTRIBUTES, CARRIES, DOMAINS, Follower, Trauma
from rules.games.of_the_dead.play.state import follower_key

STUN_BOXES, TURN_BOXES, MOST_PANIC = 3, 3, 12
BLEEDING = ("1", "knocked-out-stars", "sleepy")  # what it brings: a life, a stun, unconsciousness
ZELE_BOXES = 3  # two of a sprint, one of a flight in the same turn
NAME_LETTERS = 60  # of a follower, before the name of its gauge
FOLLOWER_MARKERS = 6  # circles at least for each gauge of a follower: the number is on the card of the game
RECORDS = 3  # lines for each thing that is written down, on the card of a character who is alone
SLOTS_ACROSS, ROW_LETTERS, DIAL_LETTERS = (
    3,
    51,
    20,
)  # boxes for objects in a row; letters in all of them, and under a compass
LINE_FIGURE = 9  # characters of a number among words
MOST_SLOTS = 9  # boxes for stowed objects
COUNTED = ("reputation", "survival")  # what players enter of a character
SPARE, FOLLOWER_SPARE = 1, 3  # lines to write on where a card has room for them


def badges(character: CharacterAnalysis) -> Iterator[str]:
    """Vocation, state where it is not alive, zombie type, player."""
    tables, unit = character.catalogue.tables, character.unit
    if unit.vocation and character.living:
        yield row_name(tables["vocations"], unit.vocation)
    if unit.state != "alive":
        yield capfirst(row_name(tables["states"], unit.state))
    if unit.zombie_type:
        yield row_name(tables["zombies"], unit.zombie_type)
    player = clean(unit.player)
    if player and player != clean(unit.name):
        yield player


def card(character: CharacterAnalysis, alone: bool = False) -> SheetCard:
    """Its card; `alone` is the only one of its list, with lines for what is written down."""
    sections = (panels, carrying, player_counts, notes, traumas, vocation, changes, followers)
    lines = [line for section in sections for line in section(character)]
    lines += records() if alone else ()
    rules = tuple(local(entry.name) for entry in character.catalogue.reminders.values())
    return SheetCard(tuple(stats(character)), tuple(lines), tuple(tracks(character)), rules)


def is_zombie(character: CharacterAnalysis) -> bool:
    return character.unit.state == "zombie"


def silhouette(character: CharacterAnalysis) -> str:
    """The icon of the zombie that it became, else of its vocation."""
    row = character.catalogue.tables["zombies"].rows.get(character.unit.zombie_type or "")
    row = row or (character.vocation if character.living else None)
    return row.icon if row else ""


def stats(character: CharacterAnalysis) -> Iterator[LabelledFigure]:
    """Attributes, and the initiative with what it adds up."""
    table = character.catalogue.tables["attributes"]
    for key in ATTRIBUTES:
        yield LabelledFigure(row_name(table, key), short(character.current[key]), loud=True)
    note = _("Réflexes + morale + life")
    if change := character.initiative_change:
        note += f" {figure(signed(change))}"
    yield LabelledFigure(_("Initiative"), short(character.initiative), note)


def panels(character: CharacterAnalysis) -> Iterator[CardItem]:
    """Each figure with what is counted and rolled with it, in the order of the other sheets."""
    plates = dict(zip((*ATTRIBUTES, "initiative"), stats(character), strict=True))
    rows = character.catalogue.tables["attributes"].rows
    names = follower_names(character)
    now = FigureRow((LabelledFigure(_("Initiative now"), ""),))
    contents = {
        "physique": (1.3, [*gauge(character, "life"), state(character, "bleeding"), *carries(character)]),
        "psychique": (1.3, [*gauge(character, "morale"), state(character, "panic"), *rolls(character, "morale")]),
        "reflexes": (1.05, [*rolls(character, "reflexes"), state(character, "stun")]),
        "combat": (0.95, rolls(character, "combat")),
        "initiative": (0.92, [now, compass(_("Direction, attitude"), *(names if len(names) == 1 else ()))]),
    }
    for key, (share, items) in contents.items():
        yield Frame(tuple(items), plates[key], rows[key].icon if key in rows else "", share)


def gauge(character: CharacterAnalysis, wanted: str) -> Iterator[PlainItem]:
    """Circles for life or morale."""
    row = character.catalogue.tables["gauges"].rows[wanted]
    for key, now, first in both_gauges(character):
        if key == wanted:
            circles = gauge_circles(key, now, first)
            yield CardLine(local(row.name), f"{figure(now)}/{figure(first)}", circles, icon=row.icon, gauge=True)


def state(character: CharacterAnalysis, key: str) -> CardLine:
    """The boxes of a marker below the figure that they are counted against, or whose dice they take."""
    track = marker_track(character, key)
    return CardLine(track.short, tracks=(replace(track, label=""),), icon=track.icon, gauge=True)


def changes(character: CharacterAnalysis) -> Iterator[CardItem]:
    """What changed for good."""
    if words := SEPARATOR.join(lasting_changes(character)):
        yield CardLine(_("Lasting changes"), words)


def both_gauges(character: CharacterAnalysis) -> Iterator[tuple[str, int, int]]:
    """Life and morale: (slug, now, at the start)."""
    yield "life", character.life, character.first_life
    yield "morale", character.morale, character.first_morale


def player_counts(character: CharacterAnalysis) -> Iterator[PlainItem]:
    """What the players count; only survivors are asked for it (ruling otd-20)."""
    table, unit = character.catalogue.tables["gauges"], character.unit
    counted = [key for key in COUNTED if not is_zombie(character) or getattr(unit, key) is not None]
    numbers = [(row_name(table, key), getattr(unit, key)) for key in counted]
    if numbers:
        yield FigureRow(
            tuple(LabelledFigure(name, "" if number is None else short(number)) for name, number in numbers),
            across=len(numbers),
            plain=True,
        )


def compass(*labels: str) -> FigureRow:
    figures = tuple(LabelledFigure(short(label, DIAL_LETTERS), COMPASS) for label in labels)
    return FigureRow(figures, across=5, lines=2 if len(figures) > 1 else 3)


def gauge_circles(gauge: str, now: int, first: int) -> tuple[Track, ...]:
    """A circle for each marker of the start and above it, for morale a box to count what luck gives.

    Life stays within its start; morale has no ceiling (ruling otd-11).
    """
    start, above = Track("", start_circles(now, first), key=gauge), gained_circles(now, first, 0)
    if gauge == "morale" or above:
        return (start, Track(_("+ gained"), above + BOX * (gauge == "morale"), short="+"))
    return (start,)


def figure(number: object) -> str:
    """A number of a line, with dots for an absurd one: it would take the room of all lines below."""
    return short(number, LINE_FIGURE)


def lasting_changes(character: CharacterAnalysis) -> Iterator[str]:
    """Each attribute that changed for good: Physique 3 −1 = 2."""
    table = character.catalogue.tables["attributes"]
    for key in ATTRIBUTES:
        if change := character.modifiers.get(key):
            name = row_name(table, key)
            base, now = figure(character.base.get(key, 0)), figure(character.current[key])
            yield f"{name} {base} {figure(signed(change))} = {now}"


def rolls(character: CharacterAnalysis, own: str) -> Iterator[PlainItem]:
    """The rolls with the dice of an attribute or of morale, each with what it is against."""
    values = character.current | {"morale": character.morale}
    dice = _("{n}D").format(n=short(max(0, values[own])))
    rows = character.catalogue.tables["pools"].rows
    reach = _("{cm}\xa0cm").format(cm=short(character.throw_range))
    figures = (
        LabelledFigure(local(row.name) + f" {reach}" * (slug == "throw"), dice, local(row.card))
        for slug, row in rows.items()
        if row.figures["own"] == own
    )
    yield FigureRow(tuple(figures), listed=True)


def carries(character: CharacterAnalysis) -> Iterator[FigureRow]:
    """Whom it carries alone, where there is anybody."""
    physique = row_name(character.catalogue.tables["attributes"], "physique")
    if character.rescues:
        whom = f"{physique} {short(character.rescues)} max."
        yield FigureRow((LabelledFigure(_("Carries alone"), whom),), listed=True)


def carrying(character: CharacterAnalysis) -> Iterator[CardItem]:
    """Boxes for both hands and the pocket, for containers and what is worn, then for what containers take."""
    yield CardLine(_("Carries"), title=True)
    pocket = "".join(clean(thing.name) for thing in character.carried("pocket")[:POCKETS])
    yield from slots([*in_hands(character), (_("Pocket"), pocket)])
    bags = SEPARATOR.join(f"{clean(thing.name)} ({short(thing.capacity)})" for thing in character.containers)
    worn = ", ".join(clean(thing.name) for thing in character.carried("worn"))
    yield from slots([(_("Container"), bags), (_("Worn"), worn)])
    yield from slots(in_containers(character))
    for thing in character.unit.equipment:
        if thing.modifier:
            yield CardLine(clean(thing.name) or NONE, modifier_words(thing.modifier, character.catalogue))
    yield from too_much(character)


def slots(places: list[tuple[str, str]]) -> Iterator[CardItem]:
    """Boxes with what is in each place; a name that is too long for its box stands in full below."""
    letters = ROW_LETTERS // max(1, min(len(places), SLOTS_ACROSS))
    if places:
        figures = [LabelledFigure(label, short(name, letters)) for label, name in places]
        yield FigureRow(tuple(figures), across=SLOTS_ACROSS, plain=True, lines=2)
    for label, name in places:
        if len(name) > letters:
            yield CardLine(label, name)


def in_hands(character: CharacterAnalysis) -> list[tuple[str, str]]:
    """(place, name) of each hand, or of one thing in both: nothing says which hand holds what.

    The box of a lost hand is struck out; the card of the trauma describes it ("Devant le joueur").
    """
    if two_handed := character.carried("two-hands"):
        return [(_("Both hands"), clean(two_handed[0].name))]
    example = character.catalogue.tables["traumas"].rows["ampute"].name
    lost = sum(clean(trauma.name).startswith((example.fr, example.en)) for trauma in character.unit.traumas)
    names = [clean(thing.name) for thing in character.carried("one-hand")[:HANDS]]
    free = [""] * (HANDS - len(names))
    return [(_("Hand"), name) for name in [*names, *free[lost:], *[STRUCK_OUT] * lost][:HANDS]]


def in_containers(character: CharacterAnalysis) -> list[tuple[str, str]]:
    """(place, name) of what is stowed, then of the room that is left."""
    names = [clean(thing.name) for thing in character.carried("stowed")]
    free = max(0, min(MOST_SLOTS, character.capacity) - len(names))
    return [(_("Stowed"), name) for name in [*names, *[""] * free]]


def too_much(character: CharacterAnalysis) -> Iterator[CardItem]:
    """Objects without room: a third in the hands, a second in the pocket, one carried in a way that the game lacks."""
    one_handed, two_handed = character.carried("one-hand"), character.carried("two-hands")
    rest = [
        *two_handed[1:],
        *(one_handed if two_handed else one_handed[HANDS:]),
        *character.carried("pocket")[POCKETS:],
    ]
    rest += [thing for thing in character.unit.equipment if thing.carry not in CARRIES]
    table = character.catalogue.tables["carries"]
    for thing in rest:
        yield CardLine(_("No room"), f"{clean(thing.name) or NONE} ({row_name(table, thing.carry)})")


def traumas(character: CharacterAnalysis) -> Iterator[CardItem]:
    """By body and mind, each with a tick for permanent; a line to write on for both, but none for a zombie.

    Critical damage, which brings them, is for survivors: zombies follow their own cards ("Devant le joueur").
    """
    table = character.catalogue.tables["domains"]
    if is_zombie(character) and not character.unit.traumas:
        return
    yield CardLine(local(table.name), _("their cards describe them"), title=True, breaks=True)
    for domain in DOMAINS:
        name = row_name(table, domain)
        for trauma in character.traumas(domain):
            yield trauma_line(name, trauma, character)
    for trauma in character.unit.traumas:
        if trauma.domain not in DOMAINS:
            yield trauma_line(trauma.domain, trauma, character)
    if not is_zombie(character):
        first, *others = (row_name(table, domain) for domain in DOMAINS)
        yield Writing(first, ticks=tick(_("permanent")), below=tuple(others))


def trauma_line(domain: str, trauma: Trauma, character: CharacterAnalysis) -> CardLine:
    name, modifier = clean(trauma.name) or NONE, modifier_words(trauma.modifier, character.catalogue)
    words = SEPARATOR.join(filter(None, (domain, modifier, _("permanent") if trauma.permanent else "")))
    return CardLine(name, words, () if trauma.permanent else (one_box(_("permanent"), "permanent"),))


def marker_track(character: CharacterAnalysis, key: str) -> Track:
    """The boxes of one marker, those that are on the character ticked, and what it does."""
    row = character.catalogue.tables["markers"].rows[key]
    boxes = ticked(character.markers.get(key, 0), dict(marker_boxes(character))[key])
    name = state_words().get(key, local(row.name))
    track = Track(
        boxes_label(key, name),
        boxes,
        key=key,
        icon=row.icon if row.card else "",
        note=local(row.card) if row.card else "",
        short=name,
    )
    return replace(track, key="bleeding-turns", names=BLEEDING, fatal=TURN_BOXES) if key == "bleeding" else track


def boxes_label(marker: str, name: str) -> str:
    """What stands before the boxes of a marker: those of bleeding are turns, of which each is worse."""
    return _("{marker}, turns").format(marker=name) if marker == "bleeding" else name


def marker_boxes(character: CharacterAnalysis) -> Iterator[tuple[str, int]]:
    """(marker, its number of boxes): Panic up to the one that stuns; whoever is on fire has a single token."""
    yield "panic", min(MOST_PANIC, max(1, character.panic_limit))
    yield "stun", STUN_BOXES
    yield "bleeding", TURN_BOXES
    yield "fire", 1
    yield "zele", ZELE_BOXES
    yield "prudence", 1
    yield "sprint", 1


def vocation(character: CharacterAnalysis) -> Iterator[CardItem]:
    """The vocation's card to copy, of who has one (ruling otd-19): the document prints nothing of it.

    A zombie has other objectives and what its own card says ("Présentation générale", "Zone de jeu").
    """
    if is_zombie(character):
        kind = row_name(character.catalogue.tables["zombies"], character.unit.zombie_type or "")
        yield CardLine(local(WORDS["zombie_type"]), kind, title=True, icon=silhouette(character), breaks=True)
        yield to_copy(_("Objectives"), _("Functions"), lines=9)
    if not character.living:
        return
    row, slug = character.vocation, character.unit.vocation
    name = row_name(character.catalogue.tables["vocations"], slug) if slug else ""
    yield CardLine(_("Vocation"), name, title=True, icon=row.icon if row else "")
    yield to_copy(_("Objectives"), _("Functions"))


def to_copy(*labels: str, lines: int = 5) -> FigureRow:
    """Boxes to write in what cards of the game say."""
    return FigureRow(tuple(LabelledFigure(label, "") for label in labels), across=len(labels), plain=True, lines=lines)


def followers(character: CharacterAnalysis) -> Iterator[CardItem]:
    """Each with gauges of its own, filled as they are noted, with a lifetime only where one is noted.

    Its compass stands beside the character's. Where it has a card of its own (`follower_cards`), its gauges are there.
    """
    names = follower_names(character)
    whose = numbered_names([name[:NAME_LETTERS] for name in names])
    for place, (name, owner) in enumerate(zip(numbered_names(names), whose, strict=True)):
        kind, icon = follower_kind(character, place)
        yield CardLine(name, kind if kind != name else "", title=True, icon=icon)
        yield TickLine(follower_tracks(character, place), owner)
    if len(names) > 1:
        yield compass(*numbered_names(names))


def follower_names(character: CharacterAnalysis) -> list[str]:
    return [follower_name(follower, character) for follower in character.unit.followers]


def follower_kind(character: CharacterAnalysis, place: int) -> tuple[str, str]:
    """(its type, the icon of that)."""
    table, slug = character.catalogue.tables["followers"], character.unit.followers[place].type
    return row_name(table, slug), table.rows[slug].icon if slug in table.rows else ""


def follower_tracks(character: CharacterAnalysis, place: int) -> tuple[Track, ...]:
    gauges = character.catalogue.tables["gauges"]
    names = {key: row_name(gauges, key) for key in ("life", "morale")} | {"lifetime": _("Lifetime")}
    noted = character.unit.followers[place].gauges
    numbers = {key: number or 0 for key, number in noted if key != "lifetime" or number is not None}
    return tuple(
        Track(names[key], gained_circles(number, 0, FOLLOWER_MARKERS - number), key=follower_key(key, place))
        for key, number in numbers.items()
    )


def follower_cards(character: CharacterAnalysis, index: int, owner: str) -> Iterator[SheetUnit]:
    """Each follower as a card of its own: its gauges, a compass, lines for what its card says."""
    figures = FigureRow((LabelledFigure(_("Initiative now"), ""), LabelledFigure(_("Direction, attitude"), COMPASS)))
    for place, name in enumerate(numbered_names(follower_names(character))):
        kind, icon = follower_kind(character, place)
        boxes = (TickLine((track,)) for track in follower_tracks(character, place))
        content = SheetCard((), (figures, *boxes, *blank_notes(FOLLOWER_SPARE)), ())
        badges = tuple(dict.fromkeys(word for word in (kind, owner) if word != name))
        yield SheetUnit(index, "follower", name, 1, badges, UnitRow(), (), (content,), silhouette=icon)


def follower_name(follower: Follower, character: CharacterAnalysis) -> str:
    return clean(follower.name) or row_name(character.catalogue.tables["followers"], follower.type) or NONE


def records() -> Iterator[CardItem]:
    """What the game asks to be written down."""
    for head in (_("Critical damage"), _("Chapters")):
        yield CardLine(head, title=True)
        yield from [Writing()] * RECORDS


def notes(character: CharacterAnalysis) -> Iterator[CardItem]:
    """What the player noted, a line to write on, and further ones where there is room."""
    yield from note_lines(character.unit.notes)
    yield from blank_notes(SPARE)


def blank_notes(spare: int) -> Iterator[CardItem]:
    yield Writing(_("Notes"))
    yield from [Writing(spare=True)] * spare


def tracks(character: CharacterAnalysis) -> Iterator[Track]:
    """What may be true of a character at the table, in an order that takes three lines of a small card, too."""
    yield marker_track(character, "zele")
    yield Track(_("Operation, turns"), boxes(TURN_BOXES), key="operation-turns", short=_("Operation"))
    for key in ("fire", "sprint"):
        yield marker_track(character, key)
    yield one_box(_("Prone"), "prone")
    yield one_box(_("Surrounded"), "surrounded")
    yield marker_track(character, "prudence")
    yield one_box(_("Stealth"), "stealth")
    yield one_box(_("Unconscious"), "unconscious")


def row(character: CharacterAnalysis) -> UnitRow:
    """The character in the table of the dense sheet, with a circle for each marker of life and morale."""
    attributes, unit = character.catalogue.tables["attributes"], character.unit
    figures = [(row_name(attributes, key), character.current[key]) for key in ATTRIBUTES]
    figures.append((_("Initiative"), character.initiative))
    table = character.catalogue.tables["gauges"]
    life, morale = (" ".join(track.group for track in gauge_circles(*gauge)) for gauge in both_gauges(character))
    life = life.replace(" ", "")
    tracks = (
        Track(row_name(table, "morale"), morale.replace(" ", NO_BREAK)),
        marker_track(character, "panic"),
        replace(marker_track(character, "bleeding"), label=state_words()["bleeding"]),
    )
    things = tuple(WeaponRow(clean(thing.name)) for thing in unit.equipment)
    words = [listed(_("Traumas"), [clean(trauma.name) for trauma in unit.traumas])]
    words.append(listed(_("Followers"), [follower_name(follower, character) for follower in unit.followers]))
    made = [listed(_("Lasting changes"), lasting_changes(character))]
    entered = ((key, getattr(unit, key)) for key in COUNTED)
    made += [f"{row_name(table, key)} {short(number)}" for key, number in entered if number is not None]
    return UnitRow(
        cells=tuple(Cell(f"{name[:3]}.", short(number), name) for name, number in figures),
        about=SEPARATOR.join(badges(character)),
        made=SEPARATOR.join(filter(None, made)),
        things=things,
        words=SEPARATOR.join(filter(None, words)),
        counted=f"{row_name(table, 'morale')} {short(character.morale)}",
        tracks=tracks,
        life=Track(row_name(table, "life"), life + BOX, names=(*[""] * len(life), "tombstone"), fatal=len(life) + 1),
    )
