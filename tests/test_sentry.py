"""What Sentry is told, if somebody runs the site with SENTRY_DSN."""

import json
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import sentry

KEY = "q2ZbX-4_kkf0n8u5Tn3yQw"
DSN = "http://public@127.0.0.1:9/1"
PROCESS = f"""
import django, json, sys
from django.conf import settings
from config import sentry
from sentry_sdk.transport import Transport

class Kept(Transport):
    def capture_envelope(self, envelope):
        event = envelope.get_event()
        if event:
            print(json.dumps(event, default=str))

sentry.start({DSN!r}, transport=Kept)
settings.configure(DATABASES={{}}, ROOT_URLCONF="__main__", SECRET_KEY="x", ALLOWED_HOSTS=["*"], LOGGING_CONFIG=None)
django.setup()
from django.core.wsgi import get_wsgi_application
from django.test import RequestFactory
from django.urls import path

def fail(request, key):
    raise ValueError(f"no list at /e/{{key}}/")

urlpatterns = [path("e/<str:key>/", fail)]
posted = RequestFactory().post("/e/{KEY}/?next=/s/{KEY}/", {{"note": {KEY!r}, "name": "Ours alone"}},
    headers={{"Referer": "http://h/s/{KEY}/", "HX-Current-URL": "http://h/j/{KEY}/", "Cookie": "browser={KEY}"}},
    REMOTE_ADDR="203.0.113.77")
get_wsgi_application()(posted.environ, lambda *_: None)
"""


def test_a_report_holds_no_key_no_cookie_no_form_and_no_address():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROCESS], capture_output=True, text=True, check=True)
    event = json.loads(done.stdout.splitlines()[0])
    assert event["exception"]["values"][0]["value"] == "no list at /e/[key]/"
    assert event["request"] == {"url": "http://testserver/e/[key]/", "method": "POST"}
    assert [secret for secret in (KEY, "203.0.113", "Ours alone", "browser=") if secret in done.stdout] == []


def test_a_missing_package_is_said_plainly(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match=r"SENTRY_DSN is set, but sentry-sdk is missing: .*pip install"):
        sentry.start(DSN)


def test_an_address_that_cannot_be_read_stops_the_start():
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN: "):
        sentry.start("nonsense")
