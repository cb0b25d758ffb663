"""Something that a figure does: what it asks, its dice with their reasons, and what dice mean."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from rules.games.chain_reaction.odds import good_faces
from rules.games.chain_reaction.play.figures import KINDS, Figure, can_act
from rules.play import chances
from rules.play.acting_unit import unit_action
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Reason
from rules.play.battle import Battle
from rules.play.chances import Spread
from rules.play.circumstances import Circumstances
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.text import Text

NOBODY = "-"  # a choice of none of the figures
FACE = chances.die(lambda face: (face,))
Part = tuple[Reason, Callable[[], Fraction] | None]  # a reason, and by how much it changes the chance that matters


class FigureRoll:
    """What a figure rolls for, as it is chosen so far: each asks, says its dice and their reasons, and reads them."""

    dice = against = ""

    def __init__(self, figure: Figure, form: ActionForm) -> None:
        self.figure, self.form = figure, form
        self.battle, self.catalogue, self.play = figure.battle, figure.catalogue, figure.play

    @classmethod
    def attempted(cls, figure: Figure, form: ActionForm) -> Attempt:
        """For `figure_action`."""
        return cls(figure, form).attempt()

    def attempt(self) -> Attempt:
        if stopped := self.ask():
            return stopped
        parts = [*self.parts()]
        reasons, notes, likely = [reason for reason, _worth in parts], [*self.notes()], [*self.chances()]

        def valued() -> list[Reason]:
            return [replace(reason, worth=worth()) if worth else reason for reason, worth in parts]

        every = valued if any(worth for _reason, worth in parts) else None
        return Attempt(self.form.fields, self.dice, self.against, reasons, notes, likely, self.read, valued=every)

    def ask(self) -> Attempt | None:
        """Declares its fields and sets `dice`; what there is to say where nothing is rolled for."""
        raise NotImplementedError

    def parts(self) -> Iterable[Part]:
        """Where its dice come from."""
        raise NotImplementedError

    def notes(self) -> Iterable[Reason]:
        return ()

    def chances(self) -> Iterable[Chance]:
        raise NotImplementedError

    def read(self, dice: Dice) -> Outcome:
        raise NotImplementedError

    # --- what several of them ask ------------------------------------------------------------------------------------

    def circumstances(self, facts: dict[str, int], figure: Figure | None = None, prefix: str = "") -> Circumstances:
        return Circumstances(self.catalogue, self.form, facts, {"name": (figure or self.figure).name}, prefix=prefix)

    def choices(self, paths: Sequence[str], none: Text | str = "") -> list[Choice]:
        """Figures to choose from; `none`: what nobody is called, "" where somebody must be chosen."""
        nobody = [Choice(NOBODY, none)] if none else []
        return [*nobody, *(Choice(path, self.battle.called(path)) for path in paths)]

    def stopped(self, words: str, cite: object = "") -> Attempt:
        """What there is to say in the place of dice."""
        return Attempt(self.form.fields, notes=[Reason("", words, str(cite))])


def figure_action(
    title: str,
    icon: str,
    attempt: Callable[[Figure, ActionForm], Attempt],
    suits: Callable[[Battle, str], bool] = can_act,
    tells: Sequence[str] = Action.tells,
) -> Action:
    """An `Action` of figures."""
    return Action(title, unit_action(*KINDS, acts=Figure)(attempt), icon, KINDS, suits, tells=tells)


def field_of(name: str, path: str) -> str:
    """The name of a field about a figure."""
    return f"{name}-{path.replace('/', '-').replace('.', '-')}"


def passes_die(rep: int) -> Spread:
    """Whether a die passes a test against a REP."""
    return chances.die(lambda face: (int(face <= good_faces(rep)),))


def beside(name: Text, words: object) -> Text:
    text = words if isinstance(words, Text) else Text(str(words), str(words))
    return Text(f"{name.fr}\u202f: {text.fr}", f"{name.en}: {text.en}")
