"""A character on paper: the sections of its page, and all of it in two lines."""

from django.utils.translation import gettext as _

from builder.games.of_the_dead.sheet.words import MOST_SIGNS, NONE, blank, boxes, circles, row_name
from builder.sheets.common import note_lines, short, signed, tick
from builder.sheets.parts import COMPASS, SEPARATOR, Aside, CardLine, LabelledFigure, SheetCard, Track
from builder.wording import clean
from rules.games.of_the_dead.analysis import HANDS, POCKETS
from rules.games.of_the_dead.document import ATTRIBUTES, CARRIES, DOMAINS, MARKERS

USUAL_LINES, MOST_BLANK_LINES = 52, 8  # lines that a page holds in its largest type; blank ones at its end
STUN_BOXES, TURN_BOXES, ZELE_BOXES, MOST_PANIC = 3, 3, 2, 12
MORALE_GAINS = 6  # strokes of luck in a game that its circles are enough for
FOLLOWER_MARKERS = 12  # circles for each gauge of a follower: the number is on the follower's own card


def badges(character, language):
    """Vocation, state where it is not alive, zombie type, player."""
    tables, unit = character.catalogue.tables, character.unit
    if unit.vocation:
        yield row_name(tables["vocations"], unit.vocation, language)
    if unit.state != "alive":
        yield row_name(tables["states"], unit.state, language)
    if unit.zombie_type:
        yield row_name(tables["zombies"], unit.zombie_type, language)
    player = clean(unit.player)
    if player and player != clean(unit.name):
        yield player


def card(character, language):
    sections = (gauges, movement, rolls, carrying, traumas, markers, vocation, followers, notes)
    lines = [line for section in sections for line in section(character, language)]
    return SheetCard(tuple(stats(character, language)), (*lines, *lines_to_write_on(lines)), tuple(tracks()))


def lines_to_write_on(lines):
    """Blank lines where the page has room for them."""
    free = min(MOST_BLANK_LINES, USUAL_LINES - len(lines))
    return [CardLine(_("More notes"), ticks=blank(74))] * min(1, free) + [CardLine(ticks=blank(88))] * (free - 1)


def stats(character, language):
    table, gauge_names = character.catalogue.tables["attributes"], character.catalogue.tables["gauges"]
    for key in ATTRIBUTES:
        yield LabelledFigure(row_name(table, key, language), short(character.current[key]), loud=True)
    yield LabelledFigure(row_name(gauge_names, "life", language), short(character.first_life))
    yield LabelledFigure(row_name(gauge_names, "morale", language), short(character.first_morale))
    yield LabelledFigure(_("Initiative"), short(character.first_initiative))


def gauges(character, language):
    """Circles for life and morale, the initiative now, lasting changes, what the players count."""
    table, unit = character.catalogue.tables["gauges"], character.unit
    for key, now, first in (
        ("life", character.life, character.first_life),
        ("morale", character.morale, character.first_morale),
    ):
        yield CardLine(row_name(table, key, language), f"{now}/{first}", gauge_circles(key, now, first))
    yield CardLine(_("Initiative"), initiative(character), " ".join((_("Other changes:"), blank(12))))
    if changes := SEPARATOR.join(lasting_changes(character, language)):
        yield CardLine(_("Lasting changes"), changes)
    for key in ("reputation", "survival"):
        number = getattr(unit, key)
        yield CardLine(row_name(table, key, language), "" if number is None else str(number), blank(8))


def gauge_circles(gauge, now, first):
    """A circle for each marker that a character may come to have; those above the start behind a plus sign.

    Life stays within its start; luck gives morale without a ceiling (ruling otd-11).
    """
    above = max(0, now - first) + (MORALE_GAINS if gauge == "morale" else 0)
    return " + ".join(filter(None, (circles(first), circles(min(MOST_SIGNS - first, above)))))


def initiative(character):
    """The initiative now as a sum."""
    parts = _("{reflexes} + morale {morale} + life {life}").format(
        reflexes=character.current["reflexes"], morale=character.morale, life=character.life
    )
    if change := character.initiative_change:
        parts += _(", markers {change}").format(change=signed(change))
    return f"{character.initiative} = {parts}"


def lasting_changes(character, language):
    """Each attribute that changed for good: Physique 3 −1 = 2."""
    table = character.catalogue.tables["attributes"]
    for key in ATTRIBUTES:
        if change := character.modifiers.get(key):
            name = row_name(table, key, language)
            yield f"{name} {character.base.get(key, 0)} {signed(change)} = {character.current[key]}"


def movement(character, language):
    moves = character.catalogue.tables["moves"].rows.values()
    words = [f"{row.name.into(language)} {row.figures['cm']} cm" for row in moves]
    yield CardLine(_("Moves"), SEPARATOR.join(words))
    reach = _("throws up to {cm} cm").format(cm=character.throw_range)
    alone = (
        _("carries somebody alone up to Physique {most}").format(most=character.rescues)
        if character.rescues
        else _("carries nobody alone")
    )
    yield CardLine("", SEPARATOR.join((reach, alone)))


def rolls(character, language):
    """The dice of each roll, and against what."""
    yield CardLine(_("Rolls"), title=True)
    values = character.current | {"morale": character.morale}
    for row in character.catalogue.tables["pools"].rows.values():
        number = _("{n}D").format(n=max(0, values[row.figures["own"]]))
        yield CardLine(row.name.into(language), row.card.into(language), asides=(Aside("", number),))
    yield CardLine(
        character.catalogue.tables["shooting-dice"].name.into(language),
        ticks=SEPARATOR.join(cover(character, language)),
    )


def cover(character, language):
    """What range and cover add: in a line, for the paper."""
    for row in character.catalogue.tables["shooting-dice"].rows.values():
        dice = [
            words.format(n=signed(row.figures[key]))
            for key, words in (("attack", _("attack {n}")), ("defence", _("defence {n}")))
            if row.figures[key]
        ]
        yield _("{situation}: {dice}").format(
            situation=row.name.into(language), dice=row.card.into(language) or ", ".join(dice)
        )


def carrying(character, language):
    """Both hands, the pocket, containers with what is in them; a line to write on where there is room."""
    yield CardLine(_("Carries"), title=True, asides=(Aside("", room_taken(character)),))
    yield from in_hands(character)
    pocket = character.carried("pocket")
    yield slot(_("Pocket"), pocket[0] if pocket else None)
    for thing in character.containers:
        yield CardLine(_("Container"), f"{clean(thing.name)} ({thing.capacity})")
    for thing in character.carried("stowed"):
        yield CardLine(_("Stowed"), clean(thing.name))
    yield CardLine(_("Container"), ticks=blank(30))
    yield CardLine(_("Stowed"), ticks=f"{blank(30)} {blank(30)}")
    worn = [clean(thing.name) for thing in character.carried("worn")]
    yield CardLine(_("Worn"), ", ".join(worn), blank(24))
    yield from too_much(character, language)


def room_taken(character):
    return _("hands {hands}/{most} · pocket {pocket}/{pockets} · stowed {stowed}/{capacity}").format(
        hands=character.hands,
        most=HANDS,
        pocket=character.pockets,
        pockets=POCKETS,
        stowed=character.stowed,
        capacity=character.capacity,
    )


def slot(head, thing):
    return CardLine(head, clean(thing.name)) if thing else CardLine(head, ticks=blank())


def in_hands(character):
    """Left hand and right hand, or one thing in both."""
    both = character.carried("two-hands")
    if both:
        yield CardLine(_("Both hands"), clean(both[0].name))
        return
    one = character.carried("one-hand")
    for number, head in enumerate((_("Left hand"), _("Right hand"))):
        yield slot(head, one[number] if number < len(one) else None)


def too_much(character, language):
    """Objects without room: a third in the hands, a second in the pocket, one carried in a way that the game lacks."""
    one, both = character.carried("one-hand"), character.carried("two-hands")
    rest = [*both[1:], *(one if both else one[HANDS:]), *character.carried("pocket")[POCKETS:]]
    rest += [thing for thing in character.unit.equipment if thing.carry not in CARRIES]
    table = character.catalogue.tables["carries"]
    for thing in rest:
        yield CardLine(_("No room"), f"{clean(thing.name) or NONE} ({row_name(table, thing.carry, language)})")


def traumas(character, language):
    """By body and mind, each with a tick for permanent; a line to write on for both."""
    table = character.catalogue.tables["domains"]
    yield CardLine(table.name.into(language), title=True)
    for domain in DOMAINS:
        name = row_name(table, domain, language)
        for trauma in character.traumas(domain):
            yield trauma_line(name, trauma)
        yield CardLine(name, ticks=" ".join((blank(), tick(_("permanent")))))
    for trauma in character.unit.traumas:
        if trauma.domain not in DOMAINS:
            yield trauma_line(trauma.domain, trauma)


def trauma_line(domain, trauma):
    name = clean(trauma.name) or NONE
    if trauma.permanent:
        return CardLine(name, SEPARATOR.join((domain, _("permanent"))))
    return CardLine(name, domain, tick(_("permanent")))


def markers(character, language):
    """What is on the character now; then, for the paper, a row of boxes for each marker and what it does."""
    table, glossary = character.catalogue.tables["markers"], character.catalogue.special_rules
    yield CardLine(table.name.into(language), title=True)
    now = [
        f"{row_name(table, key, language)} {character.markers[key]}" for key in MARKERS if character.markers.get(key)
    ]
    yield CardLine(_("Now"), ", ".join(now) or NONE)
    for key, number in marker_boxes(character):
        row = table.rows[key]
        does = glossary[row.figures["word"]].card.into(language) if row.figures["word"] else ""
        yield CardLine(row.name.into(language), ticks=f"{boxes(number)} {does}".strip())


def marker_boxes(character):
    yield "panic", min(MOST_PANIC, max(1, character.panic_limit))
    yield "stun", STUN_BOXES
    yield "bleeding", TURN_BOXES
    yield "fire", TURN_BOXES
    yield "prudence", 1
    yield "zele", ZELE_BOXES
    yield "sprint", 1


def vocation(character, language):
    """The vocation's card to copy: the document prints nothing of it."""
    table, slug = character.catalogue.tables["vocations"], character.unit.vocation
    yield CardLine(_("Vocation"), title=True, asides=(Aside("", row_name(table, slug, language)),) if slug else ())
    for head in (_("Objectives"), _("Starting equipment"), _("Functions")):
        yield CardLine(head, ticks=blank(70))


def followers(character, language):
    """Each with gauges of its own, as many markers as its card says, and a compass."""
    tables = character.catalogue.tables
    if character.unit.followers:
        yield CardLine(tables["followers"].name.into(language), title=True)
    gauge = tables["gauges"]
    for one in character.unit.followers:
        kind = row_name(tables["followers"], one.type, language)
        yield CardLine(
            clean(one.name) or kind, kind if clean(one.name) else "", " ".join((COMPASS, _("direction, attitude")))
        )
        for key in ("life", "morale"):
            yield CardLine(row_name(gauge, key, language), ticks=circles(FOLLOWER_MARKERS))


def notes(character, _language):
    yield from note_lines(character.unit.notes)


def tracks():
    """What else may be true of a character at the table."""
    yield Track(_("Unconscious"), boxes(1))
    yield Track(_("Stealth"), boxes(1))
    yield Track(_("Prone"), boxes(1))
    yield Track(_("Surrounded"), boxes(1))
    yield Track(_("Operation, turns"), boxes(TURN_BOXES))
    yield Track(_("Critical damage"), boxes(3))
    yield Track(_("Direction, attitude"), COMPASS)


def summary(character, language):
    """The character in a line or two."""
    tables, unit = character.catalogue.tables, character.unit
    words = [
        f"{row_name(tables['attributes'], key, language)}\u00a0{short(character.current[key])}" for key in ATTRIBUTES
    ]
    for key, now, first in (
        ("life", character.life, character.first_life),
        ("morale", character.morale, character.first_morale),
    ):
        words.append(f"{row_name(tables['gauges'], key, language)}\u00a0{short(now)}/{short(first)}")
    words.append("\u00a0".join((_("Initiative"), short(character.initiative))))
    words += [clean(thing.name) for thing in unit.equipment]
    words += [clean(trauma.name) for trauma in unit.traumas]
    words += [clean(one.name) or row_name(tables["followers"], one.type, language) for one in unit.followers]
    return SEPARATOR.join(word for word in words if word)
