"""A hero's dashboard on paper: figures to copy, things on it, boxes to tick; and all of it in two lines."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from builder.games.reichbusters.forms import join_entries
from builder.games.reichbusters.sheet.words import RULE, WIDEST, boxes, display_name, figure, short_figure, ticks
from builder.sheets.common import NO_BREAK, text_in, tick
from builder.sheets.parts import SEPARATOR, Aside, CardLine, LabelledFigure, SheetCard, Track
from builder.wording import clean
from rules.games.reichbusters.analysis import DOWN_AT, MELEE, RANGED

LONG_RULE = RULE * 2 + RULE[:24]


def badges(hero, language):
    """The card where the hero has another name, the player, down, captured."""
    title = text_in(hero.title, language)
    if title and title != display_name(hero, language):
        yield title
    if player := clean(hero.unit.player):
        yield player
    if hero.down:
        yield _("down")
    if hero.unit.captured:
        yield _("captured")


def card(hero, language):
    lines = (
        *long_figures(hero),
        *weapons(hero, language),
        *skills(hero),
        *objects(hero),
        *wounds(hero),
        *each_turn(hero, language),
        *notes(hero),
    )
    return SheetCard(tuple(stats(hero)), lines, tuple(tracks(hero, language)))


# --- Figures --------------------------------------------------------------------------------------------------------


def numbers(hero):
    """What is counted of a hero: (label, number); None where nobody wrote it in."""
    unit = hero.unit
    yield _("Defence"), unit.defense
    yield _("Wounds"), unit.wounds or None
    yield _("Hand"), unit.hand
    yield _("Cards in the game"), hero.deck
    yield _("Out of the game"), unit.removed_cards or None
    yield _("Globes"), hero.globes or None
    yield _("Upgrades"), hero.upgrades or None


def stats(hero):
    for label, number in numbers(hero):
        yield LabelledFigure(label, short_figure(number), loud=label == _("Defence"))


def long_figures(hero):
    """The figures in full that are too long for their boxes."""
    for label, number in numbers(hero):
        if number is not None and len(str(number)) > WIDEST:
            yield CardLine(label, str(number), splits=True)


# --- On the dashboard ------------------------------------------------------------------------------------------------


def weapons(hero, language):
    """Two lines for each weapon, as many to write on for each free place, and what an unarmed hero does."""
    yield CardLine(_("Weapons"), title=True, asides=(Aside(_("in zones and dice")),))
    for weapon in hero.unit.weapons:
        yield weapon_line(weapon)
        if weapon.other_side:
            yield other_side_line(weapon)
        yield CardLine(ticks=weapon_ticks(weapon))
    for _place in range(hero.context.weapon_places - len(hero.unit.weapons)):
        kinds = ticks((pgettext("a weapon for", "melee"), False), (pgettext("a weapon for", "shooting"), False))
        yield CardLine(ticks=f"{RULE} {kinds} {dice_words(None, None, None, None)}")
        yield CardLine(ticks=weapon_ticks(None))
    unarmed = hero.context.unarmed
    figures = unarmed.figures
    words = dice_words(figures["range"], figures["attack_dice"], figures["noise_dice"])
    yield CardLine(unarmed.name.into(language), unarmed.card.into(language), asides=(Aside(words),))


def weapon_line(weapon):
    """A weapon with the side that is up."""
    words = [*side_words(weapon.side), *state(weapon)]
    return CardLine(clean(weapon.name) or RULE, SEPARATOR.join(words), asides=(Aside(side_figures(weapon.side)),))


def other_side_line(weapon):
    """The side that lies down, where it is written in."""
    words = [_("first side") if weapon.upgraded else _("upgraded side"), *side_words(weapon.other_side)]
    return CardLine(text=SEPARATOR.join(words), asides=(Aside(side_figures(weapon.other_side)),))


def side_words(side):
    return [kind_words(side.type), *map(clean, side.keywords)]


def side_figures(side):
    reach = 0 if side.range is None and side.type == MELEE else side.range
    return dice_words(reach, side.attack_dice, side.noise_dice, side.vril_dice)


def state(thing):
    """Upgraded, jammed, discharged: in words, for readers who see no boxes."""
    if getattr(thing, "upgraded", False):
        yield _("upgraded")
    yield from (word for word, done in token_pairs(thing.token) if done)


def kind_words(kind):
    return {MELEE: pgettext("a weapon for", "melee"), RANGED: pgettext("a weapon for", "shooting")}.get(kind, kind)


def dice_words(reach, attack, noise, *vril):
    """Range, attack and noise dice, and vril dice where they are given; boxes to write in for None."""
    words = [
        _("range {number}").format(number=figure(reach)),
        _("attack {number}").format(number=figure(attack)),
        _("noise {number}").format(number=figure(noise)),
        *(_("vril {number}").format(number=figure(number)) for number in vril),
    ]
    return SEPARATOR.join(words).replace(" ", NO_BREAK)


def weapon_ticks(weapon):
    return ticks((_("upgraded"), bool(weapon and weapon.upgraded)), *token_pairs(weapon.token if weapon else None))


def token_pairs(token):
    """The boxes for the two tokens, and the name of a token that no box holds."""
    words = {"jammed": _("jammed"), "discharged": _("discharged")}
    pairs = [(word, token == slug) for slug, word in words.items()]
    return pairs if token is None or token in words else [*pairs, (token, True)]


def skills(hero):
    yield CardLine(_("Skills"), title=True)
    for skill in hero.skills:
        yield CardLine(text=clean(skill), splits=True)
    for _place in range(hero.context.skill_places - len(hero.skills)):
        yield CardLine(ticks=RULE)


def objects(hero):
    yield CardLine(_("Objects"), title=True)
    yield from map(object_line, hero.unit.objects)
    for _place in range(hero.context.object_places - len(hero.unit.objects)):
        yield CardLine(ticks=f"{RULE} {ticks((_('globe of vril'), False), *token_pairs(None))}")


def object_line(thing):
    """An object, with the boxes for its tokens; a globe that was given another name says that it is one."""
    kind, name = _("globe of vril") if thing.globe else "", clean(thing.name)
    words = [kind] if kind and name and name.casefold() != kind.casefold() else []
    return CardLine(name or kind or RULE, SEPARATOR.join([*words, *state(thing)]), ticks(*token_pairs(thing.token)))


# --- In play --------------------------------------------------------------------------------------------------------


def wounds(hero):
    """A box and a line for each wound card that stays; from the fourth on the hero is down."""
    yield CardLine(_("Lasting wounds"), title=True, asides=(Aside(_("from {number} on: down").format(number=DOWN_AT)),))
    for number in range(1, DOWN_AT + 1):
        yield CardLine(ticks=f"{tick(str(number), hero.unit.wounds >= number)} {LONG_RULE}")


def each_turn(hero, language):
    """What may be done once a turn, when a hero is captured, and what heroism and the special face do."""
    catalogue = hero.context.catalogue
    yield CardLine(_("Each turn"), title=True)
    rows = (row for slug in ("actions-de-base", "actions-bonus") for row in catalogue.tables[slug].rows.values())
    once = [(row.name.into(language), False) for row in rows if row.figures.get("once")]
    yield CardLine(_("Once:"), ticks=ticks(*once))
    yield CardLine(_("Captured if:"), catalogue.reminders["capture"].text.into(language))
    yield CardLine(_("Heroism:"), _("1 before a test passes it, 2 after it mend a failure; never for noise."))
    yield CardLine(_("Special face:"), _("+2, and it must be spent: an effect, loot, or one more die."))


def notes(hero):
    if words := clean(hero.unit.notes):
        yield CardLine(_("Notes:"), words, splits=True)


def tracks(hero, language):
    for kind, row in hero.context.heroism.items():
        yield Track(row.name.into(language), boxes(row.figures["count"], hero.heroism.get(kind, 0)))
    yield Track("", ticks((_("down"), hero.down), (_("captured"), hero.unit.captured)))


# --- In two lines ---------------------------------------------------------------------------------------------------


def summary(hero, language):
    unit = hero.unit
    words = [clean(unit.player)] if clean(unit.player) else []
    words.append(_("Defence {number}").format(number=figure(unit.defense)))
    words += map(weapon_words, unit.weapons)
    words += map(clean, hero.skills)
    words += [" ".join([clean(one.name) or _("globe of vril"), *state(one)]) for one in unit.objects]
    if unit.wounds:
        words.append(ngettext("{number} wound", "{number} wounds", abs(unit.wounds)).format(number=unit.wounds))
    for kind, row in hero.context.heroism.items():
        if number := hero.heroism.get(kind):
            words.append(f"{_('heroism')} {row.name.into(language)} {number}")
    if unit.hand is not None:
        words.append(f"{_('Hand')} {unit.hand}")
    if unit.removed_cards:
        words.append(f"{_('Out of the game')} {unit.removed_cards}")
    words += [word for word, holds in ((_("down"), hero.down), (_("captured"), unit.captured)) if holds]
    return SEPARATOR.join(words)


def weapon_words(weapon):
    """A weapon with the figures of the side that is up, as far as they were copied."""
    side = weapon.side
    figures = [kind_words(side.type)]
    for words, number in (
        (_("range {number}"), side.range or None),
        (_("attack {number}"), side.attack_dice),
        (_("noise {number}"), side.noise_dice),
        (_("vril {number}"), side.vril_dice),
    ):
        if number is not None:
            figures.append(words.format(number=number))
    if side.keywords:
        figures.append(clean(join_entries(side.keywords)))
    figures += state(weapon)
    return f"{clean(weapon.name) or '–'} ({', '.join(figures)})"
