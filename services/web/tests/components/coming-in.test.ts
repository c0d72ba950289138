import { fireEvent, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { router } from '../../src/lib/router.svelte';
// These pages come when the first of them is opened; a test does not wait for that.
import '../../src/pages/People.svelte';
import { BLACK } from '../double';
import { settleAll, visit } from './app';
import { answer, refusal } from './http';
import { ACCOUNT, ME, PASSWORD, summary, welcome } from './someone';

const field = (name: string): HTMLElement => screen.getByLabelText(name, { exact: true });
const main = (): ReturnType<typeof within> => within(screen.getByRole('main'));

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('signing up', () => {
  it('keeps the games of a guest, shows the codes once, and goes on only when they are noted', async () => {
    const codes = ['AAAA-1', 'BBBB-2'];
    const { sent } = answer({ 'POST /api/sign-up': { body: { me: ME, recovery_codes: codes } } });
    const { user } = await visit('/rules');
    await user.click(screen.getByRole('button', { name: 'Ich: Profil und Konto' }));
    await user.click(screen.getByRole('link', { name: 'Konto anlegen' }));
    expect(await main().findByText(/Du spielst gerade als Ich/)).toBeVisible();
    expect(field('Name')).toHaveAttribute('autocomplete', 'username');
    expect(field('Passwort')).toHaveAttribute('autocomplete', 'new-password');
    await user.type(field('Name'), ' Käthe ');
    await user.type(field('Passwort'), PASSWORD);
    expect(screen.getByTestId('strength')).toHaveTextContent('gut');
    await user.click(main().getByRole('button', { name: 'Konto anlegen' }));
    expect(sent['POST /api/sign-up']).toEqual({ name: 'Käthe', password: PASSWORD });
    const shown = within(await screen.findByTestId('recovery-codes')).getAllByRole('listitem');
    expect(shown.map((one) => one.textContent)).toEqual(codes);
    expect(screen.getByRole('button', { name: 'Weiter' })).toBeDisabled();
    await user.click(screen.getByLabelText(/aufgeschrieben/));
    await user.click(screen.getByRole('button', { name: 'Weiter' }));
    // Back to where the menu was opened.
    expect(router.page).toEqual({ name: 'rules' });
  });

  it('says at the field what is wrong with it, and puts the focus there', async () => {
    answer({ 'POST /api/sign-up': refusal('name_taken', 'Jemand heißt schon so.') });
    const { user } = await visit('/sign-up');
    await user.type(await main().findByLabelText('Name'), 'Käthe');
    await user.type(field('Passwort'), PASSWORD);
    await user.click(main().getByRole('button', { name: 'Konto anlegen' }));
    await tick();
    expect(field('Name')).toHaveAccessibleDescription('Jemand heißt schon so.');
    expect(field('Name')).toHaveFocus();
    expect(field('Name')).toHaveAttribute('aria-invalid', 'true');
    expect(field('Passwort')).toHaveAttribute('aria-invalid', 'false');
  });
});

describe('signing in', () => {
  it('shows a password only as long as somebody wants to see it', async () => {
    const { user } = await visit('/sign-in', null);
    const show = await screen.findByRole('button', { name: /Passwort zeigen/ });
    expect(field('Passwort')).toHaveAttribute('type', 'password');
    await user.click(show);
    expect(field('Passwort')).toHaveAttribute('type', 'text');
    await user.click(show);
    expect(field('Passwort')).toHaveAttribute('type', 'password');
  });

  it('says how long to wait, counts down, and sends nothing meanwhile', async () => {
    const { asked } = answer({
      'POST /api/sign-in': refusal('too_many_attempts', 'Zu viele.', { wait_s: 8 }),
    });
    const { user } = await visit('/sign-in', null);
    await user.type(await screen.findByLabelText('Name'), 'Käthe');
    await user.type(field('Passwort'), 'falsch');
    const send = main().getByRole('button', { name: 'Anmelden' });
    vi.useFakeTimers();
    try {
      await fireEvent.click(send);
      await vi.advanceTimersByTimeAsync(0);
      expect(screen.getByRole('alert')).toHaveTextContent('Warte noch 8 Sekunden');
      await vi.advanceTimersByTimeAsync(3_000);
      expect(screen.getByTestId('wait')).toHaveTextContent('Warte noch 5 Sekunden');
      const before = asked.length;
      await fireEvent.click(send);
      expect(asked).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(6_000);
      expect(screen.queryByTestId('wait')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('warns a guest who would leave running games behind', async () => {
    answer({});
    const here = await visit('/sign-in');
    await welcome(here, { ...ACCOUNT, is_guest: true, name: 'Ich' }, [summary(BLACK)]);
    expect(await screen.findByTestId('leaves-games')).toHaveTextContent('die laufende');
  });
});

describe('the menu of a person', () => {
  it('asks a guest a second question before signing out, and closes by Escape', async () => {
    const { asked } = answer({ 'POST /api/sign-out': { body: { player: null, running: [] } } });
    const { user } = await visit('/rules');
    const opener = screen.getByRole('button', { name: 'Ich: Profil und Konto' });
    await user.click(opener);
    await user.click(screen.getByRole('button', { name: 'Abmelden' }));
    expect(asked).toEqual(['GET /api/invitations']);
    expect(screen.getByText(/nicht mehr an deine Partien/)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Abmelden' }));
    await user.click(screen.getByRole('button', { name: 'Trotzdem abmelden' }));
    expect(asked).toEqual(['GET /api/invitations', 'POST /api/sign-out']);
    expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeVisible();
  });
});
