import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import TradeTable from '../../src/components/hanse/TradeTable.svelte';
import { spotFor } from '../../src/lib/hanse/info-place';
import { infoTold } from '../../src/lib/hanse/info-told';
import type { Topic } from '../../src/lib/hanse/info';
import { Selection } from '../../src/lib/hanse/selection.svelte';
import type { HanseView } from '../../src/lib/hanse/view';
import { settings } from '../../src/lib/settings.svelte';
import { cards, viewOf } from '../hanse/tables';

const VIEW = viewOf({
  hand: { gold: 2, cloth: 3, fur: 1 },
  horses: 2,
  market: cards('gold amber salt horse horse'),
  known: [{ gold: 1 }, { fur: 2 }],
  sold: { salt: 7, cloth: 1 },
  deck_count: 1,
});
const names: [string, string] = ['Anna', 'Berta'];

function lay(view: HanseView = VIEW): void {
  const selection = new Selection(() => view);
  const props = { view, viewer: 0 as const, near: 0 as const, names, selection };
  render(TradeTable, { ...props, isBusy: false, hasHelp: true, play: () => undefined });
}

const info = (): HTMLElement | null => screen.queryByTestId('card-info');
const cloth = (): HTMLElement => screen.getAllByRole('button', { name: /^Tuch/ })[0];

/** jsdom knows no pointers, but their events. */
async function point(element: HTMLElement, name: string, pointerType: string): Promise<void> {
  const event = new MouseEvent(name, { bubbles: true, cancelable: true });
  Object.assign(event, { pointerType });
  await fireEvent(element, event);
}

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await tick();
}

function told(topic: Topic, seat: 0 | null = 0, hasHelp = true): string {
  const table = VIEW.table ?? expect.fail();
  const { now, facts } = infoTold(topic, { table, seat, names, hasHelp, language: 'de' });
  return [...now, ...facts.map((fact) => fact.join(': '))].join(' | ');
}

beforeEach(() => {
  settings.set('language', 'de');
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('card info', () => {
  it('comes under a mouse that rests, goes with it, and not before', async () => {
    lay();
    await point(cloth(), 'pointermove', 'mouse');
    await pass(200);
    expect(info()).toBeNull();
    await pass(400);
    expect(info()).toHaveTextContent('Verkaufst du 3 Tuch, bringt das 5 + 3 + 3');
    expect(cloth()).toHaveAccessibleDescription(/Verkaufst du 3 Tuch/);
    await point(cloth(), 'pointerleave', 'mouse');
    await pass(400);
    expect(info()).toBeNull();
  });

  it('does not come where a table is laid under a mouse that stands still', async () => {
    lay();
    await point(cloth(), 'pointerenter', 'mouse');
    await pass(1_000);
    expect(info()).toBeNull();
    await point(cloth(), 'pointermove', 'mouse');
    await pass(300);
    await point(cloth(), 'pointermove', 'mouse');
    await pass(300);
    expect(info()).toHaveTextContent('Tuch');
  });

  it('is gone as soon as the mouse presses, and marks the card', async () => {
    lay();
    await point(cloth(), 'pointermove', 'mouse');
    await pass(600);
    await point(cloth(), 'pointerdown', 'mouse');
    await fireEvent.click(cloth());
    expect(info()).toBeNull();
    expect(cloth()).toHaveAttribute('aria-pressed', 'true');
  });

  it('comes under a finger that rests, marks nothing, and closes by Escape', async () => {
    lay();
    await point(cloth(), 'pointerdown', 'touch');
    await pass(500);
    await point(cloth(), 'pointerup', 'touch');
    await fireEvent.click(cloth());
    expect(info()).toHaveTextContent('Tuch');
    expect(cloth()).toHaveAttribute('aria-pressed', 'false');
    await fireEvent.keyDown(cloth(), { key: 'Escape' });
    expect(info()).toBeNull();
    await point(cloth(), 'pointerdown', 'touch');
    await point(cloth(), 'pointerup', 'touch');
    await fireEvent.click(cloth());
    await pass(1000);
    expect(info()).toBeNull();
    expect(cloth()).toHaveAttribute('aria-pressed', 'true');
  });

  it('closes at a press elsewhere', async () => {
    lay();
    await fireEvent.click(screen.getByTestId('deck'));
    expect(info()).toHaveTextContent('Nachziehstapel');
    await point(screen.getByTestId('trade-box'), 'pointerdown', 'touch');
    expect(info()).toBeNull();
  });

  it.each(['deck', 'pile-fur', 'council-3', 'stable-token', 'won-1', 'stable-1'])(
    'is told by %s at a touch',
    async (place) => {
      lay();
      await fireEvent.click(screen.getByTestId(place));
      expect(info()).toBeVisible();
      await fireEvent.click(screen.getByTestId(place));
      expect(info()).toBeNull();
    },
  );
});

describe('what it says', () => {
  it('about goods: what a sale would bring, who knows them, how many are unseen', () => {
    const gold = told({ about: 'good', good: 'gold' });
    expect(gold).toContain('Verkaufst du 2 Gold, bringt das 6 + 6, zusammen 12 Punkte.');
    expect(gold).toContain('Eine davon kennt dein Gegner.');
    expect(gold).toContain('Du kannst eine davon nehmen.');
    expect(gold).toContain('Noch nicht zu sehen: 3');
    expect(told({ about: 'good', good: 'fur' })).toContain('Gemerkt beim Gegner: 2');
    expect(told({ about: 'good', good: 'amber' })).toContain('Auf der Hand hast du keine.');
    expect(told({ about: 'good', good: 'cloth' })).toContain('eine Ratsmarke mit 1 bis 3 Punkten');
  });

  it('nothing about anybody’s hand to whoever watches, nor what is remembered without help', () => {
    expect(told({ about: 'good', good: 'gold' }, null)).not.toMatch(/Hand|Verkauf|nehmen/);
    expect(told({ about: 'good', good: 'fur' }, 0, false)).not.toMatch(/Gemerkt|zu sehen/);
    expect(told({ about: 'council', tier: 3 }, null)).not.toMatch(/bekämst|fehlen/);
  });

  it('about horses, pile, council and stable token: what would happen now', () => {
    expect(told({ about: 'horse' })).toContain('Du kannst beide aus dem Markt holen.');
    expect(told({ about: 'horse' })).toContain(
      'Die Stallmarke bekämst du, mit 2 Packpferden Vorsprung.',
    );
    expect(told({ about: 'deck' })).toContain('beendet die Runde: Dem Stapel fehlt 1 Karte');
    expect(told({ about: 'council', tier: 3 })).toContain('Für 3 Tuch bekämst du jetzt eine.');
    expect(told({ about: 'council', tier: 5 })).toContain('fünf oder mehr gleiche Karten');
    expect(told({ about: 'stable' }, null)).toContain('Die Stallmarke bekäme Anna');
  });
});

describe('where it stands', () => {
  const anchor = { left: 300, top: 400, width: 50, height: 70 };
  const size = { width: 200, height: 150 };
  const screenful = { width: 800, height: 900 };

  it('beside the card, never over it', () => {
    const { left, top } = spotFor(anchor, size, screenful, []);
    expect(top + size.height <= anchor.top || top >= anchor.top + anchor.height).toBe(true);
    expect(left).toBe(225);
  });

  it('not over what is being used, where there is another place', () => {
    const box = { left: 100, top: 250, width: 500, height: 140 };
    const { top } = spotFor(anchor, size, screenful, [box]);
    expect(top).toBeGreaterThanOrEqual(anchor.top + anchor.height);
  });

  it('within the window', () => {
    const corner = { left: 0, top: 0, width: 40, height: 60 };
    const spot = spotFor(corner, size, { width: 320, height: 500 }, []);
    expect(spot.left).toBeGreaterThanOrEqual(0);
    expect(spot.top).toBeGreaterThanOrEqual(60);
  });
});
