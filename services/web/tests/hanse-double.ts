// Matches of Battlehanse as a server tells them, for tests: those that its own rules have played.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evolve } from '../src/lib/game/fold';
import { latest, type Timeline } from '../src/lib/game/timeline';
import type { GameTerms, SeenEvent } from '../src/lib/protocol/generated';
import type { Secrets } from '../src/lib/hanse/secrets';
import { BLACK, COMPUTER, event, ROOM, WHITE } from './double';

interface Line {
  match?: { variant: string; options: Record<string, unknown> };
  dealt?: Secrets['dealt'];
  turn?: string;
  /** So many turns are taken back, and what lies hidden is shuffled anew. */
  back?: number;
  shown?: { won_council?: unknown; hands?: unknown };
  /** What each seat was shown instead. */
  own?: [unknown, unknown];
}

/** Whose eyes, or a curtain's. */
export type Audience = 0 | 1 | 'spectator';

export interface Wish {
  /** Which match of the file. */
  match: number;
  audience: Audience;
  kind?: GameTerms['kind'];
  baseMs?: number | null;
  /** Until which pause online; null: until somebody goes on. */
  pauseMs?: number | null;
}

export const SHORT = 5;
export const ONE_ROUND = 3;
export const TAKEN_BACK = 4;
export const PAUSE_MS = 20_000;

const FILE = join(import.meta.dirname, '../../../tests/golden/hanse_views.jsonl');
const LINES = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as Line);

/** Every event of a match that is played to its end. */
export function matchEvents(wish: Wish): SeenEvent[] {
  const teller = new Teller(wish);
  for (const line of linesOf(wish.match)) teller.tell(line);
  return teller.events;
}

/** The events up to the one that is the first of that kind after so many turns, with it. */
export function until(events: readonly SeenEvent[], type: string, turns = 0): SeenEvent[] {
  let played = 0;
  const at = events.findIndex((one) => {
    if (one.type === 'games.turn_played') played += 1;
    return one.type === `games.${type}` && played >= turns;
  });
  return events.slice(0, at + 1);
}

/** The next event, as `version` of its stream. */
export function following(events: readonly SeenEvent[], type: string, data: object): SeenEvent {
  return event((events.at(-1)?.version ?? 0) + 1, type, data);
}

export function fingerprintOf(secret: Secrets): string {
  const { council_3, council_4, council_5, deck } = secret.dealt;
  const text = { dealt: { council_3, council_4, council_5, deck }, nonce: secret.nonce };
  return createHash('sha256').update(JSON.stringify(text)).digest('hex');
}

function linesOf(match: number): Line[] {
  const starts = LINES.flatMap((line, at) => (line.match ? [at] : []));
  return LINES.slice(starts[match], starts[match + 1]);
}

/** Writes events as the games service would. */
class Teller {
  readonly events: SeenEvent[] = [];
  readonly #wish: Wish;
  readonly #secrets: Secrets[] = [];
  #timeline: Timeline | null = null;
  #isPaused = false;

  constructor(wish: Wish) {
    this.#wish = wish;
  }

  tell(line: Line): void {
    if (line.match) this.#start(line.match);
    else if (line.back !== undefined) this.#takeBack(line.back, line.dealt);
    else if (line.turn !== undefined) this.#turn(line.turn, line);
    else if (line.dealt) this.#deal(line.dealt, line);
  }

  #add(type: string, data: object, own?: [unknown, unknown]): void {
    const { audience } = this.#wish;
    const shown: unknown = own && audience !== 'spectator' ? own[audience] : undefined;
    const open = event(this.events.length + 1, type, data);
    this.events.push({ ...open, ...(shown ? { shown } : {}) });
    this.#timeline = evolve(this.#timeline, open);
  }

  #start({ variant, options }: NonNullable<Line['match']>): void {
    const { kind = 'friendly', baseMs = 600_000 } = this.#wish;
    const time = { base_ms: baseMs, increment_ms: baseMs === null ? 0 : 5_000 };
    const terms = { game: 'hanse', variant, options, time, kind, stake_taler: 0 };
    const others = { practice: COMPUTER, hotseat: WHITE, friendly: BLACK, rated: BLACK };
    const seats = [WHITE, others[kind as keyof typeof others]];
    this.#add('game_started', { terms, rules_version: 1, seats, clock: this.#clock, room: ROOM });
  }

  #deal(dealt: Secrets['dealt'], { shown, own }: Line): void {
    if (this.#isPaused) this.#add('pause_over', { clock: this.#clock });
    this.#isPaused = false;
    this.#add('dealt', { shown, commitment: this.#shuffle(dealt), clock: this.#clock }, own);
  }

  #turn(turn: string, { shown, own }: Line): void {
    const seat = this.#mover;
    this.#add('turn_played', { seat, turn, shown, clock: this.#clock }, own);
    if (shown?.hands) this.#end();
    else if (shown?.won_council) this.#pause();
  }

  #takeBack(plies: number, dealt: Secrets['dealt'] | undefined): void {
    const to = this.#timeline?.moments.at(-1 - plies)?.version;
    this.#add('turns_taken_back', { seat: 0, to, plies, clock: this.#clock });
    if (dealt) this.#add('reshuffled', { commitment: this.#shuffle(dealt) });
  }

  #pause(): void {
    const { pauseMs = PAUSE_MS } = this.#wish;
    const at = event(this.events.length + 1, '', {}).at_ms;
    const until_ms = pauseMs === null ? null : at + pauseMs;
    this.#add('pause_began', { until_ms, clock: { ...this.#clock, running: null } });
    this.#isPaused = true;
  }

  #end(): void {
    const view = this.#timeline && latest(this.#timeline).state;
    const winner = view && 'result' in view ? (view.result?.winner ?? null) : null;
    const deal_secrets = this.#secrets;
    this.#add('game_ended', { winner, reason: 'seals', clock: this.#clock, deal_secrets });
  }

  #shuffle(dealt: Secrets['dealt']): string {
    const secret = { dealt, nonce: `nonce ${this.#secrets.length}` };
    this.#secrets.push(secret);
    return fingerprintOf(secret);
  }

  get #mover(): number | null {
    return this.#timeline && latest(this.#timeline).toMove;
  }

  get #clock(): { remaining_ms: [number, number]; running: number | null } {
    return { remaining_ms: [600_000, 600_000], running: this.events.length ? this.#mover : 0 };
  }
}
