"""Settings: safe for production as they stand; the environment changes what differs between machines."""

import os
from pathlib import Path
from urllib.parse import quote

from csp.constants import NONE, SELF

from config import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent

# --- From the environment -------------------------------------------------------------------------------------------

# DATA_DIR: the folder of everything that is made at run time (database, secret key, caches, collected static files).
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").absolute()
DATA_DIR.mkdir(parents=True, exist_ok=True)

# DEBUG: error pages that show the code; never on a machine that others reach.
DEBUG = env.flag("DEBUG")

# PLAIN_HTTP: serve without TLS, so no redirect to HTTPS, no HSTS and no Secure cookies; `make run` sets it.
PLAIN_HTTP = env.flag("PLAIN_HTTP")

# BEHIND_PROXY: requests come through our own proxy, which always sets X-Forwarded-Proto and X-Forwarded-For.
BEHIND_PROXY = env.flag("BEHIND_PROXY")

# HOSTS: host names under which the site is reached, beside those of this machine.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.words("HOSTS")]

# SECRET_KEY: signs sessions and tokens; without it a key is made at the first start and stored in DATA_DIR.
SECRET_KEY = os.environ.get("SECRET_KEY") or env.persistent_secret(DATA_DIR / "secret-key")

# DATABASE_URL: sqlite:////folder/file or postgres://user:password@host:port/name.
_OWN_DATABASE = f"sqlite://{quote(str(DATA_DIR / 'bivouac.sqlite3'))}"
DATABASES = {"default": env.database(os.environ.get("DATABASE_URL") or _OWN_DATABASE)}

# CACHE_URL: redis://host:port/number for Valkey or Redis, which then also speeds up sessions; else files in DATA_DIR.
CACHE_URL = os.environ.get("CACHE_URL", "")
CACHES = {"default": env.cache(CACHE_URL, DATA_DIR / "cache")}

# STATIC_MANIFEST: 0 serves static files under their plain names, as the tests do, which collect none.
STATIC_MANIFEST = env.flag("STATIC_MANIFEST", default=True)

# RATE_LIMIT_CREATE, RATE_LIMIT_PDF, ...: how often one client may do a costly thing (a number per s, min, h or d).
RATE_LIMITS = {
    name: os.environ.get(f"RATE_LIMIT_{name.upper()}") or usual
    for name, usual in {
        "create": "30/h",  # new, imported and copied lists
        "join": "30/h",  # answers to an invitation
        "pdf": "60/h",  # sheets that have to be rendered
        "login": "20/h",  # tries to log in
    }.items()
}

# SHEET_SECONDS, SHEET_MEMORY: what a sheet may take to be made: seconds of processor time, megabytes.
SHEET_SECONDS = env.whole_number("SHEET_SECONDS", 30)
SHEET_MEMORY = env.whole_number("SHEET_MEMORY", 500)

# SHEET_QUEUE: how many unfinished sheets there may be at once.
SHEET_QUEUE = env.whole_number("SHEET_QUEUE", 200)

# SHEET_SPACE: megabytes of kept sheets; above it those used longest ago are removed.
SHEET_SPACE = env.whole_number("SHEET_SPACE", 500)

# SHEET_STORAGE: s3://bucket/prefix?endpoint=https://host keeps sheets there instead of in the database.
SHEET_STORAGE = env.sheet_storage(os.environ.get("SHEET_STORAGE", ""))

# SHEET_SPOOL: where a worker leaves a finished sheet that the database does not take; best on another disk.
SHEET_SPOOL = Path(os.environ.get("SHEET_SPOOL") or DATA_DIR / "spool").absolute()

# LOG_LEVEL: the lowest level that is written to stderr.
LOG_LEVEL = os.environ.get("LOG_LEVEL") or "INFO"

# --- Applications and middleware ------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "django_tasks",
    "django_tasks_db",
    "rules",
    "builder",
]

MIDDLEWARE = [
    "config.middleware.reserve_stack_chunk",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",  # before those that may refuse, so that refusals have the header too
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Safe against BREACH: Django masks the CSRF token anew in each answer and adds random bytes to each compressed one,
    # and only the page that creates an edit link shows it.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.only_utf_8",  # before anything reads the body
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,  # Django adds the cached loader by itself
        "OPTIONS": {
            "libraries": {  # a game's own tags: {% load <package>_tags %}
                f"{file.parent.name}_tags": f"builder.games.{file.parent.name}.template_tags"
                for file in (BASE_DIR / "builder" / "games").glob("*/template_tags.py")
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "builder.web.context_processors.toasts",
            ],
        },
    },
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- Languages and time ---------------------------------------------------------------------------------------------

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Paris"
USE_TZ = True

# --- Static files ---------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
_STATIC_STORAGE = (
    "whitenoise.storage.CompressedManifestStaticFilesStorage"
    if STATIC_MANIFEST
    else "django.contrib.staticfiles.storage.StaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _STATIC_STORAGE},
    **({"sheets": SHEET_STORAGE} if SHEET_STORAGE else {}),
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MANIFEST_STRICT = False  # a picture that was not collected is missing, not the whole page

# --- The queue of sheets --------------------------------------------------------------------------------------------

TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["sheets"]}}

# --- Safety ---------------------------------------------------------------------------------------------------------

_YEAR = 365 * 24 * 3600

SECURE_SSL_REDIRECT = not PLAIN_HTTP
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else _YEAR
SECURE_HSTS_INCLUDE_SUBDOMAINS = not PLAIN_HTTP
SECURE_HSTS_PRELOAD = not PLAIN_HTTP
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

SESSION_ENGINE = "config.sessions"  # stored in the database, read from the cache, safe for parallel requests
SESSION_COOKIE_AGE = _YEAR
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = not PLAIN_HTTP
CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True  # forms and hx-headers carry the token; no script reads it
LANGUAGE_COOKIE_AGE = _YEAR

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000  # a form is longer than the 1,000,000 bytes of a document in it
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 4

# --- Logging --------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "class": "config.logs.RedactKeys",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "level": LOG_LEVEL, "propagate": True},  # of `manage.py runserver`
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
        "fontTools": {"level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
    },
}
