"""Addresses of the whole site. What is not the API is the front end's."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from api.frames import empty_frame
from api.may_send import may_send
from api.schema_view import SchemaView
from api.site import healthz, index, metrics, no_such_address, readyz

handler500 = "api.unavailable.internal_error"

urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", metrics),
    # Asked by nginx, see deploy/nginx/site.conf.
    path("-/may-send", may_send),
    path("api/v1/", include("api.urls")),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema")),
    path("api/frame/", empty_frame),
    re_path(r"^api/", no_such_address),
    path("_allauth/", include("annotator.workspace.accounts.urls")),
    re_path(r"^(?!static/).*$", index),
]
