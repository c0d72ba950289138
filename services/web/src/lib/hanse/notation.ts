// Turns as text: `take gold`, `swap gold*2>cloth+horse`, `horses`, `sell cloth*3`.

import { countOf, plus, type Counts } from './goods';
import { KINDS, type Kind } from './view';

/** A turn, legal or not: so it may name horses where only goods can be meant. */
export type Turn =
  | { kind: 'take'; good: Kind }
  | { kind: 'swap'; taken: Counts; given: Counts }
  | { kind: 'horses' }
  | { kind: 'sell'; good: Kind; count: number };

const LONGEST = 120;
const TERM = /^([a-z]{1,20})(?:\*([1-9][0-9]?))?$/;

/** What is no turn, with the server's code for it. */
export class TurnError extends Error {
  readonly code: 'malformed' | 'unknown_kind';

  constructor(code: 'malformed' | 'unknown_kind', turn: string) {
    super(`${code}: ${turn}`);
    this.code = code;
  }
}

/** What a turn means. Throws TurnError, also for another spelling of a turn. */
export function readTurn(text: string): Turn {
  if (text === 'horses') return { kind: 'horses' };
  if (text.length > LONGEST) throw new TurnError('malformed', text);
  const turn = read(text);
  if (writeTurn(turn) !== text) throw new TurnError('malformed', text);
  return turn;
}

function read(text: string): Turn {
  const [verb, rest] = split(text, ' ');
  if (verb === 'take') return { kind: 'take', good: term(rest, text)[0] };
  if (verb === 'sell') {
    const [good, count] = term(rest, text);
    return { kind: 'sell', good, count };
  }
  if (verb !== 'swap') throw new TurnError('malformed', text);
  const [taken, given] = split(rest, '>');
  return { kind: 'swap', taken: counts(taken, text), given: counts(given, text) };
}

/** What stands before and behind the first of these marks. */
function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function term(text: string, turn: string): [Kind, number] {
  const match = TERM.exec(text);
  if (!match) throw new TurnError('malformed', turn);
  const kind = KINDS.find((name) => name === match[1]);
  if (!kind) throw new TurnError('unknown_kind', turn);
  return [kind, Number(match[2] ?? 1)];
}

function counts(text: string, turn: string): Counts {
  return text.split('+').reduce<Counts>((sum, part) => {
    const [kind, number] = term(part, turn);
    return plus(sum, { [kind]: number });
  }, {});
}

/** The text of a turn. */
export function writeTurn(turn: Turn): string {
  switch (turn.kind) {
    case 'take':
      return `take ${turn.good}`;
    case 'horses':
      return 'horses';
    case 'swap':
      return `swap ${words(turn.taken)}>${words(turn.given)}`;
    case 'sell':
      return `sell ${words({ [turn.good]: turn.count })}`;
  }
}

/** Cards in words, in the order of kinds: `gold*2+cloth`. */
export function words(cards: Counts): string {
  return KINDS.filter((kind) => countOf(cards, kind) > 0)
    .map((kind) => (countOf(cards, kind) === 1 ? kind : `${kind}*${countOf(cards, kind)}`))
    .join('+');
}
