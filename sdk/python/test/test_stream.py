"""The stream of events goes on over connections that end, after the last event that came."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import httpx
import pytest
from conftest import Server, answer, refusal

from pitanga_pay import PitangaError

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


def listed(*ids: str, after: str | None = None) -> httpx.Response:
    """A page of the list of events, the newest first."""
    webhook = {"event": "payout.completed", "apiVersion": 2, "devMode": True, "data": {}}
    records = [{"id": id, **webhook, "requestId": None, "createdAt": "2026-11-24T12:00:00Z"} for id in ids]
    return answer(records, pagination={"hasMore": after is not None, "next": after, "before": None})


def test_events_come_out_of_pieces_of_any_length(serve: Serve) -> None:
    text = (
        ": hello\r\n\r\nretry: 1000\n\n"
        + event("evt_1", name="line\u2028separator")
        + event("evt_2").replace("\n", "\r\n")
    )
    events = serve(stream(*text)).client().events.stream(after="evt_0")
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


def test_an_open_connection_is_a_new_beginning_for_the_repeats(serve: Serve) -> None:
    broken = [stream(": hello\n\n", httpx.ReadError("reset")) for _ in range(5)]
    events = serve(*broken, stream(event("evt_1"))).client().events.stream(after="evt_0", max_retries=1)
    assert next(events)["id"] == "evt_1"


def test_what_fails_for_a_moment_is_tried_again_without_an_end(serve: Serve) -> None:
    server = serve(*[httpx.ConnectError("refused")] * 20, stream(event("evt_1")))
    assert next(server.client().events.stream(after="evt_0"))["id"] == "evt_1"


def test_a_stream_without_a_beginning_goes_on_after_the_newest_event(serve: Serve) -> None:
    server = serve(listed("evt_3"), httpx.ConnectError("refused"), stream(event("evt_4")))
    assert next(server.client().events.stream())["id"] == "evt_4"
    asked = [(call.url.path, dict(call.url.params)) for call in server.calls]
    assert asked == [
        ("/v2/events/list", {"limit": "1"}),
        ("/v2/events/stream", {"after": "evt_3"}),
        ("/v2/events/stream", {"after": "evt_3"}),
    ]


def test_a_store_that_had_no_event_has_its_first_ones_all(serve: Serve) -> None:
    down = refusal(503, "SERVICE_UNAVAILABLE")
    pages = (listed("evt_3", "evt_2", after="evt_2"), listed("evt_1"))
    server = serve(listed(), listed(), down, *pages, stream(event("evt_4")))
    events = server.client().events.stream()
    first = next(events)
    assert first == {"id": "evt_1", "event": "payout.completed", "apiVersion": 2, "devMode": True, "data": {}}
    assert [next(events)["id"] for _ in range(3)] == ["evt_2", "evt_3", "evt_4"]
    assert server.calls[-1].url.params["after"] == "evt_3"
    assert server.waits == [1.0, 1.0, 0.5]


def test_a_refusal_ends_it_at_once_and_silence_after_the_repeats(serve: Serve) -> None:
    with pytest.raises(PitangaError) as refused:
        next(serve(refusal(400, "EVENT_NOT_KEPT")).client().events.stream(after="evt_0"))
    assert refused.value.code == "EVENT_NOT_KEPT"
    server = serve(*[httpx.ConnectError("refused")] * 3)
    with pytest.raises(PitangaError):
        next(server.client().events.stream(max_retries=2))
    assert len(server.calls) == 3
