"""What is done without dice: a move that enemies see, a weapon that is loaded again, a casualty picked up."""

from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figures import CarriedWeapon, Figure, can_act, enemies
from rules.games.chain_reaction.play.reactions import IN_SIGHT, KINDS
from rules.games.chain_reaction.play.sight import sight_note
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Proposal
from rules.play.battle import Battle
from rules.play.form import ActionForm
from rules.text import Message, _


def move(acting: ActingUnit, form: ActionForm) -> Attempt:
    """An active figure moves in sight: each inactive enemy who sees it tests."""
    figure = Figure(acting.battle, acting.catalogue, acting.path)
    row = acting.catalogue.tables["tests"].rows[IN_SIGHT]
    marks = [*figure.set("cover", int(ends_in_cover(figure, form)))]
    for path in enemies(acting.battle, acting.path):
        enemy = Figure(acting.battle, acting.catalogue, path)
        label = Message(_("{name} sees it"), {"name": enemy.name})
        if can_act(acting.battle, path) and enemy.takes(IN_SIGHT) and form.flag(seen_key(path), label):
            marks += chain.link(acting.battle, path, f"in-sight?by={acting.path}")
    text = Message(_("{name}: moved, who saw it tests"), {"name": figure.name})
    notes = [*sight_note(acting.battle, acting.catalogue)]
    return Attempt(form.fields, notes=notes, proposals=[Proposal(text, marks, str(row.cite))])


def ends_in_cover(figure: Figure, form: ActionForm) -> bool:
    return form.either("cover", _("Ends its move"), _("in the open"), _("in cover"), bool(figure.marked("cover")))


def seen_key(path: str) -> str:
    return f"seen-by-{path.replace('/', '-').replace('.', '-')}"


def reload(acting: ActingUnit, form: ActionForm) -> Attempt:
    """An activation that only moves loads an empty weapon again ("Comment tirer ?")."""
    figure = Figure(acting.battle, acting.catalogue, acting.path)
    cite = str(acting.catalogue.tables["shooting"].cite)
    proposals = [
        Proposal(
            Message(_("{weapon}: loaded; moves, nothing else"), {"weapon": gun.name}),
            [*figure.set(gun.empty, 0), *figure.set("no-shot")],
            cite,
        )
        for gun in emptied(figure)
    ]
    return Attempt(form.fields, proposals=proposals)


def emptied(figure: Figure) -> list[CarriedWeapon]:
    return [gun for gun in figure.guns if gun.empty and figure.marked(gun.empty)]


def has_emptied(battle: Battle, path: str) -> bool:
    keys = (marker.key for marker in battle.units_by_path[path].markers)
    return can_act(battle, path) and any(battle.number(f"{path}/{key}") for key in keys if key.startswith("empty"))


MOVE_ACTIONS = {
    "move": Action(_("Move in sight"), unit_action(*KINDS)(move), "walk", KINDS, can_act),
    "reload": Action(_("Reload"), unit_action(*KINDS)(reload), "reload-gun-barrel", KINDS, has_emptied),
}
