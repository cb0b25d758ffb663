"""The application for ASGI servers. Every view is synchronous, so WSGI is several times faster."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_asgi_application()
