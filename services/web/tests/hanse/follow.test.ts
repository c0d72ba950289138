// Whole matches that the server's rules played, followed by the client's: `tests/golden`.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { followDeal, followTurn, setup } from '../../src/lib/hanse/follow';
import { resolveHanse } from '../../src/lib/hanse/options';
import { legalTurns, refusal } from '../../src/lib/hanse/legal';
import { readTurn, TurnError, writeTurn } from '../../src/lib/hanse/notation';
import { dealtToAll, turnToAll, type Secrets } from '../../src/lib/hanse/secrets';
import type { DealShown, TurnShown } from '../../src/lib/hanse/shown';
import type { HanseView, Viewer } from '../../src/lib/hanse/view';
import { other, type Seat } from '../../src/lib/rules/state';
import { countsOf, viewOf } from './tables';

interface Line {
  match?: { variant: string; options: Record<string, unknown> };
  dealt?: Secrets['dealt'];
  turn?: string;
  /** So many turns are taken back, and what lies hidden is shuffled anew. */
  back?: number;
  shown?: unknown;
  /** What each seat was shown instead. */
  own?: [unknown, unknown];
  seen: string;
  views?: HanseView[];
  legal?: [number, string];
  refused?: Record<string, string>;
}

interface Match {
  name: string;
  variant: string;
  options: Record<string, unknown>;
  lines: Line[];
}

const VIEWERS: readonly Viewer[] = [0, 1, 'spectator', 'all'];
const FILE = join(import.meta.dirname, '../../../../tests/golden/hanse_views.jsonl');
const MATCHES: Match[] = [];
for (const text of readFileSync(FILE, 'utf8').trim().split('\n')) {
  const line = JSON.parse(text) as Line;
  if (line.match) {
    const name = `${line.match.variant} ${JSON.stringify(line.match.options)}`;
    MATCHES.push({ ...line.match, name, lines: [] });
  }
  MATCHES[MATCHES.length - 1].lines.push(line);
}

/** The one spelling that is hashed: keys in their order, no blanks. */
function spelled(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** All viewers' views of one match, step by step. */
class Replay {
  views: HanseView[];
  readonly #earlier: HanseView[][] = [];
  #secrets: Secrets | null = null;

  constructor({ variant, options }: Match) {
    this.views = VIEWERS.map(() => setup(resolveHanse(variant, options)));
  }

  step(line: Line): void {
    if (line.dealt) this.#secrets = { dealt: line.dealt, nonce: '' };
    if (line.back !== undefined) {
      this.views = this.#earlier.splice(-line.back)[0];
    } else if (line.turn !== undefined) {
      this.#earlier.push(this.views);
      this.views = this.views.map((view, place) => this.#turn(view, VIEWERS[place], line));
    } else if (line.dealt) {
      this.views = this.views.map((view, place) => this.#deal(view, VIEWERS[place], line));
    }
  }

  #turn(view: HanseView, viewer: Viewer, line: Line): HanseView {
    const turn = line.turn ?? '';
    const shown = shownTo(viewer, line) as TurnShown;
    const all = viewer === 'all' ? turnToAll(this.#known(), view, turn, shown) : shown;
    return followTurn(view, viewer, turn, all);
  }

  #deal(view: HanseView, viewer: Viewer, line: Line): HanseView {
    const shown = shownTo(viewer, line) as DealShown;
    return followDeal(view, viewer, viewer === 'all' ? dealtToAll(this.#known(), shown) : shown);
  }

  #known(): Secrets {
    if (!this.#secrets) throw new Error('nothing was dealt');
    return this.#secrets;
  }
}

function shownTo(viewer: Viewer, { shown, own }: Line): unknown {
  return typeof viewer === 'number' ? (own?.[viewer] ?? shown) : shown;
}

function judged({ legal, refused = {} }: Line, views: HanseView[]): void {
  const seat = views[2].seat;
  const acting: Seat = seat ?? 0;
  const view = views[acting];
  if (legal) {
    const turns = legalTurns(view, acting);
    expect([turns.length, hashed(turns.join('\n'))]).toEqual(legal);
    expect(turns.filter((turn) => refusal(view, acting, turn) !== null)).toEqual([]);
    expect(turns.filter((turn) => writeTurn(readTurn(turn)) !== turn)).toEqual([]);
    expect(legalTurns(views[other(acting)], other(acting))).toEqual([]);
    expect(refusal(views[other(acting)], other(acting), turns[0])).toBe('not_your_turn');
  }
  for (const [turn, code] of Object.entries(refused)) {
    expect([turn, refusal(view, acting, turn)]).toEqual([turn, code]);
  }
}

describe('a match followed by what was shown', () => {
  it.each(MATCHES)('$name: each viewer sees what the server would show', (match) => {
    const replay = new Replay(match);
    for (const [place, line] of match.lines.entries()) {
      replay.step(line);
      if (line.views) expect(replay.views).toEqual(line.views);
      expect([place, hashed(spelled(replay.views))]).toEqual([place, line.seen]);
      judged(line, replay.views);
    }
    expect(replay.views[0].result).not.toBeNull();
  });

  it('hides what a viewer may not know until the match is over', () => {
    const [match] = MATCHES;
    const replay = new Replay(match);
    for (const line of match.lines) {
      replay.step(line);
      const [own, , open, all] = replay.views;
      if (!own.table || own.result) continue;
      expect(own.table.hands[1]).toBeNull();
      expect(open.table?.hands).toEqual([null, null]);
      expect(all.table?.hands[0]).toEqual(own.table.hands[0]);
      expect(all.table?.won_council.flat().map(([, value]) => value)).not.toContain(null);
    }
  });
});

describe('the value of a council token', () => {
  const view = viewOf({ hand: countsOf('fur fur fur') });
  const seen = (viewer: Viewer): unknown =>
    followTurn(view, viewer, 'sell fur*3', { council: 2 }).table?.won_council[0];

  it('is seen by its owner and by who sees everything', () => {
    expect([seen(0), seen('all')]).toEqual([[[3, 2]], [[3, 2]]]);
    expect([seen(1), seen('spectator')]).toEqual([[[3, null]], [[3, null]]]);
  });

  it('is not told of an empty pile', () => {
    const { table } = view;
    if (!table) throw new Error('no table');
    const empty = { ...view, table: { ...table, council_count: { ...table.council_count, 3: 0 } } };
    const secrets = {
      dealt: { deck: [], council_3: [1], council_4: [4], council_5: [8] },
      nonce: '',
    };
    const shown = turnToAll(secrets, empty, 'sell fur*3', {});
    expect(shown).toEqual({});
    expect(followTurn(empty, 'all', 'sell fur*3', shown).table?.won_council).toEqual([[], []]);
  });
});

describe('turns as text', () => {
  it('say why they are none', () => {
    expect(readTurn('swap gold*2>cloth+horse')).toEqual({
      kind: 'swap',
      taken: { gold: 2 },
      given: { cloth: 1, horse: 1 },
    });
    expect(() => readTurn('take pepper')).toThrow(TurnError);
    expect(() => readTurn('swap horse+gold>fur*2')).toThrow(/^malformed/);
    expect(() => readTurn(`swap ${'gold+'.repeat(30)}gold>fur`)).toThrow(/^malformed/);
  });
});
