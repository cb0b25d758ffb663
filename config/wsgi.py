"""The application for WSGI servers; config/serve.py serves it."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
gc.set_threshold(10_000, 20, 50)  # a page makes many objects and no cycles: the default looks for them at each page
