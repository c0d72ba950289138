// A guide's Markdown taken apart: the small part of Markdown that the guides use, and no more.

import { readExample } from './example';
import { readLine } from './inline';
import { GuideError, SECTIONS, type Block, type Guide, type Line, type Section } from './tree';

const TITLE = /^# (.+)$/;
const HEADING = /^## (.+)$/;
const FENCE = /^```(.*)$/;
const ITEM = '- ';
const ROW = '|';
const QUESTION = /^\*\*([^*]+\?)\*\*$/;
const RULE = /^\|(?:-+\|)+$/;
/** Markdown that the guides don't use, at the beginning of a line. */
const OTHER = /^(?:#|>|\d+\. |[*+] |={3}|-{3}|\s)/;

/** The guide that a text holds. Throws GuideError for a form that would not be shown. */
export function readGuide(text: string): Guide {
  const [first, ...rest] = text.split('\n');
  const title = TITLE.exec(first)?.[1];
  const sections: Section[] = [];
  for (const { heading, lines } of chapters(rest)) {
    const about = SECTIONS.at(sections.length);
    if (!about) throw new GuideError(`a section too many: ${heading}`);
    sections.push({ about, heading, blocks: chunks(lines).map(readBlock) });
  }
  if (!title || sections.length !== SECTIONS.length) {
    throw new GuideError(`a guide has a title and ${SECTIONS.length.toString()} sections`);
  }
  return { title, sections };
}

function chapters(lines: readonly string[]): { heading: string; lines: string[] }[] {
  const found: { heading: string; lines: string[] }[] = [];
  for (const line of lines) {
    const heading = HEADING.exec(line)?.[1];
    const last = found.at(-1);
    if (heading) found.push({ heading, lines: [] });
    else if (last) last.lines.push(line);
    else if (line.trim()) throw new GuideError(`text before the first section: ${line}`);
  }
  return found;
}

/** Lines that belong together: parted by empty lines, but for what a fence holds. */
function chunks(lines: readonly string[]): string[][] {
  const found: string[][] = [];
  let current: string[] = [];
  let isFenced = false;
  for (const line of lines) {
    if (FENCE.test(line)) isFenced = !isFenced;
    if (line.trim() || isFenced) {
      current.push(line);
    } else if (current.length) {
      found.push(current);
      current = [];
    }
  }
  if (isFenced) throw new GuideError('a fence without an end');
  return current.length ? [...found, current] : found;
}

function readBlock(lines: readonly string[]): Block {
  const [first] = lines;
  if (FENCE.test(first)) return readFence(lines);
  if (first.startsWith(ITEM)) return { kind: 'list', items: items(lines).map(readLine) };
  if (first.startsWith(ROW)) return readTable(lines);
  const strange = lines.find((line) => OTHER.test(line) || FENCE.test(line));
  if (strange !== undefined) throw new GuideError(`not read: ${strange}`);
  const question = QUESTION.exec(first)?.[1];
  if (question && lines.length > 1) {
    return {
      kind: 'question',
      question: readLine(question),
      answer: readLine(lines.slice(1).join(' ')),
    };
  }
  return { kind: 'paragraph', line: readLine(lines.join(' ')) };
}

function readFence(lines: readonly string[]): Block {
  const name = FENCE.exec(lines[0])?.[1];
  if (name !== 'example' || lines.at(-1) !== '```') {
    throw new GuideError(`a fenced block that is no example: ${name ?? ''}`);
  }
  return { kind: 'example', example: readExample(lines.slice(1, -1).join('\n')) };
}

function items(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of lines) {
    if (line.startsWith(ITEM)) found.push(line.slice(ITEM.length));
    else if (line.startsWith('  ')) found.push(`${found.pop() ?? ''} ${line.trim()}`);
    else throw new GuideError(`not a part of a list: ${line}`);
  }
  return found;
}

function readTable([head, rule, ...rows]: readonly string[]): Block {
  const names = cells(head);
  const read = rows.map(cells);
  if (!RULE.test(rule) || read.some((row) => row.length !== names.length)) {
    throw new GuideError(`a table that is not even: ${head}`);
  }
  return { kind: 'table', head: names, rows: read };
}

function cells(row: string): Line[] {
  const inner = /^\|(.*)\|$/.exec(row)?.[1];
  if (inner === undefined) throw new GuideError(`not a row of a table: ${row}`);
  return inner.split('|').map((cell) => readLine(cell.trim()));
}
