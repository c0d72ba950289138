import { screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { challenges } from '../../src/lib/challenges/challenges.svelte';
import type { PersonHere, Player } from '../../src/lib/protocol/generated';
import { BLACK } from '../double';
import { whole } from '../lobby/hall';
import { settleAll, visit, type Visit } from './app';
import { answer } from './http';
import {
  answered,
  atDoor,
  ben,
  box,
  guest,
  inHall,
  lines,
  me,
  people,
  prepare,
  STANDING,
} from './in-hall';
import { ACCOUNT, welcome } from './someone';

beforeEach(prepare);

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('the list of people', () => {
  const crowd = Array.from({ length: 1_000 }, (_, index): PersonHere => {
    const name = `Gast ${String(index).padStart(4, '0')}`;
    return { player: `0a-${index}`, name, is_guest: true };
  });

  it('of a thousand makes only the rows in sight, and finds everybody', async () => {
    const { user } = await inHall(whole(crowd, []));
    expect(people().length).toBeLessThan(60);
    expect(people()[0].closest('li')).toHaveAttribute('aria-setsize', '1000');
    await user.type(screen.getByRole('searchbox', { name: 'Namen suchen' }), '0987');
    expect(people().map((one) => one.dataset.person)).toEqual(['0a-987']);
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('Niemand hier heißt so.')).toBeVisible();
  });

  it('is one stop of the tabulator, with arrow keys inside', async () => {
    const { user } = await inHall(whole(crowd, []));
    people()[0].focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(people()[2]).toHaveFocus();
    await user.keyboard('{End}');
    await vi.waitFor(() => {
      expect(document.activeElement).toHaveAttribute('data-person', '0a-999');
    });
    expect(people().filter((one) => one.tabIndex === 0)).toHaveLength(1);
  });

  it('has no search among few', async () => {
    await inHall();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

describe('a person\u2019s menu', () => {
  const panel = (): Promise<HTMLElement> => screen.findByTestId('person-panel');

  async function open(visited: Visit, at = 1): Promise<HTMLElement> {
    await visited.user.click(people()[at]);
    return panel();
  }

  it('opens by keyboard, closes with Escape, and the focus is back where it was', async () => {
    const visited = await inHall();
    people()[1].focus();
    await visited.user.keyboard('{Enter}');
    expect(await panel()).toHaveFocus();
    expect(await panel()).toHaveAccessibleName(`Was du mit ${BLACK.name} tun kannst`);
    await visited.user.keyboard('{Escape}');
    expect(screen.queryByTestId('person-panel')).toBeNull();
    expect(people()[1]).toHaveFocus();
  });

  it('closes when something else is clicked', async () => {
    const visited = await inHall();
    await open(visited);
    await visited.user.click(box());
    expect(screen.queryByTestId('person-panel')).toBeNull();
    expect(box()).toHaveFocus();
  });

  it('challenges, knowing whether they can answer at once', async () => {
    const visited = await inHall();
    await open(visited, 2);
    await visited.user.click(screen.getByRole('button', { name: 'Herausfordern' }));
    expect(screen.queryByTestId('person-panel')).toBeNull();
    const { player } = ben;
    expect(challenges.wanted).toMatchObject({ player, name: '', whereabouts: 'playing' });
    challenges.close();
  });

  it('hides somebody, says so, and takes it back', async () => {
    const visited = await inHall();
    await open(visited);
    await visited.user.click(screen.getByRole('button', { name: 'Ausblenden' }));
    expect(visited.server().of('block')[0]).toMatchObject({ player: BLACK.player });
    await answered(visited);
    expect(await panel()).toHaveTextContent(`${BLACK.name} ist ausgeblendet.`);
    expect(people()).toHaveLength(2);
    expect(lines()).toHaveLength(0);
    await visited.user.click(screen.getByRole('button', { name: 'Wieder zeigen' }));
    await answered(visited);
    expect(people()).toHaveLength(3);
  });

  it('reports somebody, with the line that was clicked and own words', async () => {
    const visited = await inHall();
    const { user, server } = visited;
    await user.click(within(lines()[0]).getByRole('button', { name: BLACK.name }));
    await user.click(within(await panel()).getByRole('button', { name: 'Melden …' }));
    await user.selectOptions(screen.getByLabelText('Worum geht es?'), 'Werbung oder Störung');
    await user.type(screen.getByLabelText(/In deinen Worten/), 'Immer wieder.');
    expect(within(await panel()).getByText('Zeile 1')).toBeVisible();
    await user.click(within(await panel()).getByRole('button', { name: 'Melden' }));
    expect(server().of('report')[0]).toMatchObject({
      player: BLACK.player,
      kind: 'spam',
      reason: 'Immer wieder.',
      line: 1,
    });
    await answered(visited);
    expect(await panel()).toHaveTextContent('Danke, deine Meldung ist angekommen.');
  });

  it('says why something was refused', async () => {
    const visited = await inHall();
    await open(visited);
    await visited.user.click(screen.getByRole('button', { name: 'Ausblenden' }));
    await answered(visited, 'Mehr geht nicht.');
    expect(within(await panel()).getByRole('alert')).toHaveTextContent('Mehr geht nicht.');
    expect(people()).toHaveLength(3);
  });

  it('lets moderators alone mute and ban', async () => {
    const visited = await inHall();
    await open(visited);
    expect(screen.queryByRole('button', { name: 'Stummschalten …' })).toBeNull();
    await visited.user.keyboard('{Escape}');
    await welcome(visited, { ...ACCOUNT, role: 'moderator' } satisfies Player);
    await visited.say(whole([me, guest], []));
    await open(visited);
    await visited.user.click(screen.getByRole('button', { name: 'Stummschalten …' }));
    await visited.user.click(screen.getByRole('radio', { name: '1 Stunde' }));
    await visited.user.click(screen.getByRole('button', { name: 'Stummschalten' }));
    const [mute] = visited.server().of('mute');
    expect(mute).toMatchObject({ player: BLACK.player, minutes: 60, kind: 'insult' });
    await answered(visited);
    expect(await panel()).toHaveTextContent(`${BLACK.name} ist stummgeschaltet.`);
  });

  it('of a stranger leads to joining in', async () => {
    const visited = await atDoor(null);
    await visited.say(whole([guest], []));
    const menu = within(await open(visited, 0));
    expect(menu.getByRole('button', { name: 'Mitmachen' })).toBeVisible();
    expect(menu.queryByRole('button', { name: 'Melden …' })).toBeNull();
  });
});

describe('a profile', () => {
  it('leads to hiding and reporting, wherever one is', async () => {
    const player = { id: ben.player, name: 'Ben', is_guest: true, role: 'player' };
    const rest = { since_ms: 1, elo: null, points: null, record: null, recent: null };
    answer({ [`GET /api/players/${ben.player}`]: { body: { player, ...rest } } });
    const { user } = await visit(`/player/${ben.player}`);
    await user.click(await screen.findByRole('button', { name: 'Ausblenden oder melden' }));
    expect(await screen.findByTestId('person-panel')).toHaveAccessibleName(/Ben/);
    expect(screen.getByRole('button', { name: 'Melden …' })).toBeVisible();
  });
});

describe('the account page', () => {
  it('lists whom one has hidden, with the way back', async () => {
    const visited = await visit('/account');
    expect(await screen.findByText('Du hast niemanden ausgeblendet.')).toBeVisible();
    await visited.say({ t: 'standing', standing: { ...STANDING, blocked: [ben.player] } });
    await visited.user.click(screen.getByRole('button', { name: 'Ben wieder zeigen' }));
    expect(visited.server().of('unblock')[0]).toMatchObject({ player: ben.player });
    expect(visited.server().of('enter_lobby')).toEqual([]);
    await answered(visited);
    expect(screen.getByText('Ben ist wieder zu sehen.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ben wieder zeigen' })).toBeNull();
  });
});
