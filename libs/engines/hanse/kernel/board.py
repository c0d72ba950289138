"""A round as one row of whole numbers: where everything stands in it, and turns as numbers.

A board is the round itself, with every card dealt: a sample, or (with the other's goods left out)
what one seat sees. Beside it stand arrays that no turn changes: `deck` and `council` are drawn
from their ends, `sums[kind, n]` is what the lowest n tokens of a kind are worth together.
"""

from typing import Final

from libs.rules.hanse.goods import GOODS, HORSE

KINDS: Final = len(GOODS) + 1
MARKET: Final = 0
"""Seven counts, horses last."""

HOLDING: Final = MARKET + KINDS
"""Seven counts for each seat, horses last."""

KNOWN: Final = HOLDING + 2 * KINDS
"""Six counts for each seat: goods in its hand that it took openly."""

TOKENS: Final = KNOWN + 2 * HORSE
"""Goods tokens left, of each kind."""

COUNCIL: Final = TOKENS + HORSE
"""Council tokens left, of each tier."""

DECK: Final = COUNCIL + 3
GOODS_POINTS: Final = DECK + 1
COUNCIL_POINTS: Final = GOODS_POINTS + 2
COUNCIL_MEANS: Final = COUNCIL_POINTS + 2
"""What each seat's council tokens are worth to somebody who can't see them."""

GOODS_NUMBER: Final = COUNCIL_MEANS + 2
COUNCIL_NUMBER: Final = GOODS_NUMBER + 2
HAND: Final = COUNCIL_NUMBER + 2
"""Goods in each seat's hand, seen or not."""

EXCHANGES: Final = HAND + 2
LIMIT: Final = EXCHANGES + 1
"""Exchanges in a row that end the round; 0: off."""

EMPTY: Final = LIMIT + 1
"""Goods piles without a token."""

SEAT: Final = EMPTY + 1
ENDED: Final = SEAT + 1
"""Why the round is over, 0 while it goes on."""

SIZE: Final = ENDED + 1

BY_TOKENS: Final = 1
BY_DECK: Final = 2
BY_STANDSTILL: Final = 3

# A turn is a number: what it is in the lowest two bits, then counts of three bits each. An exchange
# names six counts taken and seven given; another turn names a kind and how many of it.
TAKE: Final = 0
HORSES: Final = 1
SELL: Final = 2
SWAP: Final = 3
VERB_BITS: Final = 2
VERB_MASK: Final = (1 << VERB_BITS) - 1
COUNT_BITS: Final = 3
COUNT_MASK: Final = (1 << COUNT_BITS) - 1
GIVEN_SHIFT: Final = VERB_BITS + COUNT_BITS * HORSE
MOST_TURNS: Final = 1024
"""More than a table can have: five goods for seven cards and horses make some 430 exchanges."""
