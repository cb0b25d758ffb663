"""The infection of the zombies: who may turn, and into what (RBN p. 44)."""

from collections.abc import Iterator, Mapping

from rules.catalogue import Catalogue
from rules.games.rbn.play import state
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.state import INFECTION
from rules.play.actions import Action, Attempt, Notice, Proposal, Reason
from rules.play.battle import ACTIVATED, FLED, Battle, Context, Unit
from rules.play.dice_book import modifier
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import Roll, Row, beside
from rules.text import Message, _

FIGHTER, ZOMBIE = "fighter", "zombie"


def cite(catalogue: Catalogue) -> str:
    return play_of(catalogue).encounters.bestiary[ZOMBIE].cite


def infected(battle: Battle) -> Iterator[tuple[str, Unit, int]]:
    """(path, unit, number of its markers) of each on the table that has some."""
    for path, unit in battle.units_by_path.items():
        if not state.has_left(battle, path) and (number := battle.number(f"{path}/{INFECTION}")):
            yield path, unit, number


def is_dead(battle: Battle, path: str) -> bool:
    """Whether an infected fighter was eliminated; one that fled is none."""
    return battle.is_down(path) and not battle.number(f"{path}/{FLED}")


def infection_notices(battle: Battle, catalogue: Catalogue) -> Iterator[Notice]:
    """Who rolls at the start of its activation, and whose place a zombie takes at once."""
    for path, unit, number in infected(battle):
        side = int(path.split("/")[0])
        action = f"infection?unit={path}"
        if is_dead(battle, path):
            words = Message(_("{name} died infected: replaced by a zombie at once."), {"name": unit.name})
            yield Notice(words, cite(catalogue), side, action=action)
        elif not battle.is_down(path) and not battle.number(f"{path}/{ACTIVATED}"):
            words = Message(_("{name}: infection roll at the start of activation."), {"name": unit.name})
            yield Notice(words, cite(catalogue), side, f"1D6 + {number}", action)


def infection_attempt(context: Context, fields: Mapping[str, str]) -> Attempt:
    """1D6 and 1 for each marker: on 5 or more a zombie takes the place; no roll where it has died."""
    battle, path = context.battle, fields.get("unit", "")
    number = battle.number(f"{path}/{INFECTION}") if path in battle.units_by_path else 0
    page = cite(context.catalogue)
    if not number:
        return Attempt(fields=(), notes=(Reason("", _("No infection marker."), page),))
    if is_dead(battle, path):
        return Attempt(
            fields=(),
            notes=(Reason("", _("Any infected figure that dies becomes a zombie at once."), page),),
            proposals=(zombie_instead(path, page),),
        )
    rule, zombie = context.catalogue.play.rules["infection"], zombie_instead(path, page)
    name = play_of(context.catalogue).encounters.bestiary[ZOMBIE].name
    turns = Row(rule.least, _("A zombie takes its place."), zombie.marks, zombie.text, chance=name)
    rows = [turns, Row(0, _("Nothing happens."), chance=_("Nothing"))]
    markers = modifier(context.catalogue, "infection-marker", number)
    roll = Roll(rows, page, modifiers=[markers], shows=beside, whole=True)
    return roll.attempt(ActionForm(fields), against=f"{rule.least}+")


def zombie_instead(path: str, page: str) -> Proposal:
    return Proposal(_("Replace with zombie"), [Mark("turn", path)], page)


def has_markers(battle: Battle, path: str) -> bool:
    return bool(battle.number(f"{path}/{INFECTION}"))


INFECTION_ACTIONS = {
    "infection": Action(_("Infection"), infection_attempt, icon="poison-bottle", kinds=(FIGHTER,), suits=has_markers),
}
