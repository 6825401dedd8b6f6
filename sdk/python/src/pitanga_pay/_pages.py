from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from .types import Pagination

Record = TypeVar("Record")


class Page(Generic[Record]):
    """A page of a list. Iterating it goes on over all pages after it, and asks for each when it is due.

    It goes from newer records to older ones; that of a list with `before` from older ones to newer.
    """

    data: list[Record]
    """The records of this page alone, newest first."""
    pagination: Pagination
    """Where the pages before and after it are."""

    def __init__(
        self,
        data: list[Record],
        pagination: Pagination,
        next_page: Callable[[], Page[Record] | None],
        goes_to_newer: bool = False,
    ) -> None:
        self.data = data
        self.pagination = pagination
        self._next_page = next_page
        self._goes_to_newer = goes_to_newer

    def next_page(self) -> Page[Record] | None:
        """The page after this one; None when it is the last."""
        return self._next_page()

    def __iter__(self) -> Iterator[Record]:
        page: Page[Record] | None = self
        while page is not None:
            yield from reversed(page.data) if page._goes_to_newer else page.data
            page = page.next_page()

    def __repr__(self) -> str:
        return f"Page(data=[{len(self.data)} records], pagination={self.pagination})"
