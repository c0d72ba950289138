// The HTTP API of one's own finished games.

import { ask, RefusedError } from '../api';
import type { FinishedPage, HttpRefusal, Statistics } from '../protocol/generated';
import { questionOf, type Filter } from './filter';

export const EXPORT_PATH = '/api/my-games/export';
const SOON_MS = 700;
const FILE_NAME = /filename="([\w.-]+)"/;

export const mine = {
  games: (filter: Filter, before: string | null) =>
    ask<FinishedPage>('GET', questionOf(filter, before)),
  statistics: () => ask<Statistics>('GET', '/api/my-statistics'),
};

/** Saves a finished game as a text file. Throws as `ask` does. */
export async function saveText(game: string): Promise<void> {
  const response = await textOf(game);
  const name = FILE_NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name ?? `${game}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The archive hears of an end a moment after the table does: then once more is enough. */
async function textOf(game: string, isLast = false): Promise<Response> {
  const response = await fetch(`/api/games/${game}/text`);
  if (response.ok) return response;
  const refusal = (await response.json()) as HttpRefusal;
  if (isLast || refusal.code !== 'game_running') throw new RefusedError(refusal);
  await new Promise((done) => setTimeout(done, SOON_MS));
  return textOf(game, true);
}
