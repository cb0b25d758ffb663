"""Every legal list of tests/rosters can be made from an empty one by edits that are offered, and by texts typed."""

from dataclasses import MISSING, fields, is_dataclass, replace

import pytest

from builder.lists.commands import effect, perform
from builder.lists.edits import HEAD, UNIT, BadEdit
from builder.lists.forms import field_word, sent
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from rules.document import read
from rules.games.first_wave.document import foreign
from rules.registry import GAMES
from tests import make
from tests.builder.test_options import load_roster
from tests.rosters.test_rosters import EXPECTED, READ

ASIDE = {"log", "units", "seed"}  # what happened, what is compared one by one, what the server threw
FILLS = {  # edits with a form for an entry of a list of a unit
    "add-trauma": "traumas",
    "add-thing": "equipment",
    "add-follower": "followers",
    "set-weapon": "weapons",
    "add-own-weapon": "weapons",
}
LISTED = {"set-skills": "skills", "set-objects": "objects"}  # with the fields of all entries in one form
OTHER = 10  # what something wrong is worth, where each choice that is missing is worth 1
CALLED = {"class": "rate", "removed": "removed_cards", "object": "name"}  # fields that documents call otherwise


def distance(now, target):
    """How many choices lie between two values of documents."""
    if now == target:
        return 0
    if type(now) is not type(target):
        return size(target) + size(now)
    if is_dataclass(target):
        return sum(distance(getattr(now, key), getattr(target, key)) for key in keys(target))
    if isinstance(target, tuple):
        if numbers(now) is not None and numbers(target) is not None:
            before, after = numbers(now), numbers(target)
            return sum(abs(before.get(key, 0) - after.get(key, 0)) for key in before | after)
        longer = max(now, target, key=len)[min(len(now), len(target)) :]
        return sum(map(distance, now, target)) + sum(map(size, longer))
    return OTHER + abs(now - target) / 1000 if type(target) is int else OTHER + 1 if now else 1


def size(value):
    if is_dataclass(value):
        defaults = {field.name: field.default for field in fields(value)}
        own = (key for key in keys(value) if defaults[key] is MISSING or getattr(value, key) != defaults[key])
        return 1 + sum(size(getattr(value, key)) for key in own)
    return sum(map(size, value)) if isinstance(value, tuple) else 0 if value is None else 1


def keys(value):
    return [field.name for field in fields(value) if field.name not in ASIDE]


def numbers(value):
    pairs = all(isinstance(pair, tuple) and len(pair) == 2 and type(pair[1]) is int for pair in value)
    return dict(value) if pairs else None


class Planner:
    """A list on its way to another."""

    def __init__(self, target):
        self.target, self.spec = target, LISTS[target.game]
        self.loaded = LoadedRoster.empty(target.game)
        self.additions = [offer.command for group in self.spec.new_units(self.loaded) for offer in group.offers]

    def run(self):
        """Whether the target is reached."""
        self.approach(self.head_commands, None)
        while self.improved():
            pass
        now = self.loaded.document
        return distance(now, self.target) == 0 and [*map(distance, now.units, self.target.units)] == [0] * len(
            self.target.units
        )

    def improved(self):
        before = self.loaded.document
        for index in range(len(self.target.units)):
            if index == len(self.loaded.document.units) and not self.add(index):
                break
            self.approach(lambda index=index: self.unit_commands(index), index)
        self.approach(self.head_commands, None)
        return self.loaded.document != before

    def left(self, document, index):
        return distance(document, self.target) + (
            0 if index is None else distance(document.units[index], self.target.units[index])
        )

    def approach(self, commands, index):
        """Do each edit that is not refused and brings the head and a unit nearer, until none does."""
        best, before = self.left(self.loaded.document, index), None
        while best and best != before:
            before = best
            for command in commands():
                after = self.after(command)
                if after is not None and (left := self.left(after, index)) < best and self.is_open(command):
                    self.loaded, best = self.loaded.with_document(after), left

    def add(self, index):
        """Add the unit that is nearest to the one of the target at `index`; whether there is one."""
        wanted, tried = self.target.units[index], []
        for command in self.additions:
            if draw := getattr(wanted, "draw", None):
                command += " " + field_word("dice", " ".join(map(str, draw.dice)))
            if bool(draw) != ("dice" in self.edit(command).form):
                continue
            after = self.after(command)
            if after is not None and len(after.units) > index and after.units[index].kind == wanted.kind:
                tried.append((distance(after.units[index], wanted), command, after))
        for _left, command, after in sorted(tried, key=lambda entry: entry[0]):
            if self.is_open(command):
                self.loaded = self.loaded.with_document(after)
                return True
        return False

    def after(self, command):
        try:
            return perform(self.loaded, command, {})
        except BadEdit:
            return None

    def is_open(self, command):
        return not effect(self.loaded, command).refusal

    def edit(self, command):
        return self.spec.edits[command.split()[0]]

    def head_commands(self):
        """What is offered for the head, what may be typed there."""
        groups = {group.key: group for group in self.spec.settings(self.loaded)}
        for group in groups.values():
            yield from (offer.command for offer in group.offers)
        yield from (command for command in self.additions if self.edit(command).touches == HEAD)
        wanted = sent(self.spec.head_values(self.target))
        typed = {key: word for key, word in wanted.items() if key not in groups or may_be_typed(groups[key], word)}
        yield from (command_of("set", words) for words in (*({key: word} for key, word in typed.items()), typed))
        yield command_of("rename", fields_of(self.target, self.spec.edits["rename"].form))
        for position, car in enumerate(getattr(self.target, "cars", ())):
            yield command_of(f"name-car {position}", {"car-name": car.name})

    def unit_commands(self, index):
        """What is offered for a unit, what may be typed there."""
        groups = [*(self.spec.picker(self.loaded, index) if self.spec.picker else ())]
        for group in (*groups, *self.spec.values(self.loaded, index)):
            for offer in group.offers:
                yield offer.command
                if offer.removal:
                    yield offer.removal
        yield from self.typed(index)

    def typed(self, index):
        """The forms of a unit, filled in as its target is."""
        wanted, now = self.target.units[index], self.loaded.document.units[index]
        if wanted.silhouette:
            yield f"set-silhouette {index} {wanted.silhouette}"
        for name, edit in self.spec.edits.items():
            if name in FILLS:
                position = len(getattr(now, FILLS[name]))
                slot = [position] if "position" in edit.takes else []
                for entry in getattr(wanted, FILLS[name])[position : position + 1]:
                    yield command_of(" ".join(map(str, (name, index, *slot))), fields_of(entry, edit.form))
            elif name in LISTED:
                entries = enumerate(getattr(wanted, LISTED[name]))
                yield command_of(
                    f"{name} {index}", {k: v for n, entry in entries for k, v in numbered(entry, edit.form, n)}
                )
            elif edit.takes == ("unit", "fields") and edit.touches == UNIT:
                yield command_of(f"{name} {index}", fields_of(wanted, edit.form))


def may_be_typed(group, word):
    return word in group.values or bool(group.bounds and group.bounds[0] <= int(word) <= group.bounds[1])


def command_of(words, fields):
    return " ".join((words, *(field_word(key, word) for key, word in fields.items())))


def fields_of(entry, form):
    """What a form says to make an entry as it is."""
    words = {}
    for field in form:
        kind, _hyphen, key = field.rpartition("-")
        holder = getattr(entry, kind, entry)
        value = dict(holder).get(key) if isinstance(holder, tuple) else getattr(holder, CALLED.get(key, key), None)
        words[field] = sent({field: written(value)}).get(field, "")
    return words


def numbered(entry, form, number):
    for field in form:
        value = entry if isinstance(entry, str) else getattr(entry, CALLED.get(field[:-1], field[:-1]))
        yield from sent({f"{field}{number}": value}).items()


def written(value):
    """A value as one word of a form: a modifier as "combat +1", keywords with commas between them."""
    if not isinstance(value, tuple):
        return value
    return ", ".join(entry if isinstance(entry, str) else f"{entry[0]} {entry[1]:+d}" for entry in value)


LEGAL = [name for name, expected in EXPECTED.items() if expected["legal"]]
UNREACHABLE = {
    "rbn/equipage-un-fantome": "a driver who is not in the list",
    "reichbusters/competences-vides": "blank skills, which a form leaves out",
}
REPORTS = {"aftermath", "epilogue"}  # forms about a battle; their fields depend on who was there


@pytest.mark.parametrize("game", list(GAMES))
def test_every_legal_list_can_be_made_by_offered_edits(game, db):
    names = [name for name in LEGAL if name.startswith(f"{game}/")]
    lost = [name for name in names if not Planner(read(READ[name], GAMES)).run()]
    assert lost == [name for name in UNREACHABLE if name in names]


@pytest.mark.parametrize("game", list(GAMES))
def test_what_is_chosen_for_the_head_is_taken_then_and_only_that(game, db):
    loaded, spec = LoadedRoster.empty(game), LISTS[game]
    for group in spec.settings(loaded):
        for offer in group.offers:
            after = loaded.with_document(perform(loaded, offer.command, {}))
            taken = [other.value for group in spec.settings(after) for other in group.offers if other.taken]
            assert offer.value in taken  # in the same group, but a second drawback alone is the first
            assert len(taken) <= len([*spec.settings(after)])


def test_a_group_loses_what_only_convoys_have(db):
    loaded = LoadedRoster.from_data(READ["first-wave/mercenaires-egares"])
    (offer,) = next(group.offers for group in LISTS["first-wave"].settings(loaded) if group.key == "foreign")
    assert offer.open
    assert foreign(loaded.document)
    assert foreign(perform(loaded, offer.command, {})) == ()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_edit_that_takes_a_form_says_its_fields(game):
    forms = {name: edit.form for name, edit in LISTS[game].edits.items() if {"fields", "head"} & {*edit.takes}}
    assert {name for name, form in forms.items() if not form} <= REPORTS


def test_a_command_may_hold_fields_of_its_form():
    loaded = load_roster(make.convoy(units=[make.fighter()]))
    after = perform(loaded, "describe 0 name=La+Gr%C3%BCe count=3", {"count": "2", "notes": "Vite."})
    assert (after.units[0].name, after.units[0].count, after.units[0].notes) == ("La Grüe", 3, "Vite.")
    with pytest.raises(BadEdit):
        perform(loaded, "describe 0 weight=3", {})


def test_some_fields_of_the_head_change_and_the_others_stay():
    loaded = load_roster(make.convoy(units=[make.fighter()], prices=(("sidecar", 7),), exotic=True))
    after = perform(loaded, "set allegiance=mutants activity=marchands", {"revision": "3"})
    assert after == replace(loaded.document, faction="mutants", activity="marchands")
    assert perform(loaded, "set exotic=", {}) == replace(loaded.document, exotic=False)
    with pytest.raises(BadEdit):
        perform(loaded, "set", {"revision": "3"})
