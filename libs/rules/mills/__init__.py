"""Mühle (Nine Men's Morris): all variants, all options, pure."""

from libs.rules.mills.rules import Mills
from libs.rules.mills.state import MillsState

__all__ = ["Mills", "MillsState"]
