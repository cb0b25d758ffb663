"""A turn: three phases, the order of initiative, and what the end phase changes ("Mécanismes de jeu")."""

from collections.abc import Iterator, Mapping, Sequence

from rules.catalogue import Catalogue
from rules.games.of_the_dead.play import state, tokens
from rules.games.of_the_dead.play.figures import Figure, changed, figures_in, panic_stuns, team_changes, with_stuns
from rules.play.actions import Attempt, Notice, Proposal, Reason, Words
from rules.play.battle import ACTIVATED, OTHERS, TABLE, Battle, Context, Unit, side_of_path
from rules.play.form import ActionForm
from rules.play.marks import Mark, command
from rules.text import Message, Text, _

PHASE = f"{TABLE}/phase"
MOVEMENT, ACTION, END = 1, 2, 3
NAMES = {MOVEMENT: Message(_("Movement")), ACTION: Message(_("Action")), END: Message(_("End phase"))}
NEXT = {MOVEMENT: _("Action phase"), ACTION: _("End phase")}
END_TURN, NEXT_ROUND = "end-turn", "next-round"  # an action, and the command that it proposes
ACT = "act"  # an action


def step(battle: Battle) -> str:
    """The phase of movement or of actions, as recalls.yaml names it."""
    return {MOVEMENT: "movement", ACTION: "action"}.get(battle.number(PHASE), "")


def order(battle: Battle, book: Catalogue) -> list[Figure]:
    """Everybody by initiative as it is now: ascending, in the phase of actions descending."""
    figures = [Figure(battle, book, path) for path in figures_in(battle)]
    able = [figure for figure in figures if not figure.marked(state.UNCONSCIOUS)]
    return sorted(able, key=lambda figure: figure.initiative, reverse=battle.number(PHASE) == ACTION)


def waiting(battle: Battle, book: Catalogue) -> list[Figure]:
    """Those in their order who have not had their turn in this phase."""
    return [figure for figure in order(battle, book) if not figure.marked(ACTIVATED)]


def due(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """What is next: who moves or acts in which order, the next phase, the end of the turn."""
    phase = battle.number(PHASE)
    if not phase:
        return
    yield from dangers(battle, book)
    cite = str(book.reminders["tour"].cite)
    if phase == END:
        words = _("End phase: see what changes, then end the turn.")
        yield Notice(words, cite, action=END_TURN, button=_("What changes"))
    elif left := waiting(battle, book):
        yield in_order(left, phase, cite)
    elif zombies := [key for key in battle.others if is_waiting_zombie(battle, f"{OTHERS}/{key}")]:
        yield of_zombies(battle, zombies, phase, str(book.tables["zombies"].cite))
    else:
        mark = command([Mark.set(PHASE, phase + 1)])
        yield Notice(
            Message(_("{phase}: all have had their turn."), {"phase": NAMES[phase]}), cite, mark=mark, does=NEXT[phase]
        )


def of_zombies(battle: Battle, keys: Sequence[str], phase: int, cite: str) -> Notice:
    """That zombies of no list move or act by their cards, before the next phase ("Zone de jeu")."""
    values = {"phase": NAMES[phase], "names": tuple(battle.others[key].name for key in keys)}
    words = _("{phase}: zombies that nobody plays do what their cards say: {names}.")
    mark = command([Mark.set(f"{OTHERS}/{key}/{ACTIVATED}") for key in keys])
    return Notice(Message(words, values), cite, mark=mark, does=_("They are done"))


def is_waiting_zombie(battle: Battle, path: str) -> bool:
    """Whether it is a zombie of no list that has not done anything in this phase."""
    is_zombie = battle.units_by_path[path].kind == state.ZOMBIE and not battle.is_down(path)
    return is_zombie and not battle.number(f"{path}/{ACTIVATED}")


def in_order(left: Sequence[Figure], phase: int, cite: str) -> Notice:
    """Who is next, and who after that; those of one sum roll a die ("Phase d'action")."""
    first, *others = left
    values = {"phase": NAMES[phase], "first": scored(first), "others": tuple(map(scored, others))}
    text = _("{phase}: {first}. Then: {others}.") if others else _("{phase}: {first}.")
    if others and others[0].initiative == first.initiative:
        text = _("{phase}: {first}. A die decides the tie. Then: {others}.")
    slug, button = usual_action(first, phase)
    return Notice(
        Message(text, values),
        cite,
        side_of_path(first.path),
        action=f"{slug}?unit={first.path}" if slug else "",
        button=button,
        mark=command([first.set(ACTIVATED)]),
        does=_("Its turn is over"),
    )


def usual_action(figure: Figure, phase: int) -> tuple[str, Words]:
    """(slug, words of its button) of what a figure may do now; ("", "") where its states leave it nothing."""
    if phase == MOVEMENT:
        return ("", "") if figure.marked(state.OPERATION) else ("move", _("Move"))
    return ("", "") if figure.marked(state.STUN) else (ACT, _("Act"))


def scored(figure: Figure) -> Text:
    return figure.called.followed_by(f" {figure.initiative}")


def dangers(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """Who is put down by four enemies, and explosives that go off before all actions."""
    cite = str(book.special_rules["cerne"].cite)
    for figure in (Figure(battle, book, path) for path in figures_in(battle)):
        if figure.is_pinned and not figure.marked(state.PRONE):
            words = Message(_("{name}: surrounded by four or more, prone, one morale lost."), {"name": figure.called})
            marks = [figure.set(state.PRONE), figure.add(state.MORALE, figure.rule("pinned").gain)]
            mark = command(with_stuns(figure, marks))
            yield Notice(words, cite, side_of_path(figure.path), mark=mark, does=_("Mark it"))
        elif figure.is_pinned:
            words = Message(
                _("{name}: if only zombies surround it and nobody comes by next turn, it is dead."),
                {"name": figure.called},
            )
            yield Notice(words, cite, side_of_path(figure.path))
    if thrown := [path for path, unit in tokens_of(battle, tokens.DUE) if tokens.turn_of(unit) < battle.round]:
        blasts = [mark for path in thrown for mark in (off(path), *tokens.lay(tokens.BLAST))]
        words = Message(_("Explosives of the turn before go off before all actions: {n}."), {"n": len(thrown)})
        if battle.number(PHASE) == ACTION:
            cite = str(book.tables["explosions"].cite)
            yield Notice(words, cite, mark=command(blasts), does=_("They go off"))


def tokens_of(battle: Battle, slug: str) -> list[tuple[str, Unit]]:
    """The tokens of a kind with their paths."""
    units = ((f"{OTHERS}/{key}", unit) for key, unit in battle.others.items())
    return [(path, unit) for path, unit in units if unit.facts.get(state.TOKEN) == slug]


# --- the end phase --------------------------------------------------------------------------------------------------


class EndPhase:
    """What the end phase changes: tokens first, then bleeding and fire take theirs (ruling otd-30)."""

    def __init__(self, battle: Battle, book: Catalogue) -> None:
        self.battle, self.book = battle, book
        self.figures = [Figure(battle, book, path) for path in figures_in(battle)]
        self.marks: list[Mark] = []
        self.lines: list[Reason] = []
        self.cite = str(book.tables["moves"].cite)
        for step in (self.tokens, self.states, self.bleeding, self.fire, self.panic):
            step()

    def change(self, marks: Sequence[Mark], value: str, text: Words, cite: str) -> None:
        self.marks += marks
        self.lines.append(Reason(value, text, cite))

    def of(self, figure: Figure, name: Words) -> Message:
        return Message(_("{target}: {reason}"), {"target": figure.called, "reason": name})

    def tokens(self) -> None:
        """Each pile of noise one less, blasts off, a Molotov's template becomes a fire."""
        noise, blasts = self.book.special_rules["bruit"], self.book.tables["explosions"]
        for path, unit in tokens_of(self.battle, tokens.NOISE):
            left = self.battle.number(f"{path}/{tokens.COUNT}") - 1
            marks = [Mark.set(f"{path}/{tokens.COUNT}", left)] if left > 0 else [off(path)]
            self.change(marks, "−1", unit.name, str(noise.cite))
        for path, unit in tokens_of(self.battle, tokens.BLAST):
            self.change([off(path)], "×", unit.name, str(blasts.cite))
        for path, unit in tokens_of(self.battle, tokens.MOLOTOV):
            self.change(
                [off(path), *tokens.lay(tokens.BURNING)],
                "→",
                Message(_("{name} becomes a fire"), {"name": unit.name}),
                str(blasts.cite),
            )

    def states(self) -> None:
        """Prudence and Sprint off, a stun token off, operations a turn on."""
        words, rows = self.book.special_rules, self.book.tables["markers"].rows
        for figure in self.figures:
            for key, entry in ((state.PRUDENCE, words["prudence"]), (state.SPRINT, rows[state.SPRINT])):
                if figure.marked(key):
                    self.change([figure.set(key, 0)], "×", self.of(figure, entry.name), str(words["prudence"].cite))
            for key, entry in ((state.STUN, words["etourdissement"]), (state.OPERATION, words["operation"])):
                if figure.marked(key):
                    self.change([figure.add(key, -1)], "−1", self.of(figure, entry.name), str(entry.cite))

    def bleeding(self) -> None:
        """A life; in the second turn a stun, in the third unconsciousness instead of it."""
        word, rule = self.book.special_rules["saignement"], self.book.play.rules["bleeding"]
        stun, cite = self.book.special_rules["etourdissement"].name, str(word.cite)
        for figure in self.figures:
            turn = figure.marked(state.BLEEDING)
            if not turn:
                continue
            marks = [figure.add(state.LIFE, rule.gain), figure.set(state.BLEEDING, min(rule.most, turn + 1))]
            self.change(marks, f"−{-rule.gain}", self.of(figure, word.name), cite)
            if turn == 1:
                self.change(self.stun_of(figure), "!", self.of(figure, stun), cite)
            elif turn < rule.most:
                gone = [figure.set(state.STUN, 0), figure.set(state.UNCONSCIOUS)]
                self.change(gone, "!", self.of(figure, Message(_("Unconscious"))), cite)

    def stun_of(self, figure: Figure) -> list[Mark]:
        """A stun after the tokens of this phase went off."""
        if any(changed(self.battle, f"{figure.path}/{key}", self.marks) for key in (state.STUN, state.UNCONSCIOUS)):
            return [figure.set(state.STUN, 0), figure.set(state.UNCONSCIOUS)]
        return [figure.set(state.STUN, figure.rule("stun").most)]

    def fire(self) -> None:
        """Two lives, and one morale of the whole team for each who burns."""
        word, team = self.book.special_rules["combustion"], Message(_("Morale of the whole team"))
        life, morale = (self.book.play.rules[slug].gain for slug in ("fire", "fire-team"))
        for figure in self.figures:
            if figure.marked(state.FIRE):
                self.change([figure.add(state.LIFE, life)], f"−{-life}", self.of(figure, word.name), str(word.cite))
                self.change(team_changes(figure, morale), f"−{-morale}", self.of(figure, team), str(word.cite))

    def panic(self) -> None:
        """Whom the lost morale stuns."""
        word = self.book.special_rules["panique"]
        for figure in self.figures[:1]:
            for path in [*panic_stuns(figure, self.marks)]:
                stunned = figure.other(path)
                self.change(self.stun_of(stunned), "!", self.of(stunned, word.name), str(word.cite))

    @property
    def command(self) -> list[Mark]:
        """All of it as it is marked, the next turn last."""
        return [*self.marks, Mark("next-round")]


def off(path: str) -> Mark:
    return Mark("take-off", path.rpartition("/")[2])


def end_turn(context: Context, sent: Mapping[str, str]) -> Attempt:
    """Lists what the end phase changes, then does it with one button."""
    form, changes = ActionForm(sent), EndPhase(context.battle, context.catalogue)
    notes = changes.lines or [Reason("", _("Nothing changes."), changes.cite)]
    turn = Message(_("End the turn; turn {n} begins"), {"n": context.battle.round + 1})
    free = [
        Reason(
            "",
            _("Special skills are free now, lowest initiative first."),
            str(context.catalogue.reminders["tour"].cite),
        )
    ]
    return Attempt(form.fields, reasons=notes, notes=free, proposals=[Proposal(turn, [Mark(NEXT_ROUND)])])
