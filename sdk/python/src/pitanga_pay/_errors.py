from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Literal

import httpx

if TYPE_CHECKING:
    from typing import TypeAlias

    from .types import ErrorCode

    ClientCode: TypeAlias = Literal[
        "CONNECTION_FAILED",
        "TIMED_OUT",
        "UNREADABLE_ANSWER",
        "SIGNATURE_MISSING",
        "SIGNATURE_INVALID",
        "SIGNATURE_EXPIRED",
    ]


class PitangaError(Exception):
    """The API refused a call, or did not answer it.

    str(error) is one sentence that says why.
    """

    status: int | None
    """The HTTP status; None when no answer came."""
    code: ErrorCode | ClientCode
    """The reason for programs: one of the API, which /docs/errors lists, or of this client.

    CONNECTION_FAILED: nobody answers at the url. TIMED_OUT: no answer within the time-out.
    UNREADABLE_ANSWER: something between here and the platform answered. SIGNATURE_MISSING,
    SIGNATURE_INVALID, SIGNATURE_EXPIRED: of a webhook.
    """
    request_id: str | None
    """What the answer has as X-Request-Id: tell it when you ask for help."""
    retry_after: float | None
    """Seconds until a repeat makes sense, where the answer says so."""
    docs: str | None
    """The address of the page that explains the code; with a dev key."""

    def __init__(
        self,
        message: str,
        *,
        code: ErrorCode | ClientCode,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        docs: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after
        self.docs = docs

    def __repr__(self) -> str:
        return (
            f"PitangaError({self.message!r}, status={self.status}, code={self.code!r}, request_id={self.request_id!r})"
        )


def error_of(response: httpx.Response, now: float) -> PitangaError:
    """The error that an answer means; `now` is in Unix seconds, for a Retry-After that is a date."""
    answer = _object(response)
    return PitangaError(
        answer.get("error", f"The server answered {response.status_code} and no reason"),
        code=answer.get("code", "UNREADABLE_ANSWER"),
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after"), now),
        docs=answer.get("docs"),
    )


def unanswered(request: httpx.Request, error: httpx.RequestError) -> PitangaError:
    """The error for a request that had no answer."""
    reason = str(error) or type(error).__name__
    return PitangaError(
        f"{request.method} {request.url.path} at {request.url.host} had no answer: {reason}",
        code="TIMED_OUT" if isinstance(error, httpx.TimeoutException) else "CONNECTION_FAILED",
    )


def _object(response: httpx.Response) -> dict[str, Any]:
    try:
        answer = response.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        # A proxy between here and the API answers with a page of its own.
        return {}
    return answer if isinstance(answer, dict) and "code" in answer else {}


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
