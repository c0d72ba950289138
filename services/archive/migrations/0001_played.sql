-- Games that were over when `played` was new; and pages of finished games go by `played` now.
INSERT INTO played
    (player, ended_at_ms, game, seat, rules, kind, opponent, result, plies, lasted_ms)
SELECT side.player, ended_at_ms, game, side.seat, law.terms ->> 'game',
    coalesce(law.terms ->> 'kind', 'friendly'), side.opponent,
    CASE WHEN winner IS NULL THEN 'drawn' WHEN winner = side.seat THEN 'won' ELSE 'lost' END,
    plies, ended_at_ms - started_at_ms
FROM games
CROSS JOIN LATERAL (SELECT convert_from(games.terms, 'UTF8')::json AS terms) law
CROSS JOIN LATERAL (VALUES (player0, player1, 0), (player1, player0, 1))
    AS side (player, opponent, seat)
WHERE ended_at_ms IS NOT NULL AND side.player NOT LIKE 'bot:%'
ON CONFLICT DO NOTHING;
DROP INDEX IF EXISTS finished0;
DROP INDEX IF EXISTS finished1;
