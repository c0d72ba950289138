import { screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
// These pages come when the first of them is opened; a test does not wait for that.
import '../../src/pages/People.svelte';
import { settleAll, visit } from './app';
import { answer, refusal, type Answer, type Answers } from './http';
import { ACCOUNT, ME, PASSWORD, welcome } from './someone';

const field = (name: string): HTMLElement => screen.getByLabelText(name, { exact: true });

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('the account page', () => {
  const sessions = [
    { id: 'a', created_at_ms: 1, last_seen_ms: 2, device: 'Firefox, Linux', is_current: true },
    { id: 'b', created_at_ms: 1, last_seen_ms: 3, device: 'Safari, iOS', is_current: false },
    { id: 'c', created_at_ms: 1, last_seen_ms: 4, device: '', is_current: false },
  ];
  const wallet = { taler: 30, staked_taler: 0, can_refill: true, postings: [] };
  const usual: Answers = {
    'GET /api/account/settings': { body: {} },
    'GET /api/account/sessions': { body: sessions },
    'GET /api/account/tokens': { body: [] },
    'GET /api/wallet': { body: wallet },
  };

  async function open(answers: Answers = {}) {
    const heard = answer({ ...usual, ...answers });
    const here = await visit('/account');
    await welcome(here, ACCOUNT);
    await screen.findByText('Safari, iOS');
    return { ...here, ...heard };
  }

  it('closes all other sessions, never this one', async () => {
    let left = sessions;
    const closed = (id: string) => (): Answer => {
      left = left.filter((session) => session.id !== id);
      return { body: left };
    };
    const { user, asked } = await open({
      'POST /api/account/sessions/b/close': closed('b'),
      'POST /api/account/sessions/c/close': closed('c'),
    });
    expect(screen.getByText('dieses Gerät')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Firefox, Linux abmelden' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Alle anderen abmelden' }));
    expect(await screen.findByText('Du bist nur hier angemeldet.')).toBeVisible();
    expect(asked.filter((key) => key.endsWith('/close')).sort()).toEqual([
      'POST /api/account/sessions/b/close',
      'POST /api/account/sessions/c/close',
    ]);
  });

  it('changes the name, and says a wrong password at its field', async () => {
    let isWrong = true;
    const renamed = { ...ME, player: { ...ACCOUNT, name: 'Annika' } };
    const { user } = await open({
      'POST /api/account/name': () =>
        isWrong ? refusal('wrong_password', 'Das stimmt nicht.') : { body: renamed },
    });
    await user.click(screen.getByRole('heading', { name: 'Name' }));
    await user.type(field('Neuer Name'), 'Annika');
    const [password] = screen.getAllByLabelText('Dein Passwort');
    await user.type(password, 'falsch');
    await user.click(screen.getByRole('button', { name: 'Namen ändern' }));
    await tick();
    expect(password).toHaveAccessibleDescription('Das stimmt nicht.');
    isWrong = false;
    await user.click(screen.getByRole('button', { name: 'Namen ändern' }));
    expect(await screen.findByText('Du heißt jetzt Annika.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Annika: Profil und Konto' })).toBeVisible();
  });

  it('shows a token once, and forgets it when it is revoked', async () => {
    const view = { id: 't', name: 'Mein Bot', created_at_ms: 1, last_used_ms: null };
    let listed: object[] = [];
    const { user } = await open({
      'GET /api/account/tokens': () => ({ body: listed }),
      'POST /api/account/tokens': () => {
        listed = [view];
        return { body: { token: 'sct.geheim', view } };
      },
      'POST /api/account/tokens/t/revoke': { body: [] },
    });
    await user.click(screen.getByRole('heading', { name: 'API-Schlüssel' }));
    await user.type(field('Wofür?'), 'Mein Bot');
    for (const asked of screen.getAllByLabelText('Dein Passwort')) {
      if (asked.id === 'token-password') await user.type(asked, PASSWORD);
    }
    await user.click(screen.getByRole('button', { name: 'Schlüssel anlegen' }));
    expect(await screen.findByTestId('token')).toHaveTextContent('sct.geheim');
    await user.click(await screen.findByRole('button', { name: 'Schlüssel Mein Bot löschen' }));
    expect(await screen.findByText('Der Schlüssel gilt nicht mehr.')).toBeVisible();
    expect(screen.queryByTestId('token')).toBeNull();
  });

  it('fills the wallet up where that is allowed', async () => {
    const filled = { ...wallet, taler: 50, can_refill: false };
    const { user } = await open({ 'POST /api/wallet/refill': { body: filled } });
    expect(screen.getByTestId('wallet')).toHaveTextContent('30 Taler');
    await user.click(screen.getByRole('button', { name: 'Auf 50 Taler auffüllen' }));
    expect(await screen.findByText('Aufgefüllt.')).toBeVisible();
    expect(screen.getByTestId('wallet')).toHaveTextContent('50 Taler');
    expect(screen.queryByRole('button', { name: 'Auf 50 Taler auffüllen' })).toBeNull();
  });

  it('is deleted only with the typed word and the password', async () => {
    const { user, asked } = await open({
      'POST /api/account/delete': { body: { player: null, running: [] } },
    });
    const deletes = () => asked.filter((key) => key === 'POST /api/account/delete').length;
    await user.click(screen.getByRole('button', { name: 'Konto löschen …' }));
    const passwords = screen.getAllByLabelText('Dein Passwort');
    await user.type(passwords[passwords.length - 1], PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Endgültig löschen' }));
    expect(screen.getByText('Hier muss „löschen“ stehen.')).toBeVisible();
    expect(deletes()).toBe(0);
    await user.type(screen.getByLabelText(/Tippe/), 'löschen');
    await user.click(screen.getByRole('button', { name: 'Endgültig löschen' }));
    expect(await screen.findByText('Dein Konto ist gelöscht.')).toBeVisible();
    expect(deletes()).toBe(1);
  });
});
