from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from django.utils import timezone

from annotator.running.personal_data.services import erase_person
from annotator.systems.competitions.joining import PURPOSE, renew_link
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user, free_username
from annotator.workspace.accounts.single_sign_on import SingleSignOnAdapter
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.history.models import Event
from annotator.workspace.projects.invitations import create_invitation, secret_of
from annotator.workspace.projects.link_secrets import secret_from
from annotator.workspace.projects.models import Invitation, Membership, Role
from tests.factories.competitions import make_competition
from tests.factories.corpus import AT, PASSWORD, make_member, make_project
from tests.workspace.accounts.browser import is_signed_in, send, sign_in
from tests.workspace.accounts.codes import code_of
from tests.workspace.accounts.fake_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    FakeProvider,
    FakeTransport,
)

pytestmark = pytest.mark.django_db
BEGIN, MINE = "/api/v1/auth/single-sign-on/", "/api/v1/me/single-sign-on/"
SECOND_FACTOR = "/api/v1/me/second-factor/"
CALLBACK = "/_allauth/oidc/sso/login/callback/"
ADDRESS = "ada@example.org"
Use = Callable[[FakeProvider | None], None]


@pytest.fixture
def use(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Use:
    """Lets a provider answer, or nobody, on a site that has single sign-on."""
    settings.OIDC_NAME = "Uni & Co."
    settings.OIDC_SERVER_URL = "https://login.example.org"
    settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = CLIENT_ID, CLIENT_SECRET

    def answer_with(provider: FakeProvider | None) -> None:
        def session(adapter: SingleSignOnAdapter) -> requests.Session:
            made = requests.Session()
            made.mount("https://", FakeTransport(provider))
            return made

        monkeypatch.setattr(SingleSignOnAdapter, "get_requests_session", session)

    return answer_with


@pytest.fixture
def provider(use: Use) -> FakeProvider:
    """One that says it has verified the address of who signs in there."""
    made = FakeProvider(email=ADDRESS, email_verified=True, preferred_username="a.lovelace")
    use(made)
    return made


def come_back(client: Client, provider: FakeProvider, begun: Any, **more: str) -> str:
    """The page on which somebody lands who signed in at the provider."""
    assert begun.status_code == 200, begun.content
    back = urlsplit(provider.authorize(begun.json()["address"], **more))
    assert back.path == CALLBACK
    answer = client.get(f"{back.path}?{back.query}")
    assert answer.status_code == 302, answer.content
    landed = urlsplit(answer["Location"])
    return f"{landed.path}?{landed.query}"


def enter(provider: FakeProvider, **asked: str) -> tuple[Client, str]:
    """A browser that went through the provider, and the page on which it landed."""
    client = Client()
    return client, come_back(client, provider, send(client, "POST", BEGIN, asked))


def refusal(landed: str) -> str | None:
    """The error that a page is told of, if any."""
    return dict(parse_qsl(urlsplit(landed).query)).get("error")


def test_somebody_with_a_confirmed_address_gets_in_by_it(provider: FakeProvider, ada: User) -> None:
    client, landed = enter(provider, next="/projects/demo?page=2")
    assert landed == "/sign-in?resume=1&next=%2Fprojects%2Fdemo%3Fpage%3D2"
    assert client.get("/api/v1/me/").json()["username"] == "ada"
    assert User.objects.count() == 1


def test_from_then_on_the_provider_s_number_opens_the_account(
    provider: FakeProvider, ada: User
) -> None:
    enter(provider)
    provider.claims = {"sub": provider.claims["sub"], "email": "other@example.org"}
    client, _ = enter(provider)
    assert is_signed_in(client)


def test_of_what_the_provider_says_only_its_number_is_kept(
    provider: FakeProvider, ada: User
) -> None:
    enter(provider)
    enter(provider)
    kept = SocialAccount.objects.get()
    assert (kept.uid, kept.extra_data) == ("248289761001", {})


def test_the_number_at_another_provider_is_somebody_else_s(
    provider: FakeProvider, use: Use, ada: User, settings: Any
) -> None:
    enter(provider)
    settings.OIDC_SERVER_URL = "https://elsewhere.example"
    other = FakeProvider(settings.OIDC_SERVER_URL)
    use(other)
    client, landed = enter(other)
    assert (refusal(landed), is_signed_in(client)) == ("signup_closed", False)
    other.claims |= {"email": ADDRESS, "email_verified": True}
    client, _ = enter(other)
    assert is_signed_in(client)


@pytest.mark.parametrize("verified", [False, None, "false", 0, "yes", 1])
def test_an_address_that_the_provider_has_not_verified_opens_nothing(
    verified: Any, use: Use, ada: User
) -> None:
    provider = FakeProvider(email=ADDRESS, email_verified=verified)
    use(provider)
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("signup_closed", False)
    assert (User.objects.count(), SocialAccount.objects.count()) == (1, 0)


def test_an_address_that_is_not_confirmed_here_opens_nothing(
    provider: FakeProvider, ada: User
) -> None:
    EmailAddress.objects.update(verified=False)
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("signup_closed", False)
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_an_address_that_waits_to_be_confirmed_opens_nothing(
    provider: FakeProvider, ada: User
) -> None:
    EmailAddress.objects.update(email="ada@elsewhere.example")
    EmailAddress.objects.create(user=ada, email=ADDRESS, verified=False, primary=False)
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("signup_closed", False)


def test_nobody_gets_an_account_unasked(provider: FakeProvider) -> None:
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("signup_closed", False)
    assert User.objects.count() == 0
    assert send(client, "GET", "auth/provider/signup").status_code == 404


def test_who_was_given_somebody_s_old_address_does_not_get_their_account(
    provider: FakeProvider, ada: User
) -> None:
    enter(provider)
    provider.claims = {**provider.claims, "sub": "another person"}
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("signup_closed", False)


def test_an_account_that_is_closed_stays_closed(provider: FakeProvider, ada: User) -> None:
    enter(provider)
    User.objects.update(is_active=False)
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("permission_denied", False)


def turn_on_second_factor(client: Client, *, later: int = 0) -> str:
    """The key of a second factor that was turned on by a code of now, or of ``later``."""
    key: str = send(client, "POST", f"{SECOND_FACTOR}key/").json()["key"]
    body = {"password": PASSWORD, "code": code_of(key, later=later)}
    assert send(client, "POST", f"{SECOND_FACTOR}on/", body).status_code == 200
    return key


def test_who_has_a_second_factor_is_asked_for_it(
    provider: FakeProvider, ada: User, settings: Any
) -> None:
    settings.SECOND_FACTOR = "optional"
    key = turn_on_second_factor(sign_in("ada", PASSWORD))
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == (None, False)
    flows = send(client, "GET", "auth/session").json()["data"]["flows"]
    assert [flow["id"] for flow in flows if flow.get("is_pending")] == ["mfa_authenticate"]
    answer = send(client, "POST", "auth/2fa/authenticate", {"code": code_of(key, later=1)})
    assert (answer.status_code, is_signed_in(client)) == (200, True)


# --- Invitations ---------------------------------------------------------------------------------


@pytest.fixture
def secret() -> str:
    project = make_project()
    lead = make_member(project, "lena", Role.LEAD).user
    made = create_invitation(project=project, role="annotator", at=AT, actor=lead, days=365)
    Invitation.objects.update(expires_at="2099-01-01T00:00:00Z")
    return secret_of(made)


def test_with_an_invitation_somebody_gets_an_account_and_joins(
    provider: FakeProvider, secret: str
) -> None:
    provider.claims["name"] = "Ada Lovelace"
    client, landed = enter(provider, invitation=secret)
    assert landed == "/sign-in?resume=1&next=/projects/project"
    assert is_signed_in(client)
    made = User.objects.get(username="a.lovelace")
    assert (made.display_name, made.email, made.has_usable_password()) == (
        "Ada Lovelace",
        ADDRESS,
        False,
    )
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        (ADDRESS, True, True)
    ]
    assert Membership.objects.get(user=made).role == "annotator"
    assert Event.objects.filter(verb="accepted", actor=made).count() == 1
    again, _ = enter(provider)
    assert is_signed_in(again)


def test_an_address_that_nobody_verified_is_not_kept_of_who_joins(
    use: Use, secret: str, ada: User
) -> None:
    provider = FakeProvider(email=ADDRESS, email_verified=False)
    use(provider)
    client, _ = enter(provider, invitation=secret)
    made = User.objects.get(username="person")
    assert (is_signed_in(client), made.email) == (True, "")
    assert EmailAddress.objects.get().user == ada


def test_who_has_an_account_keeps_it_and_is_asked_whether_to_join(
    provider: FakeProvider, secret: str, ada: User
) -> None:
    client, landed = enter(provider, invitation=secret, next=f"/invitations/{secret}")
    assert landed == f"/sign-in?resume=1&next=%2Finvitations%2F{secret}"
    assert client.get("/api/v1/me/").json()["memberships"] == []
    assert Invitation.objects.get().uses == 0


def test_an_invitation_that_was_revoked_meanwhile_makes_no_account(
    provider: FakeProvider, secret: str
) -> None:
    client = Client()
    begun = send(client, "POST", BEGIN, {"invitation": secret})
    Invitation.objects.update(revoked_at=AT)
    landed = come_back(client, provider, begun)
    assert (refusal(landed), is_signed_in(client)) == ("invitation_revoked", False)
    assert list(User.objects.values_list("username", flat=True)) == ["lena"]


def test_a_made_up_invitation_makes_no_account(provider: FakeProvider) -> None:
    _client, landed = enter(provider, invitation="made up")
    assert (refusal(landed), User.objects.count()) == ("no_invitation", 0)


def test_with_a_competition_s_link_somebody_gets_an_account_and_signs_up(
    provider: FakeProvider,
) -> None:
    competition = renew_link(competition=make_competition(), days=30, at=timezone.now(), actor=None)
    link = secret_from(competition.invitation_seed, purpose=PURPOSE)
    client, landed = enter(provider, invitation=link)
    assert landed == "/sign-in?resume=1&next=/competitions/dev/team"
    made = User.objects.get(username="a.lovelace")
    assert is_signed_in(client)
    assert [each.user for each in competition.participants.all()] == [made]
    assert not Membership.objects.filter(user=made).exists()


def test_a_competition_s_link_that_has_expired_makes_no_account(provider: FakeProvider) -> None:
    competition = renew_link(competition=make_competition(), days=1, at=AT, actor=None)
    before = User.objects.count()
    link = secret_from(competition.invitation_seed, purpose=PURPOSE)
    client, landed = enter(provider, invitation=link)
    assert (refusal(landed), is_signed_in(client)) == ("invitation_expired", False)
    assert User.objects.count() == before


@pytest.mark.parametrize(
    ("wish", "name"),
    [("a.lovelace", "a.lovelace"), ("Ada", "Ada3"), ("x y/z", "xyz"), ("", "person"), ("é", "é")],
)
def test_a_name_of_one_s_own_is_found(wish: str, name: str, ada: User) -> None:
    create_user(username="ada2", password=PASSWORD)
    assert free_username(wish=wish) == name


# --- One's own account ---------------------------------------------------------------------------


def connect(client: Client, provider: FakeProvider) -> str:
    return come_back(client, provider, send(client, "POST", MINE, {"password": PASSWORD}))


def known(client: Client) -> bool:
    return bool(client.get("/api/v1/me/account/").json()["is_connected"])


@pytest.mark.django_db(transaction=True)  # mails go out when it is through
def test_a_mail_tells_of_it(provider: FakeProvider, ada: User) -> None:
    for _ in range(2):
        enter(provider)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (
        [ADDRESS],
        "Your account at Plumbline is connected to single sign-on",
    )
    assert "with Uni & Co. too" in sent.body


def test_an_account_without_a_confirmed_address_is_connected_with_the_password(
    provider: FakeProvider, ada: User
) -> None:
    EmailAddress.objects.update(verified=False)
    client = sign_in("ada", PASSWORD)
    assert (known(client), connect(client, provider), known(client)) == (False, "/account?", True)
    elsewhere, _ = enter(provider)
    assert is_signed_in(elsewhere)


def test_an_account_is_not_connected_without_the_password(
    provider: FakeProvider, ada: User
) -> None:
    client = sign_in("ada", PASSWORD)
    answer = send(client, "POST", MINE, {"password": "wrong"})
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_password")


def test_who_opens_one_account_does_not_open_another_as_well(
    provider: FakeProvider, ada: User
) -> None:
    enter(provider)
    create_user(username="ben", password=PASSWORD)
    client = sign_in("ben", PASSWORD)
    assert refusal(connect(client, provider)) == "connected_other"
    assert not known(client)


def test_an_account_is_connected_once(provider: FakeProvider, ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    connect(client, provider)
    answer = send(client, "POST", MINE, {"password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "already_connected")


def test_a_connection_can_be_ended(provider: FakeProvider, ada: User) -> None:
    EmailAddress.objects.update(verified=False)
    client = sign_in("ada", PASSWORD)
    connect(client, provider)
    end = f"{MINE}disconnect/"
    assert send(client, "POST", end, {"password": "wrong"}).status_code == 400
    assert send(client, "POST", end, {"password": PASSWORD}).status_code == 204
    assert not known(client)
    assert refusal(enter(provider)[1]) == "signup_closed"


def test_the_only_way_into_an_account_stays_open(provider: FakeProvider, ada: User) -> None:
    ada.set_unusable_password()
    ada.save()
    client, _ = enter(provider)
    answer = send(client, "POST", f"{MINE}disconnect/")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_password")


def test_a_refusal_uses_up_no_code(provider: FakeProvider, ada: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "optional"
    client = sign_in("ada", PASSWORD)
    key = turn_on_second_factor(client, later=-1)
    connect(client, provider)
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    code = {"code": code_of(key)}
    refused = [send(client, "POST", path, code).json() for path in (MINE, f"{MINE}disconnect/")]
    assert [each["code"] for each in refused] == ["already_connected", "no_password"]
    assert send(client, "POST", f"{SECOND_FACTOR}recovery-codes/", code).status_code == 200


def test_nothing_of_it_is_left_of_who_is_erased(provider: FakeProvider, ada: User) -> None:
    enter(provider)
    erase_person(user=ada, at=AT, actor=None)
    assert SocialAccount.objects.count() == 0
    assert refusal(enter(provider)[1]) == "signup_closed"


def test_a_token_connects_nothing(provider: FakeProvider, ada: User) -> None:
    _, token = create_token(user=ada, name="script", at=AT)
    client = Client(HTTP_AUTHORIZATION=f"Token {token}")
    for path in (MINE, f"{MINE}disconnect/"):
        assert send(client, "POST", path, {"password": PASSWORD}).status_code == 403
        assert send(Client(), "POST", path, {"password": PASSWORD}).status_code == 401


# --- What may go wrong on the way ----------------------------------------------------------------


@pytest.mark.parametrize("next_page", ["https://elsewhere.example", "//elsewhere.example", "/\\x"])
def test_nobody_is_sent_elsewhere_afterwards(provider: FakeProvider, next_page: str) -> None:
    answer = send(Client(), "POST", BEGIN, {"next": next_page})
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"next"})


def test_a_foreign_page_signs_nobody_in(provider: FakeProvider) -> None:
    client = Client(enforce_csrf_checks=True)
    assert send(client, "POST", BEGIN, {}).status_code == 403


def test_an_answer_that_nobody_asked_for_opens_nothing(provider: FakeProvider, ada: User) -> None:
    begun = send(Client(), "POST", BEGIN, {})
    client = Client()
    landed = come_back(client, provider, begun)
    assert (refusal(landed), is_signed_in(client)) == ("unknown", False)


def test_an_answer_is_good_once(provider: FakeProvider, ada: User) -> None:
    client = Client()
    begun = send(client, "POST", BEGIN, {})
    come_back(client, provider, begun)
    client.logout()
    assert refusal(come_back(client, provider, begun)) == "unknown"


def test_who_changes_their_mind_at_the_provider_is_told_nothing_went_wrong(
    provider: FakeProvider,
) -> None:
    client = Client()
    begun = send(client, "POST", BEGIN, {"next": "/account"})
    state = dict(parse_qsl(urlsplit(begun.json()["address"]).query))["state"]
    answer = client.get(f"{CALLBACK}?error=access_denied&state={state}")
    assert answer.status_code == 302
    assert refusal(answer["Location"]) == "cancelled"


def test_where_the_two_answers_name_two_people_nobody_gets_in(
    provider: FakeProvider, ada: User
) -> None:
    provider.identified = {"sub": "another person"}
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("unknown", False)


@pytest.mark.parametrize("wrong", [{"iss": "https://evil.example"}, {"aud": "x"}, {"exp": 1}])
def test_an_identity_of_another_issuer_for_another_site_or_of_old_opens_nothing(
    wrong: dict[str, Any], provider: FakeProvider, ada: User
) -> None:
    provider.identified = {**provider.claims, **wrong}
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("unknown", False)


@pytest.mark.parametrize("claims", [{"sub": ""}, {"name": "Ada"}, {"sub": "9" * 300}, ["x"], "x"])
def test_an_answer_without_a_person_is_no_error_of_the_server(
    claims: Any, provider: FakeProvider, ada: User
) -> None:
    provider.claims, provider.identified = claims, {"sub": "248289761001"}
    client, landed = enter(provider)
    assert (refusal(landed), is_signed_in(client)) == ("unknown", False)


def test_a_provider_that_is_away_is_named(use: Use) -> None:
    use(None)
    answer = send(Client(), "POST", BEGIN, {})
    sentence = "Uni & Co. does not answer. Try again, or use your password."
    assert (answer.status_code, answer.json()["detail"]) == (409, sentence)


def test_a_provider_that_says_nothing_is_asked_once_and_then_left_alone(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def say_nothing(*_: Any, **__: Any) -> None:
        asked.append(1)
        raise requests.ReadTimeout

    with monkeypatch.context() as silent:
        silent.setattr(FakeTransport, "send", say_nothing)
        statuses = [send(Client(), "POST", BEGIN, {}).status_code for _ in range(3)]
    assert (statuses, asked) == ([409] * 3, [1])
    assert send(Client(), "POST", BEGIN, {}).status_code == 409
    SingleSignOnAdapter.left_alone_until = 0.0
    assert send(Client(), "POST", BEGIN, {}).status_code == 200


def test_a_provider_that_goes_away_meanwhile_opens_nothing(
    provider: FakeProvider, use: Use, ada: User
) -> None:
    client = Client()
    begun = send(client, "POST", BEGIN, {})
    use(None)
    assert refusal(come_back(client, provider, begun)) == "unknown"


def test_where_it_is_not_set_up_there_is_none_of_it(ada: User) -> None:
    assert Client().get(CALLBACK).status_code == 404
    answer = send(Client(), "POST", BEGIN, {})
    assert (answer.status_code, answer.json()["code"]) == (403, "no_single_sign_on")
    client = sign_in("ada", PASSWORD)
    assert send(client, "POST", MINE, {"password": PASSWORD}).status_code == 403


@pytest.mark.parametrize(
    "path", ["auth/provider/redirect", "auth/provider/token", "account/providers"]
)
def test_the_library_s_own_ways_are_closed(path: str, provider: FakeProvider, ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    assert [send(client, method, path).status_code for method in ("GET", "POST")] == [404, 404]
