"""Settings: safe for production as they stand; the environment changes what differs between machines."""

import os
from pathlib import Path
from urllib.parse import quote

from csp.constants import NONE, SELF

from config import environment as env
from config import sentry
from config.root_files import STATIC_PREFIX, keep_icons

BASE_DIR = Path(__file__).resolve().parent.parent

# --- From the environment -------------------------------------------------------------------------------------------

# DATA_DIR: the folder of everything that is made at run time (database, secret key, backups, collected static files).
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").absolute()
DATA_DIR.mkdir(parents=True, exist_ok=True)

# DEBUG: error pages that show the code; never on a machine that others reach.
DEBUG = env.flag("DEBUG")

# PLAIN_HTTP: serve without TLS, so no redirect to HTTPS, no HSTS and no Secure cookies; `make run` sets it.
PLAIN_HTTP = env.flag("PLAIN_HTTP")

# BEHIND_PROXY: requests come through our own proxy, which always sets X-Forwarded-Proto and adds to X-Forwarded-For; a
# number for several in a row.
BEHIND_PROXY = env.flag_or_number("BEHIND_PROXY")

# PATH_PREFIX: where the site stands below another, as in /bivouac; a proxy may pass the prefix on or take it off.
PATH_PREFIX = env.path_prefix("PATH_PREFIX")

# HOSTS: host names under which the site is reached, beside those of this machine.
HOSTS = env.words("HOSTS")
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *HOSTS]

# SECRET_KEY: signs sessions and tokens; without it a key is made at the first start and stored in DATA_DIR.
# SECRET_KEY_FALLBACKS: older keys that are still believed; in a file, those on the lines after the first.
SECRET_KEY, *_OLDER_KEYS = env.text("SECRET_KEY").splitlines() or env.persistent_secrets(DATA_DIR / "secret-key")
SECRET_KEY_FALLBACKS = [*_OLDER_KEYS, *env.words("SECRET_KEY_FALLBACKS")]

# DATABASE_URL: sqlite:////folder/file or postgres://user:password@host:port/name.
_OWN_DATABASE = f"sqlite://{quote(str(DATA_DIR / 'bivouac.sqlite3'))}"
DATABASES = {"default": env.database(env.text("DATABASE_URL") or _OWN_DATABASE)}

# CACHE_URL: redis://host:port/number for Valkey or Redis; else each process has a cache of its own.
CACHE_URL = env.text("CACHE_URL")
CACHES = {"default": env.cache(CACHE_URL)}

# STATIC_DIR: the folder of collected static files; an image brings its own.
STATIC_DIR = Path(os.environ.get("STATIC_DIR") or DATA_DIR / "static").absolute()

# STATIC_MANIFEST: 0 serves static files under their plain names, as the tests do, which collect none.
STATIC_MANIFEST = env.flag("STATIC_MANIFEST", default=True)

# RATE_LIMIT_CREATE, RATE_LIMIT_PDF, ...: how often one client may do something (a number per s, min, h or d): so many
# times at once, and as often again in each period.
RATE_LIMITS = {
    name: env.rate(f"RATE_LIMIT_{name.upper()}", usual)
    for name, usual in {
        "edit": "100/20s",  # edits of lists
        "mark": "300/20s",  # marks in battles, as a phone sends them that was out of reach
        "read": "1500/min",  # units of large battles that are looked at
        "post": "120/min",  # all other forms
        "api": "600/min",  # requests of other programs
        "create": "30/h",  # new, imported and copied lists
        "gather": "5/h",  # many lists at once that are kept as a gathering
        "picture": "60/h",  # photos
        "join": "30/h",  # answers to an invitation
        "grant": "60/h",  # secret links that are opened in a browser which does not have them yet
        "pdf": "60/h",  # sheets and data exports that have to be made, archives of lists
        "propose": "60/h",  # lists that are completed, or made by chance
        "login": "20/h",  # tries to sign in, or to get back into an account
        "login_user": "100/h",  # ... with the same user name or e-mail address, from all clients
        "login_member": "30/h",  # times that a member gives his password or passkey again
        "second_factor": "30/h",  # codes of a second factor for the same account, from all clients
        "signup": "10/h",  # new accounts
        "news": "20/h",  # updates that players write
        "report": "10/h",  # mistakes, and updates of players, that are reported
        "account": "60/h",  # changes of an account
        "mail": "10/h",  # e-mails that a client has us send
        "mail_address": "5/h",  # e-mails to the same address, from all clients
        "code": "6/h",  # wrong short codes
        "code_all": "30/h",  # ... of all clients
        "handover": "20/h",  # short codes, codes for another device, a browser that is renewed or forgotten
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

# REQUEST_SECONDS: in which a request has to arrive whole, and its answer to be read (longer for a large one).
REQUEST_SECONDS = env.number("REQUEST_SECONDS", 20)

# IDLE_SECONDS: after which a connection without a request is closed; a proxy should close its own earlier.
IDLE_SECONDS = env.number("IDLE_SECONDS", 130 if BEHIND_PROXY else 15)

# CONNECTIONS: open at once in each web process. THREADS: that work on requests in each web process.
CONNECTIONS = int(env.number("CONNECTIONS", 1000))
THREADS = int(env.number("THREADS", 1))

# HSTS_SUBDOMAINS, HSTS_PRELOAD: whether the promise to use HTTPS holds for subdomains, and may be built into browsers.
HSTS_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS")
HSTS_PRELOAD = env.flag("HSTS_PRELOAD")

# BACKUP_DIR: the folder of the nightly backups.
BACKUP_DIR = Path(os.environ.get("BACKUP_DIR") or DATA_DIR / "backups").absolute()

# BACKUP_KEEP: of how many days backups are kept; 0: none are made by night.
BACKUP_KEEP = env.whole_number("BACKUP_KEEP", 7, least=0)

# BACKUP_TIME: when the nightly backup is made and the site tidied up, in TIME_ZONE.
BACKUP_TIME = env.time_of_day("BACKUP_TIME", "03:30")

# LOG_LEVEL: the lowest level that is written to stderr.
LOG_LEVEL = os.environ.get("LOG_LEVEL") or "INFO"

# LOG_FORMAT: json for one JSON object a line, else plain lines.
# ACCESS_LOG: every request is logged, not only those that fail.
LOG_FORMAT = env.choice("LOG_FORMAT", ["line", "json"])
ACCESS_LOG = env.flag("ACCESS_LOG")

# METRICS_TOKEN: lets Prometheus read /metrics with `Authorization: Bearer ...`; without it nothing is counted.
METRICS_TOKEN = env.text("METRICS_TOKEN")
if METRICS_TOKEN:  # prometheus_client reads the variable when it is imported
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(DATA_DIR / "metrics"))

# HEALTH_FREE_MB, HEALTH_QUEUE_SECONDS: /health/ready/ fails below this free space, and while a sheet or an e-mail waits
# for longer.
HEALTH_FREE_MB = env.whole_number("HEALTH_FREE_MB", 500)
HEALTH_QUEUE_SECONDS = env.whole_number("HEALTH_QUEUE_SECONDS", 120)

# MAIL_URL: smtp://user:password@host:587, smtps://... or smtp+plain://host:25; without it there is no e-mail at all.
# MAIL_FROM: whom e-mails are from.
_mail = env.mail_server(env.text("MAIL_URL"))  # no setting of its own, as pages of DEBUG show those
MAIL_ENABLED = bool(_mail.host)
MAIL_FROM = env.mail_sender("MAIL_FROM", needed=MAIL_ENABLED)

# SECURITY_CONTACT: addresses for /.well-known/security.txt, as mailto:... or https://...; without it there is none.
SECURITY_CONTACT = env.contacts("SECURITY_CONTACT")

# SENTRY_DSN: where errors are reported, without keys and cookies; needs the package sentry-sdk.
SENTRY_DSN = env.text("SENTRY_DSN")
if SENTRY_DSN:
    sentry.start(SENTRY_DSN)

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
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_tasks",
    "django_tasks_db",
    "rules",
    "builder",
]

MIDDLEWARE = [
    "config.requests.name_requests",
    *(["config.requests.log_access"] if ACCESS_LOG else []),
    *(["builder.operations.metrics.count_requests"] if METRICS_TOKEN else []),
    "config.middleware.reserve_stack_chunk",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",  # before those that may refuse, so that refusals have the header too
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Safe against BREACH: Django masks the CSRF token anew in each answer, the sizes of compressed ones vary at random,
    # and only the page that creates an edit link shows it.
    "config.compression.Compression",
    "builder.accounts.middleware.browser_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "builder.api.middleware.around_api",  # before those that refuse, whose pages it answers as problem details
    "config.middleware.no_token_for_other_sites",
    "config.middleware.only_small_forms",  # before anything reads the body
    "config.middleware.only_utf_8",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "builder.accounts.middleware.renew_sessions",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.StorageFailures",
    "builder.accounts.limits.LimitPosts",  # last: what another refuses costs no token
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "builder.web.templates.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "libraries": {  # a game's own tags: {% load <package>_tags %}
                f"{file.parent.name}_tags": f"builder.{file.parent.parent.name}.{file.parent.name}.template_tags"
                for folder in ("games", "families")
                for file in (BASE_DIR / "builder" / folder).glob("*/template_tags.py")
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "builder.web.messages.toasts",
            ],
        },
    },
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "builder.accounts.passwords.SimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
    )
]

PASSWORD_HASHERS = [
    "builder.accounts.passwords.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # of administrators of release 1
]

MESSAGE_STORAGE = "builder.web.messages.MessageStorage"

# --- Accounts (django-allauth) --------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["builder.accounts.adapters.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-lists"
ACCOUNT_ADAPTER = "builder.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # of signing in: an address is confirmed when it is added
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_USER_MODEL_EMAIL_FIELD = None  # that of an administrator, which nobody confirmed
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # with the second factor, if there is one
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = False  # its own count in the cache, ours in the database: builder.accounts.limits
ACCOUNT_FORMS = {
    "login": "builder.accounts.forms.LoginForm",
    "reauthenticate": "builder.accounts.forms.ReauthenticateForm",
    "change_password": "builder.accounts.forms.ChangePasswordForm",
    "set_password": "builder.accounts.forms.SetPasswordForm",
}
PASSWORD_RESET_TIMEOUT = 3600
MFA_ADAPTER = "builder.accounts.adapters.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn"]  # recovery codes are our own: they open an account without any other secret
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Bivouac"
MFA_TOTP_TOLERANCE = 1
MFA_RATE_LIMITS = False
MFA_WEBAUTHN_USER_VERIFICATION = "required"  # a passkey stands for the password and the device
MFA_FORMS = {
    "authenticate": "builder.accounts.forms.AuthenticateForm",
    "reauthenticate": "builder.accounts.forms.ReauthenticateByCodeForm",
    "activate_totp": "builder.accounts.forms.ActivateTOTPForm",
    "login_webauthn": "builder.accounts.forms.LoginByPasskeyForm",
    "authenticate_webauthn": "builder.accounts.forms.AuthenticateByPasskeyForm",
    "reauthenticate_webauthn": "builder.accounts.forms.ReauthenticateByPasskeyForm",
    "add_webauthn": "builder.accounts.forms.AddPasskeyForm",
    "edit_webauthn": "builder.accounts.forms.RenamePasskeyForm",
}
USERSESSIONS_TRACK_ACTIVITY = False  # that is a write for each request; builder.accounts.middleware writes once a day

# --- Languages and time ---------------------------------------------------------------------------------------------

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English")]
FORMAT_MODULE_PATH = "config.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Paris"
USE_TZ = True

# --- Static files ---------------------------------------------------------------------------------------------------

STATIC_URL = f"{PATH_PREFIX}/static/"
WHITENOISE_STATIC_PREFIX = STATIC_PREFIX  # what it sees of an address
WHITENOISE_ROOT = BASE_DIR / "static" / "root"  # favicon.ico and what else browsers ask for without being told
WHITENOISE_ADD_HEADERS_FUNCTION = keep_icons
STATIC_ROOT = STATIC_DIR
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "config.stylesheet.BundlingFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
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

# --- The queues of files and e-mails --------------------------------------------------------------------------------

TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["files", "mail"]}}

# --- E-mail: what `manage.py mail_worker` sends by ------------------------------------------------------------------

EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL_ENABLED else 'dummy'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_SSL, EMAIL_USE_TLS = _mail.tls, _mail.starttls
EMAIL_TIMEOUT = 10  # seconds for each answer of the server
DEFAULT_FROM_EMAIL = MAIL_FROM

# --- Safety ---------------------------------------------------------------------------------------------------------

_YEAR = 365 * 24 * 3600

SECURE_SSL_REDIRECT = not PLAIN_HTTP
SECURE_REDIRECT_EXEMPT = [r"(^|/)health/", r"(^|/)metrics$"]  # asked by machines of our own, behind the proxy
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else _YEAR
SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS_SUBDOMAINS and not PLAIN_HTTP
SECURE_HSTS_PRELOAD = HSTS_PRELOAD and not PLAIN_HTTP
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # those two are the operator's to promise
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

_COOKIE_PREFIX = "" if PLAIN_HTTP else "__Secure-" if PATH_PREFIX else "__Host-"
SESSION_ENGINE = "django.contrib.sessions.backends.db"  # only who signs in has a session
SESSION_COOKIE_NAME = f"{_COOKIE_PREFIX}session"
SESSION_COOKIE_AGE = _YEAR // 2  # from the last day of use
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = not PLAIN_HTTP
FORCE_SCRIPT_NAME = PATH_PREFIX or None
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = LANGUAGE_COOKIE_PATH = PATH_PREFIX or "/"
CSRF_FAILURE_VIEW = "builder.web.errors.csrf_failure"
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

# Bytes of any body but one with files (config/files.py); config/web_server.py does not read a larger one.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 100
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",  # of a body above the size below
]
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE

# --- Logging --------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.LineFormatter"},
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "filters": {"forged_hosts": {"()": "config.logs.ForgedHosts"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "level": LOG_LEVEL, "propagate": True},  # of `manage.py runserver`
        "django.security.DisallowedHost": {"filters": ["forged_hosts"]},
        "django.request": {"filters": ["forged_hosts"]},
        "bivouac.access": {"level": "INFO"},
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
        "fontTools": {"level": "WARNING"},
        "waitress.queue": {"level": "ERROR"},  # a request that waits for its turn
        "weasyprint": {"level": "ERROR"},
    },
}
