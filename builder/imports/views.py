"""The pages that read lists from outside."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from builder.accounts.limits import counts_as
from builder.imports.checking import CheckPage
from builder.imports.page import ImportPage, SharedPage
from builder.web.headers import is_from_other_site


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_lists(request: HttpRequest) -> HttpResponseBase:
    """Choose files or paste, look at what was understood, then keep it."""
    return ImportPage(request).respond()


@csrf_exempt  # the system of a phone sends it, which has no token; it is read and shown, and nothing is kept
@counts_as("post", lambda request: int(not is_from_other_site(request)))
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_shared(request: HttpRequest) -> HttpResponseBase:
    """As the page Import, of what is shared with the installed app; a page that has it already goes on there.

    Another site's form gets 403.
    """
    if is_from_other_site(request):
        raise PermissionDenied
    return SharedPage(request).respond()


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def check_lists(request: HttpRequest) -> HttpResponseBase:
    """As the page Import for the lists of many players: their verdicts, one PDF, a gathering."""
    return CheckPage(request).respond()
