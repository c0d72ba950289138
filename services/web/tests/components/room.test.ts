import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { router } from '../../src/lib/router.svelte';
import { BLACK, GAME, ROOM, terms, WHITE } from '../double';
import { room, roomPath, settleAll, visit, type Visit } from './app';

const BOTH = { guest: BLACK, agreed: [] as string[], version: 2 };

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('a private room', () => {
  it('gives the host a link to send', async () => {
    const { say } = await visit(roomPath);
    await say(room());
    expect(screen.getByTestId('room-link')).toHaveValue(`${location.origin}${roomPath}`);
    expect(screen.getByTestId('room-code')).toHaveTextContent(ROOM);
    expect(screen.queryByTestId('agree')).toBeNull();
  });

  it('lets somebody new come in as a guest and take the free place', async () => {
    const me = { player: { id: BLACK.player, name: BLACK.name, is_guest: true }, running: [] };
    const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(me))));
    vi.stubGlobal('fetch', fetched);
    const { user, server, say } = await visit(roomPath, null);
    await say(room());
    expect(screen.getByText(`${WHITE.name} lädt dich zu einer Partie Mühle ein.`)).toBeVisible();
    await user.click(screen.getByTestId('join-room'));
    expect(fetched).toHaveBeenCalledOnce();
    // The socket of a stranger is replaced by one that knows the session.
    server().welcome(BLACK.player);
    expect(server().of('join_room')[0]).toMatchObject({ room: ROOM });
  });

  it('shows all terms to both, and names exactly these when agreeing', async () => {
    const { user, server, say } = await visit(roomPath);
    await say(room(BOTH));
    expect(screen.getByText('Springen mit drei Steinen')).toBeVisible();
    // At the button once more: on a phone the list lies far above it.
    expect(screen.getAllByText('5 + 3')).toHaveLength(2);
    await user.click(screen.getByTestId('agree'));
    const exact = { game: terms(), first: 'random' };
    expect(server().of('agree_terms')[0]).toMatchObject({ room: ROOM, terms: exact });
  });

  it('says when the other has changed a term, which clears the own agreement', async () => {
    const { say } = await visit(roomPath);
    await say(room({ ...BOTH, agreed: [WHITE.player] }));
    expect(screen.queryByTestId('agree')).toBeNull();
    const other = { game: terms('battlemills-12'), first: 'random' as const };
    await say(room({ ...BOTH, version: 3, terms: other, agreed: [BLACK.player] }));
    expect(screen.getByText(/Die Bedingungen wurden geändert/)).toBeVisible();
    expect(screen.getByText('(vorher Battlemills, 9 Steine)')).toBeVisible();
    expect(screen.queryByText('(geändert)')).toBeNull();
    expect(screen.getByTestId('agree')).toBeEnabled();
  });

  it('proposes other terms', async () => {
    const { user, server, say } = await visit(roomPath);
    await say(room(BOTH));
    await user.click(screen.getByTestId('change-terms'));
    await user.click(screen.getByRole('radio', { name: '10 + 5' }));
    await user.click(screen.getByRole('switch', { name: 'Springen mit drei Steinen' }));
    await user.click(screen.getByRole('button', { name: 'Vorschlagen' }));
    const [{ terms: wanted }] = server().of('change_terms');
    expect(wanted.game.time).toEqual({ base_ms: 600_000, increment_ms: 5_000 });
    expect(wanted.game.options).toEqual({ flying: false });
  });

  it('ignores an older picture of the room', async () => {
    const { say } = await visit(roomPath);
    await say(room({ ...BOTH, version: 5 }), room({ version: 4 }));
    expect(screen.getByText(BLACK.name)).toBeVisible();
  });

  it('goes to the game as soon as it has started', async () => {
    const { say } = await visit(roomPath);
    await say(room({ ...BOTH, state: 'started', game_id: GAME }));
    await tick();
    expect(router.page).toEqual({ name: 'game', id: GAME });
  });

  it.each([
    [
      'full',
      room({ ...BOTH, host: BLACK, guest: { player: 'x', name: 'X' } }),
      /sitzen schon zwei/,
    ],
    ['closed', room({ state: 'closed' }), /geschlossen/],
  ])('says that it is %s', async (_, message, text) => {
    const { say } = await visit(roomPath);
    await say(message);
    expect(screen.getByTestId('room-closed')).toHaveTextContent(text);
  });

  it('leads to its last game when it is closed after that', async () => {
    const { say } = await visit(roomPath);
    await say(room({ ...BOTH, state: 'closed', game_id: GAME }));
    expect(screen.getByText(/geschlossen/)).toBeVisible();
    const link = screen.getByRole('link', { name: 'Partie ansehen' });
    expect(link).toHaveAttribute('href', `/game/${GAME}`);
  });

  it('says that it is unknown', async () => {
    const { say } = await visit(roomPath);
    const text = { de: 'Diesen Raum gibt es nicht.', en: 'There is no such room.' };
    await say({ t: 'room_gone', room: ROOM, code: 'room_not_found', text });
    expect(screen.getByTestId('room-closed')).toHaveTextContent(text.de);
  });
});

describe('rated or friendly', () => {
  const account = { id: WHITE.player, name: 'Ada', is_guest: false, role: 'player' as const };
  const host = { player: WHITE.player, name: '' };
  const guest = { player: BLACK.player, name: '' };
  const pair = { host, guest, agreed: [], version: 2 };
  const known = {
    '/api/wallet': { taler: 35, staked_taler: 0, can_refill: false, postings: [] },
    [`/api/players/${BLACK.player}`]: { player: { ...account, is_guest: true } },
    '/api/messages': { wallet_too_small: { de: 'Zu wenig Taler.', en: 'Too few.' } },
    '/api/account/settings': null,
  };

  /** Somebody with an account, and a server that knows about people and wallets. */
  async function asAccount(): Promise<Visit> {
    const fetched = vi.fn((path: string) => {
      const body = path in known ? known[path] : { names: { [BLACK.player]: 'Ben' } };
      return Promise.resolve(new Response(JSON.stringify(body)));
    });
    vi.stubGlobal('fetch', fetched);
    const visited = await visit(roomPath, null);
    const welcome = { now_ms: Date.now(), ping_every_ms: 4000, running: [] };
    await visited.say({ t: 'welcome', player: account, ...welcome });
    return visited;
  }

  it('a rated game with a stake is proposed, up to what is in the own wallet', async () => {
    const { user, server, say } = await asAccount();
    await say(room(pair));
    await user.click(screen.getByTestId('change-terms'));
    await user.click(await screen.findByRole('radio', { name: /^Gewertet/ }));
    await screen.findByText(/In deiner Börse: 35 Taler/);
    const stakes = within(screen.getByTestId('stake-field')).getAllByRole('option');
    expect(stakes.map((one) => one.textContent)).toEqual([
      'Ohne Einsatz',
      '10 Taler',
      '20 Taler',
      '30 Taler',
    ]);
    await user.selectOptions(screen.getByTestId('stake-field'), '20 Taler');
    await user.click(screen.getByRole('button', { name: 'Vorschlagen' }));
    const [{ terms: wanted }] = server().of('change_terms');
    expect(wanted.game).toMatchObject({ kind: 'rated', stake_taler: 20 });
  });

  it('is not offered with a guest, and says why', async () => {
    const { user, say } = await asAccount();
    await say(room({ ...pair, guest: BLACK }));
    await user.click(screen.getByTestId('change-terms'));
    expect(await screen.findByTestId('needs-account')).toHaveTextContent(
      `${BLACK.name} hat kein Konto.`,
    );
    expect(screen.queryByRole('radio', { name: /^Gewertet/ })).toBeNull();
  });

  it('is not offered to a guest, who is shown the way to an account', async () => {
    const { user, server, say } = await visit(roomPath);
    const rated = { ...terms(), kind: 'rated' as const, stake_taler: 50 };
    await say(room({ ...BOTH, terms: { game: rated, first: 'host' }, agreed: [BLACK.player] }));
    expect(screen.getByTestId('stake')).toHaveTextContent('Einsatz: je 50 Taler');
    expect(screen.getByTestId('agree')).toBeDisabled();
    const link = within(screen.getByTestId('needs-account')).getByRole('link');
    expect(link).toHaveAttribute('href', '/sign-up');
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(JSON.stringify({ player: { is_guest: true } }))),
    );
    await user.click(screen.getByTestId('change-terms'));
    await user.click(await screen.findByRole('button', { name: 'Vorschlagen' }));
    const [{ terms: wanted }] = server().of('change_terms');
    expect(wanted.game).toMatchObject({ kind: 'friendly', stake_taler: 0 });
  });

  it('says why the game could not start', async () => {
    const { say } = await asAccount();
    await say(room({ ...pair, version: 7, refused: 'wallet_too_small' }));
    expect(await screen.findByTestId('not-started')).toHaveTextContent('Zu wenig Taler.');
    expect(screen.getByTestId('agree')).toBeEnabled();
  });

  it('colours are exchanged at one click', async () => {
    const { user, server, say } = await visit(roomPath);
    await say(room({ ...BOTH, terms: { game: terms(), first: 'host' } }));
    await user.click(screen.getByTestId('swap-colours'));
    expect(server().of('change_terms')[0].terms).toEqual({ game: terms(), first: 'guest' });
  });
});

describe('a running game', () => {
  it('is one click away from every other page', async () => {
    const { say } = await visit('/rules');
    const seats: [typeof WHITE, typeof BLACK] = [WHITE, BLACK];
    const rest = { ended_at_ms: null, winner: null, reason: null, plies: 3 };
    const summary = { game: GAME, terms: terms(), seats, started_at_ms: 1, ...rest };
    await say({ t: 'running', running: [summary] });
    expect(screen.getByTestId('to-game')).toHaveAttribute('href', `/game/${GAME}`);
    expect(screen.getByText(/gegen Stille Rohrdommel/)).toBeVisible();
  });
});
