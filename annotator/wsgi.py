"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")

application = get_wsgi_application()

from annotator.checks import refuse_unsafe_settings  # noqa: E402 - needs the loaded apps

refuse_unsafe_settings()
