"""allauth's addresses for the browser, without those that this site doesn't use."""

from django.urls import include, path, re_path

from annotator.workspace.accounts.absent import not_here
from annotator.workspace.accounts.password_change import change_view
from annotator.workspace.accounts.reset_by_link import reset_view
from annotator.workspace.accounts.reset_request import reset_request_view
from annotator.workspace.accounts.second_factor_sign_in import code_view
from annotator.workspace.accounts.single_sign_on_return import single_sign_on_return

# Signing up would reveal which names are taken, accounts have no telephones, and e-mail addresses,
# second factors and single sign-on are changed by our API, which asks for the password.
urlpatterns = [
    path(
        "oidc/<slug:provider_id>/login/callback/",
        single_sign_on_return,
        name="openid_connect_callback",
    ),
    path("browser/v1/auth/2fa/authenticate", code_view),
    path("browser/v1/auth/password/request", reset_request_view),
    path("browser/v1/auth/password/reset", reset_view),
    path("browser/v1/account/password/change", change_view),
    re_path(r"^browser/v1/auth/(?:signup|phone/.*|code/.*|2fa/.*|provider/.*)$", not_here),
    re_path(r"^browser/v1/account/(?:phone|email|authenticators.*|providers)$", not_here),
    path("", include("allauth.headless.urls")),
]
