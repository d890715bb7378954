"""Addresses of the whole site. What is not the API is the front end's."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from api.requests.may_send import may_send
from api.responses.frames import empty_frame
from api.views.gallery import gallery_file, gallery_folder
from api.views.schema import SchemaView
from api.views.site import healthz, index, metrics, no_such_address, readyz

handler500 = "api.responses.unavailable.internal_error"

urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", metrics),
    # Asked by nginx, see deploy/nginx/site.conf.
    path("-/may-send", may_send),
    path("api/v1/", include("api.addresses.endpoints")),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema")),
    path("api/frame/", empty_frame),
    re_path(r"^api/", no_such_address),
    path("_allauth/", include("annotator.workspace.accounts.urls")),
    re_path(r"^gallery/[-\w]+$", gallery_folder),
    re_path(r"^gallery/(?P<slug>[-\w]+)/(?P<name>.*)$", gallery_file),
    re_path(r"^(?!static/).*$", index),
]
