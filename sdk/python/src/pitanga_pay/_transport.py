"""Sends calls and repeats them."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import random
from typing import Any

import httpx

from ._errors import PitangaError, error_of, unanswered
from ._pages import Page
from ._retries import delay_before, is_worth_a_repeat
from ._warnings import OnWarning, sentences_of

Fields = Mapping[str, object]


def with_id(id: str | None, fields: Fields) -> Fields:
    return fields if id is None else {"id": id, **fields}


@dataclass(frozen=True)
class Transport:
    client: httpx.Client
    url: str
    # The key is in them, which no log is to show.
    headers: Mapping[str, str] = field(repr=False)
    timeout: float
    max_retries: int
    sleep: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random
    on_warning: OnWarning | None = None

    def data(
        self,
        verb: str,
        path: str,
        fields: Fields,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        takes_key: bool = True,
    ) -> Any:
        """The record of the answer."""
        headers = {}
        if verb == "POST" and takes_key:
            key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
            if not re.fullmatch(r"[ -~]{1,255}", key):
                raise ValueError("idempotency_key has 1 to 255 characters, from the space to the tilde of ASCII")
            headers = {"idempotency-key": key}
        return self._json(self.request(verb, path, fields, timeout, headers), max_retries)["data"]

    def list(
        self,
        verb: str,
        path: str,
        fields: Fields,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> Page[Any]:
        # With `before` it goes towards newer pages, else towards older ones.
        name, cursor_name = ("after", "next") if fields.get("before") is None else ("before", "before")
        answer = self._json(self.request(verb, path, fields, timeout), max_retries)
        cursor = answer["pagination"][cursor_name]

        def next_page() -> Page[Any] | None:
            return cursor and self.list(verb, path, {**fields, name: cursor}, timeout, max_retries)

        return Page(answer["data"], answer["pagination"], next_page, goes_to_newer=name == "before")

    def text(
        self,
        verb: str,
        path: str,
        fields: Fields,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> str:
        """The answer as it is: a file."""
        return self._repeat(self.request(verb, path, fields, timeout), max_retries).text

    def request(
        self,
        verb: str,
        path: str,
        fields: Fields,
        timeout: float | httpx.Timeout | None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Request:
        # A name that Python keeps for itself ends with an underscore: from_.
        given: dict[str, Any] = {name.rstrip("_"): value for name, value in fields.items()}
        return self.client.build_request(
            verb,
            self.url + path,
            params={} if verb == "POST" else {name: value for name, value in given.items() if value is not None},
            json=given if verb == "POST" else None,
            headers={**self.headers, **(headers or {})},
            timeout=self.timeout if timeout is None else timeout,
        )

    def _json(self, request: httpx.Request, max_retries: int | None) -> Any:
        response = self._repeat(request, max_retries)
        answer = response.json() if response.headers.get("content-type", "").startswith("application/json") else None
        if not isinstance(answer, dict) or "data" not in answer:
            raise PitangaError(
                f"{request.url.host} did not answer as the API does",
                code="UNREADABLE_ANSWER",
                status=response.status_code,
            )
        return answer

    def _repeat(self, request: httpx.Request, max_retries: int | None) -> httpx.Response:
        """Sends the request, and again with the same Idempotency-Key while that is worth it."""
        limit = self.max_retries if max_retries is None else max_retries
        for repeat in count():
            try:
                return self.send(request)
            except PitangaError as error:
                self.wait(error, repeat, limit)
        raise AssertionError("count() has no end")

    def send(self, request: httpx.Request, stream: bool = False) -> httpx.Response:
        try:
            response = self.client.send(request, stream=stream)
            self._report(response)
            if response.is_success:
                return response
            response.read()
        except httpx.RequestError as error:
            raise unanswered(request, error) from error
        raise error_of(response, time.time())

    def _report(self, response: httpx.Response) -> None:
        if self.on_warning is not None:
            for sentence in sentences_of(response.headers):
                self.on_warning(sentence)

    def wait(self, error: PitangaError, repeat: int, max_retries: float) -> None:
        """Waits before the given repeat, 0 for the first. Raises the error when there is to be none."""
        delay = delay_before(repeat, error, self.random())
        if repeat >= max_retries or not is_worth_a_repeat(error) or delay is None:
            raise error
        self.sleep(delay)
