"""A figure on paper: the sections of its card, and all of it in two lines."""

from django.utils.translation import gettext as _

from builder.games.chain_reaction.sheet import weapons
from builder.sheets.common import effect, note_lines, short, text_in, tick
from builder.sheets.parts import BOX, SEPARATOR, CardLine, LabelledFigure, SheetCard, Track
from builder.wording import clean
from rules.games.chain_reaction.analysis import HUMAN, PHOBIA, centimetres
from rules.games.chain_reaction.odds import good_faces

MELEE_DICE = 2  # of everybody ("Corps à corps")
ONCE = {"chanceux", "dur-a-cuire"}
BLANK = "_" * 24
NEVER = weapons.NONE


def display_name(figure, language):
    """The figure's name as typed, else what it is."""
    return clean(figure.unit.name) or text_in(figure.name, language) or figure.unit.figure


def badges(figure, leads, language):
    """Star, leader, what it was drawn as, no human, chosen and not rolled."""
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
        *rep_and_star_power(figure),
        *draw_lines(figure, language),
        *moves(figure),
        *weapons.lines(figure, language),
        *thresholds(figure),
        *tests(figure),
        *after_the_game(figure),
        *gear(figure),
        *attributes(figure, language),
        *note_lines(figure.unit.notes),
    )
    return SheetCard(tuple(stats(figure)), lines, tuple(tracks()))


def stats(figure):
    """REP as it plays, the faces of the activation die, what a die must show to hit, the normal move."""
    yield LabelledFigure(_("REP"), short(figure.effective_rep), loud=True)
    yield LabelledFigure(_("acts on"), faces(figure.activation))
    for shot in figure.shots if figure.shoots else ():
        yield LabelledFigure(_("for {total}").format(total=shot.total), needed(shot))
    move = figure.in_the_saddle or figure.on_foot
    yield LabelledFigure(_("move"), f'{move.normal}"' if move else NEVER)


def faces(numbers):
    """Faces of a die in their order: 1-4, or a dash for none."""
    if not numbers:
        return NEVER
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def needed(shot):
    """What a die must show at least for a `Shot`: 4+, or a dash where no face does."""
    return NEVER if shot.needs is None else f"{shot.needs}+"


def rep_and_star_power(figure):
    """Dice of Star Power, a REP too long for its box, and a REP that is lowered for the next game."""
    if figure.is_star:
        yield CardLine(_("Star Power"), "", BOX * figure.star_power)
    if short(figure.effective_rep) != str(figure.effective_rep):
        yield CardLine(_("REP"), str(figure.effective_rep))
    if figure.effective_rep != figure.rep:
        yield CardLine(_("REP {rep}").format(rep=figure.rep), _("−1 in the next game only; caps go by the full REP"))


def draw_lines(figure, language):
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
        words = [inches_and_cm(move.normal)]
        if move.fast:
            lengths = "/".join(map(str, move.fast))
            metric = "/".join(str(centimetres(inches)) for inches in move.fast)
            words.append(_('fast {inches}" ({cm} cm)').format(inches=lengths, cm=metric))
        else:
            words.append(_("never fast"))
        yield CardLine(name, SEPARATOR.join(words))


def inches_and_cm(inches):
    return f'{inches}" ({centimetres(inches)} cm)'


def thresholds(figure):
    """What each die of a shot must show with REP −1, and when a desperate shot hits."""
    if not figure.shoots:
        return
    words = [f"{shot.total}: {needed(shot)}" for shot in figure.hasty_shots]
    yield CardLine(_("Hits at REP −1"), SEPARATOR.join((*words, _("reflex, two weapons, wounded carried (cr-32)"))))
    if figure.desperate:
        hits = faces(range(1, figure.desperate + 1))
        yield CardLine(_("Desperate shot"), _("a 6 that cover alone stops: 1D6, hits on {faces}").format(faces=hits))


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
        yield CardLine(_("Hit while mounted"), _("1D6: 1-3 the mount, 4-6 the rider"), tick(_("mount lost")))


def attributes(figure, language):
    for slug in figure.unit.attributes:
        row = figure.context.attribute(slug)
        if row is None:
            yield CardLine(slug, _("not in this book"))
        elif slug == PHOBIA:
            yield CardLine(row.name.into(language), clean(figure.unit.phobia) or BLANK)
        else:
            used = tick(_("used")) if slug in ONCE else ""
            yield CardLine(row.name.into(language), effect(row, language), used)


def after_the_game(figure):
    """What the steps after a game ask about the figure."""
    boxes = [_("took somebody out"), _("removed from play")]
    if figure.is_star:
        boxes.append(_("Star Power used"))
    yield CardLine(_("After the game"), "", " ".join(map(tick, boxes)))


def tracks():
    """Boxes for what may happen to a figure."""
    states = (_("Stunned"), _("Out"), _("Dead"), _("Fled"), _("Prone"), _("Heads down"), _("Captured"))
    return [Track(state, BOX) for state in states]


def summary(figure, language):
    """The figure in a line or two, for an opponent."""
    words = [_("REP {rep}").format(rep=figure.rep)]
    if figure.effective_rep != figure.rep:
        words.append(_("plays at {rep}").format(rep=figure.effective_rep))
    if figure.shoots:
        words.append(_("hits {thresholds}").format(thresholds="/".join(map(needed, figure.shots))))
    words += [weapons.summary(weapon, language) for weapon in figure.weapons]
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
