"""The enemies: their faction card's rows, their turn in four steps, their attacks, moves and arrivals (p. 21 to 26)."""

from collections.abc import Iterator, Mapping

from rules.catalogue import Catalogue, ReminderRow
from rules.games.reichbusters.play import clock, state
from rules.games.reichbusters.play.book import play_of
from rules.games.reichbusters.play.state import ALARM_DUE, ENEMIES, SEEN, STEP, TURN, VIGILANCE, AlarmStep, EnemyStep
from rules.games.reichbusters.play.symbols import rule
from rules.games.reichbusters.play.tests import room_of
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Choice, Proposal, Reason, Words
from rules.play.battle import TABLE, Battle, Context
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, Text, _

Sent = Mapping[str, str]
OTHER = "other"
MOST = 99
MELEE, RANGED = WAYS = ("melee", "ranged")
WAY_NAMES = {MELEE: Text("Mêlée", "Melee"), RANGED: Text("Tir", "Ranged")}
LOOTS = (Choice("", _("No loot")), Choice("ordinary", _("Ordinary loot")), Choice("vril", _("Vril loot")))
FIGURES = {  # of a row, in the order of the command that adds it
    "most": _("Most in play (#)"),
    "melee": _("Melee attack"),
    "melee-support": _("Melee support"),
    "ranged": _("Ranged attack"),
    "ranged-support": _("Ranged support"),
    "defence": _("Defence"),
    "lives": _("Wounds that kill it"),
}
LEVELS = {0: _("Confident"), 1: _("Suspicious"), 2: _("Alerted")}


# --- rows of the faction card ---------------------------------------------------------------------------------------


def copy_row(context: Context, sent: Sent) -> Attempt:
    """A row of the mission's faction card, copied by the players: the book prints none (ruling rb-1)."""
    form, figures = ActionForm(sent), context.catalogue.tables["ennemis"]
    names = [*(Choice(row.slug, row.name) for row in figures.rows.values()), Choice(OTHER, _("Another"))]
    slug = form.choice("figure", _("Enemy"), names)
    name = form.words("name", _("Its name"), folded=False) if slug == OTHER else ""
    usual = {"lives": 1} | ({"most": figures.rows[slug].figures["count"]} if slug != OTHER else {})
    numbers = [form.number(key, label, usual.get(key, 0), 0, 99) for key, label in FIGURES.items()]
    white = form.flag("white", _("White name: does not act"), folded=False)
    loot = form.choice("loot", _("Loot"), LOOTS)
    keywords = form.words("keywords", _("Keywords"), folded=False)
    if slug == OTHER and not name:
        return Attempt(form.fields)
    words = name.replace("/", " ") or "-"
    row = f"{' '.join(map(str, numbers))} {int(white)} {loot or '-'} {words} / {keywords}".replace(";", ",").strip()
    mark = Mark("copy-row", slug, row)
    return Attempt(form.fields, proposals=[Proposal(_("Add to the table"), [mark], str(figures.cite))])


# --- their turn, step by step ---------------------------------------------------------------------------------------


def enemy_turn(context: Context, sent: Sent) -> Attempt:
    """The step of the enemy turn that is next (p. 25)."""
    step = state.table(context.battle, STEP)
    return STEPS[EnemyStep(step)](context, ActionForm(sent)) if step else Attempt(())


def achtung(context: Context, form: ActionForm) -> Attempt:
    """1: before the alarm, alerted enemies move the marker (rulings rb-31, rb-34); the others only look."""
    battle, cite = context.battle, rule(context.catalogue, "enemy-turn").cite
    rooms = state.alerted(battle)
    advance = Proposal(
        _("Alerted enemies: round marker +1"),
        [*clock.advanced(battle), Mark.set(f"{TABLE}/{STEP}", EnemyStep.POSTS)],
        cite,
    )
    calm = Proposal(_("Nobody is alerted"), [Mark.set(f"{TABLE}/{STEP}", EnemyStep.EYES)], cite)
    note = Reason(
        "", Message(_("Alerted: {rooms}"), {"rooms": tuple(battle.called(room) for room in rooms) or "–"}), cite
    )
    return Attempt((), notes=[note], proposals=[advance, calm] if rooms else [calm, advance])


def posts(context: Context, form: ActionForm) -> Attempt:
    """2: alerted enemies move one zone towards the nearest hero, types in the order of the card."""
    battle, cite = context.battle, rule(context.catalogue, "enemy-turn").cite
    order = [
        Reason(str(number), battle.called(path), cite) for number, path in enumerate(state.acting_types(battle), 1)
    ]
    rows = reminder_rows(context.catalogue, "2")
    onward: list[tuple[str, Words]] = [("enemy-move", _("Into another room or corridor"))] if rooms(battle) else []
    moved = Proposal(_("All have moved"), [Mark.set(f"{TABLE}/{STEP}", EnemyStep.KILL)], cite)
    return Attempt((), reasons=order, notes=rows, proposals=[moved], onward=onward)


def kill(context: Context, form: ActionForm) -> Attempt:
    """3: alerted enemies attack, types in the order of the card, melee before ranged (ruling rb-45)."""
    battle, cite = context.battle, rule(context.catalogue, "enemy-turn").cite
    types = [path for path in state.acting_types(battle) if state.in_play(battle, path)]
    onward: list[tuple[str, Words]] = [(f"enemy-attack?enemy={path}", attacks(battle, path)) for path in types]
    over = [Mark.set(f"{TABLE}/{STEP}", EnemyStep.EYES)] if not state.is_after(battle) else [*over_marks(battle)]
    done = Proposal(_("All have attacked"), over, cite)
    return Attempt(
        (),
        notes=reminder_rows(context.catalogue, "3"),
        proposals=[done],
        onward=onward or [("enemy-attack", _("Attack"))],
    )


def attacks(battle: Battle, path: str) -> Message:
    return Message(_("{name} attack"), {"name": battle.called(path)})


def eyes(context: Context, form: ActionForm) -> Attempt:
    """4: a room or corridor where an enemy sees a hero goes up one level, once (p. 22)."""
    battle, cite = context.battle, rule(context.catalogue, "vigilance").cite
    seeing = [room for room in rooms(battle) if battle.number(f"{room}/{ENEMIES}")]
    raised = [room for room in seeing if form.flag(f"sees-{room.rpartition('/')[2]}", sees(battle, room), folded=False)]
    marks = [Mark.add(f"{room}/{VIGILANCE}") for room in raised]
    return Attempt(
        form.fields,
        notes=reminder_rows(context.catalogue, "4"),
        proposals=[Proposal(_("End of the enemy turn"), [*marks, *over_marks(battle)], cite)],
    )


def sees(battle: Battle, room: str) -> Message:
    return Message(_("{room}: an enemy sees a hero"), {"room": battle.called(room)})


def over_marks(battle: Battle) -> Iterator[Mark]:
    """The marks that end an enemy turn; the free one of the alarm is its sixth step."""
    yield Mark.set(f"{TABLE}/{STEP}", 0)
    yield Mark.say(f"{TABLE}/{TURN}")
    if state.table(battle, ALARM_DUE) == state.UNDER_WAY:
        yield Mark.set(f"{TABLE}/{ALARM_DUE}-{AlarmStep.ENEMIES}")


STEPS = dict(zip(EnemyStep, (achtung, posts, kill, eyes), strict=True))


def reminder_rows(book: Catalogue, step: str) -> list[Reason]:
    """What the reminder of the enemy turn says of a step, whose number begins a row."""
    reminder = book.reminders["tour-des-ennemis"]
    return [labelled(row, str(reminder.cite)) for row in reminder.rows if row.left.fr.startswith(step)]


def labelled(row: ReminderRow, cite: str) -> Reason:
    """A row of a reminder: what it is about, and what it says."""
    return Reason("", Message(_("{name}: {text}"), {"name": row.left, "text": row.right}), cite)


def rooms(battle: Battle) -> list[str]:
    return state.paths(battle, state.ROOM)


# --- attacks --------------------------------------------------------------------------------------------------------


def enemy_attack(context: Context, sent: Sent) -> Attempt:
    """Units of one type that attack one hero in one way: the attack of one and the support of each other (p. 25)."""
    battle, form, cite = context.battle, ActionForm(sent), rule(context.catalogue, "support").cite
    targets = state.may_be_attacked(battle)
    if not targets:
        return Attempt((), notes=[Reason("", _("Everybody is down or captured: nobody is attacked."), cite)])
    types = [Choice(path, battle.called(path)) for path in state.acting_types(battle)]
    foe = form.choice("enemy", _("Type"), types) if types else ""
    figures = {way: [state.enemy_figure(battle, foe, key) for key in (way, f"{way}-support")] for way in WAYS}
    way = form.choice(
        "way", _("Way of attack"), [Choice(one, WAY_NAMES[one]) for one in WAYS], MELEE if figures[MELEE][0] else RANGED
    )
    number = form.number(
        "number", _("How many attack together"), max(1, state.in_play(battle, foe) if foe else 1), 1, MOST
    )
    main = form.number("main", _("Attack of one"), figures[way][0], 0, 99, folded=bool(foe))
    support = form.number("support", _("Support of each other"), figures[way][1], 0, 99, folded=bool(foe))
    nearest = next(iter(state.by_latest(battle)), "")
    hero = form.choice("hero", _("Nearest hero"), [Choice(path, battle.called(path)) for path in targets], nearest)
    total = main + support * (number - 1)
    reasons = [Reason(str(main), _("the main attacker"), cite)]
    reasons += (
        [
            Reason(
                f"+{support * (number - 1)}",
                Message(_("support: {n} × {each}"), {"n": number - 1, "each": support}),
                cite,
            )
        ]
        if number > 1
        else []
    )
    reasons.append(Reason(str(total), _("total: what the defence test has to reach"), cite))
    onward: list[tuple[str, Words]] = [
        (f"defend?unit={hero}&attack={total}", Message(_("{name} defends"), {"name": battle.called(hero)}))
    ]
    return Attempt(form.fields, reasons=reasons, notes=[tie(battle, cite)], onward=onward)


def tie(battle: Battle, cite: str) -> Reason:
    """Who is attacked of two who are equally near (p. 25, ruling rb-44)."""
    names = tuple(battle.called(path) for path in state.by_latest(battle))
    if not names:
        return Reason("", _("Equally near: the players choose."), cite)
    words = _("Equally near: the latest turn counts ({names}); if none of them had one, the players choose.")
    return Reason("", Message(words, {"names": names}), cite)


# --- rooms ----------------------------------------------------------------------------------------------------------


def enemy_move(context: Context, sent: Sent) -> Attempt:
    """Units that enter another room or corridor: the higher of both levels of vigilance counts there (p. 22)."""
    battle, form, cite = context.battle, ActionForm(sent), rule(context.catalogue, "vigilance").cite
    sources = [Choice(room, battle.called(room)) for room in rooms(battle) if battle.number(f"{room}/{ENEMIES}")]
    if not sources:
        return Attempt((), notes=[Reason("", _("No enemy units are noted in a room or corridor."), cite)])
    source = form.choice("from", _("From where"), sources)
    others = [Choice(room, battle.called(room)) for room in rooms(battle) if room != source]
    if not others:
        return Attempt(form.fields, notes=[Reason("", _("Put the other room or corridor on the table first."), cite)])
    into = form.choice("into", _("Into which"), others)
    number = form.number("number", _("Enemy units"), 1, 1, battle.number(f"{source}/{ENEMIES}"))
    level = max(battle.number(f"{room}/{VIGILANCE}") for room in (source, into))
    marks = [Mark.add(f"{source}/{ENEMIES}", -number), Mark.add(f"{into}/{ENEMIES}", number)]
    marks += [Mark.set(f"{into}/{VIGILANCE}", level)] if level else []
    onward = token_steps(battle, into, level)
    return Attempt(
        form.fields,
        reasons=[] if state.is_after(battle) else [Reason(str(level), LEVELS[level], cite)],
        proposals=[Proposal(_("They enter"), marks, cite)],
        onward=onward,
    )


def token_steps(battle: Battle, room: str, level: int) -> list[tuple[str, Words]]:
    """Enemy tokens of an alerted room become units at once, also out of sight (ruling rb-43)."""
    if level < state.ALERTED:
        return []
    return [(f"appear?room={room}&level={one}", appear_words(one)) for one in state.levels(battle, room)]


def appear_words(level: int) -> Message:
    return Message(_("Token {n}: its units appear"), {"n": level})


@unit_action(state.ROOM)
def seen(acting: ActingUnit, form: ActionForm) -> Attempt:
    """An enemy sees a hero for the first time in this hero's turn: one level up, once for each room (p. 22, rb-42)."""
    battle, path, cite = acting.battle, acting.path, acting.rule("vigilance").cite
    if state.is_after(battle):
        return Attempt((), notes=[Reason("", _("After the alarm nobody notes vigilance: all are alerted."), cite)])
    if battle.number(f"{path}/{SEEN}"):
        return Attempt((), notes=[Reason("", _("Already raised in this hero’s turn: once only (rb-42)."), cite)])
    level = min(state.ALERTED, battle.number(f"{path}/{VIGILANCE}") + 1)
    marks = [Mark.set(f"{path}/{VIGILANCE}", level), Mark.set(f"{path}/{SEEN}")]
    return Attempt((), proposals=[Proposal(LEVELS[level], marks, cite)], onward=token_steps(battle, path, level))


def appear(context: Context, sent: Sent) -> Attempt:
    """Units of an enemy card, as many as their row still allows; what brought them is taken off (p. 21)."""
    battle, form, cite = context.battle, ActionForm(sent), rule(context.catalogue, "appear").cite
    types = [Choice(path, battle.called(path)) for path in state.paths(battle, state.ENEMY)]
    if not types:
        note = Reason("", _("Copy the rows of the faction card first."), cite)
        return Attempt((), notes=[note], onward=[("copy-row", _("Copy a row"))])
    foe = form.choice("enemy", _("Type"), types)
    wanted = form.number("number", _("How many the card brings"), 1, 1, MOST)
    room = room_of(form, battle)
    level = form.choice("level", _("What brought them"), sources(context.catalogue))
    most, there = state.enemy_figure(battle, foe, "most"), state.in_play(battle, foe)
    number = min(wanted, max(0, most - there)) if most else wanted
    reasons = [
        Reason(
            str(number),
            Message(_("placed: {there} in play, {most} at most"), {"there": there, "most": most or "–"}),
            cite,
        )
    ]
    marks = [Mark.add(f"{foe}/{state.IN_PLAY}", number)] if number else []
    marks += [Mark.add(f"{room}/{ENEMIES}", number)] if room and number else []
    marks += [Mark.add(f"{room}/tokens-{level}", -1)] if room and level else []
    return Attempt(form.fields, reasons=reasons, proposals=[Proposal(_("Place them"), marks, cite)] if marks else [])


def token_levels(book: Catalogue) -> list[int]:
    return state.numbered(play_of(book).marks[state.ROOM], state.TOKENS)


def sources(book: Catalogue) -> list[Choice]:
    """What brings units: a card, or a token of a level."""
    tokens = (Choice(str(n), Message(_("Enemy token, level {n}"), {"n": n})) for n in token_levels(book))
    return [Choice("", _("A card, or one more type of the same token")), *tokens]


def patrol(context: Context, sent: Sent) -> Attempt:
    """Where a patrol of a noise card comes from, and as what: a token, or units where a hero sees it (p. 24)."""
    battle, form, rule_of_patrol = context.battle, ActionForm(sent), rule(context.catalogue, "patrol")
    cite = rule_of_patrol.cite
    if state.is_after(battle):
        return Attempt(
            (),
            notes=[Reason("", _("After the alarm no patrols: units appear at the barracks of the noise card."), cite)],
            onward=[("appear", _("Units appear"))],
        )
    way = [labelled(row, cite) for row in context.catalogue.reminders["patrouilles"].rows]
    level = form.choice(
        "level",
        _("Level of its token"),
        [Choice(str(n), Text(str(n), str(n))) for n in token_levels(context.catalogue)],
    )
    card = int(
        form.choice("vigilance", _("Its vigilance, as on the card"), [Choice(str(n), LEVELS[n]) for n in LEVELS], "1")
    )
    in_sight = form.either(
        "sight", _("A hero sees where it comes in"), _("Out of sight"), _("In sight of a hero"), False
    )
    room = room_of(form, battle)
    vigilance = max(card, battle.number(f"{room}/{VIGILANCE}")) if room else card
    if in_sight and not (room and battle.number(f"{room}/{SEEN}")):
        vigilance = min(state.ALERTED, vigilance + 1)
    becomes_units = in_sight or vigilance >= state.ALERTED
    lines = [Reason(str(vigilance), LEVELS[vigilance], rule(context.catalogue, "vigilance").cite)]
    lines.append(
        Reason(
            "",
            _("units at once: draw an enemy card (rb-43)")
            if becomes_units
            else _("the token lies there, out of sight"),
            cite,
        )
    )
    marks = [Mark.add(f"{room}/tokens-{level}"), Mark.set(f"{room}/{VIGILANCE}", vigilance)] if room else []
    marks += [Mark.set(f"{room}/{SEEN}")] if room and in_sight else []
    onward: list[tuple[str, Words]] = (
        [(f"appear?room={room}&level={level if room else ''}", _("Units appear"))] if becomes_units else []
    )
    return Attempt(
        form.fields,
        reasons=lines,
        notes=way,
        proposals=[Proposal(_("Place the patrol"), marks, cite)] if marks else [],
        onward=onward,
    )


ENEMY_ACTIONS = {
    "enemies": Action(_("Enemy turn"), enemy_turn, "mad-scientist", actor=""),
    "enemy-attack": Action(_("Enemy attack"), enemy_attack, "lee-enfield", actor="", tells=("enemy", "hero")),
    "enemy-move": Action(_("Enemies enter a room"), enemy_move, "walk", actor=""),
    "appear": Action(_("Enemies appear"), appear, "shambling-zombie", actor=""),
    "patrol": Action(_("Patrol"), patrol, "sniffing-dog", actor=""),
    "copy-row": Action(_("Copy a row of the faction card"), copy_row, "card-pick", actor=""),
    "seen": Action(_("An enemy sees a hero"), seen, "spy", (state.ROOM,)),
}
