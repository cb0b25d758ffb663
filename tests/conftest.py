"""What every test may ask for: the books in the database, a real Chromium at desk and phone width."""

import fcntl
import gc
import os
import shutil

import hypothesis
import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction
from django.db.backends.base.introspection import BaseDatabaseIntrospection
from django.test import TransactionTestCase
from django.utils.translation import deactivate

from builder.operations.restoring import default_database_in
from tests.client import make_sheets_at_once, post_urlencoded_forms

# The first, which Debian has, is Chromium without windows: two thirds of the processor time.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Playwright's own list, which ours replaces, and the address bar's suggestions: each window had two pages for them.
FEATURES_OFF = [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "RenderDocument",  # a frame of its own for each page: a sixth of what it costs to go there
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--font-render-hinting=none",  # as with windows, and on phones
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--js-flags=--no-maglev --no-turbofan",  # no page of a test stays long enough to gain by compiled scripts
    "--default-tile-width=2048",  # a page is painted in few pieces: a third of what it costs to show it
    "--default-tile-height=2048",
    f"--disable-features={','.join(FEATURES_OFF)}",
]
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 780}
PATIENCE = 60_000  # milliseconds for what a page is to show; the machine may be busy

# Playwright's loop runs in the thread of the tests, which also ask the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

post_urlencoded_forms()

# Property tests have 30 examples each, 120 by `make test-deep`, 10 by `make test-fast`. No time decides.
SLOW_IS_FINE = [
    hypothesis.HealthCheck.data_too_large,
    hypothesis.HealthCheck.function_scoped_fixture,
    hypothesis.HealthCheck.too_slow,
]
for profile, examples in (("fast", 10), ("default", 30), ("deep", 120)):
    hypothesis.settings.register_profile(
        profile, max_examples=examples, deadline=None, suppress_health_check=SLOW_IS_FINE
    )
hypothesis.settings.load_profile("default")


def pytest_ignore_collect(collection_path, config):
    """With `-m database` only the files that have this mark are read. None: let others decide."""
    marked = config.option.markexpr != "database" or not collection_path.match("test_*.py")
    return None if marked or "mark.database" in collection_path.read_text("utf-8") else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """The test that takes a minute and a half begins first, so that the others do not end before it."""
    items.sort(key=lambda item: item.get_closest_marker("attack") is None)


def pytest_collection_finish():
    """Tests and templates of the whole suite stay until the end: no garbage collection looks through them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


def program(*names, package):
    """Find a program that a test cannot do without: skip without it, or fail where CI is set."""
    for name in names:
        if path := shutil.which(name):
            return path
    return missing(f"{names[0]} is not installed (as root, make test-deps brings {package})")


def missing(what):
    """Skip a test for want of something, or fail where CI is set."""
    if os.environ.get("CI"):
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="session")
def pdftoppm():
    """The program that turns pages of a PDF into pictures."""
    return program("pdftoppm", package="poppler-utils")


def models_of_the_books():
    """The models of everything that the books are stored in, relations between many too."""
    return list(apps.get_app_config("rules").get_models(include_auto_created=True))


def rows_of_the_books():
    """Every row of the books: {model: its rows}."""
    return {model: list(model._base_manager.all()) for model in models_of_the_books()}


def stored_rows(models):
    """What the tables of models hold, to be compared: {table: its rows as text, sorted}."""
    quote = connection.ops.quote_name
    stored = {}
    with connection.cursor() as cursor:
        for model in models:
            columns = ", ".join(quote(field.column) for field in model._meta.local_concrete_fields)
            cursor.execute(f"SELECT {columns} FROM {quote(model._meta.db_table)}")
            stored[model._meta.db_table] = sorted(map(repr, cursor.fetchall()))
    return stored


@transaction.atomic
def put_back(rows):
    """Store what `rows_of_the_books` gave in emptied tables, under the same numbers."""
    for model, stored in rows.items():
        model._base_manager.bulk_create(stored)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    """A folder of this run alone, which all its processes share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder


@pytest.fixture(scope="session")
def made_once(run_folder):
    """made_once(name, make): a file or folder of the run's folder; `make` makes it where it is told, once in a run."""

    def made(name, make):
        path = run_folder / name
        with (run_folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                make(part := run_folder / f"{name}.part")
                part.replace(path)
        return path

    return made


@pytest.fixture(scope="session")
def migrated(made_once, django_db_blocker):
    """The file of an SQLite database with all tables and books, to be copied."""

    def migrate(file):
        with django_db_blocker.unblock(), default_database_in(file):
            call_command("migrate", verbosity=0)
            call_command("books", "load", verbosity=0)
            connection.cursor().execute("PRAGMA journal_mode=WAL")  # two that turn it at once lock each other out

    return made_once("migrated.sqlite3", migrate)


@pytest.fixture(scope="session")
def django_db_keepdb(request, django_db_modify_db_settings):
    """In SQLite a process begins with a copy, which goes with the folder of the process."""
    if connection.vendor != "sqlite":
        return False
    shutil.copyfile(request.getfixturevalue("migrated"), connection.creation._get_test_db_name())
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Load the books once per process; they stay as they were loaded, after tests that commit (transaction=True) too.

    Such a test empties all tables but those of the books, content types and permissions. Only where it changed these
    are they emptied and filled too.
    """
    empty, books = TransactionTestCase._fixture_teardown, models_of_the_books()
    table_names = BaseDatabaseIntrospection.django_table_names

    def all_but_the_kept(self, *args, **kwargs):
        return [name for name in table_names(self, *args, **kwargs) if name not in kept]

    def empty_and_put_back(self):
        if stored_rows([*books, ContentType, Permission]) != kept:
            empty(self)
            put_back(rows)
            kept.update(stored_rows([ContentType, Permission]))  # they are made anew
            return
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(BaseDatabaseIntrospection, "django_table_names", all_but_the_kept)
            call_command("flush", verbosity=0, interactive=False, reset_sequences=False, inhibit_post_migrate=True)

    with django_db_blocker.unblock():
        call_command("books", "load", if_changed=True, verbosity=0)  # a copied file of SQLite has them
        rows, kept = rows_of_the_books(), stored_rows([*books, ContentType, Permission])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_and_put_back)
        yield


@pytest.fixture(autouse=True)
def _sheets_at_once(request, monkeypatch):
    """A sheet is made in the test's own process as soon as it is asked for, except where a test wants the queue."""
    if "sheet_queue" not in request.fixturenames:
        make_sheets_at_once(monkeypatch)


@pytest.fixture(scope="session", autouse=True)
def _printed_once(run_folder):
    from tests import printed  # importing WeasyPrint takes half a second

    folder = run_folder / "printed"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        printed.print_once(patch, folder)
        yield


@pytest.fixture(autouse=True)
def _blank_sheets(request, monkeypatch):
    """Only tests marked `paper` or `processes` print: the sheets of all others are one blank page."""
    if not any(map(request.node.get_closest_marker, ("paper", "processes"))):
        from tests import printed

        printed.leave_blank(monkeypatch)


@pytest.fixture(autouse=True)
def _first_language():
    """A test begins in the site's first language, whatever page another test has opened before."""
    deactivate()


@pytest.fixture
def printed_anew(monkeypatch):
    """Every PDF is made, also one that another test has made: for tests of how it is made."""
    from tests import printed

    printed.print_anew(monkeypatch)


@pytest.fixture
def sheet_queue():
    """The queue as it is deployed: nothing is made until a worker runs."""


@pytest.fixture(scope="session")
def chromium():
    """One Chromium for all tests of this process."""
    path = program(*CHROMIUM, package="chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def windows(chromium):
    """The windows of this Chromium, which tests hand on to each other."""
    from tests.windows import Windows, keep_static_files

    with pytest.MonkeyPatch.context() as patch:
        keep_static_files(patch)
        yield Windows(chromium, PATIENCE)


@pytest.fixture
def visitor(request, windows, live_server):
    """Open a page as somebody new, with cookies of their own: visitor(viewport=PHONE, java_script_enabled=False).

    base_url -- of another name of the site; reduced_motion -- at a desk nothing moves, on a phone all does
    service_workers -- "allow" where the test is of what opens without reception; each costs a quarter of a second

    The test fails in the end when any of its pages ran into a script error or broke the content security policy.
    """
    opened, complaints = [], []

    def arrive(viewport=DESKTOP, locale="fr-FR", base_url=live_server.url, **options):
        motion = "no-preference" if options.get("is_mobile") else "reduce"
        options = {"service_workers": "block", "reduced_motion": motion} | options
        opened.append(windows.open(base_url=base_url, viewport=viewport, locale=locale, **options))
        return opened[-1].page

    yield arrive
    for window in opened:
        complaints += window.complaints
        keeps = request.node.get_closest_marker("own_window") or window.options["service_workers"] == "allow"
        windows.give_back(window, used_up=bool(keeps))
    assert complaints == []


@pytest.fixture
def page(visitor):
    """A French player at a desk."""
    return visitor()


@pytest.fixture
def phone(visitor):
    """A French player with a phone."""
    return visitor(PHONE, has_touch=True, is_mobile=True)
