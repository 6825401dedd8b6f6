"""Which calls are repeated, when, and that all repeats of a call have one key."""

from __future__ import annotations

import time
from collections.abc import Callable
from email.utils import formatdate

import httpx
import pytest
from conftest import Server, answer, refusal

from pitanga_pay import PitangaError
from pitanga_pay._retries import delay_before

Serve = Callable[..., Server]


def test_a_call_without_an_answer_is_repeated_with_its_key(serve: Serve) -> None:
    server = serve(httpx.ConnectError("refused"), refusal(503, "SERVICE_UNAVAILABLE"), answer({"id": "1"}))
    assert server.client().charges.create(data={"amount": 100})["id"] == "1"
    assert len(set(server.keys())) == 1 and server.keys()[0]
    assert server.waits == [0.5, 1.0]


def test_a_key_that_is_given_is_the_one_sent(serve: Serve) -> None:
    server = serve(refusal(500, "INTERNAL"), answer({}))
    server.client().charges.create(data={"amount": 100}, idempotency_key="order-7")
    assert server.keys() == ["order-7", "order-7"]


@pytest.mark.parametrize(
    ("status", "code", "calls"),
    [
        (400, "INVALID_BODY", 1),
        (401, "API_KEY_INVALID", 1),
        (404, "CHARGE_NOT_FOUND", 1),
        (409, "TAX_ID_TAKEN", 1),
        (422, "IDEMPOTENCY_KEY_REUSED", 1),
        (409, "IDEMPOTENCY_KEY_IN_FLIGHT", 3),
        (408, "REQUEST_TIMEOUT", 3),
        (429, "RATE_LIMIT_EXCEEDED", 3),
        (500, "INTERNAL", 3),
        (503, "SERVICE_UNAVAILABLE", 3),
        (503, "PROVIDER_NOT_CONFIGURED", 1),
        (503, "STORE_NOT_CONFIGURED", 1),
    ],
)
def test_a_refusal_is_repeated_when_it_may_pass(serve: Serve, status: int, code: str, calls: int) -> None:
    server = serve(*[refusal(status, code)] * 3)
    with pytest.raises(PitangaError) as caught:
        server.client().charges.get("pix_char_1")
    assert (caught.value.code, len(server.calls)) == (code, calls)


def test_the_number_of_repeats_is_that_of_the_client_or_of_the_call(serve: Serve) -> None:
    for of_client, of_call, calls in ((0, None, 1), (0, 1, 2), (3, 0, 1)):
        server = serve(*[httpx.ReadTimeout("timed out")] * 4)
        with pytest.raises(PitangaError):
            server.client(max_retries=of_client).charges.get("pix_char_1", max_retries=of_call)
        assert len(server.calls) == calls


def test_retry_after_is_waited_for_and_a_long_one_is_told_instead(serve: Serve) -> None:
    server = serve(refusal(429, "RATE_LIMIT_EXCEEDED", {"retry-after": "3"}), answer({}))
    server.client().store.get()
    assert server.waits == [3.5]
    server = serve(refusal(429, "RATE_LIMIT_EXCEEDED", {"retry-after": "3600"}))
    with pytest.raises(PitangaError) as caught:
        server.client().store.get()
    assert (caught.value.retry_after, server.waits) == (3600.0, [])


def test_retry_after_may_be_a_date(serve: Serve) -> None:
    at = formatdate(time.time() + 30, usegmt=True)
    server = serve(refusal(503, "SERVICE_UNAVAILABLE", {"retry-after": at}), answer({}))
    server.client().store.get()
    assert 27 < server.waits[0] <= 30.5


def test_waits_double_up_to_eight_seconds_and_spread_over_half_of_it() -> None:
    error = PitangaError("No answer", code="CONNECTION_FAILED")
    assert [delay_before(repeat, error, 1.0) for repeat in range(6)] == [0.5, 1, 2, 4, 8, 8]
    assert delay_before(2000, error, 1.0) == 8
    assert [delay_before(repeat, error, 0.0) for repeat in range(3)] == [0.25, 0.5, 1]


def test_a_time_out_of_a_call_is_its_own(serve: Serve) -> None:
    server = serve(answer({}), answer({}))
    server.client().store.get()
    server.client().store.get(timeout=0.5)
    assert [call.extensions["timeout"]["read"] for call in server.calls] == [5.0, 0.5]
