"""A webhook is trusted when one of its signatures is right and its time is near."""

from __future__ import annotations

import base64
import hashlib
import hmac

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


def signed(body: bytes, key: bytes) -> dict[str, str]:
    content = b"log_1.%d." % AT + body
    signature = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return {"webhook-id": "log_1", "webhook-timestamp": str(AT), "webhook-signature": f"v1,{signature}"}


def test_what_another_library_signed_is_right() -> None:
    assert dict(webhooks.verify(BODY, HEADERS, SECRET, now=AT)) == {"test": 2432232314}
    assert dict(webhooks.verify(BODY.decode(), HEADERS, SECRET, now=AT)) == {"test": 2432232314}


def test_headers_may_be_written_in_any_case() -> None:
    assert webhooks.verify(BODY, {name.title(): value for name, value in HEADERS.items()}, SECRET, now=AT)


def test_one_right_signature_of_several_is_enough() -> None:
    rotated = {**HEADERS, "webhook-signature": f"v1,AAAA v2,x {HEADERS['webhook-signature']}"}
    assert webhooks.verify(BODY, rotated, SECRET, now=AT)


@pytest.mark.parametrize(
    ("secret", "key"),
    [
        ("a secret of the shop's own, ção", "a secret of the shop's own, ção".encode()),
        ("whsec_not base64", b"whsec_not base64"),
        ("whsec_c2hvcA", b"shop"),
        ("whsec_c2hvcA==", b"shop"),
        ("whsec_c2hvA", b"sho"),
    ],
)
def test_a_secret_is_what_it_encodes_or_its_own_bytes(secret: str, key: bytes) -> None:
    assert dict(webhooks.verify(b"{}", signed(b"{}", key), secret, now=AT)) == {}


@pytest.mark.parametrize(
    ("body", "headers", "now", "code"),
    [
        (BODY + b" ", {}, AT, "SIGNATURE_INVALID"),
        (BODY, {"webhook-id": "msg_2"}, AT, "SIGNATURE_INVALID"),
        (BODY, {"webhook-signature": "v1,é"}, AT, "SIGNATURE_INVALID"),
        (BODY, {"webhook-signature": HEADERS["webhook-signature"].replace("v1,", "v2,")}, AT, "SIGNATURE_INVALID"),
        (BODY, {"webhook-signature": ""}, AT, "SIGNATURE_MISSING"),
        (BODY, {"webhook-timestamp": "soon"}, AT, "SIGNATURE_INVALID"),
        (BODY, {}, AT + 301, "SIGNATURE_EXPIRED"),
        (BODY, {}, AT - 301, "SIGNATURE_EXPIRED"),
    ],
)
def test_anything_else_is_refused(body: bytes, headers: dict[str, str], now: float, code: str) -> None:
    with pytest.raises(webhooks.VerificationError) as caught:
        webhooks.verify(body, {**HEADERS, **headers}, SECRET, now=now)
    assert caught.value.code == code


def test_five_minutes_either_way_are_near_enough() -> None:
    for now in (AT - 300, AT + 300):
        assert webhooks.verify(BODY, HEADERS, SECRET, now=now)


def test_sign_makes_what_the_platform_sends() -> None:
    assert webhooks.sign(BODY, SECRET, id=HEADERS["webhook-id"], now=AT) == HEADERS
    body = '{"event": "payout.completed"}'
    assert webhooks.verify(body, webhooks.sign(body, SECRET, id="log_1"), SECRET)["event"] == "payout.completed"
