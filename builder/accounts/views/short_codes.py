"""The field for a short code."""

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from builder.accounts import short_codes
from builder.accounts.limits import allowed, require_allowed

ANY_LEFT = 0.01  # of the limit: one wrong try


@require_POST
@never_cache
def short_code_open(request):
    """Go on to where a code leads. Only wrong ones count, and above the limit right ones lead nowhere, too."""
    require_allowed(request, "code", spare=ANY_LEFT, number=0)
    if path := short_codes.path_of(request.POST.get("code", "")):
        return redirect(path)
    allowed(request, "code")
    messages.error(request, gettext("No such code, or its ten minutes are over."))
    return redirect("start")
