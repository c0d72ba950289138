// What a guide is once it has been read: typed parts that components can show one by one.

import type { Example } from './example';

export const SECTIONS = [
  'preparation',
  'turn',
  'heart',
  'end',
  'example',
  'mistake',
  'questions',
  'sources',
  'editions',
] as const;

/** What a section is about, whatever its heading; `heart` is the mill, the line, the sale. */
export type About = (typeof SECTIONS)[number];

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; parts: readonly Inline[] }
  | { kind: 'em'; parts: readonly Inline[] }
  | { kind: 'link'; href: string; parts: readonly Inline[] };

export type Line = readonly Inline[];

export type Block =
  | { kind: 'paragraph'; line: Line }
  | { kind: 'question'; question: Line; answer: Line }
  | { kind: 'list'; items: readonly Line[] }
  | { kind: 'table'; head: readonly Line[]; rows: readonly (readonly Line[])[] }
  | { kind: 'example'; example: Example };

export interface Section {
  about: About;
  heading: string;
  blocks: readonly Block[];
}

export interface Guide {
  title: string;
  sections: readonly Section[];
}

/** A guide that has another form than the ones that are shown here. */
export class GuideError extends Error {
  override name = 'GuideError';
}
