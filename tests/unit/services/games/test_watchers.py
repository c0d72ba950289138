"""Interest, presence, and players whom we cut off."""

from libs.contracts.games import WatchedGame
from libs.contracts.ids import GameId, PlayerId
from services.games.handlers.watchers import ABSENCE_KEPT_MS, BEAT_LOST_MS, HOLD_MS, Watchers

GAME, OTHER = GameId("0a-game"), GameId("0b-game")
WHITE, BLACK = PlayerId("00-white"), PlayerId("00-black")
ADA, BO = PlayerId("00-ada"), PlayerId("00-bo")


def test_a_player_is_connected_while_any_gateway_shows_the_game_to_them() -> None:
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 0)
    watchers.watch("g2", GAME, WHITE, 0)
    watchers.renew("g1", "0a", [], 1_000)
    assert watchers.is_connected(GAME, WHITE)
    watchers.renew("g2", "0a", [], 2_000)
    assert not watchers.is_connected(GAME, WHITE)
    assert watchers.away_since_ms(GAME, WHITE, 9_000) == 2_000


def test_a_renewal_replaces_one_shard_s_list_and_leaves_the_others() -> None:
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 0)
    watchers.look_on("g1", OTHER, None, 0)
    watchers.renew("g1", "0a", [WatchedGame(GAME, 3, [BLACK], 4)], 1_000)
    assert watchers.is_connected(GAME, BLACK)
    assert not watchers.is_connected(GAME, WHITE)
    assert (watchers.spectators(GAME), watchers.spectators(OTHER)) == (4, 1)


def test_who_comes_back_is_present_at_once_and_absence_begins_anew() -> None:
    watchers = Watchers()
    assert watchers.away_since_ms(GAME, WHITE, 5_000) == 5_000
    watchers.watch("g1", GAME, WHITE, 6_000)
    assert watchers.away_since_ms(GAME, WHITE, 7_000) is None
    watchers.renew("g1", "0a", [], 8_000)
    assert watchers.away_since_ms(GAME, WHITE, 9_000) == 8_000


def test_a_gateway_that_stops_beating_is_lost_and_its_players_are_cut_off_since_then() -> None:
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 1_000)
    watchers.beat("g1", 2_000)
    assert watchers.lost(2_000 + BEAT_LOST_MS) == []
    assert watchers.lost(2_001 + BEAT_LOST_MS) == ["g1"]
    watchers.drop("g1", 6_000)
    assert watchers.hold_ms(GAME, WHITE, 6_000) == HOLD_MS - 4_000
    cut = watchers.take_cut(GAME, WHITE)
    assert cut is not None
    assert cut.since_ms == 2_000
    assert watchers.hold_ms(GAME, WHITE, 6_000) == 0


def test_closing_a_tab_is_nobody_s_fault_but_the_player_s() -> None:
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 1_000)
    watchers.renew("g1", "0a", [], 2_000)
    watchers.drop("g1", 3_000)
    assert watchers.take_cut(GAME, WHITE) is None


def test_a_cut_ends_when_the_player_is_back_or_the_time_for_it_is_over() -> None:
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 0)
    watchers.watch("g1", GAME, BLACK, 0)
    watchers.drop("g1", 1_000)
    assert watchers.ended_cuts(2_000) == []
    watchers.watch("g2", GAME, WHITE, 3_000)
    assert [cut.player for cut in watchers.ended_cuts(3_000)] == [WHITE]
    assert len(watchers.ended_cuts(HOLD_MS + 1_000)) == 2


def test_who_returns_through_another_gateway_before_the_old_one_counts_as_lost_is_credited() -> (
    None
):
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 0)
    watchers.beat("g1", 5_000)
    watchers.watch("g2", GAME, WHITE, 6_000)
    cut = watchers.take_cut(GAME, WHITE)
    assert cut is not None
    assert cut.since_ms == 5_000


def test_a_second_tab_through_another_living_gateway_is_no_cut() -> None:
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 0)
    watchers.beat("g1", 5_700)
    watchers.watch("g2", GAME, WHITE, 6_000)
    assert not watchers.has_cuts


def test_old_absences_do_not_pile_up() -> None:
    watchers = Watchers()
    watchers.beat("g1", 0)
    watchers.away_since_ms(GAME, WHITE, 1_000)
    watchers.forget_old_absences(1_000 + ABSENCE_KEPT_MS)
    assert watchers.away_since_ms(GAME, WHITE, 9_000) == 1_000
    watchers.forget_old_absences(1_001 + ABSENCE_KEPT_MS)
    assert watchers.away_since_ms(GAME, WHITE, 9_000) == 9_000


def test_while_no_gateway_lives_nobody_is_away_through_their_own_fault() -> None:
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 0)
    watchers.watch("g1", GAME, BLACK, 0)
    watchers.drop("g1", 1_000)
    assert watchers.away_since_ms(GAME, WHITE, 70_000) == 70_000
    watchers.watch("g2", GAME, BLACK, 80_000)
    assert watchers.away_since_ms(GAME, WHITE, 81_000) == 80_000
    watchers.beat("g3", 90_000)
    assert watchers.away_since_ms(GAME, WHITE, 91_000) == 80_000


def test_an_outage_of_ours_is_no_absence() -> None:
    watchers = Watchers()
    watchers.watch("g1", GAME, WHITE, 0)
    watchers.renew("g1", "0a", [], 1_000)
    watchers.restart_absences(65_000)
    assert watchers.away_since_ms(GAME, WHITE, 66_000) == 65_000


def test_viewers_are_people_over_all_tabs_and_gateways_and_no_players() -> None:
    watchers = Watchers()
    for gateway in ("g1", "g1", "g2"):
        watchers.look_on(gateway, GAME, ADA, 0)
    watchers.look_on("g2", GAME, BO, 0)
    for _ in range(3):
        watchers.watch("g1", GAME, WHITE, 0)
    assert watchers.spectators(GAME) == 2
    for _ in range(2):
        watchers.look_on("g1", GAME, None, 0)
    assert watchers.spectators(GAME) == 4
    watchers.changed.clear()
    watchers.renew("g1", "0a", [WatchedGame(GAME, 1, [WHITE], 2, [ADA])], 1_000)
    assert not watchers.changed, "one tab fewer of the same people changes nothing"
    watchers.renew("g1", "0a", [WatchedGame(GAME, 1, [WHITE], 1)], 2_000)
    assert (watchers.spectators(GAME), watchers.changed) == (3, {GAME})
    watchers.drop("g2", 3_000)
    assert watchers.spectators(GAME) == 1
