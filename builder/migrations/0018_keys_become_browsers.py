"""Of each key of a browser a row of its own is made, with the grants that this key saw; the newest keeps the row."""

from django.db import migrations
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

AT_ONCE = 200
GRANTS = ("RosterGrant", "GatheringGrant")


def make_browsers_of_keys(apps, _schema_editor):
    Browser, BrowserKey = apps.get_model("builder", "Browser"), apps.get_model("builder", "BrowserKey")
    last = 0
    while pks := list(Browser.objects.filter(pk__gt=last, key_hash=None).order_by("pk")[:AT_ONCE].values_list("pk")):
        last = pks[-1][0]
        keys = BrowserKey.objects.filter(browser__in=[pk for (pk,) in pks]).order_by("browser", "turn", "pk")
        newest = {key.browser_id: key for key in keys}
        make_rows(apps, [key for key in keys if key is not newest[key.browser_id]])
        for key in newest.values():
            row = Browser(pk=key.browser_id, key_hash=key.key_hash, used=key.used, grace_ends=key.settles)
            row.save(update_fields=["key_hash", "used", "grace_ends"])
        for grants in GRANTS:  # those that no key sees any more
            newest_turn = BrowserKey.objects.filter(browser=OuterRef("browser")).order_by("-turn").values("turn")[:1]
            rows = apps.get_model("builder", grants).objects.filter(browser__in=newest)
            unseen = rows.annotate(newest_turn=Subquery(newest_turn)).filter(turn__gt=F("newest_turn"))
            unseen.filter(pk__in=list(unseen.values_list("pk", flat=True))).delete()
    Browser.objects.filter(used=None).update(used=timezone.localdate())  # handed over to another device
    link_replaced(Browser, BrowserKey)


def make_rows(apps, keys):
    """Make a browser of each key, with copies of the grants that it sees."""
    Browser = apps.get_model("builder", "Browser")
    rows = Browser.objects.bulk_create(
        Browser(key_hash=key.key_hash, used=key.used, grace_ends=key.settles, created=timezone.now()) for key in keys
    )
    for name in GRANTS:
        Grant = apps.get_model("builder", name)
        of_browser = {}
        for grant in Grant.objects.filter(browser__in={key.browser_id for key in keys}):
            of_browser.setdefault(grant.browser_id, []).append(grant)
        copies = []
        for key, row in zip(keys, rows, strict=True):
            for grant in of_browser.get(key.browser_id, []):
                if grant.turn <= key.turn:
                    values = {field.attname: getattr(grant, field.attname) for field in Grant._meta.concrete_fields}
                    copies.append(Grant(**values | {"id": None, "browser_id": row.pk}))
        Grant.objects.bulk_create(copies)


def link_replaced(Browser, BrowserKey):
    """Say of each row whose key was replaced which row has the newer key."""
    for key in BrowserKey.objects.exclude(replaced_by=None).select_related("replaced_by").iterator():
        newer = Browser.objects.filter(key_hash=key.replaced_by.key_hash).values("pk")
        Browser.objects.filter(key_hash=key.key_hash).update(replaced_by=Subquery(newer))


class Migration(migrations.Migration):
    dependencies = [("builder", "0017_key_of_a_browser")]

    operations = [migrations.RunPython(make_browsers_of_keys, migrations.RunPython.noop)]
