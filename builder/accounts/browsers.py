"""What a browser was granted: found by the keys of a request, added with a new key, renewed by use, ended by disuse."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from django.apps import apps
from django.db import DatabaseError, models, transaction
from django.db.models import Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.db.models.lookups import LessThan, LessThanOrEqual
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from builder.accounts import cookies
from builder.accounts.models import Browser, BrowserKey, Grant
from builder.web.keys import hash_key, new_key

UNUSED = timedelta(days=400)  # a browser that was away for longer loses its grants
STORED_AFTER = timedelta(minutes=2)  # browsers write new cookies to disk up to half a minute late
NEVER = datetime(9999, 1, 1, tzinfo=UTC)
MOST_HOLDERS = 50  # that a page names
MOST_AT_ONCE = 500  # browsers that are deleted in one transaction

Row = TypeVar("Row", bound=models.Model)


class Granted(NamedTuple):
    """A grant that a request added: the label of its model, the pk of the granted row, and that row's generation."""

    model: str
    row: int
    generation: int


class RequestBrowser:
    """The browser of one request, by the keys that it presents. A stranger presents none, and is not asked for.

    granted -- what this request granted so far
    """

    def __init__(self, request: HttpRequest):
        self.presented = cookies.key_cookies(request)
        self.hashes = [hash_key(key) for key in self.presented.values()]  # and that of the key made by this request
        self.granted: list[Granted] = []
        self.to_set: dict[str, str] = {}  # the cookies of the answer: {name: key}
        self.key: BrowserKey | None = None  # the one that this request made
        self.going_on: set[str] = set()  # the names of cookies whose keys that one does not replace
        self.in_use: dict[type[Grant], set[Any]] = {}  # the pks of rows whose use is not recorded today

    # --- what it may do ---------------------------------------------------------------------------------------------

    def sees(self, at: str = "") -> Q:
        """The condition that a key of this request sees a grant; `at` leads to the grants: "" or "grants__"."""
        turn = F(f"{at}browser__keys__turn")
        return Q(**{f"{at}browser__keys__key_hash__in": self.hashes, f"{at}turn__lte": turn})

    def grants(self, model: type[Grant], **row: Any) -> QuerySet[Any]:
        """The grants of a kind that this browser has, without those that a new secret key has ended."""
        grants: QuerySet[Any] = model._default_manager.all()
        if not self.hashes:
            return grants.none()
        return grants.filter(self.sees(), generation=F(f"{model.TARGET}__generation"), **row)

    def opened(self, rows: QuerySet[Row]) -> list[Row]:
        """Those of `rows` that this browser was granted, each once. They count as used."""
        return list({row.pk: row for row in self.used(self.visible(rows))}.values()) if self.hashes else []

    def opened_one(self, rows: QuerySet[Row]) -> Row | None:
        """As `opened`, for `rows` of which there is only one."""
        newest = self.visible(rows).order_by("-grants__browser__keys__pk")[:1] if self.hashes else []
        return next(iter(self.used(newest)), None)

    def visible(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        """Those of `rows` that a key of this request sees, once for each such key, with `due`."""
        return rows.filter(self.sees("grants__"), grants__generation=F("generation")).annotate(due=due("grants__"))

    def used(self, rows: Iterable[Row]) -> Iterable[Row]:
        for row in rows:
            self.note_use(type(row).grants.rel.related_model, row.pk, row.due)  # type: ignore[attr-defined]
        return rows

    def annotate_due(self, rows: QuerySet[Row], model: type[Grant], path: str) -> QuerySet[Row]:
        """`rows` with `due`: None where this browser was not granted what `path` leads to, else as `due`.

        path -- of the granted row: "" for the row itself, or the name of a foreign key
        """
        if not self.hashes:
            return rows.annotate(due=models.Value(None, models.BooleanField(null=True)))
        generation = OuterRef(f"{path}__generation" if path else "generation")
        grants = model._default_manager.filter(
            self.sees(), generation=generation, **{model.TARGET: OuterRef(path or "pk")}
        )
        newest = grants.order_by("-browser__keys__pk").values(is_due=due())
        return rows.annotate(due=Subquery(newest[:1]))

    def uses(self, model: type[Grant], pk: Any, row: Any) -> bool:
        """Whether this browser was granted the row `pk`, by the `due` of `row`; it counts as used then."""
        self.note_use(model, pk, row.due)
        return row.due is not None

    def note_use(self, model: type[Grant], row: Any, is_due: bool | None) -> None:
        """Remember that a granted row was used, for `record_use`, where that `is_due`."""
        if is_due:
            self.in_use.setdefault(model, set()).add(row)

    def holders(self, model: type[Grant], row: Any) -> list[Any]:
        """The grants of a row that some browser still has, last used first; `mine` says which are of this browser.

        A browser whose answers were lost may be in it more than once.
        """
        keys = BrowserKey.objects.filter(browser=OuterRef("browser"), turn__gte=OuterRef("turn"))
        grants = model._default_manager.filter(Exists(keys), generation=row.generation, **{model.TARGET: row})
        mine = Exists(keys.filter(key_hash__in=self.hashes))
        return list(grants.annotate(mine=mine).order_by("-mine", "-used", "-granted")[:MOST_HOLDERS])

    # --- granting ---------------------------------------------------------------------------------------------------

    @transaction.atomic
    def grant(self, model: type[Grant], row: Any) -> None:
        """Let this browser do with `row` what `model` stands for. Its key is replaced by a new one."""
        self.add(model, row.pk, row.generation, self.new_turn(STORED_AFTER))

    @transaction.atomic
    def keep(self, model: type[Grant], row: Any) -> None:
        """Carry the grants of this browser over to the new generation of `row`.

        The presented keys keep the row too, so that a lost answer loses nothing, until the new key is used. Who else
        holds a key that was made from one of them loses it.
        """
        browsers = {key.browser_id for key in map(only_newest, self.newest_keys(lock=True))}
        model._default_manager.filter(browser__in=browsers, **{model.TARGET: row}).update(generation=row.generation)
        self.add(model, row.pk, row.generation, self.new_turn(timedelta(), ending=True))

    @transaction.atomic
    def grant_again(self, granted: Iterable[Sequence[Any]]) -> None:
        """Add what an earlier request of this browser was `granted`, whose answer it may not have got.

        Rows that were erased since, or have a new secret key, are left out.
        """
        for label, row, generation in granted:
            model: type[Grant] = apps.get_model(label)
            rows: Any = model._meta.get_field(model.TARGET).related_model
            holds = rows._default_manager.filter(pk=row, generation=generation).exists()
            if holds and not self.grants(model, **{model.TARGET: row}).exists():
                self.add(model, row, generation, self.new_turn(STORED_AFTER))

    def add(self, model: type[Grant], row: int, generation: int, key: BrowserKey) -> None:
        """Store one grant of the turn of `key`, unless the browser has it."""
        now = timezone.now()
        has: dict[str, Any] = {"browser_id": key.browser_id, f"{model.TARGET}_id": row}
        values = {"generation": generation, "granted": now, "used": timezone.localdate(now), "turn": key.turn}
        if not model._default_manager.filter(**has, generation=generation).exists():
            model._default_manager.update_or_create(defaults=values, **has)
        self.granted.append(Granted(model._meta.label_lower, row, generation))

    def new_turn(self, stored_after: timedelta, ending: bool = False) -> BrowserKey:
        """The key of this request's grants, made with the first of them. It sees all that the presented keys see.

        Beside a key that was replaced it sees only its own: that one goes on, and nothing is copied, however often it
        is sent.

        ending -- all presented keys end with the first use of the new one
        """
        if self.key is None:
            presented = self.newest_keys(lock=True)
            browser = next_turn(presented)
            if browser is None and not ending and is_sent_again(presented):
                self.go_on_with(presented)
                presented = []
            browser = browser or self.gathered(presented)
            settles = timezone.now() + stored_after if presented else None
            self.key = self.make_key(browser, browser.turn, presented, settles)
        return self.key

    def go_on_with(self, keys: Sequence[BrowserKey]) -> None:
        """Let `keys` stay in use beside the new one, whoever uses those that have replaced them."""
        newest = {key.browser_id: key for key in sorted(keys, key=lambda key: key.turn)}
        for key in keys:
            one = newest[key.browser_id]
            BrowserKey.objects.filter(pk=key.pk).update(replaced_by=None if one is key else one)
        hashes = {key.key_hash for key in newest.values()}
        self.going_on = {name for name, key in self.presented.items() if hash_key(key) in hashes}

    def newest_keys(self, lock: bool = False) -> list[BrowserKey]:
        """The stored keys that this request presents, without those that another of them has replaced.

        lock -- their browsers, until the transaction ends
        """
        if not self.hashes:
            return []
        if lock:
            browsers = Browser.objects.filter(keys__key_hash__in=self.hashes).order_by("pk")
            list(browsers.select_for_update(of=("self",)))
        keys = list(BrowserKey.objects.filter(key_hash__in=self.hashes).select_related("browser"))
        pks = {key.pk for key in keys}
        return [key for key in keys if key.replaced_by_id not in pks]

    def make_key(
        self, browser: Browser, turn: int, replaced: Sequence[BrowserKey], settles: datetime | None
    ) -> BrowserKey:
        """A new key of `browser`, whose cookie goes with the answer; it replaces others."""
        key, name, now = new_key(), cookies.new_cookie_name(), timezone.now()
        row = BrowserKey.objects.create(
            browser=browser, key_hash=hash_key(key), turn=turn, made=now, used=timezone.localdate(now), settles=settles
        )
        if replaced:
            replaced_too = Q(pk__in=[one.pk for one in replaced]) | Q(replaced_by__in=replaced)
            BrowserKey.objects.filter(replaced_too).update(replaced_by=row, used=row.used, settles=None)
        self.hashes.append(row.key_hash)
        self.to_set[name] = key
        return row

    def gathered(self, keys: Sequence[BrowserKey]) -> Browser:
        """A new browser: with all that `keys` of several browsers see, or that of a stranger."""
        return copied_browser(self.sees()) if keys else Browser.objects.create()

    # --- use --------------------------------------------------------------------------------------------------------

    def record_use(self) -> None:
        """Store once a day that grants and keys are used, and end the keys that a used key has replaced.

        What cannot be written now, as in a read-only database, waits for the next request.
        """
        if self.in_use:
            try:
                with transaction.atomic():
                    self.record_use_of_keys()
                    self.record_use_of_grants()
            except DatabaseError:
                self.to_set = {} if self.key is None else self.to_set

    def record_use_of_grants(self) -> None:
        today = timezone.localdate()
        for model, rows in self.in_use.items():
            stale = self.grants(model, **{f"{model.TARGET}__in": rows}, used__lt=today)
            model._default_manager.filter(pk__in=list(stale.values_list("pk", flat=True))).update(used=today)

    def record_use_of_keys(self) -> None:
        now, today = timezone.now(), timezone.localdate()
        keys = {row.key_hash: row for row in self.newest_keys(lock=True)}
        for name, key in self.presented.items():
            row = keys.get(hash_key(key))
            if row is None:
                continue
            if row.settles and row.settles <= now:
                BrowserKey.objects.filter(replaced_by=row).delete()
                BrowserKey.objects.filter(pk=row.pk).update(settles=None)
            if BrowserKey.objects.filter(pk=row.pk, used__lt=today).update(used=timezone.localdate(now)):
                self.renew_cookie(name, key, row)

    def renew_cookie(self, name: str, key: str, row: BrowserKey) -> None:
        """Send a cookie anew, which makes it last longer; one of an earlier kind is replaced."""
        if cookies.is_current(name):
            self.to_set[name] = key
        elif self.key is None:
            self.make_key(row.browser, row.turn, [row], timezone.now() + STORED_AFTER)

    def set_cookies(self, response: HttpResponse) -> None:
        for name, key in self.to_set.items():
            cookies.set_cookie(response, name, key)
        if self.key:
            cookies.delete_old_cookies(response, self.presented.keys() - self.going_on)


def browser_of(request: HttpRequest) -> RequestBrowser:
    """The `RequestBrowser` of a request, the same for all who ask."""
    browser = getattr(request, "browser", None)
    if browser is None:
        browser = RequestBrowser(request)
        request.browser = browser  # type: ignore[attr-defined]
    return browser


def due(at: str = "") -> ExpressionWrapper:
    """Whether the use of a grant or of the key that sees it is to be recorded; `at` as in `RequestBrowser.sees`."""
    now = timezone.now()
    today = timezone.localdate(now)
    grant: Any = LessThan(F(f"{at}used"), today)
    key: Any = LessThan(F(f"{at}browser__keys__used"), today)
    settles: Any = LessThanOrEqual(Coalesce(f"{at}browser__keys__settles", NEVER), now)
    return ExpressionWrapper(Q(grant) | Q(key) | Q(settles), output_field=models.BooleanField())


def next_turn(keys: Sequence[BrowserKey]) -> Browser | None:
    """The browser of a key after one more turn; None for keys of several browsers, or one that was replaced."""
    if len(keys) != 1:
        return None
    browser = keys[0].browser
    if not Browser.objects.filter(pk=browser.pk, turn=keys[0].turn).update(turn=F("turn") + 1):
        return None
    browser.turn = keys[0].turn + 1
    return browser


def is_sent_again(keys: Sequence[BrowserKey]) -> bool:
    """Whether `keys`, of which no turn follows, were replaced already.

    What came with the key that replaced them may be of somebody else who held the same keys.
    """
    return len(keys) == 1 or any(key.replaced_by_id for key in keys)


def only_newest(key: BrowserKey) -> BrowserKey:
    """The key; one that was replaced, or beside which others go on, gets a browser of its own that sees the same."""
    others = BrowserKey.objects.filter(browser=key.browser_id).exclude(pk=key.pk).exclude(replaced_by=key)
    if key.browser.turn != key.turn or others.exists():
        key.browser = copied_browser(Q(browser=key.browser_id, turn__lte=key.turn))
        key.turn = key.browser.turn
        key.save(update_fields=["browser", "turn"])
    return key


def copied_browser(seen: Q) -> Browser:
    """A new browser with copies of the grants that are `seen`."""
    browser = Browser.objects.create()
    for model in grant_models():
        grants = model._default_manager.filter(seen).order_by("generation")
        copies = {getattr(grant, f"{model.TARGET}_id"): grant for grant in grants}
        for grant in copies.values():
            grant.pk, grant.browser, grant.turn = None, browser, browser.turn
        model._default_manager.bulk_create(copies.values())
    return browser


def grant_models() -> list[type[Grant]]:
    return Grant.__subclasses__()


# --- disuse -----------------------------------------------------------------------------------------------------------


def tidy_browsers(now: datetime, dry_run: bool = False) -> int:
    """Delete the browsers that were not used for `UNUSED`, with their keys and grants. Returns how many there are."""
    last = timezone.localdate(now - UNUSED)
    in_use = BrowserKey.objects.filter(browser=OuterRef("pk"), used__gte=last)
    unused = Browser.objects.filter(~Exists(in_use)).order_by("pk")
    if dry_run:
        return unused.count()
    number = 0
    while pks := list(unused.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        number += delete_browsers(pks)
    delete_ended(last)
    return number


@transaction.atomic
def delete_browsers(pks: Sequence[int]) -> int:
    for model in grant_models():
        model._default_manager.filter(browser__in=pks).delete()
    BrowserKey.objects.filter(browser__in=pks).delete()
    return Browser.objects.filter(pk__in=pks).delete()[0]


def delete_ended(last: date) -> None:
    """Delete keys that were not used since `last`, and grants that a new secret key has ended."""
    BrowserKey.objects.filter(used__lt=last).delete()
    for model in grant_models():
        model._default_manager.filter(generation__lt=F(f"{model.TARGET}__generation")).delete()
