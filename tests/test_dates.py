"""Dates as a page shows them: day first in both languages."""

from datetime import datetime

import pytest
from django.template import Context, Template
from django.utils.translation import override

EVENING = datetime(2026, 11, 4, 18, 30)


@pytest.mark.parametrize(
    ("language", "name", "shown"),
    [
        ("en", "SHORT_DATE_FORMAT", "4 Nov 2026"),
        ("en", "SHORT_DATETIME_FORMAT", "4 Nov 2026, 18:30"),
        ("en", "DATE_FORMAT", "4 November 2026"),
        ("en", "DATETIME_FORMAT", "4 November 2026, 18:30"),
        ("fr", "SHORT_DATE_FORMAT", "04/11/2026"),
        ("fr", "SHORT_DATETIME_FORMAT", "04/11/2026 18:30"),
        ("fr", "DATE_FORMAT", "4 novembre 2026"),
        ("fr", "DATETIME_FORMAT", "4 novembre 2026 18:30"),
    ],
)
def test_a_date_has_its_day_first(language, name, shown):
    with override(language):
        assert Template(f'{{{{ when|date:"{name}" }}}}').render(Context({"when": EVENING})) == shown


@pytest.mark.parametrize(("language", "shown"), [("en", "4 November 2026, 18:30"), ("fr", "4 novembre 2026 18:30")])
def test_a_moment_without_a_format_is_shown_alike(language, shown):
    with override(language):
        assert Template("{{ when }}").render(Context({"when": EVENING})) == shown
