import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tableNames } from '../../src/lib/hotseat/names.svelte';
import { LOOK_MS, turning } from '../../src/lib/hotseat/turner.svelte';
import { router } from '../../src/lib/router.svelte';
import { stageOf } from '../../src/lib/room/next-game.svelte';
import { event, GAME, gameEvent, hotseatEvents, ROOM, snapshot, WHITE } from '../double';
import { gamePath, point, room, settleAll, visit, type Visit } from './app';

const NEXT = '03-again';
const clock = { remaining_ms: [0, 0], running: null };

/** Answers every request alike; returns what was asked. */
function answering(status: number, body: unknown): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

/** Path and body of the first request. */
function asked(fetched: ReturnType<typeof vi.fn>): [string, Record<string, unknown>] {
  const [path, { body }] = fetched.mock.calls[0] as [string, RequestInit];
  return [path, JSON.parse(body as string) as Record<string, unknown>];
}

const begun = { room: ROOM, state: 'started', game_id: GAME };
const sentence = (): string => screen.getByTestId('say').textContent;
const bar = (seat: number): HTMLElement => screen.getByTestId(`bar-${seat}`);

beforeEach(() => {
  localStorage.clear();
  tableNames.read();
  turning.set(false);
});

afterEach(() => {
  vi.useRealTimers();
  settleAll();
  vi.unstubAllGlobals();
});

describe('the set-up', () => {
  it('asks for game, clock and rules, keeps the names here, and goes to the game', async () => {
    const { user } = await visit('/hotseat');
    const fetched = answering(200, begun);
    await user.click(await screen.findByRole('radio', { name: '10 + 5' }));
    await user.click(screen.getByRole('radio', { name: /12 Steine/ }));
    await user.click(screen.getByRole('switch', { name: 'Springen mit drei Steinen' }));
    await user.type(screen.getByRole('textbox', { name: 'Weiß, beginnt' }), 'Opa');
    await user.type(screen.getByRole('textbox', { name: 'Schwarz' }), 'Anna');
    await user.click(screen.getByRole('button', { name: 'Seiten tauschen' }));
    await user.click(screen.getByTestId('start-hotseat'));
    await vi.waitFor(() => {
      expect(router.page).toEqual({ name: 'game', id: GAME });
    });
    const [path, body] = asked(fetched);
    expect(path).toBe('/api/hotseat');
    const time = { base_ms: 600_000, increment_ms: 5_000 };
    const options = { flying: false };
    const game = { game: 'mills', variant: 'battlemills-12', options, time, kind: 'hotseat' };
    expect(body).toMatchObject({ terms: { game } });
    expect(JSON.stringify(body)).not.toContain('Anna');
    expect(tableNames.of(GAME)).toEqual(['Anna', 'Opa']);
  });

  it('has no clock unless one is wanted, and any clock is possible', async () => {
    const { user } = await visit('/hotseat/tictactoe');
    expect(await screen.findByRole('radio', { name: 'Ohne Uhr' })).toBeChecked();
    expect(screen.getByText(/bis morgen/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Andere' }));
    const minutes = screen.getByLabelText('Minuten');
    await user.clear(minutes);
    expect(screen.getByTestId('start-hotseat')).toBeDisabled();
    await user.type(minutes, '7');
    const fetched = answering(200, begun);
    await user.click(screen.getByTestId('start-hotseat'));
    await vi.waitFor(() => {
      expect(fetched).toHaveBeenCalled();
    });
    const time = { base_ms: 420_000, increment_ms: 0 };
    expect(asked(fetched)[1]).toMatchObject({ terms: { game: { game: 'tictactoe', time } } });
  });

  it('remembers the last choice and says why nothing came of it', async () => {
    const { user } = await visit('/hotseat/dara');
    await user.click(await screen.findByRole('radio', { name: '3 + 2' }));
    answering(409, { code: 'no', text: { de: 'Gerade nicht.', en: 'Not now.' } });
    await user.click(screen.getByTestId('start-hotseat'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Gerade nicht.');
    router.go('/hotseat');
    await tick();
    expect(await screen.findByRole('radio', { name: 'Dara' })).toBeChecked();
    expect(screen.getByRole('radio', { name: '3 + 2' })).toBeChecked();
  });
});

async function atTable(
  turns: string[],
  game = 'mills',
  base: number | null = null,
): Promise<Visit> {
  const visited = await visit(gamePath);
  await visited.say(snapshot(hotseatEvents(turns, game, base)));
  return visited;
}

describe('at the table', () => {
  it('both sides are played here, and it is said by name whose turn it is', async () => {
    tableNames.note(GAME, ['Anna', '']);
    const { user, server, say } = await atTable([]);
    expect(sentence()).toBe('Anna: Setze einen Stein auf einen freien Punkt.');
    expect(document.title).toMatch(/^Anna ist am Zug/);
    await user.click(point('a7'));
    const [first] = server().of('play');
    expect(first).toMatchObject({ position: 1, turn: 'a7' });
    await say({ t: 'answer', id: first.id, version: 2 });
    await say(gameEvent(hotseatEvents(['a7'])[1]));
    expect(sentence()).toBe('Schwarz: Setze einen Stein auf einen freien Punkt.');
    expect(screen.getAllByText('Weiß: a7')[0]).toHaveAttribute('aria-live', 'polite');
    await user.click(point('d6'));
    expect(server().of('play')[1]).toMatchObject({ position: 2, turn: 'd6' });
    expect(bar(0)).toHaveTextContent('Anna');
    expect(bar(0)).not.toHaveTextContent('(du)');
    expect(screen.queryByTestId('hint')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Link kopieren' })).toBeNull();
  });

  it('takes back one turn after the other by button or key, down to the start', async () => {
    const { user, server, say } = await atTable(['a7', 'd6']);
    await user.click(screen.getByTestId('take-back'));
    const [asking] = server().of('take_back');
    expect(asking).toMatchObject({ game: GAME, position: 3 });
    await say({ t: 'answer', id: asking.id, version: 4 });
    await say(gameEvent(event(4, 'turns_taken_back', { seat: 1, to: 2, plies: 1, clock })));
    expect(point('d6')).toHaveAccessibleName(/frei/);
    expect(screen.getByText('Zurückgenommen. Schwarz ist wieder am Zug.')).toBeVisible();
    await user.keyboard('z');
    const [, second] = server().of('take_back');
    expect(second).toMatchObject({ position: 4 });
    await say({ t: 'answer', id: second.id, version: 5 });
    await say(gameEvent(event(5, 'turns_taken_back', { seat: 0, to: 1, plies: 1, clock })));
    expect(screen.getByTestId('take-back')).toBeDisabled();
    await user.keyboard('z');
    expect(server().of('take_back')).toHaveLength(2);
  });

  it('leaves it at what another tab has just taken back', async () => {
    const { user, server, say } = await atTable(['a7', 'd6']);
    await user.click(screen.getByTestId('take-back'));
    const [asking] = server().of('take_back');
    const text = { de: 'Die Stellung hat sich geändert.', en: 'The position has changed.' };
    await say(gameEvent(event(4, 'turns_taken_back', { seat: 1, to: 2, plies: 1, clock })));
    await say({ t: 'answer', id: asking.id, code: 'stale_position', text });
    expect(server().of('take_back')).toHaveLength(1);
    expect(sentence()).not.toContain(text.de);
  });

  it.each([
    ['Remis', 'Seid ihr beide für Remis?', 'offer_draw'],
    ['Schwarz gibt auf', 'Gibt Schwarz wirklich auf?', 'resign'],
    ['Abbrechen', 'Partie ohne Ergebnis beenden?', 'leave_game'],
  ] as const)('%s asks first', async (name, question, verb) => {
    const { user, server } = await atTable(['a7']);
    await user.click(screen.getByTestId('end-menu'));
    await user.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('alertdialog', { name: question })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Nein' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Nein' }));
    expect(server().of(verb)).toEqual([]);
    expect(screen.getByTestId('end-menu')).toHaveFocus();
    await user.click(screen.getByRole('button', { name }));
    await user.click(screen.getByRole('button', { name: 'Ja' }));
    expect(server().of(verb)).toHaveLength(1);
  });

  it.each([
    [{ winner: 1, reason: 'resigned' }, 'Schwarz gewinnt', 'Anna hat aufgegeben.'],
    [{ winner: null, reason: 'agreement' }, 'Unentschieden', 'auf Remis geeinigt'],
    [{ winner: null, reason: 'left' }, 'Ohne Ergebnis beendet', 'abgebrochen'],
    [{ winner: null, reason: 'brake' }, 'Ohne Ergebnis beendet', 'Eine Woche lang'],
  ])('tells the end %o without taking a side', async (end, headline, reason) => {
    tableNames.note(GAME, ['Anna', '']);
    const { user, say } = await atTable(['a7', 'd6']);
    await say(gameEvent(event(4, 'game_ended', { ...end, clock })));
    await user.click(point('a1'));
    const panel = screen.getByTestId('result-panel');
    expect(within(panel).getByTestId('result')).toHaveTextContent(headline);
    expect(panel).toHaveTextContent(reason);
  });

  it('shows both clocks, and the one of the side to move runs', async () => {
    await atTable(['a7'], 'mills', 300_000);
    expect(screen.getAllByTestId('clock')).toHaveLength(2);
    expect(bar(1)).toHaveClass('active');
    expect(bar(0)).not.toHaveTextContent('nicht verbunden');
  });

  it('turns the board to whoever is to move, when that is wanted', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, say } = await atTable(['a7']);
    const order = (): string[] =>
      screen.getAllByTestId(/^bar-/).map(({ dataset }) => dataset.testid ?? '');
    expect(order()).toEqual(['bar-1', 'bar-0']);
    const before = point('a7').outerHTML;
    await user.click(screen.getByText('Ansicht'));
    await user.click(screen.getByRole('switch', { name: 'Brett nach jedem Zug drehen' }));
    vi.advanceTimersByTime(LOOK_MS);
    await tick();
    expect(order()).toEqual(['bar-0', 'bar-1']);
    expect(point('a7').outerHTML).not.toBe(before);
    await say(gameEvent(hotseatEvents(['a7', 'd6'])[2]));
    expect(order()).toEqual(['bar-0', 'bar-1']);
    vi.advanceTimersByTime(LOOK_MS);
    await tick();
    expect(order()).toEqual(['bar-1', 'bar-0']);
  });
});

describe('after the game', () => {
  const host = WHITE;
  const both = { host, guest: host, game_id: GAME, version: 5 };

  it('one press begins the next one, and the names change sides', async () => {
    tableNames.note(GAME, ['Anna', 'Opa']);
    const { user, server, say } = await atTable(['a3', 'b2', 'b3', 'a1', 'c3'], 'tictactoe');
    await say(gameEvent(event(7, 'game_ended', { winner: 0, reason: 'line', clock })));
    await user.click(point('a3'));
    const panel = screen.getByTestId('result-panel');
    expect(panel).toHaveTextContent('Anna gewinnt');
    await say(room({ ...both, state: 'started', rematch: [] }));
    await user.click(within(panel).getByRole('button', { name: 'Noch eine Partie' }));
    expect(server().of('rematch')[0]).toMatchObject({ room: ROOM, game: GAME });
    await say(room({ ...both, state: 'started', rematch: [host.player], version: 6 }));
    expect(screen.queryByText(/warte auf/)).toBeNull();
    await say(room({ ...both, state: 'started', game_id: NEXT, rematch: [], version: 8 }));
    await tick();
    expect(router.page).toEqual({ name: 'game', id: NEXT });
    expect(tableNames.of(NEXT)).toEqual(['Opa', 'Anna']);
  });

  it('a new table is opened when the old one has been closed', async () => {
    tableNames.note(GAME, ['Anna', 'Opa']);
    const { user, say } = await atTable(['a3', 'b2', 'b3', 'a1', 'c3'], 'tictactoe');
    await say(gameEvent(event(7, 'game_ended', { winner: 0, reason: 'line', clock })));
    await say(room({ ...both, state: 'closed' }));
    const fetched = answering(200, { ...begun, game_id: NEXT });
    await user.click(screen.getByTestId('play-again'));
    await vi.waitFor(() => {
      expect(router.page).toEqual({ name: 'game', id: NEXT });
    });
    expect(asked(fetched)[0]).toBe('/api/hotseat');
    expect(tableNames.of(NEXT)).toEqual(['Opa', 'Anna']);
  });

  it('nobody is waited for', () => {
    const view = { host, guest: host, game_id: GAME, state: 'started', rematch: [host.player] };
    expect(stageOf(view as never, GAME, host.player)).toBe('starting');
    expect(stageOf({ ...view, rematch: [] } as never, GAME, host.player)).toBe('free');
  });
});
