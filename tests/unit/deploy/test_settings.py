"""What `make run` may be told, and what it answers to nonsense."""

from __future__ import annotations

from pathlib import Path

import pytest

from deploy.local.settings import read
from deploy.local.texts import StartError

BASE = Path("base")


def test_without_a_word_everything_stays_on_this_machine() -> None:
    settings = read({"PORT": "", "HOST": ""}, BASE)
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.data == BASE / ".data"
    assert settings.address == "http://localhost:8000/"


@pytest.mark.parametrize("port", ["0", "65536", "-1", "acht", "8000x", "８０００", "1e4"])
def test_a_port_that_is_none_is_refused_with_a_sentence(port: str) -> None:
    with pytest.raises(StartError) as caught:
        read({"PORT": port}, BASE)
    assert "make run PORT=8000" in caught.value.text.de


def test_an_absolute_data_folder_stays_where_it_is(tmp_path: Path) -> None:
    assert read({"DATA": str(tmp_path)}, BASE).data == tmp_path


def test_a_page_for_others_has_an_address_for_them_and_one_for_us() -> None:
    settings = read({"HOST": "0.0.0.0"}, BASE)
    assert settings.address == "http://localhost:8000/"
    assert settings.address_for_others.startswith("http://")
    assert read({}, BASE).address_for_others == ""


def test_a_page_on_one_address_is_reached_by_it() -> None:
    assert read({"HOST": "192.0.2.7", "PORT": "80"}, BASE).address == "http://192.0.2.7:80/"
