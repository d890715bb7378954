"""Settings, all from the environment. Every variable is explained in docs/configuration.md."""

import secrets
from pathlib import Path
from typing import Any

import environ

from annotator.logs import configure_logs

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)
FRONTEND_DIST = BASE_DIR / "frontend" / "dist"


def _secret_key() -> str:
    """The configured key, else one that is generated once and kept in ``DATA_DIR``."""
    configured: str = env.str("SECRET_KEY", default="")
    if configured:
        return configured
    path = DATA_DIR / "secret_key"
    try:
        with path.open("x") as file:
            path.chmod(0o600)
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text()


SECRET_KEY = _secret_key()
SECRET_KEY_IS_GENERATED = not env.str("SECRET_KEY", default="")
DEBUG = env.bool("DEBUG", default=False)
DEMO = env.bool("DEMO", default=True)
PUBLIC_URL = env.str("PUBLIC_URL", default="")
HTTPS = PUBLIC_URL.startswith("https://")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "annotator.accounts",
    "annotator.history",
    "annotator.jobs",
    "annotator.projects",
    "annotator.corpus",
    "annotator.assignments",
    "annotator.annotations",
    "annotator.imports",
    "annotator.exports",
    "annotator.operations",
    "annotator.demo",
    "api",
]

MIDDLEWARE = [
    "annotator.operations.requests.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "annotator.urls"
WSGI_APPLICATION = "annotator.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {},
    }
]

# --- Databases -------------------------------------------------------------------------------

DATABASE_URL = env.str("DATABASE_URL", default="")


def _database() -> dict[str, Any]:
    """SQLite in ``DATA_DIR``, or what ``DATABASE_URL`` names.

    SQLite runs in WAL mode with immediate transactions: deferred ones fail with *database is
    locked* as soon as two writers meet. ``synchronous=FULL`` because what was acknowledged must
    survive a power cut.
    """
    if DATABASE_URL:
        database: dict[str, Any] = dict(env.db_url_config(DATABASE_URL))
        database.setdefault("CONN_MAX_AGE", 60)
        database["CONN_HEALTH_CHECKS"] = True
    else:
        database = {
            "ENGINE": "annotator.sqlite",
            "NAME": DATA_DIR / "plumbline.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 60,
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000;"
                ),
            },
        }
    test_name = env.str("TEST_DATABASE_NAME", default="")
    if not DATABASE_URL:
        # In memory the test database is shared between threads and locks up.
        database["TEST"] = {"NAME": test_name or DATA_DIR / "test.sqlite3"}
    elif test_name:
        database["TEST"] = {"NAME": test_name}
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Cache, broker ---------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": DATA_DIR / "cache",
        }
    }

CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost//"
if not REDIS_URL:
    _broker = DATA_DIR / "broker"
    for _folder in ("queue", "control"):
        (_broker / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "data_folder_in": str(_broker / "queue"),
        "data_folder_out": str(_broker / "queue"),
        "control_folder": str(_broker / "control"),
        "polling_interval": 0.1,
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "requeue-stale-jobs": {"task": "jobs.requeue_stale", "schedule": 60.0},
}

# --- People ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_SSL_REDIRECT = HTTPS
# Asked inside the network, where no proxy ends TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
# The page's frame is ours; nobody else may frame anything.
X_FRAME_OPTIONS = "SAMEORIGIN"

# --- What the browser may do ------------------------------------------------------------------

from csp.constants import NONCE, NONE, SELF  # noqa: E402

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        # Mantine writes its variables into style elements that carry the nonce; React sets
        # style attributes through the DOM, which needs no permission.
        "style-src": [SELF, NONCE],
        "style-src-attr": ["'unsafe-inline'"],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
    }
}

# --- Files, language, time ---------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns of a missing folder
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.exists() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Vite puts a hash into every file name below assets/.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+$"
MEDIA_ROOT = DATA_DIR / "media"
UPLOAD_DIR = DATA_DIR / "uploads"
RESULT_DIR = DATA_DIR / "results"
MAX_UPLOAD_BYTES = env.int("MAX_UPLOAD_BYTES", default=2 * 1024**3)
MAX_PAGE_BYTES = env.int("MAX_PAGE_BYTES", default=20 * 1024**2)
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024**2
FILE_UPLOAD_TEMP_DIR = None

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

# --- API ---------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "api.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.exceptions.handle",
    "DEFAULT_THROTTLE_RATES": {"sign_in": env.str("SIGN_IN_RATE", default="30/min")},
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
REST_KNOX = {"TOKEN_TTL": None, "AUTO_REFRESH": False, "TOKEN_MODEL": "knox.AuthToken"}
SPECTACULAR_SETTINGS = {
    "TITLE": "Plumbline",
    "DESCRIPTION": "Collect Natural Questions and ASQA annotations, and prove how good they are.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/static/plumbline.svg",
    "ENUM_NAME_OVERRIDES": {
        "AssignmentState": "annotator.assignments.models.AssignmentState",
        "JobState": "annotator.jobs.models.JobState",
        "QuestionQuality": "annotator.annotations.models.QuestionQuality",
        "YesNoAnswer": "annotator.annotations.models.YesNoAnswer",
        "AnnotationSource": "annotator.annotations.models.Source",
        "Role": "annotator.projects.models.Role",
        "ProjectKind": "annotator.projects.models.Kind",
        "QueueOrder": "annotator.projects.models.QueueOrder",
    },
}

# --- Logs ---------------------------------------------------------------------------------------

LOG_FORMAT = env.str("LOG_FORMAT", default="console")
LOGGING = configure_logs(form=LOG_FORMAT, level=env.str("LOG_LEVEL", default=""))

# --- Watching -----------------------------------------------------------------------------------

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
MIN_FREE_BYTES = env.int("MIN_FREE_BYTES", default=256 * 1024**2)
