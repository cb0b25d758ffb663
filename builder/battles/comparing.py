"""What of the lists in a battle does not fit together: said at once, nothing is forced."""

from collections import Counter
from collections.abc import Iterator, Sequence

from builder.battles.document import BattleDocument
from builder.battles.ending import name_of
from builder.battles.spec import BattleSpec, Notice
from builder.lists.loaded import LoadedRoster
from rules.text import Message, _


def differences(spec: BattleSpec, battle: BattleDocument, lists: Sequence[LoadedRoster | None]) -> Iterator[Notice]:
    """What players should settle before the first round: budgets, points, scenario, roles, findings, editions."""
    plans = [(n, loaded, spec.plan(loaded)) for n, loaded in enumerate(lists) if loaded is not None]
    budgets = sorted({plan.budget for _n, _loaded, plan in plans if plan.budget is not None})
    if len(budgets) > 1:
        yield Notice(Message(_("Different budgets: {budgets}."), {"budgets": tuple(map(str, budgets))}))
    for number, loaded, plan in plans:
        if plan.scenario and plan.scenario != battle.scenario:
            yield Notice(
                Message(_("{name}: built for another scenario."), {"name": name_of(battle, number)}), side=number
            )
        if not loaded.verdict.legal:
            yield Notice(Message(_("{name}: not legal."), {"name": name_of(battle, number)}), side=number)
    yield from role_differences(spec, battle, plans)
    if len({loaded.document.edition for _n, loaded, _plan in plans}) > 1:
        yield Notice(_("Different editions of the book."))


def role_differences(spec: BattleSpec, battle: BattleDocument, plans: list) -> Iterator[Notice]:
    for number, _loaded, plan in plans:
        side = battle.sides[number]
        if plan.role and plan.role != side.role:
            yield Notice(Message(_("{name}: built for another role."), {"name": name_of(battle, number)}), side=number)
    roles = Counter(side.role for side in battle.sides if side.role)
    for role, number in roles.items():
        if number > 1:
            names = tuple(name_of(battle, n) for n, side in enumerate(battle.sides) if side.role == role)
            yield Notice(Message(_("Same role: {names}."), {"names": names}))
