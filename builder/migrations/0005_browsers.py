"""Grants leave the sessions for tables of their own. Every revision so far stays visible behind its share link."""

import hashlib
from datetime import timedelta

import django.db.models.deletion
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone

SESSION_AGE = timedelta(days=365)  # of release 1
AT_ONCE = 500
TARGETS = {"lists": ("Roster", "RosterGrant", "roster_id"), "gatherings": ("Gathering", "GatheringGrant", "gathering_id")}


def carry_grants_over(apps, schema_editor):
    """Make a browser of every live session that holds grants; its key is the session's. Others are skipped."""
    sessions = apps.get_model("sessions", "Session").objects.filter(expire_date__gt=timezone.now()).order_by("pk")
    last = ""
    while rows := list(sessions.filter(pk__gt=last)[:AT_ONCE]):
        last = rows[-1].pk
        grants = [(row, grants_of(row.session_data)) for row in rows]
        carry_over(apps, [(row, found) for row, found in grants if any(found.values())])


def grants_of(session_data):
    """What a session granted: {"lists" or "gatherings": {pk: generation}}; empty where it cannot be read."""
    data = SessionStore().decode(session_data)
    found = {}
    for name in TARGETS:
        granted = data.get(name)
        pairs = granted.items() if isinstance(granted, dict) else ()
        found[name] = {int(pk): number for pk, number in pairs if str(pk).isdecimal() and isinstance(number, int)}
    return found


def carry_over(apps, sessions):
    """Store browsers, keys and grants; `sessions` are pairs of a row and its `grants_of`."""
    Browser, BrowserKey = apps.get_model("builder", "Browser"), apps.get_model("builder", "BrowserKey")
    now = timezone.now()
    browsers = Browser.objects.bulk_create(Browser(created=now) for _session in sessions)
    keys, uses = [], []
    for (session, _grants), browser in zip(sessions, browsers, strict=True):
        saved = min(session.expire_date - SESSION_AGE, now)
        key_hash = hashlib.sha256(session.session_key.encode()).hexdigest()
        used = timezone.localdate(saved)
        keys.append(BrowserKey(browser=browser, key_hash=key_hash, made=saved, used=used))
        uses.append(saved)
    BrowserKey.objects.bulk_create(keys)
    for name, (rows, grants, column) in TARGETS.items():
        wanted = {pk for _session, found in sessions for pk in found[name]}
        model = apps.get_model("builder", rows)
        generations = dict(model.objects.filter(pk__in=wanted).values_list("pk", "generation"))
        Grant = apps.get_model("builder", grants)
        Grant.objects.bulk_create(
            Grant(browser=browser, generation=number, granted=saved, used=timezone.localdate(saved), **{column: pk})
            for (_session, found), browser, saved in zip(sessions, browsers, uses, strict=True)
            for pk, number in found[name].items()
            if generations.get(pk) == number
        )


class Migration(migrations.Migration):

    dependencies = [
        ('builder', '0004_small_revisions'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Browser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('turn', models.PositiveIntegerField(default=1)),
            ],
        ),
        migrations.AddField(
            model_name='revision',
            name='shared',
            field=models.BooleanField(default=True),  # their links were given out when all states were visible
        ),
        migrations.AlterField(
            model_name='revision',
            name='shared',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='BrowserKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key_hash', models.CharField(max_length=64, unique=True)),
                ('turn', models.PositiveIntegerField(default=1)),
                ('made', models.DateTimeField()),
                ('used', models.DateField(db_index=True)),
                ('settles', models.DateTimeField(null=True)),
                ('browser', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keys', to='builder.browser')),
                ('replaced_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replaced', to='builder.browserkey')),
            ],
        ),
        migrations.CreateModel(
            name='GatheringGrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn', models.PositiveIntegerField(default=1)),
                ('generation', models.PositiveIntegerField()),
                ('granted', models.DateTimeField()),
                ('used', models.DateField()),
                ('browser', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='builder.browser')),
                ('gathering', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='builder.gathering')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('browser', 'gathering'), name='one_grant_of_a_gathering')],
            },
        ),
        migrations.CreateModel(
            name='RosterGrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn', models.PositiveIntegerField(default=1)),
                ('generation', models.PositiveIntegerField()),
                ('granted', models.DateTimeField()),
                ('used', models.DateField()),
                ('browser', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='builder.browser')),
                ('roster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='builder.roster')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('browser', 'roster'), name='one_grant_of_a_roster')],
            },
        ),
        migrations.RunPython(carry_grants_over, migrations.RunPython.noop),
    ]
