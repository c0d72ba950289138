// What stands in a line of chat: text, and links to rooms, games and people of our own house.

export type Part = { text: string; path: null } | { text: string; path: string };

const LINK = /https?:\/\/[^\s<>"']+/g;
const OURS = /^\/(?:room|game|player)\/[0-9a-f]{2}-[A-Za-z0-9_-]{1,64}$/;
const TRAILING = /[.,;:!?)\]]+$/;

/** The parts of a line, in order. Whatever is no page of ours stays text. */
export function partsOf(line: string, origin: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: matched, index } of line.matchAll(LINK)) {
    const address = matched.replace(TRAILING, '');
    const path = pathOf(address, origin);
    if (path === null) continue;
    if (index > from) parts.push({ text: line.slice(from, index), path: null });
    parts.push({ text: address, path });
    from = index + address.length;
  }
  if (from < line.length) parts.push({ text: line.slice(from), path: null });
  return parts;
}

function pathOf(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.search === '' && url.hash === '' && url.username === '';
  return url.origin === origin && isPlain && OURS.test(url.pathname) ? url.pathname : null;
}
