import { screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { space } from '../../src/lib/lobby/wide.svelte';
import { router } from '../../src/lib/router.svelte';
import type { InvitationView } from '../../src/lib/protocol/generated';
import { BLACK, terms as gameTerms, WHITE } from '../double';
import { chatLine, said, whole } from '../lobby/hall';
import { settleAll } from './app';
import { answer } from './http';
import {
  answered,
  atDoor,
  box,
  guest,
  inHall,
  lines,
  me,
  people,
  prepare,
  STANDING,
} from './in-hall';
import { ACCOUNT } from './someone';

beforeEach(prepare);

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('the waiting room', () => {
  it('has the chat, and beside it the people with their Elo, oneself on top', async () => {
    await inHall();
    expect(lines()).toHaveLength(1);
    expect(people().map((one) => one.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      'Käthe (du) frei neu noch keine gewertete Partie',
      `${BLACK.name} frei Gast`,
      'Ben spielt 1340 Mühle: Elo 1340, Battlehanse: Elo 1100',
    ]);
    expect(screen.getByText('3 Leute hier')).toBeVisible();
  });

  it('is left with the page', async () => {
    const { server } = await inHall();
    router.go('/rules');
    await tick();
    await vi.waitFor(() => {
      expect(server().of('leave_lobby')).toHaveLength(1);
    });
  });

  it('makes no guest of whoever only looks, but offers to join in', async () => {
    const { asked } = answer({
      'POST /api/guest': { body: { player: { ...ACCOUNT, is_guest: true }, running: [] } },
    });
    const { user, server, say } = await atDoor(null);
    await say(whole([guest], [chatLine(1)]));
    expect([lines().length, people().length]).toEqual([1, 1]);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(asked).not.toContain('POST /api/guest');
    await user.click(screen.getByRole('button', { name: 'Mitmachen' }));
    server().welcome();
    await tick();
    expect(asked).toContain('POST /api/guest');
    expect(server().of('enter_lobby')).toHaveLength(1);
    expect(box()).toBeVisible();
  });

  it('says until when it is closed to somebody', async () => {
    const { say } = await inHall();
    const text = { de: 'Der Wartesaal ist zu.', en: 'Closed.' };
    const banned_until_ms = new Date(2999, 4, 1).getTime();
    await say({ t: 'refused', code: 'banned', text });
    await say({ t: 'standing', standing: { ...STANDING, banned_until_ms } });
    expect(screen.getByTestId('shut-out')).toHaveTextContent(/Der Wartesaal ist zu.*2999/);
    expect(screen.queryByTestId('people')).toBeNull();
  });
});

describe('the chat', () => {
  it('sends with Enter, shows the line as pending, then as one\u2019s own', async () => {
    const { user, server, say } = await inHall();
    await user.type(box(), 'Hallo{Enter}');
    expect(screen.getByText('wird gesendet')).toBeVisible();
    expect(box()).toHaveValue('');
    expect(server().of('say')[0]).toMatchObject({ place: 'lobby', text: 'Hallo' });
    await say(said(chatLine(2, { player: WHITE.player, name: '', text: 'Hallo' })));
    expect(screen.queryByText('wird gesendet')).toBeNull();
    expect(lines()[1]).toHaveTextContent('Käthe(du) Hallo');
  });

  it('is one stop for the tab key; arrow keys go from name to name', async () => {
    const { user, say } = await inHall();
    await say(said(chatLine(2, { text: 'Zwei' })), said(chatLine(3, { text: 'Drei' })));
    const all = lines().map((line) => within(line).getByRole('button'));
    expect(all.map((name) => name.tabIndex)).toEqual([-1, -1, 0]);
    all[2].focus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(all[0]).toHaveFocus();
    expect(all.map((name) => name.tabIndex)).toEqual([0, -1, -1]);
    await user.keyboard('{End}');
    expect(all[2]).toHaveFocus();
  });

  it('gives a refused line back with the reason', async () => {
    const visited = await inHall();
    await visited.user.type(box(), 'Hallo{Enter}');
    await answered(visited, 'Das waren viele Zeilen.');
    expect(box()).toHaveValue('Hallo');
    expect(screen.getByRole('alert')).toHaveTextContent('Das waren viele Zeilen.');
  });

  it('counts near the end, and sends nothing that is too long', async () => {
    const { user, server } = await inHall();
    await user.click(box());
    await user.paste('x'.repeat(349));
    expect(screen.queryByText(/Zeichen/)).toBeNull();
    await user.paste('yy');
    expect(screen.getByText('Noch 49 Zeichen')).toBeVisible();
    await user.paste('z'.repeat(50));
    expect(screen.getByText('1 Zeichen zu viel')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(server().of('say')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Senden' })).toBeDisabled();
  });

  it('shows markup as text and only our own pages as links', async () => {
    const evil = '<img src=x onerror=alert(1)> https://evil.example/game/03-aaaaaaaa';
    const { say } = await inHall(whole([me], [chatLine(1, { text: evil })]));
    expect(lines()[0]).toHaveTextContent(evil);
    expect(lines()[0].querySelector('img, a')).toBeNull();
    await say(said(chatLine(2, { text: `${location.origin}/game/03-aaaaaaaa` })));
    expect(within(lines()[1]).getByRole('link')).toHaveAttribute('href', '/game/03-aaaaaaaa');
  });

  it('tells who listens what is new, and does not read out what was said before', async () => {
    const { say } = await inHall();
    const live = document.querySelector('[aria-live=polite][aria-relevant]');
    expect(live).toHaveTextContent('');
    await say(said(chatLine(2, { text: 'Guten Tag' })));
    expect(live).toHaveTextContent(`${BLACK.name}: Guten Tag`);
    expect(screen.getByTestId('chat-log')).toHaveAttribute('aria-live', 'off');
  });

  it('stays at the end, but not under somebody who reads further up', async () => {
    const { user, say } = await inHall();
    const log = screen.getByTestId('chat-log');
    Object.defineProperty(log, 'scrollHeight', { value: 1_000, configurable: true });
    Object.defineProperty(log, 'clientHeight', { value: 200 });
    await say(said(chatLine(2)));
    expect(log.scrollTop).toBe(1_000);
    log.scrollTop = 300;
    log.dispatchEvent(new Event('scroll'));
    await say(said(chatLine(3)), said(chatLine(4)));
    expect(log.scrollTop).toBe(300);
    await user.click(screen.getByRole('button', { name: /2 neue Zeilen/ }));
    expect(log.scrollTop).toBe(1_000);
    expect(screen.queryByRole('button', { name: /neue Zeilen/ })).toBeNull();
  });

  it('says to whoever is muted until when', async () => {
    const { say } = await inHall();
    const muted_until_ms = Date.now() + 3_600_000;
    await say({ t: 'standing', standing: { ...STANDING, muted_until_ms } });
    expect(screen.getByText(/Du darfst bis .* nichts schreiben/)).toBeVisible();
    expect(box()).toBeDisabled();
    await say({ t: 'standing', standing: STANDING });
    expect(box()).toBeEnabled();
  });
});

describe('tabs', () => {
  it('are addresses, reached by arrow keys, and the draft outlives them', async () => {
    answer({
      'GET /api/ranking?family=mills': { body: { family: 'mills', lines: [], next: null } },
    });
    const { user } = await inHall();
    await user.type(box(), 'Halb fertig');
    screen.getByRole('tab', { name: 'Wartesaal' }).focus();
    const ranking = screen.getByRole('tab', { name: 'Rangliste' });
    const steps = screen.getAllByRole('tab').indexOf(ranking);
    await user.keyboard('{ArrowRight}'.repeat(steps));
    expect(ranking).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(location.pathname).toBe('/lobby/ranking');
    expect(ranking).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByRole('heading', { name: 'Rangliste' })).toBeVisible();
    expect(ranking).toHaveFocus();
    history.back();
    await vi.waitFor(() => {
      expect(box()).toHaveValue('Halb fertig');
    });
  });

  it('say how many invitations are new, as the header does', async () => {
    const { say } = await inHall();
    const terms = { game: gameTerms(), first: 'random' as const };
    const now = Date.now();
    const invitation: InvitationView = {
      room: '02-mail',
      sender: BLACK,
      to: WHITE.player,
      terms,
      at_ms: now,
      expires_at_ms: now + 7 * 86_400_000,
      state: 'open',
      reason: null,
      is_mail: true,
      is_read: false,
    };
    await say({ t: 'invitations', invitations: [invitation] });
    expect(screen.getByRole('tab', { name: /^Postfach, 1 ungelesene/ })).toBeVisible();
    expect(screen.getAllByRole('link', { name: /Wartesaal, 1 neue Einladung/ })).not.toEqual([]);
  });

  it('on a phone part chat and people, and count what is new in the chat', async () => {
    const { user, say } = await inHall();
    space.isWide = false;
    await tick();
    expect(screen.queryByTestId('people')).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Leute, 3 Leute hier' }));
    expect(people()).toHaveLength(3);
    expect(screen.queryByTestId('chat-log')).toBeNull();
    await say(said(chatLine(2)));
    expect(screen.getByRole('tab', { name: 'Chat, 1 ungelesene' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /Chat/ }));
    expect(screen.getByRole('tab', { name: 'Chat' })).toBeVisible();
  });
});
