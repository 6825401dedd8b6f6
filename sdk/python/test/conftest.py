from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from pitanga_pay._transport import Transport
from pitanga_pay.resources import Api

Answer = httpx.Response | Exception


def answer(data: object, **more: object) -> httpx.Response:
    return httpx.Response(200, json={"data": data, "success": True, "error": None, **more})


def refusal(status: int, code: str, headers: dict[str, str] | None = None) -> httpx.Response:
    body = {"data": None, "success": False, "error": f"The sentence of {code}.", "code": code}
    return httpx.Response(status, json=body, headers=headers)


@dataclass
class Server:
    """Answers the calls of a client one after the other, and keeps them and the waits between them."""

    answers: list[Answer] = field(default_factory=list)
    calls: list[httpx.Request] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.calls.append(request)
        given = self.answers.pop(0)
        if isinstance(given, Exception):
            raise given
        return given

    def body(self, index: int = 0) -> Any:
        return json.loads(self.calls[index].content)

    def keys(self) -> list[str | None]:
        return [call.headers.get("idempotency-key") for call in self.calls]

    def client(self, random: float = 1.0, max_retries: int = 2) -> Api:
        return Api(
            Transport(
                client=httpx.Client(transport=httpx.MockTransport(self)),
                url="http://pitanga.example",
                headers={"authorization": "Bearer abc_dev_1"},
                timeout=5.0,
                max_retries=max_retries,
                sleep=self.waits.append,
                random=lambda: random,
            )
        )


@pytest.fixture
def serve() -> Callable[..., Server]:
    return lambda *answers: Server(list(answers))
