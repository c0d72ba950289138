"""The tables' names come from the service's name, and nothing else may."""

import pytest

from libs.eventstore.schema import schema_sql


def test_all_tables_lie_in_the_services_schema() -> None:
    sql = schema_sql("daily_market")
    assert "CREATE TABLE IF NOT EXISTS daily_market.events" in sql
    assert "{" not in sql


@pytest.mark.parametrize("name", ["", "Games", "games; drop", 'ga"mes', "1games", "g" * 60])
def test_a_name_that_is_no_schema_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not the name of a service"):
        schema_sql(name)
