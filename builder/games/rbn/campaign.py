"""Merc City, the campaign of Red Button's Nation: grades, and what a battle sets for the next (p. 34-38)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

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
from builder.lists.edits import BadEdit
from rules.catalogue import Catalogue, Scenario
from rules.games.rbn.document import Convoy
from rules.games.rbn.play.book import book_data, cite_page
from rules.shapes import LONGEST_TEXT
from rules.text import Text, _

MAIN, SECONDARY = "main", "secondary"
MINOR, MAJOR, CRUSHING = "victoire-mineure", "victoire-majeure", "victoire-ecrasante"
DRAW = "egalite"
NO_ROLE = "none"  # in commands
FACT = "campaign-"  # before the names of what a battle keeps

LABELS = GatheringLabels(
    one=_("Campaign"),
    found=_("Start a campaign"),
    member=_("New list"),
    name=_("List name"),
    nameless=_("The untitled list"),
    intro=_("Two or more lists meet in Merc City: each battle counts for the next."),
    invites=_("Anyone with this link can join, with an existing list or a new one."),
    visibility=_(
        "The others can see your list; only you can change it. Anyone with the campaign’s view link can see the "
        "lists’ names and battles. You can leave at any time."
    ),
    apart=_("Everyone keeps their own list; this page, its results and its updates are deleted."),
    noting=_("Feats and losses to tell; they change no list."),
    account=_("With an account, your list is with you on every device."),
    taken=_("This list has already joined another campaign."),
)


def campaign_data() -> dict[str, Any]:
    return book_data("campaign")


def line(catalogue: Catalogue, row: Mapping[str, Any], text: str = "text") -> Line:
    """The text of a row that this key names, with its page."""
    return Line(Text(**row[text]), cite_page(catalogue, row["page"]))


def lines(name: str) -> Callable[[Catalogue], list[Line]]:
    """The rows of this name."""
    return lambda catalogue: [line(catalogue, row) for row in campaign_data()[name]]


def openings(catalogue: Catalogue) -> list[tuple[str, Line]]:
    """Scenarios 1, 2 and 6."""
    return [(row["scenario"], line(catalogue, row)) for row in campaign_data()["openings"]]


def newcomer(document: Convoy, name: str, _player: str) -> Convoy:
    """An empty convoy with a name. Raises `BadEdit` for a name that no list holds."""
    if len(name) > LONGEST_TEXT:
        raise BadEdit(_("Name too long: shorten it."))
    return replace(document, name=name)


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
        scenario.slug in campaign_data()["stages"],
    )


def goals(catalogue: Catalogue, scenario: Scenario) -> Iterator[Goal]:
    names = campaign_data()["goals"]
    yield Goal(MAIN, Text(**names[MAIN]["name"]), str(scenario.cite), single=True)
    if scenario.secondary_missions:
        yield Goal(SECONDARY, Text(**names[SECONDARY]["name"]), cite_page(catalogue, 34))


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
        return Score(plain_outcomes(reached(stage, MAIN), stage.scenario), cite=str(scenario.cite))
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


def plain_outcomes(main: Sequence[bool], scenario: str) -> tuple[str, str]:
    """Where no secondary missions are played: by the main one alone, "" for both where nobody's is noted."""
    if any(main):
        return outcomes(main.index(True))
    nobody = campaign_data()["stages"].get(scenario, {}).get("nobody_wins", "")
    return nobody, nobody


# --- what a battle sets for the next ---------------------------------------------------------------------------------


def follows(stage: Stage, catalogue: Catalogue) -> NextStage | None:
    """The next scenario of the chain with its roles and what the result gives; None after 10 and after 3 to 5."""
    row, result = campaign_data()["stages"].get(stage.scenario, {}), score(stage, catalogue)
    if result is None or "next" not in row:
        return None
    winner = result.winner
    if winner is None:
        nobody = Line(Text(**row["nobody"]), cite_page(catalogue, row.get("nobody_page", row["page"])))
        return NextStage(row["next"], {} if "winner" in row else cast_again(stage), [nobody])
    won = [line(catalogue, row, "won")] if "won" in row else []
    casting = cast_anew(stage, winner, row) if "winner" in row else cast_again(stage)
    return NextStage(row["next"], casting, won, gains(stage, winner, row, catalogue))


def cast_again(stage: Stage) -> dict[str, int]:
    """Everybody keeps their role."""
    return {part.role: part.member for part in stage.parts if part.role and part.member}


def cast_anew(stage: Stage, winner: int, row: Mapping[str, Any]) -> dict[str, int]:
    """The roles of the next scenario by who won this one."""
    members = {row["winner"]: stage.parts[winner].member, row["loser"]: stage.parts[1 - winner].member}
    return {role: member for role, member in members.items() if member}


def gains(stage: Stage, winner: int, row: Mapping[str, Any], catalogue: Catalogue) -> list[Consequence]:
    role = row.get("winner") or stage.parts[winner].role or ""
    _winner, grade = graded(stage)
    return [gain(prize, role, grade, catalogue) for prize in row.get("gains", ())]


def gain(row: Mapping[str, Any], role: str, grade: str, catalogue: Catalogue) -> Consequence:
    """Something that the winner has in the next battle; its amount, where it has one, is by the grade."""
    amount = row["amounts"][grade] if "amounts" in row else 0
    name = f"{FACT}{row['slug']}"
    facts: dict[str, int | str] = {name: role} | ({f"{name}-amount": amount} if amount else {})
    return Consequence(row["slug"], gain_text(row, amount), cite_page(catalogue, row["page"]), role, facts)


def gain_text(row: Mapping[str, Any], amount: int) -> Text:
    """What a row of the file gives, with its amount."""
    total = row.get("base", 0) + amount
    return Text(**{language: text.format(amount=amount, sum=total) for language, text in row["text"].items()})


def take_on(stage: Stage, side: int, consequences: Sequence[Consequence]) -> str:
    """The command by which the list of a side takes on the scenario, its role and the points that it won."""
    role = stage.parts[side].role
    points = [
        consequence.facts.get(f"{FACT}points-amount", 0) for consequence in consequences if consequence.role == role
    ]
    return f"take-stage {stage.scenario} {role or NO_ROLE} {sum(int(point) for point in points)}"


CAMPAIGN = CampaignSpec(
    labels=LABELS,
    about=lines("about"),
    newcomer=newcomer,
    scenarios=scenarios,
    openings=openings,
    score=score,
    follows=follows,
    take_on=take_on,
    open=lines("open"),
)
