"""A shared list in pages of others: an oEmbed answer, and the only page that others may frame."""

from urllib.parse import urlencode, urlsplit

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from builder.lists.access import share_link, shared_roster
from builder.lists.history import load_roster
from builder.lists.models import Roster
from builder.sheets.building import sheet_of
from builder.sheets.picture import HEIGHT, WIDTH
from builder.web.headers import unlisted

FRAME = {"maxwidth": 480, "maxheight": 360}  # pixels, where nobody asks for fewer
LEAST = 200


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """What https://oembed.com asks of a share link: a frame, its size, and the picture of the list."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)
    roster = roster_at(request.GET.get("url", ""))
    width, height = (size(request.GET.get(name, ""), most) for name, most in FRAME.items())
    address = request.build_absolute_uri(reverse("shared-frame", args=[roster.share_key]))
    frame = '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" style="border:0"></iframe>'
    answer = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Bivouac",
        "provider_url": request.build_absolute_uri(reverse("start")),
        "title": roster.name,
        "html": format_html(frame, address, width, height, roster.name),
        "width": width,
        "height": height,
    }
    if roster.pictured:
        address = picture_link(request, roster)
        answer |= {"thumbnail_url": address, "thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    return unlisted(JsonResponse(answer))


def roster_at(address: str) -> Roster:
    """The roster of a share link, or 404."""
    try:
        match = resolve(urlsplit(address).path)
    except (Resolver404, ValueError):
        raise Http404 from None
    if match.url_name != "shared":
        raise Http404
    return shared_roster(match.kwargs["key"])


def picture_link(request: HttpRequest, roster: Roster) -> str:
    address = reverse("shared-export", args=[roster.share_key, "png"])
    return request.build_absolute_uri(f"{address}?{urlencode({'language': get_language()})}")


def size(word: str, most: int) -> int:
    return max(LEAST, min(int(word), most)) if word.isdecimal() and len(word) < len("100000") else most


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it takes any view
def shared_frame(request: HttpRequest, key: str) -> HttpResponse:
    """The list in a few lines, to read: nothing in it changes anything."""
    roster = shared_roster(key)
    sheet = sheet_of(load_roster(roster).for_reader())
    context = {"sheet": sheet, "share_link": share_link(request, roster), "game": roster.game}
    return unlisted(render(request, "exports/frame.html", context))
