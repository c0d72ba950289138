import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { evolve, fold } from '../../src/lib/game/fold';
import { latest, open, plies, type Timeline } from '../../src/lib/game/timeline';
import { isCounted } from '../../src/lib/game/rating';
import { isHanse } from '../../src/lib/hanse/course';
import { logOf } from '../../src/lib/hanse/log';
import { prove } from '../../src/lib/hanse/proof';
import { replayed } from '../../src/lib/hanse/replay';
import type { HanseView, TableView } from '../../src/lib/hanse/view';
import type { GameEnded, SeenEvent } from '../../src/lib/protocol/generated';
import type { Secrets } from '../../src/lib/hanse/secrets';
import {
  fingerprintOf,
  following,
  matchEvents,
  ONE_ROUND,
  SHORT,
  TAKEN_BACK,
  until,
} from '../hanse-double';
import type { Audience } from '../hanse-double';

function told(events: readonly SeenEvent[], audience: Audience): Timeline<HanseView> {
  const timeline = fold(events, audience);
  if (!timeline || !isHanse(timeline)) throw new Error('no match of Battlehanse');
  return timeline;
}

const tableOf = (timeline: Timeline<HanseView>): TableView => {
  const { table } = latest(timeline).state;
  if (!table) throw new Error('nothing has been dealt');
  return table;
};

describe('a match as a fold of its events', () => {
  it.each([0, 1, 'spectator'] as const)('goes to its end for %s', (audience) => {
    const timeline = told(matchEvents({ match: SHORT, audience }), audience);
    expect(latest(timeline).state.result).toMatchObject({ winner: timeline.end?.winner });
    expect(timeline.end?.reason).toBe('seals');
    expect(plies(timeline)).toBe(34);
    expect(latest(timeline).state.ply).toBe(34);
    expect(timeline.promises).toHaveLength(3);
    expect(timeline.secrets).toHaveLength(3);
  });

  it('has a moment for every deal and turn, the first deal first', () => {
    const timeline = told(matchEvents({ match: SHORT, audience: 0 }), 0);
    expect(timeline.moments).toHaveLength(34 + 3);
    expect(timeline.moments.filter(({ turn }) => turn === null)).toHaveLength(3);
    expect(timeline.moments[0].state.round).toBe(1);
  });

  it.each([0, 1] as const)('shows seat %i its own hand and never the other one', (seat) => {
    const events = until(matchEvents({ match: SHORT, audience: seat }), 'turn_played', 4);
    for (const { state } of told(events, seat).moments) {
      expect(state.table?.hands[seat]).not.toBeNull();
      expect(state.table?.hands[1 - seat]).toBeNull();
    }
  });

  it('stands still between two rounds, until an instant or until somebody goes on', () => {
    const online = until(matchEvents({ match: SHORT, audience: 0 }), 'pause_began');
    const [timeline, began] = [told(online, 0), online[online.length - 1]];
    expect(timeline.pause).toMatchObject({ version: began.version, untilMs: began.at_ms + 20_000 });
    expect(timeline.clock.running).toBeNull();
    expect(latest(timeline).toMove).toBeNull();
    const alone = until(matchEvents({ match: SHORT, audience: 0, pauseMs: null }), 'pause_began');
    expect(told(alone, 0).pause?.untilMs).toBeNull();
  });

  it('goes on with a deal, and knows how long it has stood', () => {
    const events = until(matchEvents({ match: SHORT, audience: 0 }), 'dealt', 1);
    const timeline = told(events, 0);
    expect(timeline.pause).toBeNull();
    expect(timeline.pausedMs).toBe(1_000);
    expect(timeline.position).toBe(timeline.version);
    expect(latest(timeline)).toMatchObject({ turn: null, state: { round: 2 } });
    expect(open(timeline)).toEqual([]);
  });

  it('counts no pause as time of play', () => {
    const begun = until(matchEvents({ match: SHORT, audience: 0 }), 'pause_began');
    const clock = { remaining_ms: [1, 1], running: null };
    const end = following(begun, 'game_ended', { winner: 0, reason: 'resigned', clock });
    const after = (ms: number): Timeline => {
      const timeline = evolve(fold(begun, 0), { ...end, at_ms: end.at_ms + ms });
      if (!timeline) throw new Error('no game');
      return { ...timeline, moments: timeline.moments.slice(0, 5) };
    };
    expect(isCounted(after(170_000))).toBe(false);
    expect(isCounted({ ...after(200_000), pausedMs: 0 })).toBe(true);
  });

  it('keeps what was promised anew when turns are taken back', () => {
    const events = until(matchEvents({ match: TAKEN_BACK, audience: 0 }), 'reshuffled');
    const before = told(events.slice(0, -1), 0);
    const after = told(events, 0);
    expect(after.promises).toHaveLength(2);
    expect(tableOf(after)).toEqual(tableOf(before));
    expect(after.tookBack).toMatchObject({ seat: 0 });
  });

  it('lifts the curtain for one seat until the next turn', () => {
    const dealt = until(matchEvents({ match: SHORT, audience: 0, kind: 'hotseat' }), 'dealt');
    const clock = { remaining_ms: [1, 1], running: 0 };
    const unveiled = [...dealt, following(dealt, 'unveiled', { seat: 0, clock })];
    expect(fold(unveiled, 0)).toMatchObject({ unveiled: 0, clock: { running: 0 } });
    const turn = { seat: 0, turn: 'horses', clock, shown: { refill: ['fur', 'fur', 'fur'] } };
    expect(fold([...unveiled, following(unveiled, 'turn_played', turn)], 0)?.unveiled).toBeNull();
  });
});

describe('a match that is over', () => {
  const events = matchEvents({ match: SHORT, audience: 'spectator' });

  it('is seen again with both hands at every moment, by whoever looks', () => {
    const timeline = replayed(events);
    expect(timeline?.viewer).toBe('all');
    const hands = timeline?.moments.flatMap(({ state }) => state.table?.hands ?? []) ?? [];
    expect(hands).toHaveLength(2 * 37);
    expect(hands).not.toContain(null);
    const council = timeline?.moments.flatMap(({ state }) => state.table?.won_council.flat() ?? []);
    expect(council?.some(([, value]) => value === null)).toBe(false);
  });

  it('shows each seat what that seat has seen', () => {
    const [all, own] = [replayed(events), told(matchEvents({ match: SHORT, audience: 1 }), 1)];
    own.moments.forEach(({ state }, at) => {
      expect(all?.moments[at].state.table?.hands[1]).toEqual(state.table?.hands[1]);
    });
  });

  it('stays as it was seen while its secrets are not told', () => {
    expect(replayed(events.slice(0, -1))).toBeNull();
  });

  it('is replayed across a shuffle after turns were taken back', () => {
    const timeline = replayed(matchEvents({ match: TAKEN_BACK, audience: 0 }));
    expect(timeline?.end?.reason).toBe('seals');
    const last = timeline && latest(timeline).state;
    expect(last?.result).not.toBeNull();
  });
});

describe('the check of the shuffling', () => {
  // The browser of the tests has no SHA-256 of its own.
  beforeEach(() => {
    vi.stubGlobal('crypto', webcrypto);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const changed = (
    events: readonly SeenEvent[],
    change: (ended: GameEnded) => void,
  ): SeenEvent[] => {
    const copy = structuredClone(events) as SeenEvent[];
    change(copy[copy.length - 1].data as GameEnded);
    return copy;
  };
  type Told = { dealt: { deck: string[]; council_3: number[] }; nonce: string }[];

  it.each([SHORT, ONE_ROUND, TAKEN_BACK])('finds match %i in order', async (match) => {
    expect(await prove(matchEvents({ match, audience: 'spectator' }), null)).toBe('kept');
    for (const seat of [0, 1] as const)
      expect(await prove(matchEvents({ match, audience: seat }), seat)).toBe('kept');
  });

  it('finds another card, another token and another nonce', async () => {
    const events = matchEvents({ match: SHORT, audience: 0 });
    const [cards, tokens, nonce] = [
      changed(events, ({ deal_secrets }) => (deal_secrets as Told)[1].dealt.deck.reverse()),
      changed(events, ({ deal_secrets }) => {
        (deal_secrets as Told)[0].dealt.council_3[6] += 1;
      }),
      changed(events, ({ deal_secrets }) => {
        (deal_secrets as Told)[2].nonce = 'another';
      }),
    ];
    expect(await prove(cards, 0)).toBe('broken');
    expect(await prove(tokens, 0)).toBe('broken');
    expect(await prove(nonce, 0)).toBe('broken');
  });

  it('finds cards that came in another order than they lay', async () => {
    const events = structuredClone(matchEvents({ match: ONE_ROUND, audience: 0 })) as SeenEvent[];
    const drawn = events.findLast(({ type, data }) => {
      const { shown } = (data ?? {}) as { shown?: { refill?: string[] } };
      return type === 'games.turn_played' && shown?.refill?.length === 1;
    });
    const { shown } = drawn?.data as { shown: { refill: string[] } };
    shown.refill = [shown.refill[0] === 'fur' ? 'salt' : 'fur'];
    expect(await prove(events, 0)).toBe('broken');
  });

  /** The match as that seat saw it, but for one thing that it was shown. */
  const shownElse = (
    type: string,
    change: (shown: Record<string, unknown>) => boolean,
    where: 'own' | 'open' = 'own',
  ): SeenEvent[] => {
    const wish = { match: TAKEN_BACK, audience: 0 } as const;
    const events = structuredClone(matchEvents(wish)) as SeenEvent[];
    const isChanged = events.some((each) => {
      const open = (each.data as { shown?: unknown } | undefined)?.shown;
      const shown = where === 'own' ? each.shown : open;
      return each.type === `games.${type}` && Boolean(shown) && change(shown as never);
    });
    expect(isChanged).toBe(true);
    return events;
  };

  it('finds a hand, a token and a stable that were not those in the secret', async () => {
    const hand = shownElse('dealt', (shown) => {
      const [first, ...rest] = shown.hand as string[];
      shown.hand = [first === 'gold' ? 'fur' : 'gold', ...rest];
      return true;
    });
    const token = shownElse('turn_played', (shown) => {
      if (typeof shown.council !== 'number') return false;
      shown.council += 1;
      return true;
    });
    const revealed = shownElse(
      'turn_played',
      (shown) => {
        if (!shown.won_council) return false;
        (shown.won_council as [number, number][][]).flat()[0][1] += 1;
        return true;
      },
      'open',
    );
    const stables = shownElse('dealt', (shown) => Boolean((shown.stables = [4, 0])), 'open');
    expect(await prove(hand, 0)).toBe('broken');
    expect(await prove(token, 0)).toBe('broken');
    expect(await prove(revealed, 0)).toBe('broken');
    expect(await prove(stables, 0)).toBe('broken');
  });

  it.each(['dealt', 'reshuffled'])('finds cards that the game does not have: %s', async (type) => {
    const events = structuredClone(matchEvents({ match: TAKEN_BACK, audience: 1 })) as SeenEvent[];
    const shuffles = events.filter((each) => /dealt|reshuffled/.test(String(each.type)));
    const at = shuffles.findIndex((each) => each.type === `games.${type}`);
    const secrets = (events[events.length - 1].data as GameEnded).deal_secrets as Secrets[];
    const deck = secrets[at].dealt.deck as string[];
    // The last card is drawn by nobody.
    deck[deck.length - 1] = deck[deck.length - 1] === 'amber' ? 'gold' : 'amber';
    (shuffles[at].data as { commitment: string }).commitment = fingerprintOf(secrets[at]);
    expect(await prove(events, 1)).toBe('broken');
  });

  it('says so where the browser has no SHA-256', async () => {
    vi.stubGlobal('crypto', {});
    expect(await prove(matchEvents({ match: ONE_ROUND, audience: 0 }), 0)).toBe('unable');
  });

  it('says nothing before the end', async () => {
    expect(await prove(matchEvents({ match: SHORT, audience: 0 }).slice(0, -1), 0)).toBe('unable');
  });
});

describe('the log', () => {
  it('tells every round with its turns and its score', () => {
    const timeline = told(matchEvents({ match: SHORT, audience: 0 }), 0);
    const rounds = logOf(timeline.moments, 'de');
    expect(rounds.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(rounds.flatMap(({ lines }) => lines)).toHaveLength(34);
    const { rounds: sheets } = latest(timeline).state;
    expect(rounds.map(({ scores }) => scores)).toEqual(sheets.map(({ scores }) => scores));
  });

  it('says what a sale has brought', () => {
    const timeline = told(matchEvents({ match: ONE_ROUND, audience: 0 }), 0);
    const texts = logOf(timeline.moments, 'de').flatMap(({ lines }) =>
      lines.map(({ text }) => text),
    );
    const sales = texts.filter((text) => text.startsWith('verkauft'));
    const { won } = tableOf(timeline);
    const sums = sales.map((text) => Number(/: (\d+)/.exec(text)?.[1]));
    const all = won.flat().reduce((sum, [, value]) => sum + value, 0);
    expect(sums.reduce((sum, each) => sum + each, 0)).toBe(all);
  });

  it('of a match that was not dealt yet is empty', () => {
    const started = matchEvents({ match: SHORT, audience: 0 }).slice(0, 1);
    expect(logOf(told(started, 0).moments, 'de')).toEqual([]);
  });
});
