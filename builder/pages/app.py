"""The site as an app: its manifest, its service worker, and what opens where there is no reception."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, override
from django.views.decorators.http import require_safe

from builder.web.offline import opens_offline

SHARED_FILES = [
    *("text/plain", "text/csv", "text/markdown", "application/json", "application/zip", "application/xml"),
    *(".txt", ".md", ".csv", ".json", ".zip", ".ros", ".rosz"),
]


@require_safe
def manifest(_request: HttpRequest, language: str) -> HttpResponse:
    """What makes the site an app. It is asked for without cookies, so that its address says the language."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return JsonResponse(manifest_data(language), content_type="application/manifest+json")


def manifest_data(language: str) -> dict[str, object]:
    root = reverse("start")
    return {
        "id": root,
        "start_url": root,
        "scope": root,
        "name": "Bivouac",
        "short_name": "Bivouac",
        "description": gettext("Build, check, print and share your lists. No account needed."),
        "lang": language,
        "display": "standalone",
        "background_color": "#f2eadc",
        "theme_color": "#232527",
        "categories": ["games", "utilities"],
        "icons": [
            {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(icon(f"icon-{size}", size) for size in (192, 512)),
            *(icon(f"maskable-{size}", size, "maskable") for size in (192, 512)),
            icon("monochrome-512", 512, "monochrome"),
        ],
        "screenshots": [
            screenshot("narrow", "360x640", gettext("A list on a phone")),
            screenshot("wide", "960x600", gettext("A list on a large screen")),
        ],
        "shortcuts": [
            shortcut(gettext("New list"), f"{root}#games"),
            shortcut(gettext("My lists"), reverse("my-lists")),
            shortcut(gettext("Import a list"), reverse("import")),
        ],
        "share_target": {
            "action": reverse("import-shared"),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"text": "text", "url": "text", "files": [{"name": "files", "accept": SHARED_FILES}]},
        },
    }


def icon(name: str, size: int, purpose: str = "any") -> dict[str, str]:
    return {"src": static(f"icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def screenshot(form: str, sizes: str, label: str) -> dict[str, str]:
    source = static(f"icons/screenshot-{form}.png")
    return {"src": source, "sizes": sizes, "type": "image/png", "form_factor": form, "label": label}


def shortcut(name: str, url: str) -> dict[str, object]:
    return {"name": name, "url": url, "icons": [icon("icon-192", 192)]}


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker: at the root of the site, so that its scope is the site."""
    response = HttpResponse(worker_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def worker_script() -> str:
    return Path(str(finders.find("worker.js"))).read_text("utf-8")


@require_safe
@opens_offline()
def on_this_device(request: HttpRequest) -> HttpResponse:
    """What this browser keeps, as its script lists it. The worker shows it instead of a page that it has not."""
    return render(request, "pages/on_this_device.html")
