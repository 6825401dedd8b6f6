"""What the API says beside an answer that stands."""

from __future__ import annotations

import warnings

import httpx
import pytest
from conftest import Server, answer

from pitanga_pay import Pitanga, PitangaError, PitangaWarning
from pitanga_pay._warnings import WarnOnce

UNKNOWN = "Unknown field 'expiresin' was ignored; did you mean 'expiresIn'?"


def warned(*sentences: str, status: int = 200) -> httpx.Response:
    body: object = (
        {"data": {}, "success": True, "error": None} if status == 200 else {"error": "Refused.", "code": "NOT_FOUND"}
    )
    quoted = [sentence.replace("\\", "\\\\").replace('"', '\\"') for sentence in sentences]
    return httpx.Response(status, json=body, headers=[("warning", f'299 - "{one}"') for one in quoted])


def client_of(server: Server, **options: object) -> Pitanga:
    http_client = httpx.Client(transport=httpx.MockTransport(server))
    return Pitanga("pit_dev_1", http_client=http_client, **options)  # type: ignore[arg-type]


def test_each_distinct_sentence_is_a_warning_once_at_the_line_that_called() -> None:
    server = Server([warned(UNKNOWN, 'A "quoted", and a \\'), warned(UNKNOWN)])
    client = client_of(server, on_warning=WarnOnce())
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        client.store.get()
        client.store.get()
    assert [(one.category, str(one.message)) for one in seen] == [
        (PitangaWarning, UNKNOWN),
        (PitangaWarning, 'A "quoted", and a \\'),
    ]
    assert {one.filename for one in seen} == {__file__}


def test_a_refused_call_has_its_warnings_too() -> None:
    seen: list[str] = []
    with pytest.raises(PitangaError):
        client_of(Server([warned(UNKNOWN, status=404)]), on_warning=seen.append).store.get()
    assert seen == [UNKNOWN]


def test_a_handler_is_given_each_of_them() -> None:
    seen: list[str] = []
    client = client_of(Server([warned(UNKNOWN), warned(UNKNOWN)]), on_warning=seen.append)
    client.store.get()
    client.store.get()
    assert seen == [UNKNOWN, UNKNOWN]


def test_nothing_is_said_when_switched_off() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        client_of(Server([warned(UNKNOWN)]), on_warning=None).store.get()


def test_nothing_is_said_where_there_is_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        client_of(Server([answer({})])).store.get()
