"""allauth's addresses for the browser, without those that have no place on this site."""

from django.urls import include, path, re_path

from annotator.accounts.absent import not_here
from annotator.accounts.reset_request import reset_request_view
from annotator.accounts.second_factor_sign_in import code_view
from annotator.accounts.single_sign_on_return import single_sign_on_return

# Signing up would tell which names are taken, telephones have no place in an account, and an e-mail
# address, a second factor and single sign-on are changed with the password in hand, by the API.
urlpatterns = [
    path(
        "oidc/<slug:provider_id>/login/callback/",
        single_sign_on_return,
        name="openid_connect_callback",
    ),
    path("browser/v1/auth/2fa/authenticate", code_view),
    path("browser/v1/auth/password/request", reset_request_view),
    re_path(r"^browser/v1/auth/(?:signup|phone/.*|code/.*|2fa/.*|provider/.*)$", not_here),
    re_path(r"^browser/v1/account/(?:phone|email|authenticators.*|providers)$", not_here),
    path("", include("allauth.headless.urls")),
]
