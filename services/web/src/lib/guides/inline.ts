// Markdown within a line: strong, emphasis, code, links. Anything else that looks like Markdown fails.

import { GuideError, type Inline, type Line } from './tree';

const MARKED =
  /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*]+)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^\s)]+)\)/;
const UNREAD = /[*`<>[\]]|_{2}|&\w+;/;

/** The parts of a line. Throws GuideError for marks left over, and for links that are not https. */
export function readLine(text: string): Line {
  const found = MARKED.exec(text);
  if (!found) return plain(text);
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  return [...plain(before), marked(found.groups ?? {}), ...readLine(after)];
}

/** A line without its marks: for headings and titles. */
export function textOf(line: Line): string {
  return line.map((part) => ('text' in part ? part.text : textOf(part.parts))).join('');
}

function marked({ strong, em, code, label, href }: Record<string, string | undefined>): Inline {
  if (strong) return { kind: 'strong', parts: readLine(strong) };
  if (em) return { kind: 'em', parts: readLine(em) };
  if (code) return { kind: 'code', text: code };
  if (!label || !href?.startsWith('https://')) {
    throw new GuideError(`a link has a text and leads to https: ${href ?? ''}`);
  }
  return { kind: 'link', href, parts: readLine(label) };
}

function plain(text: string): Line {
  if (UNREAD.test(text)) throw new GuideError(`marks that nobody reads: ${text}`);
  return text ? [{ kind: 'text', text }] : [];
}
