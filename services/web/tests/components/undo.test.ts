import { screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GameTerms } from '../../src/lib/protocol/generated';
import { BLACK, event, eventsOf, GAME, gameEvent, snapshot, terms, turnEvent } from '../double';
import { gamePath, point, settleAll, visit, type Visit } from './app';

const clock = { remaining_ms: [1, 1], running: 0 };
const asked = (seat: number): ReturnType<typeof event> => event(4, 'undo_asked', { seat });
const state = (): string => screen.getByTestId('undo-state').textContent;

async function atTable(
  seat: number | null = 0,
  turns = ['a7', 'd6'],
  changed: Partial<GameTerms> = {},
): Promise<Visit> {
  const visited = await visit(gamePath);
  await visited.say(snapshot(eventsOf(turns, { ...terms(), ...changed }), seat));
  return visited;
}

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('asking to take a turn back', () => {
  it('asks once a position, and says who decides', async () => {
    const { user, server, say } = await atTable();
    await user.click(screen.getByTestId('ask-undo'));
    const [sent] = server().of('ask_undo');
    expect(sent).toMatchObject({ game: GAME, position: 3 });
    await say({ t: 'answer', id: sent.id, version: 4 }, gameEvent(asked(0)));
    expect(state()).toContain(`${BLACK.name} entscheidet`);
    expect(screen.getByTestId('undo-state')).toHaveAttribute('role', 'status');
    expect(screen.queryByTestId('undo-asked')).toBeNull();
    await say(gameEvent(event(5, 'undo_declined', { seat: 1, ask: 4 })));
    expect(state()).toBe(`${BLACK.name} möchte, dass der Zug stehen bleibt.`);
    expect(screen.getByTestId('ask-undo')).toBeDisabled();
    await say(gameEvent(turnEvent(6, 2, 'd7')));
    expect(state()).toBe('');
    expect(screen.getByTestId('ask-undo')).toBeEnabled();
  });

  it('shows the earlier table when the other agrees', async () => {
    const { user, say } = await atTable();
    await user.click(screen.getByTestId('ask-undo'));
    const back = { seat: 0, to: 1, plies: 2, clock };
    await say(gameEvent(asked(0)), gameEvent(event(5, 'turns_taken_back', back)));
    expect(point('a7')).toHaveAccessibleName(/frei/);
    expect(state()).toBe('Dein Zug ist zurückgenommen.');
  });

  it('is withdrawn by playing on', async () => {
    const { say } = await atTable();
    await say(gameEvent(asked(0)), gameEvent(turnEvent(5, 2, 'd7')));
    expect(state()).toBe('');
  });

  it.each([
    ['Ja', true],
    ['Nein', false],
  ])('is answered with %s, by the request\u2019s name', async (name, accept) => {
    const { user, server, say } = await atTable(1);
    await say(gameEvent(asked(0)));
    const question = screen.getByTestId('undo-asked');
    expect(question).toHaveTextContent('Flinker Dachs möchte den letzten Zug zurücknehmen');
    expect(question).toHaveAttribute('role', 'alert');
    const button = within(question).getByRole('button', { name });
    await vi.waitFor(() => {
      expect(button).toBeEnabled();
    });
    await user.click(button);
    expect(server().of('answer_undo')[0]).toMatchObject({ game: GAME, ask: 4, accept });
  });

  it.each([
    ['in a rated game', 0, { kind: 'rated' as const }],
    ['by who only watches', null, {}],
  ])('is not possible %s', async (_, seat, changed) => {
    await atTable(seat, ['a7', 'd6'], changed);
    expect(screen.queryByTestId('ask-undo')).toBeNull();
  });

  it('is not possible before the first own turn', async () => {
    await atTable(1, ['a7']);
    expect(screen.getByTestId('ask-undo')).toBeDisabled();
  });
});
