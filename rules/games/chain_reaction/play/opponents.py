"""Zombies and insurgents whom the game plays itself: what each of them does when it acts, in words."""

from collections.abc import Iterable, Iterator

from rules.catalogue import Catalogue, TableRow
from rules.games.chain_reaction.analysis import length
from rules.games.chain_reaction.modes import INSURGENTS, ROWS, ZOMBIES
from rules.games.chain_reaction.play.chain import link
from rules.games.chain_reaction.play.figure_roll import NOBODY, field_of
from rules.games.chain_reaction.play.figures import Figure, can_act, enemies
from rules.games.chain_reaction.play.moving import seen_by
from rules.games.chain_reaction.play.turns import MODE, NOISE, Sent, game_side, may_act
from rules.play.acting_unit import NOTHING
from rules.play.actions import Attempt, Choice, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, TABLE, Battle, Context
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import SIDES
from rules.text import Message, _


def mode_of(battle: Battle, path: str) -> str:
    """ZOMBIES or INSURGENTS for a unit that the game plays, else ""."""
    unit = battle.units_by_path.get(path)
    return str(unit.facts.get(MODE, "")) if unit else ""


def row_of_mode(book: Catalogue, mode: str) -> TableRow:
    return book.tables["modes"].rows[ROWS[mode]]


def conduct(battle: Battle, book: Catalogue, path: str) -> Iterator[Reason]:
    """What a unit that the game plays does when it acts: where it moves, whom it shoots or fights."""
    mode = mode_of(battle, path)
    row = row_of_mode(book, mode)
    cite, move = str(row.cite), {"move": length(row.figures["move"])}
    if mode == INSURGENTS:
        yield Reason(
            "1", Message(_("Moves {move} at most, the shortest way to the players, until in range."), move), cite
        )
        yield Reason("2", _("Several groups: as many insurgents towards each. Never into contact."), cite)
        yield Reason("3", _("Shoots: first its focus says at whom."), str(book.tables["tests"].rows["focus"].cite))
        return
    noise = battle.number(f"{TABLE}/{NOISE}")
    yield Reason("1", Message(_("Sees players: {move} towards the nearest."), move), cite)
    other = Message(_("Nobody in sight: {move} towards the nearest of {n} noise markers."), {**move, "n": noise})
    yield Reason("2", other if noise else _("Nobody in sight and no noise: it stands."), cite)
    yield Reason(
        "3",
        _("Around obstacles, never across. Its only test is recovery (cr-48). In contact it fights."),
        cite,
    )


def equally_near(context: Context, sent: Sent) -> Attempt:
    """Groups at the same distance: 1D6 says which; even and odd of two, two faces each of three."""
    form = ActionForm(sent)
    row = row_of_mode(context.catalogue, ZOMBIES)
    groups, cite = form.number("groups", _("Groups at the same distance"), 2, 2, row.figures["groups"]), str(row.cite)

    def read(dice: Dice) -> Outcome:
        face = dice.d()
        group = 1 + face % 2 if groups == 2 else -(-face * groups // SIDES)
        return Outcome([Reason(str(face), Message(_("Towards group {n}."), {"n": group}), cite)])

    return Attempt(form.fields, "1D6", reads=read, reasons=[Reason("1D6", _("at equal distance"), cite)])


# --- a horde --------------------------------------------------------------------------------------------------------


def waiting_zombies(battle: Battle) -> list[str]:
    """The zombies of the game's side that may act now; the stunned recover each by itself."""
    side = game_side(battle)
    waiting = may_act(battle, side) if side is not None else []
    return [path for path in waiting if mode_of(battle, path) == ZOMBIES and can_act(battle, path)]


def horde(context: Context, sent: Sent) -> Attempt:
    """All zombies move in one step: who sees them tests, those in contact then fight ("Déplacement des zombies")."""
    battle, form, paths = context.battle, ActionForm(sent), waiting_zombies(context.battle)
    if not paths:
        return NOTHING
    figures = [Figure(battle, context.catalogue, path) for path in paths]
    seen = [mark for path in seen_by(figures[0], form) for mark in link(battle, path, f"in-sight?by={paths[0]}", 2)]
    marks = [mark for figure in figures for mark in moved(figure, contact_of(figure, form))]
    text = Message(_("Zombies moved: {n}"), {"n": len(paths)})
    notes = [*conduct(battle, context.catalogue, paths[0])]
    onward = [("equally-near", _("Equally near"))]
    return Attempt(form.fields, notes=notes, proposals=[Proposal(text, [*seen, *marks])], onward=onward)


def contact_of(figure: Figure, form: ActionForm) -> str:
    """Whom a zombie has in contact; "" for nobody."""
    battle, foes = figure.battle, enemies(figure.battle, figure.path)
    usual = next((path for path in foes if figure.marked("melee") and battle.number(f"{path}/melee")), NOBODY)
    options = [Choice(NOBODY, _("nobody")), *(Choice(path, battle.called(path)) for path in foes)]
    label = Message(_("{name}: in contact with"), {"name": figure.name})
    return form.choice(field_of("contact", figure.path), label, options, usual, folded=True).removeprefix(NOBODY)


def moved(figure: Figure, foe: str) -> Iterable[Mark]:
    """The melee ends the activation of who is in contact."""
    return link(figure.battle, figure.path, f"melee?foe={foe}") if foe else figure.mark(ACTIVATED)
