"""A call says what was given, and answers what the API means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from conftest import Server, answer

from pitanga_pay import Pitanga, PitangaError

Serve = Callable[..., Server]


def test_a_write_sends_the_fields_as_they_are_and_answers_the_record(serve: Serve) -> None:
    server = serve(answer({"id": "pix_char_1", "method": "PIX"}))
    charge = server.client().charges.create(method="PIX", data={"amount": 12345, "customerId": "cust_1"})
    assert charge["id"] == "pix_char_1"
    assert (server.calls[0].method, server.calls[0].url.path) == ("POST", "/v2/transparents/create")
    assert server.body() == {"method": "PIX", "data": {"amount": 12345, "customerId": "cust_1"}}
    assert server.calls[0].headers["authorization"] == "Bearer abc_dev_1"


def test_none_in_a_write_is_null_which_clears(serve: Serve) -> None:
    server = serve(answer({}))
    server.client().customers.update("cust_1", name=None)
    assert server.body() == {"id": "cust_1", "name": None}


def test_an_id_needs_no_name_and_may_have_one(serve: Serve) -> None:
    server = serve(answer({}), answer({}), answer({}))
    client = server.client()
    client.charges.get("pix_char_1")
    client.charges.get(id="pix_char_1")
    client.customers.get(email="ana@example.com")
    assert [str(call.url.query, "ascii") for call in server.calls] == [
        "id=pix_char_1",
        "id=pix_char_1",
        "email=ana%40example.com",
    ]


def test_a_field_that_python_keeps_for_itself_ends_with_an_underscore(serve: Serve) -> None:
    server = serve(answer({}))
    server.client().webhooks.replay(webhookId="webh_1", from_="2026-11-01T00:00:00Z", to="2026-11-02T00:00:00Z")
    assert sorted(server.body()) == ["from", "to", "webhookId"]


def test_booleans_of_a_query_are_those_of_json(serve: Serve) -> None:
    server = serve(answer([], pagination={"hasMore": False, "next": None, "before": None}))
    server.client().bank_statement.list(withBalance=True)
    assert server.calls[0].url.params["withBalance"] == "true"


def test_a_file_is_answered_as_its_text(serve: Serve) -> None:
    server = serve(httpx.Response(200, text="id,amount\r\n", headers={"content-type": "text/csv"}))
    assert server.client().bank_statement.export(format="csv") == "id,amount\r\n"


def test_every_write_has_a_key_of_its_own_but_card_tokens_which_take_none(serve: Serve) -> None:
    server = serve(answer({}), answer({}), answer({}))
    client = server.client()
    client.charges.create(data={"amount": 100})
    client.charges.create(data={"amount": 100})
    client.card_tokens.create(number="4242424242424242", holderName="Ana", expMonth=12, expYear=2030, cvv="123")
    first, second, third = server.keys()
    assert first and second and first != second and third is None


def test_an_answer_of_somebody_else_is_an_error(serve: Serve) -> None:
    server = serve(httpx.Response(200, text="<html>Sign in to the Wi-Fi</html>", headers={"content-type": "text/html"}))
    with pytest.raises(PitangaError, match="did not answer as the API does"):
        server.client().store.get()


def test_a_client_calls_its_url_and_closes_its_own_connections_only(serve: Serve) -> None:
    server = serve(answer({"id": "store_1"}))
    mine = httpx.Client(transport=httpx.MockTransport(server))
    with Pitanga("abc_dev_1", url="https://pay.example/", http_client=mine) as pitanga:
        assert pitanga.store.get()["id"] == "store_1"
    assert str(server.calls[0].url) == "https://pay.example/v2/store/get"
    assert server.calls[0].headers["user-agent"].startswith("pitanga-python/")
    assert not mine.is_closed
    own = Pitanga("abc_dev_1")
    own.close()
    assert own._http_client.is_closed


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        ("", {}, "The key is empty"),
        ("pit_dev_…", {}, "copy the whole key"),
        ("pit_dev_1\n", {}, "copy the whole key"),
        ("pit_dev_1", {"url": "pay.example"}, "url begins with"),
        ("pit_dev_1", {"timeout": 0}, "timeout is"),
        ("pit_dev_1", {"timeout": float("inf")}, "timeout is"),
        ("pit_dev_1", {"max_retries": -1}, "max_retries is"),
    ],
)
def test_what_cannot_be_is_refused_before_any_call(key: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Pitanga(key, **options)


@pytest.mark.parametrize("key", ["", "pedido…", "k" * 256])
def test_an_idempotency_key_that_cannot_be_is_refused_and_not_replaced(serve: Serve, key: str) -> None:
    server = serve(answer({}))
    with pytest.raises(ValueError, match="idempotency_key has 1 to 255 characters"):
        server.client().charges.create(data={"amount": 100}, idempotency_key=key)
    assert server.calls == []


def test_nothing_shows_the_key(serve: Serve) -> None:
    client = Pitanga("pit_dev_secret")
    assert "secret" not in repr(client) + repr(vars(client)) + repr(client.charges._transport)
