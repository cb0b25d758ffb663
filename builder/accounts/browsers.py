"""What a browser and its player's account were granted: found by the keys and the session of a request, added with a
new key, renewed by use, taken along into an account, ended by disuse.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from django.apps import apps
from django.db import DatabaseError, models, transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from builder.accounts import cookies
from builder.accounts.models import Browser, BrowserKey, Grant, Handover
from builder.web.keys import hash_key, new_key

UNUSED = timedelta(days=400)  # a browser that was away for longer loses its grants
STORED_AFTER = timedelta(minutes=2)  # browsers write new cookies to disk up to half a minute late
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

    It may do what its keys were granted and, while somebody is signed in, what the account was granted.

    granted -- what this request granted so far
    """

    def __init__(self, request: HttpRequest):
        self.request = request
        self.presented = cookies.key_cookies(request)
        self.hashes = [hash_key(key) for key in self.presented.values()]  # and that of the key made by this request
        self.granted: list[Granted] = []
        self.to_set: dict[str, str] = {}  # the cookies of the answer: {name: key}
        self.key: BrowserKey | None = None  # the one that this request made
        self.going_on: set[str] = set()  # the names of cookies whose keys that one does not replace
        self.in_use: dict[type[Grant], set[Any]] = {}  # the pks of rows whose use is not recorded today
        self.taken_along = False  # the keys that it presents are none any more

    @property
    def account(self) -> int | None:
        """The pk of the account that is signed in."""
        return getattr(getattr(self.request, "user", None), "pk", None)

    @property
    def known(self) -> bool:
        """Whether it may have been granted something."""
        return bool(self.hashes) or self.account is not None

    # --- what it may do ---------------------------------------------------------------------------------------------

    def sees(self, at: str = "") -> Q:
        """The condition that a grant is seen by this request; `at` leads to the grants: "" or "grants__"."""
        if self.account is None:
            return self.sees_by_keys(at)
        of_account = Q(**{f"{at}account": self.account})
        return of_account | self.sees_by_keys(at) if self.hashes else of_account

    def sees_by_keys(self, at: str = "") -> Q:
        """As `sees`, without an account."""
        turn = F(f"{at}browser__keys__turn")
        return Q(**{f"{at}browser__keys__key_hash__in": self.hashes, f"{at}turn__lte": turn})

    def grants(self, model: type[Grant], **row: Any) -> QuerySet[Any]:
        """The grants of a kind that this browser has, without those that a new secret key has ended."""
        grants: QuerySet[Any] = model._default_manager.all()
        if not self.known:
            return grants.none()
        return grants.filter(self.sees(), generation=F(f"{model.TARGET}__generation"), **row)

    def opened(self, rows: QuerySet[Row]) -> list[Row]:
        """Those of `rows` that this browser was granted, each once. They count as used."""
        return list({row.pk: row for row in self.used(self.visible(rows))}.values()) if self.known else []

    def opened_one(self, rows: QuerySet[Row]) -> Row | None:
        """As `opened`, for `rows` of which there is only one."""
        newest = self.visible(rows).order_by("-grants__browser__keys__pk")[:1] if self.known else []
        return next(iter(self.used(newest)), None)

    def visible(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        """Those of `rows` that this request sees, once for each key that does, with what `used` needs."""
        return rows.filter(self.sees("grants__"), grants__generation=F("generation")).annotate(
            grant_used=F("grants__used"),
            key_used=F("grants__browser__keys__used"),
            key_settles=F("grants__browser__keys__settles"),
        )

    def used(self, rows: Iterable[Row]) -> Iterable[Row]:
        now = timezone.now()
        today = timezone.localdate(now)
        for row in rows:
            days = (row.grant_used, row.key_used)  # type: ignore[attr-defined]
            settles = row.key_settles  # type: ignore[attr-defined]
            is_due = any(day and day < today for day in days) or bool(settles and settles <= now)
            self.note_use(type(row).grants.rel.related_model, row.pk, is_due)  # type: ignore[attr-defined]
        return rows

    def annotate_due(self, rows: QuerySet[Row], model: type[Grant], path: str) -> QuerySet[Row]:
        """`rows` with `due`: None where this browser was not granted what `path` leads to, else as `due`.

        path -- of the granted row: "" for the row itself, or the name of a foreign key
        """
        if not self.known:
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
        """The grants of a row that some browser or account still has, own ones first (`mine`), then last used first.

        A browser whose answers were lost may be in it more than once.
        """
        mine = Q(Exists(seeing_keys().filter(key_hash__in=self.hashes))) if self.hashes else Q(pk__in=[])
        if self.account is not None:
            mine |= Q(account=self.account)
        grants = held_grants(model, row).select_related("account").annotate(mine=yes_or_no(mine))
        return list(grants.order_by("-mine", "-used", "-granted")[:MOST_HOLDERS])

    def number_of_holders(self, model: type[Grant], row: Any) -> int:
        """How many grants `holders` would be without its limit."""
        return held_grants(model, row).count()

    def held_elsewhere(self, model: type[Grant]) -> set[int]:
        """The pks of the rows that this browser was granted and that another browser or account holds too."""
        grants = model._default_manager.filter(held(), generation=F(f"{model.TARGET}__generation"))
        others = grants.filter(~Exists(seeing_keys().filter(key_hash__in=self.hashes)))
        if self.account is not None:
            others = others.exclude(account=self.account)
        mine = self.grants(model).values(model.TARGET)
        return set(others.filter(**{f"{model.TARGET}__in": mine}).values_list(model.TARGET, flat=True))

    # --- granting ---------------------------------------------------------------------------------------------------

    @transaction.atomic
    def grant(self, model: type[Grant], row: Any) -> None:
        """Let the account do with `row` what `model` stands for; without one this browser, whose key is replaced."""
        self.add(model, row.pk, row.generation)

    @transaction.atomic
    def keep(self, model: type[Grant], row: Any) -> None:
        """Carry the grants of this browser over to the new generation of `row`; with an account only the account's.

        The presented keys keep the row too, so that a lost answer loses nothing, until the new key is used. Who else
        holds a key that was made from one of them loses it.
        """
        if self.account is not None:
            self.add(model, row.pk, row.generation)
            return
        browsers = {key.browser_id for key in map(only_newest, self.newest_keys(lock=True))}
        model._default_manager.filter(browser__in=browsers, **{model.TARGET: row}).update(generation=row.generation)
        self.new_turn(timedelta(), ending=True)
        self.add(model, row.pk, row.generation)

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
            self.add_all(model, {row: number for row, number in present if wanted[row] == number and row not in has})

    @transaction.atomic
    def receive(self, browser: Browser) -> None:
        """Grant what another browser, which has no keys of its own, was granted."""
        copy_grants(Q(browser=browser), **self.holder())
        for model in grant_models():
            rows = model._default_manager.filter(browser=browser).values_list(f"{model.TARGET}_id", "generation")
            self.granted += [Granted(model._meta.label_lower, *row) for row in rows]

    @transaction.atomic
    def take_along(self) -> None:
        """Move what the keys of this request see to the account that is signed in; the keys end."""
        keys = self.newest_keys(lock=True)
        copy_grants(self.sees_by_keys(), account_id=self.account)
        ended = Q(pk__in=[key.pk for key in keys]) | Q(replaced_by__in=keys) | Q(key_hash__in=self.hashes)
        BrowserKey.objects.filter(ended).delete()
        Browser.objects.filter(pk__in=[key.browser_id for key in keys], keys__isnull=True).delete()
        self.hashes, self.to_set, self.key, self.taken_along = [], {}, None, True

    def holder(self) -> dict[str, Any]:
        """Who gets a new grant, as its columns: the account, else this browser with the turn of its new key."""
        if self.account is not None:
            return {"account_id": self.account}
        key = self.new_turn(STORED_AFTER)
        return {"browser_id": key.browser_id, "turn": key.turn}

    def add(self, model: type[Grant], row: int, generation: int) -> None:
        """Store one grant, unless its holder has it."""
        now = timezone.now()
        holder = self.holder()
        values = {"generation": generation, "granted": now, "used": timezone.localdate(now)}
        if "turn" in holder:
            values["turn"] = holder.pop("turn")
        has: dict[str, Any] = {**holder, f"{model.TARGET}_id": row}
        if not model._default_manager.filter(**has, generation=generation).exists():
            model._default_manager.update_or_create(defaults=values, **has)
        self.granted.append(Granted(model._meta.label_lower, row, generation))

    def add_all(self, model: type[Grant], generations: dict[int, int]) -> None:
        """Store grants of rows that this browser and its account do not see; `generations` by pk."""
        if not generations:
            return
        now, holder, target = timezone.now(), self.holder(), f"{model.TARGET}_id"
        values = {**holder, "granted": now, "used": timezone.localdate(now)}
        unique = [next(iter(holder)).removesuffix("_id"), model.TARGET]
        model._default_manager.bulk_create(
            [model(**values, **{target: row}, generation=number) for row, number in sorted(generations.items())],
            update_conflicts=True,
            unique_fields=unique,
            update_fields=["turn", "generation", "granted", "used"],
        )
        self.granted += [Granted(model._meta.label_lower, *one) for one in generations.items()]

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
        return copied_browser(self.sees_by_keys()) if keys else Browser.objects.create()

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
        if self.taken_along:
            cookies.delete_cookies(response, self.presented.keys())
        elif self.key:
            cookies.delete_old_cookies(response, self.presented.keys() - self.going_on)


def browser_of(request: HttpRequest) -> RequestBrowser:
    """The `RequestBrowser` of a request, the same for all who ask."""
    browser = getattr(request, "browser", None)
    if browser is None:
        browser = RequestBrowser(request)
        request.browser = browser  # type: ignore[attr-defined]
    return browser


def seeing_keys() -> QuerySet[BrowserKey]:
    """The keys that see the grant of an outer query."""
    return BrowserKey.objects.filter(browser=OuterRef("browser"), turn__gte=OuterRef("turn"))


def held() -> Q:
    """The condition that somebody still has a grant: an account, or a browser with a key that sees it."""
    return Exists(seeing_keys()) | Q(account__isnull=False)


def held_grants(model: type[Grant], row: Any) -> QuerySet[Any]:
    """The grants of a row that some browser or account still has."""
    return model._default_manager.filter(held(), generation=row.generation, **{model.TARGET: row})


def opening(model: type[Grant], seen: Q) -> QuerySet[Any]:
    """The grants that are `seen` and open something now."""
    target = model.TARGET
    holds: dict[str, Any] = {"generation": F(f"{target}__generation"), f"{target}__deleted": None}
    return model._default_manager.filter(seen, **holds)


def due() -> Case:
    """Whether the use of a grant or of the key that sees it is to be recorded."""
    now = timezone.now()
    today = timezone.localdate(now)
    return yes_or_no(Q(used__lt=today) | Q(browser__keys__used__lt=today) | Q(browser__keys__settles__lte=now))


def yes_or_no(condition: Q) -> Case:
    """A condition as a value: False, not NULL, where a column that it compares is NULL."""
    return Case(When(condition, then=Value(True)), default=Value(False), output_field=models.BooleanField())


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
    copy_grants(seen, browser_id=browser.pk, turn=browser.turn)
    return browser


def copy_grants(seen: Q, browser_id: int | None = None, account_id: int | None = None, turn: int = 1) -> None:
    """Copy the grants that are `seen` for another holder, who keeps those that are as new."""
    for model in grant_models():
        target = f"{model.TARGET}_id"
        grants = {getattr(grant, target): grant for grant in model._default_manager.filter(seen).order_by("generation")}
        of_holder = model._default_manager.filter(browser=browser_id, account=account_id)
        has = dict(of_holder.values_list(target, "generation"))
        copies = {row: grant for row, grant in grants.items() if has.get(row, 0) < grant.generation}
        of_holder.filter(**{f"{target}__in": has.keys() & copies.keys()}).delete()
        for grant in copies.values():
            grant.pk, grant.browser_id, grant.account_id, grant.turn = None, browser_id, account_id, turn
        model._default_manager.bulk_create(copies.values())


def grant_models() -> list[type[Grant]]:
    return Grant.__subclasses__()


# --- disuse -----------------------------------------------------------------------------------------------------------


def tidy_browsers(now: datetime, dry_run: bool = False) -> int:
    """Delete the browsers that were not used for `UNUSED`, with their keys and grants. Returns how many there are."""
    last = timezone.localdate(now - UNUSED)
    in_use = BrowserKey.objects.filter(browser=OuterRef("pk"), used__gte=last)
    handed_over = Handover.objects.filter(browser=OuterRef("pk"))  # has no keys, and a tidier of its own
    unused = Browser.objects.filter(~Exists(in_use), ~Exists(handed_over)).order_by("pk")
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
