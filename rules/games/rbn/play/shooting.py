"""A shot of Red Button's Nation: who fires what at whom, and how many dice against which figure (RBN p. 15 to 21)."""

from collections.abc import Iterator, Mapping, Sequence

from rules.catalogue import Catalogue
from rules.families.red_button.weapons import ARMOUR_PIERCING, FOOT_BASE, HEAVY, USELESS_ON_VEHICLES
from rules.games.rbn.play import damage, guns, shot_reading, state
from rules.games.rbn.play.encounters import event_path
from rules.games.rbn.play.guns import Gun
from rules.games.rbn.play.shots import AREA, BURST, MOST_TARGETS, Aim, Shot, shares_dice
from rules.games.rbn.play.targets import (
    Target,
    figure_choices,
    is_wounded,
    name_of,
    sitting,
    target_choices,
    target_of,
)
from rules.play.actions import Action, Attempt, Choice, Reason
from rules.play.battle import ACTIVATED, Battle, Context
from rules.play.dice import Typed
from rules.play.dice_book import modifier
from rules.play.entries import Modifier
from rules.play.form import ActionForm
from rules.play.pools import Pool
from rules.text import Message, Text, _

AI = "ai"
NO_GUNNERS = ("animal", "cavalier")  # no weapons of passengers, no way into a vehicle (RBN p. 30, 31)
AI_T = 5  # RBN p. 29
FOOT, DRIVER, PASSENGER = "on-foot", "driver", "passenger"
NONE, LIGHT_COVER, HEAVY_COVER = "none", "light-cover", "heavy-cover"
SHORT_ROUNDS = ("balles-non-letales", "munition-assommante")  # normal band only (RBN p. 30, 46)
COVERS = (Choice(NONE, _("no cover")), Choice(LIGHT_COVER, _("light cover")), Choice(HEAVY_COVER, _("heavy cover")))
POSTS = (
    Choice(FOOT, _("on foot or mounted")),
    Choice(PASSENGER, _("passenger in a vehicle")),
    Choice(DRIVER, _("driving a vehicle")),
)
STORM, STORM_REACH = event_path("tempete-de-sable"), 20  # cm (RBN p. 42)
TINY_REACH = 10  # cm from which a tiny target is harder to hit (RBN p. 44)


def shoot(context: Context, fields: Mapping[str, str]) -> Attempt:
    """The shot of a unit as it is chosen so far, for `Action`."""
    path = fields.get("unit", "")
    carried = guns.guns_of(context, path)
    form = ActionForm(fields)
    if not carried:
        return Attempt((), notes=[Reason("", _("No ranged weapon."))])
    shot = chosen_shot(context, path, carried, form)
    bars, inside = [*hindrances(context, shot)], [*sitting(context, [aim.target.path for aim in shot.aims])]
    notes = [*bars, *inside, *reminders(context, shot)]
    if bars or shot.gun.ranged.template:
        return template_attempt(context, shot, form, notes, barred=bool(bars or inside))
    reasons = [*shot.reasons()]
    dice = " + ".join(f"{aim.pool.number}D6" for aim in shot.fired)
    if not shot.fired:
        return Attempt(form.fields, reasons=reasons, notes=[*notes, Reason("", _("No dice left: no shot."))])
    notes += [Reason("", Message(SPARED, {"target": aim.target.name})) for aim in shot.aims if aim not in shot.fired]
    return Attempt(
        form.fields,
        "" if inside else dice,  # dice that fell before they got in are still read
        f"{shot.need}+",
        reasons,
        notes,
        shot_reading.chances_of(context, shot),
        lambda fallen: shot_reading.read(context, shot, fallen),
    )


SPARED = _("{target}: no dice, no shot.")


def template_attempt(context: Context, shot: Shot, form: ActionForm, notes: Sequence[Reason], barred: bool) -> Attempt:
    """A flame template hits without a die: only mechanics and the tank are rolled for."""
    if barred:
        return Attempt(form.fields, notes=notes)
    due = sum(shot_reading.mechanics_due(context, aim) for aim in shot.aims) + shot_reading.has_tank(shot)
    if not due:
        told = shot_reading.read_template(context, shot, Typed([]))
        return Attempt(form.fields, reasons=told.lines, notes=notes, proposals=told.proposals)
    return Attempt(
        form.fields,
        f"{due}D6",
        reasons=[shot_reading.tank_reason(context.catalogue)] if shot_reading.has_tank(shot) else [],
        notes=notes,
        chances=shot_reading.tank_chances() if shot_reading.has_tank(shot) else [],
        reads=lambda fallen: shot_reading.read_template(context, shot, fallen),
    )


def chosen_shot(context: Context, path: str, carried: Sequence[Gun], form: ActionForm) -> Shot:
    """What the form says, its fields declared in the order in which a player thinks of them."""
    battle = context.battle
    key = form.choice("weapon", _("Weapon"), [Choice(gun.key, gun.name) for gun in carried])
    gun = next(one for one in carried if one.key == key)
    rounds = chosen_rounds(context.catalogue, gun, form)
    shooter = gunner(battle, path, gun, form) if gun.mounted else path
    targets = chosen_targets(context, path, gun, form)
    band = chosen_band(gun, form)
    post = FOOT if gun.mounted else chosen_post(battle, path, form)
    own = [*shooter_modifiers(context, gun, band, shooter, post, form)]
    melee = not gun.ranged.template and form.flag("melee", _("Target in melee"))
    shared = [modifier(context.catalogue, "into-melee")] if melee else []
    common = shared_out(context, gun, targets, own, form)
    aims = [*chosen_aims(context, gun, band, targets, own, common, shared, need_of(battle, shooter), form)]
    ally = chosen_ally(battle, path, form) if melee else ""
    reaction = any(one.name == "reaction" and one.value for one in form.fields)
    return Shot(
        path, shooter, gun, rounds, band, post, need_of(battle, shooter), tuple(aims), melee, ally, common, reaction
    )


def chosen_rounds(catalogue: Catalogue, gun: Gun, form: ActionForm) -> str:
    """The slug of the rounds that are fired; "" for ordinary ones, or where the weapon has no others."""
    known = [slug for slug in gun.rounds if slug in catalogue.ammunition]
    if not known:
        return ""
    options = [Choice("plain", guns.PLAIN_ROUNDS), *(Choice(slug, catalogue.ammunition[slug].name) for slug in known)]
    return form.choice("rounds", _("Ammo"), options).removeprefix("plain")


def gunner(battle: Battle, path: str, gun: Gun, form: ActionForm) -> str:
    """The path of who fires the gun of a vehicle, or `AI`: its passengers first, its driver never (RBN p. 28, 29)."""
    options = [Choice(one, name_of(battle, one)) for one in state.passengers(battle, path)]
    if ai_fires(battle, path, gun):
        options.append(Choice(AI, _("Artificial intelligence (T 5)")))
    options += figure_choices(battle, path.split("/")[0])
    able = [one for one in options if not any(state.has(battle, one.slug, slug) for slug in NO_GUNNERS)]
    return form.choice("gunner", _("Gunner"), able or [Choice("", _("nobody"))])


def ai_fires(battle: Battle, path: str, gun: Gun) -> bool:
    """Whether an AI that is on fires this gun: the one that is marked, any while none is (ruling A93)."""
    if not battle.units_by_path[path].facts.get("ai") or battle.number(f"{path}/ai-off"):
        return False
    return not ai_gun_marked(battle, path) or bool(battle.number(f"{path}/{gun.marker(AI)}"))


def ai_gun_marked(battle: Battle, path: str) -> bool:
    return any(battle.number(one) for one in ai_guns(battle, path))


def ai_guns(battle: Battle, path: str) -> list[str]:
    """The markers of the guns that an AI may be bought for; none where its vehicle has one gun."""
    keys = [f"{path}/{one.key}" for one in battle.units_by_path[path].markers]
    return [one for one in keys if one.startswith(f"{path}/{AI}-") and one != f"{path}/ai-off"]


def need_of(battle: Battle, shooter: str) -> int | None:
    """The T of who fires; None for who does not shoot."""
    if shooter == AI:
        return AI_T
    unit = battle.units_by_path.get(shooter)
    value = unit.facts.get("T") if unit else None
    return value if isinstance(value, int) and value else None


def chosen_targets(context: Context, path: str, gun: Gun, form: ActionForm) -> list[Target]:
    """One target; several for what is shared out or covers an area."""
    chosen = form.sent.get("target", "")
    found = [form.choice("target", _("Target"), target_choices(context, path, chosen))]
    several = shares_dice(gun) or AREA in gun.item.rules or gun.ranged.template
    while several and len(found) < MOST_TARGETS:
        name = f"target{len(found) + 1}"
        options = [one for one in target_choices(context, path, form.sent.get(name, "")) if one.slug not in found]
        if AREA in gun.item.rules:  # its disc covers fighters alone (RBN p. 21)
            options = [one for one in options if not target_of(context.battle, one.slug).size]
        slug = form.choice(name, _("Another target"), [Choice("", _("nobody else")), *options], folded=True)
        if not slug:
            break
        found.append(slug)
    return [target_of(context.battle, slug) for slug in found]


def chosen_band(gun: Gun, form: ActionForm) -> str:
    """normal, long, or "" for a template."""
    bands = [which for which in ("normal", "long") if getattr(gun.ranged, which)]
    if not bands:
        return ""
    return form.choice("band", _("Range"), [Choice(which, guns.band_words(gun, which)) for which in bands])


def chosen_post(battle: Battle, path: str, form: ActionForm) -> str:
    """Where a fighter fires from: as the seats of its side's vehicles say, until somebody says otherwise."""
    unit = battle.units_by_path[path]
    if unit.kind != "fighter" or "cavalier" in str(unit.facts.get("abilities", "")).split():
        return FOOT
    ride = state.vehicle_of(battle, path)
    usual = FOOT if ride is None else DRIVER if state.pilot(battle, ride) == path else PASSENGER
    return form.choice("post", _("Shooting position"), POSTS, usual, folded=True)


def shooter_modifiers(
    context: Context, gun: Gun, band: str, shooter: str, post: str, form: ActionForm
) -> Iterator[Modifier]:
    """Dice that the shooter gains and loses whatever the target: weapon, height, vehicle, wounds, reaction."""
    catalogue, item = context.catalogue, gun.item
    if not band:
        return
    power = gun.band(band).dice
    yield Modifier(
        power,
        Text(f"{item.name.fr}, portée {BANDS[band].fr}", f"{item.name.en}, {BANDS[band].en} range"),
        str(item.cite),
    )
    if form.flag("above", _("Shooter above the target")):
        yield modifier(catalogue, "above")
    if post != FOOT and (loss := board_loss(gun, post)):
        yield Modifier(loss, ON_BOARD[post], str(item.cite))
    wounded = is_wounded(context.battle, shooter)
    if shooter != AI and form.either(
        "wounded", _("Shooter’s state"), _("unharmed"), _("wounded"), wounded, says_no=True
    ):
        yield modifier(catalogue, "wounded")
    if band == "normal" and form.flag("reaction", _("Reaction fire")):
        yield modifier(catalogue, "reaction")


BANDS = {"normal": Text("normale", "normal"), "long": Text("longue", "long")}
ON_BOARD = {
    PASSENGER: Text("passager d’un véhicule", "passenger in a vehicle"),
    DRIVER: Text("au volant d’un véhicule", "driving a vehicle"),
}


def board_loss(gun: Gun, post: str) -> int | None:
    """The dice that firing from a vehicle takes; None where the weapon cannot be fired there (RBN p. 20)."""
    return gun.ranged.pilot if post == DRIVER else gun.ranged.passenger


def shared_out(
    context: Context, gun: Gun, targets: Sequence[Target], own: Sequence[Modifier], form: ActionForm
) -> tuple[Modifier, ...]:
    """Where the dice of a burst at several targets come from: the smallest base of those who get any (ruling A90)."""
    if not shares_dice(gun) or len(targets) < 2:
        return ()
    met = [one for number, one in enumerate(targets, start=1) if form.sent.get(f"share{number}") != "0"]
    return min((base_of(context, gun, one) for one in met), key=lambda base: base.dice), *own


def chosen_aims(
    context: Context,
    gun: Gun,
    band: str,
    targets: Sequence[Target],
    own: Sequence[Modifier],
    common: Sequence[Modifier],
    shared: Sequence[Modifier],
    need: int | None,
    form: ActionForm,
) -> Iterator[Aim]:
    """Each target with its dice: all of them at each, or a burst’s `common` ones shared out (RBN p. 21; ruling A71)."""
    rest, kept = max(0, sum(one.dice for one in common)), []
    for number, target in enumerate(targets[1:] if common else (), start=2):
        kept.append(form.number(f"share{number}", Message(SHARE, {"target": target.name}), 1, 0, rest))
        rest -= kept[-1]
    shares: list[int | None] = [rest, *kept] if common else [None for _target in targets]
    for number, (target, share) in enumerate(zip(targets, shares, strict=True), start=1):
        suffix = "" if number == 1 else str(number)
        lost = [*shared, *target_modifiers(context, gun, band, target, form, suffix)]
        base = (
            [base_of(context, gun, target), *own]
            if share is None
            else [Modifier(share, BURST_SHARE, burst_cite(context))]
        )
        yield aim(context, target, [*base, *lost], need, gun, form, suffix)


SHARE = _("Dice at {target}")
BURST_SHARE = Text("dés pour cette cible (A71)", "dice at this target (A71)")


def burst_cite(context: Context) -> str:
    return str(context.catalogue.special_rules["rafale"].cite)


def base_of(context: Context, gun: Gun, target: Target) -> Modifier:
    """3D6 at somebody on foot, 2D6 at a vehicle, 3D6 where the weapon is anti-armour (RBN p. 16, 21)."""
    if target.size and ARMOUR_PIERCING in gun.item.rules:
        rule = context.catalogue.special_rules[ARMOUR_PIERCING]
        return Modifier(FOOT_BASE, rule.name, str(rule.cite))
    return modifier(context.catalogue, "vehicle" if target.size else "foot")


def target_modifiers(
    context: Context, gun: Gun, band: str, target: Target, form: ActionForm, suffix: str
) -> Iterator[Modifier]:
    """Dice that a target takes: cover, armour, and being tiny."""
    catalogue = context.catalogue
    if not band:
        return
    cover = form.choice(f"cover{suffix}", Message(_("Cover of {target}"), {"target": target.name}), COVERS, folded=True)
    if cover != NONE:
        yield modifier(catalogue, cover)
    if target.armoured and ARMOUR_PIERCING not in gun.item.rules:
        armour = catalogue.equipment["armure"]
        yield Modifier(-1, armour.name, str(armour.cite))
    tiny = "minuscule" in target.rules and gun.band(band).end > TINY_REACH
    if tiny and form.flag(f"far{suffix}", _("More than 10\xa0cm away")):
        yield modifier(catalogue, "tiny")


def aim(
    context: Context,
    target: Target,
    modifiers: Sequence[Modifier],
    need: int | None,
    gun: Gun,
    form: ActionForm,
    suffix: str,
) -> Aim:
    """A target with its pool of dice; of a vehicle the side that is hit."""
    critical = "critique" in gun.item.rules and not target.size
    number = max(0, sum(one.dice for one in modifiers))
    side = ""
    if target.size and not gun.ranged.template:
        side = form.choice(f"side{suffix}", _("Side hit"), damage.sides(context.catalogue, target.size))
    return Aim(target, tuple(modifiers), Pool(number, need or 7, sixes_again=critical), side)


def chosen_ally(battle: Battle, path: str, form: ActionForm) -> str:
    """Which of the shooter's own in the melee takes the wounds of 1s, the shooter says (RBN p. 16)."""
    allies = [one for one in figure_choices(battle, path.split("/")[0]) if one.slug != path]
    return form.choice("ally", _("Ally in the melee"), [Choice("", _("none in play")), *allies], folded=True)


# --- What stands against a shot, and what is to be minded -------------------------------------------------------------


def hindrances(context: Context, shot: Shot) -> Iterator[Reason]:
    """Why there can be no such shot."""
    item, catalogue = shot.gun.item, context.catalogue
    if shot.need is None:
        yield Reason("", _("T –: this figure can’t shoot."), str(catalogue.characteristics["T"].cite))
    if shot.post != FOOT and board_loss(shot.gun, shot.post) is None:
        yield Reason("", _("Can’t be used from that seat."), str(item.cite))
    if shot.rounds in SHORT_ROUNDS and shot.band == "long":
        yield Reason("", _("Normal range only with this ammo."), str(catalogue.ammunition[shot.rounds].cite))
    if context.battle.number(STORM) and shot.gun.band(shot.band).start >= STORM_REACH:
        yield Reason("", _("Sandstorm: no shot beyond 20\xa0cm."), modifier(catalogue, "storm").cite)
    if item.slug in USELESS_ON_VEHICLES and shot.aims[0].target.size:
        yield Reason("", _("No effect on vehicles."), str(item.cite))


def reminders(context: Context, shot: Shot) -> Iterator[Reason]:
    """What the marks say of the weapon and of who fires it, and what the book asks of such a shot."""
    battle, catalogue, path = context.battle, context.catalogue, shot.path
    munitions = str(catalogue.reminders["munitions"].cite)
    if battle.number(f"{path}/{shot.gun.marker('dry')}"):
        yield Reason("", _("Weapon out of ammo."), munitions)
    for mark in ("used", "reloading"):
        if battle.number(f"{path}/{shot.gun.marker(mark)}"):
            yield Reason("", MARKED[mark], str(shot.gun.item.cite))
    if battle.number(STORM):
        yield Reason("", _("Sandstorm: 20\xa0cm maximum range."), modifier(catalogue, "storm").cite)
    if battle.number(f"{path}/{ACTIVATED}"):
        yield Reason("", _("Already activated this turn."), str(catalogue.reminders["actions-du-combattant"].cite))
    if shot.shooter == AI and ai_guns(battle, path) and not ai_gun_marked(battle, path):
        yield Reason("", CHOOSE_GUN, str(catalogue.rulings["A93"].cite))
    yield from asked(context, shot)


CHOOSE_GUN = _("The AI uses one gun all battle: tick which (A93).")
MARKED = {"used": _("Weapon already used."), "reloading": _("Reloading.")}


def asked(context: Context, shot: Shot) -> Iterator[Reason]:
    """Rules of the weapon that take actions or cover ground, and those of shooting from a vehicle."""
    rules, catalogue = shot.gun.item.rules, context.catalogue
    giant = context.battle.units_by_path[shot.path].facts.get("giant")
    if HEAVY in rules and not shot.gun.mounted and not giant:
        yield rule_reason(catalogue, HEAVY)
    if AREA in rules:
        yield rule_reason(catalogue, AREA)
    if shot.shared:
        yield rule_reason(catalogue, BURST)
    if shot.post != FOOT or shot.gun.mounted:
        yield Reason("", ABOARD, str(catalogue.reminders["actions-du-vehicule"].cite))
    ride = (state.vehicle_of(context.battle, shot.path) if shot.post != FOOT else None) or shot.path
    shooters = context.battle.units_by_path[ride].facts.get("shooters")
    if shooters:
        cite = str(catalogue.reminders["actions-du-vehicule"].cite)
        yield Reason("", Message(_("Shooters per activation, driver included: {number}."), {"number": shooters}), cite)


ABOARD = _("From a vehicle: shoot only during its activation, within 180° or the gun’s arc.")


def rule_reason(catalogue: Catalogue, slug: str) -> Reason:
    """A special rule as a line: its name and its few words."""
    rule = catalogue.special_rules[slug]
    words = Text(f"{rule.name.fr}\u202f: {rule.card.fr}", f"{rule.name.en}: {rule.card.en}")
    return Reason("", words, str(rule.cite))


SHOOT = Action(
    _("Shoot"), shoot, icon="crosshair", kinds=("fighter", "vehicle", "hostile"), suits=shot_reading.may_shoot
)
