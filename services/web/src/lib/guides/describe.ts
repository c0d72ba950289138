// The pictures of a stones example in words: the same for those who see them and those who don't.

import type { Language } from '../settings.svelte';
import type { StonesExample } from './example';
import type { Marked, Scene } from './scene';
import { GUIDE_CATALOGUES, joined } from './words.svelte';

/** A sentence about a picture, and what kind of mark stands before it. */
export interface Note {
  sign: 'turn' | 'allowed' | 'barred' | 'end';
  text: string;
}

/** The position in words: stones, hands, whose turn it is. */
export function positionText(example: StonesExample, scene: Scene, language: Language): string {
  const { board } = GUIDE_CATALOGUES[language];
  const { on, hands, seat } = scene.stones;
  const name = board.name(example.game);
  const own = (of: number): string =>
    [...on].flatMap(([point, owner]) => (owner === of ? [point] : [])).join(', ');
  const tell = example.game === 'tictactoe' ? board.marks : board.stones;
  const stones = on.size
    ? `${name}. ${board.sides.map((side, of) => tell(side, own(of))).join(' ')}`
    : `${name}, ${board.empty}`;
  const held = hands && (hands[0] || hands[1]) ? [board.hands(...hands)] : [];
  return [stones, ...held, board.turn(board.sides[seat])].join(' ');
}

/** What is marked in a picture, in sentences. */
export function sceneNotes(example: StonesExample, scene: Scene, language: Language): Note[] {
  const { turn, board } = GUIDE_CATALOGUES[language];
  const [played, allowed, barred] = (['played', 'allowed', 'barred'] as const).map((standing) =>
    scene.turns.filter((one) => one.standing === standing),
  );
  const notes: Note[] = [];
  if (scene.isNumbered) {
    const all = played.map(({ seat, to }) => `${board.sides[seat]} ${to}`);
    notes.push({ sign: 'turn', text: turn.inOrder(all.join(', ')) });
  } else {
    const told = played.map((one) => whole(example, [one], language));
    notes.push(...told.map((text): Note => ({ sign: 'turn', text })));
  }
  if (allowed.length) {
    notes.push({ sign: 'allowed', text: allowedText(example, allowed, language) });
  }
  const isRefused = example.expect.error !== null;
  const tell = isRefused ? turn.refused : turn.barred;
  const written = barred.map(shown);
  if (written.length) notes.push({ sign: 'barred', text: tell(joined(written, language)) });
  return notes;
}

/** What an example says besides its pictures: how many turns there are, how it ended. */
export function endNotes({ expect }: StonesExample, language: Language): Note[] {
  const { turn, ends, board } = GUIDE_CATALOGUES[language];
  const notes: Note[] = [];
  if (expect.count !== null) notes.push({ sign: 'allowed', text: turn.count(expect.count) });
  if (expect.result) {
    const { winner, reason } = expect.result;
    const loser = winner === null ? '' : board.sides[1 - winner];
    const why = ends.reasons[reason]?.(loser) ?? reason;
    const who = winner === null ? ends.drawn : ends.won(board.sides[winner]);
    notes.push({ sign: 'end', text: `${who}: ${why}.` });
  }
  return notes;
}

function allowedText(
  example: StonesExample,
  allowed: readonly Marked[],
  language: Language,
): string {
  const { turn } = GUIDE_CATALOGUES[language];
  const isOneStep = example.expect.steps.some(([, turns]) => turns.length === allowed.length);
  if (isOneStep) return turn.allAllowed(whole(example, allowed, language, ''));
  const written = joined(allowed.map(shown), language);
  return example.expect.all ? turn.allAllowed(written) : turn.allowed(written);
}

/** A turn as it is written, on one line: `a7-d7` is no word to be broken. */
function shown({ written }: Marked): string {
  return written.replace('-', '\u2011');
}

/** Turns that differ in what they take, as one sentence. */
function whole(
  { game }: StonesExample,
  turns: readonly Marked[],
  language: Language,
  stop = '.',
): string {
  const { turn, board } = GUIDE_CATALOGUES[language];
  const [{ seat, from, to }] = turns;
  const side = board.sides[seat];
  const place = game === 'tictactoe' ? turn.marked : turn.placed;
  const step = from ? turn.moved(side, from, to) : place(side, to);
  const takes = turns.flatMap((one) => (one.takes ? [one.takes] : []));
  return step + (takes.length ? turn.takes(joined(takes, language, 'disjunction')) : '') + stop;
}
