"""The pages on which photos are taken, and the photos."""

from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.battles.access import reader_or_404
from builder.exports.queue import Waiting
from builder.exports.subjects import without_document
from builder.gatherings.models import Membership
from builder.gatherings.permissions import access_or_404, gathering_of_key
from builder.lists import history
from builder.lists.access import granted_roster, shared_roster
from builder.lists.editor_page import valid_index
from builder.lists.edits import BadEdit
from builder.lists.models import Picture
from builder.lists.pictures import add_picture
from builder.pictures.taking import NotTaken, taken
from builder.web.forms import number_or_none
from builder.web.headers import unlisted
from builder.web.page_cookie import home
from builder.wording import say

KEPT_BY_BROWSERS = 86_400  # seconds


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unit_picture(request, pk):
    """Take a photo of a unit of an own list; a POST sends it, or asks whether it has been decoded."""
    roster = granted_roster(request, pk)
    loaded, fields = history.load_roster(roster), request.POST or request.GET
    index = valid_index(fields.get("unit"), loaded)
    if index is None:
        raise Http404
    context = {"roster": roster, "unit": loaded.document.units[index], "index": index}
    context |= {"revision": number_or_none(fields.get("revision")) or roster.revision}
    if request.method != "POST":
        return render(request, "pictures/of_unit.html", context)
    try:
        photo = taken(request)
        with transaction.atomic():
            name = add_picture(roster, photo)
            history.apply(roster, f"set-picture {index} {name}", {}, context["revision"])
    except history.Conflict:
        context |= {"revision": roster.revision}
        return refused(request, "pictures/of_unit.html", context, gettext("The list has changed. Send it again."))
    except (NotTaken, Waiting, BadEdit) as reason:
        return refused(request, "pictures/of_unit.html", context, reason)
    messages.success(request, gettext("Photo kept."))
    return redirect(f"{home(roster)}?unit={index}#unit-{index}")


def refused(request, template, context, reason):
    """The page again: why there is no photo, or that it is being decoded."""
    if isinstance(reason, Waiting):
        return render(request, template, context | {"kept": str(reason)}, status=202)
    error = say(reason) if isinstance(reason, BadEdit) else gettext(str(reason))
    return render(request, template, context | {"error": error}, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def battle_pictures(request, pk=None, key=""):
    """The photos of a battle; its players take more, and remove those of their own lists, the host any."""
    access = reader_or_404(request, pk, key)
    context = {"access": access, "battle": access.battle, "pictures": own_pictures(access)}
    if request.method != "POST":
        return unlisted(render(request, "pictures/of_battle.html", context))
    if not access.is_player:
        raise Http404
    if name := request.POST.get("remove"):
        remove_picture(access, name)
        return redirect("battle-pictures", pk)
    try:
        add_picture(list_of_player(access), taken(request), battle=access.battle.pk)
    except (NotTaken, Waiting, BadEdit) as reason:
        return refused(request, "pictures/of_battle.html", context, reason)
    return redirect("battle-pictures", pk)


def own_pictures(access):
    """(name, whether this browser may remove it) of each photo of a battle."""
    mine = {row.roster_id for row in access.rosters if row.number in access.mine}
    rows = Picture.objects.filter(battle=access.battle.pk).values_list("name", "roster")
    return [(name, access.host or roster in mine) for name, roster in rows]


def list_of_player(access):
    """The list that a player's photos belong to: the own one, or the one with the own seat. 404 where it is erased."""
    row = next((row for row in access.rosters if row.number == access.side), None)
    if row is None or row.roster is None:
        raise Http404
    return row.roster


def remove_picture(access, name):
    if name not in [name for name, removable in own_pictures(access) if removable]:
        raise Http404
    Picture.objects.filter(battle=access.battle.pk, name=name).delete()


# --- the photos -----------------------------------------------------------------------------------------------------


@require_safe
def list_picture(request, pk, name):
    return jpeg(granted_roster(request, pk, rosters=without_document).pictures.filter(battle=None), name)


@require_safe
def shared_picture(request, key, name):
    return jpeg(shared_roster(key, without_document()).pictures.filter(battle=None), name)


@require_safe
def battle_picture(request, name, pk=None, key=""):
    """A photo of a battle, or of a unit of one of its lists."""
    battle = reader_or_404(request, pk, key).battle
    return jpeg(Picture.objects.filter(Q(battle=battle) | Q(battle=None, roster__battles__battle=battle)), name)


@require_safe
def gathering_picture(request, name, pk=None, key=""):
    """A photo of a unit of a member."""
    gathering = access_or_404(request, pk).gathering if pk else gathering_of_key("share_key", key)
    members = Membership.objects.filter(gathering=gathering, left=None, roster__deleted=None)
    return jpeg(Picture.objects.filter(battle=None, roster__in=members.values("roster")), name)


def jpeg(rows, name):
    """A photo, or 404; a browser keeps it for a day."""
    content = rows.filter(name=name).values_list("stored__content", flat=True).first()
    if content is None:
        raise Http404
    response = HttpResponse(bytes(content), content_type="image/jpeg")
    patch_cache_control(response, private=True, max_age=KEPT_BY_BROWSERS, immutable=True)
    return unlisted(response)
