"""Addresses for machines: health, metrics, robots.txt and security.txt."""

import hmac
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import get_script_prefix
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.operations import health, metrics
from config.web_server import STOPPING

VALID = timedelta(days=180)  # of security.txt, which must name a date within a year
# Lists and links are nobody else's; forms and rolls of dice are no pages to find.
KEYED = "bdegjosw"  # the first parts of addresses with keys
UNLISTED = [*KEYED, "admin", "battles", "device", "dice", "gatherings", "health", "i18n", "lists", "metrics", "new"]


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """The process answers. Asks neither database nor cache."""
    return JsonResponse({"status": health.OK})


def health_view(checks: dict[str, health.Check]) -> Callable[[HttpRequest], HttpResponse]:
    """A view that answers 200, or 503 if one of these checks fails or this process is about to stop."""

    @never_cache
    @require_safe
    def checked(request: HttpRequest) -> HttpResponse:
        results = health.results(checks)
        if request.META.get(STOPPING):
            results["process"] = health.FAILING
        failing = health.FAILING in results.values()
        status = health.FAILING if failing else health.OK
        return JsonResponse({"status": status, **results}, status=503 if failing else 200)

    return checked


@never_cache
@require_safe
def prometheus(request: HttpRequest) -> HttpResponse:
    """The counts, for those who send METRICS_TOKEN; 404 to all others."""
    sent, wanted = request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not hmac.compare_digest(sent.encode(), wanted.encode()):
        raise Http404
    return HttpResponse(metrics.exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {get_script_prefix()}{name}" for name in map(closed, UNLISTED))]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


def closed(name: str) -> str:
    return name if name == "metrics" else f"{name}/"


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell about a weakness (RFC 9116), if SECURITY_CONTACT is set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + VALID).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(code for code, _name in settings.LANGUAGES)
    lines = [
        *(f"Contact: {address}" for address in settings.SECURITY_CONTACT),
        f"Expires: {expires}",
        f"Preferred-Languages: {languages}",
        f"Canonical: {request.build_absolute_uri(request.path)}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
