import { screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tableNames } from '../../src/lib/hotseat/names.svelte';
import type { SeenEvent } from '../../src/lib/protocol/generated';
import { GAME, gameEvent } from '../double';
import { following, matchEvents, SHORT, until, type Audience, type Wish } from '../hanse-double';
import { atMatch, openCards, sentence, snapshotOf } from './at-match';
import { settleAll, type Visit } from './app';

const CLOCK = { remaining_ms: [300_000, 300_000], running: null };

/** The match at one device as the server tells it to that audience; `played` turns are over. */
function told(audience: Audience, played = 0): SeenEvent[] {
  const wish: Wish = {
    match: SHORT,
    audience,
    kind: 'hotseat',
    baseMs: 300_000,
    pauseMs: null,
  };
  const events = matchEvents(wish);
  return played ? until(events, 'turn_played', played) : until(events, 'dealt');
}

/** The same with the curtain up for that seat. */
function unveiled(seat: 0 | 1, played = 0): SeenEvent[] {
  const events = told(seat, played);
  const clock = { ...CLOCK, running: seat };
  return [...events, following(events, 'unveiled', { seat, clock })];
}

/** The next turn, as everybody at the device is told it. */
function nextTurn(events: readonly SeenEvent[], played: number): SeenEvent {
  const turn = told('spectator', played + 1).at(-1) as SeenEvent;
  return { ...turn, version: (events.at(-1)?.version ?? 0) + 1 };
}

const curtain = (): HTMLElement | null => screen.queryByTestId('curtain');
/** Everything in the page that shows which card somebody holds. */
const cardsInPage = (): number => document.querySelectorAll('[data-kind], .hand').length;

/** The cards are asked for and come. */
async function unveil({ user, server, say }: Visit, events: readonly SeenEvent[]): Promise<void> {
  const seat = (events.at(-1)?.data as { seat: number }).seat;
  await user.click(screen.getByTestId('unveil'));
  const sent = server().of('unveil').at(-1);
  await say({ t: 'answer', id: sent?.id ?? '' });
  await say(gameEvent({ ...(events.at(-1) as SeenEvent), shown: undefined }));
  await say(snapshotOf(events, seat));
}

beforeEach(() => {
  localStorage.clear();
  tableNames.note(GAME, ['Anna', 'Ben']);
});

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('two at one device', () => {
  it('find the curtain down before the first turn, with no card behind it', async () => {
    await atMatch(told('spectator'), 0);
    expect(curtain()).toHaveTextContent('Gerät an Anna weitergeben');
    expect(cardsInPage()).toBe(0);
    expect(screen.queryByTestId('trade-table')).toBeNull();
    expect(document.title).toContain('Anna ist am Zug');
    expect(sentence()).toBe('Runde 1: Anna beginnt.');
  });

  it('lift it by name, for the position, and ask for the whole picture', async () => {
    const visit = await atMatch(told('spectator'), 0);
    const { server, say, user } = visit;
    await user.click(screen.getByRole('button', { name: 'Ich bin Anna, Karten zeigen' }));
    const sent = server().of('unveil')[0];
    expect(sent).toMatchObject({ game: GAME, position: told('spectator').at(-1)?.version });
    await say({ t: 'answer', id: sent.id });
    await say(gameEvent({ ...(unveiled(0).at(-1) as SeenEvent) }));
    expect(server().of('watch').at(-1)).toEqual({ t: 'watch', game: GAME, since: null });
    // Until the cards have come nothing is shown.
    expect(curtain()).not.toBeNull();
    expect(screen.getByTestId('unveil')).toBeDisabled();
    await say(snapshotOf(unveiled(0), 0));
    expect(curtain()).toBeNull();
    expect(openCards(0).length).toBeGreaterThan(0);
    expect(openCards(1)).toEqual([]);
  });

  it('ask again when the cards have not come', async () => {
    const visit = await atMatch(told('spectator'), 0);
    await visit.say(gameEvent(unveiled(0).at(-1) as SeenEvent));
    const before = visit.server().of('watch').length;
    const version = unveiled(0).at(-1)?.version ?? 0;
    await visit.say({ t: 'ping', n: 2, now_ms: Date.now(), versions: { [GAME]: version } });
    expect(visit.server().of('watch')).toHaveLength(before + 1);
    expect(visit.server().of('watch').at(-1)).toMatchObject({ since: null });
  });

  it('see it fall with the turn: nothing of the hand is left in the page', async () => {
    const visit = await atMatch(told('spectator'), 0);
    const open = unveiled(0);
    await unveil(visit, open);
    expect(cardsInPage()).toBeGreaterThan(0);
    await visit.say(gameEvent(nextTurn(open, 0)));
    expect(curtain()).toHaveTextContent('Gerät an Ben weitergeben');
    expect(screen.getByTestId('curtain-told')).toHaveTextContent(/^Anna /);
    expect(cardsInPage()).toBe(0);
  });

  it('open nothing by Escape, Enter or stepping through the match', async () => {
    const visit = await atMatch(told('spectator'), 0);
    const open = unveiled(0);
    await unveil(visit, open);
    await visit.say(gameEvent(nextTurn(open, 0)));
    expect(document.activeElement).toHaveTextContent('Gerät an Ben weitergeben');
    await visit.user.keyboard('{Escape}{Enter}');
    expect(curtain()).not.toBeNull();
    expect(visit.server().of('unveil')).toHaveLength(1);
    await visit.user.keyboard('{ArrowLeft}');
    // Looking back shows the open table alone.
    expect([openCards(0), openCards(1)]).toEqual([[], []]);
    await visit.user.keyboard('{End}');
    expect(curtain()).not.toBeNull();
  });

  it('see after a reload the same hand, never the other one', async () => {
    await atMatch(unveiled(1, 1), 1);
    expect(curtain()).toBeNull();
    expect(openCards(1).length).toBeGreaterThan(0);
    expect(sentence()).toBe('Ben ist am Zug.');
    const remembered = openCards(0).length;
    expect(remembered).toBeLessThanOrEqual(1);
  });

  it('play in a second tab, and the first one is covered', async () => {
    const visit = await atMatch(unveiled(0), 0);
    expect(curtain()).toBeNull();
    await visit.say(gameEvent(nextTurn(unveiled(0), 0)));
    expect(curtain()).not.toBeNull();
    expect(cardsInPage()).toBe(0);
  });

  it('are not blamed when another tab has lifted it first', async () => {
    const { user, server, say } = await atMatch(told('spectator'), 0);
    await user.click(screen.getByTestId('unveil'));
    const text = { de: 'Die Karten liegen schon offen.', en: 'The cards lie open already.' };
    await say({ t: 'answer', id: server().of('unveil')[0].id, code: 'already_unveiled', text });
    expect(sentence()).not.toContain(text.de);
    await say(gameEvent(unveiled(0).at(-1) as SeenEvent), snapshotOf(unveiled(0), 0));
    expect(curtain()).toBeNull();
  });

  it('ignore an older picture with a hand that comes after the turn', async () => {
    const visit = await atMatch(unveiled(0), 0);
    await visit.say(gameEvent(nextTurn(unveiled(0), 0)));
    await visit.say(snapshotOf(unveiled(0), 0));
    expect(curtain()).not.toBeNull();
    expect(cardsInPage()).toBe(0);
  });

  it('come back after an outage to the curtain', async () => {
    const visit = await atMatch(unveiled(0), 0);
    const lost = visit.server();
    lost.cut();
    await vi.waitFor(() => {
      expect(visit.server()).not.toBe(lost);
    }, 5_000);
    visit.server().welcome();
    await tick();
    expect(visit.server().of('watch')).toHaveLength(1);
    expect(openCards(1)).toEqual([]);
    await visit.say(gameEvent(nextTurn(unveiled(0), 0)));
    expect(curtain()).not.toBeNull();
    expect(cardsInPage()).toBe(0);
  });

  it('have both clocks standing behind it', async () => {
    await atMatch(told('spectator', 1), 0);
    const clocks = (): string[] => screen.getAllByTestId('clock').map((one) => one.textContent);
    const stood = clocks();
    vi.useFakeTimers({ now: Date.now() });
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(clocks()).toEqual(stood);
  });

  it('see the round’s table together, and go on by one key', async () => {
    const wish = { match: SHORT, audience: 'spectator', kind: 'hotseat', pauseMs: null } as const;
    const events = until(matchEvents(wish), 'pause_began');
    const { user, server } = await atMatch(events, 0);
    expect(curtain()).toBeNull();
    expect(screen.getByTestId('round-table')).toBeVisible();
    await user.click(screen.getByTestId('go-on'));
    expect(server().of('go_on')[0]).toMatchObject({ pause: events.at(-1)?.version });
  });

  it('take nothing back: what was seen was seen', async () => {
    await atMatch(told('spectator', 2), 0);
    expect(screen.queryByTestId('take-back')).toBeNull();
    expect(screen.getByTestId('end-menu')).toBeVisible();
  });
});
