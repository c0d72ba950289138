// Addresses of pages: which page an address means, and going there without loading anew.

import { LOBBY_TABS, tabPath, type LobbyTab } from './lobby/tabs';
import type { Family } from './people/api';
import { playKey, type PlayKey } from './games';
import { guideGame, type GuideGame } from './guides/games';

/** Pages about people, which come in one piece when the first of them is opened. */
export type PeoplePage =
  | { name: 'sign-up' }
  | { name: 'sign-in' }
  | { name: 'recover' }
  | { name: 'account' }
  | { name: 'player'; id: string }
  | { name: 'ranking'; family: Family };

export type Page =
  | { name: 'start' }
  | { name: 'lobby'; tab: LobbyTab }
  | { name: 'live' }
  | { name: 'moderation' }
  | { name: 'new'; game: PlayKey | null }
  | { name: 'practice'; game: PlayKey | null }
  | { name: 'hotseat'; game: PlayKey | null }
  | { name: 'room'; id: string }
  | { name: 'game'; id: string }
  | { name: 'games' }
  | { name: 'mailbox' }
  | { name: 'rules' }
  | PeoplePage
  | { name: 'guide'; game: GuideGame }
  | { name: 'unknown' };

const ID = /^[0-9a-f]{2}-[A-Za-z0-9_-]{1,64}$/;
const PLAIN = new Map<string, Page>([
  ['/', { name: 'start' }],
  ['/new', { name: 'new', game: null }],
  ['/practice', { name: 'practice', game: null }],
  ['/hotseat', { name: 'hotseat', game: null }],
  ['/games', { name: 'games' }],
  ['/mailbox', { name: 'mailbox' }],
  ['/rules', { name: 'rules' }],
  ['/sign-up', { name: 'sign-up' }],
  ['/sign-in', { name: 'sign-in' }],
  ['/recover', { name: 'recover' }],
  ['/account', { name: 'account' }],
  ['/ranking', { name: 'ranking', family: 'mills' }],
  ['/ranking/hanse', { name: 'ranking', family: 'hanse' }],
  ['/live', { name: 'live' }],
  ['/moderation', { name: 'moderation' }],
  ...LOBBY_TABS.map((tab): [string, Page] => [tabPath(tab), { name: 'lobby', tab }]),
]);

/** The page that an address means. */
export function pageOf(path: string): Page {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  const plain = PLAIN.get(trimmed);
  if (plain) return plain;
  const [, kind, id, rest] = trimmed.split('/');
  const found = rest === undefined && id ? byName(kind, id) : null;
  return found ?? { name: 'unknown' };
}

/** One of many pages of a kind: a room, a game, a guide, a game to be set up. */
function byName(kind: string, id: string): Page | null {
  if (kind === 'rules') {
    const game = guideGame(id);
    return game && { name: 'guide', game };
  }
  if (isSetUp(kind)) return setUp(kind, playKey(id));
  return isOne(kind) && ID.test(id) ? { name: kind, id } : null;
}

function isOne(kind: string): kind is 'room' | 'game' | 'player' {
  return ['room', 'game', 'player'].includes(kind);
}

type SetUp = 'new' | 'practice' | 'hotseat';

function isSetUp(kind: string): kind is SetUp {
  return ['new', 'practice', 'hotseat'].includes(kind);
}

function setUp(name: SetUp, game: PlayKey | null): Page | null {
  return game && { name, game };
}

/** The room that a person's text names: a bare code, or a link with one in it. */
export function roomIn(text: string): string | null {
  const last = text.trim().replace(/\/+$/, '').split('/').at(-1) ?? '';
  const code = last.split(/[?#]/)[0].toLowerCase();
  return ID.test(code) ? code : null;
}

class Router {
  page = $state.raw<Page>(pageOf(location.pathname));
  /** What follows the question mark, with it: what of a page is shown. */
  search = $state.raw(location.search);

  constructor() {
    addEventListener('popstate', () => {
      this.page = pageOf(location.pathname);
      this.search = location.search;
    });
  }

  /** Goes to an address of ours. */
  go(path: string, how: 'push' | 'replace' = 'push'): void {
    if (how === 'replace') history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    const before = this.page;
    this.page = pageOf(location.pathname);
    this.search = location.search;
    if (this.page !== before) scrollTo(0, 0);
  }
}

export const router = new Router();

/** A click on a link of ours goes there without loading the page anew. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlain(event) || !isOurs(link)) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}

/** Not a click that asks for a new tab, or that something else has taken. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, defaultPrevented }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !defaultPrevented;
}

function isOurs(link: HTMLAnchorElement): boolean {
  const isFile = link.hasAttribute('download');
  return link.origin === location.origin && !link.hash && !link.target && !isFile;
}
