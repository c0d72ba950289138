-- Games with a clock that ran when the table was new; of two by one player the older one counts.
INSERT INTO busy (player, game, shard)
SELECT seats.seat ->> 'player', begun.stream, begun.shard
FROM running
JOIN events begun ON begun.stream = running.stream AND begun.version = 1
CROSS JOIN LATERAL (SELECT convert_from(begun.public, 'UTF8')::json AS public) started
CROSS JOIN LATERAL json_array_elements(started.public -> 'seats') AS seats (seat)
WHERE started.public -> 'terms' ->> 'kind' IN ('friendly', 'rated')
AND started.public -> 'terms' -> 'time' ->> 'base_ms' IS NOT NULL
ORDER BY begun.at_ms
ON CONFLICT DO NOTHING;
