"""A figure on paper: what section by section stands on its card, and all of it in two lines."""

from django.utils.translation import gettext as _

from builder.games.chain_reaction.sheet import weapons
from builder.sheets.common import note_lines
from builder.sheets.parts import BOX, SEPARATOR, Card, CardLine, LabelledFigure, Track, clean
from rules.games.chain_reaction.analysis import HUMAN, PHOBIA, centimetres
from rules.games.chain_reaction.odds import good_faces

MELEE_DICE = 2  # of everybody ("Corps à corps")
ONCE = {"chanceux", "dur-a-cuire"}
BLANK = "_" * 24
WIDEST_STAT = 4  # characters; what is longer stands in full among the lines
NEVER = "–"


def called(figure, language):
    """The figure's name as typed, else what it is."""
    if name := clean(figure.unit.name):
        return name
    return _("Star") if figure.is_star else into(figure.name, language) or figure.unit.figure


def into(words, language):
    """A `Text` of the book in a language; a player's own words as one line."""
    return words.into(language) if hasattr(words, "into") else clean(words)


def badges(figure, leads, language):
    """What to tell at a glance."""
    if figure.is_star:
        yield _("Star")
    if leads:
        yield _("Leader")
    if figure.drawn_as and clean(figure.unit.name):
        yield figure.drawn_as.into(language)
    if figure.unit.figure != HUMAN:
        yield figure.row.name.into(language) if figure.row else figure.unit.figure
    if figure.chosen:
        yield _("chosen, not rolled")


def card(figure, language):
    lines = (
        *state(figure),
        *drawn(figure, language),
        *moves(figure),
        *weapons.lines(figure, language),
        *shooting(figure),
    )
    lines += (*tests(figure), *after_the_game(figure), *gear(figure), *attributes(figure, language))
    return Card(tuple(stats(figure)), (*lines, *note_lines(figure.unit.notes)), tuple(tracks()))


def short(value):
    value = str(value)
    return value if len(value) <= WIDEST_STAT else "…"


def stats(figure):
    """REP as it plays, the faces of the activation die, what a die must show to hit, the normal move."""
    yield LabelledFigure(_("REP"), short(figure.effective_rep), loud=True)
    yield LabelledFigure(_("acts on"), faces(figure.activation))
    for shot in figure.shots:
        yield LabelledFigure(_("for {total}").format(total=shot.total), needed(shot))
    move = figure.in_the_saddle or figure.on_foot
    yield LabelledFigure(_("move"), f'{move.normal}"' if move else NEVER)


def faces(numbers):
    return NEVER if not numbers else "1" if len(numbers) == 1 else f"1-{numbers[-1]}"


def needed(shot):
    return NEVER if shot.needs is None else f"{shot.needs}+"


def state(figure):
    """Star Power, and a REP that is not the one of the figure."""
    if figure.is_star:
        yield CardLine(_("Star Power"), "", BOX * figure.star_power)
    if len(str(figure.effective_rep)) > WIDEST_STAT:
        yield CardLine(_("REP"), str(figure.effective_rep))
    if figure.effective_rep != figure.rep:
        yield CardLine(_("REP {rep}").format(rep=figure.rep), _("−1 in the next game only; caps go by the full REP"))


def drawn(figure, language):
    """On which table and with which dice a figure was drawn."""
    draw = figure.unit.draw
    if draw is None:
        return
    table = figure.context.draws.get(draw.table)
    words = [table.name.into(language) if table else draw.table, " + ".join(map(str, draw.dice)) or NEVER]
    if figure.drawn:
        words.append(figure.drawn.name.into(language))
    yield CardLine(_("Drawn"), SEPARATOR.join(words))


def moves(figure):
    """Normal and fast moves in inches and centimetres, the fast ones by the passes of their test: 0, 1, 2."""
    for name, move in ((_("Mounted"), figure.in_the_saddle), (_("On foot"), figure.on_foot)):
        if move is None:
            continue
        words = [both(move.normal)]
        if move.fast:
            lengths, metric = ("/".join(map(str, made)) for made in (move.fast, map(centimetres, move.fast)))
            words.append(_('fast {inches}" ({cm} cm)').format(inches=lengths, cm=metric))
        else:
            words.append(_("never fast"))
        yield CardLine(name, SEPARATOR.join(words))


def both(inches):
    return f'{inches}" ({centimetres(inches)} cm)'


def shooting(figure):
    """What each die must show: the thresholds with REP, and with REP -1."""
    if not any(line.range is not None for line in figure.weapons):
        return
    yield CardLine(
        _("Hits at REP −1"),
        SEPARATOR.join((*thresholds(figure.hasty_shots), _("reflex, two weapons, wounded carried"))),
    )
    if figure.desperate:
        words = _("a 6 that cover alone stops: 1D6, hits on {faces}").format(
            faces=faces(range(1, figure.desperate + 1))
        )
        yield CardLine(_("Desperate shot"), words)


def thresholds(shots):
    return [f"{shot.total}: {needed(shot)}" for shot in shots]


def tests(figure):
    """Chances of a 2D6 test out of 36, melee dice, and tests with a REP of their own."""
    odds = figure.odds()
    words = [f"{n}: {ways}/{odds.out_of}" for n, ways in odds.ways]
    yield CardLine(_("2D6 tests, by passes"), SEPARATOR.join(words))
    number = max(0, MELEE_DICE + sum(row.figures.get("melee_dice") or 0 for row in figure.attributes))
    yield CardLine(_("Melee"), _("{n}D6 against REP {rep}").format(n=number, rep=figure.effective_rep))
    gain = sum(row.figures.get("sight_rep") or 0 for row in figure.attributes)
    if gain:
        rep = good_faces(figure.effective_rep + gain)
        yield CardLine(_("Enemy in sight"), _("passes on {faces}").format(faces=faces(range(1, rep + 1))))


def gear(figure):
    if figure.unit.vest:
        yield CardLine(_("Bullet-proof vest"), _("2D6 when shot: 2 passes nothing, 1 stunned, 0 out"))
    if figure.unit.mounted:
        yield CardLine(_("Hit while mounted"), _("1D6: 1-3 the mount, 4-6 the rider"), weapons.tick(_("mount lost")))


def attributes(figure, language):
    for slug in figure.unit.attributes:
        row = figure.context.attribute(slug)
        if row is None:
            yield CardLine(slug, _("not in this book"))
        elif slug == PHOBIA:
            yield CardLine(row.name.into(language), clean(figure.unit.phobia) or BLANK)
        else:
            used = weapons.tick(_("used")) if slug in ONCE else ""
            yield CardLine(row.name.into(language), (row.card or row.text).into(language), used)


def after_the_game(figure):
    """What the steps after a game ask about the figure."""
    boxes = [_("took somebody out"), _("removed from play")]
    if figure.is_star:
        boxes.append(_("Star Power used"))
    yield CardLine(_("After the game"), "", " ".join(map(weapons.tick, boxes)))


def tracks():
    """Boxes for what may happen to a figure."""
    states = (_("Stunned"), _("Out"), _("Dead"), _("Fled"), _("Prone"), _("Heads down"), _("Captured"))
    return [Track(state, BOX) for state in states]


def summary(figure, language):
    """The figure in a line or two, for an opponent."""
    words = [_("REP {rep}").format(rep=figure.rep)]
    if figure.effective_rep != figure.rep:
        words.append(_("plays at {rep}").format(rep=figure.effective_rep))
    words.append(_("hits {thresholds}").format(thresholds="/".join(map(needed, figure.shots))))
    words += [weapons.summary(line, language) for line in figure.weapons]
    if figure.unit.vest:
        words.append(_("bullet-proof vest"))
    if figure.unit.mounted:
        words.append(_("mounted"))
    for slug in figure.unit.attributes:
        row = figure.context.attribute(slug)
        words.append(row.name.into(language) if row else slug)
    if PHOBIA in figure.unit.attributes and figure.unit.phobia:
        words.append(clean(figure.unit.phobia))
    return SEPARATOR.join(words)
