"""The operations of the API and the page that documents them. `builder.api.urls` imports it at their first request."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from builder.api import battles, books, judging, lists
from builder.api.handlers import add_handlers
from builder.api.problems import CONTENT_TYPE

PROBLEM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "pointer": {"type": "string"},
        "errors": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["type", "title", "status", "detail"],
}


class Api(NinjaAPI):
    """Its schema says of each operation that it may answer with problem details."""

    def get_root_path(self, _parameters: Any) -> str:
        return reverse("api") + "v1/"

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**options)
        schema["components"].setdefault("schemas", {})["Problem"] = PROBLEM
        details = {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for operation in operations(schema):
            for status in ("4XX", "5XX"):
                operation["responses"][status] = {"description": "Problem details", "content": details}
        return schema


def operations(schema: OpenAPISchema) -> list[dict[str, Any]]:
    return [operation for address in schema["paths"].values() for operation in address.values()]


api = Api(
    title="Bivouac",
    version="1",
    description="Lists of tabletop games: judged, built, printed and played. docs/api.md has examples.",
    docs_url=None,
    urls_namespace="api-1",
)
for router in (books.router, judging.router, lists.router, battles.router):
    api.add_router("", router)
add_handlers(api)


def docs(request: HttpRequest) -> HttpResponse:
    """The schema as a page."""
    schema = api.get_openapi_schema()
    return render(request, "api/docs.html", {"schema": schema, "paths": schema["paths"].items()})


urlpatterns = [
    path("", docs, name="api"),
    path("v1/", api.urls),
]
