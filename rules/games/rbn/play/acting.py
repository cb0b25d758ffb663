"""Activating a hostile element, or in a game alone an opposing convoy's unit, by the book's chart (RBN p. 44)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.catalogue import Catalogue
from rules.games.rbn.play import contests, state
from rules.games.rbn.play.activation import ENGAGED, MELEE, MOVE, NO, SHOT, YES, Walk
from rules.games.rbn.play.book import RedButtonPlay, play_of
from rules.games.rbn.play.encounters import KIND, Hostile, HostileRule, same
from rules.play.actions import Action, Attempt, Choice, Field, Proposal, Reason, Words
from rules.play.battle import ACTIVATED, Battle, Context
from rules.play.marks import Mark
from rules.text import Message, Text, _

ANSWERS = {YES: _("Yes"), NO: _("No"), ENGAGED: _("Already in melee")}
VEHICLE = "vehicle"
ONWARD: dict[str, tuple[str, Words]] = {SHOT: ("shoot", _("Shoot")), MELEE: ("melee", _("Melee"))}


def act(context: Context, fields: Mapping[str, str]) -> Attempt:
    """The chart for the hostile element at `unit`, as far as it is answered in `way`."""
    path = fields.get("unit", "")
    unit = context.battle.units_by_path.get(path)
    hostile = play_of(context.catalogue).encounters.hostile_of_unit(unit) if unit else None
    if hostile is None:
        return Attempt(fields=())
    walked = play_of(context.catalogue).activation.walk(bool(hostile.bands), fields.get("way", ""))
    return attempt_of(context.catalogue, path, walked, hostile)


def act_alone(context: Context, fields: Mapping[str, str]) -> Attempt:
    """The same for a unit of a convoy that nobody plays: the chart asks what it shoots with."""
    path = fields.get("unit", "")
    chosen = Field("unit", _("Unit"), choices(context.battle), path)
    help_words = Reason("", play_of(context.catalogue).activation.solo, page(context.catalogue))
    if path not in context.battle.units_by_path:
        return Attempt(fields=(chosen,), notes=(help_words,))
    attempt = attempt_of(
        context.catalogue, path, play_of(context.catalogue).activation.walk(None, fields.get("way", ""))
    )
    return without_melee(attempt) if context.battle.units_by_path[path].kind == VEHICLE else attempt


def without_melee(attempt: Attempt) -> Attempt:
    """A vehicle in contact collides: that has no dice of a melee."""
    return replace(attempt, onward=[(slug, name) for slug, name in attempt.onward if not slug.startswith("melee?")])


def choices(battle: Battle) -> tuple[Choice, ...]:
    """The units of lists that still take part and have not acted, named with their list."""
    units = (
        Choice(path, Message(_("{list}: {name}"), {"list": contests.side_name(battle, number), "name": unit.name}))
        for number, side in enumerate(battle.sides)
        for unit in side.units
        if may_act(battle, path := f"{number}/{unit.key}")
    )
    return (Choice("", "–"), *units)


def attempt_of(catalogue: Catalogue, path: str, walked: Walk, hostile: Hostile | None = None) -> Attempt:
    """The steps so far with the rules that matter there, and the open question or the end."""
    options = [Choice(letters, ANSWERS[answer]) for letters, answer in walked.answers]
    done = Proposal(_("Activated"), [Mark.set(f"{path}/{ACTIVATED}")], page(catalogue))
    opening = introduction(hostile, catalogue) if hostile else ()
    return Attempt(
        fields=(Field("way", question(walked), options, kind="buttons"),) if options else (),
        reasons=tuple(steps_in_words(walked, catalogue, hostile)),
        notes=(*opening, *other_rules(walked, catalogue, hostile)),
        proposals=() if options else (done,),
        onward=tuple(onward(walked, path)),
    )


def question(walked: Walk) -> Text:
    """What is asked, with what it does first where it does something."""
    here = walked.steps[-1]
    return here.text if here.at else walked.question


def introduction(hostile: Hostile, catalogue: Catalogue) -> Iterator[Reason]:
    """In which order they act, and what the book leaves open."""
    yield Reason("", play_of(catalogue).activation.order, page(catalogue))
    if hostile.left_open:
        yield Reason("", hostile.left_open, hostile.cite)


def steps_in_words(walked: Walk, catalogue: Catalogue, hostile: Hostile | None) -> Iterator[Reason]:
    """Each step, its number first, and under it how far or with how many dice, and what its rules change there."""
    for step in walked.steps:
        yield Reason(str(step.number), step.text, page(catalogue))
        if hostile and step.at:
            yield Reason("", figures_at(play_of(catalogue), hostile, step.at), hostile.cite)
            yield from (in_words(rule, hostile) for rule in rules_of(catalogue, hostile) if step.at in rule.at)
            if step.at != SHOT and not hostile.heavy:
                yield Reason("", play_of(catalogue).activation.ignored, page(catalogue))


def other_rules(walked: Walk, catalogue: Catalogue, hostile: Hostile | None) -> Iterator[Reason]:
    """Its rules that no step on the way has said: those against it too."""
    done = {step.at for step in walked.steps}
    if hostile:
        yield from (in_words(rule, hostile) for rule in rules_of(catalogue, hostile) if not done.intersection(rule.at))


def rules_of(catalogue: Catalogue, hostile: Hostile) -> list[HostileRule]:
    return [play_of(catalogue).encounters.rules[slug] for slug in hostile.rules]


def in_words(rule: HostileRule, hostile: Hostile) -> Reason:
    words = Message(_("{name}: {text}"), {"name": rule.name, "text": rule.text})
    return Reason("", words, hostile.cite)


def figures_at(play: RedButtonPlay, hostile: Hostile, at: str) -> Text:
    """What it does that with: centimetres, dice and the figure that they must reach."""
    if at == MOVE:
        return same(f"{hostile.move} cm")
    if at == MELEE:
        return same(f"{play.melee_dice(hostile)}D6, C {hostile.C}+")
    return Text(play.shots_in_words(hostile, "fr"), play.shots_in_words(hostile, "en"))


def onward(walked: Walk, path: str) -> Iterator[tuple[str, Words]]:
    """The dice of the shot or the melee that the chart came to."""
    for step in walked.steps:
        if step.at in ONWARD:
            slug, name = ONWARD[step.at]
            yield f"{slug}?unit={path}", name


def page(catalogue: Catalogue) -> str:
    return play_of(catalogue).activation.cite


def may_act(battle: Battle, path: str) -> bool:
    there = not battle.is_down(path) and not state.has_left(battle, path)
    return there and not battle.number(f"{path}/{ACTIVATED}")


ACTING_ACTIONS = {
    "act": Action(_("Activate"), act, icon="footsteps", kinds=(KIND,), suits=may_act),
    "act-alone": Action(_("AI opponent"), act_alone, icon="truck"),
}
