"""What a browser and its player's account were granted: found by the keys and the session of a request, renewed by use,
taken along into an account, ended by disuse. A browser is a row with a key, which sees what that row was granted.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from django.apps import apps
from django.db import DatabaseError, models, transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from builder.accounts import cookies
from builder.accounts.models import Browser, Grant, Handover
from builder.web.kept_queries import kept_query
from builder.web.keys import hash_key, new_key
from builder.web.page_cookie import SHOWN

UNUSED = timedelta(days=400)  # a browser that was away for longer loses its grants
GRACE = timedelta(minutes=2)  # browsers write new cookies to disk up to half a minute late
LOST = timedelta(days=1)  # after which a new key that was not used never reached its browser
ENOUGH_KEYS = 5  # a browser that presents as many gets one for all
MOST_HOLDERS = 50  # that a page names
MOST_LAST_USED = 20  # of each kind; cookies of more would not fit into the headers that a proxy takes
MOST_AT_ONCE = 500  # browsers that are deleted in one transaction

Row = TypeVar("Row", bound=models.Model)


class Granted(NamedTuple):
    """A grant that a request added: the label of its model, the pk of the granted row, and that row's generation."""

    model: str
    row: int
    generation: int


class RequestBrowser:
    """The browser of one request, by the keys that it presents. A stranger presents none, and is not asked for.

    It may do what its keys were granted and, while somebody is signed in, what the account was granted.

    granted -- what this request granted so far
    """

    def __init__(self, request: HttpRequest):
        self.request = request
        self.presented = cookies.key_cookies(request)
        self.hashes = [hash_key(key) for key in self.presented.values()]  # and those of keys made by this request
        self.granted: list[Granted] = []
        self.to_set: dict[str, str] = {}  # the cookies of the answer: {name: key}
        self.to_delete: set[str] = set()  # the names of cookies that the answer deletes
        self.own: Browser | None = None  # the row that gets the grants of this request
        self.renewed = False  # by this request
        self.in_use: dict[type[Grant], set[Any]] = {}  # the pks of rows whose use is not recorded today

    @property
    def account(self) -> int | None:
        """The pk of the account that is signed in."""
        return getattr(getattr(self.request, "user", None), "pk", None)

    @property
    def may_have_grants(self) -> bool:
        """Whether it may have been granted something."""
        return self.credentials > 0

    @property
    def credentials(self) -> int:
        """How many keys and accounts it presents: with more than one, several grants may lead to the same row."""
        return len(self.hashes) + (self.account is not None)

    # --- what it may do ---------------------------------------------------------------------------------------------

    def sees(self, at: str = "") -> Q:
        """As the function `sees`."""
        return sees(self.hashes, self.account, at)

    def sees_by_keys(self, at: str = "") -> Q:
        """As `sees`, without an account."""
        return sees(self.hashes, None, at)

    def grants(self, model: type[Grant], **row: Any) -> QuerySet[Any]:
        """The grants of a kind that this browser has, without those that a new secret key has ended."""
        grants: QuerySet[Any] = model._default_manager.all()
        if not self.may_have_grants:
            return grants.none()
        return grants.filter(self.sees(), generation=F(f"{model.TARGET}__generation"), **row)

    def opened(self, rows: QuerySet[Row]) -> list[Row]:
        """Those of `rows` that this browser was granted, each once. They count as used."""
        if not self.may_have_grants:
            return []
        return list({row.pk: row for row in self.used(visible(rows, self.sees("grants__"), due("grants__")))}.values())

    def opened_one(self, rows: Callable[..., QuerySet[Row]], pk: int, *shape: Any) -> Row | None:
        """The row `pk` of `rows(pk, *shape)`, where this browser was granted it. It counts as used."""
        if not self.may_have_grants:
            return None
        now = timezone.now()
        newest = newest_visible(rows, pk, tuple(self.hashes), self.account, now, timezone.localdate(now), *shape)
        return next(iter(self.used(newest)), None)

    def used(self, rows: Iterable[Row]) -> Iterable[Row]:
        for row in rows:
            self.uses(type(row).grants.rel.related_model, row.pk, row)  # type: ignore[attr-defined]
        return rows

    def annotate_due(self, rows: QuerySet[Row], model: type[Grant], path: str) -> QuerySet[Row]:
        """`rows` with `due`: None where this browser was not granted what `path` leads to, else as `due`.

        path -- of the granted row: "" for the row itself, or the name of a foreign key
        """
        if not self.may_have_grants:
            return rows.annotate(due=models.Value(None, models.BooleanField(null=True)))
        generation = OuterRef(f"{path}__generation" if path else "generation")
        grants = model._default_manager.filter(
            self.sees(), generation=generation, **{model.TARGET: OuterRef(path or "pk")}
        )
        newest = grants.order_by("-browser_id").values(is_due=due())
        return rows.annotate(due=Subquery(newest[:1]))

    def uses(self, model: type[Grant], pk: Any, row: Any) -> bool:
        """Whether this browser was granted the row `pk`, by the `due` of `row`; it counts as used then."""
        self.note_use(model, pk, row.due)
        return row.due is not None

    def note_use(self, model: type[Grant], row: Any, is_due: bool | None) -> None:
        """Remember that a granted row was used, for `record_use`, where that `is_due`."""
        if is_due:
            self.in_use.setdefault(model, set()).add(row)

    def last_used(self) -> list[models.Model]:
        """The rows used since yesterday, whose pages may still show their new keys; only their pks are set."""
        yesterday = timezone.localdate(timezone.now() - SHOWN)
        rows = []
        for model in filter(attrgetter("HAS_KEY"), grant_models()):
            target: Any = model._meta.get_field(model.TARGET)
            grants = self.grants(model, used__gte=yesterday).order_by("-used", "-granted")
            rows += [
                target.related_model(pk=pk) for pk in grants.values_list(target.attname, flat=True)[:MOST_LAST_USED]
            ]
        return rows

    def holders(self, model: type[Grant], row: Any) -> list[Any]:
        """The grants of a row that some browser or account still has, own ones first (`mine`), then last used first.

        A browser whose answers were lost may be in it more than once.
        """
        grants = self.held_grants(model, row).select_related("account").annotate(mine=yes_or_no(self.sees()))
        return list(grants.order_by("-mine", "-used", "-granted")[:MOST_HOLDERS])

    def number_of_holders(self, model: type[Grant], row: Any) -> int:
        """How many grants `holders` would be without its limit."""
        return self.held_grants(model, row).count()

    def held_grants(self, model: type[Grant], row: Any) -> QuerySet[Any]:
        """The grants of a row that somebody has, without those of replaced keys whose new key is known to be used."""
        lost = self.sees_by_keys() & ~Q(browser__replaced_by__key_hash__in=self.hashes)
        return model._default_manager.filter(held() | lost, generation=row.generation, **{model.TARGET: row})

    def held_elsewhere(self, model: type[Grant]) -> set[int]:
        """The pks of the rows that this browser was granted and that another browser or account holds too."""
        grants = model._default_manager.filter(held(), generation=F(f"{model.TARGET}__generation"))
        mine = self.grants(model).values(model.TARGET)
        others = grants.exclude(pk__in=self.grants(model).values("pk"))
        return set(others.filter(**{f"{model.TARGET}__in": mine}).values_list(model.TARGET, flat=True))

    # --- granting ---------------------------------------------------------------------------------------------------

    @transaction.atomic
    def grant(self, model: type[Grant], row: Any) -> None:
        """Let the account do with `row` what `model` stands for; without one this browser."""
        holder: dict[str, Any] = {**self.holder(), model.TARGET: row}
        if model._default_manager.filter(**holder, generation=row.generation).exists():
            self.granted.append(Granted(model._meta.label_lower, row.pk, row.generation))
        else:
            self.add(model, {row.pk: row.generation})

    @transaction.atomic
    def keep(self, model: type[Grant], row: Any) -> None:
        """Carry the grant of this browser over to the new generation of `row`; with an account only the account's.

        The presented keys keep the row too, so that a lost answer loses nothing, until the new key is used. Who else
        holds one of them, or has renewed it, loses the row.
        """
        if self.account is None:
            own = model._default_manager.filter(self.sees_by_keys(), **{model.TARGET: row})
            own.update(generation=row.generation)
            self.renew(grace=timedelta())
        self.grant(model, row)

    @transaction.atomic
    def grant_again(self, granted: Iterable[Sequence[Any]]) -> None:
        """Add what an earlier request of this browser was `granted`, whose answer it may not have got.

        Rows that were erased since, or have a new secret key, are left out.
        """
        generations: dict[str, dict[int, int]] = {}
        for label, row, generation in granted:
            generations.setdefault(label, {})[row] = generation
        for label, wanted in generations.items():
            model: type[Grant] = apps.get_model(label)
            rows: Any = model._meta.get_field(model.TARGET).related_model
            present = rows._default_manager.filter(pk__in=wanted).values_list("pk", "generation")
            has = set(self.grants(model, **{f"{model.TARGET}__in": wanted}).values_list(model.TARGET, flat=True))
            self.add(model, {row: number for row, number in present if wanted[row] == number and row not in has})

    @transaction.atomic
    def receive(self, browser: Browser) -> None:
        """Grant what another browser, which has no key of its own, was granted. The key is renewed before."""
        if self.account is None:
            self.renew()
        copy_grants(Q(browser=browser), **self.holder())
        for model in grant_models():
            rows = model._default_manager.filter(browser=browser).values_list(f"{model.TARGET}_id", "generation")
            self.granted += [Granted(model._meta.label_lower, *row) for row in rows]

    def holder(self) -> dict[str, Any]:
        """Who gets a new grant, as its column: the account, else this browser."""
        return {"browser_id": self.receiver().pk} if self.account is None else {"account_id": self.account}

    def add(self, model: type[Grant], generations: dict[int, int]) -> None:
        """Store grants of rows that who gets them does not have with these generations, by pk."""
        if not generations:
            return
        now, holder, target = timezone.now(), self.holder(), f"{model.TARGET}_id"
        values = {**holder, "granted": now, "used": timezone.localdate(now)}
        model._default_manager.bulk_create(
            [model(**values, **{target: row}, generation=number) for row, number in sorted(generations.items())],
            update_conflicts=True,
            unique_fields=[next(iter(holder)).removesuffix("_id"), model.TARGET],
            update_fields=["generation", "granted", "used"],
        )
        self.granted += [Granted(model._meta.label_lower, *pair) for pair in generations.items()]

    def receiver(self) -> Browser:
        """The row of this browser that gets the grants of this request, locked until the transaction ends.

        It is that of the presented key where no other site can have planted it; else one of its own.
        """
        if self.own is None:
            rows = self.rows()
            usable = [row for row in rows if row.replaced_by is None or is_lost(row.replaced_by)]
            safe = [row for row in rows if row.replaced_by is None and cookies.is_safe(self.name(row))]
            if len(usable) >= ENOUGH_KEYS or any(self.is_old(row) for row in rows):
                self.renew()
            self.own = self.own or (safe[-1] if safe else self.new_browser())
        return self.own

    # --- keys -------------------------------------------------------------------------------------------------------

    def rows(self) -> list[Browser]:
        """The rows of the keys of this request, oldest first, locked until the transaction ends."""
        if not self.hashes:
            return []
        rows = Browser.objects.filter(key_hash__in=self.hashes).select_related("replaced_by").order_by("pk")
        return list(rows.select_for_update(of=("self",)))

    def name(self, row: Browser) -> str:
        """The name of the cookie with which this request presents the key of a row; "" where the request made it."""
        return next((name for name, key in self.presented.items() if hash_key(key) == row.key_hash), "")

    def is_old(self, row: Browser) -> bool:
        """Whether the cookie of a row's key has another name than it would get now."""
        name = self.name(row)
        return bool(name) and not cookies.is_current(name)

    def new_browser(self, grace_ends: datetime | None = None) -> Browser:
        """A row with a new key, whose cookie goes with the answer."""
        key = new_key()
        browser = Browser.objects.create(key_hash=hash_key(key), grace_ends=grace_ends)
        self.hashes.append(hash_key(key))
        self.to_set[cookies.new_cookie_name()] = key
        return browser

    @transaction.atomic
    def renew(self, grace: timedelta = GRACE) -> None:
        """Give this browser a new key for all that its keys see.

        The first use of it after the `grace` ends those that are there: until then the answer may have been lost.
        A stranger gets none.
        """
        rows = self.rows()
        if not rows or self.renewed:
            return
        self.renewed, self.own = True, self.new_browser(timezone.now() + grace)
        copy_grants(Q(browser__in=rows), browser_id=self.own.pk)
        Browser.objects.filter(Q(pk__in=[row.pk for row in rows]) | Q(replaced_by__in=rows)).update(
            replaced_by=self.own
        )
        stored = {row.key_hash for row in rows}
        self.to_delete |= {name for name, key in self.presented.items() if hash_key(key) not in stored}

    @transaction.atomic
    def take_along(self) -> None:
        """Move what the keys of this request see to the account that is signed in; the keys end."""
        self.rows()
        copy_grants(self.sees_by_keys(), account_id=self.account)
        self.forget()

    @transaction.atomic
    def forget(self) -> None:
        """End the keys of this request, and those that they have replaced, with all they were granted."""
        rows = self.rows()
        ended = Browser.objects.filter(Q(pk__in=[row.pk for row in rows]) | Q(replaced_by__in=rows))
        delete_browsers(list(ended.values_list("pk", flat=True)))
        self.hashes, self.to_set, self.own, self.to_delete = [], {}, None, set(self.presented)

    # --- use --------------------------------------------------------------------------------------------------------

    def record_use(self) -> None:
        """Store once a day that grants and keys are used, and end the keys that a used key has replaced.

        What cannot be written now, as in a read-only database, waits for the next request.
        """
        if self.in_use:
            to_set = dict(self.to_set)
            try:
                with transaction.atomic():
                    self.record_use_of_keys()
                    self.record_use_of_grants()
            except DatabaseError:
                self.to_set = to_set

    def record_use_of_grants(self) -> None:
        today = timezone.localdate()
        for model, rows in self.in_use.items():
            stale = self.grants(model, **{f"{model.TARGET}__in": rows}, used__lt=today)
            model._default_manager.filter(pk__in=list(stale.values_list("pk", flat=True))).update(used=today)

    def record_use_of_keys(self) -> None:
        now, today = timezone.now(), timezone.localdate()
        rows = [row for row in self.rows() if self.name(row)]
        over = [row.pk for row in rows if row.grace_ends and row.grace_ends <= now]
        ended = list(Browser.objects.filter(replaced_by__in=over).values_list("pk", flat=True)) if over else []
        if over:
            delete_browsers(ended)
            Browser.objects.filter(pk__in=over).update(grace_ends=None)
        in_use = [row for row in rows if row.pk not in ended]
        due = {self.name(row) for row in in_use if row.used < today}
        if due:
            Browser.objects.filter(pk__in=[row.pk for row in in_use]).update(used=today)
            self.to_set |= {name: self.presented[name] for name in due}
        if any(self.is_old(row) and row.replaced_by is None for row in in_use):
            self.renew()

    def set_cookies(self, response: HttpResponse) -> None:
        for name, key in self.to_set.items():
            cookies.set_cookie(response, name, key)
        cookies.delete_cookies(response, self.to_delete)


def browser_of(request: HttpRequest) -> RequestBrowser:
    """The `RequestBrowser` of a request, the same for all who ask."""
    browser = getattr(request, "browser", None)
    if browser is None:
        browser = RequestBrowser(request)
        request.browser = browser  # type: ignore[attr-defined]
    return browser


def held() -> Q:
    """The condition that somebody has a grant: an account, or a browser whose key was not replaced."""
    return Q(account__isnull=False) | Q(browser__key_hash__isnull=False, browser__replaced_by=None)


def opening(model: type[Grant], seen: Q) -> QuerySet[Any]:
    """The grants that are `seen` and open something now."""
    target = model.TARGET
    holds: dict[str, Any] = {"generation": F(f"{target}__generation"), f"{target}__deleted": None}
    return model._default_manager.filter(seen, **holds)


def due(at: str = "", now: datetime | None = None, today: date | None = None) -> Case:
    """Whether the use of a grant or of the browser that has it is to be recorded. at -- as for `sees`"""
    return yes_or_no(is_due(at, now, today))


def is_due(at: str = "", now: datetime | None = None, today: date | None = None) -> Q:
    """The condition of `due`."""
    now = now or timezone.now()
    today = today or timezone.localdate(now)
    days = {f"{at}used__lt": today, f"{at}browser__used__lt": today}
    return Q(**days, **{f"{at}browser__grace_ends__lte": now}, _connector=Q.OR)


def sees(hashes: Collection[str], account: int | None, at: str = "") -> Q:
    """The condition that the keys with these hashes, or an account, see a grant.

    at -- leads to the grants: "" or "grants__"
    """
    by_keys = Q(**{f"{at}browser__key_hash__in": hashes})
    if account is None:
        return by_keys
    of_account = Q(**{f"{at}account": account})
    return of_account | by_keys if hashes else of_account


def visible(rows: QuerySet[Row], seen: Q, used: Case) -> QuerySet[Row]:
    """Those of `rows` with a grant that is `seen`, once for each; `used` is what `due` gives for it."""
    return rows.filter(seen, grants__generation=F("generation")).annotate(due=used)


@kept_query
def newest_visible(
    rows: Callable[..., QuerySet[Row]],
    pk: int,
    hashes: tuple[str, ...],
    account: int | None,
    now: datetime,
    today: date,
    *shape: Any,
) -> QuerySet[Row]:
    """`rows(pk, *shape)` by the newest of the grants that the keys with these hashes, or the account, see."""
    granted = visible(rows(pk, *shape), sees(hashes, account, "grants__"), due("grants__", now, today))
    return granted.order_by("-grants__browser_id")[:1]


def yes_or_no(condition: Q) -> Case:
    """A condition as a value: False, not NULL, where a column that it compares is NULL."""
    return Case(When(condition, then=Value(True)), default=Value(False), output_field=models.BooleanField())


def is_lost(browser: Browser) -> bool:
    """Whether a new key, which has not ended those that it replaced, never reached its browser."""
    return browser.created < timezone.now() - LOST


def copied_browser(seen: Q) -> Browser:
    """A browser without a key, with copies of the grants that are `seen`."""
    browser = Browser.objects.create()
    copy_grants(seen, browser_id=browser.pk)
    return browser


def copy_grants(seen: Q, browser_id: int | None = None, account_id: int | None = None) -> None:
    """Copy the grants that are `seen` for another holder, who keeps those that are as new."""
    for model in grant_models():
        target = f"{model.TARGET}_id"
        grants = {getattr(grant, target): grant for grant in model._default_manager.filter(seen).order_by("generation")}
        of_holder = model._default_manager.filter(browser=browser_id, account=account_id)
        has = dict(of_holder.values_list(target, "generation"))
        copies = {row: grant for row, grant in grants.items() if has.get(row, 0) < grant.generation}
        of_holder.filter(**{f"{target}__in": has.keys() & copies.keys()}).delete()
        for grant in copies.values():
            grant.pk, grant.browser_id, grant.account_id = None, browser_id, account_id
        model._default_manager.bulk_create(copies.values())


def grant_models() -> list[type[Grant]]:
    return Grant.__subclasses__()


# --- disuse -----------------------------------------------------------------------------------------------------------


def tidy_browsers(now: datetime, dry_run: bool = False) -> int:
    """Delete the browsers that were not used for `UNUSED`, with their grants. Returns how many there are."""
    handed_over = Handover.objects.filter(browser=OuterRef("pk"))  # has no key, and a tidier of its own
    unused = Q(used__lt=timezone.localdate(now - UNUSED)) | Q(key_hash=None)
    browsers = Browser.objects.filter(unused, ~Exists(handed_over)).order_by("pk")
    if dry_run:
        return browsers.count()
    number = 0
    while pks := list(browsers.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        number += delete_browsers(pks)
    for model in grant_models():  # those that a new secret key has ended
        model._default_manager.filter(generation__lt=F(f"{model.TARGET}__generation")).delete()
    return number


@transaction.atomic
def delete_browsers(pks: Sequence[int]) -> int:
    for model in grant_models():
        model._default_manager.filter(browser__in=pks).delete()
    return Browser.objects.filter(pk__in=pks).delete()[0]
