"""What the schema of the API allows, and more, is asked of it: nothing breaks, every answer is one that it names."""

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.wsgi import application

pytestmark = [pytest.mark.django_db, pytest.mark.large]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture
def api(db, settings):
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, "99999/min")
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # the one of this test, as Django's own client does
    yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_no_answer_outside_the_schema(api):
    operations = [operation.ok() for operation in api.get_all_operations()]
    assert len(operations) >= 12
    for operation in operations:
        ask(operation)


def ask(operation):
    @settings(max_examples=12, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def answers(case):
        case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

    answers()
