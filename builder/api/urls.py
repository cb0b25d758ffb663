"""The addresses of the API. What answers is imported at the first request: most web processes never need its 12 MB."""

from django.http import HttpRequest, HttpResponseBase
from django.urls import path, resolve
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt  # keys are in a header
def answer(request: HttpRequest, address: str = "") -> HttpResponseBase:
    """What `builder.api.routes` answers."""
    match = request.resolver_match = resolve(f"/{address}", "builder.api.routes")
    return match.func(request, *match.args, **match.kwargs)


urlpatterns = [
    path("api/", answer, name="api"),
    path("api/<path:address>", answer),
]
