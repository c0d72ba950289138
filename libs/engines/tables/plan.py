"""Which tables are still to be built, and which of them could be begun now."""

from collections.abc import Iterable
from typing import NamedTuple

from libs.engines.tables.files import Contents, Table
from libs.engines.tables.rulesets import FEWEST, RULE_SETS, RuleSet, pairs
from libs.engines.tables.symmetry import class_size


class Job(NamedTuple):
    """Two tables that are solved together, `own` against `opp` and the other way round."""

    rules: RuleSet
    own: int
    opp: int

    @property
    def size(self) -> int:
        """Bytes of both tables."""
        return sum(class_size(*pair) for pair in self.tables())

    def tables(self) -> set[tuple[int, int]]:
        """Own and opposing counts: two tables, or one of equal counts."""
        return {(self.own, self.opp), (self.opp, self.own)}

    def needs(self) -> set[tuple[int, int]]:
        """The tables that captures lead to."""
        fewer = [(self.own - 1, self.opp), (self.own, self.opp - 1)]
        return {pair for pair in fewer if min(pair) >= FEWEST}


class Plan:
    """Finished tables by rule set, and the jobs that are left, smaller ones first."""

    def __init__(self, rule_sets: Iterable[RuleSet], stones: int, found: dict[str, Contents]):
        self.contents = found
        self.waiting = [
            job
            for own, opp in pairs(stones)
            for job in (Job(rules, own, opp) for rules in rule_sets)
            if own >= opp and not job.tables() <= self._finished(job.rules)
        ]
        self.size = sum(job.size for job in self.waiting)

    def _finished(self, rules: RuleSet) -> set[tuple[int, int]]:
        return {(table.own, table.opp) for table in self.contents[rules.name].tables}

    def take(self) -> Job | None:
        """The next job whose smaller tables are finished; None: wait, or nothing is left."""
        for job in self.waiting:
            if all(
                {(own, opp), (opp, own)} <= self._finished(job.rules) for own, opp in job.needs()
            ):
                self.waiting.remove(job)
                return job
        return None

    def finish(self, job: Job, tables: list[Table]) -> Contents:
        """Takes a job's tables in; returns what the header of its file is to say."""
        before = self.contents[job.rules.name]
        kept = [table for table in before.tables if (table.own, table.opp) not in job.tables()]
        after = with_tables(before, [*kept, *tables])
        self.contents[job.rules.name] = after
        return after


def with_tables(contents: Contents, tables: Iterable[Table]) -> Contents:
    """The next header of a file, with just these tables."""
    return Contents(contents.version, contents.rules, contents.serial + 1, tuple(tables))


def rule_sets_named(names: str) -> list[RuleSet]:
    """Those of a list with commas between; KeyError for an unknown name."""
    return [RULE_SETS[name.strip()] for name in names.split(",")]
