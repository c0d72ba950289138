"""Mühle (Nine Men's Morris): all variants, all options, pure."""

from libs.rules.mills.rules import Mills
from libs.rules.mills.state import State

__all__ = ["Mills", "State"]
