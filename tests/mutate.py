"""make mutants FILES="...": change one thing at a time in these files, and see whether a test fails.

First each test runs once, and the lines that it runs in the files are noted. Then each mutant is tried against the
tests of its line, the quickest first. All of it is one process that collects the tests, and forks: a child puts the
changed bytecode into the functions that are there. What a module does while it is imported is never changed.

The same mutants are drawn each time; --drawn FILE keeps them, and draws those of the file when it is there.
"""

import argparse
import ast
import gc
import json
import os
import pickle
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = ["tests/rules", "tests/rosters", "tests/builder"]
SLOW = ["*print*", "*sheet*", "*account*", "*mail*", "*backup*", "*careers*", "*chapters*"]  # and not about lists
SECONDS = 15  # of tests for one mutant, as they took unchanged
MOST_CPU, MOST_WAITING = 60, 600  # seconds; a mutant whose tests never end is dead
PROCESSES = os.cpu_count() or 1
COMPARISONS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
MEMBERSHIP = {ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"}
SWAPS = COMPARISONS | MEMBERSHIP | {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*"}
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
Change = tuple[str, int, int]  # new text, first and last byte that it replaces
Span = Callable[[ast.AST], tuple[int, int]]  # of a node, in bytes of the source


class Mutant(NamedTuple):
    """One change of a file: its line as it reads, the text before and after, the code of the whole file."""

    file: str
    line: int
    text: str
    column: int
    before: str
    after: str
    code: CodeType

    @property
    def key(self) -> list:
        """What finds it again where lines moved."""
        return [self.file, self.text, self.column, self.before, self.after]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {' '.join(self.before.split())!r} -> {self.after.strip()!r} in {self.text!r}"


# --- The mutants ----------------------------------------------------------------------------------------------------


def mutants(file: str) -> list[Mutant]:
    """Every mutant of the functions of a file that compiles. Annotations, defaults and texts stay."""
    raw = (ROOT / file).read_bytes()
    source_lines = raw.splitlines(keepends=True)
    starts = [0]
    for source_line in source_lines:
        starts.append(starts[-1] + len(source_line))

    def span(node: ast.AST) -> tuple[int, int]:
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    made = {}
    for node in nodes_of_functions(ast.parse(raw)):
        for after, start, end in (*changes(node, span), *changes_of_flow(node, span)):
            if lines_between := raw[start:end].count(b"\n"):  # the lines after it keep their numbers
                after = (
                    after + "\n" * lines_between
                    if after.strip() in ("pass", "and", "or", *SWAPS.values())
                    else f"({after}{lines_between * chr(10)})"
                )
            changed = raw[:start] + after.encode() + raw[end:]
            try:
                code = compile(changed, str(ROOT / file), "exec")
            except SyntaxError:  # a bracket closes between two operands
                continue
            text = source_lines[node.lineno - 1].decode()
            column = start - starts[node.lineno - 1] - (len(text) - len(text.lstrip()))
            made[changed] = Mutant(file, node.lineno, text.strip(), column, raw[start:end].decode(), after, code)
    return list(made.values())


def nodes_of_functions(tree: ast.Module) -> Iterator[ast.AST]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                yield from ast.walk(statement)


def changes(node: ast.AST, span: Span) -> Iterator[Change]:
    """The changes of an expression."""
    match node:
        case (
            ast.Compare(left=left, ops=[operator], comparators=[right]) | ast.BinOp(left=left, op=operator, right=right)
        ):
            if after := SWAPS.get(type(operator)):
                yield f" {after} ", span(left)[1], span(right)[0]
        case ast.BoolOp(op=operator, values=[first, second, *_rest]):
            yield " or " if isinstance(operator, ast.And) else " and ", span(first)[1], span(second)[0]
        case ast.UnaryOp(op=ast.Not()):
            yield "bool ", span(node)[0], span(node.operand)[0]
        case ast.Constant(value=bool() as value):
            yield str(not value), *span(node)
        case ast.Constant(value=int() as value):
            yield str(value + 1), *span(node)
        case ast.Name(id=name) if name in NAMES:
            yield NAMES[name], *span(node)


def changes_of_flow(node: ast.AST, span: Span) -> Iterator[Change]:
    """The changes of what is done at all."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "False", *span(test)
            yield "True", *span(test)
        case ast.Return(value=ast.expr() as value):
            yield "None", *span(value)
        case ast.Expr(value=ast.Yield(value=ast.expr()) | ast.Call()):
            yield "pass", *span(node)


def draw(files: list[str], most: int, drawn: Path | None) -> list[Mutant]:
    """At most so many mutants of each file; those of `drawn` that still are, if it is there."""
    made = {file: mutants(file) for file in files}
    if drawn and drawn.exists():
        keys = json.loads(drawn.read_text())
        found = [mutant for of_file in made.values() for mutant in of_file if mutant.key in keys]
        print(f"{len(found)} of the {len(keys)} mutants of {drawn} are there still")
        return found
    chosen = [
        mutant
        for file, of_file in made.items()
        for mutant in sorted(
            random.Random(file).sample(of_file, min(most, len(of_file))), key=lambda mutant: mutant.line
        )
    ]
    if drawn:
        drawn.write_text(json.dumps([mutant.key for mutant in chosen], indent=1, ensure_ascii=False))
    return chosen


# --- Other code in the functions that are there ---------------------------------------------------------------------


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code and all that stand in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def put_in(code: CodeType) -> None:
    """Give all functions of a file what a changed source says. ValueError: other variables are closed over."""
    gc.unfreeze()  # what conftest.py has frozen is not listed
    changed = {(one.co_qualname, one.co_firstlineno): one for one in codes(code)}
    for function in [item for item in gc.get_objects() if type(item) is FunctionType]:  # a proxy would wake up
        old = function.__code__
        new = changed.get((old.co_qualname, old.co_firstlineno))
        if new and old.co_filename == code.co_filename and function.__module__ != "__main__":
            function.__code__ = new


class Watched(ast.NodeTransformer):
    """A source in which each statement of a function says first that it runs: `_ran(line)`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        for block in [inner for inner in ast.walk(node) if isinstance(getattr(inner, "body", None), list)]:
            for name in ("body", "orelse", "finalbody"):
                statements = getattr(block, name, [])
                setattr(block, name, [one for statement in statements for one in self.reported(statement)])
        return node

    def reported(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return [statement]  # a docstring stays the first
        (report,) = ast.parse(f"_ran({statement.lineno})").body
        for inner in ast.walk(report):
            ast.copy_location(inner, statement)
        return [report, statement]


# --- The runs -------------------------------------------------------------------------------------------------------


class Results:
    """Notes the seconds of each test, and whether it failed."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)


class Trial:
    """Takes the place of pytest's loop over the tests."""

    def __init__(self, drawn: list[Mutant]) -> None:
        self.drawn = drawn
        self.lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.seconds: dict[str, float] = {}
        self.killed: dict[int, str] = {}

    def pytest_runtestloop(self, session):
        for item in [item for item in session.items if item.get_closest_marker("django_db")][:1]:
            run(session, [item], last=session)  # a database for all children
        session.config.pluginmanager.unregister(name="terminalreporter")
        self.items = {item.nodeid: item for item in session.items}
        self.note_lines(session)
        covered = set().union(*(tests for lines in self.lines.values() for tests in lines.values()))
        print(
            f"{len(session.items)} tests, {sum(self.seconds.values()):.0f} s; {len(covered)} run these files",
            flush=True,
        )
        in_children(range(len(self.drawn)), lambda number: self.killer(session, self.drawn[number]), self.take)
        return True

    def note_lines(self, session) -> None:
        """Run every test once and note which statements of the files each runs."""
        parts = [session.items[start::PROCESSES] for start in range(PROCESSES)]
        in_children(parts, lambda items: self.watched(session, items), self.take_lines)

    def watched(self, session, items):
        ran: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        test = ""
        for file in {mutant.file for mutant in self.drawn}:
            tree = Watched().visit(ast.parse((ROOT / file).read_text(encoding="utf-8")))
            module = sys.modules[file.removesuffix(".py").replace("/", ".")]
            module._ran = lambda line, file=file: ran[file][line].add(test)
            put_in(compile(ast.fix_missing_locations(tree), str(ROOT / file), "exec"))
        results = Results()
        session.config.pluginmanager.register(results)
        for item, following in zip(items, [*items[1:], session], strict=True):
            test = item.nodeid
            run(session, [item], last=following)
        return {
            "lines": {file: {line: tests - results.failed for line, tests in of.items()} for file, of in ran.items()},
            "seconds": dict(results.seconds),
        }

    def take_lines(self, _items, noted) -> None:
        self.seconds |= noted["seconds"]
        for file, lines in noted["lines"].items():
            for line, tests in lines.items():
                self.lines[file][line] |= tests

    def killer(self, session, mutant: Mutant) -> str:
        """The test of the mutant's line that fails, or nothing."""
        lines = self.lines[mutant.file]
        tests = lines.get(max((line for line in lines if line <= mutant.line), default=0), set())
        results = Results()
        session.config.pluginmanager.register(results)
        put_in(mutant.code)
        quickest = sorted(tests, key=lambda test: (self.seconds[test], test))
        ends = accumulate(self.seconds[test] for test in quickest)
        items = [self.items[test] for test, end in zip(quickest, ends, strict=True) if end < SECONDS]
        for item, following in zip(items, [*items, session][1:], strict=True):  # what a session has stays
            run(session, [item], last=following)
            if results.failed:
                return item.nodeid
        return ""

    def take(self, number: int, killer: str | None) -> None:
        """A child that died or never ended has found its mutant too."""
        if killer != "":
            self.killed[number] = killer or "the tests did not end"


def run(session, items: list, last) -> None:
    for item, following in zip(items, [*items[1:], last], strict=True):
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)


def in_children(tasks, work: Callable, take: Callable) -> None:
    """Do `work(task)` in a process of its own each, `PROCESSES` at once, then `take(task, result)`.

    The result is None where the process died.
    """
    from django.db import connections

    connections.close_all()
    waiting, running = list(tasks)[::-1], {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < PROCESSES:
                task, answer = waiting.pop(), Path(folder) / f"{len(waiting)}"
                if not (pid := os.fork()):
                    child(work, task, answer)
                running[pid] = task, answer
            pid, _status = os.wait()
            task, answer = running.pop(pid)
            if (error := answer.with_suffix(".error")).exists():
                raise RuntimeError(error.read_text())
            take(task, pickle.loads(answer.read_bytes()) if answer.exists() else None)


def child(work: Callable, task, answer: Path) -> None:
    """Do it with a database of its own, in silence; never returns."""
    from django.conf import settings
    from django.db import connections

    try:
        if not isinstance(task, list):
            signal.alarm(MOST_WAITING)
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU, MOST_CPU))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        copy = answer.with_suffix(".sqlite3")
        database = connections["default"].settings_dict
        if Path(database["NAME"]).exists():
            shutil.copy(database["NAME"], copy)
            database["NAME"] = settings.DATABASES["default"]["NAME"] = str(copy)
        result = pickle.dumps(work(task))
        copy.unlink(missing_ok=True)
        answer.write_bytes(result)
    except BaseException:  # its parent says so
        answer.with_suffix(".error").write_text(traceback.format_exc())
    finally:
        os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--most", type=int, default=15, help="mutants of a file (%(default)s)")
    parser.add_argument("--drawn", type=Path, help="a file of drawn mutants")
    parser.add_argument("--killers", action="store_true", help="print which test each of the others failed")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="(%(default)s)")
    arguments = parser.parse_args()
    began = time.monotonic()
    drawn = draw(arguments.files, arguments.most, arguments.drawn)
    trial = Trial(drawn)
    os.environ["DATABASE_URL"] = ""
    pytest.main(
        [
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-m",
            "not browser",
            *[f"--ignore-glob={name}" for name in SLOW],
            *arguments.tests,
        ],
        plugins=[trial],
    )
    for number, mutant in enumerate(drawn):
        if number not in trial.killed:
            print(f"lives: {mutant}")
        elif arguments.killers:
            print(f"killed by {trial.killed[number]}: {mutant}")
    for file in arguments.files:
        numbers = {number for number, mutant in enumerate(drawn) if mutant.file == file}
        print(f"{file}: {len(trial.killed.keys() & numbers)} of {len(numbers)} killed")
    print(f"{len(trial.killed)} of {len(drawn)} killed, in {(time.monotonic() - began) / 60:.0f} minutes")


if __name__ == "__main__":
    main()
