from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from .types import ErrorCode


class PitangaError(Exception):
    """The API refused a call, or did not answer it.

    str(error) is one sentence that says why.
    """

    status: int | None
    """The HTTP status; None when no answer came: no connection, or the time-out passed."""
    code: ErrorCode | None
    """The reason for programs, as /docs/errors lists them; None without an answer of the API."""
    request_id: str | None
    """What the answer has as X-Request-Id: tell it when you ask for help."""
    retry_after: float | None
    """Seconds until a repeat makes sense, where the answer says so."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: ErrorCode | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after

    def __repr__(self) -> str:
        return (
            f"PitangaError({self.message!r}, status={self.status}, code={self.code!r}, request_id={self.request_id!r})"
        )


def error_of(response: httpx.Response, now: float) -> PitangaError:
    """The error that an answer means; `now` is in Unix seconds, for a Retry-After that is a date."""
    answer = _object(response)
    sentence = answer.get("error")
    return PitangaError(
        sentence if isinstance(sentence, str) else f"The server answered {response.status_code} and no reason",
        status=response.status_code,
        code=answer.get("code"),
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after"), now),
    )


def _object(response: httpx.Response) -> dict[str, ErrorCode]:
    try:
        answer = response.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        # A proxy between here and the API answers with a page of its own.
        return {}
    return answer if isinstance(answer, dict) else {}


def _seconds(text: str | None, now: float) -> float | None:
    if text is None:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except ValueError:
        return None
