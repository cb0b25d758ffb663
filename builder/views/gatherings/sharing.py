"""The page behind a gathering's share link: it shows, prints and exports, and never changes anything."""

import hashlib
import json

from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder import sheets
from builder.gatherings import keys
from builder.gatherings.assembly import Company
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.views.gatherings.links import absolute
from builder.views.gatherings.page import desk_of, shown
from builder.views.printing import printed, wanted
from builder.views.sharing import file_name, json_file, unlisted
from rules.loading import editions


def company_behind(key):
    row = keys.by_key("share_key", key)
    return Company(row, desk_of(row.game), keys.members_of(row))


@require_safe
@never_cache
def gathering_shared(request, key):
    company = company_behind(key)
    context = shown(company) | {"share_link": absolute(request, company.gathering, "share")}
    return unlisted(render(request, "gatherings/shared.html", context))


@require_safe
@never_cache
def gathering_print(request, key):
    company = company_behind(key)
    context = {
        "gathering": company.gathering,
        "desk": company.desk,
        "bench": company.bench,
        "verdict": company.verdict,
        "papers": PAPERS,
        "layouts": LAYOUTS,
    }
    return unlisted(render(request, "gatherings/print.html", context))


@require_safe
def gathering_pdf(request, key):
    """The sheet of the assembled list; one that says the same comes from the cache."""
    company = company_behind(key)
    bench, options = company.bench, wanted(request)
    link = absolute(request, company.gathering, "share")
    said = hashlib.sha256(json.dumps(bench.document, sort_keys=True).encode()).hexdigest()
    parts = (said, *options.values(), link, editions(bench.list.game))

    def rendered():
        content = sheets.sheet_pdf(bench.list, bench.verdict, **options, share_url=link)
        return file_name(bench), content

    return printed(request, parts, rendered)


@require_safe
def gathering_json(request, key):
    return json_file(company_behind(key).bench)
