// What the server says about the waiting room, in tests.

import type { ChatLine, FromServer, PersonHere } from '../../src/lib/protocol/generated';
import { BLACK } from '../double';

export const NOON_MS = new Date(2026, 10, 30, 12).getTime();

export function chatLine(n: number, changed: Partial<ChatLine> = {}): ChatLine {
  const { player, name } = BLACK;
  return { n, at_ms: NOON_MS + n, player, name, text: `Zeile ${n}`, ...changed };
}

export function said(line: ChatLine): FromServer {
  return { t: 'chat_line', place: 'lobby', line, game: null };
}

export function whole(people: PersonHere[], lines: ChatLine[]): FromServer {
  return { t: 'lobby', people, lines, seeks: [] };
}
