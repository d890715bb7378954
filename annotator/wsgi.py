"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")

django_application = get_wsgi_application()

from django.conf import settings  # noqa: E402 - needs the loaded apps
from django.db import connection  # noqa: E402
from django.db.backends.signals import connection_created  # noqa: E402

from annotator.foundation.database.database_waits import bound_requests  # noqa: E402
from annotator.foundation.database.postgresql.silence import bound_silence  # noqa: E402
from annotator.running.operations.behind_nginx import Application, with_client_address  # noqa: E402
from annotator.running.operations.charsets import in_utf8  # noqa: E402
from annotator.running.operations.checks import refuse_unsafe_start  # noqa: E402
from annotator.workspace.accounts.first_account import log_how_to_begin  # noqa: E402

refuse_unsafe_start()
log_how_to_begin()
# Processes that are forked must not share it.
connection.close()
connection_created.connect(bound_requests)
# Only where the server ends long statements itself is silence a sign of anything.
if settings.PREPARED_STATEMENTS:
    bound_silence()
application: Application = in_utf8(django_application)
if settings.BEHIND_NGINX:
    application = with_client_address(application)
