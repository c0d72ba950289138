import { render, screen, within } from '@testing-library/svelte';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import TradeTable from '../../src/components/hanse/TradeTable.svelte';
import { keepFocus } from '../../src/lib/focus';
import { Selection } from '../../src/lib/hanse/selection.svelte';
import type { HanseView, Viewer } from '../../src/lib/hanse/view';
import { settings } from '../../src/lib/settings.svelte';
import { cards, viewOf } from '../hanse/tables';

const MARKET = cards('gold gold salt horse horse');
const play = vi.fn<(turn: string) => void>();

interface Lying {
  view: HanseView;
  viewer?: Viewer;
  isActing?: boolean;
  isBusy?: boolean;
  hasHelp?: boolean;
}

interface At {
  user: UserEvent;
  rerender: (props: object) => Promise<void>;
}

function lay({ view, viewer = 0, isActing = true, isBusy = false, hasHelp = true }: Lying): At {
  const names: [string, string] = ['Anna', 'Berta'];
  const selection = isActing ? new Selection(() => view) : null;
  const props = { view, viewer, near: 0 as const, names, selection, isBusy, hasHelp, play };
  const { rerender } = render(TradeTable, props);
  return { user: userEvent.setup(), rerender };
}

const market = (): HTMLElement => screen.getByRole('group', { name: 'Markt' });
const own = (): HTMLElement => screen.getByTestId('side-0');
const card = (where: HTMLElement, name: RegExp, place = 0): HTMLElement =>
  within(where).getAllByRole('button', { name })[place];
const line = (): string => screen.getByTestId('trade-line').textContent;
const box = (): HTMLElement => screen.getByTestId('trade-box');
const key = (): HTMLElement => screen.getByTestId('play-turn');

beforeEach(() => {
  play.mockClear();
  settings.set('language', 'de');
});

describe('the trade box', () => {
  it('says what is taken and given, and its key plays the turn', async () => {
    const view = viewOf({ hand: { cloth: 2, fur: 1 }, horses: 2, market: MARKET });
    const { user } = lay({ view });
    expect(line()).toBe('Wähle Karten aus Markt, Hand oder Stall.');
    expect(key()).toBeDisabled();
    await user.click(card(market(), /^Gold/, 0));
    expect(line()).toBe('Du nimmst Gold.');
    expect(key()).toHaveTextContent('Nehmen');
    await user.click(card(market(), /^Gold/, 1));
    expect(line()).toBe('Gib noch 2 Karten dazu, von der Hand oder aus dem Stall.');
    expect(key()).toBeDisabled();
    await user.click(card(own(), /^Tuch/));
    expect(box()).toHaveTextContent('Bisher: 2 Gold gegen Tuch.');
    await user.click(within(own()).getByRole('button', { name: 'Ein Packpferd dazugeben' }));
    expect(line()).toBe('Du nimmst 2 Gold und gibst Tuch + 1 Packpferd.');
    expect(box()).toHaveTextContent('Danach hast du 4 von 7 Waren.');
    await user.click(key());
    expect(play.mock.calls).toEqual([['swap gold*2>cloth+horse']]);
  });

  it('takes all horses at a touch of one', async () => {
    const { user } = lay({ view: viewOf({ hand: { cloth: 2 }, market: MARKET }) });
    await user.click(card(market(), /^Packpferd/));
    expect(line()).toBe('Du holst beide Packpferde in deinen Stall.');
    for (const horse of within(market()).getAllByRole('button', { name: /^Packpferd, gewählt/ }))
      expect(horse).toHaveAttribute('aria-pressed', 'true');
    expect(within(market()).getAllByRole('button', { pressed: true })).toHaveLength(2);
    await user.click(key());
    expect(play).toHaveBeenCalledWith('horses');
  });

  it('shows the tokens of a sale, the council token, and what is no longer paid', async () => {
    const view = viewOf({ hand: { cloth: 4 }, market: MARKET });
    const table = view.table ?? expect.fail();
    const paying = { ...table, tokens: { ...table.tokens, cloth: [2, 1, 1] } };
    const { user } = lay({ view: { ...view, table: paying } });
    for (const place of [0, 1, 2, 3]) await user.click(card(own(), /^Tuch/, place));
    expect(line()).toBe('Du verkaufst 4 Tuch.');
    expect(box()).toHaveTextContent('Für 1 Karte liegt keine Marke mehr.');
    expect(box()).toHaveTextContent('Marken 2, 1, 1, zusammen 4 Punkte');
    expect(box()).toHaveTextContent('und eine Ratsmarke (4 bis 6)');
    expect(screen.getByTestId('council-4').querySelector('.taken')).not.toBeNull();
    expect(screen.getByTestId('pile-cloth').querySelectorAll('.taken')).toHaveLength(3);
  });

  it('warns of a turn that ends the round', async () => {
    const view = viewOf({ hand: { cloth: 2 }, market: MARKET, deck_count: 1 });
    const table = view.table ?? expect.fail();
    const tokens = { ...table.tokens, gold: [], fur: [], cloth: [1, 1] };
    const { user } = lay({ view: { ...view, table: { ...table, tokens } } });
    await user.click(card(market(), /^Packpferd/));
    expect(box()).toHaveTextContent('Dem Stapel fehlt dafür 1 Karte, die Runde endet.');
    await user.click(screen.getByTestId('clear-selection'));
    for (const place of [0, 1]) await user.click(card(own(), /^Tuch/, place));
    expect(box()).toHaveTextContent('der dritte Markenstapel leer, die Runde endet');
  });

  it.each([
    ['a single precious card', { hand: { gold: 1 } }, ['own Gold'], 'erst ab 2 Karten'],
    ['two kinds', { hand: { fur: 1, cloth: 1 } }, ['own Pelz', 'own Tuch'], 'nur eine Ware'],
    ['a full hand', { hand: { fur: 7 } }, ['market Gold'], 'Mehr als 7 Waren'],
    ['horses with goods', {}, ['market Gold', 'market Packpferd'], 'ohne andere Karten'],
    [
      'the same on both sides',
      { hand: { salt: 1, fur: 1 } },
      ['market Gold', 'market Salz', 'own Salz', 'own Pelz'],
      'kannst du nicht zugleich geben',
    ],
  ])('says why %s can’t be played', async (_, lying, touched, said) => {
    const { user } = lay({ view: viewOf({ market: MARKET, ...lying }) });
    for (const touch of touched) {
      const [where, name] = touch.split(' ');
      await user.click(card(where === 'own' ? own() : market(), new RegExp(`^${name}`)));
    }
    expect(line()).toContain(said);
    expect(key()).toBeDisabled();
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(play).not.toHaveBeenCalled();
  });

  it('tells the last turn, but not one of the round before', async () => {
    const view = viewOf({ hand: { cloth: 2 }, market: MARKET });
    const table = view.table ?? expect.fail();
    const later = { ...view, last: 'sell fur*3', table: { ...table, deck_count: 39 } };
    const { rerender } = lay({ view: later });
    expect(box()).toHaveTextContent('Zuletzt: Berta verkauft 3 Pelze.');
    await rerender({ view: { ...later, table } });
    expect(box()).not.toHaveTextContent('Zuletzt');
  });

  it('waits while a turn is on its way', () => {
    lay({ view: viewOf({ hand: { cloth: 2 }, market: MARKET }), isBusy: true });
    expect(line()).toBe('Dein Zug ist unterwegs …');
    expect(card(market(), /^Gold/)).toHaveAttribute('aria-disabled', 'true');
  });

  it('speaks English, too', async () => {
    settings.set('language', 'en');
    const { user } = lay({ view: viewOf({ hand: { cloth: 2 }, horses: 1, market: MARKET }) });
    const places = screen.getByRole('group', { name: 'Market' });
    for (const place of [0, 1]) await user.click(card(places, /^Gold/, place));
    await user.click(card(own(), /^Cloth/));
    await user.click(within(own()).getByRole('button', { name: 'Add a packhorse' }));
    expect(line()).toBe('You take 2 gold and give cloth + 1 packhorse.');
  });
});

describe('the trading table by keyboard', () => {
  it('goes from card to card and from row to row, marks, plays and clears', async () => {
    const { user } = lay({ view: viewOf({ hand: { cloth: 2 }, market: MARKET }) });
    screen.getByTestId('deck').focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(card(market(), /^Gold/, 1)).toHaveFocus();
    await user.keyboard(' ');
    expect(line()).toBe('Du nimmst Gold.');
    await user.keyboard('{Escape}');
    expect(line()).toContain('Wähle Karten');
    await user.keyboard('{ArrowDown}');
    expect(own()).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{Enter}{Shift>}{Enter}{/Shift}');
    expect(play.mock.calls).toEqual([['sell cloth']]);
  });

  it('stays at the market when the card that had the focus is taken', async () => {
    const view = viewOf({ hand: { cloth: 2 }, market: MARKET });
    const { rerender } = lay({ view });
    onTestFinished(keepFocus());
    card(market(), /^Salz/).focus();
    // What fills the place is not Salt again, and the other one is to act.
    const after = viewOf({
      hand: { cloth: 2, salt: 1 },
      market: cards('fur gold gold horse horse'),
    });
    await rerender({ view: { ...after, seat: 1 }, selection: null, isHome: true });
    await vi.waitFor(() => {
      expect(card(market(), /^Pelz/)).toHaveFocus();
    });
  });

  it('keeps the arrow keys from the page', async () => {
    const { user } = lay({ view: viewOf({ hand: { cloth: 2 }, market: MARKET }) });
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    screen.getByTestId('deck').focus();
    await user.keyboard('{ArrowRight}');
    window.removeEventListener('keydown', heard);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('what is seen of hands', () => {
  const view = viewOf({
    hand: { gold: 2, fur: 1 },
    market: MARKET,
    known: [{ gold: 1 }, { silver: 2 }],
    won: [[['gold', 6]], [['salt', 5]]],
    won_council: [[[3, 2]], [[5, null]]],
  });

  it('remembered cards lie open on the other hand, known ones of the own have an eye', () => {
    lay({ view });
    const far = screen.getByTestId('side-1');
    expect(far).toHaveTextContent('Berta: 5 Karten verdeckt auf der Hand');
    expect(far.querySelectorAll('.backs > *')).toHaveLength(3);
    expect(within(far).getByRole('button', { name: '2 Silber, offen genommen' })).toBeVisible();
    expect(card(own(), /^Gold/, 0)).toHaveAccessibleName('Gold, dein Gegner kennt sie');
    expect(card(own(), /^Gold/, 1)).toHaveAccessibleName('Gold');
    expect(own().querySelectorAll('.eye')).toHaveLength(1);
  });

  it('without help neither is shown', () => {
    lay({ view, hasHelp: false });
    expect(screen.queryByRole('button', { name: /offen genommen/ })).toBeNull();
    expect(screen.getByTestId('side-1').querySelectorAll('.backs > *')).toHaveLength(5);
    expect(own().querySelectorAll('.eye')).toHaveLength(0);
  });

  it('own council tokens are seen, the other’s are not', () => {
    lay({ view });
    expect(screen.getByTestId('won-0')).toHaveAccessibleName(
      'Deine Marken: 8 Punkte; Gold 6; Ratsmarke für drei Karten: 2 Punkte',
    );
    expect(screen.getByTestId('won-1')).toHaveAccessibleName(
      'Marken von Berta: 5 Punkte und eine verdeckte Ratsmarke; Salz 5; ' +
        'Ratsmarke für fünf oder mehr Karten, verdeckt',
    );
  });

  it('who watches sees two covered hands and touches nothing', async () => {
    const table = view.table ?? expect.fail();
    const open = { ...view, table: { ...table, hands: [null, null] as const } };
    const { user } = lay({ view: open, viewer: 'spectator', isActing: false });
    expect(screen.getAllByTestId('covered-hand')).toHaveLength(2);
    expect(screen.getByTestId('side-0')).toHaveTextContent('Anna: 3 Karten verdeckt auf der Hand');
    expect(screen.queryByTestId('play-turn')).toBeNull();
    await user.click(card(market(), /^Gold/));
    expect(line()).toBe('Anna ist am Zug.');
    expect(within(market()).queryAllByRole('button', { pressed: true })).toEqual([]);
  });

  it('a replay shows both hands', () => {
    const table = view.table ?? expect.fail();
    const hands = [table.hands[0], { silver: 2, fur: 3 }] as const;
    lay({ view: { ...view, table: { ...table, hands } }, viewer: 'all', isActing: false });
    expect(screen.queryAllByTestId('covered-hand')).toEqual([]);
    const far = screen.getByRole('region', { name: 'Hand von Berta' });
    expect(within(far).getAllByRole('button', { name: /^Pelz/ })).toHaveLength(3);
  });
});
