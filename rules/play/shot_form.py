"""What the form of a shot asks: who fires what at whom, from where its dice come."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.play.actions import Choice
from rules.play.battle import ACTIVATED
from rules.play.circumstances import Circumstances
from rules.play.dice_book import modifier
from rules.play.entries import Modifier, PlayRule, dice_of
from rules.play.form import ChosenAction
from rules.play.guns import Gun
from rules.play.pools import Pool
from rules.play.targets import Target
from rules.text import Message, Text, _

MOST_TARGETS = 4  # that the form of one shot takes
BANDS = {"normal": Text("normale", "normal"), "long": Text("longue", "long")}
PLAIN_ROUNDS = _("Ordinary ammo")
BURST_SHARE = Text("dés pour cette cible (A71)", "dice at this target (A71)")


@dataclass(frozen=True)
class Aim:
    """A target with its dice and where they come from; `side`: of a vehicle, which is hit."""

    target: Target
    modifiers: Sequence[Modifier]
    pool: Pool
    side: str = ""


class ShotForm(ChosenAction):
    """What the form of a shot asks, and its dice.

    shooter -- the path of who fires
    rounds  -- the slug of what is loaded, "" for ordinary rounds
    band    -- normal, long, or "" for a template
    need    -- T; None for who cannot shoot
    facts   -- what is so of it, for the conditions of the book
    shared  -- where the dice come from that a burst shares out among several targets
    melee   -- the targets are in a melee, with the ally at the path `ally` ("" for none)
    """

    burst, area, heavy = "rafale", "degats-de-zone", "lourde"  # special rules
    once, last_die = "tir-unique", ""
    short_rounds: Collection[str] = ()  # for the normal band alone
    facts: dict[str, int]
    gun: Gun
    rounds: str
    shooter: str
    targets: Sequence[Target]
    band: str
    need: int | None
    melee: bool
    shared: Sequence[Modifier] = ()
    aims: Sequence[Aim]
    ally: str = ""

    def play_rule(self, slug: str) -> PlayRule:
        """A rule that functions play by: where it stands, and its figures."""
        return self.catalogue.play.rules[slug]

    # --- What each game says ------------------------------------------------------------------------------------------

    def guns(self) -> Sequence[Gun]:
        raise NotImplementedError

    def target_choices(self, chosen: str) -> Sequence[Choice]:
        """Whom it may aim at; who is `chosen` stays among them."""
        raise NotImplementedError

    def target(self, slug: str) -> Target:
        raise NotImplementedError

    def chosen_shooter(self) -> str:
        return self.path

    def base(self, _target: Target) -> Modifier:
        return modifier(self.catalogue, "foot")

    def ask_more(self) -> None:
        """What else the form asks of the weapon."""

    def pool(self, number: int, target: Target) -> Pool:
        raise NotImplementedError

    def chosen_side(self, _target: Target, _suffix: str) -> str:
        return ""

    def is_covered(self, _target: Target) -> bool:
        """Whether an area may cover it."""
        return True

    def allies(self) -> Iterable[str]:
        """The paths of those of its own whom it may hit in a melee."""
        raise NotImplementedError

    # --- Choosing -----------------------------------------------------------------------------------------------------

    def choose(self, guns: Sequence[Gun]) -> None:
        """Reads the form, its fields declared in the order in which a player thinks of them."""
        key = self.form.choice("weapon", _("Weapon"), [Choice(gun.key, gun.name) for gun in guns])
        self.gun = next(gun for gun in guns if gun.key == key)
        self.rounds = self.chosen_rounds()
        self.shooter = self.chosen_shooter()
        self.targets = [*map(self.target, self.chosen_targets())]
        self.band = self.chosen_band()
        self.facts = self.facts_of_shot()
        own = [*self.own_modifiers(), *(() if self.gun.ranged.template else self.form.free_modifier())]
        self.need = self.value("T")
        self.melee = not self.gun.ranged.template and self.form.flag("melee", _("Target in melee"))
        self.ask_more()
        self.aims = [*self.chosen_aims(own)]
        self.ally = self.chosen_ally() if self.melee else ""

    def facts_of_shot(self) -> dict[str, int]:
        """Rules of the weapon, its rounds, its band, what is marked."""
        slugs = [*self.gun.item.rules, f"rounds-{self.rounds}", self.band]
        return dict.fromkeys(slugs, 1) | {
            "no-T": self.value("T") is None,
            "short-rounds": self.rounds in self.short_rounds,
            ACTIVATED: self.battle.number(f"{self.path}/{ACTIVATED}"),
        }

    def own_modifiers(self) -> Iterator[Modifier]:
        """Dice that the shooter gains and loses whatever the target."""
        if self.band:
            yield self.weapon_dice()
            yield from self.circumstances().modifiers("shooter")

    def on_target(self, target: Target, suffix: str) -> Iterator[Modifier]:
        """Dice that a target takes; `suffix`: of its fields."""
        if self.band:
            about = self.circumstances(target)
            yield from replace(about, names={"target": target.name}, suffix=suffix).modifiers("target")

    def circumstances(self, target: Target | None = None) -> Circumstances:
        """What is so of it, and of a target, whose facts do not stay."""
        facts = self.facts | target.facts() if target else self.facts
        entries = {"weapon": self.gun.item, "rounds": self.catalogue.ammunition.get(self.rounds, self.gun.item)}
        return Circumstances(self.catalogue, self.form, facts, entries=entries)

    def value(self, name: str) -> int | None:
        """A figure of who fires; None for who has none."""
        unit = self.battle.units_by_path.get(self.shooter)
        value = unit.facts.get(name) if unit else None
        return value if isinstance(value, int) and value else None

    def chosen_rounds(self) -> str:
        known = [slug for slug in self.gun.rounds if slug in self.catalogue.ammunition]
        if not known:
            return ""
        options = [Choice(slug, self.catalogue.ammunition[slug].name) for slug in known]
        return self.form.choice("rounds", _("Ammo"), [Choice("plain", PLAIN_ROUNDS), *options]).removeprefix("plain")

    def has(self, rule: str) -> bool:
        """Whether a special rule holds for the weapon."""
        return rule in self.gun.item.rules

    def chosen_targets(self) -> Sequence[str]:
        """One target; several for what is shared out or covers an area."""
        chosen = [self.form.choice("target", _("Target"), self.target_choices(self.form.sent.get("target", "")))]
        several = self.has(self.burst) or self.has(self.area) or bool(self.gun.ranged.template)
        while several and len(chosen) < MOST_TARGETS:
            name = f"target{len(chosen) + 1}"
            options = [
                choice
                for choice in self.target_choices(self.form.sent.get(name, ""))
                if choice.slug not in chosen and (not self.has(self.area) or self.is_covered(self.target(choice.slug)))
            ]
            nobody = Choice("", _("nobody else"))
            slug = self.form.choice(name, _("Another target"), [nobody, *options], folded=True)
            if not slug:
                break
            chosen.append(slug)
        return chosen

    def chosen_band(self) -> str:
        bands = [Choice(which, self.gun.band_words(which)) for which in self.gun.bands]
        return self.form.choice("band", _("Range"), bands) if bands else ""

    def chosen_aims(self, own: Sequence[Modifier]) -> Iterator[Aim]:
        """Each target with its dice: all of them at each, or those of a burst shared out (ruling A71)."""
        into = [modifier(self.catalogue, "into-melee")] if self.melee else []
        shares = self.shares(own)
        for number, (target, share) in enumerate(zip(self.targets, shares, strict=True), start=1):
            suffix = "" if number == 1 else str(number)
            mine = [self.base(target), *own] if share is None else [share]
            modifiers = [*mine, *into, *self.on_target(target, suffix)]
            pool = self.pool(dice_of(modifiers), target)
            yield Aim(target, modifiers, pool, self.chosen_side(target, suffix))

    def shares(self, own: Sequence[Modifier]) -> Sequence[Modifier | None]:
        """The dice of a burst at each of several targets, from the smallest base of those who get any (ruling A90)."""
        if not self.has(self.burst) or len(self.targets) < 2:
            return [None for _target in self.targets]
        met = [target for n, target in enumerate(self.targets, 1) if self.form.sent.get(f"share{n}") != "0"]
        base = min((self.base(target) for target in met or self.targets), key=lambda base: base.dice)
        self.shared = [base, *own]
        rest, shares = dice_of(self.shared), []
        for number, target in enumerate(self.targets[1:], start=2):
            label = Message(_("Dice at {target}"), {"target": target.name})
            shares.append(self.form.number(f"share{number}", label, 1, 0, rest))
            rest -= shares[-1]
        cite = str(self.catalogue.special_rules[self.burst].cite)
        return [Modifier(share, BURST_SHARE, cite) for share in (rest, *shares)]

    def weapon_dice(self) -> Modifier:
        item, band = self.gun.item, BANDS[self.band]
        text = Text(f"{item.name.fr}, portée {band.fr}", f"{item.name.en}, {band.en} range")
        return Modifier(self.gun.band(self.band).dice, text, str(item.cite))

    def chosen_ally(self) -> str:
        """Which of its own in the melee takes the wounds of 1s, the shooter says."""
        allies = [Choice(path, self.battle.called(path)) for path in self.allies()]
        return self.form.choice("ally", _("Ally in the melee"), [Choice("", _("none in play")), *allies], folded=True)
