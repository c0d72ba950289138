// A game as plain text, to be kept or sent.

import { other } from '../rules/state';
import { playerName } from '../players';
import { termsText } from '../terms';
import type { GameWords } from '../i18n/game.de';
import type { Words } from '../i18n/de';
import type { Timeline } from './timeline';

/** Players, terms, all turns in pairs, and how it ended. */
export function recordOf(timeline: Timeline, t: Words, game: GameWords): string {
  const turns = timeline.moments.slice(1).map(({ turn }) => turn ?? '');
  const rows: string[] = [];
  for (let at = 0; at < turns.length; at += 2) {
    const pair = turns.slice(at, at + 2).map((turn) => turn.padEnd(9));
    rows.push(`${String(at / 2 + 1).padStart(3)}. ${pair.join(' ')}`.trimEnd());
  }
  const names = timeline.seats.map((seat) => playerName(seat, t));
  const players = names.map((name, seat) => `${game.colour[seat]}: ${name}`);
  const terms = termsText(timeline.terms, t).replace(' · ', ', ');
  const day = new Date(timeline.startedAtMs).toISOString().slice(0, 10);
  return [
    `${t.app.name}, ${day}`,
    ...players,
    terms,
    '',
    ...rows,
    '',
    ending(timeline, names, game),
    '',
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}

function ending({ end }: Timeline, names: readonly string[], game: GameWords): string {
  if (!end) return '';
  const reason = end.reason as keyof GameWords['endings'];
  const [loser, winner] =
    end.winner === null ? ['', ''] : [names[other(end.winner)], names[end.winner]];
  const headline = end.winner === null ? game.result.drawn : game.result.wins(winner);
  const known = reason in game.endings;
  return known ? `${headline}. ${game.endings[reason](loser, winner)}` : `${headline}.`;
}
