"""A sale from its charge to its refund at a platform that runs: PITANGA_URL and PITANGA_KEY, a dev key."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import NamedTuple

import pytest

from pitanga_pay import Pitanga, PitangaError, PitangaWarning, webhooks
from pitanga_pay.types import WebhookEvent

pytestmark = pytest.mark.live

PATIENCE = 60.0


class Delivery(NamedTuple):
    body: bytes
    headers: dict[str, str]


@pytest.fixture(scope="module")
def pitanga() -> Iterator[Pitanga]:
    with Pitanga(os.environ["PITANGA_KEY"], url=os.environ["PITANGA_URL"]) as client:
        yield client


@pytest.fixture
def shop() -> Iterator[tuple[str, Queue[Delivery]]]:
    """The address of a server that takes webhooks, and what came."""
    came: Queue[Delivery] = Queue()

    class Shop(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.put(Delivery(self.rfile.read(int(self.headers["content-length"])), dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hooks", came
    server.shutdown()


def test_a_charge_is_created_paid_found_and_refunded(pitanga: Pitanga, shop: tuple[str, Queue[Delivery]]) -> None:
    url, came = shop
    events = ["transparent.completed", "transparent.refunded"]
    with pytest.warns(PitangaWarning, match="should begin with https://"):
        webhook = pitanga.webhooks.create(name="shop", endpoint=url, events=events)

    charge = pitanga.charges.create(method="PIX", data={"amount": 12345, "metadata": {"order": "ção"}})
    assert charge["status"] == "PENDING" and charge["method"] == "PIX" and charge["brCode"]
    assert pitanga.charges.simulate_payment(charge["id"])["status"] == "PAID"
    assert pitanga.charges.get(charge["id"])["paidAmount"] == 12345
    assert charge["id"] in [paid["id"] for paid in pitanga.charges.list(status="PAID", limit=1)]

    paid = received(came, webhook["secret"])
    assert paid["event"] == "transparent.completed" and paid["data"]["transparent"]["id"] == charge["id"]
    assert pitanga.charges.refund(charge["id"], amount=345)["amount"] == 345
    refunded = received(came, webhook["secret"])
    assert refunded["event"] == "transparent.refunded" and refunded["data"]["refund"]["amount"] == 345
    pitanga.webhooks.delete(webhook["id"])

    [first] = pitanga.events.list(recordId=charge["id"], type="transparent.completed")
    assert next(pitanga.events.stream(after=first["id"]))["event"] == "transparent.refunded"


def received(came: Queue[Delivery], secret: str) -> WebhookEvent:
    body, headers = came.get(timeout=PATIENCE)
    with pytest.raises(webhooks.VerificationError):
        webhooks.verify(body + b" ", headers, secret)
    with pytest.raises(webhooks.VerificationError):
        webhooks.verify(body, headers, "the secret of another webhook")
    return webhooks.verify(body, headers, secret)


def test_calls_with_one_key_have_one_effect(pitanga: Pitanga) -> None:
    def create() -> str:
        return pitanga.charges.create(data={"amount": 500}, idempotency_key=f"order-{os.getpid()}")["id"]

    assert create() == create()
    assert pitanga.charges.create(data={"amount": 500})["id"] != create()


def test_iterating_a_list_goes_over_its_pages(pitanga: Pitanga) -> None:
    created = {pitanga.charges.create(data={"amount": 700 + n})["id"] for n in range(3)}
    seen = [charge["id"] for charge in pitanga.charges.list(amountMin=700, amountMax=702, limit=1)]
    assert created <= set(seen) and len(seen) == len(set(seen))


def test_a_refusal_has_its_code(pitanga: Pitanga) -> None:
    with pytest.raises(PitangaError) as caught:
        pitanga.charges.get("pix_char_unknown")
    assert (caught.value.status, caught.value.code) == (404, "CHARGE_NOT_FOUND")
    assert caught.value.request_id and caught.value.message


def test_what_is_no_record_comes_too(pitanga: Pitanga) -> None:
    assert pitanga.bank_statement.export(format="csv").startswith("id,createdAt,")
    assert pitanga.members.list().pagination["hasMore"] is False
    assert pitanga.providers.list().data == []
