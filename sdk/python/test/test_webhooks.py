"""A webhook is trusted when one of its signatures is right and its time is near."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitanga_pay import webhooks

# Signed by the library of Standard Webhooks for JavaScript: this package shall agree with others, not with itself.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
AT = 1614265330
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": str(AT),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}


VECTORS = json.loads((Path(__file__).parents[2] / "webhook-vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_a_webhook_is_judged_as_by_the_other_clients(vector: dict[str, Any]) -> None:
    def verify() -> object:
        return webhooks.verify(vector["body"], vector["headers"], vector["secret"], now=vector["now"])

    if "code" not in vector:
        assert verify() == json.loads(vector["body"])
        return
    with pytest.raises(webhooks.VerificationError) as caught:
        verify()
    assert caught.value.code == vector["code"]


def test_what_another_library_signed_is_right() -> None:
    assert dict(webhooks.verify(BODY, HEADERS, SECRET, now=AT)) == {"test": 2432232314}
    assert dict(webhooks.verify(BODY.decode(), HEADERS, SECRET, now=AT)) == {"test": 2432232314}


def test_headers_may_be_written_in_any_case() -> None:
    assert webhooks.verify(BODY, {name.title(): value for name, value in HEADERS.items()}, SECRET, now=AT)


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(webhooks.VerificationError) as caught:
        webhooks.verify(BODY, {**HEADERS, "webhook-timestamp": "soon"}, SECRET, now=AT)
    assert caught.value.code == "SIGNATURE_INVALID"


def test_sign_makes_what_the_platform_sends() -> None:
    assert webhooks.sign(BODY, SECRET, id=HEADERS["webhook-id"], now=AT) == HEADERS
    body = '{"event": "payout.completed"}'
    assert webhooks.verify(body, webhooks.sign(body, SECRET, id="log_1"), SECRET)["event"] == "payout.completed"
