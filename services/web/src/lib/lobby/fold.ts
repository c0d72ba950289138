// The waiting room's lists as a fold of what the server says: nothing stands there twice.

import type { ChatLine, LobbyChanges, PersonHere, SeekView } from '../protocol/generated';

/** So many lines stay on the page; the server sends the last 150 to whoever comes in. */
export const MOST_LINES = 300;

/** The lines with one more, in their order; one that is there already changes nothing. */
export function withLine(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  const after = lines.findLastIndex(({ n }) => n <= line.n);
  if (lines[after]?.n === line.n) return lines;
  return lines.toSpliced(after + 1, 0, line).slice(-MOST_LINES);
}

/** The lines in their order, each once. */
export function inOrder(lines: readonly ChatLine[]): readonly ChatLine[] {
  const byNumber = new Map(lines.map((line) => [line.n, line]));
  return [...byNumber.values()].sort((a, b) => a.n - b.n);
}

export function withoutLines(
  lines: readonly ChatLine[],
  erased: readonly number[],
): readonly ChatLine[] {
  const gone = new Set(erased);
  return lines.filter(({ n }) => !gone.has(n));
}

/** The people, each once, as they are after these changes. */
export function peopleAfter(
  people: readonly PersonHere[],
  { people: changed = [], gone = [] }: Partial<LobbyChanges>,
): readonly PersonHere[] {
  if (!changed.length && !gone.length) return people;
  const byId = new Map(people.map((person) => [person.player, person]));
  for (const player of gone) byId.delete(player);
  for (const person of changed) byId.set(person.player, person);
  return [...byId.values()];
}

/** The open offers after these changes, oldest first. */
export function seeksAfter(
  seeks: readonly SeekView[],
  { seeks: opened = [], seeks_gone: closed = [] }: Partial<LobbyChanges>,
): readonly SeekView[] {
  if (!opened.length && !closed.length) return seeks;
  const byRoom = new Map(seeks.map((seek) => [seek.room, seek]));
  for (const room of closed) byRoom.delete(room);
  for (const seek of opened) byRoom.set(seek.room, seek);
  return [...byRoom.values()].sort((a, b) => a.at_ms - b.at_ms);
}
