"""A code that brings the lists of this browser to another device: the page that shows it, and the one that it opens.

On the first page the browser's key is renewed, and the browser forgotten, on the player's wish.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts import handover as handovers
from builder.accounts import short_codes
from builder.accounts.browsers import browser_of
from builder.accounts.form_answers import DOUBLE_CLICK, idempotent
from builder.accounts.limits import counts_as, require_allowed
from builder.web.headers import cleared, unlisted
from builder.web.page_cookie import clear_key_cookies
from builder.web.qr import qr_svg


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counts_as("handover")
def handover(request):
    """The page of the code. A POST answers with a new one: its key is stored nowhere, so no redirect could show it.

    htmx asks whether the code ?code= (a number) was taken; only the browser that has the cookie of that code is told.
    """
    browser = browser_of(request)
    contents = handovers.contents(browser.sees_by_keys())
    context = {"contents": contents, "account": browser.account, "minutes": handovers.VALID.seconds // 60}
    if request.method == "POST" and contents:
        return code_page(request, context)
    made = handovers.made_handover(request)
    if request.htmx:
        shown = made if made and str(made.pk) == request.GET.get("code") else None
        return state_fragment(request, context | {"state": state_of(shown) or "over"})
    context["state"] = state_of(made)
    if browser.account is not None:
        context |= coded(request, reverse("account_login"), gettext("Sign-in link"), "login")
    return TemplateResponse(request, "account/handover.html", context)


@require_POST
@never_cache
@counts_as("handover")
def browser_renew(request):
    browser_of(request).renew()
    messages.success(request, gettext("Access renewed. Copies of the old one will soon stop working."))
    return redirect("handover")


@require_POST
@never_cache
@counts_as("handover")
def browser_forget(request):
    browser = browser_of(request)
    response = clear_key_cookies(redirect("handover"), browser.last_used())
    browser.forget()
    messages.success(request, gettext("Browser forgotten. No list is deleted."))
    return cleared(response)


def code_page(request, context):
    made, key = handovers.make(browser_of(request), handovers.made_hash(request))
    context |= coded(request, reverse("handover-take", args=[key]), gettext("Code for your other device"), "code")
    context |= {"made": made, "until": handovers.until(made), "short_code": short_codes.new_code(handover=made)}
    return handovers.set_handover_cookie(TemplateResponse(request, "account/handover.html", context), made)


def coded(request, path, title, name):
    """An address as a link and as a QR code, under names that begin with `name`."""
    link = request.build_absolute_uri(path)
    return {f"{name}_link": link, f"{name}_qr": qr_svg(link, title)}


def state_of(made):
    """What became of the last code: "waiting", "taken", "over", or "" where there is none."""
    if made is None:
        return ""
    if made.taken:
        return "taken"
    if not handovers.usable().filter(pk=made.pk).exists():
        return "over"
    return "waiting" if made.asked_hash is None else "agreed" if made.agreed else "asked"


def state_fragment(request, context):
    """What replaces the code once it is of no use any more; until then nothing."""
    if context["state"] == "waiting":
        return HttpResponse(status=204)
    return TemplateResponse(request, "account/_handover_code.html", context)


@require_POST
@never_cache
@counts_as("handover")
def handover_answer(request):
    """What the player says to a device that typed the short code; only the browser that shows it is asked."""
    made = handovers.made_handover(request)
    if made and state_of(made) == "asked":
        handovers.answer(made, agreed="yes" in request.POST)
    return redirect("handover")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counts_as("grant")
@idempotent(DOUBLE_CLICK)
def handover_take(request, key):
    """What the code opens on the other device: a page that asks first, for whatever previews links opens it too."""
    browser, made = browser_of(request), handovers.usable().filter(handovers.of_key(key)).first()
    if made is None or not (contents := handovers.contents_of(made)):
        return refused(request)
    if handovers.brings_nothing_new(made, browser):
        return take_page(request, contents, here=True)
    if request.method != "POST" or handovers.waits_for_answer(made, key):
        return take_page(request, contents, here=False, waits=handovers.waits_for_answer(made, key))
    taken = handovers.take(key, browser)
    if taken is None:
        return refused(request)
    messages.success(request, gettext("Now here too: {contents}.").format(contents=taken))
    return unlisted(redirect("my-lists"))


def take_page(request, contents, here, waits=False):
    """here -- this browser has all of it already, and the code stays as it is; waits: for a yes on the first device"""
    context = {"contents": contents, "here": here, "waits": waits, "account": browser_of(request).account}
    return unlisted(TemplateResponse(request, "account/handover_take.html", context))


def refused(request):
    """404 for keys that are wrong, used or too old. They count like secret links; a POST was counted before."""
    if request.method != "POST":
        require_allowed(request, "grant")
    return unlisted(TemplateResponse(request, "account/handover_take.html", status=404))
