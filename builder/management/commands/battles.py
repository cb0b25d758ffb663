"""manage.py battles start | mark | rules | actions | act | end: play battles as files, without a server."""

import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from builder.battles import battle_file, document, recalls
from builder.battles.answers import action_answer, lines, plain, rule_answer, sentence
from builder.battles.battle_file import MOST_BATTLE_BYTES, NotPossible
from builder.battles.spec import BattleContext
from builder.lists.edits import BadEdit
from builder.management.commands.rosters import load_document, raw_documents
from rules.loading import NoBook
from rules.play.dice import BadDice
from rules.shapes import Refused
from rules.text import _

REFUSED = 2
Json = dict[str, Any]
INPUT = "-"


class Command(BaseCommand):
    help = "Start, mark, play and end battles in files: one line of JSON per answer; exit status 2 for what cannot be."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="command", required=True)
        start = actions.add_parser("start", help="a battle of these lists")
        start.add_argument("lists", nargs="+", metavar="LIST.json", help="- reads one list per line of standard input")
        start.add_argument("--scenario", help="its slug")
        start.add_argument("--roles", help="a slug for each list, such as attacker,defender")
        start.add_argument("--against", default="", help="whom the game plays itself, such as zombies")
        start.add_argument("--companions", action="store_true", help="the lists play together, not against each other")
        start.add_argument("-o", "--output", metavar="OUT", help="a file instead of standard output")
        mark = actions.add_parser("mark", help="mark one command after the other, in the file too")
        rules = actions.add_parser("rules", help="a line for each rule to remember at the present step")
        offered = actions.add_parser("actions", help="a line for each action")
        act = actions.add_parser("act", help="what an action asks, its dice and chances, what typed dice mean")
        end = actions.add_parser("end", help="the result that is proposed")
        for part in (mark, rules, offered, act, end):
            part.add_argument("file", metavar="BATTLE.json", help="- reads standard input")
        mark.add_argument("marks", nargs="+", metavar="COMMAND", help="such as 'set 0/3.0/wounds 2'")
        offered.add_argument("--unit", metavar="PATH", help="only what this unit may do")
        act.add_argument("action")
        act.add_argument("fields", nargs="*", metavar="field=value")
        act.add_argument("--dice", help="all dice in the order in which they fell, such as 6,1,1")
        for part in (start, mark, rules, offered, act, end):
            part.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES], default="fr")

    def handle(self, command: str, language: str, **options: Any) -> None:
        try:
            with override(language):
                getattr(self, f"do_{command}")(language=language, **options)
        except NoBook as missing:
            raise CommandError(f"The book of {missing} isn’t loaded: run manage.py books load.", returncode=3) from None
        except (BadEdit, BadDice, NotPossible, Refused) as refused:
            with override(language):
                self.stderr.write(sentence(refused))
            sys.exit(REFUSED)

    def do_start(
        self,
        lists: list[str],
        scenario: str | None,
        roles: str | None,
        against: str,
        companions: bool,
        output: str | None,
        **_options: Any,
    ) -> None:
        loaded = [load_document(raw) for raw in raw_documents(lists)]
        battle = battle_file.started(loaded, scenario, None if roles is None else roles.split(","), against, companions)
        if output:
            write_file(output, line_of(document.write(battle)))
        else:
            self.stdout.write(line_of(document.write(battle)))

    def do_mark(self, file: str, marks: list[str], language: str, **_options: Any) -> None:
        battle = battle_file.marked(self.context(file, language), commands_of(marks))
        line = line_of(document.write(battle))
        if file != INPUT:
            write_file(file, line)
        self.stdout.write(line)

    def do_rules(self, file: str, language: str, **_options: Any) -> None:
        context = self.context(file, language)
        for side in range(len(context.battle.sides)):
            for rule in recalls.at_step(context.battle, context.catalogue, side):
                self.stdout.write(line_of({"side": side} | rule_answer(rule)))

    def do_actions(self, file: str, unit: str | None, language: str, **_options: Any) -> None:
        for slug, action, paths in battle_file.actions(self.context(file, language).battle, unit):
            self.stdout.write(line_of({"action": slug, "title": plain(action.title), "units": paths}))

    def do_act(
        self, file: str, action: str, fields: list[str], dice: str | None, language: str, **_options: Any
    ) -> None:
        played = battle_file.play(self.context(file, language), action, fields_of(fields), dice)
        self.stdout.write(line_of(action_answer(played)))

    def do_end(self, file: str, language: str, **_options: Any) -> None:
        result, condition = battle_file.ending(self.context(file, language))
        sides = [{"outcome": side.outcome, "points": side.points, "facts": dict(side.facts)} for side in result.sides]
        self.stdout.write(line_of({"sides": sides, "lines": lines(condition.lines if condition else ())}))

    def context(self, file: str, language: str) -> BattleContext:
        return battle_file.context_of(battle_file.read(raw_battle(file)), language)


def raw_battle(file: str) -> bytes:
    """The bytes of a battle's document. Raises `Refused`."""
    try:
        with sys.stdin.buffer if file == INPUT else open(file, "rb") as stream:
            return stream.read(MOST_BATTLE_BYTES + 4)  # one byte too many is enough to refuse; 3 may be a BOM
    except OSError as error:
        raise Refused(_("Can’t read {file}: {reason}"), file=file, reason=error.strerror or "") from None


def write_file(file: str, line: str) -> None:
    try:
        Path(file).write_text(f"{line}\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=3) from None


def commands_of(words: list[str]) -> list[str]:
    """One command an argument; arguments that are all single words, as a shell parts them, are one command."""
    is_one = len(words) > 1 and not any(" " in word or word == "next-round" for word in words)
    return [" ".join(words)] if is_one else words


def fields_of(words: list[str]) -> dict[str, str]:
    """{name: value} of arguments such as weapon=0. Raises `BadEdit`."""
    fields: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in fields:
            raise BadEdit(_("Each field once, as name=value, not {given}."), given=word)
        fields[name] = value
    return fields


def line_of(value: Json) -> str:
    return json.dumps(value)
