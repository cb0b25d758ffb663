"""The grants in a browser's session, for forms that are answered twice."""

from django.http import HttpRequest

NAMES = ("lists", "gatherings")  # keys of the session, as `builder.lists.access` and `gatherings.permissions` have them

Grants = dict[str, dict[str, int]]  # key of the session -> {pk of the row: generation}


def held(request: HttpRequest) -> Grants:
    return {name: dict(request.session.get(name, {})) for name in NAMES}


def new(before: Grants, after: Grants) -> Grants:
    """The grants of `after` that `before` lacks."""
    new = {name: {pk: now for pk, now in after[name].items() if before[name].get(pk) != now} for name in NAMES}
    return {name: grants for name, grants in new.items() if grants}


def give(request: HttpRequest, grants: Grants) -> None:
    """Add grants to the session."""
    for name, more in grants.items():
        request.session[name] = request.session.get(name, {}) | more
