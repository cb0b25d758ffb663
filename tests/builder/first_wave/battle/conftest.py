"""Commands that put NPCs on the table and marked sheets read the book from its files, not from the database."""

import pytest

from builder.battles import marked_sheet, marks
from tests.rules.first_wave import make


@pytest.fixture(autouse=True)
def book_of_files(monkeypatch, request):
    if "django_db" not in request.keywords:
        for module in (marks, marked_sheet):
            monkeypatch.setattr(module, "catalogue", lambda _game, _edition: make.catalogue())
