// Who sits at a table: people, and computers of a strength, which their id tells.

import type { Words } from './i18n/de';
import { names } from './people/names.svelte';
import type { SeatInfo } from './protocol/generated';

export const STRENGTHS = ['easy', 'medium', 'strong'] as const;

export type Strength = (typeof STRENGTHS)[number];

const BOT_PREFIX = 'bot:';

/** How strongly a computer player plays; null for a person. */
export function botStrength(player: string): Strength | null {
  return STRENGTHS.find((strength) => player === BOT_PREFIX + strength) ?? null;
}

/** Where an account's profile is; null for computers, guests, and accounts that are gone. */
export function profilePath({ player, name }: SeatInfo): string | null {
  const isGuest = name !== '' && names.ofGuest(player, name) === name;
  const isAccount = !isGuest && botStrength(player) === null && !names.isDeleted(player);
  return isAccount ? `/player/${player}` : null;
}

/**
 * A player's name: a computer's in the language of this device, a guest's as it came, an account's
 * as it is called now (messages bring none). In a `$derived` or a template it follows changes.
 */
export function playerName({ player, name }: SeatInfo, t: Words): string {
  const strength = botStrength(player);
  return strength
    ? t.practice.computer(t.practice.strengths[strength].name)
    : name || names.of(player, t.people);
}

/** The same at a table: whoever sat down as a guest may have an account by now. */
export function seatName(seat: SeatInfo, t: Words): string {
  const { player, name } = seat;
  return name && botStrength(player) === null ? names.ofGuest(player, name) : playerName(seat, t);
}
