"""The events of a store, over as many connections as it takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import httpx

from ._errors import PitangaError, unanswered
from ._server_sent_events import server_sent_events
from ._transport import Fields, Transport

# A stream has a comment every 15 seconds: longer silence is a dead connection.
SILENCE = 45.0
# What the stream asks to wait before the next connection.
PAUSE = 1.0

# What a webhook says; the list has more.
FIELDS = ("id", "event", "apiVersion", "devMode", "data")


def events_of(transport: Transport, path: str, fields: Fields, max_retries: int | None = None) -> Iterator[Any]:
    """Events without an end; what fails for a moment is tried again without one, unless `max_retries` bounds it."""
    after = fields.get("lastEventId") or fields.get("after")
    return iter(EventStream(transport, path, after, inf if max_retries is None else max_retries))


@dataclass
class EventStream:
    transport: Transport
    path: str
    after: Any
    """The last event that was handed over, or that the caller has."""
    max_retries: float
    """How often in a row it is tried again."""
    failures: int = 0
    is_from_first: bool = False
    """The store had no event when the stream began: all that it has later are new."""

    def __iter__(self) -> Iterator[Any]:
        while True:
            try:
                yield from self._before_connection() if self.after is None else self._of_connection()
            except PitangaError as error:
                self.transport.wait(error, self.failures, self.max_retries)
                self.failures += 1

    def _before_connection(self) -> Iterator[Any]:
        """Finds the event to go on after, and yields the first events of a store that had none.

        A connection without one has only what happens once it is open: what happens before, or
        between two connections, would be lost.
        """
        limit = 100 if self.is_from_first else 1
        page = self.transport.list("GET", "/v2/events/list", {"limit": limit}, max_retries=0)
        self.failures = 0
        if not page.data:
            self.is_from_first = True
            self.transport.sleep(PAUSE)
        elif self.is_from_first:
            for record in reversed(list(page)):
                self.after = record["id"]
                yield {name: record[name] for name in FIELDS}
        else:
            self.after = page.data[0]["id"]

    def _of_connection(self) -> Iterator[Any]:
        read = max(self.transport.timeout, SILENCE)
        timeout = httpx.Timeout(self.transport.timeout, read=read)
        request = self.transport.request("GET", self.path, {"after": self.after}, timeout)
        response = self.transport.send(request, stream=True)
        self.failures = 0
        for event_id, data in server_sent_events(_texts(request, response)):
            # Before it is handed over: who leaves the loop has had it.
            self.after = event_id
            yield json.loads(data)
        self.transport.sleep(PAUSE)


def _texts(request: httpx.Request, response: httpx.Response) -> Iterator[str]:
    try:
        yield from response.iter_text()
    except httpx.RequestError as error:
        raise unanswered(request, error) from error
    finally:
        response.close()
