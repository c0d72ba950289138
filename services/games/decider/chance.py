"""Dealt chance: an order from entropy, and the promise that it isn't changed afterwards.

Only the order itself and its nonce are ever stored, never the entropy.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

Dealt = dict[str, list[str | int]]

_encode = msgspec.json.Encoder(order="sorted").encode


def shuffled(items: Mapping[str, Sequence[str | int]], entropy: bytes) -> Dealt:
    """Every group of `items` in an order drawn from `entropy`: Fisher and Yates, without bias."""
    numbers = _numbers(entropy)
    dealt: Dealt = {}
    for group in sorted(items):
        cards = list(items[group])
        for last in range(len(cards) - 1, 0, -1):
            other = _below(last + 1, numbers)
            cards[last], cards[other] = cards[other], cards[last]
        dealt[group] = cards
    return dealt


def sealed(dealt: Dealt, entropy: bytes) -> tuple[dict[str, Any], str]:
    """The secret of a deal with its nonce, and the SHA-256 (hex) of that secret's sorted JSON."""
    nonce = hashlib.sha256(b"nonce" + entropy).hexdigest()
    secret = {"dealt": dealt, "nonce": nonce}
    return secret, hashlib.sha256(_encode(secret)).hexdigest()


def _numbers(entropy: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(entropy + counter.to_bytes(8, "big")).digest()
        yield int.from_bytes(block[:8], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number below `bound`; draws that would favour some results are thrown away."""
    limit = (1 << 64) - (1 << 64) % bound
    return next(number % bound for number in numbers if number < limit)
