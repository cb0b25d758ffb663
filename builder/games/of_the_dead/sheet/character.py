"""A character on paper: what section by section stands on its page, and all of it in two lines."""

from django.utils.translation import gettext as _

from builder.games.of_the_dead.sheet.words import (
    NONE,
    blank,
    boxes,
    circles,
    row_name,
    short,
    signed,
    tick,
)
from builder.sheets.parts import COMPASS, SEPARATOR, Aside, Card, Figure, Line, Track, clean
from builder.sheets.saying import note_lines
from rules.games.of_the_dead.document import ATTRIBUTES, CARRIES, DOMAINS, MARKERS
from rules.games.of_the_dead.survey import HANDS, POCKETS

USUAL_LINES, MOST_FREE = 52, 8  # lines that a page holds in its largest type; how many are left free at most
STUN_BOXES, TURN_BOXES, ZELE_BOXES, MOST_PANIC = 3, 3, 2, 12
FOLLOWER_MARKERS = 12  # circles for a gauge whose figure stands on the follower's card


def marks(view, language):
    """Vocation, state where it is not alive, zombie type, player."""
    tables, unit = view.catalogue.tables, view.unit
    if unit.vocation:
        yield row_name(tables["vocations"], unit.vocation, language)
    if unit.state != "alive":
        yield row_name(tables["states"], unit.state, language)
    if unit.zombie_type:
        yield row_name(tables["zombies"], unit.zombie_type, language)
    player = clean(unit.player)
    if player and player != clean(unit.name):
        yield player


def card(view, language):
    sections = (gauges, movement, rolls, carrying, traumas, markers, vocation, followers, notes)
    lines = [line for section in sections for line in section(view, language)]
    return Card(tuple(stats(view, language)), (*lines, *room_to_write(lines)), tuple(tracks()))


def room_to_write(lines):
    """Lines to write on where the page has room for them."""
    free = min(MOST_FREE, USUAL_LINES - len(lines))
    return [Line(_("More notes"), ticks=blank(74))] * min(1, free) + [Line(ticks=blank(88))] * (free - 1)


def stats(view, language):
    table, gauge_names = view.catalogue.tables["attributes"], view.catalogue.tables["gauges"]
    for key in ATTRIBUTES:
        yield Figure(row_name(table, key, language), short(view.current[key]), loud=True)
    yield Figure(row_name(gauge_names, "life", language), short(view.first_life))
    yield Figure(row_name(gauge_names, "morale", language), short(view.first_morale))
    yield Figure(_("Initiative"), short(view.first_initiative))


def gauges(view, language):
    """Circles for life and morale, initiative as it stands, lasting changes, what the players count."""
    table, unit = view.catalogue.tables["gauges"], view.unit
    for key, now, first in (("life", view.life, view.first_life), ("morale", view.morale, view.first_morale)):
        yield Line(row_name(table, key, language), f"{now}/{first}", circles(first))
    yield Line(_("Initiative"), initiative(view), " ".join((_("markers, equipment …"), blank(12))))
    if changes := SEPARATOR.join(lasting(view, language)):
        yield Line(_("Lasting changes"), changes)
    for key in ("reputation", "survival"):
        number = getattr(unit, key)
        yield Line(row_name(table, key, language), "" if number is None else str(number), blank(8))


def initiative(view):
    parts = _("{reflexes} + morale {morale} + life {life}").format(
        reflexes=view.current["reflexes"], morale=view.morale, life=view.life
    )
    change = _(", markers {change}").format(change=signed(view.initiative_change)) if view.initiative_change else ""
    return f"{view.initiative} = {parts}{change}"


def lasting(view, language):
    """Each attribute that changed for good: Physique 3 −1 = 2."""
    table = view.catalogue.tables["attributes"]
    for key in ATTRIBUTES:
        if change := view.modifiers.get(key):
            name = row_name(table, key, language)
            yield f"{name} {view.base.get(key, 0)} {signed(change)} = {view.current[key]}"


def movement(view, language):
    moves = view.catalogue.tables["moves"].rows.values()
    words = [f"{row.name.into(language)} {row.figures['cm']} cm" for row in moves]
    yield Line(_("Moves"), SEPARATOR.join(words))
    reach = _("throws up to {cm} cm").format(cm=view.throw_range)
    alone = (
        _("carries somebody alone up to Physique {most}").format(most=view.rescues)
        if view.rescues
        else _("carries nobody alone")
    )
    yield Line("", SEPARATOR.join((reach, alone)))


def rolls(view, language):
    """The dice of each roll, and against what."""
    yield Line(_("Rolls"), title=True)
    have = {**view.current, "morale": view.morale}
    for row in view.catalogue.tables["pools"].rows.values():
        number = _("{n}D").format(n=max(0, have[row.figures["own"]]))
        yield Line(row.name.into(language), row.card.into(language), asides=(Aside("", number),))
    yield Line(view.catalogue.tables["shooting-dice"].name.into(language), ticks=SEPARATOR.join(cover(view, language)))


def cover(view, language):
    """What range and cover add: in a line, for the paper."""
    for row in view.catalogue.tables["shooting-dice"].rows.values():
        dice = [
            words.format(n=signed(row.figures[key]))
            for key, words in (("attack", _("attack {n}")), ("defence", _("defence {n}")))
            if row.figures[key]
        ]
        yield _("{situation}: {dice}").format(
            situation=row.name.into(language), dice=row.card.into(language) or ", ".join(dice)
        )


def carrying(view, language):
    """Both hands, the pocket, containers with what is in them; a line to write on where there is room."""
    yield Line(_("Carries"), title=True, asides=(Aside("", room(view)),))
    yield from in_hands(view)
    pocket = view.carried("pocket")
    yield slot(_("Pocket"), pocket[0] if pocket else None)
    for thing in view.containers:
        yield Line(_("Container"), f"{clean(thing.name)} ({thing.capacity})")
    for thing in view.carried("stowed"):
        yield Line(_("Stowed"), clean(thing.name))
    yield Line(_("Container"), ticks=blank(30))
    yield Line(_("Stowed"), ticks=f"{blank(30)} {blank(30)}")
    worn = [clean(thing.name) for thing in view.carried("worn")]
    yield Line(_("Worn"), ", ".join(worn), blank(24))
    yield from too_much(view, language)


def room(view):
    return _("hands {hands}/{most} · pocket {pocket}/{pockets} · stowed {stowed}/{capacity}").format(
        hands=view.hands,
        most=HANDS,
        pocket=view.pockets,
        pockets=POCKETS,
        stowed=view.stowed,
        capacity=view.capacity,
    )


def slot(head, thing):
    return Line(head, clean(thing.name)) if thing else Line(head, ticks=blank())


def in_hands(view):
    """Left hand and right hand, or one thing in both."""
    both = view.carried("two-hands")
    if both:
        yield Line(_("Both hands"), clean(both[0].name))
        return
    one = view.carried("one-hand")
    for number, head in enumerate((_("Left hand"), _("Right hand"))):
        yield slot(head, one[number] if number < len(one) else None)


def too_much(view, language):
    """What has no place: a third object in the hands, a second one in the pocket, a way of carrying nobody knows."""
    one, both = view.carried("one-hand"), view.carried("two-hands")
    rest = [*both[1:], *(one if both else one[HANDS:]), *view.carried("pocket")[POCKETS:]]
    rest += [thing for thing in view.unit.equipment if thing.carry not in CARRIES]
    table = view.catalogue.tables["carries"]
    for thing in rest:
        yield Line(_("No room"), f"{clean(thing.name) or NONE} ({row_name(table, thing.carry, language)})")


def traumas(view, language):
    """By body and mind, each with a tick for permanent; a line to write on for both."""
    table = view.catalogue.tables["domains"]
    yield Line(table.name.into(language), title=True)
    for domain in DOMAINS:
        name = row_name(table, domain, language)
        for trauma in view.traumas(domain):
            yield trauma_line(name, trauma)
        yield Line(name, ticks=" ".join((blank(), tick(_("permanent")))))
    for trauma in view.unit.traumas:
        if trauma.domain not in DOMAINS:
            yield trauma_line(trauma.domain, trauma)


def trauma_line(domain, trauma):
    name = clean(trauma.name) or NONE
    if trauma.permanent:
        return Line(name, SEPARATOR.join((domain, _("permanent"))))
    return Line(name, domain, tick(_("permanent")))


def markers(view, language):
    """What is on the character now; then, for the paper, a row of boxes for each marker and what it does."""
    table, glossary = view.catalogue.tables["markers"], view.catalogue.special_rules
    yield Line(table.name.into(language), title=True)
    now = [f"{row_name(table, key, language)} {view.markers[key]}" for key in MARKERS if view.markers.get(key)]
    yield Line(_("Now"), ", ".join(now) or NONE)
    for key, number in marker_boxes(view):
        row = table.rows[key]
        does = glossary[row.figures["word"]].card.into(language) if row.figures["word"] else ""
        yield Line(row.name.into(language), ticks=f"{boxes(number)} {does}".strip())


def marker_boxes(view):
    yield "panic", min(MOST_PANIC, max(1, view.panic_limit))
    yield "stun", STUN_BOXES
    yield "bleeding", TURN_BOXES
    yield "fire", TURN_BOXES
    yield "prudence", 1
    yield "zele", ZELE_BOXES
    yield "sprint", 1


def vocation(view, language):
    """The vocation's card to copy: the document prints nothing of it."""
    table, slug = view.catalogue.tables["vocations"], view.unit.vocation
    yield Line(_("Vocation"), title=True, asides=(Aside("", row_name(table, slug, language)),) if slug else ())
    for head in (_("Objectives"), _("Starting equipment"), _("Functions")):
        yield Line(head, ticks=blank(70))


def followers(view, language):
    """Each with gauges of its own, as many markers as its card says, and a compass."""
    tables = view.catalogue.tables
    if view.unit.followers:
        yield Line(tables["followers"].name.into(language), title=True)
    gauge = tables["gauges"]
    for one in view.unit.followers:
        kind = row_name(tables["followers"], one.type, language)
        yield Line(
            clean(one.name) or kind, kind if clean(one.name) else "", " ".join((COMPASS, _("direction, attitude")))
        )
        for key in ("life", "morale"):
            yield Line(row_name(gauge, key, language), ticks=circles(FOLLOWER_MARKERS))


def notes(view, _language):
    yield from note_lines(view.unit.notes)


def tracks():
    """What else may be true of a character at the table."""
    yield Track(_("Unconscious"), boxes(1))
    yield Track(_("Stealth"), boxes(1))
    yield Track(_("Prone"), boxes(1))
    yield Track(_("Surrounded"), boxes(1))
    yield Track(_("Operation, turns"), boxes(TURN_BOXES))
    yield Track(_("Critical damage"), boxes(3))
    yield Track(_("Direction, attitude"), COMPASS)


def summary(view, language):
    """The character in a line or two."""
    tables, unit = view.catalogue.tables, view.unit
    words = [f"{row_name(tables['attributes'], key, language)}\u00a0{short(view.current[key])}" for key in ATTRIBUTES]
    for key, now, first in (("life", view.life, view.first_life), ("morale", view.morale, view.first_morale)):
        words.append(f"{row_name(tables['gauges'], key, language)}\u00a0{short(now)}/{short(first)}")
    words.append("\u00a0".join((_("Initiative"), short(view.initiative))))
    words += [clean(thing.name) for thing in unit.equipment]
    words += [clean(trauma.name) for trauma in unit.traumas]
    words += [clean(one.name) or row_name(tables["followers"], one.type, language) for one in unit.followers]
    return SEPARATOR.join(word for word in words if word)
