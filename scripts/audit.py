"""make audit: known weaknesses of the packages in requirements-dev.lock, which has those of requirements.lock too.

Asks the service of pip-audit. Where that is out of reach, AUDIT_FILE names advisories in the OSV format: a .json file
with one of them or a list, or a .zip of such files, as osv.dev exports them.
Exit status: 0 nothing known, 1 findings, 2 not everything could be checked.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import Version

CLEAN, FOUND, UNCHECKED = 0, 1, 2
LOCK = Path("requirements-dev.lock")

Advisory = dict[str, Any]


def pinned(lock: Path) -> dict[str, str]:
    """Package -> version in a lock."""
    lines = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return {canonicalize_name(name): version for name, version in lines}


def advisories(path: Path) -> Iterator[Advisory]:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                yield from records(archive.read(name))
    else:
        yield from records(path.read_bytes())


def records(content: bytes) -> Iterator[Advisory]:
    read = json.loads(content)
    yield from read if isinstance(read, list) else [read]


def concerns(advisory: Advisory, name: str, version: str) -> bool:
    """Whether this version of a package has the weakness."""
    if advisory.get("withdrawn"):
        return False
    parts = [
        part
        for part in advisory.get("affected", [])
        if part["package"]["ecosystem"] == "PyPI" and canonicalize_name(part["package"]["name"]) == name
    ]
    return any(version in part.get("versions", []) or in_ranges(part.get("ranges", []), version) for part in parts)


def in_ranges(ranges: list[dict[str, Any]], version: str) -> bool:
    return any(in_range(span["events"], Version(version)) for span in ranges if span["type"] == "ECOSYSTEM")


def in_range(events: list[dict[str, str]], version: Version) -> bool:
    """OSV's rule: the last event at or before the version decides; `last_affected` still has the weakness."""
    inside = False
    for event in events:
        kind, bound = next((kind, bound) for kind, bound in event.items() if kind != "limit")
        at = Version(bound)
        if kind == "introduced" and at <= version:
            inside = True
        elif (kind == "fixed" and at <= version) or (kind == "last_affected" and at < version):
            inside = False
    return inside


def by_file(path: Path, packages: dict[str, str]) -> tuple[list[str], list[str]]:
    """Findings, and what could not be checked, by a file of advisories."""
    published = list(advisories(path))
    findings = [
        f"{name} {version}: {advisory['id']} {advisory.get('summary', '')}".rstrip()
        for name, version in packages.items()
        for advisory in published
        if concerns(advisory, name, version)
    ]
    return findings, []


def by_service(lock: Path) -> tuple[list[str], list[str]]:
    """The same by pip-audit. It ends well even if it could look up no package at all, so its report is read."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        options = ["--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off"]
        command = [sys.executable, "-m", "pip_audit", *options, "--output", str(report), "--requirement", str(lock)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not report.exists():
            return [], [done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "pip-audit said nothing"]
        return of_report(json.loads(report.read_text(encoding="utf-8")))


def of_report(report: dict[str, Any]) -> tuple[list[str], list[str]]:
    packages = report["dependencies"]
    skipped = [package["skip_reason"] for package in packages if "skip_reason" in package]
    findings = [
        f"{package['name']} {package['version']}: {weakness['id']}"
        for package in packages
        for weakness in package.get("vulns", [])
    ]
    return findings, skipped


def main(lock: Path = LOCK) -> int:
    file = os.environ.get("AUDIT_FILE")
    packages = pinned(lock)
    findings, unchecked = by_file(Path(file), packages) if file else by_service(lock)
    print(*findings, sep="\n", end="\n" if findings else "")
    if unchecked:
        print(f"{len(unchecked)} not checked: {unchecked[0]}", file=sys.stderr)
        print("AUDIT_FILE= names a file of advisories (docs/operations.md).", file=sys.stderr)
    if not findings and not unchecked:
        print(f"{len(packages)} packages, no known weakness.")
    return FOUND if findings else UNCHECKED if unchecked else CLEAN


if __name__ == "__main__":
    sys.exit(main())
