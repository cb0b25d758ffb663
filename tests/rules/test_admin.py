"""The books in the admin: every page opens, an edit is marked and reaches every process, nothing can break a book."""

import datetime
from io import StringIO

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.html import escape

from rules import loading, models
from rules.catalogue import Cite
from rules.loading import catalogue

pytestmark = pytest.mark.django_db
BOOKS = sorted((model for model in admin.site._registry if model._meta.app_label == "rules"), key=lambda m: m.__name__)
ENTRIES = [model for model in BOOKS if issubclass(model, models.EntryRow)]


@pytest.fixture(autouse=True)
def _no_catalogue_kept(monkeypatch):
    """A test rolls revisions back when it ends, which the cache does not expect."""
    monkeypatch.setattr(loading, "_catalogues", {})


def edition():
    return models.Edition.objects.get(game__slug="rbn", slug="v2")


def item(kind, slug):
    return models.Item.objects.get(edition=edition(), kind=kind, slug=slug)


def page(action, model, *arguments):
    return reverse(f"admin:rules_{model._meta.model_name}_{action}", args=arguments)


def filled(response):
    """What a browser would send back if somebody pressed Save on a page of the admin."""
    context, data = response.context, {}
    formsets = [inline.formset for inline in context["inline_admin_formsets"]]
    forms = [context["adminform"].form, *(formset.management_form for formset in formsets)]
    for form in forms + [form for formset in formsets for form in formset.forms]:
        for field in form:
            value = field.value()
            if value is True or (value is not None and value is not False):
                data[field.html_name] = "on" if value is True else value
            if field.field.show_hidden_initial:
                data[field.html_initial_name] = value
    return data


def save(client, row, **changes):
    """Change fields of a row on its page in the admin."""
    address = page("change", type(row), row.pk)
    data = filled(client.get(address)) | changes
    return client.post(address, {name: value for name, value in data.items() if value is not None}, follow=True)


def problems(response):
    return [*response.context["errors"]] if "errors" in response.context else []


def messages_of(response):
    return [str(message) for message in response.context["messages"]]


def books(*arguments):
    """What a books command writes, and the error that ends it, if any does."""
    out = StringIO()
    try:
        call_command("books", *arguments, stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), None


# --- every page opens -----------------------------------------------------------------------------------------------


def test_every_kind_of_row_is_in_the_admin():
    assert set(models.EntryRow.__subclasses__()) <= set(BOOKS)
    assert {models.Game, models.Edition, models.Opening} <= set(BOOKS)


@pytest.mark.parametrize("model", BOOKS)
def test_lists_and_empty_forms_open(admin_client, model, django_assert_max_num_queries):
    with django_assert_max_num_queries(25):
        assert admin_client.get(page("changelist", model)).status_code == 200
    assert admin_client.get(page("add", model)).status_code == 200


@pytest.mark.parametrize("model", ENTRIES)
def test_rows_are_found_by_name_and_show_their_page(admin_client, model):
    row = model.objects.first()
    found = admin_client.get(page("changelist", model), {"q": row.slug})
    assert row in found.context["cl"].queryset
    assert escape(str(Cite(row.book, row.page, row.heading))) in found.content.decode()
    assert not admin_client.get(page("changelist", model), {"q": "no such thing"}).context["cl"].queryset


def test_saving_without_a_change_changes_nothing(admin_client):
    before = edition().revision
    for model in BOOKS:
        response = save(admin_client, model.objects.first())
        assert (problems(response), response.redirect_chain[-1][0]) == ([], page("changelist", model))
        assert edition().revision == before, model
    assert books("check") == ("Files and database match.\n", None)


def test_a_stranger_is_asked_to_log_in(client):
    assert client.get(page("changelist", models.Item))["Location"].startswith("/admin/login/")


# --- an edit is marked and reaches every process ----------------------------------------------------------------------


def test_an_edit_marks_its_row_and_every_process_reads_it(admin_client):
    before, stale = edition().revision, catalogue("rbn")
    save(admin_client, item("weapon", "arc"), cost=99)
    assert (item("weapon", "arc").edited, edition().revision) == (True, before + 1)
    assert (stale.weapons["arc"].cost, catalogue("rbn").weapons["arc"].cost) != (99, 99)
    assert catalogue("rbn").weapons["arc"].cost == 99


def test_a_load_refuses_what_was_edited_until_it_is_forced(admin_client):
    printed = item("weapon", "arc").cost
    save(admin_client, item("weapon", "arc"), cost=99)
    assert books("load") == ("", "rbn: changed by hand in the admin (load with --force to overwrite): item arc")
    assert item("weapon", "arc").cost == 99
    assert books("load", "--force")[1] is None
    assert (item("weapon", "arc").cost, item("weapon", "arc").edited) == (printed, False)
    assert books("load")[1] is None


def test_a_check_names_the_difference(admin_client):
    printed = item("weapon", "arc").cost
    save(admin_client, item("weapon", "arc"), cost=99)
    assert books("check") == (f"rbn: weapons: arc: cost: file {printed}, database 99\n", "Differences: 1.")


def test_check_names_the_data_of_play_that_differ():
    rbn = edition()
    rbn.play = rbn.play.replace("target on foot", "target afoot")
    rbn.save()
    assert books("check") == ("rbn: play: modifiers differs\n", "Differences: 1.")


def test_an_edit_of_a_part_of_a_row_marks_the_row(admin_client):
    before = edition().revision
    shooting = models.Characteristic.objects.get(edition=edition(), slug="T")
    save(admin_client, shooting, **{"costs-1-cost": 3})
    shooting.refresh_from_db()
    assert (shooting.edited, edition().revision) == (True, before + 1)
    assert catalogue("rbn").characteristics["T"].costs == {"-": 0, 5: 3, 4: 8, 3: 16}


def test_removing_a_part_of_a_row_marks_the_row(admin_client):
    save(admin_client, item("weapon", "fusil-d-assaut"), **{"itemrule_set-0-DELETE": "on"})
    assert catalogue("rbn").weapons["fusil-d-assaut"].rules == ()
    assert books("load")[1].endswith(": item fusil-d-assaut")


def test_an_edit_of_a_trait_on_its_factions_page_marks_both(admin_client):
    mutants = models.Faction.objects.get(edition=edition(), slug="mutants")
    save(admin_client, mutants, **{"traits-0-name_fr": "Force très brute"})
    assert books("load")[1].endswith(": faction mutants, trait mutants-advantage")


def test_an_edit_of_who_may_take_a_thing_marks_the_thing(admin_client):
    banner = item("equipment", "banniere")
    robots = models.Faction.objects.get(edition=edition(), slug="robots")
    save(admin_client, banner.opening, factions=[robots.pk])
    assert item("equipment", "banniere").edited
    assert catalogue("rbn").equipment["banniere"].opening.factions == {"robots"}


def test_an_edit_of_the_editions_head_is_marked_too(admin_client):
    before = edition().revision
    save(admin_client, edition(), title="Red Button, reloaded")
    assert (edition().edited, edition().revision) == (True, before + 1)
    assert books("load")[1].endswith(": edition v2")


def test_an_edit_of_the_games_name_marks_its_editions(admin_client):
    save(admin_client, models.Game.objects.get(slug="rbn"), name_en="The red button")
    assert (edition().edited, catalogue("rbn").name.en) == (True, "The red button")


def test_nobody_writes_revision_or_digest_by_hand(admin_client):
    before = edition()
    save(admin_client, before, revision=77, digest="mine")
    assert (edition().revision, edition().digest) == (before.revision, before.digest)


def test_a_row_added_by_hand_is_last_and_marked(admin_client):
    data = filled(admin_client.get(page("add", models.Activity)))
    data |= {"edition": edition().pk, "slug": "pompistes", "name_fr": "Pompistes", "name_en": "Pump attendants"}
    admin_client.post(page("add", models.Activity), data | {"book": "RBN v2", "page": 27})
    assert list(catalogue("rbn").activities)[-1] == "pompistes"
    assert books("load")[1].endswith(": activity pompistes")


# --- deleting -------------------------------------------------------------------------------------------------------


def deleted(client, row):
    return client.post(page("delete", type(row), row.pk), {"post": "yes"}, follow=True)


def test_a_deleted_row_stays_deleted_until_a_load_is_forced(admin_client):
    before = edition().revision
    deleted(admin_client, models.Reminder.objects.get(edition=edition(), slug="moral-robots"))
    assert (edition().revision, "moral-robots" in catalogue("rbn").reminders) == (before + 1, False)
    assert books("load")[1].endswith(": reminder moral-robots (deleted)")
    books("load", "--force")
    assert "moral-robots" in catalogue("rbn").reminders
    assert books("load")[1] is None


@pytest.mark.database
def test_rows_deleted_together_are_all_remembered(admin_client):
    gone = models.Reminder.objects.filter(edition=edition(), slug__in=["moral-robots", "tir"])
    data = {"action": "delete_selected", "_selected_action": [row.pk for row in gone], "post": "yes"}
    admin_client.post(page("changelist", models.Reminder), data)
    assert books("load")[1].endswith(": reminder moral-robots (deleted), reminder tir (deleted)")


@pytest.mark.parametrize("model", [models.Game, models.Edition])
def test_games_and_editions_cannot_be_deleted(admin_client, model):
    assert deleted(admin_client, model.objects.first()).status_code == 403
    assert model.objects.exists()


# --- nothing breaks a book --------------------------------------------------------------------------------------------


def test_an_edit_that_breaks_the_book_is_refused_as_a_whole(admin_client):
    before = edition().revision
    response = save(admin_client, item("weapon", "lance-roquettes"), cost=99, **{"limit-0-rule": "rbn.no-such-rule"})
    assert messages_of(response) == [
        "Nothing was changed, for the book would no longer hold together: "
        "lance-roquettes: there is no rule 'rbn.no-such-rule': "
        "register it with rule('rbn.no-such-rule', ...) in rules/games/rbn/checks/."
    ]
    assert (item("weapon", "lance-roquettes").cost == 99, edition().revision) == (False, before)


def test_a_faction_keeps_both_its_traits(admin_client):
    response = deleted(admin_client, models.Trait.objects.get(edition=edition(), slug="mutants-drawback"))
    assert messages_of(response)[0].startswith("Nothing was changed")
    assert models.Trait.objects.filter(edition=edition(), slug="mutants-drawback").exists()


def test_a_profile_that_cannot_be_read_is_refused(admin_client):
    dog = models.Profile.objects.get(edition=edition(), slug="chien")
    response = save(admin_client, dog, unit='{"kind": "star"}')
    assert "chien: the unit cannot be read" in messages_of(response)[0]


def test_a_page_offers_rows_of_its_own_edition_only(admin_client):
    other = models.Edition.objects.create(game=edition().game, slug="v1", title="v1", dated=datetime.date(2020, 1, 1))
    old = models.SpecialRule.objects.create(
        edition=other, slug="old", name_fr="Vieille", name_en="Old", book="RBN v1", page=1
    )
    form = admin_client.get(page("change", models.Item, item("weapon", "arc").pk))
    rules = form.context["inline_admin_formsets"][0].formset.empty_form.fields["rule"].queryset
    assert (rules.count(), rules.contains(old)) == (edition().specialrules.count(), False)


def citation(**more):
    return {"edition": edition(), "name_fr": "x", "name_en": "x", "book": "RBN v2", "page": 1} | more


def faction(slug):
    return models.Faction.objects.get(edition=edition(), slug=slug)


BROKEN = {
    "an item without a citation": lambda: models.Item(**citation(slug="x", kind="weapon", cost=1, page=None)),
    "page nought": lambda: models.Activity(**citation(slug="x", page=0)),
    "two items of one kind and slug": lambda: models.Item(**citation(slug="arc", kind="weapon", cost=1)),
    "two activities of one slug": lambda: models.Activity(**citation(slug="pillards")),
    "an item on four places": lambda: models.Item(**citation(slug="x", kind="weapon", cost=1, places=4)),
    "an option on five slots": lambda: models.Item(**citation(slug="x", kind="option", cost=1, slots=5)),
    "a unit type that costs less than nothing": lambda: models.UnitType(**citation(slug="x", kind="vehicle", cost=-1)),
    "a unit type of no kind": lambda: models.UnitType(**citation(slug="x", kind="boat", cost=1)),
    "more shooters than seats": lambda: models.UnitType(
        **citation(slug="x", kind="vehicle", cost=1, seats=1, shooters=2)
    ),
    "a normal band that runs inwards": lambda: models.RangedFigures(
        item=item("weapon", "epee"), normal_from=30, normal_to=10, normal_dice=1
    ),
    "a long band that runs inwards": lambda: models.RangedFigures(
        item=item("weapon", "epee"), long_from=30, long_to=30, long_dice=1
    ),
    "a normal band that begins nowhere": lambda: models.RangedFigures(
        item=item("weapon", "epee"), normal_to=10, normal_dice=1
    ),
    "a long band without dice": lambda: models.RangedFigures(item=item("weapon", "epee"), long_from=0, long_to=30),
    "a limit of nought": lambda: models.ItemLimit(item=item("weapon", "epee"), scope="unit", maximum=0, rule="x"),
    "a limit per nought points": lambda: models.ItemLimit(
        item=item("weapon", "epee"), scope="points", maximum=1, rule="x"
    ),
    "a list's limit per points": lambda: models.ItemLimit(
        item=item("weapon", "epee"), scope="list", maximum=1, per=150, rule="x"
    ),
    "the same rule on an item twice": lambda: models.ItemRule(
        item=item("weapon", "epee"), rule=item("weapon", "epee").rules.first()
    ),
    "two traits on one side": lambda: models.Trait(**citation(slug="x", faction=faction("mutants"), side="drawback")),
    "a price of nothing": lambda: models.PriceChange(trait=faction("mutants").traits.first(), cost=1),
    "a price of two things": lambda: models.PriceChange(
        trait=faction("mutants").traits.first(),
        cost=1,
        item=item("weapon", "arc"),
        unit_type=models.UnitType.objects.first(),
    ),
    "a price that is set and changed": lambda: models.PriceChange(
        trait=faction("mutants").traits.first(), item=item("weapon", "arc"), cost=1, change=1
    ),
    "an activity of a faction twice": lambda: models.FactionActivity(
        faction=faction("mutants"), activity=faction("mutants").activities.first()
    ),
    "a scenario's number twice": lambda: models.Scenario(**citation(slug="x", number=1)),
    "a role that multiplies by nought": lambda: models.ScenarioRole(
        scenario=models.Scenario.objects.first(), slug="x", name_fr="x", name_en="x", factor=0
    ),
    "a value of a characteristic twice": lambda: models.CharacteristicCost(
        characteristic=models.Characteristic.objects.get(edition=edition(), slug="T"), value="5", cost=2
    ),
    "a value that costs less than nothing": lambda: models.CharacteristicCost(
        characteristic=models.Characteristic.objects.get(edition=edition(), slug="T"), value="2", cost=-1
    ),
    "an edition twice": lambda: models.Edition(game=edition().game, slug="v2", title="x", dated="2020-01-01"),
}


@pytest.mark.database
@pytest.mark.parametrize("row", BROKEN.values(), ids=BROKEN)
def test_the_database_itself_refuses(row):
    with pytest.raises(IntegrityError), transaction.atomic():
        row().save()


@pytest.mark.database
def test_a_faction_is_not_its_own_parent():
    mutants = faction("mutants")
    mutants.parent = mutants
    with pytest.raises(IntegrityError), transaction.atomic():
        mutants.save()
