"""Tells a webhook of Pitanga from what anybody may send to its address."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from ._errors import PitangaError

if TYPE_CHECKING:
    from .types import WebhookEvent

__all__ = ["VerificationError", "sign", "verify"]


class VerificationError(PitangaError):
    """The webhook is not to be trusted; str(error) says why. Answer it with 400."""


def verify(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = 300.0,
    now: float | None = None,
) -> WebhookEvent:
    """The event of a webhook, once its signature has been found to be right.

    Args:
        body: As it came, before any parser.
        headers: Of the request; upper or lower case is the same.
        secret: What creating the webhook answered, `whsec_…`, or the text that was given then.
        tolerance: Seconds between its timestamp and now, either way. An older one may be a recording.
        now: Unix seconds, instead of the time of this machine.

    Raises:
        VerificationError: a header is missing, the time is too far away, or no signature is right.
    """
    values = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp, signatures = (_header(values, name) for name in ("id", "timestamp", "signature"))
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise VerificationError("webhook-timestamp is not a time in seconds", code="SIGNATURE_INVALID")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise VerificationError("webhook-timestamp is too far from now", code="SIGNATURE_EXPIRED")
    content = body.encode() if isinstance(body, str) else bytes(body)
    expected = _signature(content, webhook_id, timestamp, secret).encode()
    # While a secret rotates, the header has a signature of each.
    if not any(hmac.compare_digest(expected, signature.encode()) for signature in signatures.split()):
        raise VerificationError(
            "webhook-signature has no signature of this body with this secret", code="SIGNATURE_INVALID"
        )
    return cast("WebhookEvent", json.loads(content))


def sign(body: bytes | str, secret: str, *, id: str, now: float | None = None) -> dict[str, str]:
    """The headers of a webhook as the platform would send it, for tests of your server.

    Args:
        body: The bytes or the text to be sent.
        secret: As for verify.
        id: Of the webhook, `log_…`.
        now: Unix seconds, instead of the time of this machine.
    """
    timestamp = str(int(time.time() if now is None else now))
    content = body.encode() if isinstance(body, str) else body
    return {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": _signature(content, id, timestamp, secret),
    }


def _signature(content: bytes, id: str, timestamp: str, secret: str) -> str:
    signed = f"{id}.{timestamp}.".encode() + content
    return "v1," + base64.b64encode(hmac.digest(_signing_key(secret), signed, hashlib.sha256)).decode()


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(f"webhook-{name}")
    if not value:
        raise VerificationError(f"The header webhook-{name} is missing", code="SIGNATURE_MISSING")
    return value


def _signing_key(secret: str) -> bytes:
    """What `whsec_` and base64 encode, of any other text its own bytes."""
    found = re.fullmatch(r"whsec_([A-Za-z0-9+/]+)={0,2}", secret)
    if found is None:
        return secret.encode()
    text = found[1]
    # A single character at the end encodes no byte; padding is optional.
    text = text[:-1] if len(text) % 4 == 1 else text
    return base64.b64decode(text + "=" * (-len(text) % 4))
