"""A figure on paper: the sections of its card, and all of it in a row."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.games.chain_reaction import reactions
from builder.games.chain_reaction.sheet import weapons
from builder.sheets.common import counted, effect, note_lines, numbered_names, one_box, short, text_in
from builder.sheets.parts import (
    BOX,
    SEPARATOR,
    Aside,
    CardItem,
    CardLine,
    Cell,
    LabelledFigure,
    SheetCard,
    Strip,
    Strips,
    TickLine,
    Track,
    UnitRow,
    Writing,
)
from builder.wording import clean, local
from rules.games.chain_reaction.analysis import (
    HUMAN,
    PHOBIA,
    FigureAnalysis,
    HitThreshold,
    Move,
    centimetres,
    is_grenade,
)
from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.play.book import play_of
from rules.games.chain_reaction.play.figures import ONE_HAND, TWO_HANDS
from rules.text import Text

MELEE_DICE = 2  # of everybody ("Corps à corps")
LONGEST_DRAW = 28  # letters of a badge
FEW_LINES = 3  # of a card that has a line to write on
NOTE_RULES = (Writing(spare=True),) * 4
SHOOTING, MELEE = "tir", "corps-a-corps"  # tables of the game: who shoots has the first on the back of its card
THROWER = "lanceur"
ONCE = {"chanceux", "dur-a-cuire"}
STAR, LEADER = "star", "leader"  # as silhouettes name them
NEVER = weapons.NONE
# The tests whose dice a card shows where they are not 2D6 against REP, besides the fast move.
TESTS = (
    reactions.IN_SIGHT,
    reactions.SHOT_AT,
    reactions.CHARGE,
    reactions.CHARGED,
    reactions.RALLY,
    reactions.FOCUS,
    reactions.LEADER_LOST,
)


def display_name(figure: FigureAnalysis) -> str:
    """The figure's name as typed, else what it is."""
    return clean(figure.unit.name) or text_in(figure.name) or figure.unit.figure


def badges(figure: FigureAnalysis, leads: bool) -> Iterator[str]:
    """Star, leader, what it was drawn as, no human."""
    if figure.is_star:
        yield _("Star")
    if leads:
        yield _("Leader")
    if figure.drawn_as and clean(figure.unit.name):
        yield local(figure.drawn_as)
    if figure.unit.figure != HUMAN:
        yield local(figure.row.name) if figure.row else figure.unit.figure


def made(figure: FigureAnalysis) -> Iterator[str]:
    """How it was drawn, or that it was chosen and not rolled."""
    if figure.unit.draw:
        yield short(draw_words(figure), LONGEST_DRAW)
    if figure.chosen:
        yield _("chosen, not rolled")


def card(figure: FigureAnalysis) -> SheetCard:
    lines = (
        *quick(figure),
        *weapons.lines(figure),
        *star_power(figure),
        *own_tests(figure),
        *never_hit(figure),
        *gear(figure),
        *attributes(figure),
        *on_foot(figure),
        *lowered_rep(figure),
        *note_lines(figure.unit.notes),
        *after_the_game(figure),
    )
    blank = (Writing(_("Notes"), spare=True),) if len(lines) <= FEW_LINES else ()
    rules = (local(figure.context.catalogue.reminders[SHOOTING if figure.shoots else MELEE].name),)
    written = (*lines, *blank, *NOTE_RULES)
    return SheetCard((), written, tracks(), rules, shields=tuple(shields(figure)))


# --- What is looked up most -----------------------------------------------------------------------------------------


def shields(figure: FigureAnalysis) -> Iterator[LabelledFigure]:
    """REP as it plays, and the faces on which it acts and passes tests."""
    yield LabelledFigure(_("REP"), short(figure.effective_rep))
    passes = face_range(reactions.passing(figure, reactions.SHOT_AT))
    acts = faces(figure.activation)
    if acts == passes:
        yield LabelledFigure(_("acts, passes"), acts)
    else:
        yield LabelledFigure(_("acts"), acts)
        yield LabelledFigure(_("passes"), passes)


def quick(figure: FigureAnalysis) -> Iterator[CardItem]:
    """What is looked up most: what a die of a shot must show for 8, 9 and 10; moves and dice of melee."""
    if figure.shoots:
        yield Strips((hits(_("hits at"), figure.shots), hits(_("REP {rep}").format(rep="−1"), figure.hasty_shots)))
    yield Strips((Strip("", tuple(moves(figure))),))


def hits(heading: str, shots: Sequence[HitThreshold]) -> Strip:
    """What a die of a shot must show, at its REP or at one less, as for a shot in haste ("Tir")."""
    return Strip(heading, tuple((str(shot.total), needed(shot)) for shot in shots))


def moves(figure: FigureAnalysis) -> Iterator[tuple[str, ...]]:
    """The normal move, the fast ones by the passes of their test, and the dice of melee."""
    move = figure.in_the_saddle or figure.on_foot
    if move is None:
        yield _("move"), NEVER
    else:
        yield _("move"), f"{move.normal}″", move_note([move.normal])
        if move.fast:
            thrown = reactions.dice(figure, reactions.FAST)
            dice = "" if thrown == weapons.PLAIN_DICE else f" {thrown}"
            yield _("fast{dice} 0·1·2").format(dice=dice), f"{'·'.join(map(str, move.fast))}″", move_note(move.fast)
        else:
            yield _("fast{dice} 0·1·2").format(dice=""), NEVER
    yield _("melee"), f"{melee_dice(figure)}D6"
    yield _("its impact"), weapons.number(melee_impact(figure))


def move_note(lengths: Sequence[int]) -> str:
    """Lengths in centimetres."""
    return _("{cm}\xa0cm").format(cm="·".join(local(centimetres(inches)) for inches in lengths))


def melee_dice(figure: FigureAnalysis) -> int:
    return max(0, MELEE_DICE + sum(row.figures.get("melee_dice") or 0 for row in figure.attributes))


def melee_impact(figure: FigureAnalysis) -> int | None:
    """The highest of its weapons: a firearm is an improvised one (ruling cr-49), a grenade is none."""
    catalogue = figure.context.catalogue
    rows, one_handed = catalogue.tables[f"weapons-{GENERIC}"].rows, play_of(catalogue).one_handed
    impacts = [0]
    for line in figure.weapons:
        slug = line.entry.slug if line.entry else ""
        has_noise = line.entry.figures.get("noise") if line.entry else line.range
        hands = rows[ONE_HAND if slug in one_handed else TWO_HANDS]
        impacts.append(0 if is_grenade(line) else hands.figures["impact"] if has_noise else line.impact or 0)
    return max(impacts) or None


def faces(numbers: Sequence[int]) -> str:
    """Faces of a die in their order: 1-4, or a dash for none."""
    if not numbers:
        return NEVER
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def face_range(number: int) -> str:
    """The faces from 1 to a number."""
    return faces(range(1, number + 1))


def needed(shot: HitThreshold) -> str:
    """What a die must show at least for a `HitThreshold`: 4+, or a dash where no face does."""
    return NEVER if shot.needs is None else f"{shot.needs}+"


def star_power(figure: FigureAnalysis) -> Iterator[CardItem]:
    """The dice of Star Power of a Star, and whether one was thrown, which a campaign asks."""
    if figure.is_star:
        used = (one_box(_("Star Power used"), "star-power-used"),) if figure.context.campaign else ()
        yield TickLine((Track(_("Star Power"), BOX * figure.star_power, key="star-power"), *used))


# --- Tests ----------------------------------------------------------------------------------------------------------


def own_tests(figure: FigureAnalysis) -> Iterator[CardItem]:
    """The dice of tests that are not 2D6 against REP, with the faces that pass; those a Star chooses left out."""
    plain = weapons.PLAIN_DICE, reactions.passing(figure, reactions.SHOT_AT)
    by_dice: dict[tuple[str, int], list[str]] = {}
    for test, name in tests(figure):
        thrown = reactions.dice(figure, test), reactions.passing(figure, test)
        if thrown != plain:
            by_dice.setdefault(thrown, []).append(local(name))
    for (dice, good), names in by_dice.items():
        yield CardLine(", ".join(names), asides=(Aside(_("on {faces}").format(faces=face_range(good)), dice),))


def tests(figure: FigureAnalysis) -> list[tuple[str, Text]]:
    """The tests of which its card says the dice where they are not as usual, with their names."""
    catalogue = figure.context.catalogue
    rows = [catalogue.tables["tests"].rows[test] for test in TESTS]
    return [(row.slug, row.name) for row in rows if not (figure.is_star and row.figures["star"])]


def never_hit(figure: FigureAnalysis) -> Iterator[CardItem]:
    """What is left to who has no face that hits at 10."""
    if figure.shoots and figure.shots[-1].needs is None and figure.desperate:
        words = _("a 6 stopped by cover still hits on {faces} (cr-52)")
        yield CardLine(_("At 10"), words.format(faces=face_range(figure.desperate)), spare=True)


def on_foot(figure: FigureAnalysis) -> Iterator[CardItem]:
    """How a rider moves without its mount."""
    if figure.on_foot and walks(figure):
        yield CardLine(_("On foot"), move_words(figure.on_foot), mount_lost(), icon="walk")


def walks(figure: FigureAnalysis) -> bool:
    """Whether it has a mount and can move without it."""
    return bool(figure.in_the_saddle and figure.on_foot)


def mount_lost() -> tuple[Track, ...]:
    return (one_box(_("mount lost"), "hit-while-mounted-mount-lost"),)


def move_words(move: Move) -> str:
    """Normal and fast moves in inches, the fast ones by the passes of their test."""
    fast = _("fast {inches}″").format(inches="/".join(map(str, move.fast))) if move.fast else _("never fast")
    return f"{move.normal}″ ({move_note([move.normal])}){SEPARATOR}{fast}"


def lowered_rep(figure: FigureAnalysis) -> Iterator[CardItem]:
    """A REP too long for its box, and one that is lowered for the next game."""
    if short(figure.effective_rep) != str(figure.effective_rep):
        yield CardLine(_("REP"), str(figure.effective_rep))
    if figure.effective_rep != figure.rep:
        yield CardLine(
            _("REP {rep}").format(rep=figure.rep), _("−1 in the next battle only; caps use the full REP (cr-41)")
        )


# --- What it has ----------------------------------------------------------------------------------------------------


def gear(figure: FigureAnalysis) -> Iterator[CardItem]:
    if figure.unit.vest:
        words = _("Shots, not blasts: {dice} for the wound die; 2 nothing, 1 stunned, 0 out (cr-55)")
        yield CardLine(
            _("Bullet-proof vest"), words.format(dice=reactions.dice(figure, reactions.VEST)), icon="kevlar-vest"
        )
    if figure.unit.mounted:
        yield CardLine(
            _("Hit while mounted"),
            _("1D6: 1-3 the mount, 4-6 the rider"),
            () if walks(figure) else mount_lost(),
            icon="horse-head",
        )


def attributes(figure: FigureAnalysis) -> Iterator[CardItem]:
    # What a thrower does is in the range of its grenades.
    slugs = [slug for slug in figure.unit.attributes if slug != THROWER or not has_grenade(figure)]
    names = numbered_names([attribute_words(figure, slug) for slug in slugs])
    for slug, name in zip(slugs, names, strict=True):
        row = figure.context.attribute(slug)
        if row is None:
            yield CardLine(slug, _("not in this book"))
        elif slug == PHOBIA and not clean(figure.unit.phobia):
            yield Writing(name)
        else:
            is_counted = row.slug in gains(figure)  # by the dice above
            words = clean(figure.unit.phobia) if slug == PHOBIA else counted(effect(row), is_counted)
            yield CardLine(name, words, (one_box(_("used"), "used"),) if slug in ONCE else (), icon=row.icon)


def gains(figure: FigureAnalysis) -> set[str]:
    """The attributes whose dice and REP its melee and its own tests contain."""
    shown = [test for test, _name in tests(figure)] + [reactions.FAST] + [reactions.GRENADE] * has_grenade(figure)
    changes = [change for test in shown for change in reactions.changes(figure, test)]
    return melee_gains(figure) | {slug for slug, change in changes if change.dice or (change.rep and not change.foes)}


def melee_gains(figure: FigureAnalysis) -> set[str]:
    """The attributes that change its dice of melee."""
    return {row.slug for row in figure.attributes if row.figures.get("melee_dice")}


def has_grenade(figure: FigureAnalysis) -> bool:
    return any(map(is_grenade, figure.weapons))


def draw_words(figure: FigureAnalysis) -> str:
    """On which table and with which dice a figure was drawn: "Military 3+4"; "" where it was not."""
    draw = figure.unit.draw
    if draw is None:
        return ""
    table = figure.context.draws.get(draw.table)
    return f"{local(table.name) if table else draw.table} {'+'.join(map(str, draw.dice)) or NEVER}"


def after_the_game(figure: FigureAnalysis) -> Iterator[CardItem]:
    """What the steps after a game of a campaign ask about the figure."""
    if figure.context.campaign:
        took_out = one_box(_("Took somebody out"), "took-somebody-out")
        yield TickLine((took_out, one_box(_("Removed from play"), "removed-from-play")))


def tracks() -> tuple[Track, ...]:
    """Boxes for what may happen to a figure, each with an icon in it."""
    states = {
        "stunned": ("knocked-out-stars", _("Stunned")),
        "out": ("bleeding-wound", _("Out")),
        "dead": ("tombstone", _("Dead")),
        "fled": ("run", _("Fled")),
        "prone": ("half-body-crawling", pgettext("Chain Reaction", "Prone")),
        "heads-down": ("screaming", _("Heads down")),
        "captured": ("handcuffed", _("Captured")),
    }
    return tuple(
        Track(label, BOX, key=key, names=(icon,), fatal=int(key == "dead")) for key, (icon, label) in states.items()
    )


# --- The dense sheet ------------------------------------------------------------------------------------------------


def row(figure: FigureAnalysis) -> UnitRow:
    """The figure in the table of the dense sheet: what an opponent may know, and by what a referee checks it."""
    shots = figure.shots if figure.shoots else ()
    hits = (Cell(_("hits at %(total)s") % {"total": shot.total}, needed(shot)) for shot in shots)
    about = [local(figure.drawn_as)] if figure.drawn_as and clean(figure.unit.name) else []
    if figure.effective_rep != figure.rep:
        about.append(_("plays at {rep}").format(rep=figure.effective_rep))
    if figure.is_star:
        about.append(_("Star Power {dice}").format(dice=f"{figure.star_power}D6"))
    if figure.unit.mounted:
        about.append(_("mounted"))
    words = []
    if melee_dice(figure) != MELEE_DICE:
        words.append(_("melee {dice}").format(dice=f"{melee_dice(figure)}D6"))
    if figure.unit.vest:
        words.append(_("bullet-proof vest"))
    words += [attribute_words(figure, slug) for slug in figure.unit.attributes]
    if PHOBIA in figure.unit.attributes and figure.unit.phobia:
        words.append(clean(figure.unit.phobia))
    drawn = draw_words(figure)
    return UnitRow(
        cells=(Cell(_("REP"), str(figure.rep)), *hits),
        about=SEPARATOR.join(about),
        made=_("rolled: {words}").format(words=drawn) if drawn else _("chosen, not rolled") * figure.chosen,
        weapons=tuple(weapons.row(weapon, figure) for weapon in figure.weapons),
        words=SEPARATOR.join(words),
        life=Track(_("Out"), BOX),
    )


def attribute_words(figure: FigureAnalysis, slug: str) -> str:
    row = figure.context.attribute(slug)
    return local(row.name) if row else slug
