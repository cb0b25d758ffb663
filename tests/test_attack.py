"""The short form of `make attack` on one machine, as part of the suite."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.attack


@pytest.mark.skipif(not os.environ.get("CI") and not os.environ.get("ATTACK"), reason="make attack; in CI always")
def test_nothing_is_lost_on_one_machine(migrated):
    words = [sys.executable, "-m", "tests.attack", "one", "--short", "--database", str(migrated)]
    environment = {name: value for name, value in os.environ.items() if name not in ("DATA_DIR", "DATABASE_URL")}
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr
