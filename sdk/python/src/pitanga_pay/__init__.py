"""The Pitanga API: Pix, boleto, card, subscriptions and payouts.

>>> from pitanga_pay import Pitanga
>>> pitanga = Pitanga("pit_dev_…")
>>> charge = pitanga.charges.create(method="PIX", data={"amount": 12345})
"""

from . import types, webhooks
from ._client import Pitanga
from ._errors import PitangaError
from ._pages import Page
from ._version import __version__
from ._warnings import PitangaWarning

__all__ = ["Page", "Pitanga", "PitangaError", "PitangaWarning", "__version__", "types", "webhooks"]
