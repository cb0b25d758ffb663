"""A figure on paper: what section by section stands on its card, and all of it in two lines."""

from django.utils.translation import gettext as _

from builder.games.chain_reaction.sheet import weapons
from builder.sheets.parts import BOX, SEPARATOR, Card, Figure, Line, Track, clean
from builder.sheets.saying import note_lines
from rules.games.chain_reaction.odds import good_faces
from rules.games.chain_reaction.survey import HUMAN, PHOBIA, centimetres

MELEE_DICE = 2  # of everybody ("Corps à corps")
ONCE = {"chanceux", "dur-a-cuire"}
BLANK = "_" * 24
WIDEST_STAT = 4  # characters; what is longer stands in full among the lines
NEVER = "–"


def called(view, language):
    """The figure's name as typed, else what it is."""
    if name := clean(view.unit.name):
        return name
    return _("Star") if view.is_star else into(view.name, language) or view.unit.figure


def into(words, language):
    """A `Text` of the book in a language; a player's own words as one line."""
    return words.into(language) if hasattr(words, "into") else clean(words)


def marks(view, leads, language):
    """What to tell at a glance."""
    if view.is_star:
        yield _("Star")
    if leads:
        yield _("Leader")
    if view.drawn_as and clean(view.unit.name):
        yield view.drawn_as.into(language)
    if view.unit.figure != HUMAN:
        yield view.row.name.into(language) if view.row else view.unit.figure
    if view.chosen:
        yield _("chosen, not rolled")


def card(view, language):
    lines = (*state(view), *drawn(view, language), *moves(view), *weapons.lines(view, language), *shooting(view))
    lines += (*tests(view), *after_the_game(view), *gear(view), *attributes(view, language))
    return Card(tuple(stats(view)), (*lines, *note_lines(view.unit.notes)), tuple(tracks()))


def short(value):
    value = str(value)
    return value if len(value) <= WIDEST_STAT else "…"


def stats(view):
    """REP as it plays, the faces of the activation die, what a die must show to hit, the normal move."""
    yield Figure(_("REP"), short(view.effective_rep), loud=True)
    yield Figure(_("acts on"), faces(view.activation))
    for shot in view.shots:
        yield Figure(_("for {total}").format(total=shot.total), needed(shot))
    move = view.in_the_saddle or view.on_foot
    yield Figure(_("move"), f'{move.normal}"' if move else NEVER)


def faces(numbers):
    return NEVER if not numbers else "1" if len(numbers) == 1 else f"1-{numbers[-1]}"


def needed(shot):
    return NEVER if shot.needs is None else f"{shot.needs}+"


def state(view):
    """Star Power, and a REP that is not the one of the figure."""
    if view.is_star:
        yield Line(_("Star Power"), "", BOX * view.star_power)
    if len(str(view.effective_rep)) > WIDEST_STAT:
        yield Line(_("REP"), str(view.effective_rep))
    if view.effective_rep != view.rep:
        yield Line(_("REP {rep}").format(rep=view.rep), _("−1 in the next game only; caps go by the full REP"))


def drawn(view, language):
    """On which table and with which dice a figure was drawn."""
    draw = view.unit.draw
    if draw is None:
        return
    table = view.terms.draws.get(draw.table)
    words = [table.name.into(language) if table else draw.table, " + ".join(map(str, draw.dice)) or NEVER]
    if view.drawn:
        words.append(view.drawn.name.into(language))
    yield Line(_("Drawn"), SEPARATOR.join(words))


def moves(view):
    """Normal and fast moves in inches and centimetres, the fast ones by the passes of their test: 0, 1, 2."""
    for name, move in ((_("Mounted"), view.in_the_saddle), (_("On foot"), view.on_foot)):
        if move is None:
            continue
        words = [both(move.normal)]
        if move.fast:
            lengths, metric = ("/".join(map(str, made)) for made in (move.fast, map(centimetres, move.fast)))
            words.append(_('fast {inches}" ({cm} cm)').format(inches=lengths, cm=metric))
        else:
            words.append(_("never fast"))
        yield Line(name, SEPARATOR.join(words))


def both(inches):
    return f'{inches}" ({centimetres(inches)} cm)'


def shooting(view):
    """What each die must show: the thresholds with REP, and with REP -1."""
    if not any(line.range is not None for line in view.weapons):
        return
    yield Line(
        _("Hits at REP −1"), SEPARATOR.join((*thresholds(view.hasty_shots), _("reflex, two weapons, wounded carried")))
    )
    if view.desperate:
        words = _("a 6 that cover alone stops: 1D6, hits on {faces}").format(faces=faces(range(1, view.desperate + 1)))
        yield Line(_("Desperate shot"), words)


def thresholds(shots):
    return [f"{shot.total}: {needed(shot)}" for shot in shots]


def tests(view):
    """Chances of a 2D6 test out of 36, melee dice, and tests with a REP of their own."""
    odds = view.odds()
    words = [f"{n}: {ways}/{odds.out_of}" for n, ways in odds.ways]
    yield Line(_("2D6 tests, by passes"), SEPARATOR.join(words))
    number = max(0, MELEE_DICE + sum(row.figures.get("melee_dice") or 0 for row in view.attributes))
    yield Line(_("Melee"), _("{n}D6 against REP {rep}").format(n=number, rep=view.effective_rep))
    gain = sum(row.figures.get("sight_rep") or 0 for row in view.attributes)
    if gain:
        rep = good_faces(view.effective_rep + gain)
        yield Line(_("Enemy in sight"), _("passes on {faces}").format(faces=faces(range(1, rep + 1))))


def gear(view):
    if view.unit.vest:
        yield Line(_("Bullet-proof vest"), _("2D6 when shot: 2 passes nothing, 1 stunned, 0 out"))
    if view.unit.mounted:
        yield Line(_("Hit while mounted"), _("1D6: 1-3 the mount, 4-6 the rider"), weapons.tick(_("mount lost")))


def attributes(view, language):
    for slug in view.unit.attributes:
        row = view.terms.attribute(slug)
        if row is None:
            yield Line(slug, _("not in this book"))
        elif slug == PHOBIA:
            yield Line(row.name.into(language), clean(view.unit.phobia) or BLANK)
        else:
            used = weapons.tick(_("used")) if slug in ONCE else ""
            yield Line(row.name.into(language), (row.card or row.text).into(language), used)


def after_the_game(view):
    """What the steps after a game ask about the figure."""
    boxes = [_("took somebody out"), _("removed from play")]
    if view.is_star:
        boxes.append(_("Star Power used"))
    yield Line(_("After the game"), "", " ".join(map(weapons.tick, boxes)))


def tracks():
    """Boxes for what may happen to a figure."""
    states = (_("Stunned"), _("Out"), _("Dead"), _("Fled"), _("Prone"), _("Heads down"), _("Captured"))
    return [Track(state, BOX) for state in states]


def summary(view, language):
    """The figure in a line or two, for an opponent."""
    words = [_("REP {rep}").format(rep=view.rep)]
    if view.effective_rep != view.rep:
        words.append(_("plays at {rep}").format(rep=view.effective_rep))
    words.append(_("hits {thresholds}").format(thresholds="/".join(map(needed, view.shots))))
    words += [weapons.summary(line, language) for line in view.weapons]
    if view.unit.vest:
        words.append(_("bullet-proof vest"))
    if view.unit.mounted:
        words.append(_("mounted"))
    for slug in view.unit.attributes:
        row = view.terms.attribute(slug)
        words.append(row.name.into(language) if row else slug)
    if PHOBIA in view.unit.attributes and view.unit.phobia:
        words.append(clean(view.unit.phobia))
    return SEPARATOR.join(words)
