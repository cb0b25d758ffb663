"""Merc City, the campaign of Red Button's Nation: grades, and what a battle sets for the next (p. 34-38)."""

from collections.abc import Iterable, Iterator, Sequence

from builder.gatherings.campaign_spec import (
    DRAWN,
    LOST,
    WON,
    CampaignSpec,
    Consequence,
    Goal,
    Line,
    NextStage,
    Score,
    Stage,
    StageScenario,
)
from builder.gatherings.spec import GatheringLabels
from rules.catalogue import Catalogue, Scenario
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.campaign import CampaignBook, CampaignStage, CitedText, Gain
from rules.text import Text, _

MAIN, SECONDARY = "main", "secondary"
MINOR, MAJOR, CRUSHING = "victoire-mineure", "victoire-majeure", "victoire-ecrasante"
DRAW = "egalite"
NO_ROLE = "none"  # in commands
FACT = "campaign-"  # before the names of what a battle keeps

LABELS = GatheringLabels(
    member=_("New list"),
    name=_("List name"),
    intro=_("Two or more lists meet in Merc City: each battle counts for the next."),
    noting=_("Feats and losses to tell; they change no list."),
)


def book_of(catalogue: Catalogue) -> CampaignBook:
    return play_of(catalogue).campaign


def lines(rows: Iterable[CitedText]) -> list[Line]:
    return [Line(row.text, row.cite) for row in rows]


def about(catalogue: Catalogue) -> list[Line]:
    return lines(book_of(catalogue).about)


def left_open(catalogue: Catalogue) -> list[Line]:
    return lines(book_of(catalogue).open)


def openings(catalogue: Catalogue) -> list[tuple[str, Line]]:
    """Scenarios 1, 2 and 6."""
    return [(row.scenario, Line(row.text, row.cite)) for row in book_of(catalogue).openings]


def scenarios(catalogue: Catalogue) -> list[StageScenario]:
    """All of the book; 3 to 5 are inserted, 9 and 10 have no secondary missions (p. 35, 38)."""
    return [stage_scenario(catalogue, scenario) for scenario in catalogue.scenarios.values()]


def stage_scenario(catalogue: Catalogue, scenario: Scenario) -> StageScenario:
    return StageScenario(
        scenario.slug,
        Text(*(f"{scenario.number}. {scenario.name.into(language)}" for language in ("fr", "en"))),
        str(scenario.cite),
        tuple((role.slug, role.name) for role in scenario.roles) or ((None, ""), (None, "")),
        tuple(goals(catalogue, scenario)),
        scenario.slug in book_of(catalogue).stages,
    )


def goals(catalogue: Catalogue, scenario: Scenario) -> Iterator[Goal]:
    names = book_of(catalogue).goals
    yield Goal(MAIN, names[MAIN], str(scenario.cite), single=True)
    if scenario.secondary_missions:
        yield Goal(SECONDARY, names[SECONDARY], play_of(catalogue).rules["victory"].cite)


# --- the grade of a victory ------------------------------------------------------------------------------------------


def winner_and_grade(main: Sequence[bool], secondary: Sequence[bool]) -> tuple[int | None, str]:
    """Which of two sides won (None: neither), and the slug of the grade, by the table of p. 34.

    main, secondary -- whether each side fulfilled these missions; at most one fulfilled the main one
    """
    if not any(main):
        return (secondary.index(True), MINOR) if secondary[0] != secondary[1] else (None, DRAW)
    winner = main.index(True)
    own, other = secondary[winner], secondary[1 - winner]
    return winner, MAJOR if own == other else CRUSHING if own else MINOR


def score(stage: Stage, catalogue: Catalogue) -> Score | None:
    """How a battle ended; None where it is not between two sides, or its scenario is not in the book.

    Scenarios 9 and 10 have no grades; in 10 both lose where the robot stands (p. 38).
    """
    scenario = catalogue.scenarios.get(stage.scenario)
    if scenario is None or len(stage.parts) != 2:
        return None
    if not scenario.secondary_missions:
        return Score(
            plain_outcomes(reached(stage, MAIN), book_of(catalogue).stages.get(stage.scenario)), cite=str(scenario.cite)
        )
    winner, slug = graded(stage)
    return Score(outcomes(winner), catalogue.victory[slug].name, str(catalogue.victory[slug].cite))


def graded(stage: Stage) -> tuple[int | None, str]:
    """As `winner_and_grade`."""
    return winner_and_grade(reached(stage, MAIN), reached(stage, SECONDARY))


def reached(stage: Stage, goal: str) -> list[bool]:
    return [goal in part.reached for part in stage.parts]


def outcomes(winner: int | None) -> tuple[str, str]:
    if winner is None:
        return DRAWN, DRAWN
    return (WON, LOST) if winner == 0 else (LOST, WON)


def plain_outcomes(main: Sequence[bool], stage: CampaignStage | None) -> tuple[str, str]:
    """Where no secondary missions are played: by the main one alone, "" for both where nobody's is noted."""
    if any(main):
        return outcomes(main.index(True))
    nobody = stage.nobody_wins if stage else ""
    return nobody, nobody


# --- what a battle sets for the next ---------------------------------------------------------------------------------


def follows(stage: Stage, catalogue: Catalogue) -> NextStage | None:
    """The next scenario of the chain with its roles and what the result gives; None after 10 and after 3 to 5."""
    row, result = book_of(catalogue).stages.get(stage.scenario), score(stage, catalogue)
    if result is None or row is None or not row.next:
        return None
    winner = result.winner
    if winner is None:
        return NextStage(row.next, {} if row.winner else cast_again(stage), lines(filter(None, [row.nobody])))
    casting = cast_anew(stage, winner, row) if row.winner else cast_again(stage)
    return NextStage(row.next, casting, lines(filter(None, [row.won])), gains(stage, winner, row))


def cast_again(stage: Stage) -> dict[str, int]:
    """Everybody keeps their role."""
    return {part.role: part.member for part in stage.parts if part.role and part.member}


def cast_anew(stage: Stage, winner: int, row: CampaignStage) -> dict[str, int]:
    """The roles of the next scenario by who won this one."""
    members = {row.winner: stage.parts[winner].member, row.loser: stage.parts[1 - winner].member}
    return {role: member for role, member in members.items() if member}


def gains(stage: Stage, winner: int, row: CampaignStage) -> list[Consequence]:
    role = row.winner or stage.parts[winner].role or ""
    _winner, grade = graded(stage)
    return [consequence(gain, role, grade) for gain in row.gains]


def consequence(gain: Gain, role: str, grade: str) -> Consequence:
    """Something that the winner has in the next battle; its amount, where it has one, is by the grade."""
    amount = gain.amount(grade)
    name = f"{FACT}{gain.slug}"
    facts: dict[str, int | str] = {name: role} | ({f"{name}-amount": amount} if amount else {})
    return Consequence(gain.slug, gain.words(amount), gain.cite, role, facts)


def take_on(stage: Stage, side: int, consequences: Sequence[Consequence]) -> str:
    """The command by which the list of a side takes on the scenario, its role and the points that it won."""
    role = stage.parts[side].role
    points = [
        consequence.facts.get(f"{FACT}points-amount", 0) for consequence in consequences if consequence.role == role
    ]
    return f"take-stage {stage.scenario} {role or NO_ROLE} {sum(int(point) for point in points)}"


CAMPAIGN = CampaignSpec(
    labels=LABELS,
    about=about,
    scenarios=scenarios,
    openings=openings,
    score=score,
    follows=follows,
    take_on=take_on,
    open=left_open,
)
