"""The books in the admin: an edit marks its row and raises the revision; one that breaks the book is refused."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.contrib import admin, messages
from django.db import IntegrityError, transaction
from django.db.models import F, Field, Max, Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from rules import loading, models
from rules.books import CrossCheck
from rules.catalogue import Cite
from rules.registry import GAMES

OF_KIND = {"ammunition": "ammunition", "needs": "equipment"}  # the items that a field may name


class BrokenBook(Exception):
    """An edit after which an edition cannot be loaded any more."""


def problems(edition: models.Edition) -> Iterator[str]:
    """Why the rows of an edition make no catalogue, as sentences; nothing where they make one."""
    try:
        book = loading.load(edition)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        yield f"the rows cannot be read ({type(error).__name__}: {error})"
        return
    for _collection, slug, reason in CrossCheck(book, GAMES[book.game]).problems():
        yield f"{slug}: {reason}"


def raise_revision(*editions: models.Edition) -> None:
    """Note that rows of these editions were changed, so that every process loads them again. Raises `BrokenBook`."""
    ids = {edition.pk for edition in editions}
    models.Edition.objects.filter(pk__in=ids).update(revision=F("revision") + 1)
    for edition in models.Edition.objects.filter(pk__in=ids).select_related("game"):
        if problem := next(problems(edition), None):
            raise BrokenBook(problem)


class BookAdmin(admin.ModelAdmin):
    """The base of all pages of the books: a change is saved as a whole or not at all."""

    def in_transaction(self, view: Callable, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, *arguments, **named)
        try:
            with transaction.atomic():
                return view(request, *arguments, **named)
        except (BrokenBook, IntegrityError) as error:
            message = f"Nothing was changed, for the book would no longer hold together: {error}."
            self.message_user(request, message, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def changeform_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        return self.in_transaction(super().changeform_view, request, *arguments, **named)

    def delete_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        return self.in_transaction(super().delete_view, request, *arguments, **named)

    def changelist_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        return self.in_transaction(super().changelist_view, request, *arguments, **named)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if not change or form.has_changed() or any(formset.has_changed() for formset in formsets):
            self.touched(form.instance)

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        self.delete_queryset(request, type(obj)._default_manager.filter(pk=obj.pk))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An earlier revision of a book stays as it was."""
        edition = obj if isinstance(obj, models.Edition) else getattr(obj, "edition", None)
        return super().has_change_permission(request, obj) and not getattr(edition, "present_id", None)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and self.has_change_permission(request, obj)

    def touched(self, row: Any) -> None:
        """Called after a row, or one that belongs to it, was changed."""
        raise NotImplementedError


class OfEdition(admin.options.BaseModelAdmin):
    """Offers only rows of the edition that the row on the page belongs to, with their slugs."""

    def of_edition(self, model: Any, field: str, request: HttpRequest) -> QuerySet:
        row = request.resolver_match and request.resolver_match.kwargs.get("object_id")
        rows = model._default_manager.all()
        if issubclass(model, models.EntryRow) and row:
            rows = rows.filter(edition__in=self.editions(row)).order_by("position")
        if field in OF_KIND:
            rows = rows.filter(kind=OF_KIND[field])
        return rows.prefetch_related("factions") if model is models.Opening else rows

    def editions(self, row: str) -> QuerySet:
        model = getattr(self, "parent_model", None) or self.model
        if model is models.Opening:
            return models.Edition.objects.all()
        return model._default_manager.filter(pk=row).values("edition")

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        return self.labelled(
            super().formfield_for_foreignkey(db_field, request, **self.narrowed(db_field, request, kwargs))
        )

    def formfield_for_manytomany(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        return self.labelled(
            super().formfield_for_manytomany(db_field, request, **self.narrowed(db_field, request, kwargs))
        )

    def narrowed(self, field: Field, request: HttpRequest, kwargs: dict[str, Any]) -> dict[str, Any]:
        if field.name == "edition":
            return kwargs
        return kwargs | {"queryset": self.of_edition(field.related_model, field.name, request)}

    def labelled(self, formfield: Any) -> Any:
        if formfield is not None and issubclass(formfield.queryset.model, models.EntryRow):
            formfield.label_from_instance = label
        return formfield


def label(row: Any) -> str:
    return f"{row.name_fr} ({getattr(row, 'kind', row._meta.verbose_name)} {row.slug})"


class Inline(OfEdition, admin.TabularInline):
    extra = 0


def inline(model: type[Model]) -> type[Inline]:
    """An inline table of the rows of `model` that belong to the row on the page."""
    return type(f"{model.__name__}Inline", (Inline,), {"model": model})


class FiguresInline(admin.StackedInline):
    model = models.RangedFigures


class EntryAdmin(OfEdition, BookAdmin):
    """An entry of a book, with its citation."""

    figures: list[str] = []
    list_filter = ["edition", "book", "retired", "edited"]
    search_fields = ["slug", "name_fr", "name_en", "text_fr", "text_en"]
    ordering = ["edition", "position"]
    list_select_related = ["edition__game"]
    save_on_top = True

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return ("name_fr", "slug", "cited", *self.figures, "retired", "edited", "edition")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("edited", "edition") if obj else ("edited",)

    @admin.display(description="page", ordering="page")
    def cited(self, row: models.EntryRow) -> str:
        return str(Cite(row.book, row.page, row.heading))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if not change and not obj.position:
            obj.position = last_position(type(obj), obj.edition) + 1
        super().save_model(request, obj, form, change)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Entries edited on the page of another belong to its edition, and are marked as edited too."""
        for row in formset.save(commit=False):
            if isinstance(row, models.EntryRow):
                row.edition, row.edited = form.instance.edition, True
            row.save()
        for row in formset.deleted_objects:
            row.delete()
        formset.save_m2m()

    def touched(self, row: Any) -> None:
        mark_edited(row)
        raise_revision(row.edition)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        removed: dict[models.Edition, list[str]] = {}
        for row in queryset.select_related("edition"):
            removed.setdefault(row.edition, []).append(named(row))
        super().delete_queryset(request, queryset)
        for edition, names in removed.items():
            remember(edition, names)


def last_position(model: Any, edition: models.Edition) -> int:
    last = model.objects.filter(edition=edition).aggregate(last=Max("position"))["last"]
    return -1 if last is None else last


def mark_edited(row: Any) -> None:
    type(row).objects.filter(pk=row.pk).update(edited=True)


def named(row: models.EntryRow) -> str:
    return f"{row._meta.verbose_name} {row.slug}"


def remember(edition: models.Edition, names: Iterable[str]) -> None:
    """Note rows that were deleted, because a load would bring them back."""
    edition = models.Edition.objects.select_for_update().get(pk=edition.pk)
    edition.removed = sorted({*edition.removed, *names})
    edition.save(update_fields=["removed"])
    raise_revision(edition)


class HeadAdmin(BookAdmin):
    """Games and editions, which only the files add and remove."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.Game)
class GameAdmin(HeadAdmin):
    list_display = ["name_fr", "name_en", "slug"]
    search_fields = ["slug", "name_fr", "name_en"]

    def touched(self, row: Any) -> None:
        present = row.editions.filter(present=None)
        present.update(edited=True)
        raise_revision(*present)


@admin.register(models.Edition)
class EditionAdmin(HeadAdmin):
    list_display = ["title", "game", "slug", "dated", "revision", "edited", "present"]
    list_filter = ["game", "edited"]
    list_select_related = ["game"]
    search_fields = ["slug", "title"]
    readonly_fields = ["revision", "digest", "edited", "removed"]

    def touched(self, row: Any) -> None:
        models.Edition.objects.filter(pk=row.pk).update(edited=True)
        raise_revision(row)


@admin.register(models.Opening)
class OpeningAdmin(OfEdition, BookAdmin):
    list_display = ["rule", "for_what", "who"]
    search_fields = ["rule", "item__slug", "item__name_fr", "unittype__slug", "unittype__name_fr"]
    list_filter = ["factions"]
    list_select_related = ["item", "unittype"]
    filter_horizontal = ["factions", "drawbacks"]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).prefetch_related("factions", "drawbacks")

    @admin.display(description="for")
    def for_what(self, opening: models.Opening) -> str:
        return ", ".join(label(row) for row in owners(opening))

    @admin.display(description="open to")
    def who(self, opening: models.Opening) -> str:
        drawbacks = [f"{faction} (drawback)" for faction in opening.drawbacks.all()]
        return ", ".join([*map(str, opening.factions.all()), *drawbacks])

    def touched(self, opening: models.Opening) -> None:
        for row in owners(opening):
            mark_edited(row)
        raise_revision(*(row.edition for row in owners(opening)))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        orphans = [row for opening in queryset for row in owners(opening)]
        super().delete_queryset(request, queryset)
        for row in orphans:
            mark_edited(row)
        raise_revision(*(row.edition for row in orphans))


def owners(opening: models.Opening) -> list[Any]:
    """The item or unit type that an opening belongs to: one, or none yet."""
    return [row for row in (getattr(opening, "item", None), getattr(opening, "unittype", None)) if row]


@admin.register(models.UnitType)
class UnitTypeAdmin(EntryAdmin):
    figures = ["kind", "cost", "seats", "shooters", "slots"]
    list_filter = ["edition", "kind", "book", "retired", "edited"]


@admin.register(models.Characteristic)
class CharacteristicAdmin(EntryAdmin):
    inlines = [inline(models.CharacteristicCost)]


@admin.register(models.Item)
class ItemAdmin(EntryAdmin):
    ordering = ["edition", "kind", "position"]
    figures = ["kind", "cost", "places", "slots"]
    list_filter = ["edition", "kind", "book", "exotic", "printed", "retired", "edited"]
    filter_horizontal = ["types", "ammunition"]
    inlines = [inline(models.ItemRule), FiguresInline, inline(models.ItemLimit)]


class TraitInline(OfEdition, admin.StackedInline):
    """A faction has both its traits from the start; their price changes are on their own pages."""

    model = models.Trait
    exclude = ["edition"]
    readonly_fields = ["edited"]
    extra = 0
    min_num = max_num = 2
    show_change_link = True


@admin.register(models.Faction)
class FactionAdmin(EntryAdmin):
    figures = ["parent"]
    list_filter = ["edition", "book", "parent", "retired", "edited"]
    list_select_related = ["edition__game", "parent"]
    inlines = [TraitInline, inline(models.FactionActivity)]


@admin.register(models.Trait)
class TraitAdmin(EntryAdmin):
    figures = ["faction", "side"]
    list_filter = ["edition", "side", "book", "retired", "edited"]
    list_select_related = ["edition__game", "faction"]
    inlines = [inline(models.PriceChange)]


@admin.register(models.Scenario)
class ScenarioAdmin(EntryAdmin):
    figures = ["number", "budget", "turns"]
    inlines = [inline(models.ScenarioRole), inline(models.ScenarioMission)]


@admin.register(models.Profile)
class ProfileAdmin(EntryAdmin):
    figures = ["printed_cost", "printed_for"]
    list_select_related = ["edition__game", "printed_for"]


@admin.register(models.Reminder)
class ReminderAdmin(EntryAdmin):
    figures = ["uses"]


class TableRowInline(OfEdition, admin.StackedInline):
    """The rows of a table; their texts are on their own pages."""

    model = models.TableRow
    fields = ["slug", "position", "name_fr", "name_en", "low", "high", "figures", "book", "page", "heading", "edited"]
    readonly_fields = ["edited"]
    extra = 0
    show_change_link = True


@admin.register(models.Table)
class TableAdmin(EntryAdmin):
    figures = ["dice"]
    inlines = [TableRowInline]


@admin.register(models.TableRow)
class TableRowAdmin(EntryAdmin):
    ordering = ["edition", "table", "position"]
    figures = ["table", "low", "high", "figures"]
    list_filter = ["edition", "table", "retired", "edited"]
    list_select_related = ["edition__game", "table"]


admin.site.register((models.SpecialRule, models.Activity, models.VictoryGrade, models.Ruling), EntryAdmin)
