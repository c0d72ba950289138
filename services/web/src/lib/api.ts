// The HTTP API: everything that is not live.

import type {
  FinishedPage,
  Hint,
  HttpRefusal,
  Me,
  NewPractice,
  RoomTerms,
  RoomView,
} from './protocol/generated';

/** The server said no, with a sentence in both languages. */
export class RefusedError extends Error {
  readonly code: string;
  readonly text: Record<string, string>;
  /** What more there is to say: how long to wait, who it was. */
  readonly detail: Record<string, unknown>;

  constructor(refusal: HttpRefusal) {
    super(refusal.code);
    this.code = refusal.code;
    this.text = refusal.text;
    this.detail = refusal.detail ?? {};
  }

  /** The room that was there before. */
  get room(): string | null {
    return typeof this.detail.room === 'string' ? this.detail.room : null;
  }
}

export const api = {
  me: () => ask<Me>('GET', '/api/me'),
  guest: (language: string) => ask<Me>('POST', '/api/guest', { language }),
  signOut: () => ask<Me>('POST', '/api/sign-out', {}),
  openRoom: (id: string, terms: RoomTerms) => ask<RoomView>('POST', '/api/rooms', { id, terms }),
  room: (room: string) => ask<RoomView>('GET', `/api/rooms/${room}`),
  openPractice: (id: string, terms: RoomTerms, strength: NewPractice['strength']) =>
    ask<RoomView>('POST', '/api/practice', { id, terms, strength }),
  openHotseat: (id: string, terms: RoomTerms) =>
    ask<RoomView>('POST', '/api/hotseat', { id, terms }),
  messages: () => ask<Record<string, Record<string, string>>>('GET', '/api/messages'),
  hint: (game: string) => ask<Hint>('POST', `/api/games/${game}/hint`, {}),
  myGames: (before: string | null) =>
    ask<FinishedPage>('GET', before ? `/api/my-games?before=${before}` : '/api/my-games'),
};

/** Throws RefusedError for a refusal, TypeError where there is no network. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    // What is to be kept arrives even if the page is left meanwhile.
    keepalive: method === 'PUT',
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new RefusedError(answer as HttpRefusal);
  return answer as T;
}
