"""The page of an account's tokens for other programs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.api_tokens import LONGEST_NAME, MOST_TOKENS, make_token


@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: HttpRequest) -> HttpResponse:
    """The tokens; a POST makes one, which this answer alone shows."""
    if request.method != "POST":
        return page(request)
    name = request.POST.get("name", "").strip()
    if not name:
        return page(request, 422, error=gettext("Say where you use it."))
    token = make_token(request.user, name)
    if token is None:
        return page(request, 422, error=gettext("Tokens: {most} maximum.").format(most=MOST_TOKENS))
    return page(request, token=token)


@require_POST
def api_token_end(request: HttpRequest, pk: int) -> HttpResponse:
    get_object_or_404(request.user.api_tokens, pk=pk).delete()  # type: ignore[union-attr]
    return redirect("api-tokens")


def page(request: HttpRequest, status: int = 200, **context: object) -> HttpResponse:
    tokens = request.user.api_tokens.order_by("-made")  # type: ignore[union-attr]
    return render(
        request, "account/api_tokens.html", context | {"tokens": tokens, "longest": LONGEST_NAME}, status=status
    )
