"""Settings, all from the environment; with none set, one laptop runs a night.

TAPETE_DATA    data folder (default: var/ beside manage.py)
DATABASE_URL   postgres://... (default: SQLite in the data folder)
REDIS_URL      redis://...; then Celery's worker and beat run as processes of their own
TAPETE_HOSTS   more host names to answer to, separated by commas (a reverse proxy's, say)
TAPETE_HTTPS   1 behind a proxy that speaks HTTPS: cookies are then sent over HTTPS only
TAPETE_STATIC  folder for collectstatic, when a web server hands out the static files
TAPETE_DEBUG   1 for Django's error pages while developing
"""

from __future__ import annotations

import hashlib
import os
import warnings
from pathlib import Path

from csp.constants import NONE, SELF

from tdapp.web import addresses, database_url, datafolder

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("TAPETE_DATA") or BASE_DIR / "var").expanduser().resolve()
datafolder.prepare(DATA_DIR)

SECRET_KEY = datafolder.secret_key(DATA_DIR)
DEBUG = os.environ.get("TAPETE_DEBUG") == "1"
HTTPS = os.environ.get("TAPETE_HTTPS") == "1"
ALLOWED_HOSTS = addresses.allowed_hosts(addresses.extra_hosts())

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "tdapp.accounts",
    "tdapp.journal",
    "tdapp.players",
    "tdapp.tours",
    "tdapp.opens",
    "tdapp.clock",
    "tdapp.cash",
    "tdapp.floor",
    "tdapp.hands",
    "tdapp.seasons",
    "tdapp.displays",
    "tdapp.web",
    "tdapp.live",
    "tdapp.desk",
    "tdapp.screen",
    "tdapp.public",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tdapp.web.language.LanguageMiddleware",
    "tdapp.web.problems.ProblemMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tdapp.web.access.DeviceMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "tdapp.urls"
ASGI_APPLICATION = "tdapp.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csrf",
                "django.template.context_processors.i18n",
                "django.template.context_processors.static",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": database_url.database(os.environ.get("DATABASE_URL", ""), DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Celery, the live hub and the caches go through Redis when there is one, else they stay in this process.
REDIS_URL = os.environ.get("REDIS_URL", "")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "tapete"}
}

# -- people ----------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
THIRTY_DAYS = 30 * 24 * 3600
# Cookies know no ports: without a name of its own the demo on port 8001 would sign out the night on 8000.
_INSTALLATION = hashlib.sha256(SECRET_KEY.encode()).hexdigest()[:8]
SESSION_COOKIE_NAME = f"tapete_session_{_INSTALLATION}"
SESSION_COOKIE_AGE = THIRTY_DAYS
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_NAME = f"tapete_csrf_{_INSTALLATION}"
CSRF_COOKIE_AGE = THIRTY_DAYS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "tdapp.web.problems.out_of_date"
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in addresses.extra_hosts()] if HTTPS else []
LANGUAGE_COOKIE_NAME = "tapete_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# -- what a browser may do with our pages ----------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
# The longest schedule has 200 rows of eleven fields, a chip race two for each seat.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# -- languages and time ----------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "tdapp" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# -- static files: WhiteNoise finds them once at the start, nothing to collect --------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = os.environ.get("TAPETE_STATIC") or None
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 60
# WhiteNoise hands out small files in one piece; Django warns about how it does that.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

# -- logs ------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "tdapp.web.logs.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "console": {
            "()": "tdapp.web.logs.ConsoleFormatter",
            "format": "{asctime} {message} (more in " + str(DATA_DIR / "logs" / "tapete.log") + ")",
            "style": "{",
            "datefmt": "%H:%M:%S",
        },
    },
    "handlers": {
        "file": {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": DATA_DIR / "logs" / "tapete.log",
            "maxBytes": 2_000_000,
            "backupCount": 5,
            "encoding": "utf-8",
            "delay": True,
            "formatter": "line",
        },
        "console": {"class": "logging.StreamHandler", "level": "ERROR", "formatter": "console"},
    },
    "root": {"handlers": ["file"], "level": "INFO"},
    "loggers": {
        # Django gives these a console handler of its own; ours writes without tokens.
        "django": {"handlers": ["console"], "level": "INFO"},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # Scanners on the bar's network ask for names that are not ours; they are refused, not listed.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "uvicorn": {"level": "INFO"},
        # uvicorn is told to write no access log before Django sets this up, which would forget it: the
        # pages ask often, and what went wrong in a night must still stand in the file at its end.
        "uvicorn.access": {"handlers": [], "propagate": False},
        # A sweep every two seconds would push everything else out of the file.
        "celery": {"level": "WARNING"},
    },
}
