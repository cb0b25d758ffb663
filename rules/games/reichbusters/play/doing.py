"""What a hero does without a test: base actions and free ones, each with the noise that is due after it."""

from collections.abc import Iterator

from rules.games.reichbusters.analysis import GLOBES_AN_UPGRADE
from rules.games.reichbusters.play import state
from rules.games.reichbusters.play.cards import drawing
from rules.games.reichbusters.play.paying import noise_marked, pays
from rules.games.reichbusters.play.tests import room_of, weapon_number
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Choice, Proposal, Reason, Words
from rules.play.battle import Battle
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, Text, _

MOST = 99
GIVEN, GLOBES = "donner-prendre-lacher", "globes"


def done(
    acting: ActingUnit, form: ActionForm, text: Words, marks: list[Mark], cite: str, notes: list[Reason] | None = None
) -> Attempt:
    """The marks of an action, with the noise that it leaves due."""
    noise = form.number("noise", _("Noise dice, as printed"), 0, 0, 99)
    more = form.number("more-noise", _("Noise dice of modifiers"), 0, 0, 99, folded=True)
    marks = [*marks, *noise_marked(acting.battle, acting.path, noise + more)]
    return Attempt(form.fields, notes=notes or (), proposals=[Proposal(text, marks, cite)] if marks else [])


@unit_action(state.HERO)
def move(acting: ActingUnit, form: ActionForm) -> Attempt:
    """One zone and one more for each modifier; or a hero who fell stands up (p. 15)."""
    row = acting.catalogue.tables["actions-de-base"].rows["se-deplacer"]
    paid = pays(acting, form, row.slug)
    stands = bool(acting.battle.number(f"{acting.path}/fallen")) and form.flag(
        "stand", _("Stand up instead"), folded=False
    )
    zones = form.number("zones", _("Zones more by modifiers"), 0, 0, MOST, folded=True)
    room = "" if stands else room_of(form, acting.battle)
    marks = [*paid.marks, *([acting.set("fallen", 0)] if stands else clears(acting.battle, room))]
    reasons = (
        []
        if stands
        else [Reason(str(1 + zones), _("zones at most; not in and out of a zone with an enemy"), str(row.cite))]
    )
    text = _("Stand up") if stands else Text("Se déplacer", "Move")
    return done(acting, form, text, marks, str(row.cite), [*reasons, *paid.notes])


def clears(battle: Battle, room: str) -> list[Mark]:
    """A cleared token where a hero enters, or ends a turn, without an enemy unit there."""
    empty = room and not battle.number(f"{room}/{state.ENEMIES}")
    return [Mark.set(f"{room}/{state.CLEARED}")] if empty else []


@unit_action(state.HERO)
def search(acting: ActingUnit, form: ActionForm) -> Attempt:
    """One object of a zone without enemies goes on the dashboard; if it lies open it makes no noise."""
    paid = pays(acting, form)
    cite = acting.rule("search").cite
    globe = form.flag("globe", _("A globe of vril"), folded=False)
    name = "" if globe else form.words("object", _("Object taken"), folded=False)
    open_already = form.flag("open", _("It lay face up: no noise test"), folded=False)
    place = free_place(acting.battle, acting.path)
    notes = [*paid.notes, Reason("", _("no enemy unit in the zone"), cite)]
    marks = [*paid.marks, *([acting.add(GLOBES)] if globe else [])]
    if (name or globe) and not place:
        return Attempt(
            form.fields, notes=[*notes, Reason("", _("No place for an object is free: drop one first."), cite)]
        )
    marks += [Mark.say(f"{acting.path}/object-{place}", name)] if name else []
    if open_already:
        return Attempt(form.fields, notes=notes, proposals=[Proposal(_("Take it"), marks, cite)] if marks else [])
    return done(acting, form, Text("Fouiller", "Search"), marks, cite, notes)


def places(battle: Battle, path: str) -> list[int]:
    """Those of objects on a dashboard."""
    return state.numbered(battle.units_by_path[path].markers, state.OBJECTS)


def free_place(battle: Battle, path: str) -> int:
    """A place of a hero's dashboard without an object; 0 where globes, which are objects too, hold the last ones."""
    free = [place for place in places(battle, path) if not battle.value(f"{path}/object-{place}")]
    return free[0] if len(free) > battle.number(f"{path}/{GLOBES}") else 0


def carried(battle: Battle, path: str) -> list[Choice]:
    """The objects of a hero, by their places, and a globe of vril where the hero has one."""
    names = {place: str(battle.value(f"{path}/object-{place}") or "") for place in places(battle, path)}
    globe = [Choice(GLOBES, _("A globe of vril"))] if battle.number(f"{path}/{GLOBES}") else []
    return [*(Choice(str(place), Text(name, name)) for place, name in names.items() if name), *globe]


def handed(battle: Battle, holder: str, thing: str, taker: str) -> list[Mark]:
    """The marks that take an object from a hero to another, or lay it down where there is no taker."""
    if thing == GLOBES:
        return [Mark.add(f"{holder}/{GLOBES}", -1), *([Mark.add(f"{taker}/{GLOBES}")] if taker else [])]
    words = str(battle.value(f"{holder}/object-{thing}"))
    gained = [Mark.say(f"{taker}/object-{free_place(battle, taker)}", words)] if taker else []
    return [Mark.say(f"{holder}/object-{thing}"), *gained]


@unit_action(state.HERO)
def reload(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A jammed or discharged token comes off a weapon; what is discharged takes a globe of vril."""
    battle, path, cite = acting.battle, acting.path, acting.rule("reload").cite
    paid = pays(acting, form)
    things = [*blocked(battle, path)]
    if not things:
        return Attempt(form.fields, notes=[Reason("", _("Nothing is jammed or discharged."), cite)])
    key = form.choice("what", _("Equipment"), things)
    discharged = key.startswith("discharged")
    if discharged and not battle.number(f"{path}/{GLOBES}"):
        return Attempt(form.fields, notes=[Reason("", _("That takes a globe of vril, and there is none."), cite)])
    marks = [*paid.marks, Mark.set(f"{path}/{key}", 0), *([Mark.add(f"{path}/{GLOBES}", -1)] if discharged else [])]
    return done(acting, form, _("Reload"), marks, cite, [*paid.notes])


def blocked(battle: Battle, path: str) -> Iterator[Choice]:
    for marker in battle.units_by_path[path].markers:
        if marker.key.startswith(("jammed", "discharged")) and battle.number(f"{path}/{marker.key}"):
            yield Choice(marker.key, marker.label)


@unit_action(state.HERO)
def draw(acting: ActingUnit, form: ActionForm) -> Attempt:
    """Two action cards; as many as a card or object says."""
    paid = pays(acting, form)
    number = form.number("cards", _("Cards"), acting.rule("draw").gain, 1, MOST, folded=paid.base)
    marks, lines = drawing(acting, number)
    return done(acting, form, _("Draw cards"), [*paid.marks, *marks], acting.rule("draw").cite, [*lines, *paid.notes])


@unit_action(state.HERO)
def door(acting: ActingUnit, form: ActionForm) -> Attempt:
    """An adjacent door, with the noise that is printed on it; a locked one without the key is only unlocked."""
    paid = pays(acting, form)
    cite = acting.rule("door").cite
    locked = form.flag("locked", _("It is locked, and the key is missing"), folded=False)
    noises = dict.fromkeys(row.figures["noise"] for row in acting.catalogue.tables["portes"].rows.values())
    noise = int(form.choice("door", _("Noise on the door"), [Choice(str(n), Text(str(n), str(n))) for n in noises]))
    more = form.number("more-noise", _("Noise dice of modifiers"), 0, 0, 99, folded=True)
    text = _("Unlocks it, without opening") if locked else _("Opens it, and it stays open")
    marks = [*paid.marks, *noise_marked(acting.battle, acting.path, noise + more)]
    return Attempt(form.fields, notes=paid.notes, proposals=[Proposal(text, marks, cite)])


@unit_action(state.HERO)
def give(acting: ActingUnit, form: ActionForm) -> Attempt:
    """Give or take an object, in a zone without enemies, or drop one; once a turn."""
    battle, path, cite = acting.battle, acting.path, acting.rule("give").cite
    if battle.number(f"{path}/{GIVEN}"):
        return Attempt((), notes=[Reason("", _("Already given, taken or dropped this turn: once only."), cite)])
    others = [other for other in state.heroes(battle) if other != path]
    hands = [
        Choice(f"{hero}:{thing.slug}", named(battle, hero, thing))
        for hero in (path, *others)
        for thing in carried(battle, hero)
    ]
    if not hands:
        return Attempt((), notes=[Reason("", _("Nobody has an object."), cite)])
    holder, _colon, thing = form.choice("what", _("Object"), hands).rpartition(":")
    takers = [Choice(other, battle.called(other)) for other in (others if holder == path else [path])]
    drop = [Choice("", _("Drop it"))] if holder == path else []
    taker = form.choice("to", _("To whom"), [*takers, *drop])
    if taker and not free_place(battle, taker):
        return Attempt(form.fields, notes=[Reason("", _("No place for an object is free: drop one first."), cite)])
    marks = handed(battle, holder, thing, taker)
    notes = [Reason("", _("same zone, no enemy unit in it"), cite)] if taker else []
    return done(acting, form, _("Done"), [*marks, Mark.set(f"{path}/{GIVEN}")], cite, notes)


def named(battle: Battle, path: str, thing: Choice) -> Message:
    return Message(_("{name}: {text}"), {"name": battle.called(path), "text": thing.name})


@unit_action(state.HERO)
def upgrade(acting: ActingUnit, form: ActionForm) -> Attempt:
    """Two globes of vril turn a weapon over until the end of the mission (p. 19)."""
    battle, path, cite = acting.battle, acting.path, acting.rule("upgrade").cite
    arms = {arm.index: arm for arm in state.arms_of(battle, path)}
    plain = [index for index in arms if not battle.number(f"{path}/{state.weapon_mark(index, 'upgraded')}")]
    if battle.number(f"{path}/{GLOBES}") < GLOBES_AN_UPGRADE or not plain:
        return Attempt(
            (),
            notes=[
                Reason("", Message(_("That takes {n} globes of vril and a weapon."), {"n": GLOBES_AN_UPGRADE}), cite)
            ],
        )
    names = [
        Choice(str(index), Text(arms[index].name, arms[index].name) if arms[index].name else weapon_number(str(index)))
        for index in plain
    ]
    index = int(form.choice("weapon", _("Weapon"), names))
    marks = [
        Mark.add(f"{path}/{GLOBES}", -GLOBES_AN_UPGRADE),
        Mark.set(f"{path}/{state.weapon_mark(index, 'upgraded')}"),
    ]
    return Attempt(form.fields, proposals=[Proposal(_("Turn it over"), marks, cite)])


# --- what a card offers ---------------------------------------------------------------------------------------------


def is_blocked(battle: Battle, path: str) -> bool:
    return any(blocked(battle, path))


def is_something_carried(battle: Battle, _path: str) -> bool:
    return any(carried(battle, other) for other in state.heroes(battle))


def may_upgrade(battle: Battle, path: str) -> bool:
    return battle.number(f"{path}/{GLOBES}") >= GLOBES_AN_UPGRADE


DOING_ACTIONS = {
    "move": Action(Text("Se déplacer", "Move"), move, "walking-boot", (state.HERO,)),
    "search": Action(Text("Fouiller", "Search"), search, "magnifying-glass", (state.HERO,)),
    "reload": Action(_("Reload equipment"), reload, "reload-gun-barrel", (state.HERO,), is_blocked),
    "draw": Action(_("Draw cards"), draw, "card-draw", (state.HERO,)),
    "door": Action(_("Unlock or open a door"), door, "locked-door", (state.HERO,)),
    "give": Action(_("Give, take or drop"), give, "backpack", (state.HERO,), is_something_carried),
    "upgrade": Action(_("Vril upgrade"), upgrade, "chemical-drop", (state.HERO,), may_upgrade),
}
