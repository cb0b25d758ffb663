"""make audit: an invented weakness of a pinned package is found, and nothing passes unchecked."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from scripts import audit

ROOT = Path(settings.BASE_DIR)


def advisory(name="Camp_Fire", events=({"introduced": "0"}, {"fixed": "1.4.2"}), **more):
    part = {
        "package": {"ecosystem": "PyPI", "name": name},
        "ranges": [{"type": "ECOSYSTEM", "events": list(events)}],
    }
    return {"id": "INVENTED-1", "summary": "Burns", "affected": [part]} | more


@pytest.mark.parametrize(
    ("events", "weak"),
    [
        ([{"introduced": "0"}], ["1.0", "1.4", "1.10", "2.0"]),
        ([{"introduced": "0"}, {"fixed": "1.4"}], ["1.0"]),
        ([{"introduced": "1.4"}, {"last_affected": "1.10"}], ["1.4", "1.10"]),
        ([{"introduced": "0"}, {"fixed": "1.4"}, {"introduced": "1.5"}, {"fixed": "2.0"}], ["1.0", "1.10"]),
        ([{"introduced": "3"}], []),
    ],
)
def test_versions_are_compared_as_versions(events, weak):
    one = advisory(events=events)
    assert [version for version in ("1.0", "1.4", "1.10", "2.0") if audit.concerns(one, "camp-fire", version)] == weak


def test_other_packages_other_registries_and_withdrawn_advisories_do_not_count():
    elsewhere = advisory()
    elsewhere["affected"][0]["package"]["ecosystem"] = "npm"
    assert not audit.concerns(advisory(name="campfire"), "camp-fire", "1.0")
    assert not audit.concerns(elsewhere, "camp-fire", "1.0")
    assert not audit.concerns(advisory(withdrawn="2026-01-01T00:00:00Z"), "camp-fire", "1.0")


def test_versions_may_be_listed_one_by_one():
    one = {"id": "INVENTED-2", "affected": [{"package": {"ecosystem": "PyPI", "name": "tent"}, "versions": ["1.0"]}]}
    assert [version for version in ("1.0", "1.1") if audit.concerns(one, "tent", version)] == ["1.0"]


def run(file):
    return subprocess.run(
        [sys.executable, "scripts/audit.py"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "AUDIT_FILE": str(file)},
        capture_output=True,
        text=True,
    )


def test_a_weakness_of_a_pinned_package_fails(tmp_path):
    version = audit.pinned(ROOT / "requirements.lock")["django"]
    file = tmp_path / "advisories.json"
    file.write_text(json.dumps([advisory("django", [{"introduced": version}]), advisory("no-such-package")]))
    done = run(file)
    assert (done.returncode, done.stdout) == (1, f"django {version}: INVENTED-1 Burns\n")


def test_a_zip_of_advisories_is_read_and_clean_packages_pass(tmp_path):
    file = tmp_path / "all.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("INVENTED-1.json", json.dumps(advisory("weasyprint", [{"introduced": "9999"}])))
    packages = audit.pinned(ROOT / "requirements-dev.lock")
    assert packages.items() >= audit.pinned(ROOT / "requirements.lock").items()
    done = run(file)
    assert (done.returncode, done.stdout) == (0, f"{len(packages)} packages, no known weakness.\n")


def test_packages_that_the_service_does_not_know_are_not_clean(monkeypatch, capsys):
    """pip-audit itself says "No known vulnerabilities found" where it could look up none."""
    report = {"dependencies": [{"name": "tent", "skip_reason": "tent (1.0) not found"}, {"name": "a", "vulns": []}]}
    assert audit.of_report(report) == ([], ["tent (1.0) not found"])
    monkeypatch.delenv("AUDIT_FILE", raising=False)
    monkeypatch.setattr(audit, "by_service", lambda _lock: audit.of_report(report))
    assert audit.main(ROOT / "requirements.lock") == audit.UNCHECKED
    assert "1 not checked: tent (1.0) not found" in capsys.readouterr().err


def test_findings_of_the_service_fail(monkeypatch):
    report = {"dependencies": [{"name": "tent", "version": "1.0", "vulns": [{"id": "PYSEC-1"}]}]}
    monkeypatch.delenv("AUDIT_FILE", raising=False)
    monkeypatch.setattr(audit, "by_service", lambda _lock: audit.of_report(report))
    assert audit.main(ROOT / "requirements.lock") == audit.FOUND
