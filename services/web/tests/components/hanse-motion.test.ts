import { render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import TradeTable from '../../src/components/hanse/TradeTable.svelte';
import { followTurn } from '../../src/lib/hanse/follow';
import { settings } from '../../src/lib/settings.svelte';
import type { HanseView } from '../../src/lib/hanse/view';
import { cards, viewOf } from '../hanse/tables';

const animate = vi.fn<(frames: Keyframe[], options: KeyframeAnimationOptions) => void>();

function person(isStill: boolean): void {
  vi.stubGlobal('matchMedia', (asked: string) => ({
    matches: isStill && asked.includes('reduce'),
  }));
}

/** Berta is to act; then she has acted. */
async function seeing(turn: string, shown: object): Promise<void> {
  const view = viewOf({ market: cards('gold gold fur salt horse'), hand: { cloth: 2 } });
  const table = view.table ?? expect.fail();
  const before: HanseView = { ...view, seat: 1, table: { ...table, turn: 1 } };
  const names: [string, string] = ['Anna', 'Berta'];
  const props = { viewer: 0 as const, near: 0 as const, names, selection: null };
  const play = (): void => undefined;
  const rest = { ...props, isBusy: false, hasHelp: true, play };
  const { rerender } = render(TradeTable, { ...rest, view: before });
  expect(animate).not.toHaveBeenCalled();
  await rerender({ view: followTurn(before, 0, turn, shown) });
  await tick();
}

const begins = (): unknown[] => animate.mock.calls.map(([[from]]) => from.transform);

describe('a card that comes by itself', () => {
  beforeEach(() => {
    settings.set('language', 'de');
    animate.mockClear();
    Object.assign(Element.prototype, { animate });
    person(false);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(Element.prototype, 'animate');
  });

  it('comes out of the pile, and the one that was taken goes to the other hand', async () => {
    await seeing('take fur', { refill: ['amber'] });
    expect(begins().sort()).toEqual(['translate(-70px, 0px)', 'translate(0px, 70px)']);
    expect(screen.getByRole('button', { name: 'Pelz, offen genommen' })).toBeVisible();
  });

  it('is marked, also without motion', async () => {
    person(true);
    await seeing('swap gold*2>silver+horse', {});
    expect(animate).not.toHaveBeenCalled();
    const market = screen.getByRole('group', { name: 'Markt' });
    const fresh = within(market).getAllByRole('button', { name: /gerade dazugekommen/ });
    expect(fresh.map((card) => card.dataset.kind)).toEqual(['silver', 'horse']);
  });
});
