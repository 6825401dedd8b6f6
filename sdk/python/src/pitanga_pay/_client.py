from __future__ import annotations

import re
from math import inf
from types import TracebackType
from typing import TYPE_CHECKING

import httpx

from ._transport import Transport
from ._version import __version__
from ._warnings import OnWarning, warn_once
from .resources import Api

if TYPE_CHECKING:
    from typing_extensions import Self

DEFAULT_URL = "http://127.0.0.1:8080"


class Pitanga(Api):
    """A client of the API for one key. Threads may share it.

    Methods follow the paths: `POST /v2/payment-links/create` is `pitanga.payment_links.create(…)`.
    Their arguments, and the fields of what they answer, have the names of the API. An id comes
    first and needs no name. Every method also takes

    - `timeout`, in seconds, and `max_retries`, instead of those of the client;
    - `idempotency_key`, where it writes: calls with one key have one effect. Without it each call
      makes its own, which its repeats keep.

    Methods raise PitangaError.

    Args:
        key: An API key, `pit_dev_…` or `pit_prod_…`; a public key can only make card tokens.
        url: Of the installation, without a path.
        timeout: Seconds to wait for a connection, and for each part of an answer.
        max_retries: How often a call is repeated that had no answer, or 408, 429 or 5xx.
        http_client: For a proxy, certificates or limits of your own; it stays open.
        on_warning: Is given each warning of an answer, such as of a field that the API does not
            know; test mode alone has most of them. When left out, each distinct sentence is once a
            PitangaWarning; None says none.

    Raises:
        ValueError: One of them cannot be.
    """

    def __init__(
        self,
        key: str,
        *,
        url: str = DEFAULT_URL,
        timeout: float = 30.0,
        max_retries: int = 2,
        http_client: httpx.Client | None = None,
        on_warning: OnWarning | None = warn_once,
    ) -> None:
        if not key:
            raise ValueError("The key is empty")
        if not re.fullmatch(r"[!-~]+", key):
            raise ValueError("The key has a character that no key has: copy the whole key")
        if not re.match(r"https?://[^/]", url):
            raise ValueError("url begins with http:// or https://")
        if not 0 < timeout < inf:
            raise ValueError("timeout is more than 0 seconds, and has an end")
        if max_retries < 0:
            raise ValueError("max_retries is 0 or more")
        self._http_client = http_client or httpx.Client()
        self._is_own = http_client is None
        super().__init__(
            Transport(
                client=self._http_client,
                url=url.rstrip("/"),
                headers={"authorization": f"Bearer {key}", "user-agent": f"pitanga-python/{__version__}"},
                timeout=timeout,
                max_retries=max_retries,
                on_warning=on_warning,
            )
        )

    def close(self) -> None:
        """Closes the connections, but those of your own `http_client`."""
        if self._is_own:
            self._http_client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
