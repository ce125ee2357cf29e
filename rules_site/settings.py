"""Settings of the site, from the environment alone (README lists the variables).

Development runs without any. Production (`SITE_MODE=production`) refuses to start without its
secret and its host names.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from rules_site import environment, sign_in_services

BASE_DIR = Path(__file__).resolve().parent.parent
CONTENT_DIR = BASE_DIR / "content"

PRODUCTION = environment.choice("SITE_MODE", ("development", "production"), "development") == "production"
DEBUG = not PRODUCTION and environment.flag("SITE_DEBUG")
SECRET_KEY = environment.secret(
    "SITE_SECRET_KEY", None if PRODUCTION else "development-only-" + "not-a-secret-" * 4
)
# Secrets of before: what they signed or encrypted can still be read.
SECRET_KEY_FALLBACKS = environment.words("SITE_OLD_SECRET_KEYS")
ALLOWED_HOSTS = environment.words("SITE_HOSTS", "" if PRODUCTION else "127.0.0.1,localhost,[::1],testserver")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if PRODUCTION else []

INSTALLED_APPS = [
    "rules_site.pages",
    "trainer.table",
    "trainer.accounts",
    "trainer.drills",
    "trainer.progress",
    "trainer.scorekeeper",
    "trainer.classes",
    "trainer.play",
    "trainer.review",
    "trainer.lessons",
    "trainer.privacy",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.socialaccount.providers.saml",  # sleeps unless a service is configured
    "django_htmx",
    "whitenoise.runserver_nostatic",
    "trainer.accounts.owners_pages_app.OwnersPagesConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "rules_site.headers.security_headers",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads its answers, so that their length tells nothing (BREACH)
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "trainer.accounts.display.display_middleware",
    "rules_site.pages.languages.remember_switch",
    "rules_site.headers.private_pages",
    "trainer.accounts.guests.forget_adopted_guest",
    "rules_site.errors.sign_in_outside_fragments",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "rules_site.urls"
WSGI_APPLICATION = "rules_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "rules_site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "trainer.accounts.display.display_context",
                "rules_site.pages.context.site",
            ],
        },
    }
]

_SQLITE_PATH = environment.text("SITE_SQLITE_PATH", str(BASE_DIR / "db.sqlite3"))
DATABASES = {"default": environment.database("SITE_DATABASE", _SQLITE_PATH)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Limits count in the database, so that every worker process sees the same number. A full cache drops live
# counts with the rest, so it must never be full: a flood of made-up names would open a locked account.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "site_cache",
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    }
}
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30

# Background work: done at once, or queued for any number of workers. A worker that has not been heard of
# for the lease is taken for dead.
_QUEUE = environment.tasks("SITE_TASKS", "SITE_REDIS")
TASKS = {"default": {"BACKEND": _QUEUE.backend}}
RQ_QUEUES = _QUEUE.queues
INSTALLED_APPS += _QUEUE.apps
TASKS_LEASE = timedelta(seconds=environment.number("SITE_TASKS_LEASE", 600, 1))

# The owner's pages at /admin/, for staff who have taken the second step. Off unless asked for.
ADMIN = environment.flag("SITE_ADMIN")

# Whether the score keeper may keep its pages in the browser. Off, browsers clear away what they kept.
OFFLINE = environment.flag("SITE_OFFLINE", default=True)

LANGUAGE_CODE = "nb"
LANGUAGES = [("nb", _("Norwegian")), ("sv", _("Swedish"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "Europe/Oslo"

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "static" if PRODUCTION else None  # development serves from the sources
STATICFILES_DIRS = [BASE_DIR / "rules_site" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "rules_site.slim_files.SlimFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_ALLOW_ALL_ORIGINS = False

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["trainer.accounts.backends.SignInBackend"]
PASSWORD_HASHERS = ["trainer.accounts.hashers.QuickArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 8},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "progress:mine"
LOGOUT_REDIRECT_URL = "pages:home"

ACCOUNT_ADAPTER = "trainer.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
# The stage in trainer.accounts.stages makes confirmation mandatory for those who gave an address.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_FORMS = {
    "login": "trainer.accounts.forms.SignInForm",
    "signup": "trainer.accounts.forms.SignUpForm",
    "add_email": "trainer.accounts.forms.AddressForm",
    "change_password": "trainer.accounts.forms.ChangePasswordForm",
    "set_password": "trainer.accounts.forms.SetPasswordForm",
    "reset_password": "trainer.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "trainer.accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "trainer.accounts.second_step_forms.ProvePasswordForm",
}
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_USERNAME_MIN_LENGTH = 3
# A whole school sits behind one address: limits per address are wide, those per account narrow.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    # By account alone: allauth locks a count while it is read, and a class at one address would queue for it.
    "login_failed": "5/300s/key",
    "signup": "120/m/ip",
    "saml": "300/m/ip",
    "reset_password": "60/m/ip,5/m/key",
    "reset_password_from_key": "60/m/ip",
    "recovery_code": "60/m/ip,5/300s/key",
    "new_recovery_code": "10/m/user",
    "delete_account": "10/m/user",
}
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
MFA_ADAPTER = "trainer.accounts.second_step.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # a telephone's clock may be half a minute off
MFA_RATE_LIMITS = {"webauthn_login": "120/m/ip"}
MFA_FORMS = {
    "authenticate": "trainer.accounts.second_step_forms.CodeForm",
    "reauthenticate": "trainer.accounts.second_step_forms.ProveCodeForm",
    "activate_totp": "trainer.accounts.second_step_forms.ActivateAppForm",
    "add_webauthn": "trainer.accounts.second_step_forms.AddPasskeyForm",
    "edit_webauthn": "trainer.accounts.second_step_forms.RenamePasskeyForm",
    "authenticate_webauthn": "trainer.accounts.second_step_forms.UsePasskeyForm",
    "reauthenticate_webauthn": "trainer.accounts.second_step_forms.ProvePasskeyForm",
    "login_webauthn": "trainer.accounts.second_step_forms.SignInWithPasskeyForm",
}

# Sign-in services of schools. A service says who somebody is and nothing more: no address, no name, no role.
SIGN_IN_SERVICES = [
    *sign_in_services.openid_connect(
        "SITE_OIDC_SERVER", "SITE_OIDC_CLIENT", "SITE_OIDC_SECRET", "SITE_OIDC_NAME", "SITE_OIDC_SCOPE"
    ),
    *sign_in_services.saml(
        "SITE_SAML_SERVICE",
        "SITE_SAML_SIGN_IN",
        "SITE_SAML_CERTIFICATE",
        "SITE_SAML_NAME",
        "SITE_SAML_PERSON",
    ),
]
SOCIALACCOUNT_ADAPTER = "trainer.accounts.school_adapter.SchoolAccountAdapter"
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "provider_class": "trainer.accounts.school_sign_in.SchoolProvider",
        "APPS": [service.app for service in SIGN_IN_SERVICES if service.provider == "openid_connect"],
    },
    "saml": {
        "provider_class": "trainer.accounts.saml_sign_in.SamlProvider",
        "APPS": [service.app for service in SIGN_IN_SERVICES if service.provider == "saml"],
    },
}
ALLAUTH_TRUSTED_PROXY_COUNT = environment.number("SITE_PROXIES", 0)

MAILERS = {
    "default": {
        "BACKEND": (
            "django.core.mail.backends.smtp.EmailBackend"
            if environment.text("SITE_MAIL_HOST")
            else "django.core.mail.backends.console.EmailBackend"
        ),
        "OPTIONS": (
            {
                "host": environment.text("SITE_MAIL_HOST"),
                "port": environment.number("SITE_MAIL_PORT", 587, 1),
                "username": environment.text("SITE_MAIL_USER"),
                "password": environment.text("SITE_MAIL_PASSWORD"),
                "use_tls": True,
            }
            if environment.text("SITE_MAIL_HOST")
            else {}
        ),
    }
}
DEFAULT_FROM_EMAIL = environment.text("SITE_MAIL_FROM", "tomannswhist@localhost")

# Who runs this copy, as the pages about it say.
OPERATOR = environment.text("SITE_OPERATOR")
OPERATOR_MAIL = environment.text("SITE_OPERATOR_MAIL")

# Days that things are kept (`manage.py expire`): guests' answers after the last one, archived classes,
# accounts that a class made and others since they were last used, and between notice and deletion.
KEEP_GUESTS = environment.number("SITE_KEEP_GUESTS", 30, 1)
KEEP_ARCHIVED = environment.number("SITE_KEEP_ARCHIVED", 365, 1)
KEEP_IDLE = environment.number("SITE_KEEP_IDLE", 365, 1)
KEEP_ACCOUNTS = environment.number("SITE_KEEP_ACCOUNTS", 730, 1)
KEEP_NOTICE = environment.number("SITE_KEEP_NOTICE", 30, 1)
# From which age a person may say yes themselves, by the country that a language stands for.
CONSENT_AGES = {
    "nb": environment.number("SITE_CONSENT_AGE_NO", 13, 1),
    "sv": environment.number("SITE_CONSENT_AGE_SE", 13, 1),
}

# Every directive is named, so that nothing falls back on a wider one. default-src is 'self' because
# Firefox asks it, and no other, for the card sprite behind <use>.
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "object-src": [CSP.NONE],
    "frame-src": [CSP.NONE],
    "worker-src": [CSP.NONE],
    "media-src": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = PRODUCTION and environment.flag("SITE_HTTPS_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SECURE_HSTS_PRELOAD = PRODUCTION
if environment.number("SITE_PROXIES", 0):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

_COOKIE_PREFIX = "__Host-" if PRODUCTION else ""
SESSION_COOKIE_NAME = f"{_COOKIE_PREFIX}session"
CSRF_COOKIE_NAME = f"{_COOKIE_PREFIX}csrf"
LANGUAGE_COOKIE_NAME = f"{_COOKIE_PREFIX}language"
LEARNER_COOKIE_NAME = f"{_COOKIE_PREFIX}learner"
DISPLAY_COOKIE_NAME = f"{_COOKIE_PREFIX}display"
SLIPS_COOKIE_NAME = f"{_COOKIE_PREFIX}slips"  # one a class, for the teacher who has just made word codes
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "rules_site.errors.csrf_failure"
# In the session, not in a cookie of their own: a message may name a person.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
