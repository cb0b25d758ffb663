"""make attack: start the site, attack it, print what was tried and what was lost. Exits with 1 if anything was lost."""

import argparse
import asyncio
import signal
import sys
import textwrap
import time
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tests.attack.report import ATTACKS, SEVERAL, Attack, Report
from tests.attack.sites import SITES, NoSetUp, One, Site

NOT_ATTACKS = ("__main__", "http", "inside", "load", "measure", "player", "processes", "report", "sites")


def load_attacks() -> list[Attack]:
    """All attacks, in the order of the list of dangers; those that restart the whole site last."""
    folder = Path(__file__).parent
    for module in iter_modules([str(folder)]):
        if module.name not in NOT_ATTACKS:
            import_module(f"tests.attack.{module.name}")
    return sorted(ATTACKS.values(), key=lambda one: (one.ends, one.number))


def chosen(arguments: argparse.Namespace, setup: str) -> list[Attack]:
    return [
        one
        for one in load_attacks()
        if setup in one.setups
        and (any(word in one.name for word in arguments.only) if arguments.only else one.short or not arguments.short)
    ]


async def run_setup(setup: str, arguments: argparse.Namespace) -> list[str]:
    """Run the attacks on one set-up. Returns the names of those where something was lost."""
    site = SITES[setup]()
    lost = []
    try:
        begun = time.monotonic()
        await site.start()
        print(f"\n== {setup}: started in {time.monotonic() - begun:.0f} s\n", flush=True)
        for one in chosen(arguments, setup):
            report = await carry_out(one, site, arguments.short)
            print_row(one, report)
            if report.lost:
                lost.append(f"{setup}: {one.name}")
            if not await site.healthy():
                site.remove()
                site = SITES[setup]()
                await site.start()
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):  # a second Ctrl-C must not leave processes behind
            signal.signal(number, signal.SIG_IGN)
        site.remove()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, ended)
    return lost


def ended(*_signal: object) -> None:
    sys.exit(143)


async def carry_out(one: Attack, site: Site, short: bool) -> Report:
    report = Report(short)
    begun = time.monotonic()
    try:
        async with asyncio.timeout(one.seconds):
            await one.run(site, report, short)
    except TimeoutError:
        report.lost.append(f"not done after {one.seconds:.0f} s")
    except Exception as error:
        report.lost.append(f"{type(error).__name__}: {error}"[:300])
    report.figure(f"{time.monotonic() - begun:.0f} s")
    return report


def print_row(one: Attack, report: Report) -> None:
    said = "; ".join([*report.figures, *([report.skipped] if report.skipped else [])])
    print(f"{one.row:<4} {one.name:<34} {report.outcome:<9} | {report.tried}")
    print(textwrap.indent(textwrap.fill(said, 110), " " * 8))
    for sentence in report.lost:
        print(textwrap.indent(textwrap.fill(f"lost: {sentence}", 110), " " * 8))
    sys.stdout.flush()


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make attack", description=__doc__)
    parser.add_argument("setups", nargs="*", help=f"of {', '.join(SITES)}; default: all")
    parser.add_argument("--short", action="store_true", help="smaller numbers, and only what is quick")
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="those with this in their names ('' is all)"
    )
    parser.add_argument("--database", type=Path, metavar="FILE", help="a migrated SQLite database to begin with")
    parser.add_argument("--list", action="store_true", help="print the attacks and end")
    arguments = parser.parse_args()
    unknown = set(arguments.setups) - set(SITES)
    if unknown:
        parser.error(f"no set-up {', '.join(unknown)}")
    return arguments


def main() -> int:
    arguments = parsed()
    if arguments.list:
        for attack in load_attacks():
            print(f"{attack.row:<4} {attack.name:<34} {', '.join(attack.setups)}: {attack.run.__doc__ or ''}")
        return 0
    signal.signal(signal.SIGTERM, ended)
    One.database = arguments.database
    lost = []
    for setup in arguments.setups or list(SITES):
        try:
            lost += asyncio.run(run_setup(setup, arguments))
        except NoSetUp as missing:
            print(f"\n== {setup}: not tried: {missing}")
            lost += [f"{setup}: not started"] if setup != SEVERAL or arguments.setups else []
    print(f"\nlost: {', '.join(lost) or 'nothing'}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
