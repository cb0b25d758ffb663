"""Limits: at the edge, by a clock, over processes, for each kind of address; and what a refused player sees."""

import re
from datetime import UTC, datetime
from multiprocessing import Barrier, SimpleQueue

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver
from django.utils.translation import override

from builder.accounts import limits
from builder.accounts.form_answers import new_form_token
from builder.accounts.rates import rate
from builder.models import FormAnswer, Gathering, Roster, TokenBucket
from builder.web import errors
from builder.web.errors import in_words
from config import environment
from tests.processes import Forked

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
NOON = 1_800_000_000.0


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A clock that stands still until a test moves it: clock.now += 60."""

    class Clock:
        now = NOON

    monkeypatch.setattr(limits, "clock", lambda: Clock.now)
    return Clock


@pytest.fixture
def limit(settings):
    """Set limits: limit(post="2/h")."""

    def change(**rates):
        settings.RATE_LIMITS = settings.RATE_LIMITS | rates

    return change


def passed(number, text="3/min", key="k"):
    """How many of so many takes at once pass."""
    return [limits.take(key, rate(text)) for _time in range(number)].count(0)


def edit(client, **fields):
    """An edit of the only list, which this client has made."""
    pk = Roster.objects.get().pk
    return client.post(f"/lists/{pk}/edit/", {"command": "rename", "revision": 1} | fields, headers=HTMX)


# --- the bucket ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number", "seconds"), [("30/h", 30, 3600), ("100/20s", 100, 20), ("0/d", 0, 86400), ("7/2min", 7, 120)]
)
def test_a_rate_is_a_number_for_a_period(text, number, seconds):
    assert rate(text) == (number, seconds)


@pytest.mark.parametrize("text", ["", "30", "30/", "/h", "-1/h", "30/0s", "30/w", "30/h/h", "1e3/h", "a/h", "3.5/h"])
def test_what_is_no_rate_stops_the_start(monkeypatch, text):
    with pytest.raises(ValueError, match="30/h"):
        rate(text)
    monkeypatch.setenv("RATE_LIMIT_EDIT", text or " ")
    with pytest.raises(ImproperlyConfigured, match="RATE_LIMIT_EDIT"):
        environment.rate("RATE_LIMIT_EDIT", "100/20s")


@pytest.mark.database
def test_as_many_as_the_limit_pass_and_one_more_is_refused():
    assert passed(4) == 3


@pytest.mark.database
def test_after_the_time_of_one_token_one_more_passes(clock):
    assert passed(4) == 3
    for _time in range(5):
        clock.now += 19.9
        assert limits.take("k", rate("3/min")) == pytest.approx(0.1)
        clock.now += 0.1
        assert passed(2) == 1


@pytest.mark.database
@pytest.mark.parametrize("text", ["7/min", "11/s", "13/h", "100/20s", "999/d"])
def test_fractions_of_tokens_lose_none_and_give_none(clock, text):
    number, seconds = rate(text)
    passed(number, text)
    for _time in range(40):
        clock.now += seconds / number
        assert passed(2, text) == 1


@pytest.mark.database
def test_a_refused_take_says_how_long_and_changes_nothing(clock):
    passed(3)
    before = list(TokenBucket.objects.values())
    clock.now += 5
    assert [limits.take("k", rate("3/min")) for _time in range(2)] == [pytest.approx(15)] * 2
    assert list(TokenBucket.objects.values()) == before


@pytest.mark.database
def test_a_bucket_holds_no_more_than_the_limit(clock):
    passed(3)
    clock.now += 86_400
    assert passed(9) == 3


@pytest.mark.database
def test_nothing_passes_a_limit_of_zero():
    assert limits.take("k", rate("0/h")) == 3600
    assert TokenBucket.objects.count() == 0


@pytest.mark.database
def test_each_key_has_a_bucket_of_its_own():
    assert [passed(9, key="a"), passed(9, key="b"), passed(9, "1/h", key="c")] == [3, 3, 1]


@pytest.mark.database
def test_two_clocks_that_differ_give_no_more_than_one(clock):
    taken = 0
    for _time in range(50):
        for ahead in (2, -2):
            clock.now += ahead
            taken += passed(1, "60/min")
    assert taken == 60


@pytest.mark.database
@pytest.mark.parametrize("back", [301, 3600, 3 * 365 * 86_400])
def test_after_a_clock_was_set_back_the_limit_goes_on_from_there(clock, back):
    assert passed(9) == 3
    clock.now -= back
    assert passed(9) == 3
    clock.now += 20
    assert passed(9) == 1


@pytest.mark.database
def test_a_clock_that_is_set_back_a_little_gives_nothing_away(clock):
    assert passed(9) == 3
    clock.now -= 300
    assert passed(9) == 0
    clock.now += 320
    assert passed(9) == 1


@pytest.mark.database
def test_a_bucket_that_was_filled_under_a_larger_limit_gives_no_more_than_the_present_one():
    passed(1, "100/min")
    assert passed(9, "3/min") == 3


def take_fifty(barrier, counts):
    barrier.wait()
    counts.put([limits.take("k", rate("60/d")) for _time in range(50)].count(0))


@pytest.mark.database
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_of_two_hundred_takes_of_four_processes_exactly_as_many_pass_as_the_limit_says():
    barrier, counts = Barrier(4), SimpleQueue()
    takers = [Forked(take_fifty, barrier, counts) for _process in range(4)]
    assert [taker.wait(60) for taker in takers] == [0] * 4
    assert sum(counts.get() for _taker in takers) == 60


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_only_a_take_does_not_wait_for_the_disk():
    names = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}

    def durability():
        with connection.cursor() as cursor:
            cursor.execute(names[connection.vendor])
            return cursor.fetchone()

    with connection.cursor() as cursor:
        cursor.execute({"sqlite": "PRAGMA synchronous = FULL"}.get(connection.vendor, "SET synchronous_commit = on"))
    before = durability()
    assert (passed(9), durability()) == (3, before)
    if connection.vendor == "sqlite":
        with limits.relaxed():
            assert durability() == (1,)


# --- who -------------------------------------------------------------------------------------------------------------

ADDRESSES = {
    "192.0.2.7": "192.0.2.7",
    "192.0.2.7:567": "192.0.2.7",
    " 192.0.2.7 ": "192.0.2.7",
    "::ffff:192.0.2.7": "192.0.2.7",
    "[::ffff:192.0.2.7]:567": "192.0.2.7",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "[2001:db8:1:2::9]": "2001:db8:1:2::/64",
    "[2001:db8:1:2::9]:567": "2001:db8:1:2::/64",
    "2001:DB8:1:2:0:0:0:0": "2001:db8:1:2::/64",
    "2001:db8:1:3::": "2001:db8:1:3::/64",
    "fe80::1%eth0": "fe80::/64",
}
JUNK = ["", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "[", "[]", "[]:1", ":", "::::", "1.2.3.4:5:6", "\0", "٣.1.1.1"]


@pytest.mark.parametrize(("word", "who"), ADDRESSES.items())
@pytest.mark.parametrize("proxies", [0, 1])
def test_a_client_is_an_ipv4_address_or_a_64_of_ipv6(rf, settings, word, who, proxies):
    settings.BEHIND_PROXY = proxies
    headers = {"x-forwarded-for": f"203.0.113.9, {word}"} if proxies else {}
    assert limits.client(rf.get("/", headers=headers, REMOTE_ADDR="198.51.100.1" if proxies else word)) == who


@pytest.mark.parametrize("word", JUNK)
def test_behind_a_proxy_junk_counts_for_who_is_connected(rf, settings, word):
    settings.BEHIND_PROXY = 1
    request = rf.get("/", headers={"x-forwarded-for": f"203.0.113.9, {word}"}, REMOTE_ADDR="198.51.100.1")
    assert limits.client(request) == "198.51.100.1"
    assert limits.client(rf.get("/", REMOTE_ADDR=word)) == "unknown"


@pytest.mark.parametrize(
    ("proxies", "who"), [(0, "198.51.100.1"), (1, "3.3.3.3"), (2, "2.2.2.2"), (3, "1.1.1.1"), (4, "198.51.100.1")]
)
def test_of_several_proxies_the_outermost_says_who_it_is(rf, settings, proxies, who):
    settings.BEHIND_PROXY = proxies
    request = rf.get("/", headers={"x-forwarded-for": "1.1.1.1, 2.2.2.2, 3.3.3.3"}, REMOTE_ADDR="198.51.100.1")
    assert limits.client(request) == who


@pytest.mark.parametrize(("word", "number"), [("", 0), ("0", 0), ("no", 0), ("1", 1), ("yes", 1), ("2", 2)])
def test_behind_proxy_is_yes_no_or_a_number(monkeypatch, word, number):
    monkeypatch.setenv("BEHIND_PROXY", word)
    assert environment.flag_or_number("BEHIND_PROXY") == number
    monkeypatch.setenv("BEHIND_PROXY", "many")
    with pytest.raises(ImproperlyConfigured):
        environment.flag_or_number("BEHIND_PROXY")


def test_a_forged_header_passes_no_limit(client, limit):
    limit(create="1/h")
    answers = [
        client.post("/new/rbn/example/", headers={"x-forwarded-for": f"192.0.2.{n}", "x-real-ip": f"192.0.2.{n}"})
        for n in range(2)
    ]
    assert [answer.status_code for answer in answers] == [302, 429]


@pytest.mark.parametrize("ending", ["1", "ffff:ffff:ffff:ffff"])
def test_one_64_is_one_client_and_the_next_another(client, limit, ending):
    limit(create="1/h")
    addresses = ("2001:db8:0:1::9", f"2001:db8:0:1:{'' if len(ending) > 1 else ':'}{ending}", "2001:db8:0:2::9")
    answers = [client.post("/new/rbn/example/", REMOTE_ADDR=address).status_code for address in addresses]
    assert answers == [302, 429, 302]


# --- where -----------------------------------------------------------------------------------------------------------


def addresses(patterns=None, before="/"):
    """All addresses of the site, with some number, key or word in the places of arguments."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        path = before + re.sub(r"<(\w+):\w+>", lambda part: SOME[part[1]], str(one.pattern))
        if isinstance(one, URLPattern):
            yield path
        else:
            yield from addresses(one.url_patterns, path)


SOME = {
    "pk": "1",
    "key": "k" * 22,
    "slug": "rbn",
    "export": "pdf",
    "path": "1",
    "int": "1",
    "str": "rules",
    "pks": "1-2",
}


def test_nothing_that_may_write_is_unlimited(limit, settings):
    limit(**dict.fromkeys(settings.RATE_LIMITS, "0/h"))
    client = Client()
    paths = [path for path in addresses() if not set("^$(?") & set(path)]
    assert len(paths) > 60
    for method in (client.post, client.put, client.patch, client.delete):
        assert {path: method(path).status_code for path in paths} == dict.fromkeys(paths, 429)


def test_reading_is_not_limited(limit, client):
    limit(post="0/h", edit="0/h")
    assert [client.get(path).status_code for path in ("/", "/about/", "/lists/", "/dice/")] == [200] * 4
    assert TokenBucket.objects.count() == 0


def test_edits_and_other_forms_are_counted_apart(client, limit):
    client.post("/new/rbn/example/")
    limit(edit="3/min", post="2/min")
    TokenBucket.objects.all().delete()
    edits = [edit(client, name=str(number), revision=number + 1).status_code for number in range(4)]
    posts = [client.post("/i18n/setlang/", {"language": "en"}).status_code for _time in range(3)]
    assert (edits, posts) == ([200, 200, 200, 429], [302, 302, 429])


@pytest.mark.database
def test_a_burst_of_a_hundred_edits_is_not_noticed_and_one_more_waits_for_the_next_token(clock, client):
    client.post("/new/rbn/example/")
    passed = [bool(limits.take("edit:127.0.0.1", rate("100/20s"))) for _time in range(99)]
    assert (any(passed), edit(client).status_code, edit(client).status_code) == (False, 200, 429)
    clock.now += 0.2
    assert [edit(client).status_code for _time in range(2)] == [200, 429]


def test_an_edit_asks_once_more_for_its_limit(client):
    client.post("/new/rbn/example/")
    for name in ("a", "b"):
        with CaptureQueriesContext(connection) as queries:
            edit(client, name=name, revision=1 if name == "a" else 2)
        assert ["builder_tokenbucket" in query["sql"] for query in queries].count(True) == 1


# --- log-ins ---------------------------------------------------------------------------------------------------------


def log_in(name="admin", address="192.0.2.1", password="guess"):
    data = {"login": name, "password": password}
    return Client().post("/account/login/", data, REMOTE_ADDR=address).status_code


def test_log_ins_are_limited_by_address(limit):
    limit(login="2/h")
    assert [log_in(name) for name in "abc"] == [200, 200, 429]
    assert log_in("d", "192.0.2.2") == 200


def test_log_ins_are_limited_by_user_name_from_all_addresses_and_however_it_is_written(limit):
    limit(login_user="3/h")
    names = ["admin", " Admin", "\uff41DMIN", "admin"]
    assert [log_in(name, f"192.0.2.{n}") for n, name in enumerate(names)] == [200, 200, 200, 429]
    assert log_in("other", "192.0.2.9") == 200


def test_a_user_name_is_the_same_however_its_number_is_set_apart(limit):
    limit(login_user="3/h")
    names = ["maud-4821", "Maud 4821", "MAUD#4821", "maud__4821", "maud 4822"]
    assert [log_in(name, f"192.0.2.{n}") for n, name in enumerate(names)] == [200, 200, 200, 429, 200]


def test_who_names_nobody_is_counted_as_who_is_signed_in(limit):
    limit(login_member="1/h")
    clients = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(3)]
    accounts = [User.objects.create_user(name, password="right") for name in ("maud-4821", "tom-1234")]
    for client, account in zip(clients, [*accounts, accounts[0]], strict=True):
        client.force_login(account)
    guess = {"password": "guess"}
    assert [client.post("/account/reauthenticate/", guess).status_code for client in clients] == [200, 200, 429]
    strangers = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(7, 9)]
    assert [one.post("/account/login/passkey/", {"credential": "{}"}).status_code for one in strangers] == [302, 302]


def test_who_waits_long_enough_logs_in(limit, clock):
    limit(login="1/h")
    User.objects.create_superuser("admin", password="right")
    assert [log_in(), log_in(password="right")] == [200, 429]
    clock.now += 3600
    assert log_in(password="right") == 302


def test_a_password_is_not_sent_back(limit):
    limit(login="0/h")
    page = Client().post("/account/login/", {"login": "admin", "password": "hunter2"}).content.decode()
    assert "hunter2" not in page


@pytest.mark.parametrize("field", ["password1", "oldpassword", "code", "recovery_code", "credential"])
def test_no_secret_is_sent_back(rf, field):
    request = rf.post("/account/", {"name": "Maud", field: "hunter2"})
    assert errors.too_many_requests(request).context_data["again"] == []


def test_a_limit_of_an_account_holds_from_everywhere_and_for_it_alone(limit):
    limit(second_factor="2/h")
    assert [bool(limits.allowed_for("second_factor", name)) for name in "7787"] == [True, True, True, False]


@pytest.mark.database
def test_while_nothing_can_be_counted_nobody_logs_in_and_the_rest_is_allowed(rf, monkeypatch, caplog):
    def fail(*_arguments):
        raise OperationalError("disk full")

    monkeypatch.setattr(limits, "take", fail)
    request = rf.post("/", {"username": "admin"})
    assert {name: limits.allowed(request, name).wait for name in ("login", "edit", "post", "create", "pdf")} == {
        "login": 60,
        "edit": 0,
        "post": 0,
        "create": 0,
        "pdf": 0,
    }


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_database_that_cannot_be_written_lets_nobody_log_in(rf):
    request = rf.post("/", {"username": "admin"})
    on, off = {
        "sqlite": ("PRAGMA query_only = 1", "PRAGMA query_only = 0"),
        "postgresql": ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off"),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(on)
    try:
        found = [bool(limits.allowed(request, name)) for name in ("login", "edit")]
    finally:
        with connection.cursor() as cursor:
            cursor.execute(off)
    assert (found, TokenBucket.objects.count()) == ([False, True], 0)
    assert limits.allowed(request, "login")


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_form_is_carried_out_where_nothing_can_be_counted_in_its_transaction(client, monkeypatch):
    monkeypatch.setattr(limits, "take_statement", lambda _vendor: "SELECT missing FROM builder_tokenbucket")
    answer = client.post("/new/rbn/example/", {"form_token": new_form_token()})
    assert (answer.status_code, Roster.objects.count(), FormAnswer.objects.count()) == (302, 1, 1)


# --- what a refused player sees --------------------------------------------------------------------------------------

WAITS = {
    0.01: "in 1 second",
    2: "in 2 seconds",
    90: "in 90 seconds",
    91: "in 2 minutes",
    661: "in 12 minutes",
    5400: "in 90 minutes",
    5401: "in 2 hours",
    86_400: "in 24 hours",
}


@pytest.mark.parametrize(("seconds", "words"), WAITS.items())
def test_the_wait_is_said_in_words(seconds, words):
    with override("en"):
        assert in_words(seconds) == words


@pytest.mark.parametrize(
    ("limit_text", "words", "seconds"), [("5/h", "in 12 minutes", "720"), ("1/d", "in 24 hours", "86400")]
)
def test_the_page_says_when_it_works_again(client, limit, limit_text, words, seconds):
    limit(create=limit_text)
    answers = [client.post("/new/rbn/example/", headers={"accept-language": "en"}) for _time in range(6)]
    assert (answers[-1].status_code, answers[-1]["Retry-After"]) == (429, seconds)
    assert words in answers[-1].content.decode()
    assert "no-store" in answers[-1]["Cache-Control"]


def test_what_was_typed_can_be_sent_again(client, limit):
    limit(create="0/h")
    typed = {"name": 'Les "Rescapés"', "notes": "Au <sud>.\nDeux lignes.", "form_token": "t"}
    page = client.post("/gatherings/new/of-the-dead/?roster=", typed)
    form = re.search(r'<form class="wide narrow".*?</form>', page.content.decode(), re.DOTALL)[0]
    assert 'action="/gatherings/new/of-the-dead/?roster="' in form
    assert 'name="name" value="Les &quot;Rescapés&quot;"' in form
    assert 'name="notes" value="Au &lt;sud&gt;.\nDeux lignes."' in form
    limit(create="1/h")
    client.post("/gatherings/new/of-the-dead/", typed)
    assert Gathering.objects.get().notes == "Au <sud>.\nDeux lignes."


def test_an_edit_that_is_refused_leaves_the_page_as_it_is_and_says_so(client, limit):
    client.post("/new/rbn/example/")
    limit(edit="0/min")
    before = Roster.objects.get().name
    answer = edit(client, name="Les Autres")
    text = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"], Roster.objects.get().name) == (429, "60", before)
    assert re.findall(r'hx-target="(.*?)"', text) == ["#toast"]
    assert "dans 60 secondes" in text
    assert "<html" not in text


# --- tidying up ------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_full_buckets_are_tidied_and_no_others(limit):
    limit(create="30/h", edit="100/20s", login_user="100/d")
    ages = {"new": 0, "a day old": 86_400, "older": 86_401, "a little ahead": -300, "of a wrong clock": -301}
    for key, age in ages.items():
        TokenBucket.objects.create(key=key, tokens=0, updated=NOON - age)
    now = datetime.fromtimestamp(NOON, UTC)
    assert limits.tidy_buckets(now, dry_run=True) == 2
    assert TokenBucket.objects.count() == 5
    assert limits.tidy_buckets(now, dry_run=False) == 2
    assert set(TokenBucket.objects.values_list("key", flat=True)) == {"new", "a day old", "a little ahead"}
