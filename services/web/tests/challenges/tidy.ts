// Between tests of challenges: what belongs to the tab is forgotten, as in a new one.

import { afterEach, beforeEach, vi } from 'vitest';
import { challenges } from '../../src/lib/challenges/challenges.svelte';
import { settleAll } from '../components/app';
import { answer, type Answers } from '../components/http';

/** A server with an empty mailbox. */
export const EMPTY: Answers = { 'GET /api/invitations': { body: { invitations: [] } } };

/** Begins each test of a file with an empty mailbox, and ends it with nobody waiting. */
export function tidily(): void {
  beforeEach(() => {
    answer(EMPTY);
  });

  afterEach(() => {
    vi.useRealTimers();
    challenges.close();
    settleAll();
    for (const { room } of challenges.waits.rooms) challenges.waits.drop(room);
    sessionStorage.clear();
    vi.unstubAllGlobals();
  });
}
