"""Two convoys and hostile elements facing each other, made in one line, and what dice say of them."""

from builder.battles.markers import side_of
from builder.battles.spec import BattleContext
from builder.wording import local, say
from rules.play.battle import BattleUnit, Marker
from rules.play.dice import Typed
from rules.text import Text
from tests import make
from tests.builder.rbn import played
from tests.builder.test_options import load_roster


def duel(own, *foes, marks=None, others=None, header=None, foe_header=None):
    """The context of a battle: convoys of these units (`own` is one or several) with these heads, and marks."""
    own = own if isinstance(own, tuple) else (own,)
    lists = [
        load_roster(make.convoy(units=own, **{"faction": "mutants"} | (header or {}))),
        load_roster(make.convoy(units=foes or (make.fighter(C=4),), **{"faction": "mutants"} | (foe_header or {}))),
    ]
    battle = played.battle(*map(side_of, lists), marks=marks, others=others or {})
    return BattleContext(battle, make.catalogue(), lists, "en")


def hostile(slug, T=0, C=4, melee=4, rules=""):  # noqa: N803  (the book's own names)
    """A hostile element as it stands on the table."""
    facts = {"hostile": slug, "T": T, "C": C, "melee": melee, "rules": rules, "shoots": int(bool(T))}
    markers = (
        Marker("wounds", Text("Blessures", "Wounds"), "boxes", most=3, ends=True),
        Marker("out", ends=True, label=Text("x", "Out")),
    )
    return BattleUnit(slug, Text(slug, slug), "hostile", markers=markers, facts=facts)


def reasons(attempt):
    """The value and the text of each reason that counts, in order."""
    return [(one.value, said(one.text)) for one in attempt.reasons if one.counts]


def ignored(attempt):
    """Those that something takes the effect from: they stay listed."""
    return [(one.value, said(one.text)) for one in attempt.reasons if not one.counts]


def dice(attempt):
    return attempt.dice, attempt.against


def notes(attempt):
    return [said(one.text) for one in attempt.notes]


def chances(attempt):
    return {said(one.text): one.chance for one in attempt.chances}


def read(attempt, *faces):
    """((value, text) of each line, {text of each proposal: its command}) of these dice, all of which must be taken."""
    typed = Typed(faces)
    outcome = attempt.reads(typed)
    typed.all_used()
    lines = [(one.value, said(one.text)) for one in outcome.lines]
    return lines, {said(one.text): one.command for one in outcome.proposals}


def said(words):
    return local(words) if isinstance(words, Text) else say(words)
