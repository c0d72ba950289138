"""What is built, and in which order."""

from __future__ import annotations

from libs.engines.tables.files import Contents, Table, place_of
from libs.engines.tables.plan import Job, Plan
from libs.engines.tables.rulesets import RULE_SETS, pairs
from libs.engines.tables.symmetry import class_size

RULES = RULE_SETS["twelve-plain-open"]


def found(*tables: tuple[int, int]) -> dict[str, Contents]:
    told = tuple(
        Table(own, opp, size=1, crc=0, wins=0, draws=0, losses=0, longest=0) for own, opp in tables
    )
    return {RULES.name: Contents(1, RULES.name, 3, told)}


def finish(plan: Plan, job: Job) -> Contents:
    return plan.finish(job, list(found(*job.tables())[RULES.name].tables))


def test_a_job_waits_for_the_tables_that_captures_lead_to() -> None:
    plan = Plan([RULES], 8, found())
    assert plan.take() == Job(RULES, 3, 3)
    assert plan.take() is None
    finish(plan, Job(RULES, 3, 3))
    assert plan.take() == Job(RULES, 4, 3)
    assert plan.take() is None
    finish(plan, Job(RULES, 4, 3))
    assert [plan.take(), plan.take()] == [Job(RULES, 4, 4), Job(RULES, 5, 3)]
    assert plan.waiting == []


def test_what_is_finished_is_not_built_again() -> None:
    plan = Plan([RULES], 7, found((3, 3), (4, 3)))
    assert plan.waiting == [Job(RULES, 4, 3)]
    assert plan.size == class_size(4, 3) + class_size(3, 4)


def test_a_finished_job_raises_the_header_s_number() -> None:
    plan = Plan([RULES], 6, found())
    job = plan.take()
    assert job == Job(RULES, 3, 3)
    after = finish(plan, job)
    assert after.serial == 4
    assert [(table.own, table.opp) for table in after.tables] == [(3, 3)]


def test_tables_lie_one_behind_the_other_whatever_is_built() -> None:
    place = 0
    for own, opp in pairs(9):
        assert place_of(own, opp) == place
        place += class_size(own, opp)
