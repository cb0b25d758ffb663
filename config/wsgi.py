"""The application for WSGI servers; config/serve.py serves it."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
gc.set_threshold(5_000)  # a page makes many objects and few cycles: the default of 700 looks for them all the time
