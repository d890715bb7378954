"""Settings, all from the environment as ``annotator.configuration`` reads it."""

import os
import secrets
from typing import Any
from urllib.parse import urlsplit

from celery.schedules import crontab
from csp.constants import NONCE, NONE, SELF
from environ import Env

from annotator.configuration import Configuration, ConfigurationError
from annotator.enum_names import ENUM_NAMES, ROOMS
from annotator.foundation.caches.chosen_cache import chosen_cache
from annotator.foundation.database.chosen_database import chosen_database
from annotator.foundation.files.data_folder import (
    make_folder,
    open_data_folder,
    require_access,
    usable,
)
from annotator.foundation.files.published_files import publish_once
from annotator.foundation.logs.log_lines import configure_logs
from annotator.installation import ROOT
from annotator.workspace.jobs.process_pool import given_cores

given = Configuration.of_this_process()

BASE_DIR = ROOT
DATA_DIR = given.data_dir
FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
STATIC_ROOT = DATA_DIR / "static"
# Beside the uploads: what arrives is moved there, and a container's /tmp is memory.
FILE_UPLOAD_TEMP_DIR = DATA_DIR / "incoming"


def _secret_key() -> str:
    """The configured key, or else one that is generated once and kept in ``DATA_DIR``.

    Raises ``ConfigurationError`` if it can't be read or kept, or is empty.
    """
    if given.secret_key:
        return given.secret_key
    path = DATA_DIR / "secret_key"
    require_access(path, os.R_OK)
    with usable(path):
        publish_once(path, secrets.token_urlsafe(64).encode(), mode=0o600)
        key = path.read_text(encoding="utf-8")
    if not key.strip():
        raise ConfigurationError(
            f"DATA_DIR={DATA_DIR} can't be used (secret_key: empty): remove secret_key, and the "
            "next start makes a new key; everybody then signs in again"
        )
    return key


try:
    open_data_folder(DATA_DIR)
    make_folder(STATIC_ROOT)  # WhiteNoise warns of a missing folder
    make_folder(FILE_UPLOAD_TEMP_DIR)
    SECRET_KEY = _secret_key()
except ConfigurationError as error:
    raise SystemExit(str(error)) from error
SECRET_KEY_IS_GENERATED = not given.secret_key
DEBUG = given.debug
DEMO = given.demo
HOST = given.host
PUBLIC_URL = given.public_url
HTTPS = given.https
ALLOWED_HOSTS = given.allowed_hosts
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
# nginx is in front: it names the client, receives uploads and sends files.
BEHIND_NGINX = given.behind_nginx
CSRF_FAILURE_VIEW = "api.views.site.csrf_failed"
# Each adds the address that called it to X-Forwarded-For; anything before is the client's claim.
TRUSTED_PROXIES = given.trusted_proxies
SITE_URL = given.site_url

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
    # Before allauth, whose words in mails it replaces.
    "annotator.workspace.accounts",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "annotator.workspace.history",
    "annotator.workspace.jobs",
    "annotator.workspace.projects",
    "annotator.material.corpus",
    "annotator.collecting.assignments",
    "annotator.collecting.annotations",
    "annotator.collecting.suggestions",
    "annotator.collecting.training",
    "annotator.collecting.guidance",
    "annotator.quality.judgments",
    "annotator.quality.comparisons",
    "annotator.quality.reports",
    "annotator.quality.adjudication",
    "annotator.exchange.imports",
    "annotator.exchange.exports",
    "annotator.systems.evaluation",
    "annotator.systems.readers",
    "annotator.systems.competitions",
    "annotator.systems.error_analysis",
    "annotator.exchange.intake",
    "annotator.quality.simulation",
    "annotator.running.personal_data",
    "annotator.running.notices",
    "annotator.running.project_bin",
    "annotator.running.operations",
    "annotator.running.demo",
    "annotator.publishing.releases",
    "annotator.publishing.gallery",
    # A room has the tables that are its kind's alone.
    *(f"annotator.kinds.{room}" for room in ROOMS),
    "api",
]

MIDDLEWARE = [
    "api.requests.may_send.put_refusals_into_headers",
    "annotator.running.operations.hosts.refuse_foreign_hosts",
    "annotator.running.operations.requests.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Before WhiteNoise, so that static files have their headers too.
    "annotator.running.operations.content_policy.PolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "api.responses.front_end.FrontEndFiles",
    "api.responses.caching.keep_out_of_caches",
    "annotator.running.operations.hosts.answer_health_checks",
    "api.requests.bodies.keep_bodies_small",
    "annotator.workspace.accounts.sign_in_waits.wait_little_at_sign_in",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "annotator.workspace.accounts.sessions.LastSeenMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "api.requests.incoming.IncomingCheck",
]

ROOT_URLCONF = "api.addresses.whole_site"
WSGI_APPLICATION = "annotator.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

# --- Databases -------------------------------------------------------------------------------

DATABASE_URL = given.database_url
# Of PostgreSQL, kept by each connection. A pooler that gives every transaction another one can't.
PREPARED_STATEMENTS = given.prepared_statements
DATABASES = {"default": chosen_database(given)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Cache, broker ---------------------------------------------------------------------------

REDIS_URL = given.redis_url
CACHES = {"default": chosen_cache(given)}
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": 3600,
        # A broker that takes connections and never answers would hold a request for ever. Workers
        # ask for messages once a second and don't wait on the socket.
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
    }
else:
    CELERY_BROKER_URL = "files://localhost//"
    CELERY_BROKER_TRANSPORT = "annotator.foundation.messages.file_broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "folder": str(DATA_DIR / "broker"),
        "polling_interval": 0.1,
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
# Queueing a job doesn't wait long for the broker: the row exists, and beat looks for it.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
# A job that is silent for this long hangs: it is killed, and reported as failed.
JOB_SILENCE_SECONDS = given.job_silence_seconds
# Processes of a job that works on pages, besides the worker that runs it. 1: the worker does it.
IMPORT_PROCESSES = given.import_processes or given_cores()
SPACY_MODEL = given.spacy_model
ANSWER_READER = given.answer_reader
FETCH_SITE, FETCH_HOSTS = given.fetch_site, given.fetch_hosts
FETCH_AGENT = f"Plumbline ({given.fetch_contact or given.public_url or 'no contact given'})"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
# What waits behind long jobs is of no use once the next one has come.
_EACH_MINUTE: dict[str, Any] = {"schedule": 60.0, "options": {"expires": 55.0}}
CELERY_BEAT_SCHEDULE = {
    "requeue-stale-jobs": {"task": "jobs.requeue_stale", **_EACH_MINUTE},
    "expire-leases": {"task": "assignments.expire_leases", **_EACH_MINUTE},
    "refresh-reports": {"task": "reports.refresh_open_projects", "schedule": 300.0},
    "clear-sessions": {"task": "accounts.clear_sessions", "schedule": 24 * 3600.0},
    "remove-old-files": {"task": "jobs.remove_old_files", "schedule": 3600.0},
    "empty-bin": {"task": "project_bin.empty", "schedule": 3600.0},
    # In the morning in Europe, before the day begins in America.
    "mail-what-waits": {"task": "notices.mail_what_waits", "schedule": crontab(hour=6, minute=0)},
}

# --- Mail --------------------------------------------------------------------------------------

EMAIL_URL = given.email_url
vars().update(Env.email_url_config(EMAIL_URL or "consolemail://"))
if EMAIL_URL.startswith("filemail:///"):
    # What reads the address takes the first slash of an absolute path away.
    EMAIL_FILE_PATH = "/" + EMAIL_URL.removeprefix("filemail:///").lstrip("/")
EMAIL_TIMEOUT = 20
# For one lead, in all projects: enough for a team at once, but not for a mailing list.
INVITATION_MAILS_PER_HOUR = given.invitation_mails_per_hour
DEFAULT_FROM_EMAIL = (
    given.default_from_email or f"Plumbline <plumbline@{urlsplit(SITE_URL).hostname}>"
)

# --- People ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = [
    "annotator.workspace.accounts.hashers.MeasuredArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "display_name", "email")},
    },
    {"NAME": "annotator.workspace.accounts.validators.NotTheNameValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
HEADLESS_ONLY = True
HEADLESS_CLIENTS = ("browser",)
HEADLESS_FRONTEND_URLS = {
    "account_confirm_email": f"{SITE_URL}/confirm-email/{{key}}",
    "account_reset_password": f"{SITE_URL}/forgot-password",
    "account_reset_password_from_key": f"{SITE_URL}/reset-password/{{key}}",
    "account_signup": f"{SITE_URL}/sign-in",
    "socialaccount_login_error": f"{SITE_URL}/sign-in?resume=1",
}
ACCOUNT_ADAPTER = "annotator.workspace.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
# Otherwise people could be pestered with mails by typing their addresses.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_RATE_LIMITS = {
    # All attempts; an office full of people comes to work by one address. Counted by our own
    # ``accounts.limits``: allauth refuses where its turn to count does not come.
    "login": None,
    "sign_in": f"{given.sign_in_rate}/ip",
    # Failures for an account from an address, for the address, and for the account: counted for all
    # or for none. So attempts on a locked account don't lock out the rest of the office, and a
    # locked office doesn't lock an account.
    "login_failed": "5/5m/key,100/5m/ip",
    "account_failed": "25/5m/key",
    "reset_password": "60/m/ip,5/m/key,20/d/key",
    "reset_password_from_key": "60/m/ip",
    "confirm_email": "1/m/key",
    # Codes: a person who gets this far knows the password, and each guess is right once in 300,000.
    "second_factor": "5/5m/key,30/d/key,100/5m/ip",
    # Mails that confirm an address: limits for the sender, and for the address.
    "change_email": "10/h/user,3/h/key",
}
USERSESSIONS_TRACK_ACTIVITY = True
# Single sign-on, if all three are set; OIDC_NAME is the name that people know.
OIDC_SERVER_URL = given.oidc_server_url
OIDC_CLIENT_ID = given.oidc_client_id
OIDC_CLIENT_SECRET = given.oidc_client_secret
OIDC_NAME = given.oidc_name
SOCIALACCOUNT_ADAPTER = "annotator.systems.competitions.single_sign_on.CompetingSignOnAdapter"
# What the provider has verified opens the account with that address, and is remembered then.
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
# off, optional or required. The tables are there at all times, so that it can be switched.
SECOND_FACTOR = given.second_factor
MFA_ADAPTER = "annotator.workspace.accounts.second_factor_adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# A telephone's clock may be off by as much, and typing takes a while.
MFA_TOTP_TOLERANCE = 1
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
SESSION_ENGINE = "annotator.workspace.accounts.session_store"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_SSL_REDIRECT = HTTPS
# Asked inside the network, where no proxy ends TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$", r"^-/"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
# The page's frame is ours; nobody else may frame anything.
X_FRAME_OPTIONS = "SAMEORIGIN"

# --- What the browser may do ------------------------------------------------------------------

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
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.exists() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "api.responses.front_end.CollectedFiles"},
}
# Vite puts a hash into every file name below assets/.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+$"
UPLOAD_DIR = DATA_DIR / "uploads"
RESULT_DIR = DATA_DIR / "results"
MAX_UPLOAD_BYTES = given.max_upload_bytes
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024**2
FILE_UPLOAD_HANDLERS = ["api.requests.bodies.NoFiles"]
# Django would give files that it stores, the static ones too, to everybody.
FILE_UPLOAD_PERMISSIONS = 0o600
RESULT_DAYS = given.result_days

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

# --- Jobs --------------------------------------------------------------------------------------

# How much a job holds in memory and commits at once. It can be stopped between two such parts.
ROWS_AT_ONCE = 500
EXAMPLES_AT_ONCE = 20
EXPORTED_AT_ONCE = 50
SIMULATED_AT_ONCE = 200
# More slots than these are not added or removed in the request itself.
SLOTS_AT_ONCE = 5000
# Of a chunk of a report, by their keys: a few megabytes, and a third of a second to build.
EXAMPLES_IN_CHUNK = 8192
# So many of a project keep what they say; older ones keep their row.
REPORTS_KEPT = 100

# --- API ---------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.access.authentication.TokenAuthentication",
        "api.access.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.responses.negotiation.ContentNegotiation",
    "DEFAULT_PARSER_CLASSES": ["api.requests.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "api.responses.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    # The schema says what an endpoint takes, so OPTIONS doesn't.
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "api.responses.exceptions.handle",
    "DEFAULT_THROTTLE_CLASSES": ["api.access.throttles.CallerThrottle"],
    "NUM_PROXIES": TRUSTED_PROXIES,
    "DEFAULT_THROTTLE_RATES": {
        # A whole team opens its links at the same time, from the address of one office.
        "invitation": "240/min",
    },
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 - the name of a model
API_RATE_PER_MINUTE = given.api_rate_per_minute
# How long a new API token works unless its maker says otherwise; 0: until it is revoked.
TOKEN_DAYS = given.token_days
SPECTACULAR_SETTINGS = {
    "TITLE": "Plumbline",
    "DESCRIPTION": "Collect Natural Questions and ASQA annotations, and prove how good they are.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.responses.refusals_in_schema.describe_refusals",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/static/plumbline.svg",
    "ENUM_NAME_OVERRIDES": ENUM_NAMES,
}

# --- Logs ---------------------------------------------------------------------------------------

LOG_FORMAT = given.log_format
LOGGING = configure_logs(form=LOG_FORMAT, level=given.log_level)

# --- Watching -----------------------------------------------------------------------------------

METRICS_TOKEN = given.metrics_token
MIN_FREE_BYTES = given.min_free_bytes
