"""The rows of queries, their filters, and newer revisions of pages in the table of permissions."""

from tests.api.reach import LEADS, LEADS_ONLY, Call

P = "projects/{project}/"

QUERY_CALLS = [
    Call("get", f"{P}queries/", LEADS, LEADS_ONLY),
    Call("post", f"{P}queries/{{query}}/decision/", LEADS, LEADS_ONLY, {"keep": True}),
    Call("post", f"{P}query-pages/", LEADS, LEADS_ONLY, {"split": "dev"}),
    Call("post", f"{P}query-pages/results/", LEADS, LEADS_ONLY, {"split": "dev"}, upload=True),
    Call("post", f"{P}query-previews/", LEADS, LEADS_ONLY, {}, upload=True),
    Call("get", f"{P}page-search/", LEADS, LEADS_ONLY),
    Call("patch", f"{P}page-search/", LEADS, LEADS_ONLY, {"provider": "pages"}),
    Call("get", f"{P}query-filters/", LEADS, LEADS_ONLY),
    Call("patch", f"{P}query-filters/", LEADS, LEADS_ONLY, {"min_words": 5}),
    Call("post", f"{P}query-filters/apply/", LEADS, LEADS_ONLY),
    Call("get", f"{P}query-funnel/", LEADS, LEADS_ONLY),
    Call("post", f"{P}page-refreshes/", LEADS, LEADS_ONLY, {"ask_again": False}),
    Call("get", f"{P}page-refreshes/{{refresh}}/", LEADS, LEADS_ONLY),
    Call("post", f"{P}page-refreshes/{{refresh}}/ask-again/", LEADS, LEADS_ONLY),
]
