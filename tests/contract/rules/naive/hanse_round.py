"""A round of Battlehanse once more, played with lists of words, scored by hand."""

from typing import Any

from tests.contract.rules.naive.hanse import ORDER

PILES = {
    "amber": [7, 7, 5, 5, 5],
    "gold": [6, 6, 5, 5, 5],
    "silver": [5, 5, 5, 5, 5],
    "cloth": [5, 3, 3, 2, 2, 1, 1],
    "salt": [5, 3, 3, 2, 2, 1, 1],
    "fur": [4, 3, 2, 1, 1, 1, 1, 1, 1],
}


def cards(text: str) -> list[str]:
    """`gold*2+cloth` as a list of words."""
    found = []
    for term in text.split("+"):
        name, _, number = term.partition("*")
        found += [name] * int(number or 1)
    return found


class NaiveRound:
    """The table after a setup; `play` changes it in place."""

    def __init__(self, setup: Any) -> None:
        deck = list(setup["deck"])
        dealt = [deck[0:5], deck[5:10]]
        self.market = ["horse"] * 3 + deck[10:12]
        self.deck = deck[12:]
        self.hands = [[card for card in five if card != "horse"] for five in dealt]
        self.stables = [five.count("horse") for five in dealt]
        self.known: list[list[str]] = [[], []]
        self.tokens = {name: list(pile) for name, pile in PILES.items()}
        self.council = {tier: list(pile) for tier, pile in setup["council"].items()}
        self.won: list[list[tuple[str, int]]] = [[], []]
        self.favours: list[list[tuple[int, int]]] = [[], []]
        self.sold: list[str] = []
        self.turn = self.starter = setup["starter"]
        self.exchanges = 0
        self.end: str | None = None

    def play(self, text: str) -> None:
        """One legal turn."""
        verb, _, rest = text.partition(" ")
        self.exchanges = self.exchanges + 1 if verb == "swap" else 0
        getattr(self, f"_{verb}")(rest)
        self.turn = 1 - self.turn

    def _take(self, name: str) -> None:
        self.market.remove(name)
        self.hands[self.turn].append(name)
        self.known[self.turn].append(name)
        self._refill()

    def _horses(self, _: str) -> None:
        self.stables[self.turn] += self.market.count("horse")
        self.market = [card for card in self.market if card != "horse"]
        self._refill()

    def _swap(self, rest: str) -> None:
        taken, given = map(cards, rest.split(">"))
        for card in taken:
            self.market.remove(card)
        for card in given:
            self._lose(card)
            self.market.append(card)
        self.hands[self.turn] += taken
        self.known[self.turn] += taken
        if self.exchanges == 40:
            self.end = "standstill"

    def _sell(self, rest: str) -> None:
        lot = cards(rest)
        for card in lot:
            self._lose(card)
            self.sold.append(card)
            if self.tokens[card]:
                self.won[self.turn].append((card, self.tokens[card].pop(0)))
        pile = self.council.get(str(min(len(lot), 5)))
        if pile:
            self.favours[self.turn].append((min(len(lot), 5), pile.pop(0)))
        if [len(tokens) for tokens in self.tokens.values()].count(0) >= 3:
            self.end = "tokens"

    def _lose(self, card: str) -> None:
        if card == "horse":
            self.stables[self.turn] -= 1
            return
        self.hands[self.turn].remove(card)
        if card in self.known[self.turn]:
            self.known[self.turn].remove(card)

    def _refill(self) -> None:
        while len(self.market) < 5:
            if not self.deck:
                self.end = "deck"
                return
            self.market.append(self.deck.pop(0))

    def position(self) -> Any:
        """The table in the words of the referee."""

        def goods(words: list[str]) -> dict[str, int]:
            return {name: words.count(name) for name in ORDER[:6] if name in words}

        return {
            "market": sorted(self.market, key=ORDER.index),
            "deck": self.deck,
            "hands": [goods(hand) for hand in self.hands],
            "known": [goods(known) for known in self.known],
            "stables": self.stables,
            "tokens": self.tokens,
            "council": self.council,
            "won": [[list(token) for token in won] for won in self.won],
            "won_council": [[list(token) for token in won] for won in self.favours],
            "sold": goods(self.sold),
            "turn": self.turn,
            "starter": self.starter,
            "exchanges": self.exchanges,
            "seals": [0, 0],
        }

    def result(self) -> Any:
        """The score sheet, once the round has ended."""
        if self.end is None:
            return None
        sheet = []
        for seat in (0, 1):
            goods = sum(value for _, value in self.won[seat])
            council = sum(value for _, value in self.favours[seat])
            stable = 5 if self.stables[seat] > self.stables[1 - seat] else 0
            counts = {"goods_count": len(self.won[seat]), "council_count": len(self.favours[seat])}
            sheet.append({"goods": goods, "council": council, "stable": stable, **counts})
        scores = [line["goods"] + line["council"] + line["stable"] for line in sheet]
        keys = [
            (scores[seat], sheet[seat]["council_count"], sheet[seat]["goods_count"])
            for seat in (0, 1)
        ]
        winner = None if keys[0] == keys[1] else keys.index(max(keys))
        loser = 1 - self.starter if winner is None else 1 - winner
        return {
            "winner": winner,
            "reason": self.end,
            "scores": scores,
            "sheet": sheet,
            "next_starter": loser,
        }
