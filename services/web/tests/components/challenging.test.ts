import { screen, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { challenges } from '../../src/lib/challenges/challenges.svelte';
import { router } from '../../src/lib/router.svelte';
import { challengeRoom, got, OTHER_ROOM, sent, TERMS, THIRD } from '../challenges/invitation';
import { EMPTY, tidily } from '../challenges/tidy';
import { BLACK, ROOM } from '../double';
import { visit, type Visit } from './app';
import { answer, refusal, type Answers } from './http';
import { ACCOUNT, welcome } from './someone';

tidily();

describe('challenging somebody', () => {
  const made = (view = challengeRoom()): Answers => ({
    ...EMPTY,
    'POST /api/challenges': { body: view },
  });

  async function open(answers: Answers): Promise<Visit & ReturnType<typeof answer>> {
    const http = answer(answers);
    const visited = await visit('/games');
    challenges.open(BLACK.player, BLACK.name);
    await screen.findByTestId('challenge-dialog');
    return { ...visited, ...http };
  }

  it('takes one click with the terms of the last time', async () => {
    const { user, sent: data } = await open(made());
    expect(screen.getByTestId('send-challenge')).toHaveFocus();
    expect(screen.getByText(/hat kein Postfach.*nur, solange Stille Rohrdommel/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: '10 + 5' }));
    await user.click(screen.getByTestId('send-challenge'));
    const wanted = data['POST /api/challenges'] as { player: string; terms: typeof TERMS };
    expect(wanted.player).toBe(BLACK.player);
    expect(wanted.terms.game.time).toEqual({ base_ms: 600_000, increment_ms: 5_000 });
    expect(router.page).toEqual({ name: 'room', id: ROOM });
    challenges.open(THIRD.player, THIRD.name);
    await screen.findByTestId('challenge-dialog');
    expect(screen.getByRole('radio', { name: '10 + 5' })).toBeChecked();
  });

  it('is not offered for rating to a guest', async () => {
    await open(made());
    expect(screen.queryByRole('radio', { name: /^Gewertet/ })).toBeNull();
    expect(screen.getByTestId('needs-account')).toBeVisible();
  });

  it('says what is refused in the dialog, and asks anew', async () => {
    const text = 'Diese Person ist gerade nicht zu erreichen.';
    const answers: Answers = { ...EMPTY, 'POST /api/challenges': refusal('not_reachable', text) };
    const { user, asked } = await open(answers);
    await user.click(screen.getByTestId('send-challenge'));
    const dialog = screen.getByTestId('challenge-dialog');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(text);
    expect(router.page).toEqual({ name: 'games' });
    await user.click(screen.getByTestId('send-challenge'));
    expect(asked.filter((one) => one === 'POST /api/challenges')).toHaveLength(2);
  });

  it('leads to the challenge that stands between the two already', async () => {
    const crossed = refusal('challenged_already', 'Es steht schon eine.', { room: OTHER_ROOM });
    const { user } = await open({ ...EMPTY, 'POST /api/challenges': crossed });
    await user.click(screen.getByTestId('send-challenge'));
    expect(router.page).toEqual({ name: 'room', id: OTHER_ROOM });
    expect(screen.queryByTestId('challenge-dialog')).toBeNull();
  });

  it('who is away gets a letter, for which nobody waits', async () => {
    const letter = challengeRoom({ expires_at_ms: Date.now() + 7 * 86_400_000 });
    const { user } = await open(made(letter));
    await user.click(screen.getByTestId('send-challenge'));
    expect(await screen.findByTestId('letter-sent')).toHaveTextContent(
      'Die Einladung liegt im Postfach von Stille Rohrdommel.',
    );
    expect(router.page).toEqual({ name: 'games' });
    await user.click(screen.getByRole('button', { name: 'Fertig' }));
    expect(screen.queryByTestId('challenge-dialog')).toBeNull();
  });

  it('begins at a profile', async () => {
    const elo = { mills: 1280 };
    const record = { won: 0, drawn: 0, lost: 0 };
    const player = { id: BLACK.player, name: 'Ben', is_guest: false, role: 'player' };
    const profile = { player, since_ms: 1, elo, points: 0, record, recent: [] };
    answer({
      ...EMPTY,
      [`GET /api/players/${BLACK.player}`]: { body: profile },
      [`GET /api/players/${BLACK.player}/ratings`]: { body: { history: {} } },
      [`GET /api/names?ids=${BLACK.player}`]: { body: { names: { [BLACK.player]: 'Ben' } } },
    });
    const { user } = await visit(`/player/${BLACK.player}`);
    await user.click(await screen.findByRole('button', { name: 'Mühle spielen' }));
    expect(await screen.findByTestId('challenge-dialog')).toHaveTextContent('herausfordern');
    expect(screen.getByRole('radio', { name: 'Mühle' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Schließen' }));
    await user.click(screen.getByRole('button', { name: 'Battlehanse spielen' }));
    expect(await screen.findByRole('radio', { name: 'Battlehanse' })).toBeChecked();
  });
});

describe('the mailbox', () => {
  it('needs an account', async () => {
    await visit('/mailbox');
    expect(await screen.findByText('Das Postfach braucht ein Konto.')).toBeVisible();
  });

  it('shows what was got and sent, marks it read, and answers', async () => {
    const letter = { is_mail: true, expires_at_ms: Date.now() + 7 * 86_400_000 };
    const invitations = [
      got(letter),
      sent({ room: OTHER_ROOM, ...letter, state: 'declined', reason: 'terms', is_read: true }),
    ];
    answer({ 'GET /api/invitations': { body: { invitations } } });
    const visited = await visit('/mailbox', null);
    await welcome(visited, ACCOUNT);
    const { user, server } = visited;
    const shown = await screen.findByTestId('letter');
    expect(shown).toHaveTextContent('Von Stille Rohrdommel');
    expect(shown).toHaveTextContent('neu');
    expect(server().of('mark_read')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Annehmen und einrichten' }));
    expect(server().of('join_room')[0]).toMatchObject({ room: ROOM });
    await user.click(screen.getByRole('radio', { name: 'Verschickt' }));
    expect(screen.getByTestId('letter')).toHaveTextContent('abgelehnt: Andere Bedingungen');
  });
});
