"""The pages behind a gathering's share link: to read, print and export."""

import hashlib
import json
from functools import cache

from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.exports.registry import ExportSource
from builder.exports.responses import Subject, begun_with, export_response, paper_of
from builder.gatherings import permissions
from builder.gatherings.context import assembled_or_404, head_context, readable_link, state_context, state_of
from builder.sheets.building import kit_of, sheet_of
from builder.sheets.print_form import form_context
from builder.web.headers import unlisted
from rules.loading import editions


def shared_state(key):
    """The state of the gathering with this share key, or 404."""
    gathering = permissions.gathering_of_key("share_key", key)
    return state_of(gathering, permissions.memberships_of(gathering, permissions.assembles(gathering.game)))


@require_safe
@never_cache
def gathering_shared(request, key):
    state = shared_state(key)
    context = state_context(state) | {"share_link": readable_link(request, state.gathering, "share")}
    return unlisted(render(request, "gatherings/shared.html", context))


@require_safe
@never_cache
def gathering_print(request, key):
    state = assembled_or_404(shared_state(key))
    choices, language = begun_with(request)
    form = form_context(choices, language, paper_of(request), sheet_of(state.loaded), kit_of(state.loaded))
    context = head_context(state.gathering) | {
        "loaded": state.loaded,
        "verdict": state.verdict,
        **form,
    }
    return unlisted(render(request, "gatherings/print.html", context))


@require_safe
def gathering_export(request, key, export):
    """An export of the assembled document, kept by its content."""
    gathering = permissions.gathering_of_key("share_key", key)
    link = readable_link(request, gathering, "share")
    assembled = cache(lambda: assembled_or_404(shared_state(key)))

    def state():
        digest = hashlib.sha256(json.dumps(assembled().loaded.data, sort_keys=True).encode()).hexdigest()
        return "gathering", digest, link, editions(gathering.game)

    def make_sources(choices):
        gang = assembled()
        return [ExportSource(gang.loaded, share_url=link, choices=choices, rosters=gang.rosters)]

    return export_response(request, export, Subject(f"gathering {gathering.pk}", state, make_sources))
