"""What is done without dice: a move that enemies see, a weapon that is loaded again."""

from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figure_roll import field_of, figure_action
from rules.games.chain_reaction.play.figures import CarriedWeapon, Figure, can_act, enemies
from rules.games.chain_reaction.play.reactions import IN_SIGHT
from rules.games.chain_reaction.play.sight import sight_note
from rules.play.actions import Attempt, Proposal
from rules.play.battle import Battle
from rules.play.form import ActionForm
from rules.text import Message, _


def move(figure: Figure, form: ActionForm) -> Attempt:
    """An active figure moves in sight: each inactive enemy who sees it tests."""
    battle, book = figure.battle, figure.catalogue
    in_cover = form.either("cover", _("Ends its move"), _("in the open"), _("in cover"), bool(figure.marked("cover")))
    marks = [*chain.unlink(battle, figure.path), *figure.set("cover", int(in_cover))]
    for path in seen_by(figure, form):
        marks += chain.link(battle, path, f"in-sight?by={figure.path}")
    text = Message(_("{name}: moved, who saw it tests"), {"name": figure.name})
    proposal = Proposal(text, marks, str(book.tables["tests"].rows[IN_SIGHT].cite))
    return Attempt(form.fields, notes=[*sight_note(battle, book)], proposals=[proposal])


def seen_by(figure: Figure, form: ActionForm) -> list[str]:
    """The enemies who saw it move and test."""
    watching = [figure.at(path) for path in enemies(figure.battle, figure.path) if can_act(figure.battle, path)]
    asked = [(one, Message(_("{name} sees it"), {"name": one.name})) for one in watching if one.takes(IN_SIGHT)]
    return [one.path for one, label in asked if form.flag(field_of("seen-by", one.path), label)]


def reload(figure: Figure, form: ActionForm) -> Attempt:
    """An activation that only moves loads an empty weapon again ("Comment tirer ?")."""
    cite, words = str(figure.catalogue.tables["shooting"].cite), _("{weapon}: loaded; moves, nothing else")
    loaded = {gun.name: [*figure.set(gun.empty, 0), *figure.set("no-shot")] for gun in emptied(figure)}
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
