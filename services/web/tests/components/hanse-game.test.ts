import { screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SeenEvent } from '../../src/lib/protocol/generated';
import { settings } from '../../src/lib/settings.svelte';
import { BLACK, GAME, gameEvent } from '../double';
import { following, matchEvents, SHORT, until, type Wish } from '../hanse-double';
import { after, atMatch, kinds, openCards, sentence, viewOf } from './at-match';
import { settleAll, type Visit } from './app';

const clock = { remaining_ms: [500_000, 400_000] as [number, number], running: null };

beforeEach(() => {
  localStorage.clear();
  settings.set('remembered', true);
});

afterEach(() => {
  settleAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('at the table of Battlehanse', () => {
  /** Marks the first card of the market that is no horse, and plays it. */
  async function take({ user }: Visit): Promise<string> {
    const card = document.querySelector<HTMLElement>(
      '[data-testid="trade-table"] .market [data-kind]:not([data-kind="horse"])',
    );
    if (!card) throw new Error('only horses');
    await user.click(card);
    await user.click(screen.getByTestId('play-turn'));
    return card.dataset.kind ?? '';
  }

  it('shows the own hand, says who begins, and the title calls', async () => {
    const events = after(0, 0);
    await atMatch(events, 0);
    expect(openCards(0)).toEqual(kinds(viewOf(events, 0).table?.hands[0] ?? {}));
    expect(openCards(1)).toEqual([]);
    expect(sentence()).toBe('Runde 1: Du beginnst.');
    expect(document.title).toContain('Du bist am Zug');
  });

  it('sends a turn for its position, and waits for the refill without guessing it', async () => {
    const events = after(0, 0);
    const visit = await atMatch(events, 0);
    const before = openCards(0);
    const kind = await take(visit);
    const sent = visit.server().of('play')[0];
    expect(sent).toMatchObject({ turn: `take ${kind}`, position: events.at(-1)?.version });
    expect(openCards(0)).toEqual(before);
    expect(sentence()).toBe('Dein Zug ist unterwegs …');
    expect(screen.getByTestId('play-turn')).toBeDisabled();
    await visit.say(gameEvent(after(1, 0).at(-1) as SeenEvent));
    expect(sentence()).toContain(BLACK.name);
    expect(screen.queryByTestId('play-turn')).toBeNull();
  });

  it('gives a refused turn back with the server’s sentence, cards still chosen', async () => {
    const visit = await atMatch(after(0, 0), 0);
    await take(visit);
    const text = { de: 'Deine Zeit war abgelaufen.', en: 'Your time had run out.' };
    await visit.say({ t: 'answer', id: visit.server().of('play')[0].id, code: 'flag', text });
    expect(sentence()).toBe(text.de);
    expect(screen.getByTestId('play-turn')).toBeEnabled();
  });

  it('waits for the other, and for whoever is being watched', async () => {
    await atMatch(after(1, 0), 0);
    expect(sentence()).toBe(`${BLACK.name} ist am Zug.`);
    expect(document.title).toContain('Dein Gegenüber überlegt');
  });

  it('lets spectators see the open table alone, from either side', async () => {
    const events = after(4, 'spectator');
    const { user } = await atMatch(events, null);
    const [first, second] = viewOf(events, 'spectator').table?.known ?? [{}, {}];
    expect([openCards(0), openCards(1)]).toEqual([kinds(first), kinds(second)]);
    expect(sentence()).toContain('Du schaust zu.');
    const bars = (): (string | undefined)[] =>
      screen.getAllByTestId(/^bar-/).map(({ dataset }) => dataset.testid);
    expect(bars()).toEqual(['bar-1', 'bar-0']);
    await user.click(screen.getByRole('button', { name: 'Tisch drehen' }));
    expect(bars()).toEqual(['bar-0', 'bar-1']);
  });

  it('keeps the own hand in front of whoever plays', async () => {
    const { user } = await atMatch(after(1, 1), 1, BLACK.player);
    expect(screen.queryByRole('button', { name: 'Tisch drehen' })).toBeNull();
    await user.keyboard('f');
    const order = screen.getAllByTestId(/^side-/).map(({ dataset }) => dataset.testid);
    expect(order).toEqual(['side-0', 'side-1']);
  });

  it('logs all turns, and shows an earlier table at a click, by arrow keys and back', async () => {
    const { user } = await atMatch(after(4, 0), 0);
    const log = screen.getByTestId('turns');
    expect(within(log).getByRole('heading')).toHaveTextContent('Runde 1');
    expect(within(log).getAllByRole('button')).toHaveLength(4);
    await user.click(within(log).getAllByRole('button')[1]);
    expect(sentence()).toBe('Du siehst den Tisch nach Zug 2.');
    expect(screen.queryByTestId('play-turn')).toBeNull();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(sentence()).toBe('Du siehst den Tisch zu Beginn der ersten Runde.');
    await user.click(screen.getByRole('button', { name: 'Zum jetzigen Stand' }));
    expect(sentence()).not.toContain('Du siehst');
  });

  it('hides what is remembered when help is switched off, and keeps it so', async () => {
    const events = after(4, 0);
    const { user } = await atMatch(events, 0);
    expect(openCards(1)).toEqual(kinds(viewOf(events, 0).table?.known[1] ?? {}));
    expect(openCards(1)).not.toEqual([]);
    await user.click(screen.getByText('Ansicht'));
    await user.click(screen.getByRole('switch', { name: 'Gemerkte Karten zeigen' }));
    expect(openCards(1)).toEqual([]);
    expect(localStorage.getItem('spielcenter.settings')).toContain('"remembered":false');
  });

  it('asks for the last turn back in a friendly match, by its position', async () => {
    const { user, server } = await atMatch(after(2, 0), 0);
    await user.click(screen.getByTestId('ask-undo'));
    expect(server().of('ask_undo')[0]).toMatchObject({ position: after(2, 0).at(-1)?.version });
  });

  it('offers a draw, resigns and leaves like every table', async () => {
    const { user, server, say } = await atMatch(after(2, 0), 0);
    await user.click(screen.getByTestId('end-menu'));
    await user.click(screen.getByRole('button', { name: 'Remis anbieten' }));
    const offer = server().of('offer_draw')[0];
    expect(offer).toMatchObject({ game: GAME });
    await say({ t: 'answer', id: offer.id });
    await user.click(screen.getByTestId('end-menu'));
    await user.click(screen.getByRole('button', { name: 'Aufgeben' }));
    await user.click(screen.getByRole('button', { name: 'Ja' }));
    expect(server().of('resign')).toHaveLength(1);
  });
});

describe('between two rounds', () => {
  const begun = (pauseMs?: number | null, kind: Wish['kind'] = 'friendly'): SeenEvent[] =>
    until(matchEvents({ match: SHORT, audience: 0, pauseMs, kind }), 'pause_began').map((one) => ({
      ...one,
      at_ms: Date.now(),
      ...(one.type === 'games.pause_began' && pauseMs !== null
        ? { data: { ...(one.data as object), until_ms: Date.now() + 20_000 } }
        : {}),
    }));

  it('counts down online until the server’s instant, and both clocks stand', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await atMatch(begun(), 0);
    expect(screen.getByTestId('round-table')).toBeVisible();
    expect(screen.getByTestId('pause-left')).toHaveTextContent('in 20 s');
    const clocks = (): string[] => screen.getAllByTestId('clock').map((one) => one.textContent);
    const stood = clocks();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(screen.getByTestId('pause-left')).toHaveTextContent('in 15 s');
    expect(clocks()).toEqual(stood);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(screen.getByTestId('pause-left')).toHaveTextContent('Gleich geht es weiter');
    expect(screen.queryByTestId('go-on')).toBeNull();
    expect(sentence()).toBe('Runde 1 ist zu Ende.');
  });

  it('reads out who gets the seal', async () => {
    await atMatch(begun(), 0);
    const [heard] = document.querySelectorAll('.say [aria-live]');
    expect(heard).toHaveTextContent(/gewinnt mit \d+ zu \d+ das Ratssiegel\.$/);
    expect(heard).toHaveTextContent(screen.getByTestId('verdict').textContent);
  });

  it('goes on with the next deal', async () => {
    const { say } = await atMatch(begun(), 0);
    const rest = until(matchEvents({ match: SHORT, audience: 0 }), 'dealt', 1).slice(-2);
    await say(...rest.map(gameEvent));
    expect(screen.queryByTestId('round-table')).toBeNull();
    expect(sentence()).toContain('Runde 2');
  });

  it('waits against the computer until one goes on, by the pause’s name', async () => {
    const events = begun(null, 'practice');
    const { user, server } = await atMatch(events, 0);
    expect(screen.queryByTestId('pause-left')).toBeNull();
    await user.click(screen.getByTestId('go-on'));
    expect(server().of('go_on')[0]).toMatchObject({ game: GAME, pause: events.at(-1)?.version });
    expect(screen.getByTestId('go-on')).toBeDisabled();
  });
});

describe('against the computer', () => {
  const bot = (strength: string): SeenEvent[] =>
    until(matchEvents({ match: SHORT, audience: 0, kind: 'practice' }), 'dealt').map((one) => {
      if (one.type !== 'games.game_started') return one;
      const data = one.data as { seats: [object, object] };
      const seats = [data.seats[0], { player: `bot:${strength}`, name: 'Computer' }];
      return { ...one, data: { ...data, seats } };
    });

  it('a hint chooses the cards, the player presses, and the game does not count', async () => {
    const events = bot('medium');
    const view = viewOf(events, 0);
    const good = view.table?.market.find((kind) => kind !== 'horse') ?? '';
    const hint = { turn: `take ${good}`, position: events.at(-1)?.version };
    const answer = (): Promise<Response> =>
      Promise.resolve(new Response(JSON.stringify(hint), { status: 200 }));
    vi.stubGlobal('fetch', vi.fn(answer));
    const { user, server } = await atMatch(events, 0);
    await user.click(screen.getByTestId('hint'));
    await vi.waitFor(() => {
      expect(sentence()).toContain('du drückst selbst');
    });
    expect(sentence()).toContain('zählt nicht für deine Bilanz');
    expect(server().of('play')).toEqual([]);
    await user.click(screen.getByTestId('play-turn'));
    expect(server().of('play')[0]).toMatchObject({ turn: `take ${good}` });
  });

  it('the strong one gives no hints', async () => {
    await atMatch(bot('strong'), 0);
    expect(screen.getByTestId('take-back')).toBeDisabled();
    expect(screen.queryByTestId('hint')).toBeNull();
  });

  it('takes back the last own turn, and keeps what was shuffled anew', async () => {
    const dealt = bot('easy');
    const played = until(matchEvents({ match: SHORT, audience: 0 }), 'turn_played', 2).slice(-2);
    const { user, server, say } = await atMatch([...dealt, ...played], 0);
    await user.click(screen.getByTestId('take-back'));
    const version = played[1].version;
    expect(server().of('take_back')[0]).toMatchObject({ position: version });
    const to = dealt.at(-1)?.version;
    const back = following(played, 'turns_taken_back', { seat: 0, to, plies: 2, clock });
    await say(
      gameEvent(back),
      gameEvent(following([back], 'reshuffled', { commitment: 'b'.repeat(64) })),
    );
    expect(openCards(0)).toEqual(kinds(viewOf(dealt, 0).table?.hands[0] ?? {}));
    expect(sentence()).toContain('neu gemischt');
    await user.click(screen.getByText('Mischung'));
    expect(screen.getByText('b'.repeat(64))).toBeVisible();
  });

  it('takes nothing back across a deal', async () => {
    const events = until(matchEvents({ match: SHORT, audience: 0, kind: 'practice' }), 'dealt', 1);
    await atMatch(events, 0);
    expect(screen.getByTestId('take-back')).toBeDisabled();
  });
});
