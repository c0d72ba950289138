"""A service started alone says what is wrong with its settings before anything else."""

import pytest

from libs.runtime import Runtime, Service, Settings, SettingsError, run_alone


def test_a_wrong_setting_is_a_sentence_and_exit_code_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def read(_environment: object) -> Settings:
        raise SettingsError("PORT is '99999' and has a wrong value.")

    def build(_runtime: Runtime, _settings: Settings) -> Service:
        raise AssertionError("nothing may be built")

    assert run_alone(read, build) == 2
    assert "PORT" in capsys.readouterr().err
