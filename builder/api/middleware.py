"""What surrounds each request to the API: its limit, who else may read it, errors of others as problem details."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from builder.accounts.limits import allowed
from builder.api.problems import problem, retry_after

PREFIX = "/api/v1/"
OPEN = {
    "Access-Control-Allow-Origin": "*",  # of what needs no cookie; keys are in a header that no browser adds by itself
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Accept-Language, Content-Type",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "Access-Control-Max-Age": "86400",
}


def around_api(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PREFIX):
            return get_response(request)
        if request.method == "OPTIONS":
            return HttpResponse(status=204, headers=OPEN)
        allowance = allowed(request, "api", in_view=False)
        if allowance:
            response = in_details(get_response(request))
        else:
            response = problem(429, headers=retry_after(allowance.wait))
        for name, value in OPEN.items():
            response.setdefault(name, value)
        response.setdefault("Cache-Control", "no-store")
        return response

    return respond


def in_details(response: HttpResponse) -> HttpResponse:
    """An error page of the site as problem details."""
    if response.status_code < 400 or not response.get("Content-Type", "").startswith("text/html"):
        return response
    kept = {name: response[name] for name in ("Allow", "Retry-After") if name in response}
    return problem(response.status_code, headers=kept)
