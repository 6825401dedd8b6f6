"""What a type checker says of a program that uses the client. It is checked, never run.

A wrong use is marked with the error that it must give: mypy --strict complains of a mark that is not needed.
"""

from __future__ import annotations

from typing import Literal

from pitanga_pay import Pitanga, PitangaError, webhooks
from pitanga_pay.types import Charge, ChargeData, CreateCharge, WebhookEvent

pitanga = Pitanga("abc_dev_1")


def create() -> Charge:
    data: ChargeData = {"amount": 12345, "customerId": "cust_1"}
    order: CreateCharge = {"method": "PIX", "data": data}
    return pitanga.charges.create(**order, idempotency_key="order-7", timeout=5)


def misspelt() -> None:
    pitanga.charges.create(metod="PIX", data={"amount": 1})  # type: ignore[call-arg]
    pitanga.charges.create(method="CASH", data={"amount": 1})  # type: ignore[arg-type]
    pitanga.charges.create(method="PIX", data={"amuont": 1})  # type: ignore[typeddict-item]
    pitanga.charges.get()  # type: ignore[call-arg]
    pitanga.store.get(idempotency_key="reads have none")  # type: ignore[call-arg]
    create()["amuont"]  # type: ignore[typeddict-item]


def code_of(charge: Charge) -> str:
    if charge["method"] == "PIX":
        return charge["brCode"]
    charge["brCode"]  # type: ignore[typeddict-item]
    return charge["status"]


def total() -> int:
    return sum(charge["amount"] for charge in pitanga.charges.list(status="PAID", limit=100))


def reason(error: PitangaError) -> Literal["again", "no"]:
    if error.code == "CHARGE_NOT_FUOND":  # type: ignore[comparison-overlap]
        return "no"
    return "again" if error.code == "RATE_LIMIT_EXCEEDED" else "no"


def receive(body: bytes, headers: dict[str, str]) -> str:
    event: WebhookEvent = webhooks.verify(body, headers, "whsec_c2hvcA==")
    if event["event"] == "transparent.completed":
        return event["data"]["transparent"]["id"]
    if event["event"] == "payout.failed":
        return event["data"]["withdraw"]["id"]
    return event["data"]["transparent"]["id"]  # type: ignore[typeddict-item]
