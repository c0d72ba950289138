import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import '../../src/pages/Hotseat.svelte';
import '../../src/pages/Live.svelte';
import { challenges } from '../../src/lib/challenges/challenges.svelte';
import { tableNames } from '../../src/lib/hotseat/names.svelte';
import type { GameSummary, GameTerms, RoomTerms } from '../../src/lib/protocol/generated';
import { tally } from '../../src/lib/practice/tally.svelte';
import { router } from '../../src/lib/router.svelte';
import { challengeRoom, seekRoom } from '../challenges/invitation';
import { EMPTY, tidily } from '../challenges/tidy';
import { BLACK, COMPUTER, GAME, ROOM, START_MS, terms, WHITE } from '../double';
import { room, roomPath, visit } from './app';
import { answer } from './http';
import { ACCOUNT, welcome } from './someone';

tidily();

/** What is said of stones, in any game that has none. */
const STONES = /Weiß|Schwarz|Farbe|Brett|Mühle|Halbzug|Halbzüge/;
const text = (element: HTMLElement): string => element.textContent.replace(/\s+/g, ' ');
const main = (): HTMLElement => screen.getByRole('main');

function hanse(part: Partial<GameTerms> = {}): GameTerms {
  return { ...terms(), game: 'hanse', variant: 'battlehanse', ...part };
}

function summary(part: Partial<GameSummary> = {}): GameSummary {
  const result = { ended_at_ms: START_MS + 540_000, winner: 0, reason: 'seals', plies: 61 };
  return {
    game: GAME,
    terms: hanse(),
    seats: [WHITE, BLACK],
    started_at_ms: START_MS,
    ...result,
    ...part,
  };
}

describe('Battlehanse', () => {
  it('is offered on the first page in each of its ways', async () => {
    await visit('/');
    const card = within(screen.getByTestId('hanse'));
    const links = card.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/rules/hanse', '/practice/hanse', '/new/hanse', '/hotseat/hanse']);
  });

  it('is set up for a private room: rounds, who begins, any time', async () => {
    const { sent } = answer({ ...EMPTY, 'POST /api/rooms': { body: room() } });
    const { user } = await visit('/new/hanse');
    expect(screen.getByRole('radio', { name: /^Bis zwei Siegel/ })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: /^Eine Runde/ }));
    await user.click(screen.getByRole('switch', { name: /40 Tauschen/ }));
    await user.click(screen.getByRole('radio', { name: 'Dein Gegenüber' }));
    await user.click(screen.getByRole('radio', { name: 'Ohne Uhr' }));
    expect(screen.getByText(/zehn Minuten/)).toBeVisible();
    await user.click(screen.getByTestId('open-room'));
    const time = { base_ms: null, increment_ms: 0 };
    const options = { standstill_limit: null };
    const game = { game: 'hanse', variant: 'one-round', options, time, kind: 'friendly' };
    expect(sent['POST /api/rooms']).toMatchObject({ terms: { game, first: 'guest' } });
  });

  it('is agreed on without a word of stones, and who begins is exchanged', async () => {
    const { user, server, say } = await visit(roomPath);
    const agreed: RoomTerms = {
      game: hanse({ options: { seals: 2, standstill_limit: 40 } }),
      first: 'host',
    };
    await say(room({ guest: BLACK, agreed: [], version: 2, terms: agreed }));
    expect(screen.getByText(`${WHITE.name} beginnt die erste Runde`)).toBeVisible();
    expect(screen.getByText('2 Siegel gewinnen die Partie')).toBeVisible();
    expect(text(main())).not.toMatch(STONES);
    await user.click(screen.getByRole('button', { name: 'Beginner tauschen' }));
    const swapped = { ...agreed, first: 'guest' };
    expect(server().of('change_terms')[0]).toMatchObject({ room: ROOM, terms: swapped });
    await say(room({ guest: BLACK, agreed: [], version: 3, terms: { ...agreed, game: terms() } }));
    expect(screen.getByText('(vorher Battlehanse)')).toBeVisible();
  });

  it('can be what somebody is challenged to, for Elo and a stake', async () => {
    const { sent } = answer({
      ...EMPTY,
      'POST /api/challenges': { body: challengeRoom() },
      'GET /api/elo?ids=02-ben': { body: { elo: { '02-ben': { mills: 1500, hanse: 1234 } } } },
      'GET /api/names?ids=02-ben': { body: { names: { '02-ben': 'Ben' } } },
    });
    const visited = await visit('/games');
    await welcome(visited, ACCOUNT);
    challenges.open('02-ben');
    const dialog = within(await screen.findByTestId('challenge-dialog'));
    const { user } = visited;
    await user.click(dialog.getByRole('radio', { name: 'Battlehanse' }));
    expect(await dialog.findByText('Ben hat darin Elo 1234.')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: /^Gewertet/ }));
    await user.selectOptions(dialog.getByTestId('stake-field'), '30');
    await user.click(dialog.getByText('Regeln, und wer beginnt'));
    await user.click(dialog.getByRole('radio', { name: 'Du' }));
    expect(text(screen.getByTestId('challenge-dialog')).replace('Mühle', '')).not.toMatch(STONES);
    await user.click(dialog.getByTestId('send-challenge'));
    const game = { game: 'hanse', variant: 'battlehanse', kind: 'rated', stake_taler: 30 };
    expect(sent['POST /api/challenges']).toMatchObject({ terms: { game, first: 'host' } });
  });

  it('can be played quickly', async () => {
    const elo = { [WHITE.player]: { mills: 1300, hanse: 1111 } };
    const { sent } = answer({
      ...EMPTY,
      'POST /api/quick-game': { body: seekRoom() },
      [`GET /api/elo?ids=${WHITE.player}`]: { body: { elo } },
    });
    const { user } = await visit('/lobby/quick');
    const quick = within(await screen.findByTestId('quick-game'));
    await user.click(quick.getByRole('radio', { name: 'Battlehanse' }));
    expect(await quick.findByText(/in Battlehanse deiner Elo 1111/)).toBeVisible();
    await user.click(quick.getAllByTestId('quick')[0]);
    const game = { game: 'hanse', time: { base_ms: 180_000, increment_ms: 2_000 } };
    expect(sent['POST /api/quick-game']).toMatchObject({ terms: { game } });
  });

  it('is practised against three strengths, with a tally of its own', async () => {
    localStorage.clear();
    tally.read();
    tally.note('g1');
    tally.count('g1', 'hanse', 'strong', 'won');
    const { sent } = answer({
      ...EMPTY,
      'POST /api/practice': { body: { ...room(), state: 'started', game_id: GAME } },
    });
    const { user } = await visit('/practice/hanse');
    expect(screen.getByRole('radio', { name: /^mittel Achtet auf Markt/ })).toBeChecked();
    expect(screen.getByText(/Tipps gibt es gegen leicht und mittel/)).toBeVisible();
    expect(screen.getByTestId('tally')).toHaveTextContent('Battlehanse stark 1 gewonnen');
    expect(text(main()).replace('Dreiermühle', '').replace('Mühle', '')).not.toMatch(STONES);
    await user.click(screen.getByRole('radio', { name: /^stark/ }));
    await user.click(screen.getByRole('radio', { name: 'Computer' }));
    await user.click(screen.getByTestId('start-practice'));
    const game = { game: 'hanse', variant: 'battlehanse', kind: 'practice' };
    expect(sent['POST /api/practice']).toMatchObject({
      terms: { game, first: 'guest' },
      strength: 'strong',
    });
  });

  it('is played at one device behind a curtain', async () => {
    const { sent } = answer({
      ...EMPTY,
      'POST /api/hotseat': { body: { ...room(), state: 'started', game_id: GAME } },
    });
    const { user } = await visit('/hotseat/hanse');
    expect(screen.getByText(/kommt ein Vorhang/)).toBeVisible();
    expect(screen.queryByRole('switch', { name: /Brett/ })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Beginnt' }), 'Anna');
    await user.click(screen.getByRole('radio', { name: '5 + 3' }));
    await user.click(screen.getByTestId('start-hotseat'));
    const time = { base_ms: 300_000, increment_ms: 3_000 };
    expect(sent['POST /api/hotseat']).toMatchObject({
      terms: { game: { game: 'hanse', time, kind: 'hotseat' }, first: 'host' },
    });
  });

  it('is called by its name in lists of games, and whoever has no name is called by place', async () => {
    tableNames.note(GAME, ['Anna', '']);
    const { say } = await visit('/games');
    const here = summary({ terms: hanse({ kind: 'hotseat' }), ended_at_ms: null });
    await say({ t: 'running', running: [summary({ game: '03-x', ended_at_ms: null }), here] });
    const [online, hotseat] = screen
      .getAllByRole('link', { name: /Battlehanse/ })
      .filter((link) => link.getAttribute('href')?.startsWith('/game/'));
    expect(within(online).getByRole('img', { name: 'beginnt' })).toBeVisible();
    expect(hotseat).toHaveTextContent('Anna – Platz 2');
  });

  it('counts in figures by who began, and turns are no half ones', async () => {
    const counts = { won: 1, drawn: 0, lost: 0 };
    const figures = {
      tally: counts,
      games: [{ game: 'hanse', seats: [counts, { won: 0, drawn: 0, lost: 2 }] }],
      opponents: [{ opponent: COMPUTER.player, tally: counts }],
      streaks: { result: 'won', length: 1, most_won: 1, most_unbeaten: 1 },
      plies: 61,
      median_ms: 540_000,
    };
    answer({
      ...EMPTY,
      'GET /api/my-statistics': { body: { people: figures, computers: figures } },
      'GET /api/my-games': { body: { games: [summary()], next: null } },
      [`GET /api/names?ids=${BLACK.player}`]: { body: { names: {} } },
    });
    await visit('/games');
    const finished = await screen.findByTestId('finished');
    expect(finished).toHaveTextContent(/Battlehanse · 5 \+ 3 .*61 Züge, 9 Min\./);
    router.go('/games?view=statistics');
    await tick();
    const people = await screen.findByRole('region', { name: 'Gegen Menschen' });
    expect(within(people).getByRole('row', { name: /Battlehanse 3 1 0 2/ })).toBeVisible();
    expect(within(people).getByRole('row', { name: /beginnt 1 1 0 0/ })).toBeVisible();
    expect(within(people).getByRole('row', { name: /zweiter 2 0 0 2/ })).toBeVisible();
  });

  it('stands among the running games with the Elo of its own family', async () => {
    const asked = vi.fn((path: string) => {
      const elo = { '04-eve': { mills: 1500, hanse: 1234 } };
      const body = path.startsWith('/api/elo') ? { elo } : { names: { '04-eve': 'Eve' } };
      return Promise.resolve(new Response(JSON.stringify(body)));
    });
    vi.stubGlobal('fetch', asked);
    const { say } = await visit('/live');
    const game = {
      game: GAME,
      terms: hanse({ kind: 'rated' }),
      seats: [{ player: '04-eve', name: '' }, BLACK] as GameSummary['seats'],
      started_at_ms: Date.now(),
      plies: 12,
      viewers: 0,
    };
    await say({ t: 'live_games', games: [game], gone: [], is_whole: true });
    const line = screen.getByTestId('live-game');
    await within(line).findByText('Elo 1234');
    expect(line).toHaveTextContent(/Battlehanse · 5 \+ 3 · gewertet · 12 Züge/);
    expect(text(line)).not.toMatch(STONES);
  });
});
