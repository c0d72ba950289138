"""`python -m libs.engines.hanse [ROUNDS]`: fits the weights of `weights.py` anew, and prints them.

Rounds are played by the weights there are, now and then with a slip so that odd positions come up,
too; least squares find the weights that tell best what was gained from each position to the end;
and so on with these. The ones that win most against those of `weights.py` are printed at last.
"""

import sys
from typing import Final

import numpy as np
from numpy.typing import NDArray

from libs.engines.hanse.kernel import board as at
from libs.engines.hanse.kernel.choice import desk
from libs.engines.hanse.kernel.rounds import matched, played
from libs.engines.hanse.kernel.worth import PHASES, TABLE, WIDTH, Worth, empty_worth, tabulate
from libs.engines.hanse.packing import MOST_COUNCIL, Row, sums_of
from libs.engines.hanse.weights import fitted
from libs.rules.hanse.goods import COUNCIL, TIERS, TOKENS

Weights = NDArray[np.float64]
POSITIONS: Final = 400_000
SLIPS: Final = 100
KEPT: Final = 0.6
"""How much of what earlier positions say is kept each time."""

RIDGE: Final = 30.0
DEALS: Final = 4_000
COLUMNS: Final = WIDTH * (TABLE + 1)
ROWS: Final = ("amber", "gold", "silver", "cloth", "fur", "table")
SUMS: Final = sums_of(TOKENS)


def empty_table() -> tuple[Row, Row]:
    """A board before its deal, and the council piles in order."""
    board, piles = np.zeros(at.SIZE, np.int64), np.zeros((len(TIERS), MOST_COUNCIL), np.int64)
    board[at.TOKENS : at.TOKENS + len(TOKENS)] = [len(pile) for pile in TOKENS]
    board[at.COUNCIL : at.COUNCIL + len(TIERS)] = [len(pile) for pile in COUNCIL]
    board[at.LIMIT] = 40
    for tier, values in enumerate(COUNCIL):
        piles[tier, : len(values)] = values
    return board, piles


def tabled(weights: Weights) -> Worth:
    """The worths by these weights."""
    worth = empty_worth()
    tabulate(worth, weights, SUMS)
    return worth


class Squares:
    """Least squares, phase by phase, over positions that come in batches."""

    def __init__(self) -> None:
        self._products = np.zeros((PHASES, COLUMNS, COLUMNS))
        self._targets = np.zeros((PHASES, COLUMNS))

    def add(self, notes: NDArray[np.float32], phases: Row, rest: Weights) -> None:
        """Takes in a batch."""
        for part in range(PHASES):
            rows = notes[phases == part].astype(float)
            self._products[part] = KEPT * self._products[part] + rows.T @ rows
            self._targets[part] = KEPT * self._targets[part] + rows.T @ rest[phases == part]

    def solved(self) -> Weights:
        """The weights that fit best."""
        ridge = RIDGE * np.eye(COLUMNS)
        parts = [
            np.linalg.solve(products + ridge, targets)
            for products, targets in zip(self._products, self._targets, strict=True)
        ]
        return np.array(parts).reshape(PHASES, TABLE + 1, WIDTH)


def fit(times: int) -> Weights:
    """The best of so many fits, the present weights among them."""
    (board, piles), room, squares = empty_table(), desk(), Squares()
    best, most, weights = fitted(), 0.5, fitted()
    notes = np.zeros((POSITIONS, COLUMNS), np.float32)
    phases, rest = np.zeros(POSITIONS, np.int64), np.zeros(POSITIONS)
    present = tabled(best)
    for time in range(times):
        dice, worth = np.array([2 * time + 1], np.uint64), tabled(weights)
        number = played(board, piles, SUMS, worth, SLIPS, dice, notes, phases, rest, room)
        squares.add(notes[:number], phases[:number], rest[:number])
        weights = squares.solved()
        # Always the same deals, so that fits can be compared.
        dice = np.array([99], np.uint64)
        share = matched(board, piles, SUMS, tabled(weights), present, DEALS, dice, room)
        print(f"{time}: {share:.1%} of the seals against the present weights", file=sys.stderr)
        if share > most:
            best, most = weights, share
    return best


def main() -> None:
    """Prints the weights as `weights.py` holds them."""
    for part, rows in enumerate(fit(int(sys.argv[1]) if len(sys.argv) > 1 else 8)):
        for name, row in zip(
            ("amber", "gold", "silver", "cloth", "fur", "table"), rows, strict=True
        ):
            words = [f"{number:.2f}".rstrip("0").rstrip(".") for number in row]
            print(part, name, *words[: WIDTH // 2], "\n   ", *words[WIDTH // 2 :])


if __name__ == "__main__":
    main()
