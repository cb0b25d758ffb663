"""What is done without dice: a move that enemies see, a weapon that is loaded again."""

from collections.abc import Iterator

from rules.catalogue import Catalogue
from rules.games.chain_reaction.clock import TIMES, WEATHER, is_sight_of_the_open, sight
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figure_roll import field_of, figure_action
from rules.games.chain_reaction.play.figures import CarriedWeapon, Figure, can_act, enemies
from rules.games.chain_reaction.play.reactions import IN_SIGHT
from rules.games.chain_reaction.play.turns import clock_of
from rules.play.actions import Attempt, Proposal, Reason
from rules.play.battle import Battle
from rules.play.form import ActionForm
from rules.text import Message, _


def sight_of(battle: Battle, catalogue: Catalogue) -> int | None:
    """In inches; None without limit."""
    clock = clock_of(battle, catalogue)
    return sight(clock, catalogue) if clock else None


def sight_note(battle: Battle, catalogue: Catalogue) -> Iterator[Reason]:
    clock, inches = clock_of(battle, catalogue), sight_of(battle, catalogue)
    if clock and inches is not None:
        by_night = is_sight_of_the_open(clock, catalogue)
        text = _("Sight {inches}″ in the open: night") if by_night else _("Sight {inches}″: weather")
        yield Reason("", Message(text, {"inches": inches}), str(catalogue.tables[TIMES if by_night else WEATHER].cite))


def move(figure: Figure, form: ActionForm) -> Attempt:
    """An active figure moves in sight: each inactive enemy who sees it tests."""
    battle, book = figure.battle, figure.catalogue
    in_cover = form.either("cover", _("Ends its move"), _("in the open"), _("in cover"), bool(figure.marked("cover")))
    marks = [*chain.unlink(battle, figure.path), *figure.mark("cover", int(in_cover))]
    for path in seen_by(figure, form):
        marks += chain.link(battle, path, f"in-sight?by={figure.path}")
    text = Message(_("{name}: moved, who saw it tests"), {"name": figure.name})
    proposal = Proposal(text, marks, str(book.tables["tests"].rows[IN_SIGHT].cite))
    return Attempt(form.fields, notes=[*sight_note(battle, book)], proposals=[proposal])


def seen_by(figure: Figure, form: ActionForm) -> list[str]:
    """The enemies who saw it move and test."""
    watching = [figure.other(path) for path in enemies(figure.battle, figure.path) if can_act(figure.battle, path)]
    testing = [(foe, Message(_("{name} sees it"), {"name": foe.name})) for foe in watching if foe.takes(IN_SIGHT)]
    return [foe.path for foe, label in testing if form.flag(field_of("seen-by", foe.path), label)]


def reload(figure: Figure, form: ActionForm) -> Attempt:
    """An activation that only moves loads an empty weapon again ("Comment tirer ?")."""
    cite, words = str(figure.catalogue.tables["shooting"].cite), _("{weapon}: loaded; moves, nothing else")
    loaded = {gun.name: [*figure.mark(gun.empty, 0), *figure.mark("no-shot")] for gun in emptied(figure)}
    made = [Proposal(Message(words, {"weapon": name}), marks, cite) for name, marks in loaded.items()]
    return Attempt(form.fields, proposals=made)


def emptied(figure: Figure) -> list[CarriedWeapon]:
    return [gun for gun in figure.guns if gun.empty and figure.marked(gun.empty)]


def has_emptied(battle: Battle, path: str) -> bool:
    keys = (marker.key for marker in battle.units_by_path[path].markers)
    return can_act(battle, path) and any(battle.number(f"{path}/{key}") for key in keys if key.startswith("empty"))


MOVE_ACTIONS = {
    "move": figure_action(_("Move in sight"), "walk", move),
    "reload": figure_action(_("Reload"), "reload-gun-barrel", reload, has_emptied),
}
