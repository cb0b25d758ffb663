"""The addresses of the API, and the page that documents it.

What answers is imported at the first request: most web processes never need its 11 MB.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, resolve
from django.views.decorators.csrf import csrf_exempt


def docs(request: HttpRequest) -> HttpResponse:
    """The schema as a page."""
    from builder.api.routes import api

    schema = api.get_openapi_schema()
    return render(request, "api/docs.html", {"schema": schema, "paths": schema["paths"].items()})


@csrf_exempt  # its keys are in a header
def operation(request: HttpRequest, address: str) -> HttpResponse:
    """What an operation of `builder.api.routes` answers."""
    match = request.resolver_match = resolve(f"/v1/{address}", "builder.api.routes")
    return match.func(request, *match.args, **match.kwargs)


urlpatterns = [
    path("api/", docs, name="api"),
    path("api/v1/<path:address>", operation),
]
