import { fireEvent, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatLine, FromServer } from '../../src/lib/protocol/generated';
import { settings } from '../../src/lib/settings.svelte';
import { BLACK, eventsOf, GAME, practiceEvents, snapshot, WHITE } from '../double';
import { gamePath, settleAll, visit, type Visit } from './app';

function line(n: number, text: string, by = BLACK): ChatLine {
  return { n, at_ms: Date.now(), player: by.player, name: by.name, text };
}

function lines(all: ChatLine[], place: 'game' | 'watchers' = 'game'): FromServer {
  return { t: 'chat_lines', game: GAME, place, lines: all };
}

function said(one: ChatLine, place: 'game' | 'watchers' = 'game', game = GAME): FromServer {
  return { t: 'chat_line', place, line: one, game };
}

const chat = (): HTMLElement => screen.getByTestId('table-chat');
const shown = (): string[] =>
  within(chat())
    .queryAllByTestId('chat-line')
    .map((each) => each.textContent.replace(/\s+/g, ' ').trim());

/** A table with its chat; beside the board it stands open. */
async function sit(seat: number | null = 0, isWide = true): Promise<Visit> {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: vi.fn() }));
  const person = await visit(gamePath, seat === null ? '03-someone' : WHITE.player);
  await person.say(snapshot(eventsOf(['d7']), seat));
  return person;
}

beforeEach(() => {
  settings.set('tableChat', true);
});

afterEach(() => {
  settleAll();
  vi.unstubAllGlobals();
});

describe('chat at the table', () => {
  it('is asked for with the table and says who reads it', async () => {
    const { server, say } = await sit();
    expect(server().of('watch_chat')).toEqual([{ t: 'watch_chat', game: GAME }]);
    expect(screen.queryByTestId('table-chat')).toBeNull();
    await say(lines([]));
    expect(chat()).toHaveTextContent('Nur ihr beide lest das.');
    expect(chat()).toHaveTextContent('Noch hat niemand etwas geschrieben.');
  });

  it('says at the board that there is something new while it is folded away', async () => {
    const { user, say } = await sit(0, false);
    await say(lines([]));
    expect(screen.queryByTestId('fresh-lines')).toBeNull();
    await say(said(line(1, 'Viel Glück!')));
    await user.click(screen.getByRole('button', { name: 'Chat am Tisch: 1 neue Zeile' }));
    expect(chat()).toHaveAttribute('open');
    expect(screen.queryByTestId('fresh-lines')).toBeNull();
    expect(chat().querySelector('summary')).toHaveFocus();
  });

  it('sends a line to the room of the players and shows it once', async () => {
    const { user, server, say } = await sit();
    await say(lines([line(1, 'Hallo!')]));
    const box = screen.getByLabelText('Nachricht an dein Gegenüber');
    await user.type(box, '  Gute Partie {Enter}');
    const [sent] = server().of('say');
    expect(sent).toMatchObject({ place: 'game', text: 'Gute Partie', game: GAME });
    expect(box).toHaveValue('');
    expect(chat()).toHaveTextContent('Gute Partie (wird gesendet)');
    await say({ t: 'answer', id: sent.id }, said(line(2, 'Gute Partie', WHITE)));
    expect(chat()).not.toHaveTextContent('wird gesendet');
    expect(shown().filter((text) => text.includes('Gute Partie'))).toHaveLength(1);
  });

  it('of watchers is another room with a label of its own', async () => {
    const { user, server, say } = await sit(null);
    await say(lines([line(1, 'Spannend')], 'watchers'));
    expect(chat()).toHaveTextContent('Nur Zuschauer lesen das.');
    await user.type(screen.getByLabelText('Nachricht an alle, die zuschauen'), 'Ja{Enter}');
    expect(server().of('say')[0]).toMatchObject({ place: 'watchers', game: GAME });
    await say(said(line(2, 'unter uns'), 'game'), said(line(3, 'woanders'), 'watchers', '03-x'));
    expect(shown()).toHaveLength(1);
  });

  it('shows markup as text', async () => {
    const { say } = await sit();
    await say(lines([line(1, '<img src=x onerror="alert(1)"><b>fett</b>')]));
    expect(shown()[0]).toContain('<img src=x onerror="alert(1)"><b>fett</b>');
    expect(chat().querySelector('img, b')).toBeNull();
  });

  it('gives a refused line back with the sentence why', async () => {
    const { user, server, say } = await sit();
    await say(lines([]));
    const box = screen.getByLabelText('Nachricht an dein Gegenüber');
    await user.type(box, 'noch eine{Enter}');
    const text = { de: 'Gleich geht es weiter.', en: 'In a moment.' };
    await say({ t: 'answer', id: server().of('say')[0].id, code: 'too_chatty', text });
    expect(within(chat()).getByRole('alert')).toHaveTextContent('Gleich geht es weiter.');
    expect(box).toHaveValue('noch eine');
  });

  it('counts what is left near the end and sends nothing that is too long', async () => {
    const { user, server, say } = await sit();
    await say(lines([]));
    const box = screen.getByLabelText('Nachricht an dein Gegenüber');
    await fireEvent.input(box, { target: { value: 'a'.repeat(349) } });
    expect(chat()).not.toHaveTextContent('Zeichen');
    await fireEvent.input(box, { target: { value: 'a'.repeat(399) } });
    expect(chat()).toHaveTextContent('Noch 1 Zeichen');
    await fireEvent.input(box, { target: { value: 'a'.repeat(402) } });
    expect(chat()).toHaveTextContent('2 Zeichen zu viel');
    await user.type(box, '{Enter}');
    expect(server().of('say')).toEqual([]);
  });

  it('folded away says how many lines are new, until it is opened', async () => {
    const { user, say } = await sit(0, false);
    await say(lines([line(1, 'vorher')]));
    expect(chat()).not.toHaveAttribute('open');
    expect(chat()).not.toHaveTextContent('neue Zeile');
    await say(said(line(2, 'eins')), said(line(3, 'zwei')));
    expect(chat()).toHaveTextContent('2 neue Zeilen');
    await user.click(within(chat()).getByText('Chat am Tisch'));
    await tick();
    expect(chat()).not.toHaveTextContent('neue Zeile');
  });

  it('reads out what others say', async () => {
    const { say } = await sit();
    await say(lines([]), said(line(1, 'Schöner Zug')));
    const news = document.querySelector('ol[aria-live="polite"]');
    expect(news).toHaveTextContent('Stille Rohrdommel: Schöner Zug');
  });

  it('takes away erased lines, and lines of whom one blocks', async () => {
    const { say } = await sit(null);
    const third = { player: '02-third', name: 'Dritte' };
    await say(lines([line(1, 'a'), line(2, 'b', third), line(3, 'c', third)], 'watchers'));
    await say({ t: 'chat_erased', lines: [1] });
    expect(shown()).toHaveLength(2);
    const standing = { muted_until_ms: null, banned_until_ms: null, blocked: [third.player] };
    await say({ t: 'standing', standing });
    expect(shown()).toEqual([]);
  });

  it('closes the box for who is silenced, until then', async () => {
    const { say } = await sit();
    const until = Date.now() + 60_000;
    const standing = { muted_until_ms: until, banned_until_ms: null, blocked: [] };
    await say(lines([]), { t: 'standing', standing });
    expect(screen.getByLabelText('Nachricht an dein Gegenüber')).toBeDisabled();
    expect(chat()).toHaveTextContent(/Du darfst bis .* nichts schreiben/);
  });

  it('opens what one can do about a person by a click on the name', async () => {
    const { user, say } = await sit();
    await say(lines([line(1, 'Hallo!')]));
    await user.click(within(chat()).getByRole('button', { name: BLACK.name }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(BLACK.name);
  });

  it('asks a stranger to come in, and lets them read', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const { say } = await visit(gamePath, null);
    await say(snapshot(eventsOf(['d7']), null));
    await say(lines([line(1, 'Hallo!')], 'watchers'));
    expect(shown()).toHaveLength(1);
    expect(within(chat()).getByRole('button', { name: 'Mitschreiben' })).toBeVisible();
    expect(within(chat()).queryByRole('textbox')).toBeNull();
  });

  it('is not there where the settings say so; switched on again it is asked for', async () => {
    const { user, server, say } = await sit();
    await say(lines([]));
    await user.click(screen.getByRole('switch', { name: 'Chat am Tisch' }));
    expect(screen.queryByTestId('table-chat')).toBeNull();
    expect(server().of('unwatch_chat')).toHaveLength(1);
    await user.click(screen.getByRole('switch', { name: 'Chat am Tisch' }));
    expect(server().of('watch_chat')).toHaveLength(2);
  });

  it('is not there against a computer', async () => {
    const { server, say } = await visit(gamePath);
    await say(snapshot(practiceEvents(['d7']), 0));
    expect(server().of('watch_chat')).toEqual([]);
  });
});
