"""Tables to test with: random ones, and small ones said in words."""

import random
from collections import Counter
from typing import Any

from libs.rules.hanse.goods import COUNCIL, NAMES, TIERS, TOKENS, shuffled_cards

GOODS = NAMES[:6]
ALL_CARDS = [NAMES[kind] for kind in shuffled_cards()] + ["horse"] * 3


def counted(cards: list[str]) -> dict[str, int]:
    """Goods by kind, in the order of kinds."""
    return {name: cards.count(name) for name in GOODS if name in cards}


def setup(seed: int, starter: int = 0) -> dict[str, Any]:
    """A setup request with everything shuffled."""
    rnd = random.Random(seed)
    deck = [NAMES[kind] for kind in shuffled_cards()]
    rnd.shuffle(deck)
    council = {
        str(t): rnd.sample(p, len(p)) for t, p in zip(TIERS, map(list, COUNCIL), strict=True)
    }
    return {"starter": starter, "deck": deck, "council": council}


def table(**changed: Any) -> dict[str, Any]:
    """A table where nothing was sold yet; the cards that are named nowhere lie in the deck.

    `hands` may be lists of goods; `market`, `stables`, `known`, … as in the referee's position.
    """
    said: dict[str, Any] = {
        "market": ["horse", "horse", "horse", "cloth", "salt"],
        "hands": [[], []],
        "known": [{}, {}],
        "stables": [0, 0],
        "tokens": {name: list(pile) for name, pile in zip(GOODS, TOKENS, strict=True)},
        "council": {str(t): list(pile) for t, pile in zip(TIERS, COUNCIL, strict=True)},
        "won": [[], []],
        "won_council": [[], []],
        "sold": {},
        "turn": 0,
        "starter": 0,
        **changed,
    }
    said["hands"] = [counted(h) if isinstance(h, list) else h for h in said["hands"]]
    return {"deck": rest_of_deck(said), **said}


def rest_of_deck(said: dict[str, Any]) -> list[str]:
    """All cards that a table names nowhere, in the order of kinds."""
    left = Counter(ALL_CARDS)
    left -= Counter(said["market"])
    left -= Counter({"horse": sum(said["stables"])})
    for numbers in (*said["hands"], said["sold"]):
        left -= Counter(numbers)
    return [name for name in NAMES for _ in range(left[name])]


def random_table(rnd: random.Random) -> dict[str, Any]:
    """Any table that adds up, whether play leads there or not."""
    cards = rnd.sample(ALL_CARDS, len(ALL_CARDS))
    horses = [cards.count("horse")]
    goods = [card for card in cards if card != "horse"]
    market_horses = rnd.choice((0, 0, 1, 2, rnd.randint(0, 5)))
    horses[0] -= market_horses
    stables = [rnd.randint(0, horses[0]), 0]
    stables[1] = rnd.randint(0, horses[0] - stables[0])
    sizes = [5 - market_horses, rnd.randint(0, 7), rnd.randint(0, 7), rnd.randint(0, 20)]
    places = [sum(sizes[:i]) for i in range(5)]
    market, one, other, sold = (goods[places[i] : places[i + 1]] for i in range(4))
    said = table(
        market=[*market, *["horse"] * market_horses],
        hands=[one, other],
        known=[counted(hand[: rnd.randint(0, len(hand))]) for hand in (one, other)],
        stables=stables,
        sold=counted(sold),
        turn=rnd.randint(0, 1),
        starter=rnd.randint(0, 1),
        **random_tokens(rnd),
    )
    rnd.shuffle(said["deck"])
    return said


def random_tokens(rnd: random.Random) -> dict[str, Any]:
    """Tokens and council tokens, some of them won; at most two goods piles are empty."""
    tokens, council = {}, {}
    won: list[list[Any]] = [[], []]
    won_council: list[list[Any]] = [[], []]
    may_be_empty = rnd.sample(GOODS, 2)
    for name, pile in zip(GOODS, TOKENS, strict=True):
        gone = rnd.randint(0, len(pile) if name in may_be_empty else len(pile) - 1)
        tokens[name] = list(pile[gone:])
        for value in pile[:gone]:
            won[rnd.randint(0, 1)].append([name, value])
    for tier, values in zip(TIERS, COUNCIL, strict=True):
        shuffled = rnd.sample(values, len(values))
        gone = rnd.randint(0, len(values))
        council[str(tier)] = shuffled[gone:]
        for value in shuffled[:gone]:
            won_council[rnd.randint(0, 1)].append([tier, value])
    return {"tokens": tokens, "council": council, "won": won, "won_council": won_council}
