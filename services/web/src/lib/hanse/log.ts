// The turns of a match in words, round by round.

import type { Moment } from '../game/timeline';
import { HANSE_GAME_CATALOGUES } from '../i18n/hanse-game.svelte';
import type { Seat } from '../rules/state';
import type { Language } from '../settings.svelte';
import { counted, countOf } from './goods';
import { readTurn } from './notation';
import { cardsTold } from './told';
import type { HanseView, Two } from './view';

export interface LogLine {
  /** Which moment shows the table after it. */
  at: number;
  seat: Seat;
  /** Which turn of the match it is. */
  number: number;
  text: string;
}

export interface LogRound {
  number: number;
  lines: readonly LogLine[];
  /** Both sides' points, once the round is over. */
  scores: Two<number> | null;
}

type Played = Moment<HanseView> & { turn: string; seat: Seat };

export function logOf(moments: readonly Moment<HanseView>[], language: Language): LogRound[] {
  const deals = moments.flatMap(({ state, turn }, at) =>
    turn === null && state.table ? [at] : [],
  );
  return deals.map((first, index) => {
    const until = deals.at(index + 1) ?? moments.length;
    const { state } = moments[until - 1];
    const lines = moments.slice(first + 1, until).filter(isPlayed);
    return {
      number: state.round,
      lines: lines.map((moment, place) => ({
        at: first + 1 + place,
        seat: moment.seat,
        number: moment.state.ply,
        text: turnInLog(moments[first + place].state, moment, language),
      })),
      scores: state.rounds[state.round - 1]?.scores ?? null,
    };
  });
}

function isPlayed(moment: Moment<HanseView>): moment is Played {
  return moment.turn !== null && moment.seat !== null;
}

/** One turn in a few words, with what it brought. */
function turnInLog(before: HanseView, played: Played, language: Language): string {
  const { log } = HANSE_GAME_CATALOGUES[language];
  const turn = readTurn(played.turn);
  switch (turn.kind) {
    case 'take':
      return log.take(cardsTold({ [turn.good]: 1 }, language));
    case 'horses':
      return log.horses(countOf(counted(before.table?.market ?? []), 'horse'));
    case 'swap':
      return log.swap(cardsTold(turn.taken, language), cardsTold(turn.given, language));
    case 'sell': {
      const what = cardsTold({ [turn.good]: turn.count }, language);
      const { sum, council } = earned(before, played);
      const sold = log.sell(what, sum);
      return council === undefined ? sold : `${sold} ${log.council(council)}`;
    }
  }
}

/** What a sale brought; the council token's value is null to whoever can't see it. */
function earned(
  { table: before }: HanseView,
  { state: { table: after }, seat }: Played,
): { sum: number; council?: number | null } {
  if (!before || !after) return { sum: 0 };
  const won = after.won[seat].slice(before.won[seat].length);
  const sum = won.reduce((all, [, value]) => all + value, 0);
  const token = after.won_council[seat].slice(before.won_council[seat].length).at(0);
  return token ? { sum, council: token[1] } : { sum };
}
