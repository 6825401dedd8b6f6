"""Which calls are repeated, and when."""

from __future__ import annotations

from ._errors import PitangaError

FIRST_DELAY = 0.5
LONGEST_DELAY = 8.0
LONGEST_RETRY_AFTER = 60.0

#: Answers of 503 that no repeat changes.
LASTING = frozenset({"PROVIDER_NOT_CONFIGURED", "STORE_NOT_CONFIGURED"})


def is_worth_a_repeat(error: PitangaError) -> bool:
    """Whether the same call may be answered otherwise in a moment.

    A repeat is safe also where nobody knows what became of the first: both have one Idempotency-Key.
    """
    if error.code in LASTING:
        return False
    if error.status is None or error.code == "IDEMPOTENCY_KEY_IN_FLIGHT":
        return True
    return error.status in (408, 429) or error.status >= 500


def delay_before(repeat: int, error: PitangaError, random: float) -> float | None:
    """Seconds before the given repeat, 0 for the first; None when the API asks for a longer wait than anybody has.

    Exponential, and from half of it to all of it by `random`, 0 to 1, so that many clients do not
    come back at once; on top of Retry-After.
    """
    if error.retry_after is not None and error.retry_after > LONGEST_RETRY_AFTER:
        return None
    # A stream is repeated without an end, and no float is as great as 2**1024.
    longest: float = min(LONGEST_DELAY, FIRST_DELAY * 2 ** min(repeat, 10))
    return (error.retry_after or 0.0) + longest * (1 + random) / 2
