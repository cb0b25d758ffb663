"""Django's test client as browsers are, and the queue of sheets without its workers."""

from urllib.parse import urlencode

from django.test import Client

FORM = "application/x-www-form-urlencoded"
_post = Client.post


def _post_as_browsers_do(self, path, data=None, content_type=FORM, **more):
    fields = content_type == FORM and not isinstance(data, str | bytes)
    return _post(self, path, urlencode(data or {}, doseq=True) if fields else data, content_type, **more)


def post_urlencoded_forms():
    """Let every `Client` post urlencoded forms: Django's are multipart, which the site has none of and refuses."""
    Client.post = _post_as_browsers_do


def make_sheets_at_once(patch):
    """Make each sheet in this process as soon as it is asked for. patch -- a `pytest.MonkeyPatch`"""
    from builder.exports import making

    patch.setattr(making, "run_forked", lambda function, *_limits: function())
    patch.setattr(making, "enqueue", making.make_file.call)
