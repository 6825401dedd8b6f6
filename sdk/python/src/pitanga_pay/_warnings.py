"""What the API says beside an answer that stands."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable

import httpx

OnWarning = Callable[[str], object]
# Sentences have names from requests in them: more than this many are not kept.
KEPT = 1000


class PitangaWarning(UserWarning):
    """What the API says beside an answer, such as that it does not know a field."""


class WarnOnce:
    """Warns of each distinct sentence once, at the line that called the client."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def __call__(self, sentence: str) -> None:
        if sentence in self._said:
            return
        if len(self._said) >= KEPT:
            self._said.clear()
        self._said.add(sentence)
        warnings.warn(sentence, PitangaWarning, stacklevel=_frames_within() + 1)


warn_once = WarnOnce()


def sentences_of(headers: httpx.Headers) -> list[str]:
    """Those of the Warning headers (RFC 9110, code 299)."""
    quoted = re.findall(r'\b299 \S+ "((?:[^"\\]|\\.)*)"', ", ".join(headers.get_list("warning")))
    return [re.sub(r"\\(.)", r"\1", text) for text in quoted]


def _frames_within() -> int:
    """How many calls of this package lie between the caller's line and here."""
    own = __name__.partition(".")[0]
    depth, frame = 0, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == own:
        depth, frame = depth + 1, frame.f_back
    return depth
