"""The stream of events goes on over connections that end, after the last event that came."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import httpx
import pytest
from conftest import Server, refusal

from pitanga import PitangaError

Serve = Callable[..., Server]


class Pieces(httpx.SyncByteStream):
    def __init__(self, *pieces: str | Exception) -> None:
        self.pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece.encode()


def stream(*pieces: str | Exception) -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=Pieces(*pieces))


def event(id: str, **data: object) -> str:
    body = json.dumps({"id": id, "data": data}, ensure_ascii=False)
    return f"id: {id}\nevent: transfer.completed\ndata: {body}\n\n"


def test_events_come_out_of_pieces_of_any_length(serve: Serve) -> None:
    text = (
        ": hello\r\n\r\nretry: 1000\n\n"
        + event("evt_1", name="line\u2028separator")
        + event("evt_2").replace("\n", "\r\n")
    )
    events = serve(stream(*text)).client().events.stream()
    assert [next(events)["id"], next(events)["id"]] == ["evt_1", "evt_2"]


def test_a_connection_that_ends_or_breaks_is_taken_up_where_it_was(serve: Serve) -> None:
    server = serve(
        stream(event("evt_1")),
        stream(event("evt_2"), event("evt_3")[:20], httpx.ReadError("reset")),
        stream(event("evt_3")),
    )
    events = server.client().events.stream(after="evt_0")
    assert [next(events)["id"] for _ in range(3)] == ["evt_1", "evt_2", "evt_3"]
    assert [call.url.params["after"] for call in server.calls] == ["evt_0", "evt_1", "evt_2"]
    assert server.waits == [1.0, 0.5]


def test_an_event_is_a_new_beginning_for_the_repeats(serve: Serve) -> None:
    down = httpx.ConnectError("refused")
    events = serve(down, down, stream(event("evt_1")), down, down, stream(event("evt_2"))).client().events.stream()
    assert [next(events)["id"], next(events)["id"]] == ["evt_1", "evt_2"]


def test_a_stream_without_a_beginning_asks_for_new_events_only(serve: Serve) -> None:
    server = serve(stream(event("evt_1")))
    next(server.client().events.stream())
    assert "after" not in server.calls[0].url.params


def test_a_refusal_ends_it_at_once_and_silence_after_the_repeats(serve: Serve) -> None:
    with pytest.raises(PitangaError) as refused:
        next(serve(refusal(400, "EVENT_NOT_KEPT")).client().events.stream(after="evt_0"))
    assert refused.value.code == "EVENT_NOT_KEPT"
    server = serve(*[httpx.ConnectError("refused")] * 3)
    with pytest.raises(PitangaError):
        next(server.client().events.stream())
    assert len(server.calls) == 3
