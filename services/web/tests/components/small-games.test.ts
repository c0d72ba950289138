import { screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventsOf, snapshot, terms } from '../double';
import { gamePath, point, settleAll, visit, type Visit } from './app';

const sentence = (): string => screen.getByTestId('say').textContent;

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('the small games', () => {
  const atSmall = async (game: string, turns: string[]): Promise<Visit> => {
    const visited = await visit(gamePath);
    await visited.say(snapshot(eventsOf(turns, { ...terms('little-table'), game })));
    return visited;
  };

  it('Dara: a row of three takes a stone, and the turn is complete only then', async () => {
    const PAIRS = 'a1 a5 b1 b5 d1 d5 e1 e5 a2 a4 b2 b4 d2 d4 e2 e4 f3 c3 c4 f2 f4 c2 a3 f5';
    const { user, server } = await atSmall('dara', PAIRS.split(' '));
    await user.click(point('f3'));
    await user.click(point('e3'));
    expect(sentence()).toContain('Dreierreihe!');
    expect(server().of('play')).toEqual([]);
    await user.click(point('c3'));
    expect(server().of('play')[0]).toMatchObject({ turn: 'f3-e3xc3' });
  });

  it('Dara: says why a row may not arise while placing', async () => {
    const { user, server } = await atSmall('dara', ['a1', 'a5', 'b1', 'b5']);
    await user.click(point('c1'));
    expect(sentence()).toContain('Beim Setzen darf keine eigene Reihe');
    expect(server().of('play')).toEqual([]);
  });

  it('Tic-Tac-Toe: crosses and noughts are told apart by shape and by name', async () => {
    await atSmall('tictactoe', ['b2', 'a1']);
    expect(point('b2')).toHaveAccessibleName('b2, Kreuz');
    expect(point('a1')).toHaveAccessibleName('a1, Kreis, zuletzt gesetzt');
    expect(point('b2').querySelectorAll('path.cross')).toHaveLength(2);
    expect(point('a1').querySelector('circle.nought')).not.toBeNull();
    expect(screen.queryByTestId('hand')).toBeNull();
    expect(screen.getByRole('link', { name: 'Regeln: Tic-Tac-Toe' })).toHaveAttribute(
      'href',
      '/rules/tictactoe',
    );
  });

  it('three in a line win, and the line glows', async () => {
    await atSmall('three', ['a1', 'b2', 'c3', 'a3', 'c1', 'b1', 'a1-a2', 'a3-b3']);
    expect(screen.getAllByTestId('mill')).toHaveLength(1);
    expect(point('b2')).toHaveAccessibleName(/in einer Linie/);
  });
});
