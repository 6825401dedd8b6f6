"""An error tells people and programs why."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from conftest import Server, refusal

from pitanga_pay import PitangaError

Serve = Callable[..., Server]


def error_of(server: Server) -> PitangaError:
    with pytest.raises(PitangaError) as caught:
        server.client(max_retries=0).charges.get("pix_char_1")
    return caught.value


def test_a_refusal_has_its_sentence_code_status_and_request(serve: Serve) -> None:
    error = error_of(serve(refusal(404, "CHARGE_NOT_FOUND", {"x-request-id": "req_1"})))
    assert str(error) == error.message == "The sentence of CHARGE_NOT_FOUND."
    assert (error.status, error.code, error.request_id, error.retry_after) == (404, "CHARGE_NOT_FOUND", "req_1", None)


def test_an_answer_of_a_proxy_is_told_from_one_of_the_api(serve: Serve) -> None:
    error = error_of(serve(httpx.Response(502, text="<html>Bad gateway</html>")))
    assert (str(error), error.status) == ("The server answered 502 and no reason", 502)
    assert error.code == "UNREADABLE_ANSWER"


def test_no_answer_has_no_status_and_says_what_happened(serve: Serve) -> None:
    error = error_of(serve(httpx.ConnectError("Connection refused")))
    assert (error.status, error.code) == (None, "CONNECTION_FAILED")
    assert str(error) == "GET /v2/charges/get at pitanga.example had no answer: Connection refused"
    assert isinstance(error.__cause__, httpx.ConnectError)
    assert error_of(serve(httpx.ReadTimeout(""))).code == "TIMED_OUT"


def test_the_page_that_explains_a_code_comes_along(serve: Serve) -> None:
    body = {
        "data": None,
        "success": False,
        "error": "Why.",
        "code": "CHARGE_NOT_FOUND",
        "docs": "https://x.example/docs",
    }
    assert error_of(serve(httpx.Response(404, json=body))).docs == "https://x.example/docs"
