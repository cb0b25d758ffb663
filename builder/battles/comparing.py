"""What of the lists in a battle does not fit together: said at once, nothing is forced."""

from collections import Counter
from collections.abc import Iterator, Sequence

from builder.battles.ending import name_of
from builder.battles.spec import BattleSpec
from builder.lists.loaded import LoadedRoster
from rules.play.actions import Words
from rules.play.battle import BattleDocument
from rules.text import Message, _


def differences(spec: BattleSpec, battle: BattleDocument, lists: Sequence[LoadedRoster | None]) -> Iterator[Words]:
    """What players should settle before the first round: budgets, points, scenario, roles, findings, editions."""
    plans = [(number, loaded, spec.plan(loaded)) for number, loaded in enumerate(lists) if loaded is not None]
    budgets = sorted({plan.budget for _number, _loaded, plan in plans if plan.budget is not None})
    if len(budgets) > 1:
        yield Message(_("Different budgets: {budgets}."), {"budgets": tuple(map(str, budgets))})
    for number, loaded, plan in plans:
        name = {"name": name_of(battle, number)}
        if plan.scenario and plan.scenario != battle.scenario:
            yield Message(_("{name}: built for another scenario."), name)
        if not loaded.verdict.legal:
            yield Message(_("{name}: not legal."), name)
    for number, _loaded, plan in plans:
        if plan.role and plan.role != battle.sides[number].role:
            yield Message(_("{name}: built for another role."), {"name": name_of(battle, number)})
    roles = Counter(side.role for side in battle.sides if side.role)
    for role in [role for role, sides in roles.items() if sides > 1]:
        names = tuple(name_of(battle, number) for number, side in enumerate(battle.sides) if side.role == role)
        yield Message(_("Same role: {names}."), {"names": names})
    if len({loaded.document.edition for _number, loaded, _plan in plans}) > 1:
        yield _("Different editions of the book.")
