"""A list is its first page, and all pages for those who iterate it."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from conftest import Server, answer, refusal

Serve = Callable[..., Server]


def page(ids: list[str], after: str | None, before: str | None = None) -> httpx.Response:
    records = [{"id": id} for id in ids]
    return answer(records, pagination={"hasMore": after is not None, "next": after, "before": before})


def test_a_list_asks_for_its_first_page_only(serve: Serve) -> None:
    server = serve(page(["a", "b"], "b"))
    first = server.client().charges.list(limit=2)
    assert [charge["id"] for charge in first.data] == ["a", "b"]
    assert first.pagination["hasMore"] and len(server.calls) == 1


def test_iterating_goes_over_all_pages_and_keeps_the_filters(serve: Serve) -> None:
    server = serve(page(["a", "b"], "b"), page(["c", "d"], "d"), page(["e"], None))
    charges = server.client().charges.list(status="PAID", limit=2)
    assert [charge["id"] for charge in charges] == ["a", "b", "c", "d", "e"]
    assert [dict(call.url.params) for call in server.calls] == [
        {"status": "PAID", "limit": "2"},
        {"status": "PAID", "limit": "2", "after": "b"},
        {"status": "PAID", "limit": "2", "after": "d"},
    ]


def test_a_list_with_before_goes_from_older_records_to_newer_ones(serve: Serve) -> None:
    server = serve(page(["d", "e"], "e", "d"), page(["b", "c"], "c", "b"), page(["a"], "a"))
    charges = server.client().charges.list(limit=2, before="f")
    assert [charge["id"] for charge in charges] == ["e", "d", "c", "b", "a"]
    assert [charge["id"] for charge in charges.data] == ["d", "e"]
    assert [dict(call.url.params) for call in server.calls] == [
        {"limit": "2", "before": "f"},
        {"limit": "2", "before": "d"},
        {"limit": "2", "before": "b"},
    ]


def test_a_page_is_asked_for_when_it_is_due_and_repeated_like_any_call(serve: Serve) -> None:
    server = serve(page(["a"], "a"), refusal(503, "SERVICE_UNAVAILABLE"), page(["b"], None))
    charges = iter(server.client().charges.list())
    assert next(charges)["id"] == "a" and len(server.calls) == 1
    assert next(charges)["id"] == "b" and len(server.calls) == 3


def test_next_page_is_none_after_the_last(serve: Serve) -> None:
    first = serve(page(["a"], "a"), page(["b"], None)).client().charges.list()
    second = first.next_page()
    assert second is not None and second.data[0]["id"] == "b" and second.next_page() is None
