from __future__ import annotations

from collections.abc import Iterable, Iterator


def server_sent_events(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The id and the data of each event of a stream that comes in pieces of any length."""
    event_id, data = "", []
    for line in _lines(texts):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            event_id = value
        elif name == "data":
            data.append(value)
        elif line == "" and data:
            yield event_id, "\n".join(data)
            data = []


def _lines(texts: Iterable[str]) -> Iterator[str]:
    # Not str.splitlines: it also breaks at characters that a JSON text may have, such as U+2028.
    rest = ""
    for text in texts:
        *lines, rest = (rest + text).split("\n")
        for line in lines:
            yield line.removesuffix("\r")
