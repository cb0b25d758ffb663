"""The house itself: what imports what, what is vendored, what a start without settings gives."""

import ast
import gettext
import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from builder.pages.spec import PAGES
from config import environment, stylesheet
from rules.books import SafeLoader
from rules.registry import GAMES

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "static"

# --- Who may import whom --------------------------------------------------------------------------------------------

# The parts of builder/ that each of its folders may import besides itself.
EVERYWHERE = {"queues", "registry", "stopping", "web", "wording"}
ARROWS = {
    "web": set(),
    "accounts": EVERYWHERE,
    "dice": EVERYWHERE,
    "lists": EVERYWHERE | {"accounts"},
    "sheets": EVERYWHERE | {"accounts", "lists"},
    "texts": EVERYWHERE | {"lists", "sheets"},
    "versions": EVERYWHERE | {"accounts", "lists", "sheets", "texts"},
    "exports": EVERYWHERE | {"accounts", "lists", "sheets", "texts", "versions"},
    "imports": EVERYWHERE | {"accounts", "exports", "gatherings", "lists", "pictures", "sheets", "texts"},
    "pictures": EVERYWHERE | {"accounts", "exports", "gatherings", "lists", "battles"},
    "gatherings": EVERYWHERE | {"accounts", "lists", "sheets", "exports"},
    "battles": EVERYWHERE | {"accounts", "lists", "sheets", "texts", "exports", "gatherings", "dice", "pages"},
    "personal_data": EVERYWHERE | {"accounts", "lists", "sheets", "exports", "gatherings", "battles", "error_reports"},
    "error_reports": EVERYWHERE | {"accounts", "lists", "battles"},
    "pages": EVERYWHERE | {"accounts", "lists", "sheets"},
    "figures": EVERYWHERE | {"lists"},
    "proposals": EVERYWHERE | {"accounts", "exports", "figures", "lists", "texts", "versions"},
    "operations": EVERYWHERE | {"accounts", "lists", "sheets", "exports", "gatherings", "battles"},
    "api": EVERYWHERE | {"accounts", "lists", "sheets", "exports", "battles"},
}
# What serves all of them, or gathers them.
SHARED_FOLDERS = {"families", "games", "management", "migrations", "templatetags"}

# Imports that wait for a call: models cannot be imported before the applications are ready, WeasyPrint is slow.
LATE_IMPORTS = [
    "builder/apps.py",
    "builder/battles/printing.py",
    "builder/battles/report.py",
    "builder/exports/formats/pdf.py",
    "builder/exports/formats/png.py",
    "builder/exports/thumbnails.py",
    "builder/pictures/decoding.py",
    "builder/sheets/picture.py",
]

# The parts of rules/ that know the database; everything else there is plain Python.
WITH_DJANGO = re.compile(r"rules/(models|loading|storing|signals|admin|apps)\.py|rules/(migrations|management)/.*")


def sources(*folders):
    """The Python files of these folders, as paths from the project's root."""
    return [path.relative_to(ROOT) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


@cache
def tree(path):
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


@cache
def imported(path):
    """The full names of all modules that a file imports, wherever in it."""
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = ".".join(path.parent.parts[: len(path.parent.parts) - node.level + 1]) if node.level else ""
            name = ".".join(filter(None, [package, node.module]))
            names |= {name, *(f"{name}.{alias.name}" for alias in node.names)}
    return names


def importers(name, paths):
    """Those of the files that import this package or a part of it."""
    return [str(path) for path in paths if any(f"{module}.".startswith(f"{name}.") for module in imported(path))]


def shared():
    """The files that serve every game: none of them may ask which game it is."""
    return [path for path in sources("rules", "builder") if not {"games", "families", "migrations"} & {*path.parts}]


def test_rules_never_import_builder():
    assert importers("builder", sources("rules")) == []


def test_only_the_rooms_of_rows_know_django():
    assert importers("django", [path for path in sources("rules") if not WITH_DJANGO.fullmatch(str(path))]) == []


def test_only_two_files_of_sheets_import_weasyprint():
    files = ["builder/sheets/pdf.py", "builder/sheets/repeated.py"]
    assert importers("weasyprint", sources("rules", "builder", "config")) == files


def games_beside(path, own):
    """The games that a file imports, but for its own."""
    games = {match[1] for name in imported(path) if (match := re.match(r"(?:rules|builder)\.games\.(\w+)", name))}
    return sorted(games - {own})


def test_no_game_imports_a_game():
    """What the books of a family share lies in families/, which games may import and which imports no game."""
    files = [path for path in sources("rules", "builder") if {"games", "families"} & {*path.parts}]
    beside = {str(path): games_beside(path, path.parts[2] if path.parts[1] == "games" else "") for path in files}
    assert {path: games for path, games in beside.items() if games} == {}


def test_no_game_includes_another_games_templates():
    """A game's templates name its own folder, its family's, and those that serve every game."""
    folders = {slug: ROOT / "templates" / slug for slug in GAMES}
    named = {
        (slug, other)
        for slug, folder in (
            *folders.items(),
            *((name, ROOT / "templates" / name) for name in {spec.family for spec in PAGES.values() if spec.family}),
        )
        for file in folder.rglob("*.html")
        for other in re.findall(r'"([\w-]+)/[\w/-]+\.html"', file.read_text(encoding="utf-8"))
    }
    assert {(slug, other) for slug, other in named if other in GAMES and other != slug} == set()


def module_name(path):
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def and_packages(name):
    """a.b.c -> {a, a.b, a.b.c}: what an import of it runs."""
    return {name[: dot.start()] for dot in re.finditer(r"\.|$", name)}


def test_no_circle_of_imports():
    """Wherever in a file the import stands; the error of `prepare` names the circle."""
    files = {module_name(path): path for path in sources("rules", "builder", "config")}
    graph = {}
    for module, path in files.items():
        graph[module] = set().union(*map(and_packages, imported(path))) & files.keys() - {module}
    TopologicalSorter(graph).prepare()


def test_imports_stand_at_the_top_of_a_file():
    def late(path):
        code = tree(path)
        return any(isinstance(node, ast.Import | ast.ImportFrom) and node not in code.body for node in ast.walk(code))

    assert [str(path) for path in sources("rules", "builder", "config") if late(path)] == LATE_IMPORTS


def test_every_folder_of_builder_has_its_arrows():
    folders = {path.parts[1] for path in sources("builder") if len(path.parts) > 2}
    assert folders - SHARED_FOLDERS == ARROWS.keys()


def test_no_arrow_runs_upwards():
    """The arrows have no circle, and what every folder may import, the registry of specs above all, imports none."""
    TopologicalSorter(ARROWS).prepare()
    shared = [Path(f"builder/{name}.py") for name in EVERYWHERE - {"web"}]
    assert {folder: importers(f"builder.{folder}", shared) for folder in ARROWS} == {folder: [] for folder in ARROWS}


@pytest.mark.parametrize("folder", ARROWS)
def test_a_folder_imports_only_what_its_arrows_say(folder):
    parts = {name.split(".")[1] for name in map(module_name, sources("builder")) if "." in name}
    wrong = parts - ARROWS[folder] - {folder}
    files = sources(f"builder/{folder}")
    assert {part: importers(f"builder.{part}", files) for part in wrong} == {part: [] for part in wrong}


def test_only_operations_use_config_and_of_it_what_reads_no_settings():
    files = sources("rules", "builder")
    operations = [path for path in files if path.parts[:2] == ("builder", "operations")]
    assert importers("config", [path for path in files if path not in operations]) == []
    used = {name for path in operations for name in imported(path) if name.split(".")[0] == "config"}
    assert {".".join(name.split(".")[:2]) for name in used} <= {"config.environment", "config.web_server"}
    assert importers("django.conf", [Path("config/environment.py"), Path("config/web_server.py")]) == []


def test_only_games_import_games():
    others = [path for path in sources("builder", "config") if path.parts[:2] != ("builder", "games")]
    assert importers("builder.games", others) == []
    others = [path for path in others + sources("rules") if path.parts[:2] != ("rules", "games")]
    assert importers("rules.games", others) == []


def test_views_are_imported_by_addresses_and_games_only():
    def imports_views(path):
        return any("views" in name.split(".") for name in imported(path) if name.startswith("builder."))

    others = [path for path in sources("builder", "config") if path.name != "urls.py" and "games" not in path.parts]
    assert [str(path) for path in others if imports_views(path)] == []


def test_shared_code_imports_no_single_game():
    packages = [game.replace("-", "_") for game in GAMES]
    singles = [f"{app}.games.{package}" for app in ("rules", "builder") for package in packages]
    assert {name: importers(name, shared()) for name in singles} == {name: [] for name in singles}


def test_shared_code_names_no_game():
    """A game's slug starts no string of shared code; docstrings may give examples."""
    named = []
    for path in shared():
        code = tree(path)
        docstrings = {id(node.value) for node in ast.walk(code) if isinstance(node, ast.Expr)}
        for node in ast.walk(code):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                named += [f"{path}:{node.lineno}" for game in GAMES if re.match(rf"{game}\b", node.value)]
    assert named == []


def test_shared_settings_templates_styles_and_scripts_name_no_game():
    """A game's slug, package or name stands nowhere in them, not even in a comment."""
    names = re.compile("|".join(rf"\b{game.replace('-', '[-_ ]')}(?![a-z0-9])" for game in GAMES), re.IGNORECASE)
    templates = [path for path in (ROOT / "templates").rglob("*.html") if path.parent.name not in GAMES]
    statics = [STATIC / "bivouac.js", STATIC / "print.css", *STATIC.glob("css/*.css")]
    files = [*(ROOT / "config").rglob("*.py"), *templates, *statics]
    assert [(path.name, name[0]) for path in files for name in names.finditer(text(path))] == []


def test_each_file_of_styles_is_in_the_bundle_and_no_class_has_its_own_rule_in_two():
    files = {path.stem: text(path) for path in (STATIC / "css").iterdir()}
    assert sorted(files) == sorted(stylesheet.PARTS)
    rules = Counter(name for css in files.values() for name in set(re.findall(r"^\.([\w-]+) \{", css, re.MULTILINE)))
    assert [name for name, count in rules.items() if count > 1] == []


def test_a_file_of_styles_is_a_game_s():
    assert {path.stem for path in (STATIC / "games").iterdir()} <= GAMES.keys()


def test_no_test_reads_what_lies_outside_the_project():
    outside = ".." + "/shared"
    assert [str(path) for path in tracked() if outside in text(path)] == []


# --- What others made -----------------------------------------------------------------------------------------------


@cache
def tracked():
    """The files that the project's repository holds or is about to."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@cache
def text(path):
    return path.read_text(encoding="utf-8", errors="replace")


def vendored():
    lines = (STATIC / "vendor/SHA256SUMS").read_text().splitlines()
    return {name: checksum for checksum, name in (line.split("  ") for line in lines)}


def test_vendored_files_are_what_make_vendor_brought():
    here = [path for folder in ("vendor", "fonts") for path in (STATIC / folder).rglob("*") if path.is_file()]
    here = [path for path in here if path.name != "SHA256SUMS"] + [STATIC / "icons.svg"]
    assert {str(p.relative_to(ROOT)): hashlib.sha256(p.read_bytes()).hexdigest() for p in here} == vendored()


def test_the_sprite_holds_the_icons_that_are_named():
    def named(node):
        if isinstance(node, dict):
            yield from [node["icon"]] if isinstance(node.get("icon"), str) else []
            node = list(node.values())
        for part in node if isinstance(node, list) else []:
            yield from named(part)

    books = {name for path in (ROOT / "fixtures").rglob("*.yaml") for name in named(yaml.load(text(path), SafeLoader))}
    interface = {line.partition("#")[0].strip() for line in text(STATIC / "icons.txt").splitlines()} - {""}
    drawn = re.findall(r'<symbol id="([^"]+)"', text(STATIC / "icons.svg"))
    assert sorted(drawn) == sorted(books | interface), "make vendor draws the sprite anew"


def test_the_fonts_have_what_french_needs():
    from fontTools.ttLib import TTFont

    def lacking(name, characters):
        return [sign for sign in characters if ord(sign) not in TTFont(STATIC / "fonts" / name).getBestCmap()]

    french = "aàâæçéèêëîïôœùûüÿAÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ«»…–—’×·″0123456789"
    titles = [name.name for name in (STATIC / "fonts").glob("*.woff2") if name.name != "bivouac-sans.woff2"]
    assert {name: lacking(name, french) for name in titles} == {name: [] for name in titles}
    assert lacking("bivouac-sans.woff2", french + "Ÿ≥≤→−☐☑✓½\u00a0\u202f") == []


def test_what_templates_and_styles_name_is_there():
    named = {
        str(path.relative_to(ROOT)): re.findall(r"""{%\s*static\s+["']([^"']+)["']""", text(path))
        for path in tracked()
        if path.suffix == ".html"
    }
    assert [(page, name) for page, names in named.items() for name in names if not finders.find(name)] == []
    styles = {path: re.findall(r"""url\(\s*["']?([^"')#]+)""", text(path)) for path in STATIC.rglob("*.css")}
    assert [(css.name, url) for css, urls in styles.items() for url in urls if not (css.parent / url).is_file()] == []


def test_fonts_are_small():
    assert sum(path.stat().st_size for path in (STATIC / "fonts").glob("*.woff2")) <= 70_000


def test_no_file_names_a_registry_or_this_machine():
    hosts = ["py" + "pi.org", "python" + "hosted.org", "registry." + "npmjs.org", "deb." + "debian.org", str(ROOT)]
    assert [f"{path}: {host}" for path in tracked() for host in hosts if host in text(path)] == []


def test_nothing_is_loaded_from_another_host():
    """Pages and style sheets load from the site alone; links that a reader follows are another matter."""
    loads = re.compile(
        r"""(?:src|srcset)\s*=\s*["'](?:https?:)?//|url\(\s*["']?(?:https?:)?//|@import|<link[^>]+https?://"""
    )
    files = [path for path in tracked() if path.suffix in {".html", ".css"} and path.is_relative_to(ROOT)]
    assert [str(path.relative_to(ROOT)) for path in files if loads.search(text(path))] == []


# --- What the project says of itself --------------------------------------------------------------------------------


def test_the_readme_mentions_every_target():
    targets = re.findall(r"^([a-z-]+):.*## ", text(ROOT / "Makefile"), re.MULTILINE)
    assert [name for name in targets if f"make {name}" not in text(ROOT / "README.md")] == []


def test_the_readme_mentions_every_setting():
    names = re.findall(r"^# ([A-Z][A-Z_]+)[:,]", text(ROOT / "config/settings.py"), re.MULTILINE)
    assert len(names) > 10
    assert [name for name in names if name not in text(ROOT / "README.md")] == []


def test_the_pictures_of_the_readme_are_there_and_small():
    named = set(re.findall(r"docs/[\w-]+\.png", text(ROOT / "README.md")))
    sizes = {f"docs/{file.name}": file.stat().st_size for file in (ROOT / "docs").glob("*.png")}
    assert (sizes.keys(), [name for name, size in sizes.items() if size > 150_000]) == (named, [])


def test_the_locks_pin_what_the_project_asks_for():
    import tomllib

    project = tomllib.loads(text(ROOT / "pyproject.toml"))
    dependencies = {"requirements.lock": project["project"]["dependencies"]}
    dependencies["requirements-dev.lock"] = dependencies["requirements.lock"] + project["dependency-groups"]["dev"]
    for lock, wanted in dependencies.items():
        pinned = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text(ROOT / lock), re.MULTILINE))
        names = {re.match(r"[A-Za-z0-9-]+", line).group().lower() for line in wanted}
        assert names - set(pinned) == set(), f"{lock}: make lock"
    both = [dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text(ROOT / lock), re.MULTILINE)) for lock in dependencies]
    assert {name: both[1].get(name) for name in both[0]} == both[0]


def test_translations_are_compiled_and_complete(tmp_path):
    """`make messages` collects and compiles; the texts in the code are English, and French lacks none of them."""
    if not shutil.which("msgfmt"):
        assert not os.environ.get("CI"), "gettext is not installed"
        pytest.skip("gettext is not installed (as root, make test-deps brings it)")
    source = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    done = subprocess.run(
        ["msgfmt", "--check", "--statistics", "-o", tmp_path / "django.mo", source],
        capture_output=True,
        text=True,
        env=os.environ | {"LC_ALL": "C"},
    )
    assert done.returncode == 0, done.stderr
    assert re.findall(r"\d+ (?:fuzzy|untranslated)[^,.]*", done.stderr) == []

    def messages(path):
        with path.open("rb") as file:
            return {key: value for key, value in gettext.GNUTranslations(file)._catalog.items() if key}

    assert messages(source.with_suffix(".mo")) == messages(tmp_path / "django.mo")


# --- Safe by default ------------------------------------------------------------------------------------------------


def manage(folder, *arguments, **variables):
    """Run manage.py as on a machine where nothing is set, but for a folder of its own."""
    return subprocess.run(
        [sys.executable, "-W", "ignore::ImportWarning", "manage.py", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(folder)} | variables,
    )


def shown(folder, *names, **variables):
    """What settings are worth in a process of their own."""
    output = manage(folder, "diffsettings", "--all", **variables).stdout
    values = dict(line.lstrip("# ").split(" = ", 1) for line in output.splitlines() if " = " in line)
    return [ast.literal_eval(values[name].removesuffix("  ###")) for name in names]


@pytest.mark.processes
def test_a_start_without_settings_is_fit_for_deployment(tmp_path):
    checked = manage(tmp_path, "check", "--deploy", "--fail-level", "INFO")
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
    assert shown(tmp_path, "DEBUG", "SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE") == [False, True, True]


@pytest.mark.processes
def test_plain_http_is_one_setting(tmp_path):
    names = ["DEBUG", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE"]
    assert shown(tmp_path, *names, PLAIN_HTTP="1") == [False, False, 0, False, False]


def test_the_secret_key_is_made_once_and_kept_to_its_owner(tmp_path):
    file = tmp_path / "var" / "secret-key"
    with ThreadPoolExecutor(8) as pool:
        keys = {key for keys in pool.map(environment.persistent_secrets, [file] * 24) for key in keys}
    assert keys == {file.read_text()}
    assert len(keys.pop()) >= 64
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.processes
def test_a_setting_that_cannot_be_read_stops_the_start(tmp_path):
    assert "DEBUG=perhaps: say 1 or 0." in manage(tmp_path, "check", DEBUG="perhaps").stderr
    with pytest.raises(ImproperlyConfigured, match="begins with mysql"):
        environment.database("mysql://localhost/bivouac")


@pytest.mark.parametrize(
    "url", ["sqlite:///srv/a%20b.sqlite3", "sqlite:////srv/a%20b.sqlite3", "sqlite://///srv/a b.sqlite3"]
)
def test_an_sqlite_address_may_have_any_number_of_slashes(url):
    assert environment.database(url)["NAME"] == "/srv/a b.sqlite3"


def test_a_postgres_address_is_taken_apart():
    read = environment.database("postgres://us%40er:p%2Fw@[::1]:5433/camp?sslmode=require")
    wanted = {"NAME": "camp", "USER": "us@er", "PASSWORD": "p/w", "HOST": "::1", "PORT": "5433"}
    assert {name: read[name] for name in wanted} == wanted
    assert read["OPTIONS"] == {"connect_timeout": 5, "prepare_threshold": None, "sslmode": "require"}


@pytest.mark.django_db
def test_answers_carry_the_headers_and_refusals_too(client):
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "form-action 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
    )
    wanted = {
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    client.handler.enforce_csrf_checks = True
    for answer in [client.get("/"), client.get("/no-such-page/"), client.post("/i18n/setlang/")]:
        assert {name: answer.headers.get(name) for name in wanted} == wanted
        directives = set(answer.headers["Content-Security-Policy"].split("; "))
        assert directives == set(policy.split("; "))


@pytest.mark.django_db
def test_sqlite_reads_beside_one_writer():
    def value_of(pragma):
        with connection.cursor() as cursor:
            return cursor.execute(f"PRAGMA {pragma}").fetchone()[0]

    assert {name: value_of(name) for name in ("journal_mode", "synchronous", "foreign_keys")} == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
    }
    assert connection.transaction_mode == "IMMEDIATE"
