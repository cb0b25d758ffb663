"""What stands in deploy/: that it names what there is, and gives away no more than it needs."""

import os
import re
import shutil
import subprocess

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands
from django.urls import resolve

ROOT = settings.BASE_DIR
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"].endswith("/bivouac")}
OTHERS = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}


def text(name):
    return (DEPLOY / name).read_text(encoding="utf-8")


def known():
    """The names of the settings, from the environment of settings and of the supervisor."""
    named = re.findall(r"^# ([A-Z][A-Z_, ]+):", (ROOT / "config" / "settings.py").read_text(), re.MULTILINE)
    supervised = re.findall(r'"([A-Z_]+)"', (ROOT / "config" / "supervise.py").read_text())
    return {name for names in named for name in names.split(", ")} | set(supervised)


def used():
    """Every variable that deploy/ hands to the site."""
    image = re.findall(r"\b([A-Z_]+)=", re.search("^ENV (.+)$", text("Containerfile"), re.MULTILINE)[1])
    unit = re.findall(r"\b([A-Z_]+)=", re.search("^Environment=(.+)$", text("bivouac.service"), re.MULTILINE)[1])
    compose = [name for service in OURS.values() for name in service["environment"]]
    return {name.removesuffix("_FILE") for name in [*image, *unit, *compose]} - OTHERS


def test_every_variable_is_a_setting():
    assert used() - known() == set()
    assert {"DATA_DIR", "STATIC_DIR", "BEHIND_PROXY", "HOST", "SHEET_WORKERS", "SECRET_KEY"} <= used()


def test_roles_are_commands():
    commands = [one["command"][2] for one in OURS.values() if "command" in one]
    assert sorted(commands) == ["file_worker", "housekeeping", "mail_worker"]
    assert set(commands) <= get_commands().keys()


def test_no_container_may_more_than_it_needs():
    allowed = {name: one.get("cap_add", []) for name, one in SERVICES.items() if name != "database"}
    assert allowed == {name: ["NET_BIND_SERVICE"] if name == "proxy" else [] for name in allowed}
    for name, one in SERVICES.items():
        assert not {"privileged", "network_mode", "pid", "ipc"} & one.keys()
        assert one["security_opt"] == ["no-new-privileges:true"]
        assert one["mem_limit"]
        if name != "database":  # its image starts as root and gives that up
            assert (one["cap_drop"], one["read_only"]) == (["ALL"], True)
    assert {name for name, one in SERVICES.items() if "ports" in one} == {"proxy"}
    assert "USER 10001:10001" in text("Containerfile")


def test_secrets_are_files_that_make_secrets_makes(tmp_path):
    shutil.copy(DEPLOY / "make-secrets", tmp_path)

    def made():
        subprocess.run([tmp_path / "make-secrets"], check=True, capture_output=True)
        return {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}

    first = made()
    assert made() == first
    files = {name: one["file"] for name, one in COMPOSE["secrets"].items()}
    assert files == {name: f"./secrets/{name}" for name in first}
    assert first["database_password"] in first["database_url"]
    assert len(set(first.values())) == 4
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0
    given = {name for service in SERVICES.values() for name in service.get("secrets", [])}
    assert given == first.keys()


@pytest.mark.parametrize("name", ["Containerfile", "Caddyfile"])
def test_the_address_that_is_asked_for_health_exists(name):
    paths = set(re.findall(r"/health/[a-z/]*", text(name)))
    assert [resolve(path).view_name for path in paths] == ["health-node"]


def test_the_image_gets_the_code_and_no_more():
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert lines[1] == "*"
    let_in = {line[1:] for line in lines if line.startswith("!")}
    assert [name for name in let_in if not (ROOT / name).exists()] == []
    assert not let_in & {"var", "tests", "deploy", ".git", "docs"}


@pytest.mark.parametrize("buffering", ["buffer_requests", "request_buffers 6MB"])
def test_caddy_reads_its_file(buffering):
    caddy = shutil.which("caddy")
    if not caddy:
        pytest.skip("caddy is not installed")
    variables = {"PATH": os.environ["PATH"], "SITE": "lists.example.org", "BUFFERING": buffering}
    command = [caddy, "adapt", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, env=variables, capture_output=True, text=True)
    if "unrecognized subdirective" in done.stderr:
        pytest.skip(f"this Caddy knows no {buffering}")
    assert done.returncode == 0, done.stderr
    assert '"uri":"/health/node/"' in done.stdout
    assert '"body"' not in done.stdout


def test_systemd_reads_its_unit(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "bivouac.service"
    unit.write_text(text("bivouac.service").replace("/srv/bivouac/.venv/bin/python", "/bin/true"))
    done = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_where_memory_ends_one_process_goes_and_not_the_site():
    assert re.findall(r"^OOMPolicy=(.*)$", text("bivouac.service"), re.MULTILINE) == ["continue"]


def pinned(folder, digest):
    """What `scripts/pin-images` makes of deploy/ where every image has this digest."""
    fake = folder / "bin" / "skopeo"
    fake.write_text(f"#!/bin/sh\necho sha256:{digest}\n")
    fake.chmod(0o755)
    path = f"{fake.parent}:{os.environ['PATH']}"
    subprocess.run([folder / "scripts" / "pin-images"], env={"PATH": path}, check=True, capture_output=True)
    return {name: (folder / "deploy" / name).read_text() for name in ("Containerfile", "compose.yaml")}


def test_base_images_are_pinned_by_digest_and_digests_are_renewed(tmp_path):
    (tmp_path / "bin").mkdir()
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    before = {name: text(name) for name in ("Containerfile", "compose.yaml")}
    for digest in ("a" * 64, "b" * 64):
        after = pinned(tmp_path, digest)
        assert sum(one.count(f"@sha256:{digest}") for one in after.values()) == 4
        assert {name: re.sub("@sha256:[0-9a-f]{64}", "", one) for name, one in after.items()} == {
            name: re.sub("@sha256:[0-9a-f]{64}", "", one) for name, one in before.items()
        }
    assert yaml.safe_load(after["compose.yaml"])["services"]["proxy"]["image"].endswith(f"caddy:2@sha256:{'b' * 64}")
